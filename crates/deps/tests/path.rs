//! Interactive dependence and the relations on a path, on random procedures: against a twin written from the definitions, and against what holds
//! without a path.

use incise_deps::{
    Dependence, Facts, Interactive, Kind, NodeId, OnPath, PathDependences, PointId, Points, VarId, interactive,
};
use incise_ir::Id;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;

/// A procedure whose branches have two sides; control mostly goes forward.
fn random_facts(random: &mut StdRng) -> Facts {
    let n_nodes: usize = random.random_range(2..9);
    let mut facts = Facts::new();
    let branches: Vec<bool> = (0..n_nodes).map(|at| at + 1 < n_nodes && random.random_bool(0.4)).collect();
    for is_branch in &branches {
        let var = |random: &mut StdRng| VarId::new(random.random_range(0..3));
        let uses: Vec<VarId> = (0..random.random_range(0..3)).map(|_| var(random)).collect();
        let defs: Vec<VarId> = (0..usize::from(!is_branch)).map(|_| var(random)).collect();
        let node = facts.push(if *is_branch { Kind::Cond } else { Kind::Write }, defs, uses);
        if random.random_bool(0.2) {
            facts.nodes[node].kills.clear();
        }
    }
    for (at, is_branch) in branches.iter().enumerate().take(n_nodes - 1) {
        facts.edge(NodeId::new(at), NodeId::new(at + 1));
        if *is_branch {
            let back = random.random_bool(0.3);
            let to = if back { random.random_range(0..=at) } else { random.random_range(at + 1..n_nodes) };
            facts.edge(NodeId::new(at), NodeId::new(to));
        }
    }
    facts
}

fn each(check: impl Fn(&Facts, &Points, &mut StdRng)) {
    let mut random = StdRng::seed_from_u64(11);
    for _ in 0..1_500 {
        let facts = random_facts(&mut random);
        let points = Points::of(&facts, &|var| var.index() == 0);
        check(&facts, &points, &mut random);
    }
}

/// What a point leaves behind that something depends on: what it wrote or spared, or that it controls.
fn left_behind(points: &Points, point: PointId) -> BTreeSet<Dependence> {
    let of_point = points.dependences.iter().filter(|((_, on), _)| *on == point);
    of_point.flat_map(|(_, how)| how.iter().copied()).collect()
}

fn passes(facts: &Facts, points: &Points, from: PointId, left: Dependence, at: PointId) -> bool {
    match left {
        Dependence::Control => points.controlled[from].contains(at),
        Dependence::Data(var) | Dependence::Potential(var) => !facts.nodes[points.points[at].node].kills.contains(&var),
    }
}

/// Def. 7: whether some path goes from the first by the second to a point, with something of both alive all the way.
fn reach(facts: &Facts, points: &Points, first: PointId, second: PointId, to: PointId) -> bool {
    left_behind(points, first).into_iter().any(|of_first| {
        left_behind(points, second).into_iter().any(|of_second| {
            let mut seen = BTreeSet::new();
            let mut work: Vec<(PointId, bool)> =
                points.flow.successors(first).iter().map(|next| (*next, false)).collect();
            while let Some((at, has_second)) = work.pop() {
                if !seen.insert((at, has_second)) || !passes(facts, points, first, of_first, at) {
                    continue;
                }
                let has_second = at == second || has_second && passes(facts, points, second, of_second, at);
                work.extend(points.flow.successors(at).iter().map(|next| (*next, has_second)));
            }
            seen.contains(&(to, true))
        })
    })
}

/// Def. 4 as a fixed point: two that reach a third together, which depends on each of them or meets it.
#[test]
fn interactive_dependence_is_definition_4() {
    each(|facts, points, _| {
        let mut expected: BTreeSet<(PointId, PointId)> = BTreeSet::new();
        loop {
            let n_before = expected.len();
            for k in points.points.ids() {
                let met = expected.iter().filter(|(_, second)| *second == k).map(|(first, _)| *first);
                let both: BTreeSet<PointId> = points.on(k).chain(met).collect();
                for (i, j) in both.iter().flat_map(|i| both.iter().map(move |j| (*i, *j))) {
                    if !expected.contains(&(i, j)) && reach(facts, points, i, j, k) {
                        expected.insert((i, j));
                    }
                }
            }
            if expected.len() == n_before {
                break;
            }
        }
        let found: BTreeSet<(PointId, PointId)> = interactive(facts, points).into_keys().collect();
        assert_eq!(found, expected, "{facts:?}");
    });
}

fn random_path(points: &Points, random: &mut StdRng) -> Vec<PointId> {
    let pick = |of: &[PointId], random: &mut StdRng| of[random.random_range(0..of.len())];
    let mut path = vec![pick(points.of_node(NodeId::new(0)), random)];
    while let Some(last) = path.last()
        && path.len() < 25
        && !points.flow.successors(*last).is_empty()
    {
        path.push(pick(points.flow.successors(*last), random));
    }
    path
}

/// What depends on something on a path depends on it without the path too.
#[test]
fn what_holds_on_a_path_holds_without() {
    each(|facts, points, random| {
        let meetings: Interactive = interactive(facts, points);
        let on_path = PathDependences::of(facts, points, &meetings, random_path(points, random));
        for (position, on) in on_path.on.iter().enumerate() {
            for (earlier, how) in on.iter().flat_map(|(earlier, how)| how.iter().map(move |how| (*earlier, *how))) {
                let (from, to) = (on_path.path[earlier], on_path.path[position]);
                let holds = match how {
                    OnPath::Traditional(how) => points.how(from, to).any(|known| known == how),
                    OnPath::Interactive(_) => meetings.contains_key(&(from, to)),
                };
                assert!(holds && earlier < position, "{from} {to} {how:?} of {:?} in {facts:?}", on_path.path);
            }
        }
    });
}
