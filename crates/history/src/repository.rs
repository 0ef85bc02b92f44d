//! A repository: where it is, what its revisions are called, which files it does not know.

use crate::error::HistoryError;
use crate::git;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// A repository with a work tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repository {
    root: PathBuf,
}

/// A commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// Its name, in full.
    pub id: String,
    /// Its name, as short as git writes it.
    pub short: String,
    /// The first line of its message.
    pub subject: String,
}

impl Repository {
    /// The repository that a folder is in.
    pub fn of(folder: &Path) -> Result<Repository, HistoryError> {
        let found = git::line(folder, &["rev-parse", "--show-toplevel"]);
        match found {
            Ok(root) if !root.is_empty() => Ok(Repository { root: PathBuf::from(root) }),
            Err(HistoryError::NoGit(error)) => Err(HistoryError::NoGit(error)),
            _ => Err(HistoryError::NoRepository(folder.to_owned())),
        }
    }

    /// The folder of its work tree.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether a name is a commit's.
    pub fn knows(&self, name: &str) -> bool {
        self.resolve(name).is_ok()
    }

    /// The full name of a commit.
    pub fn resolve(&self, name: &str) -> Result<String, HistoryError> {
        let unknown = || HistoryError::NoRevision(name.to_owned());
        if name.is_empty() || name.starts_with('-') {
            return Err(unknown());
        }
        let commit = format!("{name}^{{commit}}");
        git::line(&self.root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]).map_err(|error| {
            match error {
                HistoryError::Failed { .. } => unknown(),
                other => other,
            }
        })
    }

    /// The best common ancestor of two commits.
    pub fn merge_base(&self, one: &str, other: &str) -> Result<String, HistoryError> {
        let (a, b) = (self.resolve(one)?, self.resolve(other)?);
        git::line(&self.root, &["merge-base", &a, &b]).map_err(|error| match error {
            HistoryError::Failed { .. } => HistoryError::NoMergeBase(one.to_owned(), other.to_owned()),
            other => other,
        })
    }

    /// Whether one commit is an ancestor of another, or the same.
    pub fn is_ancestor(&self, one: &str, other: &str) -> Result<bool, HistoryError> {
        let arguments = ["merge-base", "--is-ancestor", one, other].map(OsStr::new);
        Ok(git::run(&mut git::command(&self.root, &arguments), b"")?.status.success())
    }

    /// The commits from one to its descendant, oldest first, along first parents; the first is left out.
    pub fn between(&self, old: &str, new: &str) -> Result<Vec<Commit>, HistoryError> {
        let range = format!("{old}..{new}");
        let arguments = ["log", "--reverse", "--first-parent", "--format=%H%x09%h%x09%s", &range];
        let text = git::line(&self.root, &arguments)?;
        let commit = |line: &str| {
            let mut parts = line.splitn(3, '\t').map(str::to_owned);
            Some(Commit { id: parts.next()?, short: parts.next()?, subject: parts.next()? })
        };
        Ok(text.lines().filter_map(commit).collect())
    }

    /// Files of the work tree that git does not keep, ignored ones included.
    pub fn untracked(&self) -> Result<Vec<PathBuf>, HistoryError> {
        let arguments = ["ls-files", "--others", "-z"].map(OsStr::new);
        Ok(names(&git::done(&mut git::command(&self.root, &arguments), b"")?))
    }
}

/// Names that end with a zero.
pub(crate) fn names(bytes: &[u8]) -> Vec<PathBuf> {
    let names = bytes.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| PathBuf::from(OsString::from_vec(name.to_vec()))).collect()
}
