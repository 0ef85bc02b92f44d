//! What every native run needs beside the program, compiled once and remembered.

use crate::remembered::Remembered;
use incise_frontend::Options;
use incise_process::Limits;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How it is compiled.
const FLAGS: [&str; 4] = ["-O0", "-g", "-w", "-pthread"];

/// The compiled text of a file of runtime/replay; nothing if it cannot be remembered, and is to be compiled with the program.
pub(crate) fn object(options: &Options, clang: &Path, text: &str) -> Option<PathBuf> {
    let remembered = Remembered::new(options, clang, ("replay", "o"), &[text, &FLAGS.join(" ")])?;
    remembered.get(|object| {
        let source = object.with_extension("c");
        std::fs::write(&source, text).ok()?;
        let mut command = Command::new(clang);
        command.args(FLAGS).arg("-c").arg(&source).arg("-o").arg(object);
        let status = incise_process::status(&mut command, &Limits::COMPILER).ok()?;
        status.success().then_some(())
    })
}
