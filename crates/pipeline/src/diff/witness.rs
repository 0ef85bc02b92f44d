//! Native runs of what was found: a difference that two native runs do not show is none.

use super::same_values::given_alike;
use super::visible::Visible;
use crate::failure::Failure;
use crate::findings::Subject;
use crate::native::stopped;
use crate::request::ComparisonRequest;
use crate::verdict;
use crate::versions::Version;
use incise_compare::{Bytes, Comparison, Difference, ErrorStatus, HeldBack, Holder, Holds, Observable};
use incise_engine::{Aspect, Config, ErrorKind, PathEnd, Weakness};
use incise_replay::{
    BuildError, ExpectedReached, Observed, Partial, ReachedFrom, ReachedKind, Replayer, Sanitize, StopReason, Test,
    TestEntry, TestInputKind, differences, predict,
};
use incise_report::{
    DiffVerdict, DifferenceFinding, Ends, FunctionFindings, LedgerLine, Native, NativeOutcome, StageWeakness, call,
};
use serde_json::json;
use std::sync::OnceLock;
use tracing::debug_span;

/// Both versions, compiled for one entry.
struct Built {
    base: Replayer,
    modified: Replayer,
}

impl Built {
    fn run(&self, tests: &(Test, Test)) -> Result<(Observed, Observed), Failure> {
        Ok((self.base.replay(&tests.0)?, self.modified.replay(&tests.1)?))
    }
}

/// Both versions of one pair of functions as executables, made when they are needed.
#[derive(Default)]
pub struct Natively {
    plain: OnceLock<Result<Built, BuildError>>,
    /// With sanitizers.
    watched: OnceLock<Result<Built, BuildError>>,
}

/// What native runs show of differences.
#[derive(Default)]
pub struct Replayed {
    /// The witnesses as tests of the new version, those left out that other values had to be tried for.
    pub tests: Vec<Test>,
    /// Whether a difference was predicted that native runs do not show.
    pub is_contradicted: bool,
}

/// Native runs of one pair of functions whose pointer parameters are of one kind each.
pub struct NativeReplay<'a> {
    /// What was asked for.
    pub options: &'a ComparisonRequest,
    /// The old version, and how its runs start.
    pub base: (&'a Version, &'a Config),
    /// The new version, and how its runs start.
    pub modified: (&'a Version, &'a Config),
    /// The globals that are looked at.
    pub visible: &'a Visible,
    /// The executables.
    pub natively: &'a Natively,
}

impl NativeReplay<'_> {
    /// Runs the witness of each difference on both versions; what is not seen natively is no difference, and weakens the verdict.
    pub fn replay(&self, comparison: &Comparison, found: &mut FunctionFindings) -> Result<Replayed, Failure> {
        if comparison.differences.is_empty() {
            return Ok(Replayed::default());
        }
        let _stage = debug_span!("replay", entry = self.modified.1.entry.name()).entered();
        if self.options.no_replay {
            let tests =
                comparison.differences.iter().map(|difference| self.completed(self.tests(difference).1)).collect();
            return Ok(Replayed { tests, is_contradicted: false });
        }
        let mut kept = Vec::new();
        let plain = self.natively.plain.get_or_init(|| self.build(Sanitize::No));
        let is_by_name = |weakness| weakness == Weakness::UninterpretedFunction;
        let rests_on_names = comparison.ledger.iter().any(|(entry, _)| is_by_name(entry.weakness));
        for (line, difference) in found.differences.iter_mut().zip(&comparison.differences) {
            let plain = match plain {
                Ok(plain) => plain,
                Err(error) => {
                    line.native = Native::without_build(NativeOutcome::NotBuilt, &error.to_string());
                    continue;
                }
            };
            let tests = self.tests(difference);
            if let Err(detail) = given_alike(&tests, self.base, self.modified) {
                line.native = Native::new(NativeOutcome::Contradicted, detail);
                continue;
            }
            line.native = self.replay_pair(plain, &tests)?;
            let by_itself = line.is_replayed();
            if !line.is_replayed() && rests_on_names {
                self.search_native_witness(plain, &tests, line)?;
            }
            if !line.is_replayed()
                && let Ok(watched) = self.natively.watched.get_or_init(|| self.build(Sanitize::AddressAndUndefined))
            {
                let native = self.replay_pair(watched, &tests)?;
                if native.outcome == NativeOutcome::Confirmed {
                    line.native = native;
                    let mut test = self.expecting(plain, self.completed(tests.1.clone()));
                    test.setup.sanitized = true;
                    kept.push(test);
                }
            }
            if by_itself {
                kept.push(self.expecting(plain, self.completed(tests.1)));
            }
        }
        let is_contradicted = drop_contradicted(comparison, found);
        Ok(Replayed { tests: kept, is_contradicted })
    }

    /// Whether one of the witnesses ends with an error that was not run into, since what causes it was skipped.
    pub fn fails_elsewhere(&self, comparison: &Comparison) -> bool {
        comparison.differences.iter().any(|difference| {
            let tests = self.tests(difference);
            let sides = [
                (self.base, &tests.0, &difference.base.record),
                (self.modified, &tests.1, &difference.modified.record),
            ];
            sides.into_iter().any(|((version, config), test, record)| {
                let run = predict(&version.program.linked, config, test);
                run.is_ok_and(|run| matches!(run.end, PathEnd::Error(_)) && kind(&run.end) != kind(&record.end))
            })
        })
    }

    fn build(&self, how: Sanitize) -> Result<Built, BuildError> {
        let answers = self.options.observe.contains(&Aspect::Calls);
        let made = if answers { Replayer::answering } else { Replayer::new };
        let build = |(version, config): (&Version, &Config)| {
            made(version.files(), version.frontend(), &TestEntry::of(config), how)
        };
        Ok(Built { base: build(self.base)?, modified: build(self.modified)? })
    }

    fn tests(&self, difference: &Difference) -> (Test, Test) {
        let test = |(version, config): (&Version, &Config), record| {
            Test::from_path(version.files(), &version.frontend().flags, &version.program.linked, config, record)
        };
        let (mut old, mut new) =
            (test(self.base, &difference.base.record), test(self.modified, &difference.modified.record));
        let reached: Vec<ExpectedReached> = difference.places.iter().filter_map(reached).collect();
        old.expected.reached.clone_from(&reached);
        new.expected.reached = reached;
        (old, new)
    }

    fn completed(&self, test: Test) -> Test {
        self.modified.0.completed(self.modified.1, test)
    }

    /// A test of the new version that is to be written: it expects also what its native run leaves in memory.
    fn expecting(&self, plain: &Built, mut test: Test) -> Test {
        if self.options.out.is_some()
            && let Ok(observed) = plain.modified.replay(&test)
        {
            test.expect_memory(plain.modified.module(), &observed);
        }
        test
    }

    fn replay_pair(&self, built: &Built, tests: &(Test, Test)) -> Result<Native, Failure> {
        let (mut old, mut new) = built.run(tests)?;
        self.visible.restrict(&mut old);
        self.visible.restrict(&mut new);
        let seen = differences(built.modified.module(), &tests.1, &old, &new, self.options.observed().aspects);
        let ends = format!("{} before, {} now", stopped(&old.stopped), stopped(&new.stopped));
        // A run that asks for other inputs than were predicted says nothing of these.
        if [&old, &new].iter().any(|run| matches!(run.stopped, StopReason::Misfit(_))) {
            let detail = format!("the runs do not ask for the predicted inputs ({ends})");
            return Ok(Native::new(NativeOutcome::Contradicted, detail));
        }
        if [(&tests.0, &old), (&tests.1, &new)].iter().any(|(test, run)| returns_from_depth(test, run)) {
            let detail = format!("more nested calls than --max-call-depth allows, which end natively ({ends})");
            return Ok(Native::new(NativeOutcome::TooDeep, detail));
        }
        Ok(if seen.is_empty() {
            Native::new(NativeOutcome::Contradicted, format!("both versions do the same ({ends})"))
        } else {
            Native::new(NativeOutcome::Confirmed, format!("{} differs ({ends})", seen.join(", ")))
        })
    }

    /// Where the prediction rests on functions that are known only by name, other values are tried.
    fn search_native_witness(
        &self,
        built: &Built,
        tests: &(Test, Test),
        line: &mut DifferenceFinding,
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
            let native = self.replay_pair(built, &tried)?;
            if native.outcome == NativeOutcome::Confirmed {
                (line.native, line.exact) = (native, false);
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
}

/// What native runs have to look at for a place: memory behind pointers, and where pointers lead.
fn reached((place, bytes): &(Observable, Option<Bytes>)) -> Option<ExpectedReached> {
    let bytes = bytes.as_ref()?;
    let holds = match bytes.holds {
        Holds::Number => ReachedKind::Number,
        Holds::Float => ReachedKind::Float,
        Holds::Pointer => ReachedKind::Pointer,
    };
    let (holder, mut offsets, lead) = match &bytes.of {
        Holder::Reached(reach) => (&*reach.from, reach.pointers.clone(), reach.lead),
        holder if holds == ReachedKind::Pointer || *holder == Holder::Errno => (holder, Vec::new(), 0),
        _ => return None,
    };
    offsets.push(bytes.offset as i64 - lead);
    let from = match holder {
        Holder::Result => ReachedFrom::Result,
        Holder::Errno => ReachedFrom::Errno,
        Holder::Global(_, symbol) => ReachedFrom::Global(symbol.clone()),
        Holder::Pointee(number) => ReachedFrom::Object(*number),
        Holder::Reached(_) | Holder::Elsewhere => return None,
    };
    let unknown = Partial(vec![None; bytes.size as usize]);
    Some(ExpectedReached { name: place.name(), from, offsets, holds, bytes: unknown })
}

/// Takes out the differences that no caller was shown to produce.
pub fn hold_back(mut comparison: Comparison) -> (Comparison, Vec<Difference>) {
    let differences = std::mem::take(&mut comparison.differences);
    let (held, shown) = differences.into_iter().partition(|difference| difference.held.is_some());
    comparison.differences = shown;
    (comparison, held)
}

/// A line for each difference that no caller was shown to produce, in so many calls if sequences of calls were tried.
pub fn held_lines(held: &[Difference], subject: &Subject<'_>, n_calls: Option<u32>) -> Vec<LedgerLine> {
    let line = |difference: &Difference| {
        let call = call(subject.modules.modified, subject.name, &difference.modified.record);
        let condition =
            if difference.condition.is_empty() { String::new() } else { format!("when {}, ", difference.condition) };
        let calls = n_calls.map(|n| format!("{n} call{}", if n == 1 { "" } else { "s" }));
        let why = match (&difference.held, calls) {
            (Some(HeldBack::NeedsPrivateState(names)), Some(n)) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("from a state of {} not reached in {n}; raise --max-history", names.join(", "))
            }
            (Some(HeldBack::OnlyPrivateState), Some(n)) => {
                format!("only in private state, which no sequence of {n} showed; raise --max-history")
            }
            (Some(why), _) => format!("but {why}"),
            (None, _) => String::new(),
        };
        LedgerLine::new(StageWeakness::HeldBack, format!("{condition}e.g. {call}, {why}"))
    };
    held.iter().map(line).collect()
}

fn kind(end: &PathEnd) -> Option<ErrorKind> {
    match end {
        PathEnd::Error(error) => Some(error.kind),
        _ => None,
    }
}

/// Whether a stack overflow was predicted and does not happen: what the run does was then not predicted.
fn returns_from_depth(test: &Test, run: &Observed) -> bool {
    let is_predicted = test.expected.error.as_ref().is_some_and(|error| error.kind == ErrorKind::StackOverflow);
    is_predicted && matches!(run.stopped, StopReason::Returned | StopReason::Exit(_))
}

/// Floats and integers that are tried where only the machine knows what a function gives.
const FLOATS: [f64; 9] = [1.5, 2.0, -1.0, 0.5, 3.25, 10.0, -0.75, 1000.0, 1.0];
const INTEGERS: [i64; 7] = [1, 2, 3, 5, -1, 7, 100];
/// How many such inputs.
const GUESSES: usize = 40;

/// Takes out stack overflows that are known only from the bound on nested calls: no native run has shown one.
pub fn drop_met_bounds(found: &mut FunctionFindings) {
    let overflow = ErrorKind::StackOverflow;
    let overflows = |line: &DifferenceFinding| {
        [&line.base, &line.modified].iter().any(|side| side.ends == Ends::WithError(overflow))
    };
    let is_shown = found.differences.iter().any(|line| line.is_replayed() && overflows(line));
    let is_bounded = found.bounds_hit.iter().any(|line| line.kind == Weakness::CallDepthBound.into());
    found.errors.retain(|error| error.kind != overflow || !is_bounded || is_shown && error.status != ErrorStatus::Both);
}

/// Takes out what was not seen, and says so; whether native runs contradict a prediction.
fn drop_contradicted(comparison: &Comparison, found: &mut FunctionFindings) -> bool {
    let mut lines = Vec::new();
    // Reasons in this order, whatever the order of the differences.
    for outcome in [NativeOutcome::NotBuilt, NativeOutcome::TooDeep, NativeOutcome::Contradicted] {
        for line in found.differences.iter().filter(|line| line.native.outcome == outcome) {
            let (call, seen) = (&line.call, &line.native.detail);
            lines.extend(match outcome {
                NativeOutcome::NotBuilt => {
                    let detail = format!("a difference was predicted for {call} that no native run confirms: {seen}");
                    Some(LedgerLine::new(StageWeakness::NotBuilt, detail))
                }
                NativeOutcome::TooDeep => {
                    Some(LedgerLine::new(Weakness::CallDepthBound, format!("{call} was not compared: {seen}")))
                }
                NativeOutcome::Contradicted => {
                    let detail = format!(
                        "a difference was predicted for {call} that native runs do not show ({seen}); this is a defect of \
                         incise, or the program depends on something that is not modelled"
                    );
                    Some(LedgerLine::new(StageWeakness::NotReplayed, detail))
                }
                NativeOutcome::Confirmed | NativeOutcome::NotObservable | NativeOutcome::NotRun => None,
            });
        }
    }
    if lines.is_empty() {
        return false;
    }
    let is_contradicted = lines.iter().any(|line| line.kind == StageWeakness::NotReplayed.into());
    found.bounds_hit.extend(lines);
    found.differences.retain(|line| matches!(line.native.outcome, NativeOutcome::Confirmed | NativeOutcome::NotRun));
    found.verdict = verdict::of_pair(!found.differences.is_empty(), &comparison.ledger).max(DiffVerdict::Undecided);
    is_contradicted
}
