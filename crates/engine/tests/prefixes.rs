//! Prefixes of paths of bundled programs, followed in another process whose solver is switched off: each arrives at the same state.

use incise_base::{Damaged, Sealed};
use incise_engine::{
    Config, Entry, ExplorationSetup, Machine, PathRecord, Prefix, Progress, State, UbPolicy, explore, is_modelled,
};
use incise_frontend::{Cache, Options};
use incise_ir::Module;
use incise_solver::{Solver, SolverConfig};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Program, entry (`main` if it is empty) and definitions.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("bench/programs/bubble.c", "", &["-DN=5"]),
    ("bench/programs/insertion.c", "", &["-DN=5"]),
    ("bench/programs/index.c", "", &["-DN=4"]),
    ("bench/programs/regexp.c", "", &["-DN=5"]),
    ("bench/programs/tokenizer.c", "", &["-DN=4"]),
    ("bench/programs/tcas.c", "", &[]),
    ("bench/programs/control.c", "", &["-DN=2"]),
    ("examples/wheel-brake/wbs_new.c", "update", &[]),
    ("examples/explore-me/packet.c", "answer", &[]),
    ("tests/papers/dgse-tse2017/fig2.c", "Test", &[]),
];
/// Prefixes of each program, and how many statements there are between two of them.
const EACH: usize = 150;
const STRIDE: u64 = 7;
/// The variable that makes this test the other process: program and folder of prefixes.
const OTHER: &str = "INCISE_FOLLOW_PREFIXES";

fn load(program: &str, flags: &[&str]) -> Module {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cache = Cache::At(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let headers = incise_runtime::headers(&cache).expect("the headers can be written");
    let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let options = Options { cache, include_dirs: vec![headers], flags, ..Options::default() };
    let mut module = incise_frontend::load(&[root.join(program)], &options).unwrap_or_else(|error| panic!("{error}"));
    let library = incise_runtime::libc_module(&options).unwrap_or_else(|error| panic!("{error}"));
    incise_ir::link_missing(&mut module, &library, is_modelled);
    module
}

fn config(entry: &str) -> Config {
    let entry = if entry.is_empty() { Entry::Main } else { Entry::Function(entry.to_owned()) };
    Config::default().with(|run| {
        run.entry = entry;
        run.checks.ub = UbPolicy::Report;
    })
}

/// Prefixes that a depth-first exploration comes by.
fn prefixes(module: &Module, config: &Config) -> Vec<Prefix> {
    let solver = Solver::new(SolverConfig::default()).expect("our own solver");
    let mut machine = Machine::new(module, config, None, solver);
    let mut engine = machine.engine();
    engine.run.records = true;
    let mut pending: Vec<State> = vec![engine.first_state().expect("the entry is there")];
    let (mut found, mut n_steps) = (Vec::new(), 0u64);
    while let Some(mut state) = pending.pop() {
        while engine.step_recorded(&mut state).is_ok() {
            pending.extend(engine.run.spawned.drain(..).rev());
            engine.run.finished.clear();
            n_steps += 1;
            // Not evenly, so that loops do not always give the same place.
            if n_steps % (STRIDE + n_steps / 64 % 5) == 0 && state.choices.len() > 0 {
                found.push(engine.prefix(&state));
            }
            if found.len() == EACH {
                return found;
            }
        }
        pending.extend(engine.run.spawned.drain(..).rev());
        engine.run.finished.clear();
    }
    found
}

/// The other process: follows what is in the folder.
fn follow_all(position: usize, folder: &Path) {
    let (program, entry, flags) = PROGRAMS[position];
    let (module, config) = (load(program, flags), config(entry));
    let files = std::fs::read_dir(folder).expect("the prefixes are there");
    for file in files {
        let bytes = std::fs::read(file.expect("it can be listed").path()).expect("it can be read");
        let prefix = &Prefix::open(&bytes).expect("a prefix");
        let solver = Solver::new(SolverConfig { is_off: true, ..SolverConfig::default() }).expect("our own solver");
        let mut machine = Machine::new(&module, &config, None, solver);
        if let Err(divergence) = machine.engine().follow(prefix) {
            panic!("{program} {:?} after {} statements: {divergence}", prefix.choices, prefix.steps);
        }
        // A damaged one must not be believed.
        let damaged = Prefix { answers: prefix.answers[..prefix.answers.len() - 1].to_vec(), ..prefix.clone() };
        let solver = Solver::new(SolverConfig { is_off: true, ..SolverConfig::default() }).expect("our own solver");
        assert!(
            Machine::new(&module, &config, None, solver).engine().follow(&damaged).is_err(),
            "{program} {:?}",
            prefix.choices
        );
    }
}

#[test]
fn another_process_without_a_solver_arrives_at_the_same_state() {
    if let Some(asked) = std::env::var_os(OTHER) {
        let asked = asked.into_string().expect("we made it");
        let (position, folder) = asked.split_once(' ').expect("a position and a folder");
        return follow_all(position.parse().expect("a position"), Path::new(folder));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut total = 0;
    for (position, (program, entry, flags)) in PROGRAMS.iter().enumerate() {
        let module = load(program, flags);
        let found = prefixes(&module, &config(entry));
        let own: PathBuf = folder.path().join(position.to_string());
        std::fs::create_dir(&own).expect("a folder can be made");
        for (number, prefix) in found.iter().enumerate() {
            std::fs::write(own.join(number.to_string()), prefix.seal()).expect("the file can be written");
        }
        let mut other = Command::new(std::env::current_exe().expect("a test is a program"));
        other.args(["--exact", "another_process_without_a_solver_arrives_at_the_same_state", "--nocapture"]);
        let output = other.env(OTHER, format!("{position} {}", own.display())).output().expect("it can be started");
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        total += found.len();
    }
    assert!(total >= 1000, "{total} prefixes");
}

#[test]
fn records_of_paths_travel() {
    let (program, entry, flags) = PROGRAMS[8];
    let (module, config) = (load(program, flags), config(entry));
    let (progress, solver) = (Progress::default(), || Solver::new(SolverConfig::default()));
    let report = explore(ExplorationSetup::new(&module, &config, &solver, &progress)).expect("the entry is there");
    let mut records: Vec<PathRecord> = report.found.paths;
    records.extend(report.found.errors.into_values().map(|(record, _)| record));
    assert!(records.len() > 5, "{} records", records.len());
    for record in &records {
        let bytes = record.seal();
        assert_eq!(PathRecord::open(&bytes).as_ref(), Ok(record));
        assert_eq!(PathRecord::open(&bytes[..bytes.len() - 1]), Err(Damaged::Changed));
        assert_eq!(Prefix::open(&bytes), Err(Damaged::OtherKind));
    }
}
