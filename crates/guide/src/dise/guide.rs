//! The search as a guide of the engine.
//!
//! *In*: the facts of the entry function and its impacted nodes. *Out*: an [`incise_engine::Guide`].
//!
//! The published algorithms are for one procedure: the nodes are those of the entry function, and what it calls runs
//! unguided; a call is one node, explored when it was made once, whatever paths there are in the callee.
//!
//! Several statements make a node: the temporaries that feed it, then its own. A path arrives at a node when it is
//! about to execute the first of them, or is taken up at any of them.

use super::search::{Published, Search};
use super::successors::{Order, Successors};
use incise_deps::{FunctionFacts, NodeId, Site};
use incise_engine::{Advice, Guide};
use incise_impact::Impact;
use incise_ir::{BlockId, FuncId};
use std::collections::BTreeMap;

/// The directed search over one function.
#[derive(Clone, Debug)]
pub struct Dise {
    search: Search,
    successors: Successors,
    function: FuncId,
    /// For each block its nodes in order, with the position of the last statement of each.
    blocks: BTreeMap<BlockId, Vec<(usize, NodeId)>>,
}

/// The guide of a run that starts in `function`, whose impacted nodes are given. `seed` matters to the random order
/// only.
pub fn dise(
    published: Published,
    function: FuncId,
    facts: &FunctionFacts,
    impact: &Impact,
    order: Order,
    seed: u64,
) -> Dise {
    let mut blocks: BTreeMap<BlockId, Vec<(usize, NodeId)>> = BTreeMap::new();
    for (node, site) in facts.nodes.sites.iter_ids() {
        match *site {
            Site::Stmt(block, position) => blocks.entry(block).or_default().push((position, node)),
            Site::End(block) => blocks.entry(block).or_default().push((usize::MAX, node)),
        }
    }
    Dise {
        search: Search::new(published, &facts.facts.flow, impact.nodes()),
        successors: Successors::new(order, &facts.facts, seed),
        function,
        blocks,
    }
}

impl Dise {
    /// The node that a statement belongs to, and whether it is the first of that node.
    fn node(&self, block: BlockId, statement: usize) -> Option<(NodeId, bool)> {
        let nodes = self.blocks.get(&block)?;
        let position = nodes.partition_point(|(last, _)| *last < statement);
        let first = position.checked_sub(1).map_or(0, |before| nodes[before].0 + 1);
        nodes.get(position).map(|(_, node)| (*node, statement == first))
    }
}

impl Guide for Dise {
    fn arrive(&mut self, function: FuncId, block: BlockId, statement: usize, resumed: bool) -> Advice {
        if function != self.function {
            return Advice::Continue;
        }
        match self.node(block, statement) {
            Some((node, first)) if (first || resumed) && !self.search.arrive(node) => Advice::Prune,
            _ => Advice::Continue,
        }
    }

    fn order(&mut self, function: FuncId, targets: &[BlockId]) -> Vec<usize> {
        let nodes: Vec<NodeId> =
            targets.iter().filter_map(|block| self.blocks.get(block)?.first().map(|(_, node)| *node)).collect();
        if function != self.function || nodes.len() != targets.len() {
            return (0..targets.len()).collect();
        }
        self.successors.order(&self.search, &nodes)
    }

    fn ended(&mut self) {
        self.search.ended();
    }
}
