//! An SMT solver over a pipe: `INCISE_Z3`, else `z3`, else `cvc5` on the path. One must be there.

use incise_term::smtlib::Script;
use incise_term::{Pool, TermId};
use std::io::Write;
use std::process::{Command, Stdio};

fn solver() -> Command {
    let mut candidates: Vec<(String, &[&str])> = Vec::new();
    if let Ok(path) = std::env::var("INCISE_Z3") {
        candidates.push((path, &["-in", "-t:60000"]));
    }
    candidates.push(("z3".into(), &["-in", "-t:60000"]));
    candidates
        .push(("cvc5".into(), &["--incremental", "--produce-models", "--lang=smt2", "--tlimit-per=60000", "--fp-exp"]));
    for (program, arguments) in candidates {
        let probe = Command::new(&program).arg("--version").output();
        if probe.is_ok_and(|output| output.status.success()) {
            let mut command = Command::new(program);
            command.args(arguments);
            return command;
        }
    }
    panic!("no SMT solver: set INCISE_Z3 to a z3 executable, or put z3 or cvc5 on the PATH");
}

/// Runs a script and gives the lines of the answer.
pub fn run(script: &str) -> Vec<String> {
    let mut child = solver()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the solver starts");
    let mut input = child.stdin.take().expect("a pipe");
    let text = script.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the solver ends");
    writer.join().expect("the writer ends").expect("the solver reads its script");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// Asks for each pair whether the terms can differ, and fails unless all cannot; before, whether the definitions
/// alone are satisfiable, so that no contradiction among them proves anything.
pub fn prove_equal(pool: &mut Pool, pairs: &[(TermId, TermId)], describe: impl Fn(usize) -> String) {
    let differ: Vec<TermId> = pairs.iter().map(|&(a, b)| pool.ne(a, b)).collect();
    let mut scripts = String::new();
    for &difference in &differ {
        let mut script = Script::new(pool, &[difference]);
        script.line("(check-sat)");
        script.assert(difference);
        script.line("(check-sat)");
        script.line("(reset)");
        scripts.push_str(&script.finish());
    }
    let answers = run(&scripts);
    assert_eq!(answers.len(), 2 * pairs.len(), "{answers:?}");
    for (i, answer) in answers.chunks(2).enumerate() {
        assert_eq!(answer, ["sat", "unsat"], "{}", describe(i));
    }
}
