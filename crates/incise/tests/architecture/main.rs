//! Architecture: crates in the order of the pipeline, LLVM and `unsafe` in one crate, no cycle between modules, short files, functions and
//! parameter lists, names of library functions in one table. Each check stands beside its test on small sources.

mod cycles;
mod library_names;
mod manifests;
mod sizes;
mod sources;

use manifests::root;
use std::path::{Path, PathBuf};

/// Files that `ARCHITECTURE.md` names are there. A name without a folder is in the folder of the one before it in its line.
#[test]
fn the_files_that_the_architecture_names_exist() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a description");
    let mut n_found = 0;
    for line in text.lines() {
        let mut folder: Option<PathBuf> = None;
        for name in line.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs")) {
            let path = match (name.contains("/src/"), &folder) {
                (true, _) => root().join("crates").join(name),
                (false, _) if name.starts_with("crates/") => root().join(name),
                (false, Some(folder)) => folder.join(name),
                (false, None) => continue,
            };
            assert!(path.is_file(), "ARCHITECTURE.md names {name}, which is not there: {line}");
            folder = path.parent().map(Path::to_path_buf);
            n_found += 1;
        }
    }
    assert!(n_found > 30, "only {n_found} names were found: is the description read rightly?");
}
