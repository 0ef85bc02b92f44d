//! Crates: the members of the workspace are listed in the order of the pipeline, and a crate uses only crates above it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The crate that talks to LLVM.
const FOREIGN: &str = "crates/llvm";

/// A manifest: the entries of each section, name and the rest of the line. `[a.b]` under dependencies is read as the
/// entry `b` of section `a`.
pub struct Manifest {
    sections: BTreeMap<String, Vec<(String, String)>>,
}

impl Manifest {
    fn read(path: &Path) -> Manifest {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut sections: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        let mut section = String::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = header.to_owned();
                if let Some((table, name)) = header.rsplit_once('.')
                    && table.ends_with("dependencies")
                {
                    sections.entry(table.to_owned()).or_default().push((name.to_owned(), String::new()));
                }
            } else if let Some((name, value)) = line.split_once('=') {
                let name = name.trim().trim_end_matches(".workspace").trim_matches('"');
                sections.entry(section.clone()).or_default().push((name.to_owned(), value.trim().to_owned()));
            }
        }
        Manifest { sections }
    }

    fn value(&self, section: &str, name: &str) -> Option<&str> {
        let (_, value) = self.sections.get(section)?.iter().find(|(entry, _)| entry == name)?;
        Some(value.trim_matches('"'))
    }

    /// What is used, of whatever kind: for the crate, its tests, its build script, one platform.
    fn dependencies(&self) -> impl Iterator<Item = &str> {
        let kinds = self.sections.iter().filter(|(section, _)| section.ends_with("dependencies"));
        kinds.flat_map(|(_, entries)| entries.iter().map(|(name, _)| name.as_str()))
    }
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The members in the order of the list, each with its manifest.
pub fn members() -> Vec<(String, Manifest)> {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let (_, list) = text.split_once("members = [").expect("the workspace lists its members");
    let (list, _) = list.split_once(']').expect("the list ends");
    let names = list.split(',').map(|name| name.trim().trim_matches('"')).filter(|name| !name.is_empty());
    names.map(|name| (name.to_owned(), Manifest::read(&root().join(name).join("Cargo.toml")))).collect()
}

#[test]
fn every_crate_is_listed() {
    let mut listed: Vec<String> =
        members().into_iter().map(|(folder, _)| folder).filter(|folder| folder.starts_with("crates/")).collect();
    let mut present: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("there are crates") {
        let path = entry.expect("the folder can be read").path();
        if path.join("Cargo.toml").is_file() {
            let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
            present.push(format!("crates/{name}"));
        }
    }
    listed.sort();
    present.sort();
    assert_eq!(listed, present);
}

#[test]
fn a_crate_uses_only_crates_above_it() {
    let members = members();
    let package = |manifest: &Manifest| manifest.value("package", "name").expect("a package has a name").to_owned();
    let all: Vec<String> = members.iter().map(|(_, manifest)| package(manifest)).collect();
    let mut uses = 0;
    for (position, (folder, manifest)) in members.iter().enumerate() {
        for dependency in manifest.dependencies().filter(|name| name.starts_with("incise")) {
            uses += 1;
            assert!(
                all[..position].iter().any(|above| above == dependency),
                "{folder} uses {dependency}, not above it"
            );
        }
    }
    assert!(uses > all.len() / 2, "hardly any dependency was found: is the manifest read rightly?");
}

#[test]
fn one_crate_knows_llvm() {
    for (folder, manifest) in members() {
        let knows =
            manifest.dependencies().any(|name| name.contains("llvm") && name != "incise-llvm" || name == "inkwell");
        assert_eq!(knows, folder == FOREIGN, "{folder}");
    }
}

#[test]
fn unsafe_code_is_forbidden_elsewhere() {
    let workspace = Manifest::read(&root().join("Cargo.toml"));
    assert_eq!(workspace.value("workspace.lints.rust", "unsafe_code"), Some("forbid"));
    for (folder, manifest) in members() {
        if folder != FOREIGN {
            assert_eq!(manifest.value("lints", "workspace"), Some("true"), "{folder} has lints of its own");
        }
    }
}
