//! Running a program in the engine, with the libc models that the command line links.

use incise_engine::{Allocation, Config, ExplorationSetup, Progress, Report, UbPolicy, explore, is_modelled};
use incise_frontend::{Cache, Optimise, Options, load};
use incise_ir::{Module, link_missing, verify};
use incise_runtime::libc_module;
use incise_solver::{Solver, SolverConfig};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// How a program is read and run.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What clang does to the IR that is analysed.
    pub optimise: Optimise,
    /// Flags for clang, such as include folders.
    pub flags: Vec<String>,
    /// Time for the engine.
    pub limit: Duration,
    /// Workers.
    pub jobs: usize,
}

impl Default for Setting {
    fn default() -> Self {
        Setting { optimise: Optimise::Nothing, flags: Vec::new(), limit: Duration::from_secs(60), jobs: 1 }
    }
}

/// The C part of the libc models.
fn library() -> Result<&'static Module, String> {
    static LIBRARY: OnceLock<Result<Module, String>> = OnceLock::new();
    let loaded = LIBRARY.get_or_init(|| {
        libc_module(&Options { cache: Cache::Off, ..Options::default() }).map_err(|error| error.to_string())
    });
    loaded.as_ref().map_err(Clone::clone)
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Reads a program and links the models that it needs.
pub fn read(source: &Path, setting: &Setting) -> Result<Module, String> {
    let options = Options {
        optimise: setting.optimise,
        flags: std::iter::once(String::from("-w")).chain(setting.flags.iter().cloned()).collect(),
        cache: Cache::Off,
        include_dirs: vec![repository().join("runtime/include")],
        ..Options::default()
    };
    let mut module = load(&[source.to_owned()], &options).map_err(|error| error.to_string())?;
    link_missing(&mut module, library()?, is_modelled);
    verify(&module).map_err(|error| format!("the IR is not well formed: {error:?}"))?;
    Ok(module)
}

/// Explores a program from `main` as the machine computes.
pub fn run(module: &Module, setting: &Setting) -> Result<Report, String> {
    let config = Config::default().with(|run| {
        run.environment.allocation = Allocation::Succeeds;
        run.checks.ub = UbPolicy::Wrap;
        run.bounds.timeout = Some(setting.limit);
    });
    let solver = || Solver::new(SolverConfig::default());
    let progress = Progress::default();
    let setup = ExplorationSetup::new(module, &config, &solver, &progress);
    explore(ExplorationSetup { jobs: setting.jobs, ..setup }).map_err(|error| error.to_string())
}
