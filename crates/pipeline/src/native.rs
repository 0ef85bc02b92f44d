//! Native runs of what was found.

use crate::failure::Failure;
use crate::program::Exploration;
use incise_engine::{Entry, InputKind, Report};
use incise_replay::{Agreement, Confirmation, Observed, Replayer, Sanitize, StopReason, TestEntry, compare_by};
use incise_report::{Explored, Native, NativeOutcome};

/// Runs the input of each error natively, plainly and then under sanitizers where a plain run shows nothing, and puts what was
/// seen into the document; `confirmed` is given the document after each error.
pub fn confirm_errors(
    exploration: Exploration,
    report: &Report,
    document: &mut Explored,
    confirmed: &dyn Fn(&Explored),
) -> Result<(), Failure> {
    if report.found.errors.is_empty() {
        return Ok(());
    }
    let Exploration { options, frontend, config, .. } = exploration;
    let files = &options.program.files;
    let entry = match &config.entry {
        Entry::Main => TestEntry::Main,
        Entry::Function(name) => TestEntry::Function(name.clone()),
    };
    let plain = Replayer::new(files, frontend, &entry, Sanitize::No);
    let mut sanitized: Option<Result<Replayer, _>> = None;
    for (number, (record, _)) in report.found.errors.values().enumerate() {
        let Some(entry_line) = document.function.errors.get_mut(number) else { break };
        let test = exploration.test(record);
        let plain = match &plain {
            Ok(plain) => plain,
            // The program may not link on its own (a library, kernel code): that is no reason to hide the error.
            Err(error) => {
                entry_line.native = Some(not_run(&error.to_string()));
                continue;
            }
        };
        let observed = plain.replay(&test)?;
        let agreement = compare_by(&test, None, &observed, options.fp);
        let mut native = outcome(&agreement, &observed, "plain run");
        if agreement.confirmation == Some(Confirmation::NotObservable) {
            let watched =
                sanitized.get_or_insert_with(|| Replayer::new(files, frontend, &entry, Sanitize::AddressAndUndefined));
            if let Ok(watched) = watched {
                let observed = watched.replay(&test)?;
                let second = compare_by(&test, None, &observed, options.fp);
                if second.confirmation == Some(Confirmation::Confirmed) {
                    native = outcome(&second, &observed, "sanitizers");
                }
            }
        }
        let is_unwritten = record.inputs.iter().any(|input| input.kind == InputKind::Unwritten);
        if native.outcome == NativeOutcome::Contradicted && is_unwritten {
            let reason = "it depends on uninitialised memory, which a native run cannot set";
            native = Native { outcome: NativeOutcome::NotRun, detail: reason.to_owned() };
        }
        // Nobody answers for these functions here, so that the run stopped where it called one.
        let needs_function = record.inputs.iter().any(|input| !input.functions.is_empty());
        if needs_function && matches!(observed.stopped, StopReason::Misfit(_)) {
            let reason = "it calls a function from outside, which has no answer here";
            native = Native { outcome: NativeOutcome::NotRun, detail: reason.to_owned() };
        }
        entry_line.native = Some(native);
        confirmed(document);
    }
    Ok(())
}

fn not_run(reason: &str) -> Native {
    Native::without_build(NativeOutcome::NotRun, reason)
}

fn outcome(agreement: &Agreement, observed: &Observed, how: &str) -> Native {
    let outcome = match agreement.confirmation {
        Some(Confirmation::Confirmed) if agreement.agrees => NativeOutcome::Confirmed,
        Some(Confirmation::NotObservable) if agreement.agrees => NativeOutcome::NotObservable,
        _ => NativeOutcome::Contradicted,
    };
    let mut detail = format!("{how}: {}", stopped(&observed.stopped));
    if !agreement.agrees {
        detail = format!("{detail}; {}", agreement.differences.join("; "));
    }
    Native { outcome, detail }
}

/// How a run stopped, in words.
pub fn stopped(reason: &StopReason) -> String {
    match reason {
        StopReason::Exit(code) => format!("exit code {code}"),
        StopReason::Signal(signal) => format!("signal {signal}{}", signal_name(*signal)),
        StopReason::Sanitizer(report) => without_addresses(&report.text),
        StopReason::Returned => String::from("returned"),
        StopReason::AssumeFailed => String::from("an assumption of the program does not hold"),
        StopReason::Misfit(what) => format!("the test does not fit the program: {what}"),
        StopReason::Timeout => String::from("stopped after its time was up"),
        StopReason::TooMuchOutput => String::from("stopped after too much output"),
    }
}

/// A sanitizer's line without process numbers and addresses, which differ from run to run.
fn without_addresses(text: &str) -> String {
    let text = match text.split_once("ERROR: ") {
        Some((_, message)) if text.starts_with("==") => message,
        _ => text,
    };
    let end = [" on address", " on unknown address", " 0x", " (pc ", " at pc"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min();
    text[..end.unwrap_or(text.len())].to_string()
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic error)",
        9 => " (killed)",
        11 => " (segmentation fault)",
        _ => "",
    }
}
