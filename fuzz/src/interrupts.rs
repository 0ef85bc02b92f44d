//! Commands that are stopped at a random moment: by `SIGINT`, by `SIGTERM` or by `--timeout`.
//!
//! Whatever the command was doing, standard output must be one JSON document, the exit code one of 0 to 3, the end within a second of
//! the stop, and no process and no temporary file may be left. Each run has a folder for temporary files of its own; every other run
//! has an empty cache, so that compilers are met at work.

use crate::pairs::ast::ENTRY;
use crate::pairs::pair::{Sort, generate};
use crate::pairs::print::print;
use crate::rng::Rng;
use crate::verdict::Verdict;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What the machine may add to the second in which a command ends.
const SLACK: Duration = Duration::from_secs(1);
/// Moments are within this time.
const LATEST: u64 = 2500;
/// How long the guard process may take to see that the command has ended.
const PATIENCE: Duration = Duration::from_secs(3);

/// Programs that keep a command busy: a loop without end, arithmetic that no solver inverts.
const BUSY: [&str; 2] = [
    "int ready(void);\nint entry(int x) { while (!ready()) ; return x + 1; }\n",
    "unsigned entry(unsigned a, unsigned b) {\n    unsigned x = a;\n    for (unsigned i = 0; i < 64; i++) { x = (x ^ (b + i)) * \
     2654435761u; x ^= x >> 15; }\n    return x == 77 ? 1 : x + 1;\n}\n",
];

/// Stops the command of one seed.
pub fn check(seed: u64, incise: &Path, folder: &Path) -> Verdict {
    let mut rng = Rng::new(seed ^ 0x73_74_6f_70);
    let failed = |error: std::io::Error| Verdict::Unusable(error.to_string());
    let (function, base, modified) = match rng.below(3) {
        0 => {
            let busy = BUSY[rng.below(2) as usize].to_owned();
            let changed = busy.replace("+ 1;", "+ 2;");
            ("entry", busy, changed)
        }
        _ => {
            let pair = generate(if rng.chance(50) { Sort::Function } else { Sort::Calls }, seed);
            (ENTRY, print(&pair.base), print(&pair.modified))
        }
    };
    let temporary = folder.join("tmp");
    let written = std::fs::write(folder.join("base.c"), base)
        .and_then(|()| std::fs::write(folder.join("mod.c"), modified))
        .and_then(|()| std::fs::create_dir(&temporary));
    if let Err(error) = written {
        return failed(error);
    }
    let arguments: Vec<&str> = match rng.below(6) {
        0 => vec!["explore", "base.c", "--function", function],
        1 => vec!["diff", "base.c", "mod.c", "--cover", "branch", "--function", function],
        2 => vec!["verify", "base.c", "mod.c"],
        3 => vec!["diff", "base.c", "mod.c", "--guide", "dgse"],
        4 => vec!["diff", "base.c", "mod.c", "--function", function, "--out", "tests"],
        _ => vec!["diff", "base.c", "mod.c"],
    };
    let moment = Duration::from_millis(1 + rng.below(LATEST));
    let mut command = Command::new(incise);
    command.args(&arguments).arg("--json").current_dir(folder).env("TMPDIR", &temporary).process_group(0);
    if rng.chance(50) {
        command.env("INCISE_CACHE_DIR", folder.join("cache"));
    }
    let signal = [None, Some("INT"), Some("TERM")][rng.below(3) as usize];
    if signal.is_none() {
        command.arg(format!("--timeout={}ms", moment.as_millis()));
    }
    let start = Instant::now();
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = match spawned {
        Ok(child) => child,
        Err(error) => return failed(error),
    };
    if let Some(signal) = signal {
        std::thread::sleep(moment);
        let _ended = Command::new("kill").args(["-s", signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    }
    let output = match child.wait_with_output() {
        Ok(output) => output,
        Err(error) => return failed(error),
    };
    let late = start.elapsed().saturating_sub(moment);
    let what = format!("{} stopped by {} at {moment:?}", arguments.join(" "), signal.unwrap_or("--timeout"));
    let stdout = String::from_utf8_lossy(&output.stdout);
    let wrong = if !matches!(output.status.code(), Some(0..=3)) {
        Some(format!("ends with {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
    } else if let Err(error) = serde_json::from_str::<serde_json::Value>(&stdout) {
        Some(format!("prints no document: {error}: {stdout}{}", String::from_utf8_lossy(&output.stderr)))
    } else if late > Duration::from_secs(1) + SLACK {
        Some(format!("ends {late:?} after its stop"))
    } else {
        left(&temporary)
    };
    Verdict::from_difference(wrong.map(|wrong| format!("{what}: {wrong}")))
}

/// What is left of a run.
fn left(temporary: &Path) -> Option<String> {
    let until = Instant::now() + PATIENCE;
    loop {
        let mut found: Vec<String> = Vec::new();
        for entry in std::fs::read_dir(temporary).into_iter().flatten().flatten() {
            found.push(entry.path().display().to_string());
        }
        let marked = format!("TMPDIR={}", temporary.display());
        for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
            let is_marked = String::from_utf8_lossy(&environment).contains(&marked);
            let place = std::fs::read_link(process.path().join("cwd")).unwrap_or_default();
            if is_marked || place.starts_with(temporary) {
                found.push(format!("process {}", process.file_name().to_string_lossy()));
            }
        }
        if found.is_empty() {
            return None;
        }
        if Instant::now() >= until {
            return Some(format!("leaves {}", found.join(", ")));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
