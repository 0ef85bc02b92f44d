//! Whether what is left unmarked is the same program in both versions: the check on which everything rests.
//!
//! The unmarked steps of a version are closed backwards (a marked step marks what depends on it), so from every place the
//! first unmarked step that control comes to is one and the same on all ways. If in both versions the unmarked steps
//! correspond and each is followed, on each side of each branch, by corresponding ones, then both versions run the same
//! unmarked steps in the same order, and each reads only what unmarked steps wrote: they compute the same. This depends on how well
//! versions were paired only in so far as a bad pairing leaves more marked.
//!
//! *Source*: the argument is the one by which a slice computes what its program does: S. Danicic et al., A unifying theory of
//! control dependence and its application to arbitrary program structures, TCS 412(49), 2011.

use super::model::Body;
use incise_deps::NodeId;
use incise_ir::{Id, IdVec};
use std::collections::BTreeMap;

/// What control comes to first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Step(NodeId),
    /// No unmarked step before the function returns.
    Return,
    /// A place that control must not come to, or never leaves.
    Dead(NodeId),
    /// None of these: marked steps end the program, or repeat for ever.
    None,
}

/// What control comes to first from every step, itself included.
struct Ahead {
    first: IdVec<NodeId, Option<First>>,
    /// Steps that are first on one way and not on another.
    torn: Vec<NodeId>,
}

impl Ahead {
    fn of(body: &Body, stays: &IdVec<NodeId, bool>) -> Ahead {
        let mut ahead = Ahead { first: body.steps.iter().map(|_| None).collect(), torn: Vec::new() };
        for node in body.steps.ids() {
            if stays[node] {
                ahead.spread(body, stays, node, First::Step(node));
            } else if body.is_dead(node) {
                ahead.spread(body, stays, node, First::Dead(node));
            } else if body.steps[node].returns {
                ahead.spread(body, stays, node, First::Return);
            }
        }
        ahead
    }
    fn spread(&mut self, body: &Body, stays: &IdVec<NodeId, bool>, from: NodeId, first: First) {
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            match self.first[node] {
                Some(other) if other == first => continue,
                Some(other) => {
                    let steps = [first, other].into_iter();
                    self.torn.extend(steps.filter_map(|first| match first {
                        First::Step(step) => Some(step),
                        _ => None,
                    }));
                    continue;
                }
                None => self.first[node] = Some(first),
            }
            work.extend(body.flow.predecessors(node).iter().filter(|before| !stays[**before]));
        }
    }
    fn at(&self, node: NodeId) -> First {
        self.first[node].unwrap_or(First::None)
    }
}

/// The steps of the old and of the new version that spoil the correspondence. Steps that stay have partners that stay.
pub fn mismatches(
    (base, base_stays): (&Body, &IdVec<NodeId, bool>),
    (modified, mod_stays): (&Body, &IdVec<NodeId, bool>),
    to_mod: &BTreeMap<NodeId, NodeId>,
) -> (Vec<NodeId>, Vec<NodeId>) {
    let old = Ahead::of(base, base_stays);
    let new = Ahead::of(modified, mod_stays);
    let (mut from_base, mut from_mod) = (old.torn.clone(), new.torn.clone());
    let mut compare = |left: First, right: First| {
        let same = match (left, right) {
            (First::Step(left), First::Step(right)) => to_mod.get(&left) == Some(&right),
            (First::Return, First::Return) | (First::Dead(_), First::Dead(_)) => true,
            _ => false,
        };
        if !same {
            if let First::Step(step) | First::Dead(step) = left {
                from_base.push(step);
            }
            if let First::Step(step) | First::Dead(step) = right {
                from_mod.push(step);
            }
        }
    };
    let start = NodeId::new(0);
    compare(old.at(start), new.at(start));
    for node in base.steps.ids().filter(|node| base_stays[*node]) {
        let Some(partner) = to_mod.get(&node) else { continue };
        let (left, right) = (base.flow.successors(node), modified.flow.successors(*partner));
        for (left, right) in left.iter().zip(right) {
            compare(old.at(*left), new.at(*right));
        }
        if left.len() != right.len() {
            compare(First::Step(node), First::None);
        }
    }
    (from_base, from_mod)
}
