//! `diff --guide dgse` where decisions have nothing to do with each other: equality is proved output by output, and what differs only in a
//! combination of decisions is found.

mod support;

use serde_json::Value;
use std::fmt::Write;

const N: usize = 16;

/// Two versions of `test` compared; more arguments follow.
fn guided(old: &str, new: &str, more: &[&str]) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (old, new) = (support::write(folder.path(), "old.c", old), support::write(folder.path(), "new.c", new));
    let mut args = vec!["diff", "--json", &old, &new, "--function", "test"];
    args.extend(if more.is_empty() { &["--guide", "dgse"] } else { more });
    let (document, code) = support::document(&support::incise_in(folder.path(), &args));
    (document["functions"][0].clone(), code)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("a number, not {value}"))
}

/// The versions are equal, and that took at most so many runs of the new and of the old version.
fn assert_equal(old: &str, new: &str, runs: (u64, u64)) -> Value {
    let (function, code) = guided(old, new, &[]);
    assert_eq!((function["verdict"].as_str(), code), (Some("equivalent"), 0), "{old}\n{new}\n{function:#}");
    let proof = &function["tasks"]["proof"];
    let took = (number(&proof["modified_runs"]), number(&proof["base_runs"]));
    assert!(took.0 <= runs.0 && took.1 <= runs.1, "{took:?} runs, not {runs:?}\n{old}\n{new}");
    function
}

/// The versions differ, natively as well.
fn assert_different(old: &str, new: &str) -> Value {
    let (function, code) = guided(old, new, &[]);
    assert_eq!((function["verdict"].as_str(), code), (Some("different"), 1), "{old}\n{new}\n{function:#}");
    assert_eq!(function["differences"][0]["replayed"], true, "{function:#}");
    function
}

/// That they are equal was not proved, for this reason.
fn assert_undecided(old: &str, new: &str, reason: &str) {
    let (function, code) = guided(old, new, &[]);
    assert_eq!((function["verdict"].as_str(), code), (Some("undecided"), 3), "{old}\n{new}\n{function:#}");
    let lines = function["bounds_hit"].to_string();
    assert!(lines.contains("was not proved") && lines.contains(reason), "{lines}");
}

/// A function with `N` independent blocks, each with a place of its own; `head` is what stands before it, `more` what it does after them.
fn blocks(head: &str, place: impl Fn(usize) -> String, is_new: bool, params: &str, more: &str) -> String {
    let mut text = format!("{head}\n");
    let positive = if is_new { "!(x <= 0)" } else { "x > 0" };
    let _ = writeln!(text, "static int positive(int x) {{ return {positive}; }}");
    let own: Vec<String> = (0..N).map(|block| format!("int x{block}")).collect();
    let _ = writeln!(text, "void test({}{params}) {{", own.join(", "));
    for block in 0..N {
        let (place, one) = (place(block), if is_new { "3 - 2" } else { "1" });
        let _ = writeln!(text, "    if (positive(x{block})) {place} = {one}; else {place} = x{block};");
    }
    let _ = writeln!(text, "    {more}\n}}");
    text
}

fn globals(count: usize) -> String {
    (0..count).map(|block| format!("int g{block};\n")).collect()
}

#[test]
fn independent_blocks_are_proved_equal_with_one_run_more_than_blocks() {
    type Place = fn(usize) -> String;
    let places: [(String, Place); 3] = [
        (globals(N), |block| format!("g{block}")),
        (format!("int g[{N}];"), |block| format!("g[{block}]")),
        (String::from("struct { int a[8]; struct { int b[8]; } in; } g;"), |block| match block {
            0..8 => format!("g.a[{block}]"),
            _ => format!("g.in.b[{}]", block - 8),
        }),
    ];
    for (head, place) in places {
        let (old, new) = (blocks(&head, place, false, "", ""), blocks(&head, place, true, "", ""));
        let function = assert_equal(&old, &new, (N as u64 + 1, N as u64 + 1));
        // Each place is one output, which is compared on both sides of its decision.
        let proof = &function["tasks"]["proof"];
        assert_eq!((number(&proof["modified_runs"]), number(&proof["base_runs"])), (N as u64 + 1, N as u64 + 1));
        assert_eq!((number(&proof["groups"]), number(&proof["pairs"])), (N as u64, 2 * N as u64));
        assert_eq!(number(&function["stats"]["paths"]), N as u64 + 1);
    }
}

/// What was not changed at all in one of many blocks is skipped by the plan; the rest is proved.
#[test]
fn blocks_that_the_change_does_not_reach_are_not_run() {
    let text = |positive: &str| {
        let mut text = format!("{}static int positive(int x) {{ return {positive}; }}\n", globals(N));
        let own: Vec<String> = (0..N).map(|block| format!("int x{block}")).collect();
        let _ = writeln!(text, "void test({}) {{", own.join(", "));
        for block in 0..N {
            let decision = if block < 4 { format!("positive(x{block})") } else { format!("x{block} > 0") };
            let _ = writeln!(text, "    if ({decision}) g{block} = 1; else g{block} = 2;");
        }
        text + "}\n"
    };
    assert_equal(&text("x > 0"), &text("!(x <= 0)"), (5, 5));
}

/// 1 · 1 = 1 + 1 - 1, 1 · 2 = 1 + 2 - 1, but 2 · 2 is not 2 + 2 - 1; and no decision comes after the two.
#[test]
fn a_difference_in_one_combination_of_decisions_that_meet_in_an_output_is_shown() {
    let more = |value: &str| format!("int a = 1, b = 1; if (y < 0) a = 2; if (z < 0) b = 2; h = {value};");
    let head = format!("{}int h;", globals(N));
    let text = |is_new, value| blocks(&head, |block| format!("g{block}"), is_new, ", int y, int z", &more(value));
    let function = assert_different(&text(false, "a * b"), &text(true, "a + b - 1"));
    assert_eq!(function["differences"].as_array().map(Vec::len), Some(1), "{function:#}");
    let runs = N as u64 + 4;
    assert_equal(&text(false, "a * b"), &text(true, "b * a"), (runs, runs));
    // The other way round, and through the result alone.
    let alone = |value| format!("int test(int y, int z) {{ int h; {} return h; }}\n", more(value));
    assert_different(&alone("a + b - 1"), &alone("a * b"));
}

#[test]
fn decisions_that_meet_only_in_an_output_are_combined_for_it() {
    let text = |first: &str, second: &str| format!("int g;\nvoid test(int a, int b) {{ g = 0; {first} {second} }}\n");
    let (one, two) = ("if (a > 0) g = 1;", "if (b > 0) g = 2;");
    assert_equal(&text(one, two), &text("if (!(a <= 0)) g = 1;", "if (!(b <= 0)) g = 2;"), (4, 4));
    assert_different(&text(one, two), &text(two, one));
    // Neither is written on the first run, and one of them on the others: no run that was made for a decision shows it.
    let (one, two) = ("if (a >= 0) {} else g = 1;", "if (b >= 0) {} else g = 2;");
    let function = assert_different(&text(one, two), &text(two, one));
    assert_eq!(
        (number(&function["stats"]["paths"]), &function["tasks"]["total"]),
        (3, &Value::from(3)),
        "{function:#}"
    );
    let head = format!("{}int g;", globals(N));
    let many = |is_new, more: String| blocks(&head, |block| format!("g{block}"), is_new, ", int a, int b", &more);
    assert_different(&many(false, format!("g = 0; {one} {two}")), &many(true, format!("g = 0; {two} {one}")));
    let runs = N as u64 + 4;
    let same = "if (a < 0) g = 1; if (b < 0) g = 2;";
    assert_equal(&many(false, format!("g = 0; {one} {two}")), &many(true, format!("g = 0; {same}")), (runs, runs));
    // All three paths of the new version are run anyway.
    let (function, code) = guided(&text(one, two), &text("if (b < 0) g = 1 + 1;", "else if (a < 0) g = 1;"), &[]);
    assert_eq!((function["verdict"].as_str(), code), (Some("equivalent"), 0), "{function:#}");
    assert_eq!(function["tasks"]["proof"], Value::Null);
}

/// An output of one version depends on a decision that the other version does not have.
#[test]
fn outputs_that_depend_on_more_in_one_version_are_compared_under_it() {
    let head = format!("{}int h;", globals(N));
    let text = |is_new, more: &str| blocks(&head, |block| format!("g{block}"), is_new, ", int y, int z", more);
    let (plain, same) = ("h = y;", "if (z == 77) h = y + z - 77; else h = y;");
    let other = "if (z == 77) h = y + z - 76; else h = y;";
    let runs = N as u64 + 1;
    assert_equal(&text(false, plain), &text(true, same), (runs + 1, runs));
    assert_equal(&text(false, same), &text(true, plain), (runs, runs + 1));
    assert_different(&text(false, plain), &text(true, other));
    assert_different(&text(false, other), &text(true, plain));
    // A decision about a block matters to the other output too.
    let both = "if (positive(x3)) h = 1; else h = x3;";
    assert_equal(&text(false, both), &text(true, "h = g3;"), (runs, runs + 1));
    assert_different(&text(false, both), &text(true, "h = g4;"));
}

#[test]
fn errors_keep_versions_from_being_called_equal() {
    let head = format!("{}int h;", globals(N));
    let text = |is_new, more: &str| blocks(&head, |block| format!("g{block}"), is_new, ", int y, int z", more);
    let divides = "int a = 1, b = 1; if (positive(y)) a = 0; if (positive(z)) b = 0; h = 10 / (a + b);";
    let guarded = "int a = 1, b = 1; if (positive(y)) a = 0; if (positive(z)) b = 0; h = a + b ? 10 / (a + b) : 0;";
    assert_different(&text(false, divides), &text(true, guarded));
    assert_different(&text(false, guarded), &text(true, divides));
    assert_undecided(&text(false, divides), &text(true, divides), "errors");
    // A caller may have functions that run at exit and see everything then: all paths are compared.
    let text = |positive: &str, last: &str| {
        format!(
            "#include <stdlib.h>\nint g[3], h;\nvoid test(int a, int b, int c, int y, int z) {{\n\
             if (a {positive}) g[0] = 1;\n if (b {positive}) g[1] = 2;\n if (c {positive}) g[2] = 3;\n {last} }}\n"
        )
    };
    let exits = "if (y > 0) exit(3); h = z;";
    let (function, code) = guided(&text("> 0", exits), &text(">= 1", exits), &[]);
    assert_eq!((function["verdict"].as_str(), code), (Some("equivalent"), 0), "{function:#}");
    assert_eq!(function["decided_by"], "paths", "{function:#}");
    assert_different(&text("> 0", exits), &text(">= 1", "h = z;"));
    assert_different(&text("> 0", "h = z;"), &text(">= 1", exits));
}

#[test]
fn outputs_behind_pointers_results_and_structs_are_compared() {
    let text = |returned: &str, is_new: bool| {
        let (a, b, c) = if is_new { ("!(a <= 0)", "!(b <= 0)", "!(c <= 0)") } else { ("a > 0", "b > 0", "c > 0") };
        format!(
            "struct s {{ int a; int b; }} r;\n\
             int test(int *restrict p, int a, int b, int c) {{\n\
             if ({a}) *p = 1; else *p = 2;\n if ({b}) r.a = b;\n if ({c}) r.b = c;\n return {returned}; }}\n"
        )
    };
    let (old, new) = (text("a > b ? a : b", false), text("b < a ? a : b", true));
    let (function, code) = guided(&old, &new, &[]);
    assert_eq!((function["verdict"].as_str(), code), (Some("equivalent"), 0), "{function:#}");
    assert!(number(&function["tasks"]["proof"]["groups"]) >= 4, "{function:#}");
    assert_different(&old, &text("b < a ? a : b + (c == 5)", true));
    assert_different(&old, &new.replace("*p = 2", "*p = 2 + (c == 5)"));
    assert_different(&old, &new.replace("r.b = c;", "r.b = c + (a == 5);"));
    // A struct as the result, in a register.
    let text = |positive: &str, last: &str| {
        format!(
            "struct s {{ int a; short b; short c; }};\nstruct s test(int a, int b, int c) {{ struct s r = {{0, 0, 0}};\n\
             if (a {positive}) r.a = 1;\n if (b {positive}) r.b = 2;\n if (c {positive}) r.c = {last};\n return r; }}\n"
        )
    };
    let (function, code) = guided(&text("> 0", "4"), &text(">= 1", "4"), &[]);
    assert_eq!((function["verdict"].as_str(), code), (Some("equivalent"), 0), "{function:#}");
    assert_different(&text("> 0", "4"), &text(">= 1", "4 + (r.b == 2)"));
}

#[test]
fn what_is_written_and_what_is_allocated_is_compared() {
    let text = |positive: &str, second: &str| {
        format!(
            "#include <stdio.h>\nint g;\nvoid test(int a, int b, int c) {{\n\
             if (a {positive}) puts(\"a\");\n if (b {positive}) printf(\"%d\\n\", {second});\n if (c {positive}) g = 1; }}\n"
        )
    };
    // What is written needs the combinations of two decisions, the variable one decision.
    let function = assert_equal(&text("> 0", "b"), &text(">= 1", "2 * b - b"), (6, 6));
    assert_eq!(number(&function["tasks"]["proof"]["groups"]), 2);
    assert_different(&text("> 0", "b"), &text(">= 1", "b + (b == 77)"));
    let text = |positive: &str, value: &str| {
        format!(
            "#include <stdlib.h>\nint *q; int g, h;\nvoid test(int a, int b, int c) {{\n\
             q = malloc(4);\n\
             if (a {positive}) *q = 1; else *q = 2;\n if (b {positive}) g = 1;\n if (c {positive}) h = {value}; }}\n"
        )
    };
    let there_is_memory = ["--guide", "dgse", "--alloc", "succeeds"];
    let (function, code) = guided(&text("> 0", "1"), &text(">= 1", "3 - 2"), &there_is_memory);
    assert_eq!((function["verdict"].as_str(), code), (Some("equivalent"), 0), "{function:#}");
    assert_different(&text("> 0", "1"), &text(">= 1", "*q"));
}

/// A struct that registers do not hold is returned in memory.
#[test]
fn large_structs_as_results_are_compared() {
    let text = |positive: &str, last: &str| {
        format!(
            "struct s {{ long a[3]; int b; }};\nstruct s test(int a, int b, int c) {{ struct s r = {{{{0, 0, 0}}, 0}};\n\
             if (a {positive}) r.a[0] = 1;\n if (b {positive}) r.a[1] = 2;\n if (c {positive}) r.b = {last};\n return r; }}\n"
        )
    };
    let (old, new) = (text("> 0", "4"), text(">= 1", "4 + (r.a[1] == 2)"));
    for guide in ["full", "exact", "dgse"] {
        let (function, code) = guided(&old, &text(">= 1", "4"), &["--guide", guide]);
        assert_eq!((function["verdict"].as_str(), code), (Some("equivalent"), 0), "{guide}: {function:#}");
        let (function, code) = guided(&old, &new, &["--guide", guide]);
        assert_eq!((function["verdict"].as_str(), code), (Some("different"), 1), "{guide}: {function:#}");
        assert_eq!(function["differences"][0]["replayed"], true, "{guide}: {function:#}");
        assert!(function["differences"][0].to_string().contains("return.b"), "{guide}: {function:#}");
    }
}

/// How often a function that calls itself goes back to itself is decided where it calls itself.
#[test]
fn how_deep_a_recursion_goes_matters_to_what_it_returns() {
    let depth =
        |stops: &str| format!("static int depth(int n) {{ if ({stops}) return 0; return depth(n - 1) + 1; }}\n");
    let text = |stops: &str, value: &str| {
        format!(
            "{}int g, h, i;\nvoid test(int a, int b, int c, int d) {{\n\
             int r = depth(a & 1), s = 1; if (b > 0) s = 0;\n g = {value};\n if (c > 0) h = r;\n if (d > 0) i = 1; }}\n",
            depth(stops)
        )
    };
    assert_different(&text("n <= 0", "r * s"), &text("!(n > 0)", "0"));
    assert_different(&text("n <= 0", "r * s"), &text("!(n > 0)", "r * s + (r + s == 2)"));
    assert_equal(&text("n <= 0", "r * s"), &text("!(n > 0)", "r ? s : 0"), (24, 24));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = format!(
        "#include <assert.h>\n{}void test(int a, int b) {{ int r = depth(a & 1), s = 0;\n\
         if (b > 0) s = 1;\n assert(!(r == 1 && s == 0)); }}\n",
        depth("n <= 0")
    );
    let file = support::write(folder.path(), "deep.c", program);
    let args = ["explore", "--json", &file, "--function", "test", "--guide", "dgse"];
    let (document, _) = support::document(&support::incise_in(folder.path(), &args));
    assert_eq!(support::errors(&document), [(String::from("assert"), 5)]);
}

/// What functions without a body answer is named by its number on the path.
#[test]
fn answers_of_functions_without_a_body_are_not_mixed_up() {
    let text = |positive: &str, last: &str| {
        format!(
            "int f(int);\nint g, h, i;\nvoid test(int a, int b, int c) {{\n\
             if (a {positive}) g = f(1);\n if (b {positive}) h = 2;\n if (c {positive}) i = {last}; }}\n"
        )
    };
    assert_undecided(&text("> 0", "3"), &text(">= 1", "3"), "answered on the way");
    assert_different(&text("> 0", "3"), &text(">= 1", "h"));
}
