//! The exact guide on small programs: what is run, what is skipped, what can differ.

mod versions;

use incise_engine::{Action, EndAction, Place};
use incise_guide::{Globals, Observe};
use std::collections::BTreeSet;
use versions::{check, jumps, named, observed, versions};

fn example(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// [dise-pldi2011] Fig. 2: n0–n5 and n10–n14 run, the branch on BSwitch is led over, and Meter is forgotten.
#[test]
fn wheel_brake() {
    let found = versions(&example("wheel-brake/wbs_old.c"), &example("wheel-brake/wbs_new.c"), "update");
    assert_eq!(found.run_lines("update"), [21, 22, 23, 24, 26, 28, 35, 36, 37, 38, 40]);
    assert_eq!(found.old_run_lines("update").len(), 11);
    assert_eq!(found.globals(), ["AltPress"]);
    let outputs = &found.plan.outputs;
    assert!(!outputs.result && !outputs.outside && !outputs.heap && !outputs.stream && !outputs.ending);
    assert!(found.plan.reached);
    let plan = found.function_plan("update");
    let meter = found.modified.globals.iter_ids().find(|(_, global)| global.name == "Meter").expect("it exists").0;
    let jumps = jumps(plan);
    assert_eq!(jumps.len(), 1, "{jumps:?}");
    let EndAction::Jump { clobber, .. } = jumps[0] else { panic!("a jump") };
    assert_eq!(clobber.memory, [Place::Global(meter, Some((0, 4)))]);
    assert!(clobber.locals.is_empty());
    assert!(plan.blocks.iter().all(|block| {
        !block.stmts.iter().any(|action| matches!(action, Action::Skip(clobber) if !clobber.memory.is_empty()))
    }));
    check(&found.modified, &found.mod_facts, &found.plan.modified);
    check(&found.base, &found.base_facts, &found.plan.base);
}

#[test]
fn only_what_is_observed_counts() {
    let (old, new) = (example("wheel-brake/wbs_old.c"), example("wheel-brake/wbs_new.c"));
    let module = versions::module(&new);
    let meter = module.globals.iter_ids().find(|(_, global)| global.name == "Meter").expect("it exists").0;
    let observe = Observe { globals: Globals::Only(BTreeSet::from([meter])), ..Observe::default() };
    let found = observed(&old, &new, "update", &observe);
    assert!(!found.plan.reached, "{:?}", found.plan.outputs);
}

#[test]
fn equal_programs_reach_nothing() {
    let text = example("wheel-brake/wbs_old.c");
    let found = versions(&text, &text, "update");
    assert!(!found.plan.reached);
    assert!(found.plan.mod_steps.influenced.is_empty());
    let _ = named(&found.modified, "update");
}

/// Whether the changed value arrives depends on `u`.
#[test]
fn what_overwrites_a_changed_value_is_run() {
    let program = |value: &str| {
        format!("int x; int y;\nvoid f(int u, int w) {{\n x = {value};\n if (u)\n x = 5;\n if (w)\n y = 1;\n}}")
    };
    let found = versions(&program("1"), &program("2"), "f");
    assert_eq!(found.run_lines("f"), [3, 4, 5]);
    assert_eq!(found.globals(), ["x"]);
}
