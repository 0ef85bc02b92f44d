//! The two versions that a command compares.

use crate::cli::{Level, ProgramOptions};
use crate::failure::Failure;
use crate::program::{self, Program};
use incise_frontend::Options;
use std::path::{Path, PathBuf};

/// One version: its files, how they are compiled, and the program.
pub struct Version {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How clang is called.
    pub frontend: Options,
    /// The program.
    pub program: Program,
}

impl Version {
    /// Reads a version.
    pub fn load(path: &Path, include: &[String], define: &[String], cflag: &[String]) -> Result<Version, Failure> {
        let options = ProgramOptions {
            files: files(path)?,
            include: include.to_vec(),
            define: define.to_vec(),
            cflag: cflag.to_vec(),
            optimise: Level::None,
        };
        let frontend = program::frontend_options(&options)?;
        let program = program::load(&options, &frontend)?;
        Ok(Version { files: options.files, frontend, program })
    }
    /// The files as text.
    pub fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.display().to_string()).collect()
    }
}

/// A file, or the C files of a folder in the order of their names.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let unreadable = |error: std::io::Error| Failure::Other(format!("{}: {error}", path.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        if file.extension().is_some_and(|extension| extension == "c") {
            found.push(file);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(Failure::Other(format!("{}: no C files in this folder", path.display())));
    }
    Ok(found)
}
