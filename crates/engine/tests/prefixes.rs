//! Prefixes of paths of bundled programs, followed in another process whose solver is switched off: each arrives at the same state.

use incise_engine::{Config, Entry, Machine, Prefix, State, UbPolicy, is_modelled};
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
/// The variable that makes this test the other process: program and file of prefixes.
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

/// The other process: follows what is in the file.
fn follow_all(position: usize, file: &Path) {
    let (program, entry, flags) = PROGRAMS[position];
    let (module, config) = (load(program, flags), config(entry));
    let text = std::fs::read(file).expect("the prefixes are there");
    let prefixes: Vec<Prefix> = serde_json::from_slice(&text).expect("prefixes");
    for prefix in &prefixes {
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
        let (position, file) = asked.split_once(' ').expect("a position and a file");
        return follow_all(position.parse().expect("a position"), Path::new(file));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut total = 0;
    for (position, (program, entry, flags)) in PROGRAMS.iter().enumerate() {
        let module = load(program, flags);
        let found = prefixes(&module, &config(entry));
        let file: PathBuf = folder.path().join(format!("{position}.json"));
        std::fs::write(&file, serde_json::to_vec(&found).expect("prefixes travel")).expect("the file can be written");
        let mut other = Command::new(std::env::current_exe().expect("a test is a program"));
        other.args(["--exact", "another_process_without_a_solver_arrives_at_the_same_state", "--nocapture"]);
        let output = other.env(OTHER, format!("{position} {}", file.display())).output().expect("it can be started");
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        total += found.len();
    }
    assert!(total >= 1000, "{total} prefixes");
}
