//! Files that a command writes for the user.
//!
//! The folder of `--out` is new or empty before the long work starts, and complete or as before afterwards. A single file replaces
//! only one of its own kind.

use crate::failure::Failure;
use crate::messages;
use crate::watchdog::Watchdog;
use incise_process::Folder;
use incise_replay::{Suite, SuiteError};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What names of folders for unfinished suites begin with.
const STAGED: &str = ".incise-out-";

/// Tests on their way into a folder.
pub struct Out {
    folder: PathBuf,
    /// In the folder if that exists, else beside it, so that what is in it can be renamed; removed if that does not happen.
    staged: Folder,
    /// The folder existed: it is filled, and keeps its owner and mode.
    fills: bool,
    watchdog: Watchdog,
}

/// Kinds of single files.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A graph for Graphviz.
    Dot,
    /// A picture.
    Svg,
    /// Queries in SMT-LIB.
    Queries,
}

impl Kind {
    /// What files of the kind begin with as incise writes them.
    fn beginning(self) -> &'static [u8] {
        match self {
            Kind::Dot => b"digraph ",
            Kind::Svg => b"<svg ",
            Kind::Queries => b"(set-info :status ",
        }
    }
}

/// Refuses to write over a file, unless it is empty, of the same kind, or no regular file (such as a pipe).
pub fn replaceable(file: &Path, kind: Kind) -> Result<&Path, Failure> {
    let failed = |error: std::io::Error| messages::cannot_read(file, error);
    let is_file = std::fs::metadata(file).is_ok_and(|metadata| metadata.is_file());
    if is_file {
        let mut found = Vec::new();
        let length = kind.beginning().len() as u64;
        std::fs::File::open(file).map_err(failed)?.take(length).read_to_end(&mut found).map_err(failed)?;
        if !found.is_empty() && found != kind.beginning() {
            return Err(messages::cannot_write(file, "it has other content, which is not overwritten"));
        }
    }
    Ok(file)
}

/// Writes a graph or picture.
pub fn write(file: &Path, kind: Kind, text: &str) -> Result<(), Failure> {
    std::fs::write(replaceable(file, kind)?, text).map_err(|error| messages::cannot_write(file, error))
}

/// Refuses a folder that has files: they are somebody's. Also one in a folder of tests that are read.
pub fn check(folder: &Path, suite: Option<&Path>) -> Result<(), Failure> {
    if folder.is_symlink() && !folder.exists() {
        return Err(messages::cannot_write(folder, "it is a link to a folder that does not exist"));
    }
    if let Some(file) = Suite::first_file(folder)? {
        return Err(SuiteError::NotEmpty { folder: folder.to_owned(), file }.into());
    }
    let real = |path: &Path| std::fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    if let Some(suite) = suite
        && let (Ok(inner), Ok(outer)) = (real(folder), real(suite))
        && inner.starts_with(&outer)
    {
        let (folder, suite) = (folder.display(), suite.display());
        let problem = format!("inside --suite {suite}; new tests need another folder");
        return Err(messages::wrong(format!("--out {folder}"), problem));
    }
    Ok(())
}

impl Out {
    /// Prepares the place.
    pub fn begin(folder: &Path, watchdog: &Watchdog) -> Result<Out, Failure> {
        let failed = |error: std::io::Error| messages::cannot_write(folder, error);
        let fills = folder.is_dir();
        let parent = match folder.parent() {
            _ if fills => folder,
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(parent).map_err(failed)?;
        let staged = Folder::within(parent, STAGED).map_err(failed)?;
        let out = Out { folder: folder.to_owned(), staged, fills, watchdog: watchdog.clone() };
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
        self.watchdog.uninterrupted(|| if self.fills { self.fill() } else { self.rename() })
    }

    fn rename(&self) -> Result<(), Failure> {
        // A folder that somebody made meanwhile is replaced only if it is empty.
        std::fs::rename(self.place(), &self.folder).map_err(|error| self.failed(&error))
    }

    /// Moves what is staged into the folder: all of it, or nothing.
    fn fill(&self) -> Result<(), Failure> {
        let names = |folder: &Path| -> Result<BTreeSet<OsString>, Failure> {
            let entries = std::fs::read_dir(folder).map_err(|error| self.failed(&error))?;
            entries.map(|entry| Ok(entry.map_err(|error| self.failed(&error))?.file_name())).collect()
        };
        let is_theirs = |name: &&OsString| Some(name.as_os_str()) != self.staged.path().file_name();
        if let Some(file) = names(&self.folder)?.iter().find(is_theirs) {
            return Err(SuiteError::NotEmpty { folder: self.folder.clone(), file: PathBuf::from(file) }.into());
        }
        let mut moved: Vec<OsString> = Vec::new();
        for name in names(&self.place())? {
            if let Err(error) = std::fs::rename(self.place().join(&name), self.folder.join(&name)) {
                for name in &moved {
                    // Back to where it is removed.
                    let _stays = std::fs::rename(self.folder.join(name), self.place().join(name));
                }
                return Err(self.failed(&error));
            }
            moved.push(name);
        }
        Ok(())
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        messages::cannot_write(&self.folder, error)
    }
}
