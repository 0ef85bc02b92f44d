//! `incise-llvm`: reads LLVM IR and prints it in incise's representation.
//!
//! A process of its own because libLLVM is slow to load, brings a solver of its own along, and may end the process
//! when a file is damaged. [`incise_frontend`] starts it and reads what it prints:
//!
//! - `incise-llvm lower FILE...` prints the module, encoded by [`incise_frontend::protocol`];
//! - `incise-llvm instrument FILE... -o OUT.bc [--externalize]` writes bitcode that reports its branches.
//!
//! It ends with 0, or with [`EXIT_REJECTED`] and one message on the error stream.

mod instrument;
mod lower;
mod raw;
mod read;

use incise_frontend::protocol::{EXIT_REJECTED, encode};
use std::io::Write;
use std::path::PathBuf;

const USAGE: &str = "usage: incise-llvm lower FILE... | instrument FILE... -o OUT.bc [--externalize]";

fn main() {
    if let Err(message) = run() {
        eprintln!("{message}");
        std::process::exit(EXIT_REJECTED);
    }
}

fn run() -> Result<(), String> {
    let mut args = std::env::args_os().skip(1);
    let command = args.next().unwrap_or_default();
    match command.to_str() {
        Some("lower") => {
            let files: Vec<PathBuf> = args.map(PathBuf::from).collect();
            let module = lower::lower(read::read(&files)?);
            let bytes = encode(&module).map_err(|error| error.to_string())?;
            std::io::stdout().lock().write_all(&bytes).map_err(|error| format!("cannot write the result: {error}"))
        }
        Some("instrument") => {
            let mut files = Vec::new();
            let mut output = None;
            let mut externalize = false;
            while let Some(arg) = args.next() {
                match arg.to_str() {
                    Some("-o") => output = args.next().map(PathBuf::from),
                    Some("--externalize") => externalize = true,
                    _ => files.push(PathBuf::from(arg)),
                }
            }
            let output = output.ok_or(USAGE)?;
            let module = read::read(&files)?;
            instrument::instrument(module);
            if externalize {
                instrument::externalize(module);
            }
            instrument::use_inline_bodies(module);
            module.verify()?;
            module.write(&output)
        }
        _ => Err(USAGE.to_owned()),
    }
}
