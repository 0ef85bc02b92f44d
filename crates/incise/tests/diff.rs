//! `incise diff` and `incise verify` as a person runs them: the wheel brake of [dise-pldi2011] Fig. 2 and [dise-tosem2014]
//! Figs 3–4, what is printed, what is observed, exit codes.

mod support;

use incise_report::Diffed;
use serde_json::{Value, json};
use std::process::Output;
use support::{compared, document, incise, incise_in, versions, write};

const OLD: &str = "examples/wheel-brake/wbs_old.c";
const NEW: &str = "examples/wheel-brake/wbs_new.c";

/// The wheel brake's document with more arguments, and the exit code.
fn wheel_brake(args: &[&str]) -> (Value, i32) {
    let mut all = vec![OLD, NEW];
    all.extend(args);
    compared(&all)
}

fn update(document: &Value) -> &Value {
    let functions = document["functions"].as_array().expect("a list of functions");
    assert_eq!(functions.len(), 1, "{document:#}");
    assert_eq!(functions[0]["name"], "update");
    &functions[0]
}

fn conditions(function: &Value) -> Vec<&str> {
    let list = function["differences"].as_array().expect("a list of differences");
    list.iter().map(|difference| difference["condition"].as_str().expect("a condition")).collect()
}

fn pair(old: &str, new: &str, args: &[&str]) -> Output {
    versions("diff", &[("main.c", old)], &[("main.c", new)], args)
}

/// The document of two versions of one file, and the exit code.
fn both(old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["--json"];
    all.extend(args);
    document(&pair(old, new, &all))
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

// The wheel brake.

/// Inputs of the wheel brake.
#[derive(Clone, Copy, Debug)]
struct Brake {
    pos: i32,
    switch: i32,
    cmd: i32,
}

impl Brake {
    /// AltPress and Meter after the call, from Meter before; arithmetic wraps. Written from the figure, not from our C.
    fn outputs(self, first: impl Fn(i32) -> bool, meter: i32) -> (i32, i32) {
        let cmd = if first(self.pos) {
            self.cmd.wrapping_add(1)
        } else if self.pos == 1 {
            self.cmd.wrapping_add(2)
        } else {
            self.pos
        };
        let meter = match self.switch {
            0 => 1,
            1 => 2,
            _ => meter,
        };
        let press = match cmd.wrapping_add(1) {
            2 => 0,
            3 => 1,
            _ => 2,
        };
        (press, meter)
    }
    fn old(self) -> (i32, i32) {
        self.outputs(|pos| pos == 0, 7)
    }
    fn in_new(self) -> (i32, i32) {
        self.outputs(|pos| pos <= 0, 7)
    }
    /// Whether the new version overflows where the old one does not.
    fn overflows_newly(self) -> bool {
        let overflows = |first: bool| {
            let added = if first { 2 } else { 3 };
            if first || self.pos == 1 {
                i64::from(self.cmd) + added > i64::from(i32::MAX)
            } else {
                self.pos == i32::MAX
            }
        };
        overflows(self.pos <= 0) && !overflows(self.pos == 0)
    }
    /// Whether a condition holds that is a conjunction of comparisons with constants.
    fn satisfies(self, condition: &str) -> bool {
        condition.split(" && ").all(|part| {
            let (name, rest) = part.split_once(' ').expect("a name");
            let (operator, constant) = rest.split_once(' ').expect("an operator");
            let value = match name {
                "PedalPos" => self.pos,
                "BSwitch" => self.switch,
                "PedalCmd" => self.cmd,
                _ => panic!("{name} is no input of update"),
            };
            let constant = match constant {
                "INT_MAX - 1" => i32::MAX - 1,
                _ => constant.parse().unwrap_or_else(|_| panic!("{constant} in {condition}")),
            };
            match operator {
                "<" => value < constant,
                ">=" => value >= constant,
                "==" => value == constant,
                _ => panic!("{operator} in {condition}"),
            }
        })
    }
}

/// Small inputs and those at the ends of `int`.
fn inputs() -> Vec<Brake> {
    let edges = |range: std::ops::RangeInclusive<i32>| -> Vec<i32> {
        range.chain(i32::MIN..=i32::MIN + 3).chain(i32::MAX - 3..=i32::MAX).collect()
    };
    let mut all = Vec::new();
    for &pos in &edges(-3..=3) {
        for &switch in &edges(-1..=3) {
            all.extend(edges(-2..=6).into_iter().map(|cmd| Brake { pos, switch, cmd }));
        }
    }
    all
}

#[test]
fn dise_tosem2014_fig3_wheel_brake_differs_on_two_of_8_impacted_paths() {
    let (document, code) = wheel_brake(&[]);
    let function = update(&document);
    assert_eq!((code, &document["verdict"], &function["verdict"]), (1, &json!("different"), &json!("different")));
    assert_eq!((&function["stats"]["paths"], &function["stats"]["differing_paths"]), (&json!(8), &json!(2)));
    assert_eq!(function["stats"]["cut_paths"], 0);
    assert_eq!(function["changed_lines"], json!({"base": [18], "mod": [21]}));
    assert_eq!(function["impacted_statements"], json!([11, 15]));
    let mut found = conditions(function);
    found.sort_unstable();
    assert_eq!(found, ["PedalPos < 0 && PedalCmd == 0", "PedalPos < 0 && PedalCmd == 1"]);
    for difference in function["differences"].as_array().expect("a list") {
        let press = if difference["condition"] == "PedalPos < 0 && PedalCmd == 0" { 0 } else { 1 };
        assert_eq!(difference["base"], json!({"ends": "return", "outputs": {"AltPress": 2}}));
        assert_eq!(difference["mod"], json!({"ends": "return", "outputs": {"AltPress": press}}));
        assert_eq!(difference["kind"], "value");
        assert_eq!((&difference["exact"], &difference["replayed"]), (&json!(true), &json!(true)));
        // The smallest-looking input; what does not matter is 0.
        assert_eq!(difference["inputs"]["PedalPos"], -1);
        assert_eq!((&difference["inputs"]["BSwitch"], &difference["inputs"]["PedalCmd"]), (&json!(0), &json!(press)));
    }
    assert_eq!(function["errors"], json!([]));
    assert_eq!((&function["bounds_hit"], &function["approximations"]), (&json!([]), &json!([])));
}

#[test]
fn wheel_brake_conditions_hold_for_exactly_the_inputs_that_differ() {
    for guide in ["exact", "full"] {
        let (document, _) = wheel_brake(&["--guide", guide]);
        let conditions = conditions(update(&document));
        for input in inputs() {
            let reported = conditions.iter().filter(|condition| input.satisfies(condition)).count();
            assert_eq!(reported, usize::from(input.old() != input.in_new()), "{guide}: {input:?} in {conditions:?}");
        }
    }
}

#[test]
fn wheel_brake_has_24_paths_in_full() {
    let (document, code) = wheel_brake(&["--guide", "full"]);
    assert_eq!((&update(&document)["stats"]["paths"], code), (&json!(24), 1));
}

/// n1 and n5 add 2 to PedalCmd where PedalPos < 0 now; the old version did so for PedalPos == 0 only.
#[test]
fn wheel_brake_with_undefined_behaviour_reported_overflows_newly() {
    let (document, code) = wheel_brake(&["--ub", "report"]);
    let function = update(&document);
    assert_eq!(code, 1);
    let overflow = "PedalPos < 0 && PedalCmd >= INT_MAX - 1";
    let mut found = conditions(function);
    found.sort_unstable();
    assert_eq!(found, ["PedalPos < 0 && PedalCmd == 0", "PedalPos < 0 && PedalCmd == 1", overflow]);
    for input in inputs() {
        assert_eq!(input.satisfies(overflow), input.overflows_newly(), "{input:?}");
    }
    let differences = function["differences"].as_array().expect("a list");
    let new = differences.iter().find(|difference| difference["condition"] == overflow).expect("it was found");
    assert_eq!((&new["kind"], &new["replayed"]), (&json!("ending"), &json!(true)));
    assert_eq!((&new["base"]["ends"], &new["mod"]["ends"]), (&json!("return"), &json!("overflow")));
    // New at n1 and n5; in both versions there for PedalPos == 0, and at n3 and n5 for PedalPos == 1.
    let errors = function["errors"].as_array().expect("a list");
    let with = |status: &str| -> Vec<u64> {
        let mut lines: Vec<u64> = errors
            .iter()
            .filter(|error| error["status"] == status)
            .map(|error| error["line"].as_u64().expect("a line"))
            .collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!((with("new"), with("fixed"), with("both")), (vec![22, 28], vec![], vec![22, 24, 28]));
    assert!(errors.iter().all(|error| error["kind"] == "overflow"));
}

/// The search of the papers takes one value of BSwitch, so that its conditions name it; it finds the same behaviours.
#[test]
fn dise_pldi2011_dise_tosem2014_wheel_brake_has_8_directed_paths_and_4_prunings() {
    for (guide, name) in [("dise", "dise"), ("dise:tosem14", "dise:tosem14"), ("dise:pldi11", "dise:pldi11")] {
        let (document, code) = wheel_brake(&["--guide", guide]);
        let function = update(&document);
        assert_eq!((code, &function["guide"]), (1, &json!(name)));
        assert_eq!((&function["stats"]["paths"], &function["stats"]["prunings"]), (&json!(8), &json!(4)), "{guide}");
        directed_is_sound(function);
    }
}

#[test]
fn wheel_brake_in_every_order() {
    for guide in ["exact", "full", "dise", "dise:pldi11"] {
        for order in ["default", "bfs", "random", "greedy"] {
            // The published searches know no breadth-first order.
            if guide.starts_with("dise") && order == "bfs" {
                continue;
            }
            let mut args = vec!["--guide", guide, "--order", order];
            if order == "random" {
                args.extend(["--seed", "3"]);
            }
            let (document, code) = wheel_brake(&args);
            let function = update(&document);
            let paths = if guide == "full" { 24 } else { 8 };
            assert_eq!((&function["stats"]["paths"], code), (&json!(paths), 1), "{guide} {order}");
            directed_is_sound(function);
        }
    }
}

/// Conditions hold only where the versions differ, and both behaviours are among them.
fn directed_is_sound(function: &Value) {
    let conditions = conditions(function);
    for input in inputs() {
        let reported = conditions.iter().any(|condition| input.satisfies(condition));
        assert!(!reported || input.old() != input.in_new(), "{input:?} in {conditions:?}");
    }
    let mut seen: Vec<i64> = function["differences"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|difference| difference["mod"]["outputs"]["AltPress"].as_i64().expect("a number"))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [0, 1]);
}

#[test]
fn wheel_brake_as_text() {
    let printed = text(&incise(&["diff", OLD, NEW]));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "examples/wheel-brake/wbs_new.c: update()   1 line changed, 11 of 15 statements impacted");
    assert!(lines[1].starts_with("  8 impacted paths explored, none cut short      "), "{printed}");
    let rest = "
DIFFERENT  2 of 8 impacted paths behave differently
  when  PedalPos < 0 && PedalCmd == 0
    e.g.  update(PedalPos=-1, BSwitch=0, PedalCmd=0)
    AltPress   2  →  0          replayed natively on both versions
  when  PedalPos < 0 && PedalCmd == 1
    e.g.  update(PedalPos=-1, BSwitch=0, PedalCmd=1)
    AltPress   2  →  1          replayed natively on both versions";
    assert_eq!(lines[2..].join("\n"), rest);
}

#[test]
fn verify_prints_one_line_for_each_function_and_the_verdict() {
    let output = incise(&["verify", OLD, NEW]);
    assert_eq!((text(&output).as_str(), output.status.code()), ("update: different\ndifferent\n", Some(1)));
    let output = incise(&["verify", NEW, NEW]);
    assert_eq!((text(&output).as_str(), output.status.code()), ("equivalent\n", Some(0)));
    let (document, code) = document(&incise(&["verify", OLD, NEW, "--json"]));
    assert_eq!((&document["command"], code), (&json!("verify"), 1));
    let output = incise(&["diff", OLD, NEW, "--quiet"]);
    assert_eq!((text(&output).as_str(), output.status.code()), ("different\n", Some(1)));
}

#[test]
fn identical_versions_are_equivalent_without_a_question_to_a_solver() {
    for version in [OLD, NEW] {
        let (document, code) = compared(&[version, version]);
        assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0));
        assert_eq!(document["functions"], json!([]));
        let (document, code) = compared(&[version, version, "--function", "update"]);
        assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0));
        let stats = &update(&document)["stats"];
        assert_eq!((&stats["effort"]["queries"], &stats["instructions"]), (&json!(0), &json!(0)));
    }
    assert_eq!(text(&incise(&["diff", NEW, NEW])), "EQUIVALENT  no function changed\n");
}

#[test]
fn the_document_reads_back_as_it_was_printed() {
    for args in [&[][..], &["--ub", "report"], &["--paths"], &["--guide", "dise"], &["--fp", "tolerance:0.5"]] {
        let (printed, _) = wheel_brake(args);
        let model: Diffed = serde_json::from_value(printed.clone()).expect("the model reads it");
        assert_eq!(serde_json::to_value(&model).expect("the model writes it"), printed, "{args:?}");
        assert_eq!((model.schema.as_str(), model.command.as_str()), ("incise/2", "diff"));
    }
}

#[test]
fn every_path_is_in_the_document_when_asked_for() {
    let (document, _) = wheel_brake(&["--paths"]);
    let paths = update(&document)["paths"].as_array().expect("a list of paths");
    assert_eq!(paths.len(), 8);
    assert_eq!(paths.iter().filter(|path| path["differs"] == true).count(), 2);
    for path in paths {
        let number = |name: &str| path["inputs"][name].as_i64().expect("a number") as i32;
        let input = Brake { pos: number("PedalPos"), switch: number("BSwitch"), cmd: number("PedalCmd") };
        assert_eq!(path["differs"], input.old() != input.in_new(), "{input:?}");
        assert_eq!(path["outputs"]["AltPress"], input.in_new().0, "{input:?}");
    }
}

#[test]
fn the_same_command_gives_the_same_document() {
    let without_times = || {
        let (mut document, _) = wheel_brake(&["--ub", "report", "--paths"]);
        document["wall_ms"] = json!(0);
        document["functions"][0]["stats"]["effort"] = json!(0);
        document
    };
    assert_eq!(without_times(), without_times());
}

// What is observed.

/// Each aspect alone shows its own difference and no other.
#[test]
fn observed_is_what_was_asked_for() {
    let program = |value: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint g;\n\
             int f(int *p, int a) {{ g = a ^ {value}; *p = a + {value}; putchar('a' + {value}); \
             if (a == 9) exit({value}); return a - {value}; }}\n"
        )
    };
    let (old, new) = (program("1"), program("2"));
    let seen = |observe: &str| -> (Vec<String>, i32) {
        let (document, code) = both(&old, &new, &["--function", "f", "--observe", observe]);
        let mut names: Vec<String> = document["functions"][0]["differences"]
            .as_array()
            .expect("a list of differences")
            .iter()
            .flat_map(|difference| difference["mod"]["outputs"].as_object().expect("outputs").keys().cloned())
            .collect();
        names.sort();
        names.dedup();
        (names, code)
    };
    let is = |names: &[&str]| (names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), 1);
    assert_eq!(seen("return"), is(&["return"]));
    assert_eq!(seen("globals"), is(&["g"]));
    assert_eq!(seen("memory"), is(&["p[0]"]));
    assert_eq!(seen("output"), is(&["stdout"]));
    assert_eq!(seen("ending"), is(&["ends"]));
}

#[test]
fn what_is_not_observed_is_no_difference() {
    let (document, code) = wheel_brake(&["--observe", "return,memory,output,ending"]);
    assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0));
    assert_eq!(update(&document)["decided_by"], "the change reaches nothing that is observed");
}

#[test]
fn the_order_of_output_is_a_difference() {
    let (old, new) = ("if (a > 5) puts(\"x\"); puts(\"y\");", "puts(\"y\"); if (a > 5) puts(\"x\");");
    let program = |body: &str| format!("int puts(const char *);\nvoid f(int a) {{ {body} }}\n");
    let (document, code) = both(&program(old), &program(new), &[]);
    let function = &document["functions"][0];
    assert_eq!((conditions(function), code), (vec!["a > 5"], 1));
    let difference = &function["differences"][0];
    assert_eq!((&difference["kind"], &difference["inputs"]["a"]), (&json!("output"), &json!(6)));
    assert_eq!(difference["base"]["outputs"]["stdout"], "x\\ny\\n");
    assert_eq!(difference["mod"]["outputs"]["stdout"], "y\\nx\\n");
}

#[test]
fn minus_zero_is_another_float_by_bits_not_by_value() {
    let (old, new) = ("float f(float a) { return a + 0.0f; }\n", "float f(float a) { return a; }\n");
    let (document, code) = both(old, new, &["--fp", "bits"]);
    let difference = &document["functions"][0]["differences"][0];
    assert_eq!((code, &difference["inputs"]["a"]), (1, &json!("-0.0")), "{document:#}");
    assert_eq!(difference["base"]["outputs"]["return"], 0.0);
    assert_eq!(difference["mod"]["outputs"]["return"], "-0.0");
    assert_eq!(difference["replayed"], true);
    let (document, code) = both(old, new, &["--fp", "value"]);
    assert_eq!((&document["verdict"], &document["fp"], code), (&json!("equivalent"), &json!("value"), 0));
}

#[test]
fn a_tolerance_forgives_what_is_small() {
    let (old, new) = ("double f(int a) { return a; }\n", "double f(int a) { return a + 0.25; }\n");
    assert_eq!(both(old, new, &["--fp", "tolerance:0.5"]).1, 0);
    assert_eq!(both(old, new, &["--fp", "tolerance:0.125"]).1, 1);
}

// Loops.

#[test]
fn loops_of_any_length_are_proved() {
    let (document, code) = both(
        "unsigned f(unsigned n, unsigned k) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += k; return s; }\n",
        "unsigned f(unsigned n, unsigned k) { unsigned s = 0, i = 0; while (n > i) { s = k + s; i += 1; } return s; }\n",
        &[],
    );
    assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0));
    assert_eq!(document["functions"][0]["decided_by"], "induction over loops");
    assert_eq!(document["functions"][0]["bounds_hit"], json!([]));
}

/// That a loop only tells odd from even needs more than the bounds allow; whoever reads must be told which bound.
#[test]
fn a_bound_is_said_and_is_no_equivalence() {
    let old =
        "unsigned f(unsigned n, unsigned k) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s ^= k; return s; }\n";
    let new = "unsigned f(unsigned n, unsigned k) { return n & 1 ? k : 0; }\n";
    let (document, code) = both(old, new, &["--loop-bound", "3"]);
    assert_eq!((&document["verdict"], code), (&json!("equivalent within"), 3));
    assert_eq!(document["functions"][0]["bounds_hit"][0]["kind"], "loop-bound", "{document:#}");
    let output = pair(old, new, &["--loop-bound", "3"]);
    let printed = text(&output);
    assert!(printed.contains("EQUIVALENT WITHIN"), "{printed}");
    assert!(printed.contains("raise --loop-bound"), "{printed}");
}

#[test]
fn a_difference_after_some_rounds_is_found() {
    let (document, code) = both(
        "int f(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += 3; return s; }\n",
        "int f(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += i == 5 ? 4 : 3; return s; }\n",
        &[],
    );
    assert_eq!((&document["verdict"], code), (&json!("different"), 1));
    // The sixth round is the first that differs.
    assert_eq!(document["functions"][0]["differences"][0]["inputs"]["n"], 6);
}

// Bad input.

#[test]
fn bad_input_is_code_2_and_names_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let broken = folder.path().join("broken.c");
    std::fs::write(&broken, "int f( {\n").expect("the file can be written");
    let (broken, empty) = (broken.to_string_lossy(), folder.path().join("empty"));
    std::fs::create_dir(&empty).expect("a folder can be made");
    let empty = empty.to_string_lossy();
    for (args, named) in [
        (vec![OLD, "no-such-file.c"], "no-such-file.c"),
        (vec!["no-such-file.c", NEW], "no-such-file.c"),
        (vec![&broken, NEW], "broken.c"),
        (vec![OLD, &broken], "broken.c"),
        (vec![OLD, &empty], "empty"),
        (vec![OLD, "README.md"], "README.md"),
        (vec![OLD, NEW, "--function", "nowhere"], "`nowhere`"),
        (vec![OLD, NEW, "--fp", "tolerance:much"], "tolerance:much"),
        (vec![OLD, NEW, "--observe", "everything"], "everything"),
        (vec![OLD, NEW, "--guide", "dise:icse20"], "dise:icse20"),
    ] {
        for command in ["diff", "verify"] {
            let mut all = vec![command];
            all.extend(&args);
            let output = incise(&all);
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
            assert!(message.starts_with("error: ") && message.contains(named), "{args:?}: {message}");
            assert!(output.stdout.is_empty(), "{args:?}");
        }
    }
}

/// The only label of a function's differences by condition.
fn labels(old: &str, new: &str) -> Vec<(String, Option<String>)> {
    let (document, _) = both(old, new, &[]);
    let differences = document["functions"][0]["differences"].as_array().expect("a list of differences").clone();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    differences.iter().map(|one| (text(&one["condition"]).expect("a condition"), text(&one["only_by"]))).collect()
}

#[test]
fn a_difference_that_only_overflow_makes_is_labelled() {
    let overflow = Some(String::from("signed overflow"));
    let halves = labels("int f(int x) { return x * 2 / 2; }\n", "int f(int x) { return x; }\n");
    assert_eq!(halves.len(), 1, "{halves:?}");
    assert_eq!(halves[0].1, overflow);
    // For 7 both versions are defined; for INT_MAX the old one is not.
    let mixed = labels(
        "int f(int x) { if (x == 7) return 1; return x + 1 > x; }\n",
        "int f(int x) { if (x == 7) return 2; return 1; }\n",
    );
    assert_eq!(mixed, [(String::from("x == 7"), None), (String::from("x == INT_MAX"), overflow)]);
    // Unsigned arithmetic wraps by definition.
    let defined = labels("unsigned f(unsigned x) { return x * 2 / 2; }\n", "unsigned f(unsigned x) { return x; }\n");
    assert_eq!(defined.iter().map(|one| one.1.clone()).collect::<Vec<_>>(), [None]);
}

#[test]
fn a_difference_in_one_input_is_told_by_that_input() {
    // Whatever the other inputs do to the outputs that follow, 30 is what is treated differently.
    let version = |limit: &str| {
        format!(
            "int Fault, Word, Count;\nvoid f(int volts, int load, int seen) {{\n  Fault = volts < 22 || volts > {limit};\n  \
             Word = load + 1000 * Fault;\n  Count = seen + (Fault | (load > 5));\n}}\n"
        )
    };
    let told = labels(&version("30"), &version("29"));
    assert_eq!(told, [(String::from("volts == 30"), None)]);
}

#[test]
fn a_failed_assertion_is_not_a_call_of_abort() {
    let old = "#include <assert.h>\n#include <stdlib.h>\nint f(int x) { assert(x != 3); return x; }\n";
    let new = "#include <assert.h>\n#include <stdlib.h>\nint f(int x) { if (x == 3) abort(); return x; }\n";
    let (document, code) = both(old, new, &[]);
    assert_eq!((&document["verdict"], code), (&json!("different"), 1), "{document:#}");
    assert_eq!(document["functions"][0]["differences"][0]["replayed"], true);
    assert_eq!(document["functions"][0]["differences"][0]["condition"], "x == 3");
}

/// Published rules look at one function: a change that reaches it through a call alone is not seen, and not called equivalent.
#[test]
fn what_published_rules_do_not_see_is_undecided() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "static int inc(int x) { return x + 1; }\nint f(int x) { return inc(x) * 2; }\n";
    write(folder.path(), "old.c", text);
    write(folder.path(), "new.c", text.replace("x + 1", "x + 3"));
    for (guide, code) in [("dise:tosem14", 3), ("dise:pldi11", 3), ("dise", 1), ("exact", 1)] {
        let args = ["diff", "old.c", "new.c", "--function", "f", "--guide", guide];
        assert_eq!(incise_in(folder.path(), &args).status.code(), Some(code), "{guide}");
    }
}

/// Recursion is proved only where both versions make the same calls, so that both end or neither does, and where their order cannot be
/// seen.
#[test]
fn recursion_that_may_not_end_or_fail_alike_is_not_called_equivalent() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pairs = [
        // Equal where it ends; one of them does not always end.
        ("if (n == 0) return 0; return f(n - 1, d);", "return 0;"),
        ("if (n == 0) return 0; f(n + 1, d); return f(n - 1, d);", "if (n == 0) return 0; return f(n - 1, d);"),
        // Which of the calls fails first is another one.
        (
            "if (n <= 0) return 100 / d; return f(n - 1, d) + f(n - 1, d + 1);",
            "if (n <= 0) return 100 / d; int b = f(n - 1, d + 1); return f(n - 1, d) + b;",
        ),
        // Beyond the bound.
        (
            "if (n <= 0) return d; return f(n - 1, d + n);",
            "if (n <= 0) return d; return f(n - 1, d + n + (n == 1000));",
        ),
    ];
    for (old, new) in pairs {
        write(folder.path(), "old.c", format!("int f(int n, int d) {{ {old} }}\n"));
        write(folder.path(), "new.c", format!("int f(int n, int d) {{ {new} }}\n"));
        let code = incise_in(folder.path(), &["diff", "old.c", "new.c", "--timeout", "10s"]).status.code();
        assert_eq!(code, Some(3), "{old} against {new}");
    }
}

/// What is skipped since nobody uses its result may end the run before anything differs.
#[test]
fn an_error_in_code_that_could_be_skipped_comes_before_a_difference() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "short table[4];\nint total;\n\
                static int look(int i) { return table[i]; }\n\
                int f(int x) { total = 1; look(7); total = x; return x; }\n";
    write(folder.path(), "old.c", text);
    write(folder.path(), "new.c", text.replace("total = x", "total = x + 1"));
    for guide in ["exact", "full"] {
        let args = ["diff", "old.c", "new.c", "--function", "f", "--guide", guide, "--json"];
        let (document, code) = document(&incise_in(folder.path(), &args));
        assert_eq!(code, 0, "{guide}: {document:#}");
        assert_eq!(document["functions"][0]["errors"][0]["kind"], "out-of-bounds", "{guide}: {document:#}");
    }
}
