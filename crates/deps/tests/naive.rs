//! Control dependence and reaching definitions against twins written from their definitions, on random procedures.

use incise_base::post_dominators;
use incise_deps::{ControlEdge, Facts, Flow, Kind, NodeId, Reads, Relations, VarId, control_dependence};
use incise_ir::Id;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;

fn random_facts(random: &mut StdRng) -> Facts {
    let n_nodes = random.random_range(1..10);
    let mut facts = Facts::new();
    for _ in 0..n_nodes {
        let var = |random: &mut StdRng| VarId::new(random.random_range(0..3));
        let defs: Vec<VarId> = (0..random.random_range(0..2)).map(|_| var(random)).collect();
        let uses: Vec<VarId> = (0..random.random_range(0..3)).map(|_| var(random)).collect();
        let node = facts.push(Kind::Write, defs, uses);
        if random.random_bool(0.3) {
            facts.nodes[node].kills.clear();
        }
    }
    for node in facts.nodes.ids() {
        for _ in 0..random.random_range(0..3) {
            facts.edge(node, NodeId::new(random.random_range(0..n_nodes)));
        }
    }
    facts
}

fn each(check: impl Fn(&Facts)) {
    let mut random = StdRng::seed_from_u64(5);
    for _ in 0..3_000 {
        check(&random_facts(&mut random));
    }
}

/// [dise-pldi2011] Def. 3.9, per edge. Where an infinite loop is taken to end, a branch has the virtual exit as one more way out.
#[test]
fn control_dependence_is_definition_3_9() {
    each(|facts| {
        let post = post_dominators(&facts.flow);
        let mut expected = Vec::new();
        for branch in facts.flow.nodes() {
            let distinct: BTreeSet<&NodeId> = facts.flow.successors(branch).iter().collect();
            let may_end = distinct.len() > 1 && post.exits(branch);
            for (edge, &taken) in facts.flow.successors(branch).iter().enumerate() {
                for dependent in facts.flow.nodes() {
                    let avoids = |&other: &NodeId| other != taken && !post.post_dominates(dependent, other);
                    let other_way = may_end || facts.flow.successors(branch).iter().any(avoids);
                    if post.post_dominates(dependent, taken) && other_way {
                        expected.push(ControlEdge { branch, edge: edge as u32, dependent });
                    }
                }
            }
        }
        expected.sort();
        assert_eq!(control_dependence(&facts.flow), expected, "{facts:?}");
    });
}

/// The equations of reaching definitions, by iteration over sets.
#[test]
fn reaching_definitions_solve_the_equations() {
    each(|facts| {
        let mut out: Vec<BTreeSet<(NodeId, VarId)>> = vec![BTreeSet::new(); facts.nodes.len()];
        let entering = |out: &[BTreeSet<(NodeId, VarId)>], node: NodeId| -> BTreeSet<(NodeId, VarId)> {
            facts.flow.predecessors(node).iter().flat_map(|before| out[before.index()].iter().copied()).collect()
        };
        loop {
            let before = out.clone();
            for (id, node) in facts.nodes.iter_ids() {
                let mut set = entering(&out, id);
                set.retain(|(_, var)| !node.kills.contains(var));
                set.extend(node.defs.iter().map(|var| (id, *var)));
                out[id.index()] = set;
            }
            if before == out {
                break;
            }
        }
        let mut expected = Vec::new();
        for (to, node) in facts.nodes.iter_ids() {
            let reads = entering(&out, to).into_iter().filter(|(_, var)| node.uses.contains(var));
            expected.extend(reads.map(|(from, var)| Flow { from, to, var }));
        }
        expected.sort();
        assert_eq!(Reads::of(facts).flows, expected, "{facts:?}");
    });
}

/// A read on entry is the end of a path from the first node without a kill before it.
#[test]
fn reads_on_entry_are_reached_by_paths_without_kills() {
    each(|facts| {
        let mut expected = Vec::new();
        for var in (0..3).map(VarId::new) {
            let mut reached: BTreeSet<NodeId> = facts.nodes.ids().take(1).collect();
            loop {
                let passed = reached.iter().filter(|node| !facts.nodes[**node].kills.contains(&var));
                let next: Vec<NodeId> = passed.flat_map(|node| facts.flow.successors(*node)).copied().collect();
                let before = reached.len();
                reached.extend(next);
                if reached.len() == before {
                    break;
                }
            }
            expected
                .extend(reached.into_iter().filter(|node| facts.nodes[*node].uses.contains(&var)).map(|at| (var, at)));
        }
        assert_eq!(Reads::of(facts).on_entry, expected, "{facts:?}");
        let relations = Relations::of(facts);
        for var in (0..3).map(VarId::new) {
            let of_var: Vec<NodeId> = expected.iter().filter(|(read, _)| *read == var).map(|(_, at)| *at).collect();
            assert_eq!(Vec::from_iter(relations.reads_on_entry(var)), of_var);
        }
    });
}

#[test]
fn relations_are_found_from_both_ends() {
    each(|facts| {
        let relations = Relations::of(facts);
        for node in facts.nodes.ids() {
            let control = relations.control.iter();
            let expected: Vec<&ControlEdge> = control.clone().filter(|edge| edge.branch == node).collect();
            assert_eq!(Vec::from_iter(relations.controlled_by(node)), expected);
            let expected: Vec<&ControlEdge> = control.filter(|edge| edge.dependent == node).collect();
            assert_eq!(Vec::from_iter(relations.controllers_of(node)), expected);
            let expected: Vec<&Flow> = relations.flows.iter().filter(|flow| flow.from == node).collect();
            assert_eq!(Vec::from_iter(relations.flows_from(node)), expected);
            let expected: Vec<&Flow> = relations.flows.iter().filter(|flow| flow.to == node).collect();
            assert_eq!(Vec::from_iter(relations.flows_to(node)), expected);
        }
    });
}
