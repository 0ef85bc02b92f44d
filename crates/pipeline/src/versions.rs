//! The two versions that a command compares.

use crate::failure::Failure;
use crate::program::{self, Program};
use crate::source_location::Origin;
use incise_engine::Config;
use incise_frontend::Options;
use incise_ir::Module;
use incise_replay::{Test, predict};
use std::path::PathBuf;

/// One version: where it comes from, and the program.
pub struct Version {
    /// Where it comes from.
    pub origin: Origin,
    /// The program.
    pub program: Program,
}

impl Version {
    /// Completes a version.
    pub fn of(origin: Origin, module: Module) -> Result<Version, Failure> {
        let program = program::complete(module, &origin.frontend)?;
        Ok(Version { origin, program })
    }
    /// The files.
    pub fn files(&self) -> &[PathBuf] {
        &self.origin.files
    }
    /// How clang is called.
    pub fn frontend(&self) -> &Options {
        &self.origin.frontend
    }
    /// A test with everything that its run leaves behind: what a guide skipped is run too. As it is where its inputs do not
    /// determine the run.
    pub fn completed(&self, config: &Config, test: Test) -> Test {
        match predict(&self.program.linked, config, &test) {
            Ok(record) => Test::from_path(self.files(), &self.frontend().flags, &self.program.linked, config, &record),
            Err(_) => test,
        }
    }
    /// The files as text.
    pub fn names(&self) -> Vec<String> {
        self.origin.files.iter().map(|file| file.display().to_string()).collect()
    }
}
