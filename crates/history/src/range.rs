//! What a person types: which two revisions are meant.
//!
//! *Source*: gitrevisions(7) and git-diff(1), whose words these are. `A...B` is from their merge base to `B`.

use crate::error::HistoryError;
use crate::repository::Repository;

/// A revision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Revision {
    /// A commit.
    Commit {
        /// Its full name.
        id: String,
        /// As it was typed.
        name: String,
    },
    /// What is staged.
    Index,
    /// The files as they are.
    WorkTree,
}

impl Revision {
    /// As a person calls it.
    pub fn name(&self) -> &str {
        match self {
            Revision::Commit { name, .. } => name,
            Revision::Index => "the index",
            Revision::WorkTree => "the work tree",
        }
    }

    /// The commit of a name.
    pub fn commit(repository: &Repository, name: &str) -> Result<Revision, HistoryError> {
        Ok(Revision::Commit { id: repository.resolve(name)?, name: name.to_owned() })
    }
}

/// Two revisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The old one.
    pub base: Revision,
    /// The new one.
    pub modified: Revision,
}

/// The range of at most one word: `A..B`, `A...B`, or a revision against the work tree, or against the index when
/// `staged`; without a word, `HEAD`.
pub fn range(repository: &Repository, word: Option<&str>, staged: bool) -> Result<Range, HistoryError> {
    let word = word.unwrap_or("HEAD");
    let or_head = |name: &'_ str| if name.is_empty() { String::from("HEAD") } else { name.to_owned() };
    if !staged && let Some((old, new)) = word.split_once("...") {
        let (old, new) = (or_head(old), or_head(new));
        let id = repository.merge_base(&old, &new)?;
        let base = Revision::Commit { id, name: format!("the merge base of {old} and {new}") };
        return Ok(Range { base, modified: Revision::commit(repository, &new)? });
    }
    if !staged && let Some((old, new)) = word.split_once("..") {
        let commit = |name: &str| Revision::commit(repository, &or_head(name));
        return Ok(Range { base: commit(old)?, modified: commit(new)? });
    }
    let modified = if staged { Revision::Index } else { Revision::WorkTree };
    Ok(Range { base: Revision::commit(repository, word)?, modified })
}
