//! Inputs as files that the LLVM reader accepts: C is compiled, IR is taken as it is.

use crate::cache::{self, Key};
use crate::clang::{self, Job};
use crate::error::FrontendError;
use crate::input::{self, Input, Kind};
use crate::options::{Optimise, Options};
use incise_process::Folder;
use std::path::{Path, PathBuf};

/// Files of LLVM IR. Those that were compiled disappear with this.
#[derive(Debug)]
pub struct Bitcode {
    files: Vec<PathBuf>,
    names: Vec<PathBuf>,
    read: Vec<PathBuf>,
    selects_are_branches: bool,
    _folder: Option<Folder>,
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
    pub fn read(&self) -> &[PathBuf] {
        &self.read
    }
    /// Whether a `select` in them is a `?:` of the source.
    pub(crate) fn selects_are_branches(&self) -> bool {
        self.selects_are_branches
    }
}

/// Whether a `select` of the program is a `?:` of the source: all of it is C that nothing was done to. IR keeps what its
/// author, or an optimiser, wrote; once linked, its functions cannot be told from the others, so one file of IR decides for all.
pub(crate) fn selects_are_branches(inputs: &[Input], options: &Options) -> bool {
    options.optimise == Optimise::Nothing && inputs.iter().all(|input| input.kind == Kind::C)
}

/// Compiles those inputs that are C.
pub fn compile_to_bitcode(inputs: &[PathBuf], options: &Options) -> Result<Bitcode, FrontendError> {
    let inputs = input::read(inputs, options)?;
    let needs_clang = inputs.iter().any(|input| input.kind == Kind::C);
    let clang = if needs_clang { Some(clang::find(options)?) } else { None };
    compile(&inputs, clang.as_deref(), options)
}

/// Compiles inputs that were read already, if they were not compiled before; `clang` is there when one of them is C.
pub(crate) fn compile(inputs: &[Input], clang: Option<&Path>, options: &Options) -> Result<Bitcode, FrontendError> {
    let names: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
    let selects_are_branches = selects_are_branches(inputs, options);
    let Some(clang) = clang else {
        let files = names.iter().map(|name| options.place(name)).collect();
        return Ok(Bitcode { files, names, read: Vec::new(), selects_are_branches, _folder: None });
    };
    let io = |what: &str, error| FrontendError::Io { what: what.to_owned(), error };
    let folder = Folder::new("compile").map_err(|error| io("cannot make a temporary folder", error))?;
    let cache = options.cache.folder();
    let mut files = Vec::new();
    let mut read = Vec::new();
    let (mut jobs, mut entries) = (Vec::new(), Vec::new());
    for (index, input) in inputs.iter().enumerate() {
        if input.kind == Kind::Ir {
            files.push(options.place(&input.path));
            continue;
        }
        let bitcode = folder.path().join(format!("{index}.bc"));
        let dependencies = folder.path().join(format!("{index}.d"));
        files.push(bitcode.clone());
        let entry = cache.as_deref().map(|cache| {
            let flags = clang::flags(options, &input.path);
            let tree = options.tree.as_deref();
            let key =
                Key { inputs: &[(input, flags)], clang: Some(clang), reader: None, tree, selects_are_branches: false };
            cache::Entry::new(cache, &key)
        });
        if let Some((bytes, headers)) = entry.as_ref().and_then(cache::Entry::load) {
            std::fs::write(&bitcode, bytes).map_err(|error| io("cannot write a temporary file", error))?;
            read.extend(headers);
            continue;
        }
        jobs.push(Job { source: input.path.clone(), bitcode, dependencies });
        entries.push(entry);
    }
    let compiled = clang::compile(clang, options, &jobs)?;
    for ((job, entry), headers) in jobs.iter().zip(entries).zip(compiled) {
        if let Some(entry) = entry
            && let Ok(bytes) = std::fs::read(&job.bitcode)
        {
            entry.save(&headers, &bytes);
        }
        read.extend(headers);
    }
    Ok(Bitcode { files, names, read, selects_are_branches, _folder: Some(folder) })
}
