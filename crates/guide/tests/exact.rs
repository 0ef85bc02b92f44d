//! The exact guide on small programs: what is run, what is skipped, what can differ.

mod versions;

use incise_base::{Budget, Exhausted};
use incise_engine::{Action, Aspect, Aspects, EndAction, MemoryRegion};
use incise_guide::{PlanRequest, Unplanned};
use versions::{EVERYTHING, Versions, check, jumps, linked, named, observed, planned, versions};

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
    assert_eq!(clobber.memory, [MemoryRegion::Global(meter, Some((0, 4)))]);
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
    for aspect in Aspect::ALL {
        let asked = PlanRequest { aspects: Aspects::ALL.without(aspect), ..EVERYTHING };
        let found = observed(&old, &new, "update", asked);
        assert_eq!(found.plan.reached, aspect != Aspect::Globals, "{:?}", found.plan.outputs);
    }
}

#[test]
fn equal_programs_reach_nothing() {
    let text = example("wheel-brake/wbs_old.c");
    let found = versions(&text, &text, "update");
    assert!(!found.plan.reached);
    assert!(found.plan.mod_steps.influenced.is_empty());
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

/// Both versions of a program that differs in one place, which the text calls `@`.
fn at(text: &str, old: &str, new: &str, entry: &str) -> Versions {
    let found = versions(&text.replace('@', old), &text.replace('@', new), entry);
    assert_eq!(found.plan.everything, None);
    check(&found.modified, &found.mod_facts, &found.plan.modified);
    check(&found.base, &found.base_facts, &found.plan.base);
    found
}

#[test]
fn an_unread_change_reaches_nothing() {
    let found = at("int x;\nvoid f(int u) {\n int t = @;\n x = u;\n}", "1", "2", "f");
    assert!(!found.plan.reached, "{:?}", found.plan.outputs);
}

#[test]
fn the_result_is_an_output() {
    let found = at("int x;\nint f(int u) {\n x = u;\n return u + @;\n}", "1", "2", "f");
    assert!(found.plan.outputs.result && found.globals().is_empty());
    assert_eq!(found.run_lines("f"), [4]);
}

#[test]
fn bytes_of_a_global_are_told_apart() {
    let found =
        at("struct s { int a, b, c; } s;\nvoid f(int u) {\n s.a = u;\n s.b = @;\n s.c = s.a;\n}", "1", "2", "f");
    assert_eq!(found.plan.outputs.globals.len(), 1);
    assert_eq!(found.plan.outputs.globals[0].bytes, Some(vec![(4, 8)]));
    assert_eq!(found.run_lines("f"), [4]);
    // The skipped stores are forgotten by their bytes.
    let plan = found.function_plan("f");
    let skipped: Vec<MemoryRegion> = plan
        .blocks
        .iter()
        .flat_map(|block| &block.stmts)
        .filter_map(|action| match action {
            Action::Skip(clobber) => clobber.memory.first().copied(),
            Action::Run => None,
        })
        .collect();
    let ranges: Vec<_> = skipped
        .iter()
        .map(|place| match place {
            MemoryRegion::Global(_, bytes) => *bytes,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(ranges, [Some((0, 4)), Some((8, 12))]);
}

#[test]
fn a_field_of_a_local_is_forgotten_alone() {
    let text = "int x;\nstruct s { int a, b; };\nvoid g(struct s *p) { p->a += 1; }\n
        void f(int u, int v) { struct s s; int *q = &s.b; s.a = u; *q = @; x = s.b; }";
    let found = at(text, "v", "v + 1", "f");
    let plan = found.function_plan("f");
    let forgotten: Vec<&MemoryRegion> = plan
        .blocks
        .iter()
        .flat_map(|block| &block.stmts)
        .filter_map(|action| match action {
            Action::Skip(clobber) => clobber.memory.first(),
            Action::Run => None,
        })
        .collect();
    assert!(matches!(forgotten[..], [MemoryRegion::Site(_, _, Some((0, 4)))]), "{forgotten:?}");
}

/// A statement that is the same but runs under another decision, or in another order, is not the same.
#[test]
fn structure_counts() {
    let found =
        at("int x;\nvoid f(int u, int v) {\n if (u)\n @\n}", "x = 1; if (v) x = 2;", "if (v) x = 2; x = 1;", "f");
    assert_eq!(found.globals(), ["x"]);
    let loops = |jump: &str| {
        format!("int x;\nvoid f(int u) {{\n for (int i = 0; i < 9; i++) {{\n if (i == u) {jump};\n x += i; }} }}")
    };
    let found = versions(&loops("break"), &loops("continue"), "f");
    assert_eq!(found.globals(), ["x"]);
    assert!(found.plan.reached);
    let cases = |order: &str| format!("int x;\nvoid f(int u) {{\n switch (u) {{ {order} }} }}");
    let found = versions(
        &cases("case 1: x = 1; case 2: x = 2; break; case 3: x = 3;"),
        &cases("case 1: x = 1; break; case 2: x = 2; break; case 3: x = 3;"),
        "f",
    );
    assert!(found.plan.reached);
}

#[test]
fn arguments_are_needed_where_they_are_read() {
    let text = "int x, y;\nstatic int add(int a, int b) {\n y = b;\n return a + @;\n}\nvoid f(int u, int v) {\n int p = u * 3;\n int q = v * 5;\n x = add(p, q);\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
    assert_eq!(found.run_lines("f"), [7, 9]);
    assert_eq!(found.run_lines("add"), [4]);
}

#[test]
fn only_the_call_that_matters_is_run() {
    let text = "int x, y;\nstatic int twice(int a) {\n return a * 2;\n}\nvoid f(int u, int v) {\n y = twice(v);\n x = twice(u + @);\n}";
    let found = at(text, "1", "2", "f");
    // One analysis per function: the other call may give something else too, as far as is known.
    assert!(found.globals().contains(&"x"));
    assert!(found.run_lines("f").contains(&7));
    let text = "int x, y;\nstatic int twice(int a) {\n return a * 2;\n}\nvoid f(int u, int v) {\n y = twice(v);\n x = twice(u) + @;\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
    assert_eq!(found.run_lines("f"), [7]);
    assert_eq!(found.run_lines("twice"), [3]);
}

#[test]
fn writers_in_callees_and_what_controls_calls_are_run() {
    let text = "int x, g, other;\nstatic void set(int a) {\n g = a;\n other = 1;\n}\nvoid f(int u, int v) {\n if (u)\n set(v);\n x = g + @;\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
    assert_eq!(found.run_lines("f"), [7, 8, 9]);
    assert_eq!(found.run_lines("set"), [3]);
}

#[test]
fn a_change_in_a_callee_reaches_the_caller() {
    let text = "int x, g;\nstatic void set(void) {\n g = @;\n}\nstatic void middle(void) { set(); }\nvoid f(int u) {\n middle();\n if (u)\n x = g;\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["g", "x"]);
    assert_eq!(found.run_lines("f"), [7, 8, 9]);
    assert_eq!(found.run_lines("middle"), [5]);
}

#[test]
fn every_output_is_run_when_one_differs() {
    let text = "int printf(const char *, ...);\nint x;\nvoid f(int u) {\n printf(\"a %d\", u);\n x = 2;\n printf(\"b %d\", @);\n printf(\"c\");\n}";
    let found = at(text, "1", "2", "f");
    assert!(found.plan.outputs.stream && found.globals().is_empty());
    assert_eq!(found.run_lines("f"), [4, 6, 7]);
    let found = at(&text.replace('2', "@").replace("@)", "3)"), "1", "2", "f");
    assert!(!found.plan.outputs.stream);
    assert_eq!(found.run_lines("f"), [5]);
}

#[test]
fn what_may_end_the_program_decides_what_follows() {
    let text = "void exit(int);\nint x;\nstatic void die(int c) {\n if (c)\n exit(3);\n}\nvoid f(int u, int v) {\n die(u);\n x = v + @;\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
    assert!(!found.plan.outputs.ending);
    assert_eq!(found.run_lines("f"), [8, 9]);
    assert_eq!(found.run_lines("die"), [4, 5]);
    let text = "void exit(int);\nint x, y;\nstatic void die(int c) {\n if (c > @)\n exit(3);\n}\nvoid f(int u, int v) {\n y = 1;\n die(u);\n x = v;\n}";
    let found = at(text, "1", "2", "f");
    assert!(found.plan.outputs.ending);
    assert_eq!(found.globals(), ["x"]);
}

/// With which code it exits does not decide what runs.
#[test]
fn another_exit_code() {
    let text = "void exit(int);\nint x;\nstatic void die(int c) {\n if (c)\n exit(@);\n}\nvoid f(int u, int v) {\n die(u);\n x = v;\n}";
    let found = at(text, "1", "2", "f");
    assert!(found.plan.outputs.ending && found.globals().is_empty(), "{:?}", found.plan.outputs);
    assert_eq!(found.run_lines("die"), [4, 5]);
    assert_eq!(found.run_lines("f"), [8]);
}

#[test]
fn assumptions_and_assertions_decide() {
    let text = "void __VERIFIER_assume(int); void abort(void);\nint x;\nvoid f(int u, int v) {\n __VERIFIER_assume(u > 3);\n if (v > 7)\n abort();\n x = u + @;\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.run_lines("f"), [4, 5, 6, 7]);
}

#[test]
fn a_statement_that_can_fail_is_seen() {
    let found = at("int x;\nvoid f(int u) {\n @;\n x = 1;\n}", "1 / u", "0", "f");
    assert!(found.plan.outputs.ending && found.globals().is_empty(), "{:?}", found.plan.outputs);
    let found = at("int x, a[4];\nvoid f(int u) {\n int t = a[@];\n x = 1;\n}", "u", "u + 1", "f");
    assert!(found.plan.outputs.ending);
    // In bounds for certain.
    let found = at("int x, a[4];\nvoid f(int u) {\n int t = a[@];\n x = 1;\n}", "2", "3", "f");
    assert!(!found.plan.reached);
}

/// With u = 0 the old version prints before it fails and the new one does not.
#[test]
fn an_error_between_moved_outputs_is_run() {
    let print = "printf(\"a\");";
    let text = |first: &str, second: &str| {
        format!("int printf(const char *, ...);\nint x;\nvoid f(int u) {{\n {first}\n x = 1 / u;\n {second}\n}}")
    };
    let found = versions(&text(print, ""), &text("", print), "f");
    assert!(found.run_lines("f").contains(&5) && found.old_run_lines("f").contains(&5));
}

#[test]
fn inputs_are_taken_in_order() {
    let text = "int __VERIFIER_nondet_int(void);\nint x, y;\nvoid f(void) {\n y = __VERIFIER_nondet_int();\n x = __VERIFIER_nondet_int() + @;\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
    assert_eq!(found.run_lines("f"), [4, 5]);
    let text = "int __VERIFIER_nondet_int(void);\nint x, y;\nvoid f(void) {\n x = @;\n y = __VERIFIER_nondet_int();\n}";
    let found = at(text, "1", "__VERIFIER_nondet_int()", "f");
    assert!(found.globals().contains(&"y"));
}

#[test]
fn memory_behind_pointers_is_an_output() {
    let found = at("void f(int *p, int *q, int u) {\n *p = @;\n *q = u;\n}", "1", "2", "f");
    assert!(found.plan.outputs.outside);
    // They may point to the same.
    assert_eq!(found.run_lines("f"), [2, 3]);
    let found = at(
        "int *malloc(unsigned long);\nint *f(int u) {\n int *p = malloc(4);\n *p = @;\n return p;\n}",
        "1",
        "2",
        "f",
    );
    assert!(found.plan.outputs.heap, "{:?}", found.plan.outputs);
    assert!(found.run_lines("f").contains(&4));
}

#[test]
fn a_changed_initial_value_counts_wherever_it_is_read() {
    let text = "static int g = @; static int *p = &g; int x, y;\nvoid f(int u) {\n x = *p + u;\n y = u;\n}";
    let found = at(text, "1", "2", "f");
    assert!(found.globals().contains(&"x") && !found.globals().contains(&"y"), "{:?}", found.globals());
    // Also when the code that reads it is called with its address.
    let text = "static int g = @; int x;\nstatic int get(int *p) { return *p; }\nvoid f(void) {\n x = get(&g);\n}";
    assert!(at(text, "1", "2", "f").globals().contains(&"x"));
}

#[test]
fn a_removed_statement_counts() {
    let found = at("int x;\nvoid f(int u) {\n x = u;\n @\n}", "if (u > 3) x = 0;", "", "f");
    assert_eq!(found.globals(), ["x"]);
    assert_eq!(found.run_lines("f"), [3]);
    assert_eq!(found.old_run_lines("f"), [3, 4]);
}

#[test]
fn functions_that_are_called_through_pointers() {
    let text = "int x, y;\nstatic void a(int v) {\n x = v + @;\n}\nstatic void b(int v) {\n y = v;\n}\nvoid f(int u, int v) {\n void (*p)(int) = u ? a : b;\n p(v);\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
    assert!(found.run_lines("f").contains(&10));
    assert_eq!(found.run_lines("a"), [3]);
    // Which one is called differs: so does what either does.
    let text = text.replace("+ @", "").replace("u ?", "u > @ ?");
    assert_eq!(at(&text, "1", "2", "f").globals(), ["x", "y"]);
}

#[test]
fn recursion() {
    let text = "int x, y;\nstatic int sum(int n) {\n if (n <= 0)\n return @;\n return n + sum(n - 1);\n}\nvoid f(int u, int v) {\n y = v;\n x = sum(u);\n}";
    let found = at(text, "0", "1", "f");
    assert_eq!(found.globals(), ["x"]);
    assert_eq!(found.run_lines("sum"), [3, 4, 5]);
    assert_eq!(found.run_lines("f"), [9]);
    // A local of a caller of itself, written through its address, is another one than the callee's own.
    let text = "int x;\nstatic void r(int *p, int n) {\n int l = 0;\n if (n)\n r(&l, n - 1);\n l = 7;\n x = *p + @;\n}\nvoid f(int u) {\n int m = u;\n r(&m, 1);\n}";
    let found = at(text, "1", "2", "f");
    assert!(found.run_lines("f").contains(&10));
    assert!(found.run_lines("r").contains(&3), "{:?}", found.run_lines("r"));
}

#[test]
fn unknown_functions_may_read_and_write_all() {
    let text = "int unknown(void);\nint x, g;\nvoid f(int u) {\n g = @;\n x = unknown();\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["g", "x"]);
    assert!(found.plan.outputs.outside);
}

#[test]
fn named_and_nameless_arguments() {
    let text = "#include <stdarg.h>\nint x, y;\nstatic int sum(int n, ...) {\n va_list l; va_start(l, n); int s = 0;\n for (int i = 0; i < n; i++) s += va_arg(l, int);\n va_end(l);\n return s;\n}\nvoid f(int u, int v) {\n int t = v + @;\n x = sum(2, u, t);\n}";
    let found = at(text, "1", "2", "f");
    assert!(found.globals().contains(&"x"));
    assert!(found.run_lines("f").contains(&10) && found.run_lines("f").contains(&11));
}

#[test]
fn structures_by_value() {
    let text = "struct s { int a[8]; };\nint x, y;\nstatic int get(struct s s, int i) {\n return s.a[1] + s.a[0];\n}\nvoid f(int u, int v) {\n struct s s;\n s.a[0] = u;\n s.a[1] = v + @;\n x = get(s, u);\n y = v;\n}";
    let found = at(text, "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
    assert!(found.run_lines("f").starts_with(&[8, 9, 10]), "{:?}", found.run_lines("f"));
}

#[test]
fn other_types_are_other_programs() {
    let found = versions(
        "struct s { int a, b; } s; int x;\nvoid f(void) { x = s.b; }",
        "struct s { long a; int b; } s; int x;\nvoid f(void) { x = s.b; }",
        "f",
    );
    assert!(found.globals().contains(&"x"));
    let found = versions("int x;\nint f(int u) { return u; }", "int x;\nlong f(long u) { return u; }", "f");
    assert!(found.plan.outputs.result);
}

#[test]
fn what_runs_beside_or_jumps_back_is_not_planned() {
    let text = |value: &str| {
        format!(
            "#include <setjmp.h>\nint x; jmp_buf b;\nvoid f(int u) {{ if (setjmp(b)) x = {value}; else if (u) longjmp(b, 1); }}"
        )
    };
    let found = versions(&text("1"), &text("2"), "f");
    assert!(found.plan.everything.is_some());
    assert!(found.plan.base.functions.iter().all(Option::is_none) && found.plan.reached && found.plan.outputs.ending);
}

/// Where the budget does not suffice everything is run and compared, as where nothing can be planned at all.
#[test]
fn a_budget_that_is_used_up_means_that_everything_is_run() {
    let (old, new) = (example("wheel-brake/wbs_old.c"), example("wheel-brake/wbs_new.c"));
    let within = |most| observed(&old, &new, "update", PlanRequest { budget: Budget::new(most), ..EVERYTHING }).plan;
    let found = within(10);
    assert_eq!(found.everything, Some(Unplanned::Exhausted(Exhausted { most: 10 })));
    assert!(found.base.functions.iter().chain(found.modified.functions.iter()).all(Option::is_none));
    assert!(found.reached && found.outputs.ending && found.outputs.stream && found.outputs.globals.len() > 1);
    assert_eq!(within(10_000).everything, None);
}

#[test]
fn a_loop_that_never_ends_is_a_difference() {
    let found = at("int x;\nvoid f(int u) {\n x = u;\n @\n}", "", "for (;;) ;", "f");
    assert!(found.plan.outputs.ending, "{:?}", found.plan.outputs);
}

#[test]
fn atomic_writes_whose_result_is_not_read() {
    let found = at("int x, y;\nvoid f(int u) {\n __sync_fetch_and_add(&x, @);\n y = u;\n}", "1", "2", "f");
    assert_eq!(found.globals(), ["x"]);
}

#[test]
fn library_functions_are_functions() {
    let text = "#include <stdio.h>\n#include <string.h>\nint x; static int y; char b[16];\nvoid f(int u, const char *s) {\n y = u;\n strcpy(b, s);\n x = (int)strlen(b) + @;\n}";
    let (old, new) = (linked(&text.replace('@', "1")), linked(&text.replace('@', "2")));
    let found = planned(old, new, "f", EVERYTHING);
    assert!(found.globals().contains(&"x") && !found.globals().contains(&"y"), "{:?}", found.globals());
    assert!(found.run_lines("f").ends_with(&[6, 7]) && !found.run_lines("f").contains(&5));
    check(&found.modified, &found.mod_facts, &found.plan.modified);
    let id = named(&found.modified, "strcpy");
    assert!(found.plan.modified.functions[id].is_some());
}
