//! The files of a revision in a folder.
//!
//! A commit is read into an index of its own and checked out from there into a temporary folder, so that the user's index
//! and work tree are not involved. The work tree is used where it is, and only read.

use crate::error::HistoryError;
use crate::git::{command, done};
use crate::range::Revision;
use crate::repository::{Repository, names};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The files of a revision.
#[derive(Debug)]
pub struct Tree {
    folder: PathBuf,
    /// Folders of submodules, which are empty.
    pub submodules: Vec<PathBuf>,
    made: Option<TempDir>,
}

impl Tree {
    /// Puts the files of a revision into a folder; the work tree is its own.
    pub fn of(repository: &Repository, revision: &Revision) -> Result<Tree, HistoryError> {
        let root = repository.root();
        if *revision == Revision::WorkTree {
            return Ok(Tree { folder: root.to_owned(), submodules: Vec::new(), made: None });
        }
        let folder = tempfile::Builder::new()
            .prefix("incise-tree-")
            .tempdir()
            .map_err(|error| HistoryError::Io { file: std::env::temp_dir(), error })?;
        // clang names files by their real places.
        let place = std::fs::canonicalize(folder.path()).unwrap_or_else(|_| folder.path().to_owned());
        let index = place.join("index");
        let tree = place.join("tree");
        std::fs::create_dir(&tree).map_err(|error| HistoryError::Io { file: tree.clone(), error })?;
        let git =
            |arguments: &[&OsStr], input: &[u8]| done(command(root, arguments).env("GIT_INDEX_FILE", &index), input);
        match revision {
            Revision::Commit { id, .. } => drop(git(&["read-tree", id].map(OsStr::new), b"")?),
            Revision::Index | Revision::WorkTree => {
                let staged = done(&mut command(root, &["ls-files", "--stage", "-z"].map(OsStr::new)), b"")?;
                merged(&staged)?;
                git(&["update-index", "-z", "--index-info"].map(OsStr::new), &staged)?;
            }
        }
        let mut prefix = OsString::from("--prefix=");
        prefix.push(&tree);
        prefix.push("/");
        git(&[OsStr::new("checkout-index"), OsStr::new("--all"), OsStr::new("--quiet"), &prefix], b"")?;
        let entries = git(&["ls-files", "--stage", "-z"].map(OsStr::new), b"")?;
        Ok(Tree { folder: tree, submodules: submodules(&entries), made: Some(folder) })
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Copies files that a build generated from another folder, unless the tree has them; gives how many. A tree that was not
    /// made here stays as it is.
    pub fn adopt(&self, from: &Path, files: &[PathBuf]) -> Result<usize, HistoryError> {
        if self.made.is_none() {
            return Ok(0);
        }
        let mut n_copied = 0;
        for name in files {
            let (source, target) = (from.join(name), self.folder.join(name));
            if target.exists() || !source.is_file() {
                continue;
            }
            let parent = target.parent().unwrap_or(&self.folder);
            std::fs::create_dir_all(parent)
                .and_then(|()| std::fs::copy(&source, &target))
                .map_err(|error| HistoryError::Io { file: target.clone(), error })?;
            n_copied += 1;
        }
        Ok(n_copied)
    }
}

/// `MODE OBJECT STAGE\tNAME` of each entry: all stages are 0.
fn merged(staged: &[u8]) -> Result<(), HistoryError> {
    for entry in staged.split(|byte| *byte == 0) {
        let text = String::from_utf8_lossy(entry);
        if let Some((facts, name)) = text.split_once('\t')
            && !facts.ends_with(" 0")
        {
            return Err(HistoryError::Conflicts(name.to_owned()));
        }
    }
    Ok(())
}

fn submodules(entries: &[u8]) -> Vec<PathBuf> {
    let links = entries.split(|byte| *byte == 0).filter(|entry| entry.starts_with(b"160000 "));
    let name = |entry: &[u8]| entry.iter().position(|byte| *byte == b'\t').map(|at| entry[at + 1..].to_vec());
    links.filter_map(name).flat_map(|name| names(&name)).collect()
}
