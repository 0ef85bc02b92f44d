//! Writes the tests of `diff --out`: an input per difference, a folder per function.

use super::load::LoadedVersions;
use crate::failure::Failure;
use crate::out::Out;
use incise_replay::{HarnessProgram, Test, unanswered_names};
use incise_report::FunctionFindings;
use std::path::Path;

/// Writes the tests of each function that differs, and their places into the findings.
pub fn write_tests(
    folder: &Path,
    versions: &LoadedVersions,
    tests: &[(String, Vec<Test>)],
    functions: &mut [FunctionFindings],
) -> Result<(), Failure> {
    if tests.iter().all(|(_, tests)| tests.is_empty()) {
        return Ok(());
    }
    let LoadedVersions { base, modified, watchdog, .. } = versions;
    let out = Out::begin(folder, watchdog)?;
    // A harness is compiled with the old version too, to see it fail.
    let others = unanswered_names(&base.program.own, &base.program.linked);
    let program = HarnessProgram { own: &modified.program.own, linked: &modified.program.linked, others: &others };
    for (name, tests) in tests.iter().filter(|(_, tests)| !tests.is_empty()) {
        let written = out.suite(name).write(program, tests)?;
        let files: Vec<String> = written.iter().map(|file| file.display().to_string()).collect();
        functions.iter_mut().filter(|found| found.name == *name).for_each(|found| found.tests.clone_from(&files));
    }
    out.finish()
}
