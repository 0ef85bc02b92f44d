//! From what a person typed to a program that can be executed.

use crate::failure::Failure;
use crate::messages;
use crate::request::{ExploreRequest, Level, ProgramRequest};
use incise_engine::{Config, PathRecord};
use incise_frontend::{Optimise, Options};
use incise_ir::{Module, link_missing, verify};
use incise_replay::Test;
use std::path::PathBuf;
use tracing::debug_span;

/// A program that is explored: what was asked for, how it was read, and how its runs start.
#[derive(Clone, Copy)]
pub struct Exploration<'a> {
    /// What was asked for.
    pub options: &'a ExploreRequest,
    /// How clang is called.
    pub frontend: &'a Options,
    /// The program.
    pub program: &'a Program,
    /// How runs start.
    pub config: &'a Config,
}

impl Exploration<'_> {
    /// The test that a path makes.
    pub fn test(&self, record: &PathRecord) -> Test {
        let files = &self.options.program.files;
        Test::from_path(files, &self.frontend.flags, &self.program.linked, self.config, record)
    }
}

/// Refuses options of the compiler that are not honoured since all files are compiled already.
fn check_compiled(options: &ProgramRequest) -> Result<(), Failure> {
    let is_compiled = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "ll" || extension == "bc");
    let given = [
        ("-I", !options.include.is_empty()),
        ("-D", !options.define.is_empty()),
        ("-O", options.optimise != Level::None),
    ];
    match (given.iter().find(|(_, is_given)| *is_given), options.files.first()) {
        (Some((option, _)), Some(file)) if options.files.iter().all(is_compiled) => {
            let problem = messages::no_effect(option, "on a file that is compiled already");
            Err(messages::wrong(file.display(), problem))
        }
        _ => Ok(()),
    }
}

/// How clang is to be called.
pub fn frontend_options(options: &ProgramRequest) -> Result<Options, Failure> {
    check_compiled(options)?;
    let mut frontend = Options::default();
    frontend.include_dirs.push(incise_runtime::headers(&frontend.cache)?);
    frontend.flags.extend(options.include.iter().map(|folder| format!("-I{folder}")));
    frontend.flags.extend(options.define.iter().map(|definition| format!("-D{definition}")));
    frontend.flags.extend(options.cflag.iter().cloned());
    frontend.optimise = match options.optimise {
        Level::None => Optimise::Nothing,
        Level::Zero => Optimise::O0,
        Level::One => Optimise::O1,
        Level::Two => Optimise::O2,
    };
    Ok(frontend)
}

/// The user's program as it is, and completed with the libc models that it needs.
pub struct Program {
    /// Without the models.
    pub own: Module,
    /// With them.
    pub linked: Module,
}

/// Reads, completes and checks the program.
pub fn load(options: &ProgramRequest, frontend: &Options) -> Result<Program, Failure> {
    let _stage = debug_span!("load").entered();
    complete(incise_frontend::load(&options.files, frontend)?, frontend)
}

/// Completes and checks a program.
pub fn complete(own: Module, frontend: &Options) -> Result<Program, Failure> {
    let mut linked = own.clone();
    let library = incise_runtime::libc_module(frontend)?;
    link_missing(&mut linked, &library, incise_engine::is_modelled);
    verify(&linked)?;
    Ok(Program { own, linked })
}
