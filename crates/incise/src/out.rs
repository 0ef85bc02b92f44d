//! The folder of `--out`: new or empty before the long work starts, and complete or not there afterwards.

use crate::failure::Failure;
use incise_process::Folder;
use incise_task::{Suite, SuiteError};
use std::path::{Path, PathBuf};

/// Tests on their way into a folder.
pub struct Out {
    folder: PathBuf,
    /// Beside the folder, so that what is in it can be renamed; removed if that does not happen.
    staged: Folder,
}

/// Refuses to write a picture or a log over a file that is source code, or that says how to compile it.
pub fn not_a_source(file: &Path) -> Result<&Path, Failure> {
    let is_source = file
        .extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| ["c", "h", "i", "s", "S", "ll", "bc", "o", "toml", "json"].contains(&extension));
    match is_source && file.exists() {
        true => Err(Failure::Other(format!("{}: it exists and is not overwritten", file.display()))),
        false => Ok(file),
    }
}

/// Refuses a folder that has files: they are somebody's. Also one in a folder of tests that are read.
pub fn check(folder: &Path, suite: Option<&Path>) -> Result<(), Failure> {
    if let Some(file) = Suite::first_file(folder)? {
        return Err(SuiteError::NotEmpty { folder: folder.to_owned(), file }.into());
    }
    let real = |path: &Path| std::fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    if let Some(suite) = suite
        && let (Ok(inner), Ok(outer)) = (real(folder), real(suite))
        && inner.starts_with(&outer)
    {
        let (folder, suite) = (folder.display(), suite.display());
        return Err(Failure::Other(format!(
            "--out {folder}: it is inside --suite {suite}; new tests need another folder"
        )));
    }
    Ok(())
}

impl Out {
    /// Prepares the place.
    pub fn begin(folder: &Path) -> Result<Out, Failure> {
        let failed = |error: std::io::Error| Failure::Other(format!("{}: {error}", folder.display()));
        let parent = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(parent).map_err(failed)?;
        let staged = Folder::within(parent, ".incise-out-").map_err(failed)?;
        let out = Out { folder: folder.to_owned(), staged };
        // The temporary folder itself is closed to others.
        std::fs::create_dir(out.place()).map_err(failed)?;
        Ok(out)
    }

    /// Where files are for now.
    pub fn place(&self) -> PathBuf {
        self.staged.path().join("out")
    }

    /// A suite in a folder of it, or in itself.
    pub fn suite(&self, name: &str) -> Suite {
        let inside = |folder: &Path| if name.is_empty() { folder.to_owned() } else { folder.join(name) };
        Suite::at(&inside(&self.folder)).staged(&inside(&self.place()))
    }

    /// Puts everything into the folder, which must still be new or empty.
    pub fn finish(self) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::Other(format!("{}: {error}", self.folder.display()));
        match std::fs::remove_dir(&self.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        std::fs::rename(self.place(), &self.folder).map_err(failed)
    }
}
