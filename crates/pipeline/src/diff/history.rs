//! Sequences of calls, from program start, that show a difference which needs private state.
//!
//! Nobody outside can set a `static`. Where two versions differ only from private state other than the initial one, or only in what they leave there,
//! external functions of both versions that can write that state are called before, with the same inputs in both versions: shortest sequences
//! first, up to `--max-history` calls. The first sequence that shows a difference, natively too, is the witness. What none shows stays held back,
//! and a verdict that is still open then is decided by a sequence with known arguments (`known_sequences.rs`), if one shows a difference.

use super::known_sequences::KnownSequences;
use super::load::LoadedVersions;
use super::pair::{EntryPair, is_model};
use super::pair_task::{Histories, PairTask};
use super::sequence::{Arguments, MOST_SEQUENCES, Search, Sequence, Shown, Tried, last_calls};
use crate::failure::Failure;
use crate::request::Globals;
use incise_compare::{Comparison, Difference, HeldBack, KnownCall};
use incise_engine::{
    Config, HistoryCall, Weakness, holds_pointer, named_globals, only_read, pointed_to, written_globals,
};
use incise_ir::{FuncId, Function, Module, Param, Type};
use incise_report::SearchGuide;
use std::collections::BTreeSet;
use tracing::debug_span;

/// Calls in a sequence unless asked for otherwise.
const MAX_HISTORY: u32 = 4;
/// The most functions that sequences are made of.
const MOST_FUNCTIONS: usize = 8;

/// A pair of functions of which a difference is held back.
pub struct History<'a> {
    /// The functions.
    pub task: &'a PairTask<'a>,
    /// How runs of the old and of the new version start.
    pub configs: &'a (Config, Config),
    /// Workers that explore a version.
    pub jobs: usize,
}

impl<'a> History<'a> {
    /// Looks for a sequence that shows a difference; with the number of calls up to which all were tried, if any.
    pub fn search(
        &'a self,
        held: &[Difference],
        comparison: &Comparison,
        guide: SearchGuide,
    ) -> Result<(Option<Shown>, Option<u32>), Failure> {
        let LoadedVersions { options, .. } = self.task.versions;
        let pair = self.task.pair;
        let (needs, changes) = asked(held, comparison);
        if !self.is_asked() || !(needs || changes) {
            return Ok((None, None));
        }
        let callable = self.callable();
        let state = self.private_state(&callable);
        let writers: Vec<&EntryPair> =
            callable.iter().filter(|pair| self.writes(pair, &state)).take(MOST_FUNCTIONS).collect();
        if state.is_empty() || writers.is_empty() {
            return Ok((None, None));
        }
        let _stage = debug_span!("history", entry = pair.name).entered();
        let observers = callable.iter().filter(|other| self.names(other, &state) && other.name != pair.name);
        let observers: Vec<&EntryPair> = observers.take(MOST_FUNCTIONS).collect();
        let most = options.max_history.unwrap_or(MAX_HISTORY);
        let mut search = Search { task: self.task, configs: self.configs, jobs: self.jobs, guide, spent: (0, 0) };
        let mut n_calls = 1;
        'short: for n_before in 1..most as usize {
            if n_before > 1 && self.task.histories == Histories::Short {
                return Ok((None, Some(n_calls)));
            }
            for before in sequences(&writers, n_before) {
                for last in last_calls(pair, &observers, &before, needs) {
                    let before = before.iter().map(|call| (*call, None)).collect();
                    match search.attempt(&Sequence { before, last })? {
                        Tried::Shown(shown) => return Ok((Some(*shown), Some(most))),
                        Tried::Nothing => {}
                        Tried::Exhausted => break 'short,
                    }
                }
            }
            n_calls += 1;
        }
        Ok((None, Some(n_calls)))
    }

    /// Tries the sequences with known arguments that the function takes part in.
    pub fn known(&'a self, sequences: &KnownSequences, guide: SearchGuide) -> Result<Option<Shown>, Failure> {
        let LoadedVersions { options, .. } = self.task.versions;
        if !self.is_asked() || self.private_names(self.task.pair).is_empty() {
            return Ok(None);
        }
        let with_state = || {
            let callable = self.callable().into_iter();
            callable.filter(|pair| !self.private_names(pair).is_empty()).collect()
        };
        let (functions, found) = sequences.find(self.task.versions, with_state);
        let name = |call: &KnownCall| functions[call.function].name.as_str();
        let mut search = Search { task: self.task, configs: self.configs, jobs: self.jobs, guide, spent: (0, 0) };
        for calls in found {
            let is_short = options.max_history.is_none_or(|most| calls.len() <= most as usize);
            let (Some((last, before)), true) = (calls.split_last(), is_short) else { continue };
            if !calls.iter().any(|call| name(call) == self.task.pair.name) {
                continue;
            }
            let known = |call: &KnownCall| {
                let (base, modified) = (call.base.clone(), call.modified.clone());
                (&functions[call.function], Some(Arguments { base, modified }))
            };
            let before = before.iter().map(known).collect();
            if let Tried::Shown(shown) = search.attempt(&Sequence { before, last: &functions[last.function] })? {
                return Ok(Some(*shown));
            }
        }
        Ok(None)
    }

    /// Whether calls before that of the function are to be looked for.
    fn is_asked(&self) -> bool {
        let (LoadedVersions { options, modified, .. }, pair) = (self.task.versions, self.task.pair);
        let is_open = modified.program.linked.functions[pair.modified].internal || pair.name == "main";
        options.globals() == Globals::Reachable && !is_open && options.assume.is_empty()
    }

    /// External functions that both versions have and that can be called before.
    fn callable(&self) -> Vec<EntryPair> {
        let LoadedVersions { base, modified, .. } = self.task.versions;
        let (old, new) = (&base.program.linked, &modified.program.linked);
        let found = new.functions.iter_ids().filter_map(|(id, function)| {
            let other = old.function(&function.name)?;
            let is_own = |module: &Module, function: &Function| {
                !function.internal && !function.is_declaration() && !is_model(module, function.span)
            };
            let is_paired = is_own(new, function) && is_own(old, &old.functions[other]);
            let fits = takes_plain(new, function) && takes_plain(old, &old.functions[other]);
            let same = function.params.len() == old.functions[other].params.len();
            let name = function.name.clone();
            (is_paired && fits && same && name != "main").then(|| EntryPair {
                base_name: name.clone(),
                name,
                base: other,
                modified: id,
            })
        });
        found.collect()
    }

    /// The private state that matters: what the function has to do with, and what those have to do with that can write it.
    fn private_state(&self, callable: &[EntryPair]) -> BTreeSet<String> {
        let mut state = self.private_names(self.task.pair);
        loop {
            let writers = callable.iter().filter(|pair| self.writes(pair, &state));
            let more: BTreeSet<String> = writers.flat_map(|pair| self.private_names(pair)).collect();
            if more.is_subset(&state) {
                return state;
            }
            state.extend(more);
        }
    }

    /// Whether the function has to do with private state that is not taken to be the same in both versions.
    pub fn has_own_state(&self) -> bool {
        let LoadedVersions { base, modified, .. } = self.task.versions;
        let global = |module: &'a Module, name: &str| module.global(name).map(|id| &module.globals[id]);
        self.private_names(self.task.pair).iter().any(|name| {
            match (global(&base.program.linked, name), global(&modified.program.linked, name)) {
                (Some(was), Some(is)) => was.size != is.size || was.init != is.init,
                _ => true,
            }
        })
    }

    /// The private globals that a function of either version has to do with and that something writes, by the linker's names.
    fn private_names(&self, pair: &EntryPair) -> BTreeSet<String> {
        let of = |module: &Module, id: FuncId| {
            let unwritten = only_read(module);
            let is_private = |name: &String| {
                module.global(name).is_some_and(|id| {
                    let global = &module.globals[id];
                    global.internal && !global.constant && !is_model(module, global.span) && !unwritten.contains(name)
                })
            };
            named_globals(module, id).into_iter().filter(is_private).collect::<BTreeSet<String>>()
        };
        let LoadedVersions { base, modified, .. } = self.task.versions;
        let mut names = of(&base.program.linked, pair.base);
        names.extend(of(&modified.program.linked, pair.modified));
        names
    }

    fn writes(&self, pair: &EntryPair, state: &BTreeSet<String>) -> bool {
        let LoadedVersions { base, modified, .. } = self.task.versions;
        !written_globals(&base.program.linked, pair.base).is_disjoint(state)
            || !written_globals(&modified.program.linked, pair.modified).is_disjoint(state)
    }

    fn names(&self, pair: &EntryPair, state: &BTreeSet<String>) -> bool {
        !self.private_names(pair).is_disjoint(state)
    }
}

/// Whether differences need private state that is not initial, and whether some are in private state only.
fn asked(held: &[Difference], comparison: &Comparison) -> (bool, bool) {
    let is_kept = |weakness: Weakness| weakness == Weakness::NotGiven;
    let needs = held.iter().any(|one| matches!(one.held, Some(HeldBack::NeedsPrivateState(_))))
        || comparison.ledger.iter().any(|(entry, _)| is_kept(entry.weakness));
    (needs, held.iter().any(|one| one.held == Some(HeldBack::OnlyPrivateState)))
}

/// All sequences of so many calls.
fn sequences<'a>(functions: &[&'a EntryPair], n_calls: usize) -> Vec<Vec<&'a EntryPair>> {
    let mut found: Vec<Vec<&EntryPair>> = vec![Vec::new()];
    for _ in 0..n_calls {
        let longer = |before: Vec<&'a EntryPair>| {
            functions.iter().map(move |function| before.iter().copied().chain([*function]).collect())
        };
        found = found.into_iter().flat_map(longer).take(MOST_SEQUENCES).collect();
    }
    found
}

/// Whether a function takes numbers, and pointers to objects without pointers, as they come.
fn takes_plain(module: &Module, function: &Function) -> bool {
    let is_plain = |param: &Param| {
        let local = &function.locals[param.local];
        let target = || pointed_to(module, local.source_type);
        !param.sret
            && param.byval.is_none()
            && match module.types.get(local.ty) {
                Type::Int(_) | Type::Float(_) => true,
                Type::Ptr => target().is_some_and(|ty| !holds_pointer(module, ty)),
                _ => false,
            }
    };
    !function.variadic && function.params.len() < HistoryCall::STRIDE as usize && function.params.iter().all(is_plain)
}
