//! `incise replay`: predicts a test again, runs it natively and compares.

use crate::failure::{Answer, Failure};
use crate::messages;
use crate::native::stopped;
use crate::program::{self, Program};
use crate::request::ReplayRequest;
use crate::schedule::{self, Turn};
use crate::verdict;
use crate::watchdog::{Stopped, Watchdog};
use incise_engine::{Config, Decision};
use incise_replay::{
    Confirmation, Limits, Observed, Replayer, Sanitize, Suite, Test, TestEntry, compare_by, predict, visible,
};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Runs the command.
pub fn run(options: &ReplayRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let known = Arc::new(Mutex::new(String::new()));
    let shared = known.clone();
    watchdog.draft(move |line| {
        let known = shared.lock().unwrap_or_else(PoisonError::into_inner);
        Stopped { text: format!("{known}STOPPED  {}: {}\n", line.kind, line.detail), code: verdict::UNDECIDED }
    });
    watchdog.phase("reading the tests");
    let tests: Vec<(PathBuf, Test)> = if options.test.is_dir() {
        Suite::at(&options.test).read()?
    } else {
        vec![(options.test.clone(), Test::read(&options.test)?)]
    };
    if tests.is_empty() {
        return Err(messages::wrong(options.test.display(), "no tests (.json)"));
    }
    let mut frontend = program::frontend_options(&options.program)?;
    for flag in &tests[0].1.flags {
        if !frontend.flags.contains(flag) {
            frontend.flags.push(flag.clone());
        }
    }
    watchdog.phase("reading the program");
    let program = program::load(&options.program, &frontend)?;
    let sanitize = if options.sanitize { Sanitize::AddressAndUndefined } else { Sanitize::No };
    let mut entries: Vec<&TestEntry> = Vec::new();
    for (_, test) in &tests {
        if !entries.contains(&&test.entry) {
            entries.push(&test.entry);
        }
    }
    let built = schedule::each(&entries, options.jobs, |entry, _| -> Result<Replayer, Failure> {
        let answers = tests.iter().any(|(_, test)| test.entry == **entry && test.answers_calls());
        let made = if answers { Replayer::answering } else { Replayer::new };
        let mut replayer = made(&options.program.files, &frontend, entry, sanitize)?;
        replayer.limits = Limits { timeout: options.timeout, ..replayer.limits };
        Ok(replayer)
    })?;
    let replay = |(file, test): &(PathBuf, Test), _: Turn| -> Result<_, Failure> {
        watchdog.phase(format!("replaying {}", file.display()));
        let replayer = entries.iter().position(|entry| **entry == test.entry).map(|at| &built[at]);
        let ran = run_and_predict(options, &program, replayer.expect("built above"), test);
        Ok((file.clone(), test.clone(), ran))
    };
    let (mut n_done, mut n_agree, mut n_not_replayable, mut n_branches) = (0, 0, 0, 0);
    let mut text = String::new();
    schedule::in_order(&tests, options.jobs, replay, |(file, test, ran)| {
        n_done += 1;
        let name = file.display();
        let (observed, trace) = match ran {
            Ok(ran) => ran,
            Err(failure) => {
                n_not_replayable += 1;
                text.push_str(&format!("{name}: NOT REPLAYABLE ({failure})\n"));
                return;
            }
        };
        let agreement = compare_by(&test, trace.as_deref(), &observed, options.fp);
        n_branches += trace.as_ref().map_or(0, Vec::len);
        let how = stopped(&observed.stopped);
        if agreement.agrees {
            n_agree += 1;
            if tests.len() == 1 {
                let seen = match agreement.confirmation {
                    Some(Confirmation::Confirmed) => ", the predicted error was seen",
                    Some(Confirmation::NotObservable) => ", the predicted error does not show in a plain run",
                    _ => "",
                };
                text.push_str(&format!("{name}: agrees ({how}{seen})\n"));
                stream(&mut text, "stdout", &observed.stdout);
                stream(&mut text, "stderr", &observed.stderr);
            }
        } else if !test.expected.exact {
            n_not_replayable += 1;
            let causes = test.expected.guesses.join(", ");
            text.push_str(&format!("{name}: NOT REPLAYABLE (it depends on more than its inputs: {causes})\n"));
        } else {
            text.push_str(&format!("{name}: DISAGREES ({how})\n"));
            for difference in &agreement.differences {
                text.push_str(&format!("  {difference}\n"));
            }
        }
        let so_far = format!("{text}{n_agree} of the first {n_done} tests agree\n");
        *known.lock().unwrap_or_else(PoisonError::into_inner) = so_far;
    })?;
    let left_out = match n_not_replayable {
        0 => String::new(),
        n => format!(", {n} not replayable"),
    };
    text.push_str(&format!("{n_agree} of {} tests agree{left_out}, {n_branches} branches compared\n", tests.len()));
    let n_disagree = tests.len() - n_agree - n_not_replayable;
    Ok(Answer { text, code: verdict::code_of_replay(n_disagree, n_not_replayable) })
}

/// What a test does natively, and the branches that it must take; none under sanitizers, where branches are not comparable.
fn run_and_predict(
    options: &ReplayRequest,
    program: &Program,
    replayer: &Replayer,
    test: &Test,
) -> Result<(Observed, Option<Vec<Decision>>), Failure> {
    let observed = replayer.replay(test)?;
    if options.sanitize {
        return Ok((observed, None));
    }
    let predicted = predict(&program.linked, &Config::default(), test)?;
    Ok((observed, Some(visible(&program.own, &predicted.trace))))
}

fn stream(text: &mut String, name: &str, bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        text.push_str(&format!("  {name}: {line}\n"));
    }
}
