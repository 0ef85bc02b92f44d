//! Each analysis against a twin written from its definition, on random graphs.

use incise_base::{Digraph, Id, IdSet, components, distances, dominators, post_dominators, reach};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;

incise_base::ids! {
    /// A node of a graph.
    BlockId("b");
}

fn random_graph(random: &mut StdRng) -> Digraph<BlockId> {
    let n_nodes = random.random_range(1..12);
    let mut graph = Digraph::new(n_nodes);
    for node in graph.nodes() {
        for _ in 0..random.random_range(0..3) {
            graph.add_edge(node, BlockId::new(random.random_range(0..n_nodes)));
        }
    }
    graph
}

/// Whether there is a path that avoids `without`, from `from` to a node with `goal`.
fn path(graph: &Digraph<BlockId>, from: BlockId, without: Option<BlockId>, goal: impl Fn(BlockId) -> bool) -> bool {
    let mut seen = vec![from];
    let mut position = 0;
    while position < seen.len() {
        let node = seen[position];
        position += 1;
        if Some(node) == without {
            continue;
        }
        if goal(node) {
            return true;
        }
        for &next in graph.successors(node) {
            if !seen.contains(&next) {
                seen.push(next);
            }
        }
    }
    false
}

fn each_graph(check: impl Fn(&Digraph<BlockId>)) {
    let mut random = StdRng::seed_from_u64(11);
    for _ in 0..2_000 {
        check(&random_graph(&mut random));
    }
}

#[test]
fn reachability_is_paths() {
    each_graph(|graph| {
        let found = reach(graph);
        for from in graph.nodes() {
            for to in graph.nodes() {
                assert_eq!(found.path(from, to), path(graph, from, None, |node| node == to));
                assert_eq!(found.row(from).contains(to), found.path(from, to));
            }
        }
    });
}

/// Against relaxation until nothing changes.
#[test]
fn distances_are_least_costs() {
    each_graph(|graph| {
        let counts = |node: BlockId| !node.index().is_multiple_of(3);
        let found = distances(graph, counts);
        for from in graph.nodes() {
            let mut least: Vec<Option<u32>> = vec![None; graph.len()];
            least[from.index()] = Some(0);
            for _ in graph.nodes() {
                for node in graph.nodes() {
                    let Some(here) = least[node.index()] else { continue };
                    for next in graph.successors(node) {
                        let through = here + u32::from(counts(node));
                        let known = &mut least[next.index()];
                        *known = Some(known.map_or(through, |known| known.min(through)));
                    }
                }
            }
            for to in graph.nodes() {
                assert_eq!(found.between(from, to), least[to.index()]);
            }
        }
    });
}

#[test]
fn components_are_mutual_reachability() {
    each_graph(|graph| {
        let found = components(graph);
        let reach = reach(graph);
        for from in graph.nodes() {
            for to in graph.nodes() {
                let mutual = reach.path(from, to) && reach.path(to, from);
                assert_eq!(found.of[from] == found.of[to], mutual);
                if reach.path(from, to) {
                    assert!(found.of[from] >= found.of[to], "not in order");
                }
            }
            assert!(found.members[found.of[from]].contains(&from));
        }
    });
}

#[test]
fn dominators_are_on_every_path() {
    each_graph(|graph| {
        let root = BlockId::new(0);
        let found = dominators(graph, root);
        for node in graph.nodes() {
            let reached = path(graph, root, None, |at| at == node);
            for by in graph.nodes() {
                let avoidable = path(graph, root, Some(by), |at| at == node);
                assert_eq!(found.dominates(by, node), reached && !avoidable, "{by} {node} in {graph:?}");
            }
        }
    });
}

#[test]
fn post_dominators_are_on_every_path_to_the_exit() {
    each_graph(|graph| {
        let found = post_dominators(graph);
        for node in graph.nodes() {
            assert!(path(graph, node, None, |at| found.exits(at)), "{node} does not reach the exit");
            assert!(!graph.successors(node).is_empty() || found.exits(node));
            for by in graph.nodes() {
                let avoidable = path(graph, node, Some(by), |at| found.exits(at));
                assert_eq!(found.post_dominates(by, node), !avoidable, "{by} {node} in {graph:?}");
            }
        }
    });
}

#[test]
fn an_infinite_loop_reaches_the_virtual_exit() {
    let mut graph: Digraph<BlockId> = Digraph::new(3);
    let [start, body, back] = [0, 1, 2].map(BlockId::new);
    graph.add_edge(start, body);
    graph.add_edge(body, back);
    graph.add_edge(back, body);
    let found = post_dominators(&graph);
    assert_eq!(found.immediate(start), Some(body));
    assert_eq!(found.immediate(back), Some(body));
    assert_eq!(found.immediate(body), None);
}

/// Sets of bits against ordered sets.
#[test]
fn id_sets_are_sets() {
    let mut random = StdRng::seed_from_u64(12);
    for _ in 0..2_000 {
        let most = if random.random_bool(0.5) { 70 } else { 300 };
        let mut some = || -> BTreeSet<BlockId> {
            (0..random.random_range(0..9)).map(|_| BlockId::new(random.random_range(0..most))).collect()
        };
        let (left, right, noted) = (some(), some(), some());
        let of = |ids: &BTreeSet<BlockId>| ids.iter().rev().copied().collect::<IdSet<BlockId>>();
        let members = |set: &IdSet<BlockId>| set.iter().collect::<Vec<BlockId>>();
        let in_order = |ids: BTreeSet<BlockId>| ids.into_iter().collect::<Vec<BlockId>>();
        assert_eq!(members(&of(&left)), in_order(left.clone()));
        assert_eq!((of(&left).len(), of(&left).is_empty()), (left.len(), left.is_empty()));
        assert_eq!(of(&left) == of(&right), left == right);
        assert_eq!(members(&of(&left).without(&of(&right))), in_order(&left - &right));
        assert_eq!(of(&left).without(&of(&right)), of(&(&left - &right)));
        assert_eq!(of(&left).within(&of(&right)), of(&(&left & &right)));
        assert_eq!(of(&left).meets(&of(&right)), !left.is_disjoint(&right));
        let mut rest = of(&left);
        rest.subtract(&of(&right));
        assert_eq!(rest, of(&(&left - &right)));
        let mut union = of(&left);
        union.union_with(&of(&right));
        assert_eq!(union, of(&(&left | &right)));
        let (mut known, mut news) = (of(&left), of(&noted));
        assert_eq!(known.union_noting(&of(&right), &mut news), !right.is_subset(&left));
        assert_eq!(known, union);
        assert_eq!(news, of(&(&noted | &(&right - &left))));
        for id in (0..most).map(BlockId::new) {
            assert_eq!(union.contains(id), left.contains(&id) || right.contains(&id));
            assert_eq!(union.clone().insert(id), !union.contains(id));
        }
    }
}
