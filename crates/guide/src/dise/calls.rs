//! The directed search across calls.
//!
//! *Source*: [idise-icsm2012] §III-B. When a function is called, its impact set is composed from the calling context
//! (Fig. 2(c)); it has an explored set of its own, which is in scope for all that is explored of that call, and no longer.
//! A path goes on while an unexplored impacted node can be reached in the running function or, from the call site, in one
//! of those that called it (§III-B.3).
//!
//! # Deviations
//! 1. As in the search of one procedure, a path on which something was explored for the first time is run to its end.
//! 2. A function that no call edge leads to (an exit handler) is run unguided.

use super::search::{Published, Search};
use super::successors::{Order, Successors};
use crate::contexts::{Activations, ContextTable};
use incise_deps::{NodeId, ProgramFacts};
use incise_engine::{Advice, Guide, Note, SharedList, State};
use incise_impact::CallImpact;
use incise_ir::{BlockId, FuncId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the search is directed by, made once for all runs.
#[derive(Clone, Debug)]
pub struct Directions {
    table: Arc<ContextTable>,
    /// By context: nothing explored yet; none where nothing is impacted.
    searches: Vec<Option<Search>>,
    successors: BTreeMap<FuncId, Successors>,
}

/// Prepares the search from `root`; none if the change does not reach it. `seed` matters to the random order only.
pub fn directions(
    facts: &ProgramFacts,
    impact: &CallImpact,
    root: FuncId,
    order: Order,
    seed: u64,
) -> Option<Directions> {
    let table = ContextTable::of(facts, impact, root)?;
    if impact.contexts[table.root().0].impact.is_empty() {
        return None;
    }
    let mut directions = Directions { table: Arc::new(table), searches: Vec::new(), successors: BTreeMap::new() };
    let mut unimpacted: BTreeMap<FuncId, Search> = BTreeMap::new();
    for context in &impact.contexts {
        let own = &facts.functions[context.function].as_ref()?.facts;
        let search = (!context.impact.is_empty()).then(|| {
            directions.successors.entry(context.function).or_insert_with(|| Successors::new(order, own, seed));
            let empty = || Search::new(Published::Tosem14, &own.flow, []);
            unimpacted.entry(context.function).or_insert_with(empty).over(context.impact.nodes())
        });
        directions.searches.push(search);
    }
    Some(directions)
}

/// The search as a guide of the engine.
pub struct Interprocedural {
    fresh: Vec<Option<Search>>,
    successors: BTreeMap<FuncId, Successors>,
    activations: Activations,
    /// What was explored of activations in which something is impacted.
    searches: BTreeMap<u64, Search>,
    /// Whether the running path explored something that no path has taken to an end.
    unfinished: bool,
}

impl Interprocedural {
    /// Nothing explored yet.
    pub fn new(directions: &Directions) -> Interprocedural {
        Interprocedural {
            fresh: directions.searches.clone(),
            successors: directions.successors.clone(),
            activations: Activations::new(&directions.table),
            searches: BTreeMap::new(),
            unfinished: false,
        }
    }

    /// What was explored of an activation; nothing where nothing is impacted.
    fn search(&mut self, activation: u64) -> Option<&mut Search> {
        let context = self.activations.of(activation)?;
        let fresh = self.fresh[context.0].as_ref()?;
        Some(self.searches.entry(activation).or_insert_with(|| fresh.clone()))
    }

    /// Whether an unexplored node lies ahead after a call that is running is over.
    fn is_ahead_in_callers(&mut self, state: &State) -> bool {
        for caller in state.thread().frames().skip(1) {
            let Some(site) = self.activations.table().call(caller) else { continue };
            if self.search(caller.activation).is_some_and(|search| !search.prune(site)) {
                return true;
            }
        }
        false
    }
}

impl Guide for Interprocedural {
    fn arrive(&mut self, state: &State, _: &mut SharedList<Note>, resumed: bool) -> Advice {
        let Some(context) = self.activations.running(state) else { return Advice::Continue };
        if self.fresh[context.0].is_none() && !resumed {
            return Advice::Continue;
        }
        let at = state.top();
        let layout = self.activations.table().layout(at.function);
        let node = layout.and_then(|layout| layout.node(at.block, at.index as usize));
        let Some((node, _)) = node.filter(|(_, first)| *first || resumed) else { return Advice::Continue };
        let here = self.search(at.activation).is_some_and(|search| !search.prune(node));
        let goes_on = here || self.is_ahead_in_callers(state) || self.unfinished;
        if !goes_on {
            return Advice::Prune;
        }
        if self.search(at.activation).is_some_and(|search| search.visit(node)) {
            self.unfinished = true;
        }
        Advice::Continue
    }

    fn order(&mut self, state: &State, targets: &[BlockId]) -> Vec<usize> {
        let as_they_are = (0..targets.len()).collect();
        let at = state.top();
        self.activations.running(state);
        let Some(layout) = self.activations.table().layout(at.function) else { return as_they_are };
        let nodes: Vec<NodeId> = targets.iter().filter_map(|block| layout.first(*block)).collect();
        if nodes.len() != targets.len() || self.search(at.activation).is_none() {
            return as_they_are;
        }
        match (self.successors.get_mut(&at.function), self.searches.get(&at.activation)) {
            (Some(successors), Some(search)) => successors.order(search, &nodes),
            _ => as_they_are,
        }
    }

    fn ended(&mut self, _: Option<&SharedList<Note>>) {
        self.unfinished = false;
    }
}
