//! Finding and running the LLVM reader.

use crate::bitcode::Bitcode;
use crate::clang::as_operand;
use crate::error::FrontendError;
use crate::options::Options;
use crate::protocol::{EXIT_REJECTED, READER_LLVM, SELECTS_ARE_BRANCHES};
use incise_process::Limits;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const NAME: &str = "incise-llvm";

/// The reader to use.
pub(crate) fn find(options: &Options) -> Result<PathBuf, FrontendError> {
    let named = options.reader.clone().or_else(|| std::env::var_os("INCISE_LLVM").map(PathBuf::from));
    let candidates = match named {
        Some(path) => vec![path],
        None => {
            let program = std::env::current_exe().ok();
            let folders = program.iter().flat_map(|program| program.ancestors().skip(1).take(2));
            folders.map(|folder| folder.join(NAME)).collect()
        }
    };
    if let Some(found) = candidates.iter().find(|candidate| candidate.is_file()) {
        return Ok(found.clone());
    }
    let tried: Vec<String> = candidates.iter().map(|candidate| candidate.display().to_string()).collect();
    Err(FrontendError::NoReader { tried: tried.join(", ") })
}

/// Runs the reader on files with further arguments and gives what it prints; kills it when the time is up.
pub(crate) fn run(
    reader: &Path,
    command: &str,
    bitcode: &Bitcode,
    arguments: &[&OsStr],
    limit: Duration,
) -> Result<Vec<u8>, FrontendError> {
    let names: Vec<String> = bitcode.names().iter().map(|name| name.display().to_string()).collect();
    let files = names.join(", ");
    let mut process = Command::new(reader);
    process
        .arg(command)
        .args(bitcode.files().iter().map(|file| as_operand(file)))
        .args(arguments)
        .args(bitcode.selects_are_branches().then_some(SELECTS_ARE_BRANCHES));
    let limits = Limits { time: Some(limit), ..Limits::COMPILER };
    let output = match incise_process::output(&mut process, &limits) {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::TimedOut => return Err(FrontendError::ReaderTimeout { files, limit }),
        Err(error) => return Err(FrontendError::Io { what: format!("cannot run {}", reader.display()), error }),
    };
    match output.status.code() {
        Some(0) => Ok(output.stdout),
        Some(EXIT_REJECTED) => Err(rejected(&String::from_utf8_lossy(&output.stderr), bitcode)),
        _ => Err(FrontendError::ReaderCrashed { files, how: output.status.to_string() }),
    }
}

/// The error for a message of the reader, in the user's file names.
fn rejected(message: &str, bitcode: &Bitcode) -> FrontendError {
    let mut message = message.trim_end().to_owned();
    for (file, name) in bitcode.files().iter().zip(bitcode.names()) {
        if file != name {
            message = message.replace(&file.display().to_string(), &name.display().to_string());
        }
    }
    // LLVM gave up without saying on which file.
    let names: Vec<String> = bitcode.names().iter().map(|name| name.display().to_string()).collect();
    if !names.iter().any(|name| message.starts_with(name)) {
        message = format!("{}: not valid LLVM IR: {message}", names.join(", "));
    }
    let newer = producer(&message).or_else(|| {
        let culprit = bitcode.names().iter().find(|name| message.starts_with(&name.display().to_string()));
        culprit.and_then(|name| std::fs::read(name).ok()).and_then(|bytes| text_producer(&bytes))
    });
    match newer {
        Some(producer) if producer > READER_LLVM => FrontendError::NewerLlvm { message, producer },
        _ => FrontendError::Rejected { message },
    }
}

/// The version in LLVM's `(Producer: 'LLVM20.1.0' Reader: 'LLVM 19.1.7')`.
fn producer(message: &str) -> Option<u32> {
    let (_, after) = message.split_once("Producer: 'LLVM")?;
    leading_number(after)
}

/// The version in the `clang version 20.1.0` that clang leaves in textual IR.
fn text_producer(bytes: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(bytes);
    let (_, after) = text.split_once("clang version ")?;
    leading_number(after)
}

fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    text[..text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{producer, text_producer};

    #[test]
    fn versions_are_found_in_messages_and_files() {
        assert_eq!(producer("x (Producer: 'LLVM22.1.0-rust' Reader: 'LLVM 19.1.7')"), Some(22));
        assert_eq!(producer("expected top-level entity"), None);
        assert_eq!(text_producer(b"!0 = !{!\"Debian clang version 20.1.0 (x)\"}"), Some(20));
    }
}
