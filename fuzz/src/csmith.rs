//! Programs of csmith, which are free of undefined behaviour by construction: integers, pointers, unions, bit-fields,
//! packed structs, volatiles, jumps.
//!
//! *Source*: X. Yang, Y. Chen, E. Eide, J. Regehr, "Finding and Understanding Bugs in C Compilers", PLDI 2011.

use crate::agreement::{compare, truth};
use crate::analysed::Setting;
use crate::verdict::Verdict;
use std::path::Path;
use std::process::{Command, Stdio};

/// What keeps a program small enough for an interpreter.
const BOUNDS: [&str; 14] = [
    "--concise",
    "--no-argc",
    "--max-funcs",
    "5",
    "--max-block-depth",
    "3",
    "--max-block-size",
    "4",
    "--max-expr-complexity",
    "6",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "6",
];

/// What a csmith program may contain beyond the default.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// Floating point.
    pub float: bool,
    /// Calls of GCC's built-in functions.
    pub builtins: bool,
}

/// Whether csmith can be run here.
pub fn exists() -> bool {
    crate::native::exists("csmith")
}

/// Flags for compiling what csmith writes.
pub fn flags() -> Vec<String> {
    vec![String::from("-I/usr/include/csmith")]
}

/// Writes the program of a seed.
pub fn generate(seed: u64, options: Options, file: &Path) -> Result<(), String> {
    let mut command = Command::new("csmith");
    command.args(BOUNDS).arg("--seed").arg(seed.to_string()).arg("--output").arg(file);
    if options.float {
        command.arg("--float");
    }
    if options.builtins {
        command.arg("--builtins");
    }
    // csmith writes a note about the platform into its current folder.
    command.current_dir(file.parent().unwrap_or(Path::new(".")));
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("cannot run csmith: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("csmith: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// Generates the program of a seed in a folder and compares the engine with the native binary.
pub fn check(seed: u64, options: Options, setting: &Setting, folder: &Path) -> Verdict {
    let source = folder.join(format!("csmith-{seed}.c"));
    if let Err(message) = generate(seed, options, &source) {
        return Verdict::Unusable(message);
    }
    let setting = Setting { flags: flags(), ..setting.clone() };
    match truth(&source, &setting.flags, folder) {
        Ok(run) => compare(&source, &run, &setting),
        Err(reason) => Verdict::Unusable(reason),
    }
}
