//! Programs over a finite set of inputs: a path is feasible when at least one input takes it, so nothing needs to be solved.
#![allow(dead_code, reason = "each test uses a part")]

use incise_deps::{Facts, Kind, NodeId, VarId};
use incise_guide::dise::{Abstract, Order, Outcome, Published, Search, Step, Successors, simulate};
use incise_ir::Id;
use std::collections::BTreeSet;

/// What a node does to what the program knows.
pub enum Meaning<E> {
    Branch(Box<dyn Fn(&E) -> bool>),
    Write(Box<dyn Fn(&mut E)>),
    End,
}

/// A program: what the rules see of it, what it does, and its inputs.
pub struct Finite<E> {
    pub facts: Facts,
    pub meanings: Vec<Meaning<E>>,
    pub inputs: Vec<E>,
    pub false_side_first: bool,
}

impl<E: Clone> Finite<E> {
    pub fn new(inputs: Vec<E>) -> Finite<E> {
        Finite { facts: Facts::new(), meanings: Vec::new(), inputs, false_side_first: false }
    }
    pub fn branch(&mut self, uses: impl IntoIterator<Item = VarId>, meaning: impl Fn(&E) -> bool + 'static) -> NodeId {
        self.meanings.push(Meaning::Branch(Box::new(meaning)));
        self.facts.push(Kind::Cond, [], uses)
    }
    pub fn write(
        &mut self,
        to: VarId,
        uses: impl IntoIterator<Item = VarId>,
        meaning: impl Fn(&mut E) + 'static,
    ) -> NodeId {
        self.meanings.push(Meaning::Write(Box::new(meaning)));
        self.facts.push(Kind::Write, [to], uses)
    }
    pub fn end(&mut self) -> NodeId {
        self.meanings.push(Meaning::End);
        self.facts.push(Kind::Other, [], [])
    }
    pub fn edges(&mut self, edges: &[(usize, usize)]) {
        for &(from, to) in edges {
            self.facts.edge(NodeId::new(from), NodeId::new(to));
        }
    }

    /// The path that an input takes.
    pub fn run(&self, input: &E) -> Vec<NodeId> {
        let mut state = vec![input.clone()];
        let mut path = vec![NodeId::new(0)];
        loop {
            let mut next = self.successors(path[path.len() - 1], &state);
            let Some((node, after)) = next.pop() else { return path };
            assert!(next.is_empty(), "one input takes one path");
            path.push(node);
            state = after;
        }
    }

    /// Every path that some input takes, found by running them all.
    pub fn all_paths(&self) -> BTreeSet<Vec<NodeId>> {
        self.inputs.iter().map(|input| self.run(input)).collect()
    }

    /// The directed search for these impacted nodes.
    pub fn search(
        &self,
        published: Published,
        impacted: &[NodeId],
        order: Order,
        seed: u64,
        observe: impl FnMut(&[NodeId], Step, &Search),
    ) -> Outcome {
        let mut search = Search::new(published, &self.facts.flow, impacted.iter().copied());
        let mut successors = Successors::new(order, &self.facts, seed);
        simulate(self, 1_000, &mut search, &mut successors, observe)
    }
}

impl<E: Clone> Abstract for Finite<E> {
    type State = Vec<E>;
    fn first(&self) -> NodeId {
        NodeId::new(0)
    }
    fn start(&self) -> Vec<E> {
        self.inputs.clone()
    }
    fn n_sides(&self, node: NodeId) -> usize {
        self.facts.flow.successors(node).len()
    }
    fn successors(&self, node: NodeId, state: &Vec<E>) -> Vec<(NodeId, Vec<E>)> {
        let targets = self.facts.flow.successors(node);
        match &self.meanings[node.index()] {
            Meaning::End => Vec::new(),
            Meaning::Write(write) => {
                let mut after = state.clone();
                after.iter_mut().for_each(write);
                vec![(targets[0], after)]
            }
            Meaning::Branch(holds) => {
                let (yes, no): (Vec<E>, Vec<E>) = state.iter().cloned().partition(holds);
                let mut sides = vec![(targets[0], yes), (targets[1], no)];
                if self.false_side_first {
                    sides.reverse();
                }
                sides.retain(|(_, inputs)| !inputs.is_empty());
                sides
            }
        }
    }
}

/// The impacted nodes on a path.
pub fn sequence(path: &[NodeId], impacted: &[NodeId]) -> Vec<NodeId> {
    path.iter().copied().filter(|node| impacted.contains(node)).collect()
}

/// The impacted nodes on each of these paths.
pub fn sequences<'a>(paths: impl IntoIterator<Item = &'a Vec<NodeId>>, impacted: &[NodeId]) -> BTreeSet<Vec<NodeId>> {
    paths.into_iter().map(|path| sequence(path, impacted)).collect()
}

pub fn nodes(numbers: &[usize]) -> Vec<NodeId> {
    numbers.iter().map(|number| NodeId::new(*number)).collect()
}

pub fn numbers(nodes: impl IntoIterator<Item = NodeId>) -> Vec<usize> {
    nodes.into_iter().map(|node| node.index()).collect()
}
