//! `incise-llvm`: reads LLVM IR and prints it in incise's representation.
//!
//! A process of its own because libLLVM is slow to load, brings a solver of its own along, and may end the process
//! when a file is damaged. [`incise_frontend`] starts it and reads what it prints:
//!
//! - `incise-llvm lower FILE...` prints the module, encoded by [`incise_frontend::protocol`];
//! - `incise-llvm instrument FILE... -o OUT.bc [--externalize]` writes bitcode that reports its branches;
//! - `incise-llvm object FILE... -o OUT.o [--externalize] [--with OTHER.ll]...` writes machine code that does, and beside each other
//!   file its own.
//!
//! With `--selects-are-branches`, for unoptimised code, all treat a `select` as the source's `?:` ([`decision`]).
//! It ends with 0, or with [`EXIT_REJECTED`] and one message on the error stream.

mod decision;
mod instrument;
mod lower;
mod object;
mod raw;
mod read;
mod shift_checks;
mod volatile_calls;

use decision::Selects;
use incise_frontend::protocol::{EXIT_REJECTED, SELECTS_ARE_BRANCHES, WITH, encode};
use std::io::Write;
use std::path::PathBuf;

const USAGE: &str = "usage: incise-llvm lower FILE... | instrument FILE... -o OUT.bc [--externalize] \
                     | object FILE... -o OUT.o [--externalize] [--with OTHER.ll]...; all take --selects-are-branches";

fn main() {
    if let Err(message) = run() {
        eprintln!("{message}");
        std::process::exit(EXIT_REJECTED);
    }
}

fn run() -> Result<(), String> {
    let mut args = std::env::args_os().skip(1);
    let command = args.next().unwrap_or_default();
    let mut files = Vec::new();
    let mut output = None;
    let mut externalize = false;
    let mut others = Vec::new();
    let mut selects = Selects::AreValues;
    while let Some(arg) = args.next() {
        match arg.to_str() {
            Some("-o") => output = args.next().map(PathBuf::from),
            Some("--externalize") => externalize = true,
            Some(WITH) => others.extend(args.next().map(PathBuf::from)),
            Some(SELECTS_ARE_BRANCHES) => selects = Selects::AreBranches,
            _ => files.push(PathBuf::from(arg)),
        }
    }
    match (command.to_str(), output) {
        (Some("lower"), None) if !externalize && others.is_empty() => {
            let module = lower::lower(read::read(&files, selects)?, selects);
            let bytes = encode(&module).map_err(|error| error.to_string())?;
            std::io::stdout().lock().write_all(&bytes).map_err(|error| format!("cannot write the result: {error}"))
        }
        (Some("instrument"), Some(output)) if others.is_empty() => {
            instrumented(&files, selects, externalize)?.write(&output)
        }
        (Some("object"), Some(output)) => object::write(instrumented(&files, selects, externalize)?, &output, &others),
        _ => Err(USAGE.to_owned()),
    }
}

fn instrumented(files: &[PathBuf], selects: Selects, externalize: bool) -> Result<raw::Module, String> {
    let module = read::read(files, selects)?;
    instrument::instrument(module, selects);
    if externalize {
        instrument::externalize(module);
    }
    instrument::use_inline_bodies(module);
    module.verify()?;
    Ok(module)
}
