//! What was not looked at is never called equivalent, and what no caller can do is never called different. Each pair is a few lines; that both
//! versions differ, or do not, is plain from the C standard and said beside it. `tests/ordinary` has the same kinds as ordinary programs with native runs.

mod support;

use serde_json::Value;
use support::{document, incise_in, versions, write};

fn compared(old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["--json"];
    all.extend(args);
    document(&versions("diff", &[("a.c", old)], &[("a.c", new)], &all))
}

/// Undecided, for a reason that says `why`.
fn undecided(old: &str, new: &str, why: &str) {
    let (document, code) = compared(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("undecided"), 3), "{document:#}");
    assert!(document.to_string().contains(why), "{why}: {document:#}");
}

/// Different at a place, as native runs of both versions show.
fn different(old: &str, new: &str, place: &str) {
    let (document, code) = compared(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("different"), 1), "{document:#}");
    let differences: Vec<&Value> = document["functions"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|function| function["differences"].as_array().into_iter().flatten())
        .collect();
    assert!(differences.iter().all(|one| one["replayed"] == true), "{document:#}");
    assert!(
        differences.iter().any(|one| one["base"]["outputs"][place] != one["mod"]["outputs"][place]),
        "{document:#}"
    );
}

/// Equivalent within a restriction that says `why`; accepting it makes the exit code 0, accepting another does not.
fn within(old: &str, new: &str, restriction: &str, why: &str) {
    within_by(old, new, &[], (restriction, why));
}

/// The same with options.
fn within_by(old: &str, new: &str, args: &[&str], (restriction, why): (&str, &str)) {
    let compared = |more: &[&str]| compared(old, new, &[args, more].concat());
    let (document, code) = compared(&[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("equivalent within"), 3), "{document:#}");
    let named: Vec<&str> = document["functions"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|function| function["within"].as_array().into_iter().flatten().filter_map(Value::as_str))
        .collect();
    assert!(named.contains(&restriction), "{document:#}");
    assert!(document.to_string().contains(why), "{why}: {document:#}");
    assert_eq!(compared(&["--accept-within", &named.join(",")]).1, 0, "{document:#}");
    let other = if restriction == "depth" { "steps" } else { "depth" };
    assert_eq!(compared(&["--accept-within", other]).1, 3, "{document:#}");
}

/// Another interface, which can be allowed.
fn other_interface(old: &str, new: &str, why: &str, otherwise: i32) {
    let (document, code) = compared(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("different interface"), 1), "{document:#}");
    assert!(document["interface"].to_string().contains(why), "{why}: {document:#}");
    let (document, code) = compared(old, new, &["--allow-interface"]);
    assert_eq!(code, otherwise, "{document:#}");
    assert!(document["interface"].to_string().contains(why), "{why}: {document:#}");
}

fn ends_with(old: &str, new: &str, expected: i32) {
    let (document, code) = compared(old, new, &[]);
    assert_eq!(code, expected, "{document:#}");
}

// No "equivalent" about what was not looked at.

#[test]
fn threads_leave_a_program_undecided() {
    let program = |order: &str| {
        format!(
            "#include <pthread.h>\n#include <stdio.h>\nint ready, data;\n\
             static void *writer(void *p) {{ {order} return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, writer, 0); int seen = ready ? data : 0;\n\
             pthread_join(t, 0); printf(\"%d\\n\", seen); return 0; }}\n"
        )
    };
    undecided(&program("data = 1; ready = 1;"), &program("ready = 1; data = 1;"), "`pthread_create`");
}

#[test]
fn functions_that_others_call_later_are_looked_at() {
    let program = |text: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\nstatic void bye(void) {{ puts(\"{text}\"); }}\n\
             int start(void) {{ return atexit(bye); }}\n"
        )
    };
    let (document, _) = compared(&program("bye"), &program("goodbye"), &["--function", "start"]);
    assert_ne!(document["verdict"], "equivalent", "{document:#}");
}

/// Two files have a `static` of one name; only the second one's changes.
#[test]
fn statics_of_one_name_are_told_apart() {
    let first = ("a.c", "static int k(int x) { return x + 1; }\nint f(int x) { return k(x); }\n");
    let second = "static int k(int x) { return x + 2; }\nint g(int x) { return k(x); }\n";
    let changed = second.replace("x + 2", "x + 3");
    let (document, code) =
        document(&versions("diff", &[first, ("b.c", second)], &[first, ("b.c", &changed)], &["--json"]));
    assert_eq!((document["verdict"].as_str(), code), (Some("different"), 1), "{document:#}");
    let functions = document["functions"].as_array().expect("a list of functions");
    assert!(functions.iter().all(|function| function["verdict"] != "equivalent"), "{document:#}");
    // Whoever asks for one of them means both.
    let args = ["--function", "k"];
    let output = versions("verify", &[first, ("b.c", second)], &[first, ("b.c", &changed)], &args);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Another thread can run between a load and a store.
#[test]
fn atomic_accesses_are_not_compared() {
    let old = "#include <stdatomic.h>\natomic_int n;\nvoid add(void) { atomic_fetch_add(&n, 1); }\n";
    let new = old.replace("atomic_fetch_add(&n, 1)", "atomic_store(&n, atomic_load(&n) + 1)");
    undecided(old, &new, "atomic accesses");
}

/// In other locales there are other letters.
#[test]
fn only_the_first_locale_is_tried() {
    let old = "#include <ctype.h>\nint f(unsigned char c) { return isalpha(c) != 0; }\n";
    let new = old.replace("isalpha(c) != 0", "(c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')");
    undecided(old, &new, "locale");
}

/// A failed assertion prints its text.
#[test]
fn the_text_of_an_assertion_is_seen() {
    let old = "#include <assert.h>\nint f(int x) { assert(x > 0); return x; }\n";
    undecided(old, &old.replace("x > 0", "0 < x"), "assertion");
}

/// A folder without a description: what lies deeper is not compiled, and has changed.
#[test]
fn sources_that_are_not_compiled_leave_a_folder_undecided() {
    let (top, below) = (("a.c", "int f(int x) { return x; }\n"), "int g(int x) { return x + 1; }\n");
    let changed = below.replace('1', "2");
    let (document, code) =
        document(&versions("diff", &[top, ("sub/b.c", below)], &[top, ("sub/b.c", &changed)], &["--json"]));
    assert_eq!((document["verdict"].as_str(), code), (Some("undecided"), 3), "{document:#}");
    assert!(document.to_string().contains("sub/b.c has changed and is not compiled"), "{document:#}");
}

#[test]
fn pointers_that_somebody_else_defines_are_not_given() {
    let old = "extern const char *name;\nint f(void) { return name ? 1 : 0; }\n";
    undecided(old, &old.replace("name ? 1 : 0", "name != 0"), "other values of it were not given");
    let old = "extern char **environ;\nint f(void) { return environ[0] == 0; }\n";
    undecided(old, &old.replace("environ[0] == 0", "!environ[0]"), "defined in none of the given files");
}

#[test]
fn functions_from_outside_may_do_anything() {
    let old = "int f(int (*g)(int), int x) { return g(x) + 1; }\n";
    ends_with(old, "int f(int (*g)(int), int x) { return g(x) + 2; }\n", 1);
}

#[test]
fn arguments_that_were_not_given_leave_main_undecided() {
    let old = "#include <stdio.h>\nint main(int argc, char **argv) { if (argc > 3 && argv[3][0] == 'x') puts(\"x\"); return 0; }\n";
    within(old, &old.replace("\"x\"", "\"y\""), "args", "more arguments than the 2 that are given");
    let old = "int main(int argc, char **argv, char **envp) { return envp[0] ? 1 : 0; }\n";
    within(old, &old.replace("? 1", "? 2"), "args", "`main` reads `envp`");
}

#[test]
fn allocation_that_fails_is_not_tried_where_it_is_to_succeed() {
    let old = "#include <stdlib.h>\nint f(void) { char *p = malloc(8); if (!p) return -1; free(p); return 0; }\n";
    let new = old.replace("-1", "-2");
    ends_with(old, &new, 1);
    within_by(old, &new, &["--alloc", "succeeds"], ("alloc", "`malloc` is taken to succeed"));
}

#[test]
fn memory_behind_results_is_compared_or_undecided() {
    let old = "const char *level(int n) { return n > 2 ? \"high\" : \"mid\"; }\n";
    different(old, &old.replace("mid", "medium"), "return[1]");
    // The same text from another place.
    let new = "static const char high[] = \"high\";\nconst char *level(int n) { return n > 2 ? high : \"mid\"; }\n";
    ends_with(old, new, 0);
    let heap = "#include <stdlib.h>\nint *f(int a) { int *p = malloc(8); p[0] = a; p[1] = a + 1; return p; }\n";
    different(heap, &heap.replace("a + 1", "a + 2"), "return[1]");
    ends_with(heap, &heap.replace("a + 1", "1 + a"), 0);
}

/// A pointer in a struct that registers hold, and one that is returned as a number.
#[test]
fn memory_behind_parts_of_results_is_looked_at() {
    let old = "struct r { int code; const char *text; };\n\
               struct r check(int n) { struct r r = { n > 9, n > 9 ? \"too big\" : \"fine\" }; return r; }\n";
    different(old, &old.replace("too big", "too large"), "return.text[4]");
    let old = "static const int table[2] = {1, 2};\nunsigned long f(void) { return (unsigned long)table; }\n";
    different(old, &old.replace("{1, 2}", "{1, 3}"), "*return");
}

#[test]
fn functions_that_run_before_main_are_looked_at() {
    let old = "static int mode;\n__attribute__((constructor)) static void start(void) { mode = 1; }\n\
               int get(void) { return mode; }\n";
    let (document, code) = compared(old, &old.replace("mode = 1", "mode = 2"), &[]);
    assert_eq!(code, 3, "{document:#}");
    assert!(document["undecided"].to_string().contains("`start` runs before or after `main`"), "{document:#}");
}

#[test]
fn functions_without_body_may_call_back() {
    let old = "void hook(void);\nstatic int state;\nvoid set(int x) { state = x; }\n\
               int f(void) { state = 1; hook(); return 1; }\n";
    within(old, &old.replace("return 1", "return state"), "unknown-functions", "before it returns");
}

#[test]
fn statics_that_are_handed_out_may_be_passed_back() {
    let old = "static int level;\nint *where(void) { return &level; }\n\
               int f(int *p) { if (!p) return 0; level = 1; *p = 5; return 1; }\n";
    within(old, &old.replace("return 1", "return level"), "alias", "ways to overlap");
}

#[test]
fn random_numbers_and_handlers_at_exit_are_state() {
    let old = "#include <stdlib.h>\nint f(int x) { return x; }\n";
    undecided(old, &old.replace("return x", "rand(); return x"), "random numbers");
}

#[test]
fn files_and_buffers_are_not_compared() {
    let file = "#include <stdio.h>\nvoid f(int x) { FILE *o = fopen(\"log\", \"a\"); if (o) { fprintf(o, \"%d\\n\", x); fclose(o); } }\n";
    undecided(file, &file.replace("\"a\"", "\"w\""), "other files are opened");
    let buffer =
        "#include <stdio.h>\n#include <unistd.h>\n#include <stdlib.h>\nint main(void) { printf(\"done\"); exit(0); }\n";
    undecided(buffer, &buffer.replace("exit(0)", "_exit(0)"), "buffered text");
    let closed = "#include <unistd.h>\nint f(int fd) { return fd; }\n";
    undecided(closed, &closed.replace("return fd", "close(0); return fd"), "other files are opened, closed");
    let failed = "#include <stdio.h>\nint f(int x) { putc('a' + (x & 1), stdout); return 0; }\n";
    let looked_at = "#include <stdio.h>\nint f(int x) { return putc('a' + (x & 1), stdout) < 0; }\n";
    undecided(failed, looked_at, "`putc` is taken to succeed");
}

#[test]
fn errno_is_looked_at() {
    let old = "#include <errno.h>\nint f(int x) { if (x < 0) { errno = EINVAL; return -1; } return x; }\n";
    different(old, &old.replace("EINVAL", "ERANGE"), "errno");
    ends_with(old, &old.replace("x < 0", "!(x >= 0)"), 0);
}

#[test]
fn volatile_objects_of_a_program_and_pointers_set_to_numbers_are_not_compared() {
    let old = "static volatile int status;\nvoid isr(void) { status++; }\nint f(void) { return status + status; }\n";
    undecided(old, &old.replace("return status + status", "int s = status; return s + s"), "volatile");
    let fixed = "void f(int x) { int *p = (int *)0x40001000; *p = x; }\n";
    undecided(fixed, &fixed.replace("= x", "= x + 1"), "0x40001000");
}

#[test]
fn loops_of_one_version_are_run() {
    let old = "int f(unsigned n) { return (int)(n & 7); }\n";
    let new = "int f(unsigned n) { for (unsigned i = 8; i >= 0 && n == 3; i--) ; return (int)(n & 7); }\n";
    let (document, code) = compared(old, new, &["--timeout", "3s"]);
    assert_eq!(code, 3, "{document:#}");
    // Nothing but jumps.
    let new = "int f(unsigned n) { if (n == 3) for (;;) ; return (int)(n & 7); }\n";
    let (document, code) = compared(old, new, &["--timeout", "3s"]);
    assert_eq!(code, 3, "{document:#}");
}

#[test]
fn interfaces_of_files_without_main_are_looked_at() {
    let old = "int g(int a) { return a; }\nint f(int a) { return a; }\nint v = 1;\n";
    other_interface(old, "int f(int a) { return a; }\nint v = 1;\n", "external function `g` is gone", 0);
    other_interface(
        old,
        &old.replace("int g", "static int g").replace("return a; }\nint v", "return g(a); }\nint v"),
        "`static` now",
        0,
    );
    // Only -1 returned as another number is behaviour.
    let (old_byte, new_byte) = ("unsigned char f(void) { return 1; }\n", "signed char f(void) { return 1; }\n");
    other_interface(old_byte, new_byte, "incompatible type", 0);
    undecided(old, &old.replace("int v = 1", "int v = 2"), "initial value of `v`");
    other_interface(old, &old.replace("int v = 1", "long v = 1"), "external variable `v`", 3);
    other_interface("int f(void) { return 1; }\n", "int h(int a) { return a; }\n", "external function `f`", 3);
    // Symbols of a linked program are no interface.
    let program = "int g(void) { return 0; }\nint main(void) { return g(); }\n";
    ends_with(program, "int main(void) { return 0; }\n", 0);
}

// No "different" on different inputs.

#[test]
fn parameters_of_another_width_get_one_number() {
    ends_with("int f(int a) { return a > 0; }\n", "int f(long a) { return a > 0; }\n", 0);
    ends_with("int f(int a) { return a > 0; }\n", "int f(long a) { return a > 1; }\n", 1);
}

#[test]
fn members_are_given_by_their_bytes() {
    let old = "struct p { int x, y; };\nint f(const struct p *p) { return p ? p->x - p->y : 0; }\n";
    let new = "struct p { int v[2]; };\nint f(const struct p *p) { return p ? p->v[0] - p->v[1] : 0; }\n";
    ends_with(old, new, 0);
    ends_with(old, &new.replace("p->v[1]", "p->v[0]"), 1);
}

#[test]
fn private_state_is_no_input() {
    let old = "static int cnt;\nint next(int step) { cnt += step; return cnt; }\n";
    // Renamed: nobody can tell, which is proved for all histories.
    ends_with(old, &old.replace("cnt", "count"), 0);
    // From the initial value the first call shows it.
    ends_with(old, &old.replace("return cnt", "return cnt + 1"), 1);
    // A state that no call leaves: proved, since both versions keep `mode` below 2.
    let guarded = "static int mode;\nvoid set(int m) { mode = m & 1; }\nint get(void) { return mode; }\n";
    ends_with(guarded, &guarded.replace("return mode", "return mode > 1 ? -1 : mode"), 0);
    // Unless every state is taken to be reachable.
    let changed = guarded.replace("return mode", "return mode > 1 ? -1 : mode");
    let (document, code) = compared(guarded, &changed, &["--globals", "any"]);
    assert_eq!((code, &document["functions"][0]["differences"][0]["replayed"]), (1, &true.into()), "{document:#}");
    // Nothing writes it.
    let table = "static int weight[3] = {1, 2, 3};\nint f(unsigned i) { return weight[i % 3]; }\n";
    ends_with(table, &table.replace("static int", "static const int"), 0);
    ends_with(table, &table.replace("{1, 2, 3}", "{1, 2, 4}"), 1);
}

#[test]
fn static_helpers_count_for_what_their_callers_show() {
    let program = |low: &str| {
        format!(
            "static int clip(int x) {{ if (x < 0) return {low}; return x > 9 ? 9 : x; }}\n\
             int f(unsigned char a) {{ return clip(a); }}\nint g(int a) {{ return a < 0 ? 0 : clip(a); }}\n"
        )
    };
    ends_with(&program("-1"), &program("-2"), 0);
    let seen = |low: &str| program(low).replace("a < 0 ? 0 : clip(a)", "clip(a)");
    ends_with(&seen("-1"), &seen("-2"), 1);
    // Who calls it through a pointer is not known.
    let table = |low: &str| {
        program(low)
            .replace("int f(", "static int (*const ops[1])(int) = { clip };\nint f(")
            .replace("clip(a); }\nint g", "ops[0](a); }\nint g")
    };
    let (document, code) = compared(&table("-1"), &table("-2"), &[]);
    assert_ne!(code, 1, "{document:#}");
}

#[test]
fn a_function_named_like_a_part_of_a_model_is_the_users() {
    let old = "#include <stdlib.h>\nstatic int parse(int x) { return x + 1; }\n\
               int f(const char *s, int x) { return s ? (int)strtol(\"12\", 0, 10) + parse(x) : 0; }\n";
    ends_with(old, &old.replace("x + 1", "1 + x"), 0);
}

// Conditions.

#[test]
fn variables_of_one_name_are_told_apart() {
    let old = "int x;\nstatic int other(void) { return x; }\nint f(int x) { return x == 4 && other() == 0; }\n";
    let (document, code) = compared(old, &old.replace("return x == 4 && other() == 0", "return 0"), &[]);
    assert_eq!(code, 1, "{document:#}");
    let condition = document["functions"][0]["differences"][0]["condition"].as_str().expect("a condition");
    assert_eq!(condition, "::x == 0 && x == 4");
}

#[test]
fn a_bound_is_no_part_of_an_exact_condition() {
    let old = "int f(const char *s) { int n = 0; while (s[n]) n++; return n; }\n";
    let (document, code) = compared(old, &old.replace("return n", "return n + (n > 2)"), &["--max-elements", "5"]);
    assert_eq!(code, 1, "{document:#}");
    let differences = document["functions"][0]["differences"].as_array().expect("a list");
    assert!(differences.iter().all(|difference| difference["exact"] == false), "{document:#}");
}

// The same for `explore`.

#[test]
fn explore_says_what_was_not_given() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixed = "int main(int argc, char **argv, char **envp) { (void)argc; (void)argv; return envp[0] != 0; }\n";
    write(folder.path(), "fixed.c", fixed);
    write(
        folder.path(),
        "heap.c",
        "#include <stdlib.h>\nint main(void) { char *p = malloc(4); if (!p) return 1; free(p); return 0; }\n",
    );
    write(folder.path(), "plain.c", "int main(void) { return 0; }\n");
    let text = |file: &str| {
        let output = incise_in(folder.path(), &["explore", file, "--alloc", "succeeds"]);
        String::from_utf8(output.stdout).expect("text")
    };
    for file in ["fixed.c", "heap.c"] {
        assert!(!text(file).contains("every path was explored"), "{}", text(file));
    }
    assert!(text("plain.c").contains("every path was explored"), "{}", text("plain.c"));
}

#[test]
fn explore_does_not_count_errors_that_rest_on_approximations() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // What the function answers is not known.
    write(
        folder.path(),
        "a.c",
        "#include <assert.h>\nint answer(void);\nint main(void) { assert(answer() == 42); return 0; }\n",
    );
    let output = incise_in(folder.path(), &["explore", "a.c", "--json"]);
    let (document, code) = document(&output);
    assert_eq!((document["verdict"].as_str(), code), (Some("undecided"), 3), "{document:#}");
}

// A bound is no error of the program and no difference.

const DEEP: &str = "static int g(int n) { return n <= 0 ? 0 : 1 + g(n - 1); }\n";

#[test]
fn what_follows_too_many_nested_calls_is_not_compared() {
    // 20000 nested calls return natively: the versions differ by 1.
    let old = format!("{DEEP}int f(int x) {{ if (x == 3) return g(20000); return 1; }}\n");
    let (document, code) = compared(&old, &old.replace("g(20000)", "g(20000) + 1"), &["--function", "f"]);
    assert_eq!(code, 3, "{document:#}");
    assert!(document.to_string().contains("--max-call-depth"), "{document:#}");
    // Both versions return for every input, so that no ending differs.
    let (document, code) = compared(&old, &old.replace("x == 3", "x == 4"), &["--function", "f"]);
    assert_eq!(code, 3, "{document:#}");
    assert_eq!(document["functions"][0]["differences"].as_array().map(Vec::len), Some(0), "{document:#}");
    assert!(!document.to_string().contains("stack-overflow"), "{document:#}");
    // With a bound that is not met the difference is shown.
    let old = old.replace("20000", "20");
    let (document, code) = compared(&old, &old.replace("g(20)", "g(20) + 1"), &["--function", "f"]);
    assert_eq!(code, 1, "{document:#}");
}

#[test]
fn a_low_bound_on_nested_calls_is_no_stack_overflow() {
    let old = "static int h(int x) { return x / 2; }\nint f(int x) { if (x > 3) return h(x); return 1; }\n";
    let new = "int f(int x) { if (x > 3) return x / 2; return 1; }\n";
    for (old, new) in [(old, new), (new, old)] {
        let (document, code) = compared(old, new, &["--function", "f", "--max-call-depth", "0"]);
        assert_eq!(code, 3, "{document:#}");
        assert!(!document.to_string().contains("stack-overflow"), "{document:#}");
        assert!(document.to_string().contains("--max-call-depth"), "{document:#}");
    }
    let (document, code) = compared(old, new, &["--function", "f", "--max-call-depth", "1"]);
    assert_eq!(code, 0, "{document:#}");
    let recursive = format!("{DEEP}int f(int x) {{ if (x > 3 && x < 40) return g(x); return 1; }}\n");
    let (document, code) =
        compared(&recursive, &recursive.replace("? 0", "? 5"), &["--function", "f", "--max-call-depth", "3"]);
    assert_eq!(code, 3, "{document:#}");
    assert!(!document.to_string().contains("stack-overflow"), "{document:#}");
}

#[test]
fn a_bound_on_standard_input_is_in_the_report() {
    let old =
        "#include <stdio.h>\nint main(void) { int c = getchar(); int d = getchar(); return c == 'x' && d > 'a'; }\n";
    let new = old.replace("d > 'a'", "d > 'b'");
    for bytes in ["0", "1"] {
        let (document, _) = compared(old, &new, &["--sym-stdin", bytes]);
        let assumed = format!("standard input is at most {bytes} bytes long (--sym-stdin)");
        assert!(document.to_string().contains(&assumed), "{document:#}");
    }
    let (document, code) = compared(old, &new, &["--sym-stdin", "2"]);
    assert_eq!(code, 1, "{document:#}");
}

#[test]
fn endless_recursion_is_still_an_ending() {
    let old = "static int g(int n) { return 1 + g(n + 1); }\nint f(int x) { if (x == 3) return g(x); return 1; }\n";
    let (document, code) = compared(old, &old.replace("x == 3", "x == 4"), &["--function", "f"]);
    assert_eq!(code, 1, "{document:#}");
    assert!(document["functions"][0]["differences"].to_string().contains("stack-overflow"), "{document:#}");
}

// Names are those of the source.

#[test]
fn examples_name_inputs_as_conditions_do() {
    let old =
        "int x;\nstatic int get(void) { return x; }\nint f(int x) { if (x == 4 && get() == 2) return 0; return 5; }\n";
    let (document, _) = compared(old, &old.replace("return 0", "return 1"), &[]);
    let difference = &document["functions"][0]["differences"][0];
    assert_eq!(difference["call"], "f(x=4) with ::x=2", "{difference:#}");
    assert!(difference["condition"].to_string().contains("::x == 2"), "{difference:#}");
    assert_eq!((&difference["inputs"]["x"], &difference["inputs"]["::x"]), (&4.into(), &2.into()), "{difference:#}");
}

#[test]
fn members_of_structs_in_one_register_have_names() {
    let old = "struct s { int len; int cap; };\nstruct one { short v; };\n\
               int f(struct s p, struct one q) { if (p.len > 3 && p.cap == q.v) return 1; return 0; }\n";
    let (document, code) = compared(old, &old.replace("> 3", "> 4"), &[]);
    assert_eq!(code, 1, "{document:#}");
    assert!(!document.to_string().contains("coerce"), "{document:#}");
    let condition = document["functions"][0]["differences"][0]["condition"].to_string();
    assert!(condition.contains("p.len == 4") && condition.contains("q.v"), "{condition}");
}

// Code outside may call back, and what it was given stays its own.

#[test]
fn callbacks_may_see_state_that_no_finished_call_leaves() {
    let old = "static int depth;\nvoid enter(void (*cb)(void)) { if (!cb) return; depth++; cb(); depth--; }\n\
               int get(void) { return depth; }\n";
    within(old, &old.replace("return depth", "return 0"), "callbacks", "before it returns");
    let old = "extern int ask(int);\nstatic int level;\nint go(int x) { level = x; int r = ask(x); level = 0; return r; }\n\
               int cur(void) { return level; }\n";
    let new = "extern int ask(int);\nint go(int x) { return ask(x); }\nint cur(void) { return 0; }\n";
    ends_with(old, new, 3);
    // The caller's functions that run at exit may ask.
    let old = "#include <stdlib.h>\nstatic int failed;\nint check(int x) { if (x < 0) { failed = 1; exit(1); } return x; }\n\
               int has_failed(void) { return failed; }\n";
    ends_with(old, &old.replace("failed = 1; ", "").replace("return failed", "return 0"), 3);
}

#[test]
fn static_memory_that_is_handed_out_is_not_shared_silently() {
    // `p = f(1); q = g(2); *p` is 1 before and 2 now.
    let old = "static int a, b;\nint *f(int x) { a = x; return &a; }\nint *g(int x) { b = x; return &b; }\n";
    let new = "static int one;\nint *f(int x) { one = x; return &one; }\nint *g(int x) { one = x; return &one; }\n";
    undecided(old, new, "given earlier");
    let old =
        "static int a, b;\nvoid f(int **o, int x) { a = x; *o = &a; }\nvoid g(int **o, int x) { b = x; *o = &b; }\n";
    let new = "static int c;\nvoid f(int **o, int x) { c = x; *o = &c; }\nvoid g(int **o, int x) { c = x; *o = &c; }\n";
    undecided(old, new, "given earlier");
}

#[test]
fn where_private_pointers_point_is_no_difference() {
    let old = "static int store[4]; static int *tab;\n\
               int get(int i) { if (!tab) { tab = store; tab[0] = 1; } return tab[i & 3]; }\n";
    ends_with(old, "static int tab[4] = {1};\nint get(int i) { return tab[i & 3]; }\n", 3);
    let old = "static char buf[8]; static char *end;\nint f(char c) {\n if (!end) end = buf;\n if (end == buf + 4) end = buf;\n\
               *end++ = c; return (int)(end - buf); }\n";
    let new = "static char buf[16]; static char *end;\nint f(char c) {\n if (!end) end = buf + 4;\n if (end == buf + 8) end = buf + 4;\n\
               *end++ = c; return (int)(end - buf) - 4; }\n";
    ends_with(old, new, 3);
}

#[test]
fn exit_codes_are_compared_as_who_waits_sees_them() {
    let old = "#include <stdlib.h>\nvoid f(int x) { if (x) exit(256); }\n";
    let (document, code) = compared(old, &old.replace("256", "512"), &["--no-replay"]);
    assert_eq!(code, 0, "{document:#}");
    ends_with(old, &old.replace("256", "257"), 1);
}

#[test]
fn an_assumption_that_is_undefined_everywhere_proves_nothing() {
    let (old, new) = ("int f(int x) { return x + 1; }\n", "int f(int x) { return x + 2; }\n");
    for assumption in ["x / 0 > 1", "1 / (x - x) > 0"] {
        let (document, code) = compared(old, new, &["--function", "f", "--assume", assumption]);
        assert_eq!(code, 3, "{document:#}");
    }
}
