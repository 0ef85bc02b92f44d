//! Nobody asks what time it is except the clock.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            found.push(entry);
        }
    }
}

/// Files of `crates/*/src` with a text in them.
fn files_with(text: &str) -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of all crates");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(crates).expect("a folder").map(|entry| entry.expect("an entry").path().join("src")) {
        sources(&entry, &mut files);
    }
    files.retain(|file| std::fs::read_to_string(file).expect("a text").contains(text));
    let mut names: Vec<String> =
        files.iter().map(|file| file.strip_prefix(crates).expect("inside").display().to_string()).collect();
    names.sort();
    names
}

#[test]
fn one_file_reads_the_clock() {
    assert_eq!(files_with("Instant"), ["base/src/clock.rs"]);
    assert_eq!(files_with("SystemTime"), ["frontend/src/eviction.rs"], "times of files in the cache");
}
