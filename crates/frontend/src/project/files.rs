//! The files of a tree, each read once: what a unit is made of, and whether it is the same in another tree.

use super::scan::{Scanned, scan};
use super::unit::Unit;
use blake3::{Hash, Hasher};
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Begins what `main` is called here: each file has its own.
pub(super) const MAIN: &str = "main of ";

/// A file that was read.
pub(super) struct Read {
    pub(super) scanned: Scanned,
    content: Hash,
}

/// The files of a tree that its units are made of.
pub(super) struct Files {
    read: BTreeMap<PathBuf, Read>,
    /// What each unit is made of, itself included.
    parts: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    flags: BTreeMap<PathBuf, Vec<String>>,
}

impl Files {
    /// Reads what the units of a tree are made of. An included file is any that ends in the included name, wherever it is.
    pub(super) fn of(tree: &Path, units: &[Unit]) -> Files {
        let mut by_name: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        list(tree, Path::new(""), &mut by_name);
        let mut files = Files { read: BTreeMap::new(), parts: BTreeMap::new(), flags: BTreeMap::new() };
        for unit in units {
            let mut parts = BTreeSet::new();
            let mut pending = vec![unit.source.clone()];
            // Files that flags include.
            let named = unit.flags.iter().filter_map(|flag| Path::new(flag).file_name()?.to_str());
            pending.extend(named.filter_map(|name| by_name.get(name)).flatten().cloned());
            while let Some(file) = pending.pop() {
                if !parts.insert(file.clone()) {
                    continue;
                }
                let scanned = &files.read(tree, &file).scanned;
                if scanned.computes_includes {
                    pending.extend(by_name.values().flatten().filter(|file| is_header(file)).cloned());
                }
                pending.extend(scanned.includes.iter().filter_map(|name| by_name.get(name)).flatten().cloned());
            }
            files.parts.insert(unit.source.clone(), parts);
            files.flags.insert(unit.source.clone(), unit.flags.clone());
        }
        files
    }

    fn read(&mut self, tree: &Path, file: &Path) -> &Read {
        self.read.entry(file.to_owned()).or_insert_with(|| {
            // One that cannot be read is the compiler's to complain about.
            let bytes = std::fs::read(tree.join(file)).unwrap_or_default();
            let mut scanned = scan(&String::from_utf8_lossy(&bytes));
            for one in scanned.definitions.iter_mut().filter(|one| one.name == "main") {
                one.name = format!("{MAIN}{}", file.display());
            }
            Read { scanned, content: blake3::hash(&bytes) }
        })
    }

    /// The units.
    pub(super) fn units(&self) -> impl Iterator<Item = &PathBuf> {
        self.parts.keys()
    }

    /// What a file says.
    pub(super) fn scanned(&self, file: &Path) -> Option<&Scanned> {
        self.read.get(file).map(|read| &read.scanned)
    }

    /// All files, units and what they include.
    pub(super) fn all(&self) -> impl Iterator<Item = (&PathBuf, &Scanned)> {
        self.read.iter().map(|(file, read)| (file, &read.scanned))
    }

    /// What a unit is made of.
    pub(super) fn parts(&self, unit: &Path) -> impl Iterator<Item = &Scanned> {
        self.parts.get(unit).into_iter().flatten().filter_map(|file| self.scanned(file))
    }

    /// What a unit is compiled from, as one value; without its own text when `others` alone count.
    pub(super) fn print(&self, unit: &Path, others: bool) -> Option<Hash> {
        let mut hasher = Hasher::new();
        for flag in self.flags.get(unit)? {
            hasher.update(flag.as_bytes());
            hasher.update(&[0]);
        }
        for file in self.parts.get(unit)?.iter().filter(|file| !others || *file != unit) {
            hasher.update(file.as_os_str().as_bytes());
            hasher.update(&[0]);
            hasher.update(self.read[file].content.as_bytes());
        }
        Some(hasher.finalize())
    }
}

fn is_header(file: &Path) -> bool {
    file.extension().is_some_and(|kind| ["h", "inc", "def"].iter().any(|known| kind == *known))
}

/// All files below a folder by the last part of their names; what belongs to git is left out.
fn list(tree: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<PathBuf>>) {
    let Ok(entries) = std::fs::read_dir(tree.join(folder)) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = folder.join(&name);
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && name != ".git" => list(tree, &path, found),
            Ok(kind) if !kind.is_dir() => found.entry(name).or_default().push(path),
            _ => {}
        }
    }
}
