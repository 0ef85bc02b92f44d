//! The search as a guide of the engine.
//!
//! *In*: the facts of the entry function and its impacted nodes. *Out*: an [`incise_engine::Guide`].
//!
//! The published algorithms are for one procedure: the nodes are those of the entry function, and what it calls runs
//! unguided; a call is one node, explored when it was made once, whatever paths there are in the callee. Across calls the
//! search is in `calls.rs`.
//!
//! Several statements make a node: the temporaries that feed it, then its own. A path arrives at a node when it is
//! about to execute the first of them, or is taken up at any of them.

use super::search::{Published, Search};
use super::successors::Successors;
use crate::contexts::Layout;
use incise_deps::{FunctionFacts, NodeId};
use incise_engine::{Advice, Guide, Note, SharedList, State};
use incise_impact::Impact;
use incise_ir::{BlockId, FuncId};

/// The directed search over one function.
#[derive(Clone, Debug)]
pub struct Dise {
    search: Search,
    successors: Successors,
    function: FuncId,
    layout: Layout,
}

/// The guide of a run that starts in `function`, whose impacted nodes are given.
pub fn dise(
    published: Published,
    function: FuncId,
    facts: &FunctionFacts,
    impact: &Impact,
    successors: Successors,
) -> Dise {
    Dise {
        search: Search::new(published, &facts.facts.flow, impact.nodes()),
        successors,
        function,
        layout: Layout::of(facts),
    }
}

impl Guide for Dise {
    fn arrive(&mut self, state: &State, _: &mut SharedList<Note>, resumed: bool) -> Advice {
        let at = state.top();
        if state.thread().depth > 0 || at.function != self.function {
            return Advice::Continue;
        }
        match self.layout.node(at.block, at.index as usize) {
            Some((node, first)) if (first || resumed) && !self.search.arrive(node) => Advice::Prune,
            _ => Advice::Continue,
        }
    }

    fn order(&mut self, state: &State, targets: &[BlockId]) -> Vec<usize> {
        let nodes: Vec<NodeId> = targets.iter().filter_map(|block| self.layout.first(*block)).collect();
        let is_ours = state.thread().depth == 0 && state.top().function == self.function;
        if !is_ours || nodes.len() != targets.len() {
            return (0..targets.len()).collect();
        }
        self.successors.order(&self.search, &nodes)
    }

    fn ended(&mut self, _: Option<&SharedList<Note>>) {
        self.search.ended();
    }
}
