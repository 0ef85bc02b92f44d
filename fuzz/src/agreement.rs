//! One program without inputs, natively and in the engine: same bytes on standard output, same exit code.

use crate::analysed::{self, Setting};
use crate::native::{self, CLANG, End, GCC, Run};
use crate::verdict::Verdict;
use incise_engine::{PathEnd, Report, Weakness};
use std::path::Path;
use std::time::Duration;

/// Time for the native binary.
const NATIVE_LIMIT: Duration = Duration::from_secs(5);

/// What the native binaries say; the reason when they say nothing that can be relied on.
///
/// A program without undefined behaviour means the same to two compilers, so one on which they disagree is put aside.
pub fn truth(source: &Path, flags: &[String], folder: &Path) -> Result<Run, String> {
    let mut first = None;
    for compiler in [CLANG, GCC] {
        if compiler == GCC && !native::exists(GCC) {
            continue;
        }
        let binary = folder.join(format!("native-{compiler}"));
        native::compile(compiler, &[source], flags, &binary)?;
        let run = native::run(&binary, NATIVE_LIMIT).map_err(|error| format!("{}: {error}", binary.display()))?;
        let Some(run) = run else { return Err(format!("built by {compiler} it does not end in time")) };
        match &first {
            None => first = Some(run),
            Some(first) if *first != run => return Err(format!("{CLANG} and {GCC} disagree")),
            Some(_) => {}
        }
    }
    Ok(first.expect("one compiler was used"))
}

/// Compares the engine with the truth.
pub fn compare(source: &Path, truth: &Run, setting: &Setting) -> Verdict {
    let module = match analysed::read(source, setting) {
        Ok(module) => module,
        Err(message) => return Verdict::Disagree(message),
    };
    match analysed::run(&module, setting) {
        Ok(report) if out_of_time(&report) => Verdict::TooLong(format!("{} statements", report.stats.instructions)),
        Ok(report) => Verdict::from_difference(difference(&report, truth)),
        Err(message) => Verdict::Disagree(message),
    }
}

/// Whether the engine's time was up.
pub fn out_of_time(report: &Report) -> bool {
    report.ledger.iter().any(|(entry, _)| entry.weakness == Weakness::Timeout)
}

/// In what a run of a program without inputs differs from the native one.
fn difference(report: &Report, truth: &Run) -> Option<String> {
    // What the run takes for granted, such as allocation that succeeds, holds for the native one too.
    let granted = [Weakness::NotGiven, Weakness::Alloc, Weakness::Layout];
    let weakening = report.ledger.iter().filter(|(entry, _)| !granted.contains(&entry.weakness));
    let ledger: Vec<String> = weakening.map(|(entry, _)| format!("{:?}: {}", entry.weakness, entry.detail)).collect();
    let [path] = report.found.paths.as_slice() else {
        return Some(format!("{} paths instead of one; {}", report.found.paths.len(), ledger.join("; ")));
    };
    let end = match &path.end {
        PathEnd::Return | PathEnd::Exit => End::Code(path.result.map_or(0, |(value, _)| (value & 0xff) as i32)),
        PathEnd::Error(error) => return Some(format!("error {}: {}", error.kind.name(), error.message)),
        PathEnd::Cut => return Some(format!("cut short; {}", ledger.join("; "))),
    };
    let stdout = path.output.get(&1).map_or(&[][..], Vec::as_slice);
    if stdout != truth.stdout {
        return Some(format!("prints {}", first_difference(stdout, &truth.stdout)));
    }
    if end != truth.end {
        return Some(format!("ends with {end:?} instead of {:?}", truth.end));
    }
    if !path.guesses.is_empty() {
        return Some(format!("depends on guesses: {:?}", path.guesses));
    }
    (!ledger.is_empty()).then(|| format!("the ledger is not empty: {}", ledger.join("; ")))
}

/// The first line that differs.
fn first_difference(ours: &[u8], theirs: &[u8]) -> String {
    let (ours, theirs) = (String::from_utf8_lossy(ours), String::from_utf8_lossy(theirs));
    let (mut ours, mut theirs) = (ours.split('\n'), theirs.split('\n'));
    for line in 1.. {
        match (ours.next(), theirs.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return format!("{:?} instead of {:?} in line {line}", a.unwrap_or(""), b.unwrap_or("")),
        }
    }
    String::from("other bytes")
}
