//! The same command gives the same bytes, whatever the number of workers, the order of exploration and the speed of the machine.

mod support;

use serde_json::Value;
use std::process::{Command, Stdio};
use support::{compared, document, explored, incise_in, versions, write};

/// The document without what it took.
fn result(args: &[&str]) -> Value {
    let mut document = explored(args);
    document.as_object_mut().expect("an object").remove("effort");
    document
}

const PROGRAMS: &[&[&str]] = &[
    &["examples/explore-me/packet.c", "--function", "answer"],
    &["examples/wheel-brake/wbs_new.c", "--function", "update"],
    &["tests/papers/dgse-tse2017/fig2.c", "--function", "Test"],
    &["bench/programs/bubble.c", "-DN=4", "--ub", "wrap"],
    &["bench/programs/insertion.c", "-DN=4"],
    &["bench/programs/regexp.c", "-DN=4"],
    &["bench/programs/tokenizer.c", "-DN=4"],
    &["bench/programs/index.c", "-DN=4"],
    &["bench/programs/tcas.c"],
    &["bench/programs/control.c", "-DN=2"],
];

#[test]
fn the_same_command_twice_gives_the_same_bytes() {
    for program in PROGRAMS {
        assert_eq!(result(program).to_string(), result(program).to_string(), "{program:?}");
    }
}

#[test]
fn any_number_of_workers_gives_the_same_bytes() {
    for program in PROGRAMS {
        let with = |jobs| -> Vec<&str> { program.iter().copied().chain(["--jobs", jobs]).collect() };
        let one = result(&with("1")).to_string();
        for jobs in ["2", "4"] {
            assert_eq!(result(&with(jobs)).to_string(), one, "{program:?} {jobs}");
        }
    }
}

/// What is left open where a search of the solver may meet one conflict.
const CUT: &str = "the solver's limit of conflicts was reached";

#[test]
fn a_limit_of_one_conflict_leaves_the_same_open_for_any_number_of_workers() {
    for program in PROGRAMS {
        let with = |more: &[&'static str]| -> Vec<&str> {
            program.iter().chain(&["--no-replay", "--solver-conflicts", "1"]).chain(more).copied().collect()
        };
        let one = result(&with(&["--jobs", "1"])).to_string();
        let is_cut = ["index.c", "tcas.c", "control.c"].iter().any(|name| program[0].ends_with(name));
        assert!(!is_cut || one.contains(CUT), "{program:?}: {one}");
        for jobs in ["2", "4"] {
            assert_eq!(result(&with(&["--jobs", jobs])).to_string(), one, "{program:?} {jobs}");
        }
        assert_eq!(result(&with(&["--max-memory", "1K"])).to_string(), one, "{program:?} with little memory");
    }
}

/// Products that a search without conflicts does not find the factors of.
#[test]
fn a_comparison_with_one_conflict_leaves_the_same_open_for_any_number_of_workers() {
    let text = |last: &str| {
        format!(
            "unsigned mix(unsigned short x, unsigned short y, unsigned short z) {{
                unsigned s = 7;
                if ((unsigned)x * y == 30031u) s += 1;
                if ((unsigned)y * z == 1000003u) s *= 3;
                if ((unsigned)x * x + y == z) s ^= x;
                if (s > 100u) s += y;
                if (z > 100u) s -= {last};
                return s;
            }}"
        )
    };
    let (old, new) = (text("2"), text("(unsigned)x * z > 9u ? 2 : 3"));
    for conflicts in ["1", "5"] {
        let compared = |jobs: &str| {
            let args = ["--json", "--no-replay", "--solver-conflicts", conflicts, "--jobs", jobs];
            untimed(document(&versions("diff", &[("f.c", &old)], &[("f.c", &new)], &args)).0)
        };
        let one = compared("1");
        assert!(one.contains(CUT), "{one}");
        for jobs in ["2", "4"] {
            assert_eq!(compared(jobs), one, "{conflicts} conflicts, {jobs} workers");
        }
    }
}

/// The document of any command without folders and what it took.
fn untimed(mut document: Value) -> String {
    for key in ["base", "mod", "wall_ms"] {
        document[key] = Value::Null;
    }
    for function in document["functions"].as_array_mut().into_iter().flatten() {
        if !function["stats"].is_null() {
            function["stats"]["effort"] = Value::Null;
        }
    }
    document.to_string()
}

/// Two functions that differ, one of them in alias cases, with loops and decisions.
const SEVERAL: &str = "int total;
    int put(int *p, int *q, int n) {
        if (!p) return n > 3 ? -1 : 0;
        *p = n;
        if (q && *q > 7) *p += 2;
        return p == q ? *p : n;
    }
    int level(int x, int y) {
        int r = 0;
        if (y > 100) r = r + 7;
        if (x > 10) r = r + 1; else r = r + 2;
        for (int i = 0; i < 3; i++) if ((x >> i) & 1) r += y > i;
        total = r;
        return r;
    }
    int both(int x, int y) { return level(x, y) + level(y, x); }
    ";

/// Alias cases, functions, native runs, facts of both versions: whatever a command does side by side.
#[test]
fn every_command_gives_the_same_bytes_for_any_number_of_workers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", SEVERAL);
    write(folder.path(), "new.c", SEVERAL.replace("+= 2", "+= 3").replace("x > 10", "x > 12"));
    std::fs::create_dir(folder.path().join("suite")).expect("a folder can be made");
    write(folder.path(), "suite/tests.csv", "x,y\n11,0\n10,0\n500,101\n");
    std::fs::create_dir(folder.path().join("one")).expect("a folder can be made");
    write(folder.path(), "one/test.csv", "x,y\n11,0\n");
    let lines: &[&[&str]] = &[
        &["diff", "old.c", "new.c", "--json", "--paths"],
        &["diff", "old.c", "new.c", "--json", "--function", "put", "--guide", "full"],
        &["diff", "old.c", "new.c", "--json", "--guide", "dgse"],
        &["diff", "old.c", "new.c", "--json", "--cover", "branch"],
        &["diff", "old.c", "new.c", "--json", "--cover", "path-fragment", "--function", "level"],
        &["test", "old.c", "new.c", "--json", "--suite", "suite", "--function", "level"],
        &["test", "old.c", "new.c", "--json", "--suite", "suite", "--function", "level", "--guide", "full"],
        &["debug", "old.c", "new.c", "--json", "--test", "one/test.csv", "--function", "level"],
        &["impact", "old.c", "new.c", "--json", "--calls"],
        &["impact", "old.c", "new.c"],
        &["deps", "new.c", "--json"],
        &["deps", "new.c"],
        &["replay", "made", "new.c"],
    ];
    let made = incise_in(folder.path(), &["explore", "new.c", "--function", "level", "--out", "made"]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    for line in lines {
        let run = |jobs: &str| {
            let args: Vec<&str> = line.iter().copied().chain(["--jobs", jobs]).collect();
            let output = incise_in(folder.path(), &args);
            let code = output.status.code();
            assert!(code.is_some_and(|code| code < 2), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).expect("a report is text");
            let text =
                if line.contains(&"--json") { untimed(serde_json::from_str(&text).expect("a document")) } else { text };
            (text, code)
        };
        let one = run("1");
        for jobs in ["2", "3", "8"] {
            assert_eq!(run(jobs), one, "{line:?} {jobs}");
        }
    }
}

/// Pairs of versions that are compared path by path, some with several differences, errors, or bounds that are met.
const PAIRS: &[(&str, &str)] = &[
    ("different/assertion_too_strict", "set_speed"),
    ("different/exit_code_changed", "main"),
    ("different/queue_full_off_by_one", "enqueue"),
    ("different/rounding_constant_lost", "to_percent"),
    ("different/recursion_base_case", "ways"),
    ("different/enum_renumbered", "severity"),
    ("different/sign_extension", "temperature"),
    ("equivalent/command_function_table", "execute"),
    ("equivalent/interlock_de_morgan", "may_start"),
    ("equivalent/lift_dispatch_masks", "dispatch"),
    ("equivalent/stack_assert_kept", "pop"),
];

/// The document of a comparison without what it took.
fn comparison((pair, function): (&str, &str), more: &[&str]) -> String {
    let file = |version: &str| format!("tests/pairs/{pair}/{version}.c");
    let (old, new) = (file("old"), file("new"));
    let args: Vec<&str> =
        [&old, &new, "--function", function, "--paths"].into_iter().chain(more.iter().copied()).collect();
    let (mut document, _) = compared(&args);
    document["wall_ms"] = Value::Null;
    for function in document["functions"].as_array_mut().expect("functions were compared") {
        function["stats"]["effort"] = Value::Null;
    }
    document.to_string()
}

#[test]
fn a_comparison_does_not_depend_on_the_number_of_workers() {
    for pair in PAIRS {
        let one = comparison(*pair, &["--jobs", "1"]);
        for jobs in ["2", "4"] {
            assert_eq!(comparison(*pair, &["--jobs", jobs]), one, "{pair:?} {jobs}");
        }
    }
}

/// Several functions at a time: callers that follow from what they call, statics that their callers show, functions that differ.
#[test]
fn functions_are_compared_in_any_order() {
    let text = |limit: &str, sum: &str| {
        format!(
            "static int clip(int x) {{ return x > {limit} ? {limit} : x; }}
             int twice(int x) {{ return {sum}; }}
             int scaled(int x) {{ return clip(x) + 1; }}
             int both(int x, int y) {{ return twice(x) + twice(y); }}
             int mixed(int x) {{ return x > 9 ? scaled(x) : twice(x); }}
             int outer(int x) {{ return both(x, 3) - mixed(x); }}"
        )
    };
    let (old, new) = (text("20", "x + x"), text("30", "2 * x"));
    let compared = |jobs: &str| {
        let args = ["--json", "--callers", "all", "--jobs", jobs];
        let (document, code) = document(&versions("diff", &[("f.c", &old)], &[("f.c", &new)], &args));
        assert_eq!(code, 1);
        assert!(document["functions"].as_array().is_some_and(|functions| functions.len() > 4), "{document}");
        untimed(document)
    };
    let one = compared("1");
    for jobs in ["2", "3", "8"] {
        assert_eq!(compared(jobs), one, "{jobs}");
    }
}

/// Terms are given up and paths put away while differences are known: their examples and conditions must survive.
#[test]
fn a_comparison_with_little_memory_loses_nothing() {
    let text = |limit: &str| {
        let body: String = (0..8).map(|n| format!("if (p[{n}] > {n}) sum += p[{n}] & {n};\n")).collect();
        format!("int p[8]; int f(int q) {{ int sum = 0; {body} if (q > {limit}) return sum; return -1; }}")
    };
    let compared = |more: &[&str]| {
        let files = [("f.c", text("3")), ("f.c", text("5"))];
        let [old, new] = &files;
        let args: Vec<&str> = ["--json", "--guide", "full"].into_iter().chain(more.iter().copied()).collect();
        let output = versions("diff", &[(old.0, &old.1)], &[(new.0, &new.1)], &args);
        let (document, _) = document(&output);
        assert!(document["functions"][0]["stats"]["paths"].as_u64() > Some(256), "{document}");
        assert_eq!(document["verdict"], "different");
        untimed(document)
    };
    let plain = compared(&["--jobs", "1"]);
    assert_eq!(compared(&["--jobs", "1", "--max-memory", "1K"]), plain);
    assert_eq!(compared(&["--jobs", "2", "--max-memory", "1K"]), plain);
}

#[test]
fn every_order_of_exploration_gives_the_same_bytes() {
    for program in PROGRAMS {
        for order in ["bfs", "random", "greedy"] {
            let seed: &[&str] = if order == "random" { &["--seed", "7"] } else { &[] };
            let order = ["--order", order];
            let other: Vec<&str> = program.iter().copied().chain(order).chain(seed.iter().copied()).collect();
            assert_eq!(result(program).to_string(), result(&other).to_string(), "{program:?} {order:?}");
        }
    }
}

#[test]
fn putting_states_away_loses_nothing() {
    for program in PROGRAMS {
        let tight: Vec<&str> = program.iter().copied().chain(["--max-memory", "1K"]).collect();
        assert_eq!(result(program).to_string(), result(&tight).to_string(), "{program:?}");
    }
}

/// Of `old`, `new` differs in the second round of the loop; a look at all rounds has 4096 paths.
const OLD: &str = "unsigned mix(unsigned x, unsigned n) {
    unsigned s = 1;
    if (n > 11) return 0;
    for (unsigned i = 0; i < n; i++) {
        if (x >> i & 1) s = s * 3 + i;
        else s ^= s >> 2;
    }
    return s;
}
";

/// A comparison as text without the line of counts that ends with the time; of a process that is stopped most of the time if it is to be slow.
fn compared_versions(is_slow: bool) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", OLD);
    write(folder.path(), "new.c", OLD.replace("s * 3 + i", "s * 3 + (i == 1 ? 4 : i)"));
    let child = Command::new(env!("CARGO_BIN_EXE_incise"))
        .args(["diff", "old.c", "new.c", "--function", "mix", "--no-replay", "--jobs", "1", "--timeout", "10m"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let script = "while kill -STOP $0; do sleep 0.1; kill -CONT $0; sleep 0.003; done 2> /dev/null";
    let slower = is_slow.then(|| Command::new("sh").args(["-c", script, &child.id().to_string()]).spawn());
    let output = child.wait_with_output().expect("the process ends");
    if let Some(slower) = slower {
        slower.and_then(|mut slower| slower.wait()).expect("a shell is there");
    }
    let text = String::from_utf8(output.stdout).expect("the report is text");
    let untimed =
        |line: &str| line.strip_suffix(" s").and_then(|line| line.rsplit_once("  ")).map(|(rest, _)| rest.to_owned());
    text.lines().map(|line| untimed(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

#[test]
fn a_slow_machine_gives_the_same_bytes() {
    let found = compared_versions(false);
    assert!(found.contains("4096 impacted paths explored"), "{found}");
    assert_eq!(compared_versions(true), found);
}
