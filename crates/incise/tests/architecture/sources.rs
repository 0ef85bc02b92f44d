//! The sources of the crates, parsed.

use crate::manifests::{members, root};
use syn::Attribute;

/// One source file of a crate.
pub struct Source {
    /// From the root of the repository.
    pub path: String,
    /// The path of its module within the crate: empty for `lib.rs` and `main.rs`.
    pub module: Vec<String>,
    pub text: String,
    pub syntax: syn::File,
}

impl Source {
    /// Reads a file; `inside` is its path from the crate's `src`.
    pub fn parse(path: &str, inside: &str, text: String) -> Source {
        let mut module: Vec<String> =
            inside.trim_end_matches(".rs").split('/').map(|part| part.trim_start_matches("r#").to_owned()).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        Source { path: path.to_owned(), module, text, syntax }
    }
}

/// The sources of every crate that is checked, by the name of its folder.
pub fn sources() -> Vec<(String, Vec<Source>)> {
    let folders = members().into_iter().filter_map(|(folder, _)| folder.strip_prefix("crates/").map(str::to_owned));
    let mut crates = Vec::new();
    for name in folders {
        let mut files = Vec::new();
        let mut folders = vec![root().join("crates").join(&name).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a crate has sources") {
                let path = entry.expect("the folder can be read").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    files.push(path);
                }
            }
        }
        files.sort();
        let source = root().join("crates").join(&name).join("src");
        let parsed = files.iter().map(|file| {
            let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let inside = file.strip_prefix(&source).expect("found below it").to_string_lossy().into_owned();
            Source::parse(&format!("crates/{name}/src/{inside}"), &inside, text)
        });
        crates.push((name.clone(), parsed.collect()));
    }
    assert!(crates.iter().map(|(_, files): &(String, Vec<Source>)| files.len()).sum::<usize>() > 100, "hardly a file");
    crates
}

/// Whether an item is compiled only for tests.
pub fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

/// What a check finds in all sources.
pub fn found_in_all(check: impl Fn(&Source) -> Vec<String>) -> Vec<String> {
    sources().iter().flat_map(|(_, files)| files.iter().flat_map(&check)).collect()
}

/// Fails with what was found.
pub fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// A small source for tests of the checks.
pub fn source(inside: &str, text: &str) -> Source {
    Source::parse(inside, inside, text.to_owned())
}
