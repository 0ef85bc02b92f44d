//! Coverage obligations: [idise-icsm2012] Defs IV.1–IV.5.

use crate::contexts::ContextTable;
use incise_base::{IdSet, Reach, closure, reach};
use incise_deps::{Facts, Kind, NodeId, ProgramFacts, Relations, Site, VarId};
use incise_engine::Decision;
use incise_impact::{CallImpact, Context, ContextId};
use incise_ir::library::{self, Control};
use incise_ir::{BlockId, FuncId, Module, TermKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is to be covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Every impacted statement (Def. IV.1).
    Statement,
    /// Every basic block with an impacted statement (Def. IV.2).
    Block,
    /// Every side of every impacted branch, and the entries and exits of impacted functions (Def. IV.3).
    Branch,
    /// Every combination of impacted path fragments (Def. IV.4).
    PathFragment,
    /// Every use of a variable that is defined at an impacted write (Def. IV.5).
    DataFlow,
}

/// Something to be covered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Obligation {
    /// A node is executed.
    Statement(FuncId, NodeId),
    /// A block is executed.
    Block(FuncId, BlockId),
    /// A function is entered.
    Entry(FuncId),
    /// A side of a branch is taken.
    Side(FuncId, BlockId, u32),
    /// A function is left by this node.
    Exit(FuncId, NodeId),
    /// A definition reaches a use, which for a branch takes a side.
    Use {
        /// The function.
        function: FuncId,
        /// What is defined.
        var: VarId,
        /// Where.
        definition: NodeId,
        /// Where it is used.
        user: NodeId,
        /// Which side the branch takes.
        side: Option<u32>,
    },
    /// A path takes exactly these impacted decisions.
    Fragments(Vec<Decision>),
}

impl Obligation {
    fn function(&self) -> Option<FuncId> {
        match self {
            Obligation::Statement(function, _)
            | Obligation::Block(function, _)
            | Obligation::Entry(function)
            | Obligation::Side(function, ..)
            | Obligation::Exit(function, _)
            | Obligation::Use { function, .. } => Some(*function),
            Obligation::Fragments(_) => None,
        }
    }
}

/// What happens at a node or on a side of a branch of a context.
#[derive(Clone, Debug, Default)]
pub(super) struct Events {
    /// Obligations that are met by coming there.
    pub met: Vec<u32>,
    /// Obligations that are met if the last definition of a variable was at a node.
    pub uses: Vec<(VarId, NodeId, u32)>,
}

/// A context as far as coverage is concerned.
#[derive(Clone, Debug, Default)]
pub(super) struct CoverContext {
    pub nodes: BTreeMap<NodeId, Events>,
    pub sides: BTreeMap<(BlockId, u32), Events>,
    /// Impacted branches, by the block that they end.
    pub branches: BTreeSet<BlockId>,
    /// For nodes that define tracked variables: those, and whether earlier definitions end there.
    pub definitions: BTreeMap<NodeId, Vec<(VarId, bool)>>,
    /// Obligations that can be met in this activation, with the node.
    pub goals: Vec<(NodeId, u32)>,
    /// All contexts that calls lead to from here, this one included when it is recursive.
    pub below: BTreeSet<ContextId>,
    /// The same for single calls.
    pub calls: Vec<(NodeId, BTreeSet<ContextId>)>,
}

/// What a criterion asks for of a program that starts in one function.
#[derive(Clone, Debug)]
pub struct Obligations {
    /// The criterion.
    pub criterion: Criterion,
    /// The obligations; none of path fragments, which are found while exploring.
    pub list: Vec<Obligation>,
    pub(super) table: Arc<ContextTable>,
    pub(super) contexts: Vec<CoverContext>,
    pub(super) reach: BTreeMap<FuncId, Reach<NodeId>>,
    /// Whether something may run that no call edge leads to.
    pub(super) has_handlers: bool,
}

impl CoverContext {
    /// Makes coming to a node meet an obligation.
    fn meet_at(&mut self, node: NodeId, one: u32) {
        self.nodes.entry(node).or_default().met.push(one);
        self.goals.push((node, one));
    }

    /// Keeps where variables of these are defined.
    fn track(&mut self, facts: &Facts, tracked: &IdSet<VarId>) {
        for (node, does) in facts.nodes.iter_ids() {
            let of = does.defs.iter().filter(|var| tracked.contains(**var));
            let written: Vec<(VarId, bool)> = of.map(|var| (*var, does.kills.contains(var))).collect();
            if !written.is_empty() {
                self.definitions.insert(node, written);
            }
        }
    }
}

fn runs_at_exit(name: &str) -> bool {
    library::facts(name).control == Control::RunsAtExit
}

impl Obligations {
    /// Collects them; none if impact analysis did not start in `root`.
    pub fn of(
        module: &Module,
        facts: &ProgramFacts,
        impact: &CallImpact,
        root: FuncId,
        criterion: Criterion,
    ) -> Option<Obligations> {
        let table = Arc::new(ContextTable::of(facts, impact, root)?);
        let mut all = Obligations {
            criterion,
            list: Vec::new(),
            contexts: vec![CoverContext::default(); impact.contexts.len()],
            reach: BTreeMap::new(),
            has_handlers: module.functions.iter().any(|function| runs_at_exit(&function.name)),
            table,
        };
        let mut numbers: BTreeMap<Obligation, u32> = BTreeMap::new();
        let reached = reached(&all.table, all.table.root());
        for (position, context) in impact.contexts.iter().enumerate() {
            let own = facts.functions[context.function].as_ref()?;
            all.reach.entry(context.function).or_insert_with(|| reach(&own.facts.flow));
            let id = ContextId(position);
            let calls = all.table.calls(id).clone();
            for ((site, _), callee) in calls {
                let mut below = self::reached(&all.table, callee);
                below.insert(callee);
                all.contexts[position].below.extend(&below);
                all.contexts[position].calls.push((site, below));
            }
            if reached.contains(&id) || id == all.table.root() {
                all.collect(module, facts, context, id, &mut numbers);
            }
        }
        let mut list: Vec<(u32, Obligation)> = numbers.into_iter().map(|(one, number)| (number, one)).collect();
        list.sort();
        all.list = list.into_iter().map(|(_, one)| one).collect();
        Some(all)
    }

    fn collect(
        &mut self,
        module: &Module,
        facts: &ProgramFacts,
        context: &Context,
        id: ContextId,
        numbers: &mut BTreeMap<Obligation, u32>,
    ) {
        let Some(own) = facts.functions[context.function].as_ref() else { return };
        let function = &module.functions[context.function];
        let place = &mut self.contexts[id.0];
        let mut number = |one: Obligation| -> u32 {
            let next = numbers.len() as u32;
            *numbers.entry(one).or_insert(next)
        };
        let is_visible = |node: NodeId| own.nodes.is_visible(function, node);
        let ends_in = |node: NodeId| match own.nodes.sites[node] {
            Site::End(block) => Some((block, &function.blocks[block].terminator.kind)),
            Site::Stmt(..) => None,
        };
        let impacted: Vec<NodeId> = context.impact.nodes().filter(|node| is_visible(*node)).collect();
        for node in &impacted {
            if own.facts.nodes[*node].kind == Kind::Cond
                && let Some((block, _)) = ends_in(*node)
            {
                place.branches.insert(block);
                place.goals.extend((self.criterion == Criterion::PathFragment).then_some((*node, u32::MAX)));
            }
        }
        let name = context.function;
        match self.criterion {
            Criterion::Statement => {
                for node in impacted {
                    place.meet_at(node, number(Obligation::Statement(name, node)));
                }
            }
            Criterion::Block => {
                let block_of = |node: NodeId| match own.nodes.sites[node] {
                    Site::Stmt(block, _) | Site::End(block) => block,
                };
                let blocks: BTreeSet<BlockId> = impacted.iter().map(|node| block_of(*node)).collect();
                for block in blocks {
                    let Some(first) = own.nodes.first.get(&block) else { continue };
                    place.meet_at(*first, number(Obligation::Block(name, block)));
                }
            }
            Criterion::Branch => {
                if let (false, Some(first)) = (impacted.is_empty(), own.facts.nodes.ids().next()) {
                    place.meet_at(first, number(Obligation::Entry(name)));
                }
                for node in impacted {
                    match ends_in(node) {
                        Some((block, kind)) if own.facts.nodes[node].kind == Kind::Cond => {
                            for side in 0..kind.successors().len() as u32 {
                                let one = number(Obligation::Side(name, block, side));
                                place.sides.entry((block, side)).or_default().met.push(one);
                                place.goals.push((node, one));
                            }
                        }
                        Some((_, TermKind::Return(_))) => {
                            place.meet_at(node, number(Obligation::Exit(name, node)));
                        }
                        _ => {}
                    }
                }
            }
            Criterion::PathFragment => {}
            Criterion::DataFlow => {
                let relations = Relations::of(&own.facts);
                let mut tracked: IdSet<VarId> = IdSet::new();
                for definition in &impacted {
                    for flow in relations.flows_from(*definition).iter().filter(|flow| is_visible(flow.to)) {
                        tracked.insert(flow.var);
                        let one = |side| Obligation::Use {
                            function: name,
                            var: flow.var,
                            definition: *definition,
                            user: flow.to,
                            side,
                        };
                        if own.facts.nodes[flow.to].kind == Kind::Cond
                            && let Some((block, kind)) = ends_in(flow.to)
                        {
                            for side in 0..kind.successors().len() as u32 {
                                let one = number(one(Some(side)));
                                let events = place.sides.entry((block, side)).or_default();
                                events.uses.push((flow.var, *definition, one));
                                place.goals.push((flow.to, one));
                            }
                        } else {
                            let one = number(one(None));
                            place.nodes.entry(flow.to).or_default().uses.push((flow.var, *definition, one));
                            place.goals.push((flow.to, one));
                        }
                    }
                }
                place.track(&own.facts, &tracked);
            }
        }
    }

    /// The functions that hold obligations.
    pub fn functions(&self) -> BTreeSet<FuncId> {
        self.list.iter().filter_map(Obligation::function).collect()
    }
}

/// The contexts that calls lead to from one.
fn reached(table: &ContextTable, from: ContextId) -> BTreeSet<ContextId> {
    closure(table.calls(from).values().copied(), |id| table.calls(id).values().copied())
}
