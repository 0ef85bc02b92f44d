//! The directed search under the engine, on C programs. The LLVM reader must have been built (`cargo build -p
//! incise-llvm`).

use incise_deps::ProgramFacts;
use incise_diff::{Side, diff};
use incise_engine::{
    Config, Entry, ExplorationSetup, Guide, MakeGuide, Measures, PathRecord, Progress, Report, UbPolicy, Weakness,
    explore,
};
use incise_frontend::{Cache, Options};
use incise_guide::dise::{Order, Published, Successors, dise};
use incise_impact::{Impact, Rules, impact};
use incise_ir::{FuncId, Module, verify};
use incise_solver::{Solver, SolverConfig};
use std::path::Path;

fn load(file: &Path) -> Module {
    let cache = Cache::At(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let options = Options { cache, ..Options::default() };
    let module = incise_frontend::load(&[file.to_path_buf()], &options).unwrap_or_else(|error| panic!("{error}"));
    verify(&module).unwrap_or_else(|error| panic!("{error}"));
    module
}

/// The new version of a function, with what a change of it impacts.
struct Changed {
    module: Module,
    facts: ProgramFacts,
    function: FuncId,
    impact: Impact,
    config: Config,
}

impl Changed {
    fn of(old: &Path, new: &Path, name: &str, rules: Rules) -> Changed {
        let (old, module) = (load(old), load(new));
        let (old_facts, facts) = (ProgramFacts::of(&old, &[]), ProgramFacts::of(&module, &[]));
        let difference = diff(Side { module: &old, facts: &old_facts }, Side { module: &module, facts: &facts });
        let found = impact(rules, &old_facts, &facts, &difference);
        let function = module.function(name).expect("the function is there");
        let of_function = |other: &&incise_impact::FunctionImpact| other.modified.is_some_and(|id| id.0 == function);
        let impact = found.functions.iter().find(of_function).map(|found| found.mod_set.clone()).unwrap_or_default();
        let config = Config::default().with(|run| {
            run.entry = Entry::Function(name.to_owned());
            run.checks.ub = UbPolicy::Wrap;
        });
        Changed { module, facts, function, impact, config }
    }

    fn in_repository(old: &str, new: &str, name: &str, rules: Rules) -> Changed {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        Changed::of(&root.join(old), &root.join(new), name, rules)
    }

    fn of_text(old: &str, new: &str, name: &str) -> Changed {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let files = ["old.c", "new.c"].map(|name| folder.path().join(name));
        for (file, text) in files.iter().zip([old, new]) {
            std::fs::write(file, text).expect("a temporary file");
        }
        Changed::of(&files[0], &files[1], name, Rules::Tosem14)
    }

    fn explore<'p>(&'p self, guide: Option<MakeGuide<'_, 'p>>, jobs: usize) -> Report {
        let solver = || Solver::new(SolverConfig::default());
        let progress = Progress::default();
        let setup = ExplorationSetup::new(&self.module, &self.config, &solver, &progress);
        explore(ExplorationSetup { guide, jobs, ..setup }).unwrap_or_else(|error| panic!("{error}"))
    }

    fn full(&self) -> Report {
        self.explore(None, 1)
    }

    /// What is found is what full exploration finds, or a part of it.
    fn directed(&self, published: Published, order: Order, seed: u64) -> Report {
        let facts = self.facts.functions[self.function].as_ref().expect("the function has a body");
        let make = || -> Box<dyn Guide> {
            let successors = Successors::new(order, &facts.facts, seed);
            Box::new(dise(published, self.function, facts, &self.impact, successors))
        };
        let report = self.explore(Some(&make), 4);
        let full = self.full();
        for path in &report.found.paths {
            assert!(full.found.paths.contains(path), "full exploration does not find {path:?}");
        }
        report
    }
}

fn input(path: &PathRecord, name: &str) -> i32 {
    let input = path.inputs.iter().find(|input| input.name == name).expect("an input of this name");
    i32::from_le_bytes(input.bytes[..4].try_into().expect("an int"))
}

fn wheel_brake(rules: Rules) -> Changed {
    Changed::in_repository("examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c", "update", rules)
}

/// The measures by hand. Full: n6–n9 are run in 3 ways after each of n1, n3 and n4; n11 is infeasible under n4 each
/// time. A path has a constraint, and a question, for each branch that it decides; the branch n10 under n4 is a
/// question but no constraint.
#[test]
fn dise_tosem2014_fig3_wheel_brake() {
    for (published, rules) in [(Published::Pldi11, Rules::Pldi11), (Published::Tosem14, Rules::Tosem14)] {
        let changed = wheel_brake(rules);
        let full = changed.full();
        assert_eq!((full.stats.completed, full.found.paths.len()), (24, 24));
        let by_hand = Measures {
            states: 50,
            path_conditions: 24,
            prunings: 0,
            infeasible: 3,
            terms: 115,
            calls: 121,
            min_calls: 3,
            max_calls: 6,
        };
        assert_eq!(full.stats.measures, by_hand);
        let report = changed.directed(published, Order::Default, 0);
        assert_eq!((report.stats.completed, report.found.paths.len()), (8, 8));
        assert!(report.found.paths.iter().all(|path| input(path, "BSwitch") == 0), "n6 n7 each time");
        let by_hand = Measures {
            states: 26,
            path_conditions: 8,
            prunings: 4,
            infeasible: 3,
            terms: 33,
            calls: 35,
            min_calls: 3,
            max_calls: 5,
        };
        assert_eq!(report.stats.measures, by_hand);
        assert_eq!(report.stats.measures.average_terms(), 33.0 / 8.0);
        let n_pruned = |report: &Report| -> u64 {
            report.ledger.iter().filter(|(entry, _)| entry.weakness == Weakness::Pruned).map(|(_, count)| count).sum()
        };
        assert_eq!((n_pruned(&report), n_pruned(&full)), (4, 0));
        assert!(report.ledger.loses_paths());
    }
}

#[test]
fn every_order_finds_wheel_brake_paths_and_repeats_itself() {
    let changed = wheel_brake(Rules::Precise);
    for seed in 0..10 {
        for order in [Order::Random, Order::Greedy] {
            let report = changed.directed(Published::Tosem14, order, seed);
            let again = changed.directed(Published::Tosem14, order, seed);
            assert_eq!((report.found.paths, report.stats), (again.found.paths, again.stats));
        }
    }
}

#[test]
fn identical_versions_explore_nothing() {
    let new = "examples/wheel-brake/wbs_new.c";
    let changed = Changed::in_repository(new, new, "update", Rules::Tosem14);
    let report = changed.directed(Published::Tosem14, Order::Default, 0);
    assert_eq!((report.stats.completed, report.stats.instructions, report.found.paths.len()), (0, 0, 0));
}

#[test]
fn pruned_sequence() {
    let explored = |which: &str| {
        let file = |version: &str| format!("tests/papers/dise-tosem2014/{which}_{version}.c");
        let changed = Changed::in_repository(&file("old"), &file("new"), "pruned", Rules::Tosem14);
        assert_eq!(changed.full().found.paths.len(), 3);
        let report = changed.directed(Published::Tosem14, Order::Default, 0);
        report.found.paths.iter().map(|path| (input(path, "c") != 0, input(path, "x") > 0)).collect::<Vec<_>>()
    };
    // With c the value of x does not matter, and the solver takes 0.
    let mut found = explored("pruned_sequence");
    found.sort();
    assert_eq!(found, [(false, false), (true, false)], "c == 0 with x > 0 is missed");
    let mut found = explored("pruned_turned");
    found.sort();
    assert_eq!(found, [(false, false), (false, true), (true, false)]);
}

#[test]
fn lost_sequences() {
    let file = |version: &str| format!("tests/papers/dise-tosem2014/lost_sequences_{version}.c");
    let changed = Changed::in_repository(&file("old"), &file("new"), "lost", Rules::Tosem14);
    assert_eq!(changed.full().found.paths.len(), 4);
    let report = changed.directed(Published::Tosem14, Order::Default, 0);
    let mut found: Vec<(i32, i32)> =
        report.found.paths.iter().map(|path| (input(path, "x") & 1, input(path, "y") & 1)).collect();
    found.sort();
    assert_eq!(found, [(0, 0), (0, 1), (1, 1)], "(a1, b2) is missed");
}

/// A change after which a branch that does not matter follows: the path is finished, once.
#[test]
fn a_path_with_something_impacted_is_finished() {
    let old = "int y, z; void f(int a, int b) { y = a; if (b) z = 1; else z = 2; if (b > 5) z = 3; }";
    let new = old.replace("y = a", "y = a + 1");
    let changed = Changed::of_text(old, &new, "f");
    assert_eq!(changed.full().found.paths.len(), 3);
    let report = changed.directed(Published::Tosem14, Order::Default, 0);
    assert_eq!(report.stats.completed, 1);
}

/// What is called runs unguided: paths that fork there are pruned when they are back, if nothing is ahead.
#[test]
fn callees_are_not_guided() {
    let old = "static int sign(int v) { if (v < 0) return -1; if (v > 0) return 1; return 0; }
        int y; void f(int a, int b) { int s = sign(b); if (a > 1) y = s; else y = 0; }";
    let new = old.replace("a > 1", "a > 2");
    let changed = Changed::of_text(old, &new, "f");
    assert_eq!(changed.full().found.paths.len(), 6);
    let report = changed.directed(Published::Tosem14, Order::Default, 0);
    assert_eq!((report.stats.completed, report.stats.measures.prunings), (2, 2));
}

/// A loop on an input: the bound ends it, and what is explored is real.
#[test]
fn loops_end_at_the_bound() {
    let old = "int s; void f(int n) { int i = 0; while (i < n) { s += i; i++; } s = s * 2; }";
    let new = old.replace("s += i", "s += i + 1");
    for published in [Published::Pldi11, Published::Tosem14] {
        let mut changed = Changed::of_text(old, &new, "f");
        changed.config.bounds.loop_bound = Some(4);
        let report = changed.directed(published, Order::Default, 0);
        assert!(report.stats.cut > 0, "the bound was met");
        assert!(report.stats.completed > 0 && report.stats.completed <= 5);
    }
}

/// Forks within statements, and paths that end in errors: the measures do not depend on who did what.
#[test]
fn measures_do_not_depend_on_the_number_of_workers() {
    let text = "int t[4]; int f(int *p, unsigned i, unsigned j, int k) {
            char v[1 + (j & 3)];
            v[0] = (char)k;
            int r = t[i % 6] + 10 / k + v[0];
            switch (j) { case 1: r += 1; break; case 3: r += 2; break; case 7: r = p[j & 3]; break; default: r--; }
            int *q = i & 1 ? t : p;
            if (q[j & 1] > r) r++;
            if (i < 3 && j > 2) t[i] = r; else if (k > 2) t[k & 3] = 1;
            while (k > 0 && k < 5) { k++; r ^= k; }
            return r;
        }";
    let mut changed = Changed::of_text(text, text, "f");
    changed.config.checks.ub = UbPolicy::Report;
    let alone = changed.explore(None, 1);
    assert!(alone.stats.failed > 0 && alone.stats.completed > 50, "{:?}", alone.stats);
    for order in [incise_engine::Order::Depth, incise_engine::Order::Breadth, incise_engine::Order::RandomPath] {
        changed.config.search.order = order;
        for jobs in [1, 4] {
            let report = changed.explore(None, jobs);
            assert_eq!(report.stats.measures, alone.stats.measures, "{order:?} with {jobs} workers");
        }
    }
}

/// Pending states that are put away to save memory come back in the same order, and are pruned as they would have been.
#[test]
fn putting_states_away_changes_nothing() {
    let text = |limit: &str| {
        let body: String = (0..8).map(|n| format!("if (p[{n}] > {limit}) a += {n}; else b -= {n};\n")).collect();
        format!("int a, b, p[8]; void f(int q) {{ if (q) a = 1; {body} if (q > 5) b = 1; }}")
    };
    let mut changed = Changed::of_text(&text("3"), &text("4"), "f");
    let plain = changed.directed(Published::Tosem14, Order::Random, 7);
    assert!(plain.stats.completed > 64, "states are put away after 64 paths: {:?}", plain.stats);
    changed.config.bounds.max_memory = Some(1);
    let saving = changed.directed(Published::Tosem14, Order::Random, 7);
    assert!(saving.stats.spilled > 0);
    assert_eq!((saving.found.paths, saving.stats.measures), (plain.found.paths, plain.stats.measures));
}
