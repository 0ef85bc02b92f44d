//! Skip routing: where control goes in a function of which only some steps are run.
//!
//! # Invariants
//! - In what a branch is led over, no step is to be run.
//! - Where control is led, the program ends as it would: what ends the program before a place that cannot be reached is run.

use super::model::{Body, Ends};
use incise_base::closure;
use incise_deps::NodeId;
use incise_ir::{Id, IdVec};
use std::collections::BTreeSet;

/// What is done at a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// It is run, or control just passes.
    Run,
    /// It is skipped.
    Skip,
    /// Control goes on elsewhere.
    Jump {
        /// Where.
        to: NodeId,
        /// What may have run instead.
        over: Vec<NodeId>,
    },
}

/// What is done at each step.
pub struct Ways {
    /// By step; none where control is never led.
    pub at: IdVec<NodeId, Option<Way>>,
    /// Steps that must be run too before control can be led.
    pub missing: Vec<NodeId>,
}

/// Leads control through a function.
pub fn ways(body: &Body, runs: impl Fn(NodeId) -> bool) -> Ways {
    let mut ways = Ways { at: body.steps.iter().map(|_| None).collect(), missing: Vec::new() };
    let mut work = vec![NodeId::new(0)];
    while let Some(node) = work.pop() {
        if ways.at[node].is_some() {
            continue;
        }
        let successors = body.flow.successors(node);
        let step = &body.steps[node];
        let way = if runs(node) || !step.acts {
            Way::Run
        } else if successors.len() < 2 {
            Way::Skip
        } else {
            lead(body, &runs, node, &mut ways.missing)
        };
        match &way {
            Way::Jump { to, .. } => work.push(*to),
            _ => work.extend(successors),
        }
        ways.at[node] = Some(way);
    }
    for node in
        body.steps.ids().filter(|node| body.is_dead(*node)).filter(|node| ways.at[*node].is_some()).collect::<Vec<_>>()
    {
        before_dead(body, &runs, node, &mut ways);
    }
    ways
}

fn lead(body: &Body, runs: &impl Fn(NodeId) -> bool, node: NodeId, missing: &mut Vec<NodeId>) -> Way {
    let meet = body.meets[node];
    let over = region(body, node, meet);
    assert!(!over.iter().any(|node| runs(*node)), "nothing that is to be run depends on a branch that is not");
    let returns = || over.iter().copied().find(|node| body.steps[*node].returns);
    match meet.or_else(returns) {
        Some(to) => Way::Jump { to, over },
        None => {
            missing.push(node);
            Way::Run
        }
    }
}

/// The steps that control can come to before it comes to where all ways meet.
fn region(body: &Body, from: NodeId, meet: Option<NodeId>) -> Vec<NodeId> {
    let next = |node: NodeId| body.flow.successors(node).iter().copied().filter(|node| Some(*node) != meet);
    closure(next(from), next).into_iter().collect()
}

/// Finds the steps that end the program so that control never comes to a place that cannot be reached.
fn before_dead(body: &Body, runs: &impl Fn(NodeId) -> bool, dead: NodeId, ways: &mut Ways) {
    let mut seen = BTreeSet::new();
    let mut work = vec![dead];
    while let Some(node) = work.pop() {
        for before in body.flow.predecessors(node).iter().copied() {
            let led = ways.at[before].is_some() && body.flow.successors(before).len() == 1;
            if !led || !seen.insert(before) {
                continue;
            }
            if body.steps[before].ends == Ends::No {
                work.push(before);
            } else if !runs(before) {
                ways.missing.push(before);
            }
        }
    }
}
