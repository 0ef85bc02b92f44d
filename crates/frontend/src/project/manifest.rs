//! `incise.toml`: what a project is made of and how it is compared.
//!
//! ```toml
//! sources = ["src/**/*.c"]      # globs, relative to this file; or compile_commands = "build/compile_commands.json"
//! exclude = ["src/win32/*.c"]
//! include = ["include"]
//! flags = ["-std=c11", "-DNDEBUG"]
//! entries = ["main"]            # what is compared; without it what changed, and its callers
//! ignore = ["log_*"]            # not compared by themselves
//! callers = "all"               # how far up: a number, "all" or "main"
//! globals = "any"               # private state that functions start from: "reachable", "any" or "initial"
//! alloc = "succeeds"            # whether allocation may fail: "any" or "succeeds"
//! accept_within = ["elements"]  # restrictions within which an equivalence is accepted
//! allow_interface = true        # the interface of the files may change
//!
//! [bounds]
//! loop = 8
//! timeout = "2m"
//! ```

use super::refused::{message, refused, writing};
use super::unit::{ProjectError, Unit};
use glob::Pattern;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The contents of the file.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manifest {
    /// Globs of C files.
    pub sources: Vec<String>,
    /// Globs of C files that do not belong to it.
    pub exclude: Vec<String>,
    /// Folders with headers.
    pub include: Vec<String>,
    /// Flags for clang.
    pub flags: Vec<String>,
    /// A compilation database, instead of `sources`.
    pub compile_commands: Option<PathBuf>,
    /// Functions that are compared.
    pub entries: Vec<String>,
    /// Globs of functions that are not compared by themselves.
    pub ignore: Vec<String>,
    /// How far up callers are compared.
    pub callers: Option<Callers>,
    /// `--globals`.
    pub globals: Option<String>,
    /// `--alloc`.
    pub alloc: Option<String>,
    /// `--accept-within`.
    pub accept_within: Vec<String>,
    /// `--allow-interface`.
    pub allow_interface: bool,
    /// How far a comparison goes.
    pub bounds: Bounds,
}

/// A number or a word.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Callers {
    /// So many levels.
    Levels(u32),
    /// `all` or `main`.
    Word(String),
}

impl Callers {
    /// As it is typed on the command line.
    pub fn text(&self) -> String {
        match self {
            Callers::Levels(levels) => levels.to_string(),
            Callers::Word(word) => word.clone(),
        }
    }
}

/// Bounds, as on the command line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bounds {
    /// `--loop-bound`.
    #[serde(rename = "loop")]
    pub loops: Option<u32>,
    /// `--max-depth`.
    pub depth: Option<u64>,
    /// `--timeout`.
    pub timeout: Option<String>,
    /// `--solver-timeout`.
    pub solver_timeout: Option<String>,
}

impl Manifest {
    /// Reads a file; `None` when there is none.
    pub fn read(file: &Path) -> Result<Option<Manifest>, ProjectError> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ProjectError::Unreadable { file: file.to_owned(), error }),
        };
        let manifest: Manifest = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            ProjectError::Manifest { file: file.to_owned(), line, message: error.message().to_owned() }
        })?;
        let patterns = manifest.sources.iter().chain(&manifest.exclude).chain(&manifest.ignore);
        for pattern in patterns {
            if let Err(error) = Pattern::new(pattern) {
                let line = 1 + text.find(pattern.as_str()).map_or(0, |at| text[..at].matches('\n').count());
                let message = format!("`{pattern}` is no glob: {}", error.msg);
                return Err(ProjectError::Manifest { file: file.to_owned(), line, message });
            }
        }
        if let Some(flag) = refused(&manifest.flags).or_else(|| writing(&manifest.flags)) {
            let line = 1 + text.find(flag.as_str()).map_or(0, |at| text[..at].matches('\n').count());
            return Err(ProjectError::Manifest { file: file.to_owned(), line, message: message(&flag) });
        }
        Ok(Some(manifest))
    }

    /// Whether a function is not to be compared by itself.
    pub fn ignores(&self, function: &str) -> bool {
        self.ignore.iter().any(|pattern| Pattern::new(pattern).is_ok_and(|pattern| pattern.matches(function)))
    }

    /// The translation units that `sources` names in a tree.
    pub(super) fn units(&self, tree: &Path, file: &Path) -> Result<Vec<Unit>, ProjectError> {
        let excluded: Vec<Pattern> = self.exclude.iter().filter_map(|pattern| Pattern::new(pattern).ok()).collect();
        let mut found: BTreeSet<PathBuf> = BTreeSet::new();
        for pattern in &self.sources {
            let whole = format!("{}/{pattern}", Pattern::escape(&tree.to_string_lossy()));
            let message = |message: String| ProjectError::Manifest { file: file.to_owned(), line: 1, message };
            let files = glob::glob(&whole).map_err(|error| message(format!("`{pattern}`: {}", error.msg)))?;
            for entry in files {
                let entry = entry
                    .map_err(|error| ProjectError::Unreadable { file: error.path().to_owned(), error: error.into() })?;
                let Ok(name) = entry.strip_prefix(tree) else { continue };
                if entry.is_file() && !excluded.iter().any(|pattern| pattern.matches_path(name)) {
                    found.insert(name.to_owned());
                }
            }
        }
        if found.is_empty() {
            let patterns = self.sources.join(", ");
            return Err(ProjectError::NoSources { file: file.to_owned(), patterns });
        }
        let mut flags: Vec<String> = self.include.iter().map(|folder| format!("-I{folder}")).collect();
        flags.extend(self.flags.iter().cloned());
        Ok(found.into_iter().map(|source| Unit { source, flags: flags.clone() }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::unit::MANIFEST;
    use super::*;

    fn read(text: &str) -> Result<Option<Manifest>, ProjectError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(MANIFEST);
        std::fs::write(&file, text).unwrap();
        Manifest::read(&file)
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        for (text, line, word) in [
            ("sources = [\"a.c\"]\nsource = 3\n", 2, "source"),
            ("\n\nflags = \"-g\"\n", 3, "sequence"),
            ("sources = [\"a.c\"]\nignore = [\"***\"]\n", 2, "***"),
            ("[bounds]\nloop = -1\n", 2, "-1"),
        ] {
            match read(text) {
                Err(ProjectError::Manifest { line: found, message, .. }) => {
                    assert_eq!(found, line, "{message}");
                    assert!(message.contains(word), "{message}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn functions_are_ignored_by_globs() {
        let manifest = read("ignore = [\"log_*\", \"trace\"]\ncallers = 2\n").unwrap().unwrap();
        assert!(manifest.ignores("log_line") && manifest.ignores("trace"));
        assert!(!manifest.ignores("tracer") && !manifest.ignores("catalog_x"));
        assert_eq!(manifest.callers.unwrap().text(), "2");
    }
}
