//! Architecture: crates in the order of the pipeline, LLVM and `unsafe` in one crate, no cycle between modules, short files, functions and
//! parameter lists, names of library functions in one table. Each check stands beside its test on small sources.

mod cycles;
mod library_names;
mod manifests;
mod sizes;
mod sources;

use manifests::root;
use std::path::{Path, PathBuf};

/// Files that the documents name are there. A name without a folder is in the folder of the one before it in its line.
#[test]
fn the_files_that_the_documents_name_exist() {
    let pages = std::fs::read_dir(root().join("docs")).expect("there is documentation");
    let pages = pages.map(|page| page.expect("an entry").path()).filter(|page| page.extension().is_some());
    let documents = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"].map(|name| root().join(name));
    let mut n_found = 0;
    for document in documents.into_iter().chain(pages) {
        let text = std::fs::read_to_string(&document).expect("it can be read");
        for line in text.lines() {
            let mut folder: Option<PathBuf> = None;
            let is_path = |name: &&str| name.ends_with(".rs") || name.starts_with("crates/") && !name.contains(' ');
            for name in line.split('`').skip(1).step_by(2).filter(is_path) {
                let path = match (name.strip_prefix("crates/"), &folder) {
                    (Some(inside), _) => root().join("crates").join(inside),
                    (None, _) if name.contains("/src/") => root().join("crates").join(name),
                    (None, Some(folder)) => folder.join(name),
                    (None, None) => continue,
                };
                assert!(path.exists(), "{} names {name}, which is not there: {line}", document.display());
                folder = path.parent().map(Path::to_path_buf);
                n_found += 1;
            }
        }
    }
    assert!(n_found > 100, "only {n_found} names were found: are the documents read rightly?");
}
