//! Placing: names of files where a database was made, as names in the tree.

use std::path::{Component, Path, PathBuf};

/// Where files are, and where they were.
pub(super) struct Placing<'a> {
    /// Where they are.
    pub(super) tree: &'a Path,
    /// Where they may have been.
    pub(super) places: &'a [PathBuf],
}

impl Placing<'_> {
    /// A file of the tree by its name in it.
    pub(super) fn relative(&self, path: &Path) -> Option<PathBuf> {
        let ends = self.places.iter().filter_map(|place| path.strip_prefix(place).ok());
        let mut ends: Vec<&Path> = ends.collect();
        ends.sort_by_key(|end| !self.tree.join(end).exists());
        ends.first().map(|end| if end.as_os_str().is_empty() { PathBuf::from(".") } else { end.to_path_buf() })
    }

    /// A name in a command that runs in `directory`, as clang is told it.
    pub(super) fn name(&self, directory: &Path, name: &str) -> String {
        let path = normal(&directory.join(name));
        self.relative(&path).unwrap_or(path).display().to_string()
    }
}

/// A name without `.` and `..`, without a look at the disk: the tree may be elsewhere.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts
}
