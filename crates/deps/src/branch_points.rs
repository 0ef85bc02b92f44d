//! Control, data and potential dependence with branch sides as nodes.
//!
//! *Source*: [dgse-tse2017] Defs 1–3. *In*: [`Facts`]. *Out*: [`Points`]: control, data and potential dependence.
//!
//! # Deviations
//! 1. Def. 3 asks for a definition before the branch; what memory and parameters hold on entry counts as one.

use crate::control::control_dependence;
use crate::facts::{Facts, Kind};
use crate::ids::{NodeId, VarId};
use crate::reaching::Reads;
use incise_base::{Digraph, IdSet, depth_first};
use incise_ir::{Id, IdVec};
use std::collections::{BTreeMap, BTreeSet};

incise_base::ids! {
    /// A node, or one side of a branch.
    PointId("q");
}

/// A node, or one side of a branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Point {
    /// The node.
    pub node: NodeId,
    /// The side, if it is a branch.
    pub side: Option<u32>,
}

/// How a node depends on another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dependence {
    /// It runs because a branch took a side.
    Control,
    /// It reads what the other wrote.
    Data(VarId),
    /// It reads what the other side of a branch would have overwritten.
    Potential(VarId),
}

/// The points of a procedure and what depends on what.
pub struct Points {
    /// The points.
    pub points: IdVec<PointId, Point>,
    /// Where control goes.
    pub flow: Digraph<PointId>,
    /// The points of a node, by side.
    of: IdVec<NodeId, Vec<PointId>>,
    /// What depends, on what, and how: in order.
    pub dependences: BTreeMap<(PointId, PointId), BTreeSet<Dependence>>,
    /// What runs because of a side, directly or not.
    pub controlled: IdVec<PointId, IdSet<PointId>>,
}

impl Points {
    /// Finds them. `on_entry` says which variables hold something when the procedure is entered.
    pub fn of(facts: &Facts, on_entry: &dyn Fn(VarId) -> bool) -> Points {
        let mut points = IdVec::new();
        let mut of: IdVec<NodeId, Vec<PointId>> = IdVec::new();
        for (id, node) in facts.nodes.iter_ids() {
            let n_sides = facts.flow.successors(id).len();
            let sides: Vec<Option<u32>> = match node.kind {
                Kind::Cond if n_sides > 1 => (0..n_sides as u32).map(Some).collect(),
                _ => vec![None],
            };
            of.push(sides.into_iter().map(|side| points.push(Point { node: id, side })).collect());
        }
        let mut flow = Digraph::new(points.len());
        for (id, point) in points.iter_ids() {
            let successors = facts.flow.successors(point.node);
            let taken = match point.side {
                Some(side) => &successors[side as usize..=side as usize],
                None => successors,
            };
            for next in taken {
                of[*next].iter().for_each(|next| flow.add_edge(id, *next));
            }
        }
        let controlled = points.iter().map(|_| IdSet::new()).collect();
        let mut found = Points { points, flow, of, dependences: BTreeMap::new(), controlled };
        found.control(facts);
        found.data(facts);
        found.potential(facts, on_entry);
        found
    }
    /// The points of a node: its sides, if it is a branch.
    pub fn of_node(&self, node: NodeId) -> &[PointId] {
        &self.of[node]
    }
    /// Whether one depends on the other by control, data or potentially ([dgse-tse2017] `traditionalD`).
    #[doc(alias = "traditionalD")]
    pub fn depends(&self, on: PointId, dependent: PointId) -> bool {
        self.dependences.contains_key(&(dependent, on))
    }
    /// What a point depends on.
    pub fn on(&self, dependent: PointId) -> impl Iterator<Item = PointId> + '_ {
        let range = (dependent, PointId::new(0))..=(dependent, PointId::new(u32::MAX as usize));
        self.dependences.range(range).map(|((_, on), _)| *on)
    }

    /// How a point depends on another.
    pub fn how(&self, on: PointId, dependent: PointId) -> impl Iterator<Item = Dependence> + '_ {
        self.dependences.get(&(dependent, on)).into_iter().flatten().copied()
    }

    fn add(&mut self, on: PointId, dependent: NodeId, how: Dependence) {
        for dependent in self.of[dependent].clone() {
            self.dependences.entry((dependent, on)).or_default().insert(how);
        }
    }

    /// Def. 1.
    fn control(&mut self, facts: &Facts) {
        let mut graph: Digraph<PointId> = Digraph::new(self.points.len());
        for edge in control_dependence(&facts.flow) {
            let Some(side) = self.of[edge.branch].get(edge.edge as usize).copied() else { continue };
            self.of[edge.dependent].iter().for_each(|dependent| graph.add_edge(side, *dependent));
            self.add(side, edge.dependent, Dependence::Control);
        }
        let is_side = |id: &PointId| self.points[*id].side.is_some();
        for id in self.points.ids().filter(is_side).collect::<Vec<_>>() {
            self.controlled[id] =
                incise_base::reachable_from(&graph, graph.successors(id).iter().copied()).into_iter().collect();
        }
    }

    /// Def. 2.
    fn data(&mut self, facts: &Facts) {
        for flow in Reads::of(facts).flows {
            for from in self.of[flow.from].clone() {
                self.add(from, flow.to, Dependence::Data(flow.var));
            }
        }
    }

    /// Def. 3.
    fn potential(&mut self, facts: &Facts, on_entry: &dyn Fn(VarId) -> bool) {
        let flows = Reads::of(facts).flows;
        let branches: Vec<NodeId> = self.of.ids().filter(|node| self.of[*node].len() > 1).collect();
        for branch in branches {
            let sides = self.of[branch].clone();
            for side in &sides {
                // What the other sides may write, and where that may be read.
                let others: IdSet<PointId> = sides
                    .iter()
                    .filter(|other| *other != side)
                    .flat_map(|other| self.controlled[*other].iter().collect::<Vec<_>>())
                    .collect();
                let is_other = |node: NodeId| self.of[node].iter().any(|point| others.contains(*point));
                let read: BTreeSet<(VarId, NodeId)> =
                    flows.iter().filter(|flow| is_other(flow.from)).map(|flow| (flow.var, flow.to)).collect();
                let mut seen: BTreeMap<VarId, IdSet<PointId>> = BTreeMap::new();
                for (var, reader) in read {
                    let controls = |point: &PointId| sides.iter().any(|side| self.is_controlled(*side, *point));
                    if self.of[reader].iter().any(controls) {
                        continue;
                    }
                    let alive = seen.entry(var).or_insert_with(|| {
                        let defined = on_entry(var) && self.reaches_from_entry(facts, var, branch)
                            || self.is_defined_before(facts, var, branch);
                        if defined { self.alive(facts, var, *side) } else { IdSet::new() }
                    });
                    if self.of[reader].iter().any(|point| alive.contains(*point)) {
                        self.add(*side, reader, Dependence::Potential(var));
                    }
                }
            }
        }
    }

    fn is_controlled(&self, side: PointId, point: PointId) -> bool {
        self.dependences.get(&(point, side)).is_some_and(|how| how.contains(&Dependence::Control))
    }

    /// The points that control comes to from a point before a variable is overwritten for certain.
    pub fn alive(&self, facts: &Facts, var: VarId, from: PointId) -> IdSet<PointId> {
        let mut seen = IdSet::new();
        let mut work: Vec<PointId> = self.flow.successors(from).to_vec();
        let passes = |at: PointId| !facts.nodes[self.points[at].node].kills.contains(&var);
        depth_first(&mut work, |at| seen.insert(at) && passes(at), |at| self.flow.successors(at).iter().copied());
        seen
    }

    fn is_defined_before(&self, facts: &Facts, var: VarId, branch: NodeId) -> bool {
        facts.nodes.iter_ids().any(|(id, node)| {
            node.defs.contains(&var)
                && self.of[id].iter().any(|from| {
                    let alive = self.alive(facts, var, *from);
                    self.of[branch].iter().any(|side| alive.contains(*side))
                })
        })
    }

    fn reaches_from_entry(&self, facts: &Facts, var: VarId, branch: NodeId) -> bool {
        let Some(first) = self.points.ids().next() else { return false };
        let kills = facts.nodes[self.points[first].node].kills.contains(&var);
        branch == self.points[first].node
            || !kills
                && self.of[branch].iter().any(|side| {
                    self.of[self.points[first].node].iter().any(|first| self.alive(facts, var, *first).contains(*side))
                })
    }
}
