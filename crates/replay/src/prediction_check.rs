//! Whether a native run did what was predicted.
//!
//! An error of the program need not show in a plain run: an access past an object may hit other memory, an overflow wraps.
//! Then the run may go on as it likes from there, and only what came before is compared.

use crate::predict::{PredictError, predict};
use crate::replayer::{Observed, ReplayError, Replayer, StopReason};
use crate::test::{Ending, ExpectedError, ReachedKind, Test};
use crate::trace::visible;
use incise_engine::{Config, Decision, ErrorKind, FloatEquality};
use incise_ir::{Id, Module};

/// What a native run says about a predicted error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmation {
    /// It happened.
    Confirmed,
    /// Nothing was seen of it, nor had to be.
    NotObservable,
    /// It would have been seen, and was not.
    Contradicted,
}

/// The outcome of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// Whether nothing differs.
    pub agrees: bool,
    /// What differs, a line each.
    pub differences: Vec<String>,
    /// For a predicted error: whether it was seen.
    pub confirmation: Option<Confirmation>,
}

/// A test that was run and compared.
#[derive(Debug)]
pub struct Checked {
    /// What the machine did.
    pub observed: Observed,
    /// Whether that is what the test expects and what the engine predicts, branch by branch.
    pub agreement: Agreement,
    /// Why branches were not compared, if they were not: there is no single prediction of them.
    pub without_branches: Option<PredictError>,
}

/// Runs a test and compares it with what it expects, and its branches with the engine's run of the same inputs. `linked` is
/// the program with its libc models; of `config` the bounds count.
pub fn check(replayer: &Replayer, linked: &Module, config: &Config, test: &Test) -> Result<Checked, ReplayError> {
    let observed = replayer.replay(test)?;
    let (trace, without_branches) = match predict(linked, config, test) {
        Ok(record) => (Some(visible(replayer.module(), &record.trace)), None),
        Err(error) => (None, Some(error)),
    };
    let agreement = compare(test, trace.as_deref(), &observed);
    Ok(Checked { observed, agreement, without_branches })
}

/// Whether two values of a C type are equal.
fn admits(floats: FloatEquality, ty: Option<&str>, expected: &[u8], seen: &[u8]) -> bool {
    if expected == seen {
        return true;
    }
    let number = |bytes: &[u8]| match (ty, bytes.len()) {
        (Some("float"), 4) => bytes.try_into().ok().map(|bytes| f64::from(f32::from_le_bytes(bytes))),
        (Some("double"), 8) => bytes.try_into().ok().map(f64::from_le_bytes),
        _ => None,
    };
    let (Some(a), Some(b)) = (number(expected), number(seen)) else { return false };
    match floats {
        FloatEquality::Bits => false,
        FloatEquality::Value => a == b || a.is_nan() && b.is_nan(),
        FloatEquality::Within(most) => a == b || (a - b).abs() <= most || a.is_nan() && b.is_nan(),
    }
}

/// How far what was seen reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// As far as was predicted.
    Same,
    /// Further, perhaps.
    GoesOn,
    /// Less far or further.
    EitherFirst,
}

impl End {
    fn admits<T: PartialEq>(self, expected: &[T], seen: &[T]) -> bool {
        match self {
            End::Same => seen == expected,
            End::GoesOn => seen.starts_with(expected),
            End::EitherFirst => seen.starts_with(expected) || expected.starts_with(seen),
        }
    }
}

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// Compares a run with its test bit by bit, and its branches with a predicted trace of which only the
/// [visible](crate::visible) part was kept.
pub fn compare(test: &Test, predicted: Option<&[Decision]>, observed: &Observed) -> Agreement {
    compare_by(test, predicted, observed, FloatEquality::Bits)
}

/// The same with a choice of what equal floats are.
pub fn compare_by(
    test: &Test,
    predicted: Option<&[Decision]>,
    observed: &Observed,
    floats: FloatEquality,
) -> Agreement {
    let mut differences = Vec::new();
    let confirmation = match (&test.expected.error, test.expected.ends) {
        (Some(error), _) => {
            let confirmation = confirm(error, &observed.stopped);
            if confirmation == Confirmation::Contradicted {
                let what = describe(&observed.stopped);
                differences.push(format!("expected the error `{}`, but the run {what}", error.kind.name()));
            }
            Some(confirmation)
        }
        (None, ends) => {
            compare_end(test, ends, observed, floats, &mut differences);
            None
        }
    };
    let end = match (&test.expected.error, confirmation) {
        // The machine's stack is not as deep as ours, or deeper.
        (Some(error), _) if error.kind == ErrorKind::StackOverflow => End::EitherFirst,
        // After an error that does not stop it the run goes its own way.
        (_, Some(Confirmation::NotObservable)) => End::GoesOn,
        _ => End::Same,
    };
    compare_output("standard output", &test.expected.stdout.0, &observed.stdout, end, &mut differences);
    // libc and sanitizers say why they stop a program.
    let stderr_end = if end == End::Same && confirmation.is_some() { End::GoesOn } else { end };
    compare_output("standard error", &test.expected.stderr.0, &observed.stderr, stderr_end, &mut differences);
    for file in test.expected.files.iter().filter(|_| end == End::Same) {
        let seen = observed.files.get(&file.name.0).map_or(&[][..], |content| content);
        let what = format!("file {}", String::from_utf8_lossy(&file.name.0));
        compare_output(&what, &file.content.0, seen, end, &mut differences);
    }
    if let (Some(predicted), Some(seen)) = (predicted, &observed.trace) {
        compare_traces(predicted, seen, end, &mut differences);
    }
    // A run in which nobody answers calls has none.
    if let (End::Same, Some(expected), false) = (end, &test.expected.calls, observed.calls.is_empty())
        && *expected != observed.calls
    {
        differences.push("calls of functions without a body differ".to_owned());
    }
    if end == End::Same {
        for name in &observed.extra_inputs {
            differences.push(format!("the run asked for an input `{name}` that the test does not have"));
        }
    }
    Agreement { agrees: differences.is_empty(), differences, confirmation }
}

fn compare_end(test: &Test, ends: Ending, observed: &Observed, floats: FloatEquality, differences: &mut Vec<String>) {
    match (ends, &observed.stopped) {
        (Ending::Exit, StopReason::Exit(code)) => {
            if let Some(expected) = test.expected.exit_code
                && *code != i32::from(expected)
            {
                differences.push(format!("exit code {code}, expected {expected}"));
            }
        }
        (Ending::Return, StopReason::Returned) => compare_results(test, observed, floats, differences),
        (ends, stopped) => {
            let expected = match ends {
                Ending::Exit => "expected the program to exit",
                Ending::Return => "expected the function to return",
                Ending::Error => "expected an error",
            };
            differences.push(format!("{expected}, but the run {}", describe(stopped)));
        }
    }
}

fn compare_results(test: &Test, observed: &Observed, floats: FloatEquality, differences: &mut Vec<String>) {
    if let Some(expected) = &test.expected.result {
        let seen = observed.result.as_deref().unwrap_or_default();
        if !admits(floats, expected.ty.as_deref(), &expected.bytes.0, seen) {
            let seen = crate::bytes::Hex(seen.to_vec());
            differences.push(format!("the result is {seen}, expected {} ({})", expected.bytes, expected.value));
        }
    }
    for global in &test.expected.globals {
        match observed.globals.get(&global.name) {
            Some(seen) if global.bytes.admits(seen) => {}
            Some(seen) => {
                let seen = crate::bytes::Hex(seen.clone());
                differences.push(format!("global `{}` is {seen}, expected {}", global.name, global.bytes));
            }
            None => differences.push(format!("global `{}` was not seen", global.name)),
        }
    }
    for (number, reached) in test.expected.reached.iter().enumerate() {
        let is_known = reached.bytes.0.iter().any(Option::is_some) && reached.holds != ReachedKind::Pointer;
        match observed.reached.get(&number).cloned().flatten() {
            Some(seen) if !is_known || reached.bytes.admits(&seen) => {}
            Some(seen) => {
                let seen = crate::bytes::Hex(seen);
                differences.push(format!("`{}` is {seen}, expected {}", reached.name, reached.bytes));
            }
            None if is_known => differences.push(format!("`{}` was not seen", reached.name)),
            None => {}
        }
    }
}

/// The signals by which an error ends a plain run, if it does.
pub(crate) fn signals(kind: ErrorKind) -> &'static [i32] {
    match kind {
        ErrorKind::Assert | ErrorKind::Abort => &[SIGABRT, SIGILL, SIGTRAP],
        // The least integer divided by -1 traps as well.
        ErrorKind::DivisionByZero | ErrorKind::Overflow => &[SIGFPE],
        ErrorKind::NullAccess | ErrorKind::StackOverflow | ErrorKind::ReadOnlyWrite => &[SIGSEGV, SIGBUS],
        ErrorKind::DoubleFree | ErrorKind::InvalidFree => &[SIGABRT, SIGSEGV],
        ErrorKind::WildPointer
        | ErrorKind::OutOfBounds
        | ErrorKind::UseAfterFree
        | ErrorKind::UseAfterScope
        | ErrorKind::BadCall => &[SIGSEGV, SIGBUS, SIGILL],
        _ => &[],
    }
}

/// Whether an error ends every plain run that comes to it.
pub(crate) fn must_show(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Assert
            | ErrorKind::Abort
            | ErrorKind::DivisionByZero
            | ErrorKind::NullAccess
            | ErrorKind::ReadOnlyWrite
    )
}

/// What a way of stopping says about an error.
fn confirm(error: &ExpectedError, stopped: &StopReason) -> Confirmation {
    use Confirmation::{Confirmed, Contradicted, NotObservable};
    match stopped {
        StopReason::AssumeFailed | StopReason::Misfit(_) | StopReason::TooMuchOutput => return Contradicted,
        StopReason::Sanitizer(report) if report.is_about(error.kind, &error.file, error.line) => return Confirmed,
        // It may have met another error first that we do not look for, but not ours.
        StopReason::Sanitizer(_) => return Contradicted,
        _ => {}
    }
    match stopped {
        StopReason::Signal(signal) if signals(error.kind).contains(signal) => Confirmed,
        _ if must_show(error.kind) => Contradicted,
        _ => NotObservable,
    }
}

fn describe(stopped: &StopReason) -> String {
    match stopped {
        StopReason::Exit(code) => format!("exited with code {code}"),
        StopReason::Returned => "returned".to_owned(),
        StopReason::Signal(signal) => format!("was ended by {}", signal_name(*signal)),
        StopReason::Sanitizer(report) => format!("was ended by a sanitizer: {}", report.text),
        StopReason::AssumeFailed => "broke an assumption of the program".to_owned(),
        StopReason::Misfit(why) => format!("could not be fed: {why}"),
        StopReason::Timeout => "was stopped when its time was up".to_owned(),
        StopReason::TooMuchOutput => "was stopped when it had written too much".to_owned(),
    }
}

fn signal_name(signal: i32) -> String {
    match signal {
        SIGILL => "SIGILL".to_owned(),
        SIGTRAP => "SIGTRAP".to_owned(),
        SIGABRT => "SIGABRT".to_owned(),
        SIGBUS => "SIGBUS".to_owned(),
        SIGFPE => "SIGFPE".to_owned(),
        SIGSEGV => "SIGSEGV".to_owned(),
        other => format!("signal {other}"),
    }
}

fn compare_output(what: &str, expected: &[u8], seen: &[u8], end: End, differences: &mut Vec<String>) {
    if end.admits(expected, seen) {
        return;
    }
    let at = expected.iter().zip(seen).take_while(|(a, b)| a == b).count();
    let excerpt = |bytes: &[u8]| crate::value::string(&bytes[at..bytes.len().min(at + 40)]);
    differences.push(format!("{what} at byte {at}: {}, expected {}", excerpt(seen), excerpt(expected)));
}

fn compare_traces(predicted: &[Decision], seen: &[Decision], end: End, differences: &mut Vec<String>) {
    if end.admits(predicted, seen) {
        return;
    }
    let at = predicted.iter().zip(seen).take_while(|(a, b)| a == b).count();
    let place = |decision: Option<&Decision>| match decision {
        Some(decision) => {
            format!("function {} block {} edge {}", decision.function.index(), decision.block.index(), decision.edge)
        }
        None => "the end".to_owned(),
    };
    differences.push(format!("branch {at}: {}, expected {}", place(seen.get(at)), place(predicted.get(at))));
}

#[cfg(test)]
mod tests {
    use super::{FloatEquality, admits};

    #[test]
    fn floats_are_equal_by_bits_or_by_value() {
        let (zero, minus_zero) = (0.0f64.to_le_bytes(), (-0.0f64).to_le_bytes());
        let (nan, other_nan) = (f64::NAN.to_le_bytes(), (-f64::NAN).to_le_bytes());
        assert!(!admits(FloatEquality::Bits, Some("double"), &zero, &minus_zero));
        assert!(admits(FloatEquality::Value, Some("double"), &zero, &minus_zero));
        assert!(!admits(FloatEquality::Bits, Some("double"), &nan, &other_nan));
        assert!(admits(FloatEquality::Value, Some("double"), &nan, &other_nan));
        assert!(!admits(FloatEquality::Value, Some("double"), &zero, &nan));
        assert!(!admits(FloatEquality::Value, Some("long"), &zero, &minus_zero));
        let (one, more) = (1.0f64.to_le_bytes(), 1.25f64.to_le_bytes());
        assert!(admits(FloatEquality::Within(0.5), Some("double"), &one, &more));
        assert!(!admits(FloatEquality::Within(0.125), Some("double"), &one, &more));
        assert!(admits(FloatEquality::Value, Some("float"), &0.0f32.to_le_bytes(), &(-0.0f32).to_le_bytes()));
    }
}
