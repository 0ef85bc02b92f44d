//! In which calling context an activation runs: the table of contexts that impact analysis made, looked up while the
//! engine runs.
//!
//! *Source*: [idise-icsm2012] §III-B.2: the impact set of a function is composed when it is called, from the context and
//! the annotated call edge.

use incise_deps::{FunctionFacts, NodeId, ProgramFacts, Site};
use incise_engine::{Frame, State};
use incise_impact::{CallImpact, ContextId};
use incise_ir::{BlockId, FuncId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// For each block of a function its nodes in order, with the position of the last statement of each.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    blocks: BTreeMap<BlockId, Vec<(usize, NodeId)>>,
}

impl Layout {
    /// Of a function.
    pub fn of(facts: &FunctionFacts) -> Layout {
        let mut blocks: BTreeMap<BlockId, Vec<(usize, NodeId)>> = BTreeMap::new();
        for (node, site) in facts.nodes.sites.iter_ids() {
            match *site {
                Site::Stmt(block, position) => blocks.entry(block).or_default().push((position, node)),
                Site::End(block) => blocks.entry(block).or_default().push((usize::MAX, node)),
            }
        }
        Layout { blocks }
    }

    /// The node that a statement belongs to, and whether it is the first of that node.
    pub fn node(&self, block: BlockId, statement: usize) -> Option<(NodeId, bool)> {
        let nodes = self.blocks.get(&block)?;
        let position = nodes.partition_point(|(last, _)| *last < statement);
        let first = position.checked_sub(1).map_or(0, |before| nodes[before].0 + 1);
        nodes.get(position).map(|(_, node)| (*node, statement == first))
    }

    /// The first node of a block.
    pub fn first(&self, block: BlockId) -> Option<NodeId> {
        self.blocks.get(&block)?.first().map(|(_, node)| *node)
    }
}

/// The context of what a call, of a function, runs.
pub type Calls = BTreeMap<(NodeId, FuncId), ContextId>;

/// The contexts of a program that starts in one function.
#[derive(Clone, Debug)]
pub struct ContextTable {
    root: ContextId,
    /// The function of each context, and what it calls.
    contexts: Vec<(FuncId, Calls)>,
    layouts: BTreeMap<FuncId, Layout>,
}

impl ContextTable {
    /// The table of what starts in `root`; none if impact analysis did not start there.
    pub fn of(facts: &ProgramFacts, impact: &CallImpact, root: FuncId) -> Option<ContextTable> {
        let mut table =
            ContextTable { root: *impact.roots.get(&root)?, contexts: Vec::new(), layouts: BTreeMap::new() };
        for context in &impact.contexts {
            let own = facts.functions[context.function].as_ref()?;
            table.layouts.entry(context.function).or_insert_with(|| Layout::of(own));
            table.contexts.push((context.function, context.calls.clone()));
        }
        Some(table)
    }
    /// Where execution starts.
    pub fn root(&self) -> ContextId {
        self.root
    }
    /// The nodes of a function.
    pub fn layout(&self, function: FuncId) -> Option<&Layout> {
        self.layouts.get(&function)
    }
    /// What a context calls.
    pub fn calls(&self, context: ContextId) -> &Calls {
        &self.contexts[context.0].1
    }
    /// The node of the call that a caller is in.
    pub fn call(&self, caller: &Frame) -> Option<NodeId> {
        let statement = (caller.index as usize).checked_sub(1)?;
        self.layouts.get(&caller.function)?.node(caller.block, statement).map(|(node, _)| node)
    }
}

/// The contexts of the activations of a run.
#[derive(Clone, Debug)]
pub struct Activations {
    table: Arc<ContextTable>,
    known: BTreeMap<u64, Option<ContextId>>,
}

impl Activations {
    /// None seen yet.
    pub fn new(table: &Arc<ContextTable>) -> Activations {
        Activations { table: table.clone(), known: BTreeMap::new() }
    }
    /// The table.
    pub fn table(&self) -> &ContextTable {
        &self.table
    }
    /// The context of an activation that was seen.
    pub fn of(&self, activation: u64) -> Option<ContextId> {
        self.known.get(&activation).copied().flatten()
    }
    /// The context of the running activation, which with its callers is seen now; none where no call edge leads to it.
    pub fn running(&mut self, state: &State) -> Option<ContextId> {
        if let Some(known) = self.known.get(&state.top().activation) {
            return *known;
        }
        let frames: Vec<&Frame> = state.thread().frames().collect();
        let mut context: Option<ContextId> = None;
        for (position, frame) in frames.iter().enumerate().rev() {
            context = match frames.get(position + 1) {
                None => Some(self.table.root).filter(|root| self.table.contexts[root.0].0 == frame.function),
                Some(caller) => context.and_then(|context| {
                    let site = self.table.call(caller)?;
                    self.table.calls(context).get(&(site, frame.function)).copied()
                }),
            };
            self.known.insert(frame.activation, context);
        }
        context
    }
}
