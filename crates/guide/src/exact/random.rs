//! The closures against concrete runs: random programs of random steps, changed at random, run whole and as planned. Values are hashes
//! of what was read, so a value that comes from somewhere else is another value.

mod generate;
mod interpret;

use super::backward::Backward;
use super::forward::Forward;
use super::model::Ends;
use super::observable_events::{Around, ObservableEvents, Supergraph};
use super::pair::{Pair, Pairing};
use super::skip_routing::{Ways, ways};
use generate::{Built, N_CELLS, N_LOCALS, Program};
use incise_base::Budget;
use incise_deps::{CellId, NodeId};
use incise_ir::{FuncId, Id};
use interpret::{End, Input, Run, run};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

/// What can differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found {
    result: bool,
    cells: BTreeSet<usize>,
    stream: bool,
    ending: bool,
}

/// How each function is led through; none for those that are never entered.
pub type Led = Vec<Option<Ways>>;

struct Planned<'a> {
    found: Found,
    base: (Backward<'a>, Led),
    modified: (Backward<'a>, Led),
}

fn pairs(base: &Built, modified: &Built, random: &mut StdRng) -> (Vec<Pair>, Vec<(usize, NodeId, NodeId)>) {
    let (mut pairs, mut changed) = (Vec::new(), Vec::new());
    for function in 0..base.functions.len() {
        let (old, new) = (&base.functions[function], &modified.functions[function]);
        let mut map = BTreeMap::new();
        for (at, step) in old.iter().enumerate().filter(|(_, step)| step.acts()) {
            let Some(there) = new.iter().position(|other| other.key == step.key && other.acts()) else { continue };
            let (from, to) = (NodeId::new(at), NodeId::new(there));
            if step.same_text(&new[there]) {
                map.insert(from, to);
            } else if step.kind == new[there].kind && random.random_bool(0.7) {
                map.insert(from, to);
                changed.push((function, from, to));
            }
        }
        pairs.push(Pair::new(FuncId::new(function), FuncId::new(function), map));
    }
    (pairs, changed)
}

const ENOUGH: &str = "the budget suffices";

fn plan<'a>(base: &'a Built, modified: &'a Built, random: &mut StdRng) -> Planned<'a> {
    let (pairs, changed) = pairs(base, modified, random);
    let (old, new) = (&base.version, &modified.version);
    let mut budget = Budget::new(1 << 30);
    let pairing = Pairing::new((old, new), pairs);
    let (mut old_forward, mut new_forward) = (Forward::new(old), Forward::new(new));
    for pair in &pairing.pairs {
        for (version, id, forward, map) in
            [(old, pair.base, &mut old_forward, &pair.to_mod), (new, pair.modified, &mut new_forward, &pair.to_base)]
        {
            for node in version.bodies[id].iter().flat_map(|body| body.steps.ids()) {
                if !map.contains_key(&node) {
                    forward.seed(id, node);
                }
            }
        }
        // Where a function is reached in one version only, nothing is the same.
        if old.bodies[pair.base].is_none() || new.bodies[pair.modified].is_none() {
            let nodes = old.bodies[pair.base].iter().flat_map(|body| body.steps.ids());
            nodes.for_each(|node| old_forward.seed(pair.base, node));
            let nodes = new.bodies[pair.modified].iter().flat_map(|body| body.steps.ids());
            nodes.for_each(|node| new_forward.seed(pair.modified, node));
        }
    }
    for (function, from, to) in changed {
        let (was, is) = (&base.functions[function][from.index()], &modified.functions[function][to.index()]);
        let id = FuncId::new(function);
        if was.target.is_some() && was.target == is.target {
            (0..was.args.len()).for_each(|argument| old_forward.mark_argument(id, from, argument));
            (0..is.args.len()).for_each(|argument| new_forward.mark_argument(id, to, argument));
            old_forward.mark_result(id, from);
            new_forward.mark_result(id, to);
        } else if was.ends == Ends::Always && is.ends == Ends::Always {
            old_forward.mark_reading(id, from);
            new_forward.mark_reading(id, to);
        } else {
            old_forward.seed(id, from);
            new_forward.seed(id, to);
        }
    }
    pairing.close_forward(&mut old_forward, &mut new_forward, &mut budget).expect(ENOUGH);
    let entry = FuncId::new(0);
    let both = [&old_forward, &new_forward];
    let happening = (ObservableEvents::of(old, &old_forward), ObservableEvents::of(new, &new_forward));
    let differs = |cell: &usize| both.iter().any(|forward| forward.cell_at_exit(CellId::new(*cell)) == Some(true));
    let mut found = Found {
        result: both.iter().any(|forward| forward.result(entry)),
        cells: (0..N_CELLS).filter(differs).collect(),
        stream: happening.0.output || happening.1.output,
        ending: !happening.0.ends.is_empty() || !happening.1.ends.is_empty(),
    };
    let (mut old_needed, mut new_needed) = (Backward::new(old), Backward::new(new));
    let dead = happening.0.dead || happening.1.dead;
    for (needed, happening) in [(&mut old_needed, &happening.0), (&mut new_needed, &happening.1)] {
        if found.result {
            needed.observe_result();
        }
        found.cells.iter().for_each(|cell| needed.observe_cell(CellId::new(*cell)));
        happening.ends.iter().for_each(|(function, node)| needed.run_event(*function, *node));
        if dead {
            needed.observe_return();
        }
    }
    let outputs = |built: &'a Built, needed: &mut Backward<'a>| super::require_output(needed, &built.version);
    if found.stream {
        outputs(base, &mut old_needed);
        outputs(modified, &mut new_needed);
    }
    let graphs = (Supergraph::of(old), Supergraph::of(new));
    loop {
        pairing.close_backward(&mut old_needed, &mut new_needed, &mut budget).expect(ENOUGH);
        let old_around = Around::of(old, &graphs.0, &old_forward, &old_needed, &mut budget).expect(ENOUGH);
        let new_around = Around::of(new, &graphs.1, &new_forward, &new_needed, &mut budget).expect(ENOUGH);
        let (was, is) = pairing.hidden((&old_around, &new_around), (&old_needed, &new_needed));
        if !found.stream && (was.output || is.output) {
            found.stream = true;
            outputs(base, &mut old_needed);
            outputs(modified, &mut new_needed);
            continue;
        }
        if !was.steps.is_empty() || !is.steps.is_empty() {
            pairing.force((&was, &is), &mut old_needed, &mut new_needed);
            continue;
        }
        let (old_led, new_led) = (led(base, &old_needed), led(modified, &new_needed));
        let missing = |led: &Led| -> Vec<(FuncId, NodeId)> {
            let all = led.iter().enumerate().filter_map(|(id, ways)| Some((FuncId::new(id), ways.as_ref()?)));
            all.flat_map(|(id, ways)| ways.missing.iter().map(move |node| (id, *node))).collect()
        };
        let (old_missing, new_missing) = (missing(&old_led), missing(&new_led));
        if old_missing.is_empty() && new_missing.is_empty() {
            return Planned { found, base: (old_needed, old_led), modified: (new_needed, new_led) };
        }
        old_missing.into_iter().for_each(|(id, node)| old_needed.run_end(id, node));
        new_missing.into_iter().for_each(|(id, node)| new_needed.run_end(id, node));
    }
}

fn led(built: &Built, needed: &Backward) -> Led {
    let one = |(id, body): (FuncId, &Option<super::model::Body>)| {
        body.as_ref().filter(|_| needed.enters(id)).map(|body| ways(body, |node| needed.runs(id, node)))
    };
    built.version.bodies.iter_ids().map(one).collect()
}

/// What two runs agree on.
fn agree(found: &Found, old: &Run, new: &Run) -> bool {
    if found.ending && old.end.kind() != new.end.kind() {
        return false;
    }
    if found.stream && old.stream != new.stream {
        return false;
    }
    match (&old.end, &new.end) {
        (End::Return(was), End::Return(is)) => {
            (!found.result || was == is) && found.cells.iter().all(|cell| old.cells[*cell] == new.cells[*cell])
        }
        _ => true,
    }
}

fn everything() -> Found {
    Found { result: true, cells: (0..N_CELLS).collect(), stream: true, ending: true }
}

#[derive(Default, Debug)]
struct Counts {
    cases: usize,
    inputs: usize,
    differ: usize,
    agree: usize,
    nothing_reached: usize,
    partly: usize,
    failed_unseen: usize,
}

fn check_pair(base: &Built, modified: &Built, random: &mut StdRng, counts: &mut Counts, name: &str) {
    let planned = plan(base, modified, random);
    let found = &planned.found;
    counts.cases += 1;
    counts.nothing_reached += usize::from(*found == Found::default());
    let n_run = |built: &Built, needed: &Backward| {
        let all = built.version.reached().flat_map(|(id, body)| body.steps.iter_ids().map(move |step| (id, step)));
        let acting: Vec<bool> =
            all.filter(|(_, (_, step))| step.acts).map(|(id, (node, _))| needed.runs(id, node)).collect();
        (acting.iter().filter(|runs| **runs).count(), acting.len())
    };
    let (runs, of) = n_run(modified, &planned.modified.0);
    counts.partly += usize::from(runs > 0 && runs < of);
    for _ in 0..6 {
        let input = Input {
            formals: (0..N_LOCALS).map(|_| random.random_range(0..4)).collect(),
            cells: (0..N_CELLS).map(|_| random.random_range(0..4)).collect(),
        };
        let full = (run(base, &planned.base.0, None, &input), run(modified, &planned.modified.0, None, &input));
        let part = (
            run(base, &planned.base.0, Some(&planned.base.1), &input),
            run(modified, &planned.modified.0, Some(&planned.modified.1), &input),
        );
        let (Some(old), Some(new), Some(old_part), Some(new_part)) = (full.0, full.1, part.0, part.1) else { continue };
        counts.inputs += 1;
        for (full, part, built) in [(&old, &old_part, base), (&new, &new_part, modified)] {
            let context = || format!("{name}\n{input:?}\n{found:?}\nfull {full:?}\npart {part:?}\n{built}\n");
            assert!(!part.irrelevant, "a step that is run read what was skipped: {}", context());
            if full.failed_unseen {
                assert!(part.trace.starts_with(&full.trace), "{}", context());
            } else {
                assert_eq!(part.trace, full.trace, "{}", context());
            }
        }
        let context = || {
            format!(
                "{name}\n{input:?}\n{found:?}\nbase {base}\nmod {modified}\n{old:?}\n{new:?}\n{old_part:?}\n{new_part:?}"
            )
        };
        // What cannot differ does not.
        if !found.ending {
            assert_eq!(old.end.kind(), new.end.kind(), "{}", context());
        }
        if old.end.kind() == new.end.kind() {
            assert!(found.stream || old.stream == new.stream, "{}", context());
        }
        if let (End::Return(was), End::Return(is)) = (&old.end, &new.end) {
            assert!(found.result || was == is, "{}", context());
            for cell in (0..N_CELLS).filter(|cell| !found.cells.contains(cell)) {
                assert_eq!(old.cells[cell], new.cells[cell], "cell {cell} {}", context());
            }
        }
        // Comparing what is run compares the versions.
        let same = agree(&everything(), &old, &new);
        let unseen = old.failed_unseen || new.failed_unseen;
        counts.failed_unseen += usize::from(unseen);
        *(if same { &mut counts.agree } else { &mut counts.differ }) += 1;
        if agree(found, &old_part, &new_part) {
            assert!(same, "{}", context());
        } else {
            assert!(!same || unseen, "{}", context());
        }
    }
}

#[test]
fn plans_agree_with_whole_runs() {
    let mut counts = Counts::default();
    let n_cases = std::env::var("INCISE_RANDOM_CASES").map_or(20_000, |text| text.parse().expect("a number"));
    for seed in 0..n_cases {
        let mut random = StdRng::seed_from_u64(seed);
        let program = Program::random(&mut random);
        let changed = program.changed(&mut random);
        let (base, modified) = (program.build(), changed.build());
        check_pair(&base, &modified, &mut random, &mut counts, &format!("seed {seed}"));
    }
    println!("{counts:?}");
    assert!(counts.inputs > 30_000 && counts.differ > 3_000 && counts.agree > 3_000, "{counts:?}");
    assert!(counts.partly > 3_000 && counts.nothing_reached > 300, "{counts:?}");
}
