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

/// Each row of the list of what can be observed and given names its tests: functions, or pairs of programs with native truth.
#[test]
fn the_tests_that_the_list_of_observations_names_exist() {
    let mut known = std::collections::BTreeSet::new();
    for folder in ["ordinary/different", "ordinary/same", "pairs/different", "pairs/equivalent"] {
        let pairs = std::fs::read_dir(root().join("tests").join(folder)).expect("a corpus");
        known.extend(pairs.map(|pair| pair.expect("a pair").file_name().to_string_lossy().into_owned()));
    }
    for file in std::fs::read_dir(root().join("crates/incise/tests")).expect("there are tests") {
        let text = std::fs::read_to_string(file.expect("a file").path()).unwrap_or_default();
        let names = text.lines().filter_map(|line| line.strip_prefix("fn ")?.split('(').next());
        known.extend(names.map(str::to_owned));
    }
    let list = std::fs::read_to_string(root().join("docs/observations.md")).expect("there is a list");
    let mut n_rows = 0;
    for row in list.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| what ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, what, how, place, tests, _] = cells[..] else { panic!("four columns: {row}") };
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        for name in &names {
            assert!(known.contains(*name), "no test {name}: {row}");
        }
        let is_said_only = how.starts_with("not observed");
        assert!(is_said_only || !names.is_empty() && place.contains(".rs"), "{what} has no place or no test");
        n_rows += 1;
    }
    assert!(n_rows > 50, "only {n_rows} rows");
}
