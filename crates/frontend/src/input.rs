//! Which kind of file an input is, decided before any process is started.

use crate::error::FrontendError;
use crate::options::Options;
use crate::producer;
use crate::protocol::READER_LLVM;
use std::path::{Path, PathBuf};

/// A kind of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// C, preprocessed or not.
    C,
    /// LLVM IR, text or bitcode.
    Ir,
}

/// An input that exists.
pub(crate) struct Input {
    /// As it was named.
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
    pub(crate) bytes: Vec<u8>,
}

const C_PLUS_PLUS: [&str; 9] = ["cc", "cpp", "cxx", "c++", "C", "hpp", "hh", "hxx", "ii"];

/// Reads and classifies the inputs.
pub(crate) fn read(paths: &[PathBuf], options: &Options) -> Result<Vec<Input>, FrontendError> {
    if paths.is_empty() {
        return Err(FrontendError::NoInput);
    }
    paths.iter().map(|path| read_one(path, &options.place(path))).collect()
}

/// Reads an input from the place where it is; messages have the name that it was given.
fn read_one(path: &Path, place: &Path) -> Result<Input, FrontendError> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => FrontendError::Missing(path.to_owned()),
        _ => FrontendError::Unreadable { file: path.to_owned(), error },
    };
    if std::fs::metadata(place).map_err(unreadable)?.is_dir() {
        return Err(FrontendError::Directory(path.to_owned()));
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let kind = match extension {
        "c" | "i" => Kind::C,
        "ll" | "bc" => Kind::Ir,
        _ if C_PLUS_PLUS.contains(&extension) => return Err(FrontendError::CPlusPlus(path.to_owned())),
        _ => return Err(FrontendError::NotSource(path.to_owned())),
    };
    let bytes = std::fs::read(place).map_err(unreadable)?;
    if bytes.is_empty() {
        return Err(FrontendError::Empty(path.to_owned()));
    }
    if kind == Kind::C && bytes.contains(&0) {
        return Err(FrontendError::NotSource(path.to_owned()));
    }
    if let Some(producer) = producer::major_version(&bytes)
        && kind == Kind::Ir
        && producer > READER_LLVM
    {
        let message = format!("{}: not valid LLVM IR", path.display());
        return Err(FrontendError::NewerLlvm { message, producer });
    }
    Ok(Input { path: path.to_owned(), kind, bytes })
}
