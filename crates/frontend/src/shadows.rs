//! Files that an `#include` could name as well as the one that it found: when another appears or one goes, the compiler may read
//! another file although none of those that it read has changed.
//!
//! A file is looked for in the folder of the file that includes it and in the folders of the flags and of the environment. So
//! each of those is asked for each name that an `#include` can have used: the last few parts of the path of the file found.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// As many parts as a name in an `#include` is thought to have at most.
const PARTS: usize = 4;

/// Flags that name a folder, which follows at once or as the next flag.
const FOLDER_FLAGS: [&str; 5] = ["-I", "-iquote", "-isystem", "-idirafter", "-Wp,-I"];

/// Variables of the environment that name folders.
const FOLDER_VARIABLES: [&str; 2] = ["CPATH", "C_INCLUDE_PATH"];

/// The folders that flags and environment name. A flag that is no option may be a folder of the one before it.
pub(crate) fn folders<'a>(flags: impl Iterator<Item = &'a OsString>) -> BTreeSet<PathBuf> {
    let mut folders: BTreeSet<PathBuf> = flags.filter_map(|flag| folder(flag)).collect();
    for variable in FOLDER_VARIABLES {
        folders.extend(std::env::var_os(variable).iter().flat_map(std::env::split_paths));
    }
    folders
}

fn folder(flag: &OsStr) -> Option<PathBuf> {
    let bytes = flag.as_bytes();
    if !bytes.starts_with(b"-") {
        return Some(flag.into());
    }
    let rest = FOLDER_FLAGS.iter().find_map(|known| bytes.strip_prefix(known.as_bytes()))?;
    (!rest.is_empty()).then(|| OsStr::from_bytes(rest).into())
}

/// The files that are there under a name and in a folder where one of those that were read could have been looked for. Names
/// are relative to `tree`.
pub(crate) fn namesakes(tree: &Path, named: &BTreeSet<PathBuf>, read: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = named.clone();
    folders.extend(read.iter().filter_map(|file| file.parent()).map(Path::to_owned));
    // By what comes before the last part, so that each folder is asked for all names in it at once.
    let mut names: BTreeMap<OsString, BTreeSet<&OsStr>> = BTreeMap::new();
    for file in read {
        for (before, last) in endings(file) {
            names.entry(before).or_default().insert(last);
        }
    }
    let mut listed: FxHashMap<PathBuf, FxHashSet<OsString>> = FxHashMap::default();
    let mut found = Vec::new();
    for folder in &folders {
        for (before, names) in &names {
            let inside = if before.is_empty() { folder.clone() } else { folder.join(before) };
            let known = listed.entry(inside).or_insert_with_key(|inside| list(&tree.join(inside)));
            let there = names.iter().filter(|name| known.contains(**name));
            found.extend(there.map(|name| folder.join(before).join(name)));
        }
    }
    found
}

/// The last part of a path, the last two, and so on: what comes before the last part, and that.
fn endings(path: &Path) -> impl Iterator<Item = (OsString, &OsStr)> {
    let parts: Vec<&OsStr> = path.components().map(|part| part.as_os_str()).filter(|part| *part != "/").collect();
    (1..=parts.len().min(PARTS)).map(move |count| {
        let before: PathBuf = parts[parts.len() - count..parts.len() - 1].iter().collect();
        (before.into_os_string(), parts[parts.len() - 1])
    })
}

/// What is in a folder; nothing is in one that is not there.
fn list(folder: &Path) -> FxHashSet<OsString> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_flags_are_found_in_every_notation() {
        let flags = ["-Iinc", "-isystem", "sys", "-O2", "-iquotehere", "-DX=1"].map(OsString::from);
        let found = folders(flags.iter());
        for one in ["inc", "sys", "here"] {
            assert!(found.contains(Path::new(one)), "{one}");
        }
        assert!(!found.contains(Path::new("X=1")));
    }

    #[test]
    fn a_file_in_an_earlier_folder_is_a_namesake() {
        let tree = tempfile::tempdir().unwrap();
        let named = BTreeSet::from(["one", "two"].map(PathBuf::from));
        let read = [PathBuf::from("a.c"), PathBuf::from("two/sub/cfg.h")];
        for file in ["a.c", "two/sub/cfg.h", "one/other.h"] {
            std::fs::create_dir_all(tree.path().join(file).parent().unwrap()).unwrap();
            std::fs::write(tree.path().join(file), "").unwrap();
        }
        let before = namesakes(tree.path(), &named, &read);
        // One more under a name that nobody asked for changes nothing.
        std::fs::write(tree.path().join("one/third.h"), "").unwrap();
        assert_eq!(namesakes(tree.path(), &named, &read), before);
        std::fs::create_dir_all(tree.path().join("one/sub")).unwrap();
        std::fs::write(tree.path().join("one/sub/cfg.h"), "").unwrap();
        assert_ne!(namesakes(tree.path(), &named, &read), before);
    }
}
