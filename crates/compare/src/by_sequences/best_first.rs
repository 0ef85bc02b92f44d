//! Best-first search over pairs of private states: new ones first, by [`Novelty`].
//!
//! From each, every function is called with arguments for each of its paths, with arguments that tell calls apart, and with drawn ones. A call that
//! leads to something new is made again and again until the states repeat or other blocks are executed: so counters reach their limits.

use crate::by_sequences::arguments::Arguments;
use crate::by_sequences::callee::Values;
use crate::by_sequences::concrete_states::Point;
use crate::by_sequences::novelty::{Novelty, Reached};
use crate::by_sequences::product::Call;
use crate::by_sequences::search::Search;
use std::collections::{BTreeSet, HashSet};

/// The most calls of a sequence, repeated ones counted once.
const MOST_CALLS: usize = 64;
/// How often a call is repeated after few others, and after more.
const REPEATED: usize = 1200;
const REPEATED_LATER: usize = 70;
const FEW: usize = 2;
/// The part of all calls that may be repeated ones.
const REPEATED_PART: u64 = 2;

/// A pair of states, and how it was reached.
struct Node {
    point: Point,
    /// From which, by which call, how often.
    from: Option<(usize, Call, usize)>,
    /// Calls until here, repeated ones counted once.
    depth: usize,
}

/// A best-first search.
pub(crate) struct BestFirst<'s, 'e, 'p, 'l> {
    search: &'s mut Search<'e, 'p, 'l>,
    reached: Reached,
    nodes: Vec<Node>,
    queue: BTreeSet<(Novelty, usize)>,
    /// Calls that were repeated, with what they executed.
    repeated: HashSet<(Call, u64)>,
    /// Calls that may still be repeated ones.
    left: u64,
}

impl<'s, 'e, 'p, 'l> BestFirst<'s, 'e, 'p, 'l> {
    /// From the initial states.
    pub(crate) fn new(search: &'s mut Search<'e, 'p, 'l>, numbers: &[i128]) -> BestFirst<'s, 'e, 'p, 'l> {
        let reached = Reached::new(search.product.callees[0].programs(), &search.root, numbers);
        let nodes = vec![Node { point: search.root.clone(), from: None, depth: 0 }];
        let left = search.product.budget.steps / REPEATED_PART;
        let queue = BTreeSet::from([(Novelty::Atom, 0)]);
        BestFirst { search, reached, nodes, queue, repeated: HashSet::new(), left }
    }

    /// Searches until enough was found or nothing is left to be spent.
    pub(crate) fn run(&mut self) {
        while let Some((_, at)) = self.queue.pop_first() {
            if self.search.is_over() || self.search.product.budget.solves == 0 {
                return;
            }
            self.expand(at);
        }
    }

    /// Calls every function from a pair of states.
    fn expand(&mut self, at: usize) {
        let depth = self.nodes[at].depth;
        if depth >= MOST_CALLS {
            return;
        }
        for function in 0..self.search.product.callees.len() {
            for values in self.ways(at, function) {
                self.follow(at, (function, values));
            }
        }
    }

    /// Arguments with which a function is called from a pair of states.
    fn ways(&mut self, at: usize, function: usize) -> Vec<Values> {
        if self.search.product.callees[function].variables.is_empty() {
            return vec![Vec::new()];
        }
        let solved = self.search.product.solve(&self.nodes[at].point, function);
        for values in solved.differing {
            let calls = self.calls(at, (function, values));
            self.search.take(calls);
        }
        let Search { arguments, product, .. } = &mut *self.search;
        let mut ways = solved.ways;
        ways.iter().for_each(|values| arguments.learn(function, values));
        let callee = &product.callees[function];
        ways.push(Arguments::numbered(callee, self.nodes[at].depth as u64 + 1));
        ways.push(arguments.drawn(function, callee));
        let mut known = BTreeSet::new();
        ways.retain(|values| known.insert(values.clone()));
        ways
    }

    /// Makes a call.
    fn follow(&mut self, at: usize, call: Call) {
        let Some(stepped) = self.search.product.step(&self.nodes[at].point, &call) else { return };
        if stepped.differs {
            let calls = self.calls(at, call);
            self.search.take(calls);
            return;
        }
        let Some(point) = stepped.point else { return };
        let novelty = self.add(at, (call.clone(), 1), point.clone(), stepped.executed);
        if novelty == Novelty::Atom && self.repeated.insert((call.clone(), stepped.executed)) {
            self.repeat(at, call, point, stepped.executed);
        }
    }

    /// Makes a call again and again.
    fn repeat(&mut self, at: usize, call: Call, mut point: Point, mut executed: u64) {
        let most = if self.nodes[at].depth <= FEW { REPEATED } else { REPEATED_LATER };
        let mut keys = HashSet::from([self.reached.key(&point)]);
        for times in 2..=most {
            if self.left == 0 || self.search.is_over() {
                return;
            }
            self.left -= 1;
            let Some(stepped) = self.search.product.step(&point, &call) else { return };
            if stepped.differs {
                let mut calls = self.calls(at, call.clone());
                calls.extend(std::iter::repeat_n(call, times - 1));
                self.search.take(calls);
                return;
            }
            let Some(next) = stepped.point else { return };
            let is_new = keys.insert(self.reached.key(&next));
            if !is_new || times == most || stepped.executed != executed {
                self.add(at, (call.clone(), times - 1), point.clone(), executed);
                self.add(at, (call.clone(), times), next.clone(), stepped.executed);
            }
            if !is_new {
                return;
            }
            (point, executed) = (next, stepped.executed);
        }
    }

    /// Takes note of a pair of states that a call leads to, made so many times.
    fn add(&mut self, from: usize, (call, times): (Call, usize), point: Point, executed: u64) -> Novelty {
        let novelty = self.reached.add(&point, executed);
        if novelty != Novelty::None {
            let depth = self.nodes[from].depth + 1;
            self.queue.insert((novelty, self.nodes.len()));
            self.nodes.push(Node { point, from: Some((from, call, times)), depth });
        }
        novelty
    }

    /// The calls that lead to a pair of states, and one more.
    fn calls(&self, at: usize, last: Call) -> Vec<Call> {
        let (mut found, mut at) = (vec![last], at);
        while let Some((from, call, times)) = &self.nodes[at].from {
            found.extend(std::iter::repeat_n(call.clone(), *times));
            at = *from;
        }
        found.reverse();
        found
    }
}
