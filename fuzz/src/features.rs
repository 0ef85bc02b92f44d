//! Our own programs without inputs, at several optimisation levels of the analysed code, against the native binary.

use crate::agreement::{compare, truth};
use crate::analysed::Setting;
use crate::generate::features::generate;
use crate::verdict::Verdict;
use incise_frontend::Optimise;
use std::path::Path;

/// What clang does to the analysed code, in turn.
pub const LEVELS: [Optimise; 4] = [Optimise::Nothing, Optimise::O0, Optimise::O1, Optimise::O2];

/// Generates the program of a seed in a folder and compares the engine with the native binary at each level.
pub fn check(seed: u64, only: Option<&str>, levels: &[Optimise], setting: &Setting, folder: &Path) -> Verdict {
    let source = folder.join(format!("features-{seed}.c"));
    if let Err(error) = std::fs::write(&source, generate(seed, only)) {
        return Verdict::Unusable(format!("{}: {error}", source.display()));
    }
    let flags = vec![String::from("-fwrapv")];
    let run = match truth(&source, &flags, folder) {
        Ok(run) => run,
        Err(reason) => return Verdict::Unusable(reason),
    };
    for &optimise in levels {
        let setting = Setting { optimise, flags: flags.clone(), ..setting.clone() };
        match compare(&source, &run, &setting) {
            Verdict::Agree => {}
            Verdict::Disagree(difference) => return Verdict::Disagree(format!("at {optimise:?}: {difference}")),
            other => return other,
        }
    }
    Verdict::Agree
}
