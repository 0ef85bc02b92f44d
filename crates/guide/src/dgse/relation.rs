//! Which places of a program matter to which.
//!
//! *Source*: [dgse-tse2017] Defs 1–5. Control, data and potential dependence are the static ones on the expanded program
//! (potential dependence is what control dependence of a definition that may reach adds up to); interactive dependence makes those matter to
//! each other that meet at some later node.
//!
//! # Invariants
//! With `M(k)` for the places that matter to `k`, and "before" for "control can go from it to":
//! 1. `M(k)` has everything that `k` depends on, by control and data, transitively.
//! 2. `a ∈ M(b)` and `b ∈ M(k)` give `a ∈ M(k)`.
//! 3. If `a` and `b` both matter to `k`, or some node depends on both, and `a` is before `b`, then `a ∈ M(b)`.
//!
//! So the decisions of a path at places of `M(k)` are those of a slice: what the slice does next follows from what it did. And those that
//! matter to the last of them are all the earlier ones: each begins with what the one before needs, which is Lemma 5.1. The pair reaching
//! definitions of Alg. 3 are not asked for (3): they leave out pairs of which one was overwritten meanwhile, but in the next round of a loop it
//! is there again, and among the places of a path nobody can tell the rounds apart (`tests/papers/dgse-tse2017/rounds.c`).

use super::closure::closed;
use super::outputs::{Output, seen_at_end};
use incise_base::{Digraph, IdSet, components, reachable_from};
use incise_deps::{CopyId, Expansion, Flow, NodeId, Points, ProgramFacts, Reads, control_dependence, interactive};
use incise_engine::Spot;
use incise_ir::{FuncId, Id, IdVec, Module};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What interactive dependence is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Interaction {
    /// There is none; errors are missed ([dgse-tse2017] Table 4).
    None,
    /// The relation of [dgse-tse2017] Alg. 3; where nothing depends on checks, errors are missed in loops.
    Printed,
    /// Closed as it must be.
    #[default]
    Closed,
}

/// Which places matter to which.
pub struct Relation {
    expansion: Expansion,
    program: ProgramFacts,
    /// Nodes at which something can be decided.
    decides: IdVec<NodeId, bool>,
    /// For every node what it depends on, as far as something can be decided there.
    depends: IdVec<NodeId, IdSet<NodeId>>,
    /// For every node what matters to it, likewise.
    matters: IdVec<NodeId, IdSet<NodeId>>,
    /// Copies that calls were seen to enter, and nodes that were asked for.
    entered: FxHashMap<(CopyId, Spot, FuncId), Option<CopyId>>,
    places: FxHashMap<(CopyId, Spot), Option<NodeId>>,
    /// What matters to a node as a list, if that is short, once it was asked for.
    little: IdVec<NodeId, Option<Option<Vec<NodeId>>>>,
}

/// The greatest number of nodes that are little.
const LITTLE: usize = 16;

impl Relation {
    /// Of the program that starts with a function; `global_inputs` says whether globals are inputs. Behind all other nodes there is one for
    /// each list of outputs that reads them when the entry has returned; for these nodes the invariants hold as well.
    pub fn of(
        module: &Module,
        entry: FuncId,
        global_inputs: bool,
        interaction: Interaction,
        outputs: &[Vec<Output>],
    ) -> Option<Relation> {
        let program = ProgramFacts::of(module, &[entry]);
        let expansion = Expansion::of(module, &program, entry)?;
        let reads = Reads::of(&expansion.facts);
        let decides = expansion.deciding(&reads, global_inputs);
        let mut depends = dependences(&expansion, &reads.flows, &decides);
        for on in seen_at_end(&program, &expansion, &depends, &decides, outputs) {
            depends.push(on);
        }
        let matters = match interaction {
            Interaction::None => depends.clone(),
            Interaction::Printed => printed(&expansion, &decides),
            Interaction::Closed => closed(&expansion.facts.flow, &depends, &decides),
        };
        let (entered, places) = (FxHashMap::default(), FxHashMap::default());
        let little = depends.iter().map(|_| None).collect();
        Some(Relation { expansion, program, decides, depends, matters, entered, places, little })
    }

    /// The node at which a path stands.
    pub fn node(&mut self, stack: &[Spot]) -> Option<NodeId> {
        let Relation { expansion, program, entered, places, .. } = self;
        let mut copy = expansion.entry();
        let (last, callers) = stack.split_last()?;
        if stack[0].function != expansion.function(copy) {
            return None;
        }
        for (position, caller) in callers.iter().enumerate() {
            let callee = stack[position + 1].function;
            let find = || expansion.callee(program, copy, (caller.block, caller.index), callee);
            copy = (*entered.entry((copy, *caller, callee)).or_insert_with(find))?;
        }
        let find = || expansion.node(program, copy, (last.block, last.index));
        *places.entry((copy, *last)).or_insert_with(find)
    }

    /// Whether something can be decided at a node.
    pub fn may_decide(&self, node: NodeId) -> bool {
        self.decides[node]
    }

    /// Whether what is decided at `a` matters to `b`.
    pub fn matters(&self, a: NodeId, b: NodeId) -> bool {
        self.matters[b].contains(a)
    }

    /// What matters to a node, if it is little.
    pub fn little_that_matters(&mut self, node: NodeId) -> Option<&[NodeId]> {
        let matters = &self.matters[node];
        let list = || (matters.len() <= LITTLE).then(|| matters.iter().collect());
        self.little[node].get_or_insert_with(list).as_deref()
    }

    /// All that matters to a node.
    pub fn all_that_matters(&self, node: NodeId) -> &IdSet<NodeId> {
        &self.matters[node]
    }

    /// Where control goes.
    pub fn flow(&self) -> &Digraph<NodeId> {
        &self.expansion.facts.flow
    }

    /// Whether a path comes by one of these nodes last of all, whatever it does.
    pub fn ends_within(&self, nodes: &IdSet<NodeId>) -> bool {
        self.flow().predecessors(self.expansion.end).iter().all(|last| nodes.contains(*last))
    }

    /// Whether what happens at `b` depends on what is decided at `a`.
    pub fn depends(&self, a: NodeId, b: NodeId) -> bool {
        self.depends[b].contains(a)
    }

    /// The node that reads an output, by its number.
    pub fn output(&self, number: usize) -> NodeId {
        NodeId::new(self.n_nodes() + number)
    }

    /// Nodes of the expanded program.
    pub fn n_nodes(&self) -> usize {
        self.expansion.facts.nodes.len()
    }
}

/// For every node the nodes at which something can be decided and that it depends on.
fn dependences(expansion: &Expansion, flows: &[Flow], decides: &IdVec<NodeId, bool>) -> IdVec<NodeId, IdSet<NodeId>> {
    let facts = &expansion.facts;
    // From what depends to what it depends on: a component comes after those that its edges lead to.
    let mut graph: Digraph<NodeId> = Digraph::new(facts.nodes.len());
    for flow in flows {
        graph.add_edge(flow.to, flow.from);
    }
    for (branch, dependent) in control(expansion) {
        graph.add_edge(dependent, branch);
    }
    // How often a function that calls itself goes back to itself was decided where it called itself.
    for (exit, call) in expansion.returns() {
        graph.add_edge(exit, call);
    }
    let found = components(&graph);
    let mut sets: Vec<IdSet<NodeId>> = Vec::with_capacity(found.members.len());
    for (position, members) in found.members.iter().enumerate() {
        let mut set = IdSet::new();
        let mut others = BTreeSet::new();
        for member in members {
            for on in graph.successors(*member) {
                if decides[*on] {
                    set.insert(*on);
                }
                others.insert(found.of[*on]);
            }
        }
        others.into_iter().filter(|other| *other != position).for_each(|other| set.union_with(&sets[other]));
        sets.push(set);
    }
    facts.nodes.ids().map(|node| sets[found.of[node]].clone()).collect()
}

/// Control dependence: branch and dependent. That a run may end early at a node makes nothing dependent on it, so edges from where the
/// end of the entry can be reached to where it cannot are left out for everything but what lies behind them.
fn control(expansion: &Expansion) -> BTreeSet<(NodeId, NodeId)> {
    let flow = &expansion.facts.flow;
    let mut backward: Digraph<NodeId> = Digraph::new(flow.len());
    for node in flow.nodes() {
        flow.successors(node).iter().for_each(|next| backward.add_edge(*next, node));
    }
    let lives: IdSet<NodeId> = reachable_from(&backward, [expansion.end]).into_iter().collect();
    let mut kept: Digraph<NodeId> = Digraph::new(flow.len());
    for node in flow.nodes() {
        for next in flow.successors(node) {
            if lives.contains(*next) || !lives.contains(node) {
                kept.add_edge(node, *next);
            }
        }
    }
    let mut found = BTreeSet::new();
    found.extend(control_dependence(&kept).into_iter().map(|edge| (edge.branch, edge.dependent)));
    let behind = control_dependence(flow).into_iter().filter(|edge| !lives.contains(edge.dependent));
    found.extend(behind.map(|edge| (edge.branch, edge.dependent)));
    found
}

/// The transitive closure of the four printed relations, the sides of a branch taken together.
fn printed(expansion: &Expansion, decides: &IdVec<NodeId, bool>) -> IdVec<NodeId, IdSet<NodeId>> {
    let points = Points::of(&expansion.facts, &|_| true);
    let node = |point| points.points[point].node;
    let mut graph: Digraph<NodeId> = Digraph::new(expansion.facts.nodes.len());
    points.dependences.keys().for_each(|(dependent, on)| graph.add_edge(node(*dependent), node(*on)));
    interactive(&expansion.facts, &points)
        .keys()
        .for_each(|(first, second)| graph.add_edge(node(*second), node(*first)));
    control(expansion).into_iter().for_each(|(branch, dependent)| graph.add_edge(dependent, branch));
    let deciding = |nodes: Vec<NodeId>| nodes.into_iter().filter(|node| decides[*node]).collect();
    graph.nodes().map(|node| deciding(reachable_from(&graph, graph.successors(node).iter().copied()))).collect()
}
