//! Inputs as files that the LLVM reader accepts: C is compiled, IR is taken as it is.

use crate::clang::{self, Job};
use crate::error::FrontendError;
use crate::input::{self, Input, Kind};
use crate::options::Options;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Files of LLVM IR. Those that were compiled disappear with this.
#[derive(Debug)]
pub struct Bitcode {
    files: Vec<PathBuf>,
    names: Vec<PathBuf>,
    read: Vec<PathBuf>,
    _folder: Option<TempDir>,
}

impl Bitcode {
    /// The files, one for each input, in the inputs' order.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }
    /// The inputs as the user named them.
    pub(crate) fn names(&self) -> &[PathBuf] {
        &self.names
    }
    /// Every file that clang read.
    pub(crate) fn read(&self) -> &[PathBuf] {
        &self.read
    }
}

/// Compiles those inputs that are C.
pub fn compile_to_bitcode(inputs: &[PathBuf], options: &Options) -> Result<Bitcode, FrontendError> {
    let inputs = input::read(inputs)?;
    let needs_clang = inputs.iter().any(|input| input.kind == Kind::C);
    let clang = if needs_clang { Some(clang::find(options)?) } else { None };
    compile(&inputs, clang.as_deref(), options)
}

/// Compiles inputs that were read already; `clang` is there when one of them is C.
pub(crate) fn compile(inputs: &[Input], clang: Option<&Path>, options: &Options) -> Result<Bitcode, FrontendError> {
    let names: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
    let Some(clang) = clang else {
        return Ok(Bitcode { files: names.clone(), names, read: Vec::new(), _folder: None });
    };
    let folder = tempfile::Builder::new()
        .prefix("incise-")
        .tempdir()
        .map_err(|error| FrontendError::Io { what: "cannot make a temporary folder".to_owned(), error })?;
    let mut files = Vec::new();
    let mut jobs = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        match input.kind {
            Kind::Ir => files.push(input.path.clone()),
            Kind::C => {
                let bitcode = folder.path().join(format!("{index}.bc"));
                let dependencies = folder.path().join(format!("{index}.d"));
                files.push(bitcode.clone());
                jobs.push(Job { source: input.path.clone(), bitcode, dependencies });
            }
        }
    }
    let read = clang::compile(clang, options, &jobs)?;
    Ok(Bitcode { files, names, read, _folder: Some(folder) })
}
