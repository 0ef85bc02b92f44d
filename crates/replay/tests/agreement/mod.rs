//! Explores a program, writes its tests, reads them back, runs each natively and compares. The LLVM reader must have been
//! built (`cargo build -p incise-llvm`).
#![allow(dead_code)]

use incise_engine::{Config, Entry, ExplorationSetup, Progress, explore, is_modelled};
use incise_frontend::{Cache, Options};
use incise_ir::Module;
use incise_replay::{
    Agreement, Confirmation, HarnessProgram, Observed, Replayer, Sanitize, Suite, Test, check, predict,
};
use incise_solver::{Solver, SolverConfig};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A program in a folder of its own, explored.
pub struct Explored {
    pub folder: TempDir,
    pub inputs: Vec<PathBuf>,
    pub options: Options,
    /// Without libc models.
    pub program: Module,
    /// With them.
    pub linked: Module,
    pub config: Config,
    /// As read back from where they were written.
    pub tests: Vec<Test>,
}

/// A test that was run.
pub struct Replayed {
    pub test: Test,
    pub observed: Observed,
    pub agreement: Agreement,
}

pub fn config(function: Option<&str>) -> Config {
    Config::default().with(|run| run.entry = function.map_or(Entry::Main, |name| Entry::Function(name.to_owned())))
}

pub fn explored(source: &str, config: Config) -> Explored {
    explored_files(&[("program.c", source)], config)
}

pub fn explored_files(sources: &[(&str, &str)], config: Config) -> Explored {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inputs: Vec<PathBuf> = sources.iter().map(|(name, _)| folder.path().join(name)).collect();
    for ((_, source), file) in sources.iter().zip(&inputs) {
        std::fs::write(file, source).expect("a temporary file");
    }
    let cache = Cache::At(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let headers = incise_runtime::headers(&cache).expect("the headers can be written");
    let options = Options { cache, include_dirs: vec![headers], ..Options::default() };
    let program = incise_frontend::load(&inputs, &options).unwrap_or_else(|error| panic!("{error}"));
    let library = incise_runtime::libc_module(&options).unwrap_or_else(|error| panic!("{error}"));
    let mut linked = program.clone();
    incise_ir::link_missing(&mut linked, &library, is_modelled);
    let solver = || Solver::new(SolverConfig::default());
    let report = explore(ExplorationSetup::new(&linked, &config, &solver, &Progress::default()))
        .unwrap_or_else(|error| panic!("{error}"));
    let tests: Vec<Test> =
        report.found.paths.iter().map(|path| Test::from_path(&inputs, &[], &linked, &config, path)).collect();
    let suite = Suite::at(&folder.path().join("out"));
    let both = HarnessProgram { own: &program, linked: &linked, others: &[] };
    suite.write(both, &tests).unwrap_or_else(|error| panic!("{error}"));
    let read = suite.read().unwrap_or_else(|error| panic!("{error}"));
    let read: Vec<Test> = read.into_iter().map(|(_, test)| test).collect();
    assert_eq!(read, tests, "what was written is what is read");
    Explored { folder, inputs, options, program, linked, config, tests: read }
}

impl Explored {
    /// Runs every test and compares it with its own expectation and with the engine's trace.
    pub fn replayed(&self, sanitize: Sanitize) -> Vec<Replayed> {
        let Some(first) = self.tests.first() else { return Vec::new() };
        let replayer = Replayer::new(&self.inputs, &self.options, &first.entry, sanitize)
            .unwrap_or_else(|error| panic!("{error}"));
        let replay = |test: &Test| {
            let checked = check(&replayer, &self.linked, &self.config, test).unwrap_or_else(|error| panic!("{error}"));
            assert!(checked.without_branches.is_none(), "{:?}", checked.without_branches);
            let predicted = predict(&self.linked, &self.config, test).unwrap_or_else(|error| panic!("{error}"));
            let again = Test::from_path(&test.program, &test.flags, &self.linked, &self.config, &predicted);
            assert_eq!(without_message(&again), without_message(test), "the prediction repeats itself");
            Replayed { test: test.clone(), observed: checked.observed, agreement: checked.agreement }
        };
        self.tests.iter().map(replay).collect()
    }

    /// All tests agree natively; gives how they ended.
    pub fn all_agree(&self) -> Vec<Replayed> {
        let all = self.replayed(Sanitize::No);
        for replayed in &all {
            assert!(
                replayed.agreement.agrees,
                "{:?}\n{}\n{:?}",
                replayed.agreement.differences,
                replayed.test.to_json(),
                replayed.observed
            );
        }
        all
    }
}

/// What is expected; a concrete run says more exactly what goes wrong.
fn without_message(test: &Test) -> incise_replay::Expected {
    let mut expected = test.expected.clone();
    if let Some(error) = &mut expected.error {
        error.message.clear();
    }
    expected
}

/// The exit codes, sorted.
pub fn exit_codes(all: &[Replayed]) -> Vec<u8> {
    let mut codes: Vec<u8> = all.iter().filter_map(|replayed| replayed.test.expected.exit_code).collect();
    codes.sort_unstable();
    codes
}

/// The kinds of error with what the native run says about them, sorted.
pub fn errors(all: &[Replayed]) -> Vec<(&'static str, u32, Confirmation)> {
    let mut errors: Vec<_> = all
        .iter()
        .filter_map(|replayed| {
            let error = replayed.test.expected.error.as_ref()?;
            Some((error.kind.name(), error.line, replayed.agreement.confirmation?))
        })
        .collect();
    errors.sort_by_key(|(kind, line, _)| (*kind, *line));
    errors
}

/// As the machine computes.
pub fn wrapping(config: Config) -> Config {
    config.with(|run| run.checks.ub = incise_engine::UbPolicy::Wrap)
}
