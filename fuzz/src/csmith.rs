//! Programs of csmith, which are free of undefined behaviour by construction: integers, pointers, unions, bit-fields,
//! packed structs, volatiles, jumps.
//!
//! With floating point they are not (a float that does not fit its integer type is converted, and clang makes an arbitrary
//! value of a constant one), nor with built-in functions (zeros are counted in zero). A disagreement on such a program says nothing
//! when clang's sanitizer finds the place.
//!
//! *Source*: X. Yang, Y. Chen, E. Eide, J. Regehr, "Finding and Understanding Bugs in C Compilers", PLDI 2011.

use crate::agreement::{compare, truth};
use crate::analysed::Setting;
use crate::native::{CLANG, End, compile, run};
use crate::verdict::Verdict;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Time for a binary with the sanitizer.
const SANITIZED_LIMIT: Duration = Duration::from_secs(20);

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

impl Options {
    fn may_be_undefined(self) -> bool {
        self.float || self.builtins
    }
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
        Ok(run) => match compare(&source, &run, &setting) {
            Verdict::Disagree(difference)
                if options.may_be_undefined() && is_undefined(&source, &setting.flags, folder) =>
            {
                Verdict::Unusable(format!("undefined behaviour, and {difference}"))
            }
            verdict => verdict,
        },
        Err(reason) => Verdict::Unusable(reason),
    }
}

/// Whether a float is converted to an integer type that it does not fit, or a built-in function is given what it does not take.
fn is_undefined(source: &Path, flags: &[String], folder: &Path) -> bool {
    let binary = folder.join("sanitized");
    let sanitizer = ["-fsanitize=float-cast-overflow,builtin", "-fno-sanitize-recover=all"].map(String::from);
    let flags: Vec<String> = flags.iter().cloned().chain(sanitizer).collect();
    compile(CLANG, &[source], &flags, &binary).is_ok()
        && matches!(run(&binary, SANITIZED_LIMIT), Ok(Some(run)) if run.end != End::Code(0))
}
