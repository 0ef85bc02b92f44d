//! Finding out what a tree is compiled from.

use super::compile_commands;
use super::manifest::Manifest;
use super::unit::{MANIFEST, ProjectError, Unit};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a tree is compiled from.
#[derive(Clone, PartialEq, Debug)]
pub struct Project {
    /// The translation units, by name.
    pub units: Vec<Unit>,
    /// What `incise.toml` says; the default where there is none.
    pub manifest: Manifest,
    /// The file that names the units.
    pub described_by: PathBuf,
    /// Files that it names and the tree does not have.
    pub missing: Vec<PathBuf>,
    /// What was left out.
    pub notes: Vec<String>,
}

impl Project {
    /// The folders of the tree where headers and sources are looked for.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        let mut folders = BTreeSet::new();
        for unit in &self.units {
            folders.extend(unit.source.parent().map(Path::to_owned));
            let mut flags = unit.flags.iter();
            while let Some(flag) = flags.next() {
                let folder = match flag.as_str() {
                    "-I" | "-isystem" | "-iquote" | "-idirafter" => flags.next().map(String::as_str),
                    joined => ["-I", "-isystem", "-iquote", "-idirafter"].iter().find_map(|f| joined.strip_prefix(f)),
                };
                folders.extend(folder.map(PathBuf::from).filter(|folder| folder.is_relative()));
            }
        }
        folders
    }
}

/// Where compilation databases are, in a tree.
const DATABASES: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

/// What a tree is compiled from. A file that the tree does not have is looked for in `elsewhere`, the folder where the tree's
/// other revisions live; `manifest` replaces `incise.toml`. `places` are folders that absolute names of the tree's
/// files may begin with.
pub fn find(
    tree: &Path,
    elsewhere: Option<&Path>,
    manifest: Option<&Path>,
    places: &[PathBuf],
) -> Result<Project, ProjectError> {
    let folders: Vec<&Path> = [Some(tree), elsewhere].into_iter().flatten().collect();
    let (manifest_file, manifest) = match manifest {
        Some(file) => {
            let missing = || ProjectError::Unreadable {
                file: file.to_owned(),
                error: std::io::Error::from(std::io::ErrorKind::NotFound),
            };
            (file.to_owned(), Manifest::read(file)?.ok_or_else(missing)?)
        }
        None => {
            let mut found = (tree.join(MANIFEST), Manifest::default());
            for folder in &folders {
                if let Some(manifest) = Manifest::read(&folder.join(MANIFEST))? {
                    found = (folder.join(MANIFEST), manifest);
                    break;
                }
            }
            found
        }
    };
    if !manifest.sources.is_empty() {
        let units = manifest.units(tree, &manifest_file)?;
        return Ok(Project { units, manifest, described_by: manifest_file, missing: Vec::new(), notes: Vec::new() });
    }
    let named = manifest.compile_commands.clone();
    let names: Vec<PathBuf> = named.map_or_else(|| DATABASES.iter().map(PathBuf::from).collect(), |name| vec![name]);
    let files = folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
    let Some(file) = files.into_iter().find(|file| file.is_file()) else {
        return Err(match &manifest.compile_commands {
            Some(name) => ProjectError::Manifest {
                file: manifest_file,
                line: 1,
                message: format!("`compile_commands`: there is no {}", name.display()),
            },
            None => ProjectError::Undescribed(elsewhere.unwrap_or(tree).to_owned()),
        });
    };
    of_database(&file, manifest, tree, places)
}

/// What a compilation database says that a tree is compiled from.
pub fn of_database(file: &Path, manifest: Manifest, tree: &Path, places: &[PathBuf]) -> Result<Project, ProjectError> {
    let (mut units, missing, notes) = compile_commands::read(file, tree, places)?;
    for unit in &mut units {
        unit.flags.extend(manifest.include.iter().map(|folder| format!("-I{folder}")));
        unit.flags.extend(manifest.flags.iter().cloned());
    }
    Ok(Project { units, manifest, described_by: file.to_owned(), missing, notes })
}
