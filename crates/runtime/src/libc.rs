//! The models of libc as a program to link with.

use crate::sources::LIBC;
use crate::unpack::{UnpackError, unpack};
use incise_frontend::{FrontendError, Options};
use incise_ir::Module;
use std::path::PathBuf;

/// Why there are no libc models.
#[derive(Debug, thiserror::Error)]
pub enum LibcError {
    /// Their sources cannot be written.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
    /// They cannot be compiled.
    #[error("cannot read the libc models: {0}")]
    Frontend(#[from] FrontendError),
}

/// The models, for [`incise_ir::link_missing`]. Of `options` the tools and the cache count; the user's flags do not.
pub fn libc_module(options: &Options) -> Result<Module, LibcError> {
    let folder = unpack(LIBC, "libc", &options.cache)?;
    // In a tree of their own they are the same from wherever incise is started.
    let sources: Vec<PathBuf> =
        LIBC.iter().filter(|(name, _)| name.ends_with(".c")).map(|(name, _)| PathBuf::from(name)).collect();
    let options = Options {
        flags: ["-std=c11", "-fno-builtin"].map(str::to_owned).to_vec(),
        include_dirs: Vec::new(),
        tree: Some(folder.path().to_owned()),
        flags_of: Default::default(),
        ..options.clone()
    };
    let mut module = incise_frontend::load(&sources, &options)?;
    for file in module.files.iter_mut() {
        // Their own files and the compiler's headers alike are not the user's.
        let name = file.path.rsplit('/').next().unwrap_or_default();
        file.path = format!("<libc>/{name}");
        file.directory = String::new();
    }
    Ok(module)
}
