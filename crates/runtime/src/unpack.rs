//! Writing the files where a compiler can read them.

use crate::sources::{File, HEADERS};
use incise_frontend::Cache;
use incise_process::Folder;
use std::path::{Path, PathBuf};

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", file.display())]
pub struct UnpackError {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub error: std::io::Error,
}

/// A folder of unpacked files: one that stays, or one that disappears with this.
#[derive(Debug)]
pub(crate) enum Unpacked {
    Kept(PathBuf),
    Temporary(Folder),
}

impl Unpacked {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Unpacked::Kept(path) => path,
            Unpacked::Temporary(folder) => folder.path(),
        }
    }
}

/// The folder with `incise.h` and `klee/klee.h`, for [`Options::include_dirs`](incise_frontend::Options::include_dirs):
/// in the cache, written if it is not there yet; without a cache, in the system's folder for temporary files.
pub fn headers(cache: &Cache) -> Result<PathBuf, UnpackError> {
    let root = cache.folder().unwrap_or_else(|| std::env::temp_dir().join("incise"));
    let folder = root.join(format!("include-{}", fingerprint(HEADERS)));
    place(HEADERS, &folder)?;
    Ok(folder)
}

/// Writes the headers into a folder.
pub fn write_headers(folder: &Path) -> Result<(), UnpackError> {
    write(HEADERS, folder)
}

/// Files in the cache, or in a temporary folder when there is none or it cannot be written.
pub(crate) fn unpack(files: &[File], name: &str, cache: &Cache) -> Result<Unpacked, UnpackError> {
    if let Some(root) = cache.folder() {
        let folder = root.join(format!("{name}-{}", fingerprint(files)));
        if place(files, &folder).is_ok() {
            return Ok(Unpacked::Kept(folder));
        }
    }
    let folder = Folder::new("runtime").map_err(|error| UnpackError { file: std::env::temp_dir(), error })?;
    write(files, folder.path())?;
    Ok(Unpacked::Temporary(folder))
}

/// Makes the folder hold exactly these files; it appears whole or not at all, also when several processes try.
fn place(files: &[File], folder: &Path) -> Result<(), UnpackError> {
    if is_whole(files, folder) {
        return Ok(());
    }
    let failed = |error| UnpackError { file: folder.to_owned(), error };
    let parent = folder.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(failed)?;
    let fresh = Folder::within(parent, "unpack-").map_err(failed)?;
    write(files, fresh.path())?;
    let renamed = std::fs::rename(fresh.path(), folder);
    if is_whole(files, folder) {
        return Ok(());
    }
    // Somebody damaged what is there: it is written again in place.
    drop(renamed);
    write(files, folder)
}

fn is_whole(files: &[File], folder: &Path) -> bool {
    files.iter().all(|(name, text)| std::fs::read(folder.join(name)).is_ok_and(|bytes| bytes == text.as_bytes()))
}

fn write(files: &[File], folder: &Path) -> Result<(), UnpackError> {
    for (name, text) in files {
        let file = folder.join(name);
        let written = match file.parent() {
            Some(parent) => std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&file, text)),
            None => std::fs::write(&file, text),
        };
        written.map_err(|error| UnpackError { file, error })?;
    }
    Ok(())
}

fn fingerprint(files: &[File]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, text) in files {
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
