//! `compile_commands.json`, the compilation database that CMake, Meson and Bear write.
//!
//! *Source*: "JSON Compilation Database Format Specification", clang's documentation: a list of objects with
//! `directory`, `file`, and `command` (quoted as a shell does) or `arguments`.
//!
//! The absolute names in it belong to the folder where it was made, which is seldom the tree: it is found by looking which
//! beginning of the names can be replaced by the tree so that the files exist.

use super::flags::kept;
use super::placing::{Placing, normal};
use super::unit::{ProjectError, Unit};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl Entry {
    /// The file's absolute name.
    fn name(&self) -> PathBuf {
        normal(&self.directory.join(&self.file))
    }
}

/// Units, files that do not exist, notes.
type Read = (Vec<Unit>, Vec<PathBuf>, Vec<String>);

/// The translation units of a database that exist in the tree, by name, those that do not, and what was left out.
pub(super) fn read(file: &Path, tree: &Path, places: &[PathBuf]) -> Result<Read, ProjectError> {
    let wrong = |message: String| ProjectError::Database { file: file.to_owned(), message };
    let text =
        std::fs::read_to_string(file).map_err(|error| ProjectError::Unreadable { file: file.to_owned(), error })?;
    let mut entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let folder = std::path::absolute(file).ok().and_then(|file| file.parent().map(Path::to_owned)).unwrap_or_default();
    for entry in &mut entries {
        // Not allowed, but written by some: relative to where the file is.
        entry.directory = folder.join(&entry.directory);
    }
    let is_c = |entry: &Entry| entry.file.extension().is_some_and(|extension| extension == "c" || extension == "i");
    let n_other = entries.iter().filter(|entry| !is_c(entry)).count();
    entries.retain(is_c);
    if entries.is_empty() {
        return Err(wrong(format!("it names no C file ({n_other} others)")));
    }
    let names: Vec<PathBuf> = entries.iter().map(Entry::name).collect();
    let mut places = places.to_vec();
    places.extend(made_in(&names, tree));
    let placing = Placing { tree, places: &places };
    let mut units: BTreeMap<PathBuf, Unit> = BTreeMap::new();
    let (mut missing, mut again) = (Vec::new(), Vec::new());
    for (entry, name) in entries.iter().zip(&names) {
        let source = placing.relative(name).unwrap_or_else(|| name.clone());
        if !tree.join(&source).is_file() {
            missing.push(source);
            continue;
        }
        let arguments = match (&entry.arguments, &entry.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => shlex::split(command)
                .ok_or_else(|| wrong(format!("the command of {} has unbalanced quotes", entry.file.display())))?,
            (None, None) => {
                return Err(wrong(format!("{} has neither `command` nor `arguments`", entry.file.display())));
            }
        };
        let flags = kept(&arguments, &entry.directory, &placing)
            .map_err(|message| wrong(format!("{}: {message}", source.display())))?;
        let unit = Unit { source: source.clone(), flags };
        match units.get(&source) {
            Some(known) if *known != unit => again.push(source.display().to_string()),
            Some(_) => {}
            None => drop(units.insert(source, unit)),
        }
    }
    if units.is_empty() {
        return Err(wrong(format!("none of its files is in the tree: {}", some(&shown(&missing)))));
    }
    let mut notes = Vec::new();
    for (files, what) in
        [(&shown(&missing), "not in this version"), (&again, "compiled in several ways, the first is taken")]
    {
        if !files.is_empty() {
            notes.push(format!("{what}: {}", some(files)));
        }
    }
    if n_other > 0 {
        notes.push(format!("{n_other} files that are not C are left out"));
    }
    Ok((units.into_values().collect(), missing, notes))
}

/// The folder that the tree was in when the database was made: what is left of a name when the longest end of it that exists
/// in the tree is taken away.
fn made_in(names: &[PathBuf], tree: &Path) -> Option<PathBuf> {
    names.iter().find_map(|name| {
        let mut beginnings: Vec<&Path> = name.ancestors().skip(1).collect();
        beginnings.reverse();
        let fits = |beginning: &&Path| name.strip_prefix(beginning).is_ok_and(|end| tree.join(end).is_file());
        beginnings.into_iter().find(fits).map(Path::to_owned)
    })
}

fn shown(names: &[PathBuf]) -> Vec<String> {
    names.iter().map(|name| name.display().to_string()).collect()
}

fn some(names: &[String]) -> String {
    let more = if names.len() > 5 { format!(" and {} more", names.len() - 5) } else { String::new() };
    format!("{}{more}", names[..names.len().min(5)].join(", "))
}
