//! The flags of a compiler's command that matter to us, with the names of files in them relative to the tree.
//!
//! Kept is what changes the meaning of the program; what concerns output, warnings, optimisation, debug information,
//! instrumentation or linking is left out, and so are flags that only GCC knows.

use super::placing::Placing;
use super::refused::{message, refused};
use super::response::expanded;
use std::path::Path;

/// Flags with a file or folder after them, joined or apart.
const FILES: [&str; 12] = [
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "--sysroot=",
    "--sysroot",
    "-iwithprefix",
    "-iprefix",
    "-cxx-isystem",
    "-I",
];
/// Flags with something after them that does not matter.
const DROPPED_WITH_VALUE: [&str; 14] = [
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-l",
    "-L",
    "-T",
    "-u",
    "-z",
    "-dumpdir",
    "-dumpbase",
];
/// Flags that do not matter, by their beginning.
const DROPPED: [&str; 32] = [
    "-ftime-trace",
    "-foptimization-record-file",
    "-fsave-optimization-record",
    "-fcrash-diagnostics-dir",
    "-save-stats",
    "-gen-cdb-fragment-path",
    "--gcc-toolchain",
    "--gcc-install-dir",
    "-c",
    "-S",
    "-E",
    "-M",
    "-W",
    "-w",
    "-g",
    "-O",
    "-o",
    "-l",
    "-L",
    "-pipe",
    "-save-temps",
    "-flto",
    "-fno-lto",
    "-fsanitize",
    "-fno-sanitize",
    "-fprofile",
    "-fcoverage",
    "--coverage",
    "-fdiagnostics",
    "-pedantic",
    "-emit-llvm",
    "-fdebug-prefix-map",
];
/// Flags of GCC that clang refuses.
const GCC_ONLY: [&str; 21] = [
    "-fconserve-stack",
    "-fno-allow-store-data-races",
    "-fno-var-tracking",
    "-fvar-tracking",
    "-fira",
    "-fno-ira",
    "-fipa",
    "-fno-ipa",
    "-fno-tree",
    "-ftree",
    "-fno-gcse",
    "-fno-reorder-blocks",
    "-fanalyzer",
    "-fno-code-hoisting",
    "-fstack-clash-protection",
    "-fno-partial-inlining",
    "-fmin-function-alignment",
    "-mpreferred-stack-boundary",
    "-mrecord-mcount",
    "-fcf-protection",
    "-fno-stack-clash-protection",
];

/// The flags to keep of the arguments of a command that runs in `directory`.
pub(super) fn kept(arguments: &[String], directory: &Path, placing: &Placing<'_>) -> Result<Vec<String>, String> {
    // The compiler, and what it was wrapped in.
    let arguments = expanded(arguments, directory, placing)?;
    if let Some(flag) = refused(&arguments) {
        return Err(message(&flag));
    }
    let first = arguments.iter().position(|argument| argument.starts_with('-')).unwrap_or(arguments.len());
    let mut rest = arguments[first..].iter();
    let mut flags = Vec::new();
    let missing = |flag: &str| format!("`{flag}` is the last of its command");
    while let Some(argument) = rest.next() {
        let argument = argument.as_str();
        if let Some(flag) = FILES.iter().find(|flag| argument.starts_with(**flag)) {
            match &argument[flag.len()..] {
                "" => {
                    let name = rest.next().ok_or_else(|| missing(argument))?;
                    flags.extend([(*flag).to_owned(), placing.name(directory, name)]);
                }
                joined => flags.push(format!("{flag}{}", placing.name(directory, joined))),
            }
        } else if DROPPED_WITH_VALUE.contains(&argument) {
            rest.next();
        } else if ["-D", "-U", "-x", "-Xpreprocessor", "-Xclang", "-target", "-arch", "--param"].contains(&argument) {
            let value = rest.next().ok_or_else(|| missing(argument))?;
            if argument != "--param" {
                flags.extend([argument.to_owned(), value.clone()]);
            }
        } else {
            let is_file = !argument.starts_with('-') || argument == "--";
            if !is_file && !DROPPED.iter().chain(&GCC_ONLY).any(|flag| argument.starts_with(flag)) {
                flags.push(argument.to_owned());
            }
        }
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn check(command: &str, expected: &[&str]) {
        let tree = tempfile::tempdir().unwrap();
        std::fs::create_dir(tree.path().join("include")).unwrap();
        let places = [PathBuf::from("/project")];
        let placing = Placing { tree: tree.path(), places: &places };
        let arguments = shlex::split(command).unwrap();
        assert_eq!(kept(&arguments, Path::new("/project/build"), &placing).unwrap(), expected, "{command}");
    }

    #[test]
    fn what_matters_is_kept_and_names_are_the_trees() {
        check("/usr/bin/cc -DX=1 -I/project/include -O2 -g -o a.o -c /project/src/a.c", &["-DX=1", "-Iinclude"]);
        check(
            "ccache gcc -I../include -I. -isystem /opt/x -c ../src/a.c",
            &["-Iinclude", "-Ibuild", "-isystem", "/opt/x"],
        );
        check("cc -D 'NAME=\"a b\"' -std=gnu99 -MD -MT a.o -MF a.d -c a.c", &["-D", "NAME=\"a b\"", "-std=gnu99"]);
        check(
            "cc -Wall -Werror=format -fwrapv -m64 -flto=auto -fno-tree-vectorize -pthread -c a.c",
            &["-fwrapv", "-m64", "-pthread"],
        );
        check("cc -include ../config.h --sysroot=/project/root -c a.c", &["-include", "config.h", "--sysroot=root"]);
    }
}
