//! Which functions are compared, and what their callers show of what differs in them.
//!
//! Without a name, every function that was changed; then, level by level, callers. A caller of functions that were proved
//! equivalent, and that is the same itself, is equivalent for that reason and is not run.

use super::escaping::escaping;
use super::pair::{Analysis, EntryPair, is_library};
use crate::failure::Failure;
use crate::request::{Callers, ComparisonRequest, Globals, GuideName};
use crate::schedule::{self, Turn};
use crate::verdict;
use incise_base::closure;
use incise_engine::Observation;
use incise_frontend::project::{Manifest, Wanted};
use incise_ir::FuncId;
use incise_replay::Test;
use incise_report::{DecidedBy, DiffVerdict, FunctionFindings, SearchGuide, SeenFrom};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use tracing::debug_span;

/// What came of one comparison.
pub struct Compared {
    /// What was found.
    pub found: FunctionFindings,
    /// Tests that show the differences.
    pub tests: Vec<Test>,
}

/// What came of the comparisons.
pub struct Selected {
    /// The functions that were compared.
    pub functions: Vec<FunctionFindings>,
    /// Tests of what differs, by function.
    pub tests: Vec<(String, Vec<Test>)>,
    /// What callers show.
    pub seen_from: Vec<SeenFrom>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// Compares pairs of functions, several at a time.
pub trait PairComparer: Sync {
    /// These will be compared.
    fn begin(&self, pairs: &[EntryPair]);
    /// Compares a pair.
    fn compare(&self, pair: &EntryPair, turn: Turn) -> Result<Compared, Failure>;
    /// All pairs were compared.
    fn settle(&self, pair: &EntryPair, found: &mut FunctionFindings) -> Result<(), Failure>;
    /// A pair need not be compared.
    fn is_known(&self, found: &FunctionFindings);
}

/// Compares what was asked for, or what changed, and callers.
pub fn compare(
    options: &ComparisonRequest,
    manifest: &Manifest,
    analysis: &Analysis,
    comparer: &dyn PairComparer,
) -> Result<Selected, Failure> {
    let stage = debug_span!("select").entered();
    let nothing = |_: &str| false;
    let ignored = |name: &str| manifest.ignores(name);
    let is_asked = !options.function.is_empty();
    let first = if is_asked { analysis.asked(&options.function)? } else { analysis.changed(&ignored) };
    let mut notes = Vec::new();
    if !is_asked {
        let all = analysis.changed(&nothing);
        let left_out: Vec<String> = all
            .iter()
            .filter(|pair| ignored(analysis.source_name(pair)))
            .map(|pair| format!("{}()", pair.name))
            .collect();
        if !left_out.is_empty() {
            notes.push(format!("changed, but ignored by incise.toml: {}", left_out.join(", ")));
        }
    }
    let how_far = how_far(options);
    let callers = analysis.callers(&first, how_far, &ignored);
    let pairs: Vec<EntryPair> = first.into_iter().chain(callers).collect();
    drop(stage);
    let results = compare_all(options, analysis, comparer, &pairs)?;
    let mut compared: Vec<(EntryPair, FunctionFindings)> = Vec::new();
    let mut all_tests = Vec::new();
    let mut equivalent: BTreeSet<FuncId> = BTreeSet::new();
    for (pair, Compared { found, tests }) in pairs.into_iter().zip(results) {
        all_tests.push((pair.name.clone(), tests));
        if is_proved(&found) {
            equivalent.insert(pair.modified);
        }
        compared.push((pair, found));
    }
    let is_proved = |id: FuncId| equivalent.contains(&id);
    for (pair, found) in &mut compared {
        verdict::weaken(found, || escaping(analysis, pair, &is_proved));
        comparer.settle(pair, found)?;
    }
    if !is_asked {
        let shown: Vec<Option<DiffVerdict>> =
            compared.iter().map(|(pair, _)| from_callers(analysis, &compared, pair, &mut Vec::new())).collect();
        for ((_, found), shown) in compared.iter_mut().zip(shown) {
            found.from_callers = shown.filter(|shown| *shown != found.verdict);
        }
    }
    let seen_from = seen_from(analysis, &compared);
    let functions = compared.into_iter().map(|(_, found)| found).collect();
    Ok(Selected { functions, tests: all_tests, seen_from, notes })
}

/// Compares pairs, except those that follow from earlier ones.
fn compare_all(
    options: &ComparisonRequest,
    analysis: &Analysis,
    comparer: &dyn PairComparer,
    pairs: &[EntryPair],
) -> Result<Vec<Compared>, Failure> {
    comparer.begin(pairs);
    let composes = composes(options);
    let builds_on: Vec<Vec<usize>> = pairs
        .iter()
        .enumerate()
        .map(|(number, pair)| {
            let reached = if composes { analysis.reaches(pair.modified) } else { BTreeSet::new() };
            (0..number).filter(|earlier| reached.contains(&pairs[*earlier].modified)).collect()
        })
        .collect();
    let equivalent: Mutex<BTreeSet<usize>> = Mutex::default();
    let known = || equivalent.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |number: usize, turn: Turn| -> Result<Compared, Failure> {
        let pair = &pairs[number];
        let below: BTreeSet<FuncId> =
            known().iter().filter(|one| builds_on[number].contains(one)).map(|one| pairs[*one].modified).collect();
        let compared = if composes && analysis.is_reached(pair) && analysis.follows(pair, &below) {
            let lines = analysis.lines(pair);
            let found = FunctionFindings::undisturbed(&pair.name, SearchGuide::Exact, DecidedBy::Callees, lines);
            comparer.is_known(&found);
            Compared { found, tests: Vec::new() }
        } else {
            comparer.compare(pair, turn)?
        };
        if is_proved(&compared.found) {
            known().insert(number);
        }
        Ok(compared)
    };
    schedule::run(&builds_on, options.jobs, &work)
}

/// Whether callers can build on what was found: it holds wherever the function is called.
fn is_proved(found: &FunctionFindings) -> bool {
    let is_plain = found.assumptions.is_empty() && found.approximations.is_empty() && found.invariants.is_empty();
    found.verdict == DiffVerdict::Equivalent && is_plain
}

/// What the callers of a `static` function show of it; nothing of a function that others can call.
fn from_callers(
    analysis: &Analysis,
    compared: &[(EntryPair, FunctionFindings)],
    pair: &EntryPair,
    path: &mut Vec<FuncId>,
) -> Option<DiffVerdict> {
    if !analysis.is_static(pair) {
        return None;
    }
    // Who calls it through a pointer is not known.
    let Some(callers) = analysis.all_callers(pair) else { return Some(DiffVerdict::Undecided) };
    let mut shown = DiffVerdict::Equivalent;
    path.push(pair.modified);
    for caller in callers.into_iter().filter(|caller| *caller != pair.modified) {
        if path.contains(&caller) {
            continue;
        }
        let known = compared.iter().find(|(other, _)| other.modified == caller);
        shown = shown.max(match known {
            Some((_, found)) if found.verdict == DiffVerdict::Equivalent => DiffVerdict::Equivalent,
            Some((other, found)) => from_callers(analysis, compared, other, path).unwrap_or(found.verdict),
            None => DiffVerdict::Undecided,
        });
    }
    path.pop();
    Some(shown)
}

/// How far up callers are compared.
fn how_far(options: &ComparisonRequest) -> Callers {
    // The searches of one function can say nothing of callers that were not changed.
    let by_default = match options.guide {
        _ if !options.function.is_empty() => Callers::Levels(0),
        GuideName::Full | GuideName::Exact | GuideName::Dgse | GuideName::Dise => Callers::Levels(1),
        GuideName::DiseTosem14 | GuideName::DisePldi11 => Callers::Main,
    };
    options.callers.unwrap_or(by_default)
}

/// Which functions must be there.
pub fn wanted(options: &ComparisonRequest) -> Wanted<'_> {
    let how_far = how_far(options);
    Wanted {
        entries: &options.function,
        levels: match how_far {
            Callers::Levels(levels) => levels,
            Callers::All => u32::MAX,
            Callers::Main => 0,
        },
        main: how_far != Callers::Levels(0),
        program: options.versions.program.as_deref(),
    }
}

/// Whether what is the same in a function is the same wherever it is called: everything that it does is looked at, for all inputs,
/// bit by bit.
fn composes(options: &ComparisonRequest) -> bool {
    options.observed() == Observation::default()
        && options.globals() != Globals::Initial
        && matches!(options.guide, GuideName::Full | GuideName::Exact)
}

/// Where a caller shows, or does not show, what differs in a function that it calls.
fn seen_from(analysis: &Analysis, compared: &[(EntryPair, FunctionFindings)]) -> Vec<SeenFrom> {
    let mut found = Vec::new();
    for (caller, by_caller) in compared {
        let reached = analysis.reaches(caller.modified);
        let mut seen = Vec::new();
        for (callee, by_callee) in compared {
            // What differs in a function that was changed itself needs no other to explain it.
            let differs = by_callee.verdict == DiffVerdict::Different
                || by_caller.verdict == DiffVerdict::Different && !analysis.is_changed(caller);
            if callee.modified != caller.modified && reached.contains(&callee.modified) && differs {
                seen.push(SeenFrom {
                    function: callee.name.clone(),
                    verdict: by_callee.verdict,
                    caller: caller.name.clone(),
                    caller_verdict: by_caller.verdict,
                });
            }
        }
        // That another function that it calls is equivalent is news only if none differs.
        if seen.iter().any(|seen| seen.verdict == DiffVerdict::Different) {
            seen.retain(|seen| seen.verdict == DiffVerdict::Different);
        }
        found.extend(seen);
    }
    found
}

impl Analysis<'_> {
    /// The functions of both versions that call one of these, level by level, as far as the change reaches them.
    pub fn callers(&self, of: &[EntryPair], how_far: Callers, ignored: &dyn Fn(&str) -> bool) -> Vec<EntryPair> {
        let levels = match how_far {
            Callers::Levels(levels) => levels,
            Callers::All | Callers::Main => u32::MAX,
        };
        let by_id: BTreeMap<FuncId, FuncId> =
            self.difference.pairs.iter().map(|pair| (pair.modified.0, pair.base.0)).collect();
        let is_wanted = |id: FuncId| {
            let name = &self.modified.functions[id].source_name;
            !ignored(name) && self.touches(id) && !is_library(self.modified, id)
        };
        let mut known: BTreeSet<FuncId> = of.iter().map(|pair| pair.modified).collect();
        let mut level: Vec<FuncId> = known.iter().copied().collect();
        let mut found = Vec::new();
        for number in 0.. {
            // What differs in a static function is seen only from its callers, however far up.
            let goes_on = |id: &&FuncId| number < levels || levels > 0 && self.modified.functions[**id].internal;
            let next: BTreeSet<FuncId> =
                level.iter().filter(goes_on).flat_map(|id| self.calling(*id)).filter(|id| known.insert(*id)).collect();
            if next.is_empty() {
                break;
            }
            found.extend(next.iter().copied().filter(|id| by_id.contains_key(id) && is_wanted(*id)));
            level = next.into_iter().collect();
        }
        if how_far == Callers::Main {
            found.clear();
        }
        let main = self.modified.function("main").filter(|id| by_id.contains_key(id) && is_wanted(*id));
        if let Some(main) =
            main.filter(|id| how_far != Callers::Levels(0) && of.iter().all(|pair| pair.modified != *id))
        {
            found.retain(|id| *id != main);
            found.push(main);
        }
        found.into_iter().map(|id| self.pair(by_id[&id], id)).collect()
    }

    /// Functions of the new version that may call one.
    pub(super) fn calling(&self, callee: FuncId) -> impl Iterator<Item = FuncId> {
        let facts = self.mod_facts.functions.iter_ids();
        facts.filter_map(move |(id, facts)| {
            let calls = facts.as_ref()?.calls.values();
            calls.into_iter().any(|callees| callees.contains(&callee)).then_some(id)
        })
    }

    /// The functions of the new version that one may call, directly or through others.
    pub fn reaches(&self, id: FuncId) -> BTreeSet<FuncId> {
        let calls =
            |id: FuncId| self.mod_facts.functions[id].iter().flat_map(|facts| facts.calls.values().flatten().copied());
        closure(calls(id), calls)
    }

    /// Whether a function is the same by itself in both versions and all that it reaches and that changed is among `equivalent`: then
    /// nothing can differ in it.
    pub fn follows(&self, pair: &EntryPair, equivalent: &BTreeSet<FuncId>) -> bool {
        let changed = |id: &FuncId| {
            let diff = self.difference.pairs.iter().find(|diff| diff.modified.0 == *id);
            !self.modified.functions[*id].is_declaration() && diff.is_none_or(|diff| !diff.is_unchanged())
        };
        let reached = self.reaches(pair.modified);
        self.difference.globals.is_empty()
            && !changed(&pair.modified)
            && reached.iter().filter(|id| changed(id)).all(|id| equivalent.contains(id))
    }
}
