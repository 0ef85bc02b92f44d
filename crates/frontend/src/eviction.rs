//! Keeps the cache's folder small.
//!
//! *In*: the folder, after an entry was written. *Out*: at most [`MOST_ENTRIES`] entries, those written last, and no
//! temporary file of a process that died while writing. That reads the whole folder, so it is done once in [`PAUSE`]; in between there may be
//! more entries. Several processes may do this at once: a file that is gone already is no error, and whoever reads an entry while it is
//! removed has it open. Only names that an entry or a temporary file of ours can have are touched.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// More entries than this are too many.
const MOST_ENTRIES: usize = 4000;

/// A temporary file that is this old belongs to nobody.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the folder is left alone after it was looked after.
const PAUSE: Duration = Duration::from_secs(10 * 60);

/// The file whose time says when that was.
const LAST: &str = "evicted";

/// How the name of a file that is being written begins.
pub(crate) const TEMPORARY: &str = "writing-";

/// Removes what is too much, oldest first. What cannot be removed stays: the cache is then larger, not wrong.
pub(crate) fn evict(folder: &Path) {
    let last = folder.join(LAST);
    let age = std::fs::metadata(&last).and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
    if age.is_ok_and(|age| age.is_ok_and(|age| age < PAUSE)) || std::fs::write(&last, []).is_err() {
        return;
    }
    let mut entries: Vec<(SystemTime, PathBuf)> = Vec::new();
    for part in names(folder).filter(|name| is_hexadecimal(name, 2)).map(|name| folder.join(name)) {
        for name in names(&part) {
            let file = part.join(&name);
            let Ok(time) = std::fs::symlink_metadata(&file).and_then(|metadata| metadata.modified()) else { continue };
            if is_hexadecimal(&name, 62) {
                entries.push((time, file));
            } else if name.starts_with(TEMPORARY) && time.elapsed().is_ok_and(|age| age > ABANDONED) {
                remove(&file);
            }
        }
    }
    if entries.len() > MOST_ENTRIES {
        entries.sort();
        let too_many = entries.len() - MOST_ENTRIES;
        entries[..too_many].iter().for_each(|(_, file)| remove(file));
    }
}

fn remove(file: &Path) {
    // Another process may have been faster.
    let _gone_already = std::fs::remove_file(file);
}

fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

fn is_hexadecimal(name: &str, len: usize) -> bool {
    name.len() == len && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
