//! The search on random acyclic programs: it explores nothing that does not exist, and it is the figure's.

mod finite;

use finite::{Finite, sequence, sequences};
use incise_base::{Digraph, reach};
use incise_deps::{NodeId, Relations, VarId};
use incise_guide::dise::{Abstract, Order, Published, Search};
use incise_impact::{Change, Impact, Procedure, pldi11, tosem14};
use incise_ir::Id;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;

/// Bits 0 to 3 are inputs, 4 to 6 are variables, all of them open at the start.
type Bits = u8;
const N_INPUTS: usize = 4;
const N_BITS: usize = 7;

/// A bit, perhaps negated, or the difference of two bits.
#[derive(Clone, Copy)]
struct Expr {
    left: usize,
    right: Option<usize>,
    negated: bool,
}

impl Expr {
    fn random(random: &mut StdRng) -> Expr {
        let left = random.random_range(0..N_BITS);
        let right = random.random_bool(0.3).then(|| random.random_range(0..N_BITS));
        Expr { left, right, negated: random.random() }
    }
    fn value(self, bits: Bits) -> bool {
        let bit = |index: usize| bits >> index & 1 == 1;
        bit(self.left) ^ self.right.is_some_and(bit) ^ self.negated
    }
    fn uses(self) -> Vec<VarId> {
        std::iter::once(self.left).chain(self.right).map(VarId::new).collect()
    }
}

/// Adds statements after these nodes; gives the nodes from which control goes on.
fn statements(program: &mut Finite<Bits>, random: &mut StdRng, depth: usize, mut ends: Vec<NodeId>) -> Vec<NodeId> {
    for _ in 0..random.random_range(1..=3) {
        let expr = Expr::random(random);
        let enter = |program: &mut Finite<Bits>, ends: &[NodeId], node: NodeId| {
            for end in ends {
                program.facts.edge(*end, node);
            }
        };
        if depth == 0 || random.random_bool(0.4) {
            let to = random.random_range(N_INPUTS..N_BITS);
            let constant = random.random_bool(0.3);
            let uses = if constant { Vec::new() } else { expr.uses() };
            let write = move |bits: &mut Bits| {
                let value = if constant { expr.negated } else { expr.value(*bits) };
                *bits = *bits & !(1 << to) | u8::from(value) << to;
            };
            let node = program.write(VarId::new(to), uses, write);
            enter(program, &ends, node);
            ends = vec![node];
            continue;
        }
        let node = program.branch(expr.uses(), move |bits| expr.value(*bits));
        enter(program, &ends, node);
        // Every side has at least one statement, so that the edges of a branch are in the order of its sides.
        ends = statements(program, random, depth - 1, vec![node]);
        ends.extend(statements(program, random, depth - 1, vec![node]));
    }
    ends
}

fn program(random: &mut StdRng) -> Finite<Bits> {
    let mut program = Finite::new((0..1 << N_BITS).collect());
    let ends = statements(&mut program, random, 2, Vec::new());
    let end = program.end();
    for before in ends {
        program.facts.edge(before, end);
    }
    program
}

type RuleSet = fn(Option<Procedure>, Procedure, &Change) -> (Impact, Impact);

fn impact(rules: RuleSet, program: &Finite<Bits>, changed: NodeId) -> Vec<NodeId> {
    let relations = Relations::of(&program.facts);
    let procedure = Procedure { facts: &program.facts, relations: &relations };
    let map = program.facts.nodes.ids().map(|node| (node, node)).collect();
    let change = Change { added: vec![changed], removed: Vec::new(), replaced: vec![changed], map };
    rules(Some(procedure), procedure, &change).1.nodes().collect()
}

/// [dise-tosem2014] Fig. 7 to the letter, with sets as sets. A call that goes nowhere stands for a path condition if
/// something was explored for the first time since the last one.
struct Letter<'a> {
    program: &'a Finite<Bits>,
    paths: &'a dyn Fn(NodeId, NodeId) -> bool,
    impacted: BTreeSet<NodeId>,
    explored: BTreeSet<NodeId>,
    is_new: bool,
    found: Vec<Vec<NodeId>>,
}

impl Letter<'_> {
    fn dise(&mut self, path: &[NodeId], state: &Vec<Bits>) {
        let node = path[path.len() - 1];
        if self.impacted.contains(&node) {
            self.is_new |= self.explored.insert(node);
        }
        let mut went_on = false;
        for (next, state) in self.program.successors(node, state) {
            if !self.prune(next) {
                went_on = true;
                self.dise(&[path, &[next]].concat(), &state);
            }
        }
        if !went_on && std::mem::take(&mut self.is_new) {
            self.found.push(path.iter().copied().filter(|node| self.impacted.contains(node)).collect());
        }
    }

    fn prune(&mut self, node: NodeId) -> bool {
        let mut no_impact = true;
        for unexplored in self.impacted.clone() {
            if self.explored.contains(&unexplored) || !(self.paths)(node, unexplored) {
                continue;
            }
            no_impact = false;
            self.explored.retain(|explored| !(self.paths)(unexplored, *explored));
        }
        no_impact
    }
}

#[test]
fn what_is_explored_exists_and_is_what_the_figure_explores() {
    let mut random = StdRng::seed_from_u64(2014);
    let (mut n_with_impact, mut n_lossy, mut n_lost, mut n_all, mut n_twice) = (0u32, 0u32, 0, 0, 0);
    for number in 0..20_000 {
        let program = program(&mut random);
        let changed = NodeId::new(random.random_range(0..program.facts.nodes.len() - 1));
        let rules = if number % 2 == 0 { tosem14 as RuleSet } else { pldi11 };
        let impacted = impact(rules, &program, changed);
        let all_paths = program.all_paths();
        let all = sequences(&all_paths, &impacted);
        let outcome = program.search(Published::Tosem14, &impacted, Order::Default, 0, |_, _, _| {});
        for path in &outcome.paths {
            assert!(all_paths.contains(path), "program {number}: no input takes {path:?}");
        }
        let explored: Vec<Vec<NodeId>> = outcome.paths.iter().map(|path| sequence(path, &impacted)).collect();
        assert!(explored.iter().all(|sequence| !sequence.is_empty()), "program {number}: nothing impacted");

        let paths = reach(&program.facts.flow);
        let mut letter = Letter {
            program: &program,
            paths: &|from, to| paths.path(from, to),
            impacted: impacted.iter().copied().collect(),
            explored: BTreeSet::new(),
            is_new: false,
            found: Vec::new(),
        };
        letter.dise(&[NodeId::new(0)], &program.start());
        for sequence in &letter.found {
            assert!(explored.contains(sequence), "program {number}: the figure explores {sequence:?}");
        }
        for sequence in &explored {
            let is_prefix = letter.found.iter().any(|longer| longer.starts_with(sequence));
            assert!(is_prefix, "program {number}: the figure does not explore {sequence:?}");
        }

        // On acyclic graphs there are no loops to check.
        let by_fig6 = program.search(Published::Pldi11, &impacted, Order::Default, 0, |_, _, _| {});
        assert_eq!(by_fig6, outcome);

        let distinct: BTreeSet<&Vec<NodeId>> = explored.iter().collect();
        let lost = all.iter().filter(|sequence| !sequence.is_empty() && !distinct.contains(sequence)).count();
        n_with_impact += u32::from(all.iter().any(|sequence| !sequence.is_empty()));
        n_all += all.iter().filter(|sequence| !sequence.is_empty()).count();
        n_lost += lost;
        n_lossy += u32::from(lost > 0);
        n_twice += explored.len() - distinct.len();
    }
    println!("{n_with_impact} programs with a feasible impacted sequence, {n_lossy} of which lose at least one:");
    println!("{n_lost} of {n_all} sequences lost, {n_twice} explored again");
    assert!(n_lossy > 0, "the theorem does not hold");
}

/// The orders change what is lost, not whether it exists.
#[test]
fn every_order_explores_what_exists() {
    let mut random = StdRng::seed_from_u64(423);
    for seed in 0..2_000 {
        let program = program(&mut random);
        let changed = NodeId::new(random.random_range(0..program.facts.nodes.len() - 1));
        let impacted = impact(tosem14, &program, changed);
        let all_paths = program.all_paths();
        for order in [Order::Random, Order::Greedy] {
            let outcome = program.search(Published::Tosem14, &impacted, order, seed, |_, _, _| {});
            assert!(outcome.paths.iter().all(|path| all_paths.contains(path)));
            let again = program.search(Published::Tosem14, &impacted, order, seed, |_, _, _| {});
            assert_eq!(again, outcome, "the same seed gives the same search");
        }
    }
}

/// The sets of the search against sets as sets, on graphs with loops, by Fig. 7.
#[test]
fn explored_sets_are_the_figures_on_graphs_with_loops() {
    let mut random = StdRng::seed_from_u64(2011);
    for _ in 0..3_000 {
        let n_nodes = random.random_range(1..90);
        let mut flow: Digraph<NodeId> = Digraph::new(n_nodes);
        for node in flow.nodes() {
            for _ in 0..random.random_range(0..3) {
                flow.add_edge(node, NodeId::new(random.random_range(0..n_nodes)));
            }
        }
        let impacted: BTreeSet<NodeId> = flow.nodes().filter(|_| random.random_bool(0.4)).collect();
        let paths = reach(&flow);
        let mut explored: BTreeSet<NodeId> = BTreeSet::new();
        let mut search = Search::new(Published::Tosem14, &flow, impacted.iter().copied());
        for _ in 0..40 {
            let node = NodeId::new(random.random_range(0..n_nodes));
            search.ended();
            let goes_on = search.arrive(node);
            let ahead: Vec<NodeId> =
                impacted.difference(&explored).copied().filter(|other| paths.path(node, *other)).collect();
            explored.retain(|explored| !ahead.iter().any(|other| paths.path(*other, *explored)));
            if !ahead.is_empty() && impacted.contains(&node) {
                explored.insert(node);
            }
            assert_eq!(goes_on, !ahead.is_empty());
            assert_eq!(search.explored(), explored.iter().copied().collect::<Vec<_>>());
            let unexplored: Vec<NodeId> = impacted.difference(&explored).copied().collect();
            assert_eq!(search.unexplored(), unexplored);
        }
    }
}
