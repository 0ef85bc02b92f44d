//! Whatever a command does when its time is up or a signal comes, it ends within a second with one valid report, and leaves
//! nothing behind.

mod interrupted;
mod support;

use interrupted::{Run, Stop};
use std::time::{Duration, Instant};
use support::write;

/// A loop over a function without a body: no path of it ends.
const ENDLESS: &str = "int ready(void);\nint f(int x) { while (!ready()) ; return x + 1; }\n";
/// Multiplications that no solver inverts.
const HARD: &str = "unsigned f(unsigned a, unsigned b) {\n    unsigned x = a;\n    for (unsigned i = 0; i < 64; i++) { x = (x ^ (b + i)) * 2654435761u; x ^= x >> 15; }\n    return x + 1;\n}\n";
const RETURNED: (&str, &str) = ("+ 1;", "+ 1 - (1u & (x == 77u));");

/// Fills the cache with what every run needs, so that short limits are met after reading.
fn warm_up(run: &Run) {
    write(run.folder(), "any.c", "int f(int x) { return x; }\n");
    let explored = run.finish(&["explore", "any.c", "--function", "f"], Stop::Never);
    assert_eq!(explored.code, Some(0), "{}", explored.stderr);
}

fn pair(run: &Run, text: &str) {
    write(run.folder(), "old.c", text);
    write(run.folder(), "new.c", text.replace(RETURNED.0, RETURNED.1));
}

/// The time from the limit or signal to the end.
const PROMPT: Duration = Duration::from_secs(1);
/// What a loaded machine may add.
const SLACK: Duration = Duration::from_secs(2);

#[test]
fn a_comparison_ends_at_its_limit_in_every_form() {
    for text in [ENDLESS, HARD] {
        let run = Run::new();
        pair(&run, text);
        warm_up(&run);
        let start = Instant::now();
        let json = run.finish(&["diff", "old.c", "new.c", "--json", "--timeout", "2s"], Stop::Never);
        assert!(start.elapsed() < Duration::from_secs(2) + PROMPT + SLACK, "{:?}", start.elapsed());
        json.is_valid_json();
        assert_eq!(json.code, Some(3), "{}", json.stdout);
        let document = json.document();
        assert_eq!(document["verdict"], "undecided");
        assert_eq!(document["functions"][0]["name"], "f", "{document}");
        let bounds = document["functions"][0]["bounds_hit"].to_string();
        assert!(bounds.contains("timeout"), "{bounds}");
        let word = run.finish(&["diff", "old.c", "new.c", "--quiet", "--timeout", "1s"], Stop::Never);
        assert_eq!((word.stdout.as_str(), word.code), ("undecided\n", Some(3)));
    }
}

#[test]
fn what_was_decided_before_a_signal_is_in_the_report() {
    let run = Run::new();
    warm_up(&run);
    let text = format!("int a(int x) {{ return x + 1; }}\n{ENDLESS}");
    write(run.folder(), "old.c", &text);
    write(run.folder(), "new.c", text.replace("x + 1", "x + 2"));
    let stopped = run.finish(
        &["diff", "old.c", "new.c", "--json", "--timeout", "30s"],
        Stop::Signal("TERM", Duration::from_secs(4)),
    );
    stopped.is_valid_json();
    let document = stopped.document();
    // `a` differs and was run natively: the exit code is that of a difference.
    assert_eq!((document["functions"][0]["name"].as_str(), stopped.code), (Some("a"), Some(1)), "{document}");
    assert_eq!(document["functions"][1]["verdict"], "undecided");
    assert!(document["functions"][1]["bounds_hit"].to_string().contains("interrupted"), "{document}");
    assert!(stopped.took_after_stop < PROMPT + SLACK, "{:?}", stopped.took_after_stop);
}

#[test]
fn a_source_that_never_ends_is_not_waited_for() {
    let run = Run::new();
    let fifo = std::process::Command::new("mkfifo").arg(run.folder().join("fifo.c")).status().expect("mkfifo starts");
    assert!(fifo.success());
    write(run.folder(), "zero.c", "#include \"/dev/zero\"\nint f(void) { return 0; }\n");
    for file in ["fifo.c", "zero.c"] {
        let stopped = run.finish(&["explore", file, "--json", "--timeout", "1s"], Stop::Never);
        stopped.is_valid_json();
        assert_eq!(stopped.code, Some(3), "{file}: {}{}", stopped.stdout, stopped.stderr);
        assert_eq!(stopped.document()["stopped"]["kind"], "timeout");
        run.leaves_nothing();
    }
}

#[test]
fn the_limit_of_the_project_file_is_for_the_whole_command() {
    let run = Run::new();
    for version in ["old", "new"] {
        let functions: String = (0..8).map(|n| ENDLESS.replace("f(int", &format!("f{n}(int"))).collect();
        let text = if version == "old" { functions } else { functions.replace("x + 1", "x + 2") };
        write(run.folder(), &format!("{version}/a.c"), text);
        write(run.folder(), &format!("{version}/incise.toml"), "sources = [\"a.c\"]\n[bounds]\ntimeout = \"2s\"\n");
    }
    warm_up(&run);
    let start = Instant::now();
    let stopped = run.finish(&["diff", "old", "new", "--json"], Stop::Never);
    assert!(start.elapsed() < Duration::from_secs(2) + PROMPT + SLACK, "{:?}", start.elapsed());
    assert_eq!(stopped.document()["functions"].as_array().map(Vec::len), Some(8), "{}", stopped.stdout);
    assert_eq!(stopped.code, Some(3));
}

#[test]
fn static_analyses_end_with_a_report() {
    let run = Run::new();
    let fifo = std::process::Command::new("mkfifo").arg(run.folder().join("fifo.c")).status().expect("mkfifo starts");
    assert!(fifo.success());
    for arguments in
        [["deps", "fifo.c"].as_slice(), &["impact", "fifo.c", "fifo.c"], &["impact", "fifo.c", "fifo.c", "--calls"]]
    {
        for (stop, limit, kind) in [
            (Stop::Signal("INT", Duration::from_millis(300)), "60s", "interrupted"),
            (Stop::Signal("TERM", Duration::from_millis(300)), "60s", "interrupted"),
            (Stop::Never, "300ms", "timeout"),
        ] {
            let arguments = [arguments, &["--timeout", limit]].concat();
            let start = Instant::now();
            let text = run.finish(&arguments, stop);
            assert!(start.elapsed() < Duration::from_millis(300) + PROMPT + SLACK, "{:?}", start.elapsed());
            assert_eq!(text.code, Some(3), "{arguments:?}: {}{}", text.stdout, text.stderr);
            assert!(text.stdout.contains(&format!("STOPPED  {kind}")), "{arguments:?}: {}", text.stdout);
            let json = run.finish(&[arguments.as_slice(), &["--json"]].concat(), stop);
            json.is_valid_json();
            let document = json.document();
            assert_eq!((json.code, document["stopped"]["kind"].as_str()), (Some(3), Some(kind)), "{document}");
            assert_eq!(document["functions"].as_array().map(Vec::len), Some(0), "{document}");
            if arguments[0] == "impact" {
                assert_eq!(document["verdict"], "undecided");
            }
        }
    }
    run.leaves_nothing();
}

#[test]
fn files_beside_the_program_that_never_end_are_not_waited_for() {
    let run = Run::new();
    pair(&run, "int f(int x) { return x + 1; }\n");
    let fifo =
        std::process::Command::new("mkfifo").arg(run.folder().join("fifo.json")).status().expect("mkfifo starts");
    assert!(fifo.success());
    for arguments in [
        ["diff", "old.c", "new.c", "--baseline", "fifo.json"].as_slice(),
        &["debug", "old.c", "new.c", "--test", "fifo.json"],
        &["test", "old.c", "new.c", "--suite", "fifo.json"],
    ] {
        let arguments = [arguments, &["--json", "--timeout", "500ms"]].concat();
        let stopped = run.finish(&arguments, Stop::Never);
        stopped.is_valid_json();
        assert_eq!(stopped.code, Some(3), "{arguments:?}: {}{}", stopped.stdout, stopped.stderr);
    }
    let stopped = run.finish(&["replay", "fifo.json", "old.c"], Stop::Signal("INT", Duration::from_millis(300)));
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
    assert!(stopped.stdout.contains("STOPPED  interrupted"), "{}", stopped.stdout);
}

#[test]
fn what_was_replayed_before_a_signal_is_in_the_report() {
    let run = Run::new();
    write(run.folder(), "a.c", "int f(int x) { if (x == 3) return 1; return 0; }\n");
    let explored = run.finish(&["explore", "a.c", "--function", "f", "--out", "tests"], Stop::Never);
    assert_eq!(explored.code, Some(0), "{}", explored.stderr);
    // Each of the two tests runs until its limit.
    write(run.folder(), "a.c", "int f(int x) { if (x == 3) for (;;) ; for (;;) ; return 0; }\n");
    let moment = Duration::from_secs(3);
    let stopped = run.finish(&["replay", "tests", "a.c", "--timeout", "60s"], Stop::Signal("TERM", moment));
    assert_eq!(stopped.code, Some(3), "{}{}", stopped.stdout, stopped.stderr);
    assert!(stopped.stdout.contains("STOPPED  interrupted: stopped by a signal while replaying"), "{}", stopped.stdout);
    assert!(stopped.took_after_stop < PROMPT + SLACK, "{:?}", stopped.took_after_stop);
    run.leaves_nothing();
}

/// A few of the runs of `incise-fuzz interrupts`.
#[test]
fn random_moments() {
    let run = Run::new();
    for (name, text) in [
        ("endless", ENDLESS),
        ("hard", HARD),
        ("short", "int f(int x) { if (x > 3) return x + 1; return 0 * x + 1; }\n"),
    ] {
        write(run.folder(), &format!("{name}.c"), text);
        write(run.folder(), &format!("{name}2.c"), text.replace("+ 1;", "+ 2;"));
    }
    let commands: [&[&str]; 6] = [
        &["diff", "endless.c", "endless2.c"],
        &["diff", "hard.c", "hard2.c"],
        &["diff", "short.c", "short2.c"],
        &["explore", "hard.c", "--function", "f"],
        &["diff", "short.c", "short2.c", "--cover", "branch"],
        &["explore", "short.c", "--function", "f"],
    ];
    for (number, arguments) in commands.iter().cycle().take(24).enumerate() {
        // Spread over the phases of a run, which takes half a second where nothing is cached.
        let moment = Duration::from_millis(7 + 61 * (number as u64 * 7 % 24) / 2);
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let limit = format!("{}.{:03}s", moment.as_secs(), moment.subsec_millis());
        let stopped = match number % 3 {
            0 => run.finish(&arguments, Stop::Signal("INT", moment)),
            1 => run.finish(&arguments, Stop::Signal("TERM", moment)),
            _ => run.finish(&[&arguments[..], &["--timeout", &limit]].concat(), Stop::Never),
        };
        stopped.is_valid_json();
        assert!(
            matches!(stopped.code, Some(0..=3)),
            "{arguments:?} at {moment:?}: {:?} {}",
            stopped.code,
            stopped.stderr
        );
        assert!(stopped.took_after_stop < PROMPT + SLACK, "{arguments:?}: {:?}", stopped.took_after_stop);
        run.leaves_nothing();
    }
}

/// Nothing is equivalent, unchanged or covered before the files were read, and the time is the time that it took.
#[test]
fn a_comparison_that_is_stopped_while_reading_claims_nothing() {
    let run = Run::new();
    let fifo = std::process::Command::new("mkfifo").arg(run.folder().join("fifo.c")).status().expect("mkfifo starts");
    assert!(fifo.success());
    for arguments in [["diff", "fifo.c", "fifo.c"].as_slice(), &["diff", "fifo.c", "fifo.c", "--cover", "branch"]] {
        let arguments = [arguments, &["--timeout", "300ms"]].concat();
        let text = run.finish(&arguments, Stop::Never);
        assert_eq!(text.code, Some(3), "{}{}", text.stdout, text.stderr);
        let lower = text.stdout.to_lowercase();
        assert!(!lower.contains("equivalent") && !lower.contains("no function changed"), "{}", text.stdout);
        assert!(lower.starts_with("undecided"), "{}", text.stdout);
        let json = run.finish(&[arguments.as_slice(), &["--json"]].concat(), Stop::Never).document();
        assert!(json["wall_ms"].as_f64().is_some_and(|time| time >= 300.0), "{json}");
    }
    let json = run.finish(&["explore", "fifo.c", "--json", "--timeout", "300ms"], Stop::Never).document();
    assert!(json["effort"]["wall_ms"].as_f64().is_some_and(|time| time >= 300.0), "{json}");
}

/// What impact analysis says of a function is in the report, whoever stops its comparison, and how long that took.
#[test]
fn a_function_whose_comparison_is_stopped_has_its_impact_and_time() {
    let run = Run::new();
    warm_up(&run);
    pair(&run, HARD);
    for stop in [Stop::Never, Stop::Signal("TERM", Duration::from_secs(3))] {
        let limit = if matches!(stop, Stop::Never) { "3s" } else { "30s" };
        let json = run.finish(&["diff", "old.c", "new.c", "--json", "--timeout", limit], stop).document();
        let function = &json["functions"][0];
        assert_eq!(function["changed_lines"]["mod"], serde_json::json!([4]), "{function:#}");
        assert_ne!(function["impacted_statements"][1], 0, "{function:#}");
        assert!(function["stats"]["effort"]["wall_ms"].as_f64().is_some_and(|time| time > 100.0), "{function:#}");
    }
}
