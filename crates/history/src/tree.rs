//! The files of a revision in a folder.
//!
//! A commit is read into an index of its own and checked out from there into a temporary folder, so that the user's index
//! and work tree are not involved. The work tree is used where it is, and only read. A submodule's files are those of the commit
//! that the revision names, from the submodule's own repository in the work tree.

use crate::error::HistoryError;
use crate::git::{command, done, run};
use crate::range::Revision;
use crate::repository::{Repository, names};
use incise_process::Folder;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The files of a revision.
#[derive(Debug)]
pub struct Tree {
    folder: PathBuf,
    /// Folders of submodules that are empty: the work tree does not have them, or not that commit.
    pub submodules: Vec<PathBuf>,
    made: Option<Folder>,
}

impl Tree {
    /// Puts the files of a revision into a folder; the work tree is its own.
    pub fn of(repository: &Repository, revision: &Revision) -> Result<Tree, HistoryError> {
        let root = repository.root();
        if *revision == Revision::WorkTree {
            return Ok(Tree { folder: root.to_owned(), submodules: Vec::new(), made: None });
        }
        let folder = Folder::new("tree").map_err(|error| HistoryError::Io { file: std::env::temp_dir(), error })?;
        // clang names files by their real places.
        let place = std::fs::canonicalize(folder.path()).unwrap_or_else(|_| folder.path().to_owned());
        let tree = place.join("tree");
        std::fs::create_dir(&tree).map_err(|error| HistoryError::Io { file: tree.clone(), error })?;
        let index = Index { root: root.to_owned(), file: place.join("index"), is_submodule: false };
        match revision {
            Revision::Commit { id, .. } => index.read(id)?,
            Revision::Index | Revision::WorkTree => {
                let staged = done(&mut command(root, &["ls-files", "--stage", "-z"].map(OsStr::new)), b"")?;
                merged(&staged)?;
                index.git(&["update-index", "-z", "--index-info"].map(OsStr::new), &staged)?;
            }
        }
        index.check_out(&tree)?;
        let mut empty = Vec::new();
        fill(&index, Path::new(""), &tree, &mut empty)?;
        Ok(Tree { folder: tree, submodules: empty, made: Some(folder) })
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

/// An index of our own for a repository.
struct Index {
    root: PathBuf,
    file: PathBuf,
    is_submodule: bool,
}

impl Index {
    fn git(&self, arguments: &[&OsStr], input: &[u8]) -> Result<Vec<u8>, HistoryError> {
        let mut command = command(&self.root, arguments);
        if self.is_submodule {
            // In a hook these name the repository around it.
            command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
        }
        done(command.env("GIT_INDEX_FILE", &self.file), input)
    }

    fn read(&self, commit: &str) -> Result<(), HistoryError> {
        self.git(&["read-tree", commit].map(OsStr::new), b"").map(drop)
    }

    /// Puts its files into a folder.
    fn check_out(&self, folder: &Path) -> Result<(), HistoryError> {
        let mut prefix = OsString::from("--prefix=");
        prefix.push(folder);
        prefix.push("/");
        let settings = self.without_filters()?;
        let mut arguments: Vec<&OsStr> = settings.iter().flat_map(|setting| [OsStr::new("-c"), setting]).collect();
        arguments.extend([OsStr::new("checkout-index"), OsStr::new("--all"), OsStr::new("--quiet"), &prefix]);
        self.git(&arguments, b"").map(drop)
    }

    /// Settings that switch off the filters of the repository's own configuration, which run programs when files are checked out.
    /// Those of the user's configuration stay.
    fn without_filters(&self) -> Result<Vec<OsString>, HistoryError> {
        let question = ["config", "--local", "--includes", "--null", "--name-only", "--get-regexp", "^filter\\."];
        let mut command = command(&self.root, &question.map(OsStr::new));
        if self.is_submodule {
            command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
        }
        // No such setting is no failure.
        let names = run(&mut command, b"")?.stdout;
        let mut settings = Vec::new();
        for name in names.split(|byte| *byte == 0).filter_map(|name| std::str::from_utf8(name).ok()) {
            let Some((filter, key)) = name.rsplit_once('.') else { continue };
            match key {
                "smudge" | "process" | "clean" => settings.push(OsString::from(format!("{filter}.{key}="))),
                "required" => settings.push(OsString::from(format!("{filter}.required=false"))),
                _ => {}
            }
        }
        Ok(settings)
    }

    /// The submodules in it, by folder and commit.
    fn submodules(&self) -> Result<Vec<(PathBuf, String)>, HistoryError> {
        let entries = self.git(&["ls-files", "--stage", "-z"].map(OsStr::new), b"")?;
        let links = entries.split(|byte| *byte == 0).filter(|entry| entry.starts_with(b"160000 "));
        let link = |entry: &[u8]| {
            let at = entry.iter().position(|byte| *byte == b'\t')?;
            let facts = String::from_utf8_lossy(&entry[..at]).into_owned();
            let commit = facts.split(' ').nth(1)?.to_owned();
            Some((names(&entry[at + 1..]).pop()?, commit))
        };
        Ok(links.filter_map(link).collect())
    }
}

/// Puts the files of submodules into the tree, and those of theirs; what is not there is noted by its folder from the tree's root.
fn fill(index: &Index, inside: &Path, tree: &Path, empty: &mut Vec<PathBuf>) -> Result<(), HistoryError> {
    for (number, (name, commit)) in index.submodules()?.into_iter().enumerate() {
        let folder = inside.join(&name);
        let mut file = index.file.clone().into_os_string();
        file.push(format!("-{number}"));
        let own = Index { root: index.root.join(&name), file: PathBuf::from(file), is_submodule: true };
        // Without a `.git` of its own the folder is not the submodule's, but the repository's around it.
        let is_there = own.root.join(".git").exists() && own.read(&commit).is_ok();
        if !is_there {
            empty.push(folder);
            continue;
        }
        own.check_out(&tree.join(&folder))?;
        fill(&own, &folder, tree, empty)?;
    }
    Ok(())
}
