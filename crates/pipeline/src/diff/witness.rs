//! Native runs of what was found: a difference that two native runs do not show is none.

use super::entries::Visible;
use crate::failure::Failure;
use crate::native::stopped;
use crate::request::{Aspect, ComparisonRequest};
use crate::versions::Version;
use incise_compare::{Comparison, Difference};
use incise_engine::{Config, Entry, ErrorKind, PathEnd, Weakness};
use incise_ir::Module;
use incise_replay::{
    BuildError, Observed, Replayer, Sanitize, StopReason, Test, TestEntry, TestInputKind, differences, predict,
};
use incise_report::{DiffVerdict, DifferenceEntry, FunctionDiffed, LedgerLine, Modules, Native, call, diff_verdict};
use serde_json::json;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Both versions, compiled for one entry.
struct Built {
    base: Replayer,
    modified: Replayer,
}

impl Built {
    fn new(
        base: &Version,
        modified: &Version,
        entry: &(TestEntry, TestEntry),
        (how, answers): (Sanitize, bool),
    ) -> Result<Built, BuildError> {
        let made = if answers { Replayer::answering } else { Replayer::new };
        Ok(Built {
            base: made(base.files(), base.frontend(), &entry.0, how)?,
            modified: made(modified.files(), modified.frontend(), &entry.1, how)?,
        })
    }
    fn run(&self, tests: &(Test, Test)) -> Result<(Observed, Observed), Failure> {
        Ok((self.base.replay(&tests.0)?, self.modified.replay(&tests.1)?))
    }
}

/// Both versions of one pair of functions as executables, made when they are needed.
#[derive(Default)]
pub struct Natively {
    plain: OnceCell<Result<Built, BuildError>>,
    /// With sanitizers.
    watched: OnceCell<Result<Built, BuildError>>,
}

/// What native runs show of differences.
#[derive(Default)]
pub struct Replayed {
    /// The witnesses as tests of the new version, those left out that other values had to be tried for.
    pub tests: Vec<Test>,
    /// Whether a difference was predicted that native runs do not show.
    pub is_contradicted: bool,
}

/// Runs the witness of each difference on both versions; what is not seen natively is no difference, and weakens the verdict.
pub fn replay(
    options: &ComparisonRequest,
    base: &Version,
    modified: &Version,
    configs: (&Config, &Config),
    (comparison, visible, natively): (&Comparison, &Visible, &Natively),
    found: &mut FunctionDiffed,
) -> Result<Replayed, Failure> {
    if comparison.differences.is_empty() {
        return Ok(Replayed::default());
    }
    if options.no_replay {
        let test = |difference| modified.completed(configs.1, tests(base, modified, configs, difference).1);
        let tests = comparison.differences.iter().map(test).collect();
        return Ok(Replayed { tests, is_contradicted: false });
    }
    let mut kept = Vec::new();
    let entry = |config: &Config| match &config.entry {
        Entry::Main => TestEntry::Main,
        Entry::Function(name) => TestEntry::Function(name.clone()),
    };
    let entries = (entry(configs.0), entry(configs.1));
    let answers = options.observe.contains(&Aspect::Calls);
    let plain = natively.plain.get_or_init(|| Built::new(base, modified, &entries, (Sanitize::No, answers)));
    let rests_on_names = comparison.ledger.iter().any(|(entry, _)| entry.weakness == Weakness::UninterpretedFunction);
    for (line, difference) in found.differences.iter_mut().zip(&comparison.differences) {
        let plain = match plain {
            Ok(plain) => plain,
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default();
                line.native = Native {
                    outcome: String::from("not-built"),
                    detail: format!("it does not build natively: {first}"),
                };
                continue;
            }
        };
        let tests = tests(base, modified, configs, difference);
        if let Err(detail) = given_alike(&tests, &modified.program.linked) {
            line.native = Native { outcome: String::from("contradicted"), detail };
            continue;
        }
        let (native, replayed) = replay_pair((options, visible), plain, &tests, &entries)?;
        (line.native, line.replayed) = (native, replayed);
        let by_itself = line.replayed;
        if !line.replayed && rests_on_names {
            search_native_witness((options, visible), plain, &tests, &entries, line)?;
        }
        if !line.replayed {
            let how = (Sanitize::AddressAndUndefined, answers);
            let watched = natively.watched.get_or_init(|| Built::new(base, modified, &entries, how));
            if let Ok(watched) = watched {
                let (native, replayed) = replay_pair((options, visible), watched, &tests, &entries)?;
                if replayed {
                    (line.native, line.replayed) = (native, replayed);
                    let mut test = expecting(options, plain, modified.completed(configs.1, tests.1.clone()));
                    test.setup.sanitized = true;
                    kept.push(test);
                }
            }
        }
        if by_itself {
            kept.push(expecting(options, plain, modified.completed(configs.1, tests.1)));
        }
    }
    let is_contradicted = drop_contradicted(comparison, found);
    Ok(Replayed { tests: kept, is_contradicted })
}

/// Takes out the differences that no caller was shown to produce, with a line for each.
pub fn hold_back(mut comparison: Comparison, function: &str, modules: Modules) -> (Comparison, Vec<LedgerLine>) {
    let mut lines: Vec<LedgerLine> = Vec::new();
    for difference in &comparison.differences {
        let Some(why) = &difference.held else { continue };
        let call = call(modules.modified, function, &difference.modified.record);
        let condition =
            if difference.condition.is_empty() { String::new() } else { format!(" when {}", difference.condition) };
        let detail = format!("differs{condition}, e.g. {call}, but {why}");
        lines.push(LedgerLine { kind: String::from("held-back"), detail, place: None, count: 1 });
    }
    comparison.differences.retain(|difference| difference.held.is_none());
    (comparison, lines)
}

/// A test of the new version that is to be written: it expects also what its native run leaves in memory.
fn expecting(options: &ComparisonRequest, plain: &Built, mut test: Test) -> Test {
    if options.out.is_some()
        && let Ok(observed) = plain.modified.replay(&test)
    {
        test.expect_memory(plain.modified.module(), &observed);
    }
    test
}

/// Whether one of the witnesses ends with an error that was not run into, since what causes it was skipped.
pub fn fails_elsewhere(
    base: &Version,
    modified: &Version,
    configs: (&Config, &Config),
    comparison: &Comparison,
) -> bool {
    comparison.differences.iter().any(|difference| {
        let tests = tests(base, modified, configs, difference);
        let sides = [
            (base, configs.0, &tests.0, &difference.base.record),
            (modified, configs.1, &tests.1, &difference.modified.record),
        ];
        sides.into_iter().any(|(version, config, test, record)| {
            let run = predict(&version.program.linked, config, test);
            run.is_ok_and(|run| matches!(run.end, PathEnd::Error(_)) && kind(&run.end) != kind(&record.end))
        })
    })
}

fn kind(end: &PathEnd) -> Option<ErrorKind> {
    match end {
        PathEnd::Error(error) => Some(error.kind),
        _ => None,
    }
}

fn tests(base: &Version, modified: &Version, configs: (&Config, &Config), difference: &Difference) -> (Test, Test) {
    let test = |version: &Version, config: &Config, record| {
        Test::from_path(version.files(), &version.frontend().flags, &version.program.linked, config, record)
    };
    (test(base, configs.0, &difference.base.record), test(modified, configs.1, &difference.modified.record))
}

/// Whether both versions get one set of values: equal bytes, or an integer of another width with the same value.
/// Private state is each version's own.
fn given_alike((old, new): &(Test, Test), modified: &Module) -> Result<(), String> {
    let is_private = |name: &str| modified.global(name).is_none_or(|id| modified.globals[id].internal);
    let values = |test: &Test| {
        let mut all: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for input in &test.inputs {
            let key = match &input.kind {
                TestInputKind::Parameter(index) => format!("parameter {}", index + 1),
                TestInputKind::Pointee(number) => format!("memory behind parameter {}", number + 1),
                TestInputKind::Global(name) if !is_private(name) => format!("`{name}`"),
                _ => continue,
            };
            all.entry(key).or_default().extend(&input.bytes.0);
        }
        all
    };
    let (old, new) = (values(old), values(new));
    for (key, was) in &old {
        let Some(is) = new.get(key) else { continue };
        let (narrow, wide) = if was.len() <= is.len() { (was, is) } else { (is, was) };
        let rest = &wide[narrow.len()..];
        let extended = [0, 0xff].into_iter().any(|byte| rest.iter().all(|other| *other == byte));
        if wide[..narrow.len()] != narrow[..] || !extended {
            return Err(format!("the versions would be given different values of {key}"));
        }
    }
    Ok(())
}

/// The outcome of a native run that returns from calls which are nested too deeply for the prediction.
const TOO_DEEP: &str = "too-deep";

/// Whether a stack overflow was predicted and does not happen: what the run does was then not predicted.
fn returns_from_depth(test: &Test, run: &Observed) -> bool {
    let is_predicted = test.expected.error.as_ref().is_some_and(|error| error.kind == ErrorKind::StackOverflow);
    is_predicted && matches!(run.stopped, StopReason::Returned | StopReason::Exit(_))
}

fn replay_pair(
    (options, visible): (&ComparisonRequest, &Visible),
    built: &Built,
    tests: &(Test, Test),
    entries: &(TestEntry, TestEntry),
) -> Result<(Native, bool), Failure> {
    let aspects = options.aspects();
    let (mut old, mut new) = built.run(tests)?;
    visible.restrict(&mut old);
    visible.restrict(&mut new);
    let function = match &entries.1 {
        TestEntry::Main => None,
        TestEntry::Function(name) => Some(name.as_str()),
    };
    let seen = differences(built.modified.module(), function, &old, &new, aspects);
    let ends = format!("{} before, {} now", stopped(&old.stopped), stopped(&new.stopped));
    // A run that asks for other inputs than were predicted says nothing of these.
    if [&old, &new].iter().any(|run| matches!(run.stopped, StopReason::Misfit(_))) {
        let detail = format!("the runs do not ask for the predicted inputs ({ends})");
        return Ok((Native { outcome: String::from("contradicted"), detail }, false));
    }
    if [(&tests.0, &old), (&tests.1, &new)].iter().any(|(test, run)| returns_from_depth(test, run)) {
        let detail = format!("more nested calls than --max-calls allows, which end natively ({ends})");
        return Ok((Native { outcome: String::from(TOO_DEEP), detail }, false));
    }
    Ok(if seen.is_empty() {
        (Native { outcome: String::from("contradicted"), detail: format!("both versions do the same ({ends})") }, false)
    } else {
        (Native { outcome: String::from("confirmed"), detail: format!("{} differs ({ends})", seen.join(", ")) }, true)
    })
}

/// Floats and integers that are tried where only the machine knows what a function gives.
const FLOATS: [f64; 9] = [1.5, 2.0, -1.0, 0.5, 3.25, 10.0, -0.75, 1000.0, 1.0];
const INTEGERS: [i64; 7] = [1, 2, 3, 5, -1, 7, 100];
/// How many such inputs.
const GUESSES: usize = 40;

/// Where the prediction rests on functions that are known only by name, other values are tried.
fn search_native_witness(
    (options, visible): (&ComparisonRequest, &Visible),
    built: &Built,
    tests: &(Test, Test),
    entries: &(TestEntry, TestEntry),
    line: &mut DifferenceEntry,
) -> Result<(), Failure> {
    for round in 0..GUESSES {
        let (mut old, mut new) = tests.clone();
        let mut shown = Vec::new();
        for (index, (a, b)) in old.inputs.iter_mut().zip(&mut new.inputs).enumerate() {
            if !matches!(a.kind, TestInputKind::Parameter(_)) || a.kind != b.kind {
                continue;
            }
            let pick = round * (2 * index + 3) + index;
            let (float, integer) = (FLOATS[pick % FLOATS.len()], INTEGERS[pick % INTEGERS.len()]);
            let (bytes, value) = match (a.ty.as_deref(), a.bytes.0.len()) {
                (Some("double"), 8) => (float.to_le_bytes().to_vec(), json!(float)),
                (Some("float"), 4) => ((float as f32).to_le_bytes().to_vec(), json!(float)),
                (_, size @ (1 | 2 | 4 | 8)) => (integer.to_le_bytes()[..size].to_vec(), json!(integer)),
                _ => continue,
            };
            a.bytes.0.clone_from(&bytes);
            b.bytes.0 = bytes;
            shown.push((a.name.clone(), value));
        }
        let tried = (old, new);
        let (native, replayed) = replay_pair((options, visible), built, &tried, entries)?;
        if replayed {
            (line.native, line.replayed, line.exact) = (native, true, false);
            let arguments: Vec<String> = shown.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let function = line.call.split('(').next().unwrap_or_default().to_owned();
            line.call = format!("{function}({})", arguments.join(", "));
            line.inputs.extend(shown);
            let (old, new) = built.run(&tried)?;
            for (side, observed) in [(&mut line.base, old), (&mut line.modified, new)] {
                let double = observed.result.as_deref().and_then(|bytes| <[u8; 8]>::try_from(bytes).ok());
                if let (Some(bytes), Some(value)) = (double, side.outputs.get_mut("return")) {
                    *value = json!(f64::from_le_bytes(bytes));
                }
            }
            return Ok(());
        }
    }
    Ok(())
}

/// Takes out stack overflows that are known only from the bound on nested calls: no native run has shown one.
pub fn drop_met_bounds(found: &mut FunctionDiffed) {
    let kind = ErrorKind::StackOverflow.name();
    let overflows = |line: &DifferenceEntry| [&line.base, &line.modified].iter().any(|side| side.ends == kind);
    let is_shown = found.differences.iter().any(|line| line.replayed && overflows(line));
    let is_bounded = found.bounds_hit.iter().any(|line| line.kind == "call-depth-bound");
    found.errors.retain(|error| error.kind != kind || !is_bounded || is_shown && error.status != "both");
}

/// Takes out what was not seen, and says so; whether native runs contradict a prediction.
fn drop_contradicted(comparison: &Comparison, found: &mut FunctionDiffed) -> bool {
    let is_unseen =
        |line: &DifferenceEntry| matches!(line.native.outcome.as_str(), "contradicted" | "not-built" | TOO_DEEP);
    if !found.differences.iter().any(is_unseen) {
        return false;
    }
    for line in found.differences.iter().filter(|line| line.native.outcome == "not-built") {
        let detail =
            format!("a difference was predicted for {} that no native run confirms: {}", line.call, line.native.detail);
        found.bounds_hit.push(LedgerLine { kind: String::from("not-built"), detail, place: None, count: 1 });
    }
    for line in found.differences.iter().filter(|line| line.native.outcome == TOO_DEEP) {
        let detail = format!("{} was not compared: {}", line.call, line.native.detail);
        found.bounds_hit.push(LedgerLine { kind: String::from("call-depth-bound"), detail, place: None, count: 1 });
    }
    let is_contradicted = |line: &&DifferenceEntry| line.native.outcome == "contradicted";
    let n_contradicted = found.differences.iter().filter(is_contradicted).count();
    for line in found.differences.iter().filter(is_contradicted) {
        found.bounds_hit.push(LedgerLine {
            kind: String::from("not-replayed"),
            detail: format!(
                "a difference was predicted for {} that native runs do not show ({}); this is a defect of incise, or the \
                 program depends on something that is not modelled",
                line.call, line.native.detail
            ),
            place: None,
            count: 1,
        });
    }
    found.differences.retain(|line| !is_unseen(line));
    found.verdict = diff_verdict(!found.differences.is_empty(), &comparison.ledger);
    if found.verdict != DiffVerdict::Different {
        found.verdict = DiffVerdict::Undecided;
    }
    n_contradicted > 0
}
