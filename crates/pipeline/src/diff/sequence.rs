//! A sequence of calls, from program start: both versions run it with the same inputs and are compared at its end.

use super::decide::{Attempt, Direction};
use super::equivalent_calls::EquivalentCalls;
use super::load::LoadedVersions;
use super::pair::EntryPair;
use super::pair_task::PairTask;
use super::visible::Visible;
use super::witness::{NativeReplay, Natively};
use crate::failure::Failure;
use crate::findings::{Modules, Subject};
use incise_engine::{AliasCase, Config, HistoryCall, StartGlobals, named_globals, parameter_name};
use incise_ir::{FuncId, Function, Module, Param, Type};
use incise_replay::Test;
use incise_report::{DiffVerdict, FunctionFindings, SearchGuide, call_sequence, repeated, scalar};
use incise_solver::{PER_SECOND, work_in};
use std::collections::BTreeSet;

/// The part of the work of a command for the sequences of one function, at most so much, and the work of one sequence.
const PART: u64 = 4;
/// The most sequences of one function.
pub(super) const MOST_SEQUENCES: usize = 600;
const MOST_WORK: u64 = 3 * PER_SECOND;
const SEQUENCE_WORK: u64 = PER_SECOND / 4;
/// So many more calls may do as much again.
const LONG: u64 = 32;

/// A difference that a sequence of calls shows.
pub struct Shown {
    found: FunctionFindings,
    /// Tests that show it.
    pub tests: Vec<Test>,
}

impl Shown {
    /// Adds the difference to what one call showed.
    pub fn merged(&self, mut found: FunctionFindings) -> FunctionFindings {
        found.verdict = DiffVerdict::Different;
        found.stats.paths += self.found.stats.paths;
        found.stats.differing_paths += self.found.stats.differing_paths;
        found.stats.pairs += self.found.stats.pairs;
        found.differences.extend(self.found.differences.iter().cloned());
        found
    }
}

/// The bytes of known arguments of a call, by position.
#[derive(Clone)]
pub(super) struct Arguments {
    /// In the old version.
    pub(super) base: Vec<Vec<u8>>,
    /// In the new version.
    pub(super) modified: Vec<Vec<u8>>,
}

/// A sequence of calls: the arguments of the first ones may be known, the others are inputs.
#[derive(Clone)]
pub(super) struct Sequence<'a> {
    /// The calls before the last.
    pub(super) before: Vec<(&'a EntryPair, Option<Arguments>)>,
    /// The last call.
    pub(super) last: &'a EntryPair,
}

/// Sequences of a pair of functions, and what was spent on them.
pub(super) struct Search<'a> {
    /// The functions.
    pub(super) task: &'a PairTask<'a>,
    /// How runs of the old and of the new version start.
    pub(super) configs: &'a (Config, Config),
    /// Workers that explore a version.
    pub(super) jobs: usize,
    /// What guided the search for the difference.
    pub(super) guide: SearchGuide,
    /// The work of all sequences, and their number.
    pub(super) spent: (u64, usize),
}

impl Search<'_> {
    /// How runs of a sequence start, in the old and in the new version.
    pub(super) fn started(&self, sequence: &Sequence<'_>) -> (Config, Config) {
        let versions = self.task.versions;
        let (base, modified) = (&versions.base.program.linked, &versions.modified.program.linked);
        let (old, new) = match sequence.last.name == self.task.pair.name {
            true => self.configs.clone(),
            false => {
                let (old, new) = versions.configs(sequence.last);
                let case = AliasCase::default();
                (case.of(&old), case.of(&new))
            }
        };
        let calls = named_calls(modified, sequence);
        let in_old = |(call, known): (&HistoryCall, &(&EntryPair, Option<Arguments>))| {
            let arguments = known.1.as_ref().map(|arguments| arguments.base.clone());
            HistoryCall { function: known.0.base_name.clone(), arguments, ..call.clone() }
        };
        let old_calls: Vec<HistoryCall> = calls.iter().zip(&sequence.before).map(in_old).collect();
        let work = SEQUENCE_WORK * (1 + sequence.before.len() as u64 / LONG);
        let external = |module: &Module, id: fn(&EntryPair) -> FuncId| -> BTreeSet<String> {
            let pairs = sequence.before.iter().map(|(pair, _)| *pair).chain([sequence.last]);
            pairs.flat_map(|pair| named_globals(module, id(pair))).collect()
        };
        let (in_old, in_new) = (external(base, |pair| pair.base), external(modified, |pair| pair.modified));
        let configured = |config: Config, more: BTreeSet<String>, calls: Vec<HistoryCall>| {
            config.with(|run| {
                run.environment.globals = StartGlobals::ExternalInputs;
                run.environment.history = calls;
                run.environment.more_inputs = more;
                run.bounds.work = Some(work);
            })
        };
        (configured(old, in_new, old_calls), configured(new, in_old, calls))
    }

    /// The globals that everybody sees after a sequence.
    fn visible(&self, sequence: &Sequence<'_>) -> Visible {
        let LoadedVersions { base, modified, .. } = self.task.versions;
        let (old, new) = (&base.program.linked, &modified.program.linked);
        let mut names = BTreeSet::new();
        for (pair, _) in sequence.before.iter().chain([&(sequence.last, None)]) {
            names.extend(named_globals(old, pair.base));
            names.extend(named_globals(new, pair.modified));
        }
        let is_external = |name: &String| {
            [old, new].iter().all(|module| module.global(name).is_none_or(|id| !module.globals[id].internal))
        };
        names.retain(is_external);
        Visible::only(new, names)
    }
}

/// What became of a sequence.
pub(super) enum Tried {
    /// It shows a difference.
    Shown(Box<Shown>),
    /// It shows none.
    Nothing,
    /// There is no time, or no work, left.
    Exhausted,
}

impl Search<'_> {
    /// Whether no work, or no time, is left for sequences.
    pub(super) fn is_exhausted(&self) -> bool {
        let watchdog = &self.task.versions.watchdog;
        let whole = (work_in(watchdog.whole_time()) / PART).min(MOST_WORK);
        self.spent.0 > whole || self.spent.1 > MOST_SEQUENCES || watchdog.time_left().is_zero()
    }

    /// Compares both versions after the calls of a sequence.
    pub(super) fn attempt(&mut self, sequence: &Sequence<'_>) -> Result<Tried, Failure> {
        let LoadedVersions { options, base, modified, solver, watchdog, .. } = self.task.versions;
        self.spent.1 += 1;
        if self.is_exhausted() {
            return Ok(Tried::Exhausted);
        }
        let configs = self.started(sequence);
        let visible = self.visible(sequence);
        let attempt = Attempt {
            base,
            modified,
            observe: &self.task.versions.observation(sequence.last),
            solver,
            direction: &Direction::Everything,
            everything: &visible.everything(),
            quiet: true,
            known: &EquivalentCalls::default(),
            coupling: None,
            jobs: self.jobs,
            watchdog,
        };
        let mut comparison = attempt.compare(&configs.0, &configs.1, &mut self.spent.0)?;
        comparison.differences.retain(|difference| difference.held.is_none());
        if comparison.differences.is_empty() {
            return Ok(Tried::Nothing);
        }
        let modules = Modules { base: &base.program.linked, modified: &modified.program.linked };
        let subject = Subject { modules, name: &sequence.last.name, guide: self.guide, lines: &self.task.lines };
        let mut found = subject.compared(&comparison);
        let before: Vec<String> = sequence.before.iter().map(|(pair, _)| pair.name.clone()).collect();
        let after =
            repeated(configs.1.environment.history.iter().map(|call| call_text(modules.modified, call)).collect());
        for (line, difference) in found.differences.iter_mut().zip(&comparison.differences) {
            line.after.clone_from(&after);
            line.call = call_sequence(modules.modified, &before, &sequence.last.name, &difference.modified.record);
        }
        let native = NativeReplay {
            options,
            base: (base, &configs.0),
            modified: (modified, &configs.1),
            visible: &visible,
            natively: &Natively::default(),
        };
        let replayed = native.replay(&comparison, &mut found)?;
        if found.differences.is_empty() {
            return Ok(Tried::Nothing);
        }
        Ok(Tried::Shown(Box::new(Shown { found, tests: replayed.tests })))
    }
}

/// The calls that may be the last after others: that of the function itself, and those that see what it left behind.
pub(super) fn last_calls<'a>(
    pair: &'a EntryPair,
    observers: &[&'a EntryPair],
    before: &[&EntryPair],
    needs_state: bool,
) -> Vec<&'a EntryPair> {
    let is_called = before.iter().any(|call| call.name == pair.name);
    let own = (needs_state || is_called).then_some(pair);
    own.into_iter().chain(observers.iter().copied().filter(|_| is_called)).collect()
}

/// The calls of a sequence before the last, with names of parameters that no two of them share.
fn named_calls(module: &Module, sequence: &Sequence<'_>) -> Vec<HistoryCall> {
    let own = |pair: &EntryPair| {
        let function = &module.functions[pair.modified];
        (0..function.params.len()).map(|index| parameter_name(function, index)).collect::<Vec<String>>()
    };
    let mut all: Vec<String> = sequence.before.iter().flat_map(|(pair, _)| own(pair)).collect();
    all.extend(own(sequence.last));
    all.extend(module.globals.iter().map(|global| global.source_name.clone()));
    let name = |pair: &EntryPair, number: usize, name: String| {
        let is_alone = all.iter().filter(|other| **other == name).count() == 1;
        if is_alone { name } else { format!("{}{number}.{name}", pair.name) }
    };
    let number = |index: usize| {
        let (pair, _) = sequence.before[index];
        sequence.before[..=index].iter().filter(|(other, _)| other.name == pair.name).count()
    };
    let calls = sequence.before.iter().enumerate().map(|(index, (pair, arguments))| HistoryCall {
        function: pair.name.clone(),
        arguments: arguments.as_ref().map(|arguments| arguments.modified.clone()),
        parameter_names: own(pair).into_iter().map(|own| name(pair, number(index), own)).collect(),
    });
    calls.collect()
}

/// A call of a sequence with the names of its inputs.
fn call_text(module: &Module, call: &HistoryCall) -> String {
    let function = module.function(&call.function).map(|id| &module.functions[id]);
    let values = |arguments: &[Vec<u8>]| -> Vec<String> {
        let params =
            function.into_iter().flat_map(|function| function.params.iter().map(move |param| (function, param)));
        let text = |(index, (bytes, (function, param))): (usize, (&Vec<u8>, (&Function, &Param)))| {
            if matches!(module.types.get(function.locals[param.local].ty), Type::Ptr) {
                return parameter_name(function, index);
            }
            let bits = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
            scalar(module, function.locals[param.local].source_type, bits, bytes.len() as u32).to_string()
        };
        arguments.iter().zip(params).enumerate().map(text).collect()
    };
    let arguments = call.arguments.as_deref().map_or_else(|| call.parameter_names.clone(), values);
    format!("{}({})", call.function, arguments.join(", "))
}
