//! The whole way from files to a program.

use crate::bitcode::{self, compile_to_bitcode};
use crate::cache::{self, Key};
use crate::clang;
use crate::error::FrontendError;
use crate::eviction::evict;
use crate::input::{self, Kind};
use crate::options::Options;
use crate::{protocol, reader};
use incise_ir::{Module, declare_callbacks, type_outside_objects};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Reads C, textual IR and bitcode, links it and gives the program.
pub fn load(inputs: &[PathBuf], options: &Options) -> Result<Module, FrontendError> {
    let inputs = input::read(inputs, options)?;
    let needs_clang = inputs.iter().any(|input| input.kind == Kind::C);
    let clang = if needs_clang { Some(clang::find(options)?) } else { None };
    let reader = reader::find(options)?;
    let cache = options.cache.folder();
    let entry = cache.as_deref().map(|folder| {
        let key = Key {
            inputs: &inputs.iter().map(|input| (input, clang::flags(options, &input.path))).collect::<Vec<_>>(),
            clang: clang.as_deref(),
            reader: Some(&reader),
            tree: options.tree.as_deref(),
            selects_are_branches: bitcode::selects_are_branches(&inputs, options),
        };
        cache::Entry::new(folder, &key)
    });
    let known = entry.as_ref().and_then(cache::Entry::load);
    if let Some(mut module) = known.and_then(|(bytes, _)| protocol::decode(&bytes).ok()) {
        complete(&mut module);
        return Ok(module);
    }
    let bitcode = bitcode::compile(&inputs, clang.as_deref(), options)?;
    let bytes = reader::run(&reader, "lower", &bitcode, &[], options.reader_limit)?;
    let mut module = protocol::decode(&bytes).map_err(|error| FrontendError::ReaderMismatch { reader, error })?;
    if let (Some(entry), Some(folder)) = (entry, cache) {
        entry.save(bitcode.read(), &bytes);
        evict(&folder);
    }
    complete(&mut module);
    Ok(module)
}

/// Adds what stands for everything outside of the given files.
fn complete(module: &mut Module) {
    declare_callbacks(module);
    type_outside_objects(module);
}

/// Writes bitcode of the whole program in which each branch and switch calls `__incise_branch` or `__incise_switch`, with
/// functions and blocks numbered as in the module that [`load`] gives; `externalize` makes statics visible to a harness.
pub fn instrument(
    inputs: &[PathBuf],
    options: &Options,
    output: &Path,
    externalize: bool,
) -> Result<(), FrontendError> {
    let reader = reader::find(options)?;
    let bitcode = compile_to_bitcode(inputs, options)?;
    let mut arguments = vec![OsStr::new("-o"), output.as_os_str()];
    if externalize {
        arguments.push(OsStr::new("--externalize"));
    }
    reader::run(&reader, "instrument", &bitcode, &arguments, options.reader_limit).map(|_| ())
}

/// Writes machine code of the same, unoptimised, and of other files of textual IR, each to an object file beside it. What LLVM's C
/// interface cannot do as clang does is rejected.
pub fn object(
    inputs: &[PathBuf],
    options: &Options,
    output: &Path,
    externalize: bool,
    others: &[PathBuf],
) -> Result<(), FrontendError> {
    let reader = reader::find(options)?;
    let bitcode = compile_to_bitcode(inputs, options)?;
    let mut arguments = vec![OsStr::new("-o"), output.as_os_str()];
    if externalize {
        arguments.push(OsStr::new("--externalize"));
    }
    for other in others {
        arguments.extend([OsStr::new(protocol::WITH), other.as_os_str()]);
    }
    reader::run(&reader, "object", &bitcode, &arguments, options.reader_limit).map(|_| ())
}
