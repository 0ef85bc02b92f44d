//! How the private states of two versions are related, proved once for all functions that can be called from outside.
//!
//! *In*: two versions. *Out*: a coupling that holds of the initial states and that every such function keeps, or why there is none. Functions
//! can then be compared from related states only: no history of calls leaves others.
//!
//! # Invariants
//! - A proof loses no path and rests on nothing that would weaken an equivalence.
//! - Whoever can call functions or write private state is among the calls that are looked at: functions that are not `static`, those whose
//!   addresses code outside may have. Private state whose address code outside may have is not related.
//! - Functions that were not changed, and that name private state which is not the same in both versions, were compared as well.

use super::load::LoadedVersions;
use super::pair::{Analysis, EntryPair, is_library};
use super::unobserved::unobserved;
use crate::verdict;
use incise_base::IdSet;
use incise_compare::{ComparisonInput, Coupling, Effort, Fact, Kept, Look, Proposals, Version, keeps, prove};
use incise_deps::{ObjectKind, ProgramFacts};
use incise_engine::{AliasCase, Config, GlobalRange, Limits, Observation, ObservedSubset, Weakness, named_globals};
use incise_ir::library::{Control, facts};
use incise_ir::{FuncId, Module};
use incise_report::DiffVerdict;
use incise_solver::{PER_SECOND, Solver, SolverConfig, SolverError, work_in};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use tracing::{debug, debug_span};

/// The work of a proof, and the part of the command's that it may be.
const WORK: u64 = 20 * PER_SECOND;
const PART: u64 = 3;
/// The part of it for histories.
const HISTORIES: u64 = 4;
/// How often a coupling is strengthened by what its calls need, and the most facts that come of it.
const ROUNDS: usize = 5;
const MAX_FORMULAS: usize = 120;
/// The bound on loops where a lower one was met.
const DEEPER: u32 = 64;
/// The work of a query.
const QUERY: u64 = PER_SECOND;

/// Proves how the private states of two versions are related; otherwise why that is not known.
pub fn couple(ready: &LoadedVersions, analysis: &Analysis) -> Result<Coupling, String> {
    let _stage = debug_span!("couple").entered();
    let (base, modified) = (&ready.base.program.linked, &ready.modified.program.linked);
    for module in [base, modified] {
        is_sequential(module)?;
    }
    let escaped = |module: &Module, facts: &ProgramFacts| -> BTreeSet<String> {
        let known = outside(facts);
        let objects = known.iter().map(|object| facts.points_to.objects[object]);
        let global =
            |kind| if let ObjectKind::Global(id) = kind { Some(module.globals[id].name.clone()) } else { None };
        objects.filter_map(global).collect()
    };
    let mut known_outside = escaped(base, &analysis.base_facts);
    known_outside.extend(escaped(modified, &analysis.mod_facts));
    let none = Coupling::none(base, modified, &known_outside)
        .ok_or_else(|| String::from("there is no private state that can be related, or too much"))?;
    let mut calls = Vec::new();
    for pair in callable(analysis)?.into_iter().filter(|pair| touches(ready, &none, pair)) {
        calls.extend(Call::all(ready, analysis, pair)?);
    }
    let work = WORK.min(work_in(ready.watchdog.whole_time()) / PART);
    let progress = ready.watchdog.search();
    let limits = Limits::new(&progress, Some(ready.watchdog.time_left() / 2), Some(work));
    let proof = Proof { ready, calls, limits, work, one_by_one: AtomicBool::new(false) };
    let proposals = proof.proposals(&none)?;
    let coupling = proof.strongest(&proposals).inspect_err(|why| debug!(why, "no coupling is proved"))?;
    proof.unchanged(analysis, &coupling)?;
    debug!(facts = coupling.texts().join("; "), "a coupling");
    Ok(coupling)
}

/// Whether a function of either version names private state that a coupling is about.
pub fn touches(ready: &LoadedVersions, coupling: &Coupling, pair: &EntryPair) -> bool {
    !touched(ready, coupling, pair).is_empty()
}

/// Whether a function of either version names private state that both versions have and that is not the same in both.
pub fn touches_unshared(ready: &LoadedVersions, coupling: &Coupling, pair: &EntryPair) -> bool {
    let (base, modified) = coupling.globals();
    let is_unshared = |name: &String| base.contains(name) && modified.contains(name) && !coupling.is_shared(name);
    touched(ready, coupling, pair).iter().any(is_unshared)
}

/// The private globals of a coupling, by the linker's names, that a function of either version names.
fn touched(ready: &LoadedVersions, coupling: &Coupling, pair: &EntryPair) -> BTreeSet<String> {
    let (base, modified) = coupling.globals();
    let named = (
        named_globals(&ready.base.program.linked, pair.base),
        named_globals(&ready.modified.program.linked, pair.modified),
    );
    base.intersection(&named.0).chain(modified.intersection(&named.1)).cloned().collect()
}

/// How runs of the old and of the new version start from related states.
pub fn related((base, modified): (Config, Config), coupling: &Coupling) -> (Config, Config) {
    let (globals, ranges) = (coupling.globals(), coupling.ranges());
    let with = |config: Config, globals: BTreeSet<String>, ranges: Vec<GlobalRange>| {
        config.with(|run| {
            run.environment.more_inputs.extend(globals);
            run.environment.ranges = ranges;
        })
    };
    (with(base, globals.0, ranges.0), with(modified, globals.1, ranges.1))
}

/// Private state is written by calls alone: no code before `main`, in signal handlers or threads.
fn is_sequential(module: &Module) -> Result<(), String> {
    if module.constructors.iter().any(|id| module.has_body(*id)) {
        return Err(String::from("code runs before the first call"));
    }
    for function in module.functions.iter().filter(|function| function.is_declaration()) {
        if matches!(facts(&function.name).control, Control::HandlesSignal | Control::StartsThread) {
            return Err(format!("`{}` lets code run at any time", function.source_name));
        }
    }
    Ok(())
}

/// What code outside may know of.
fn outside(facts: &ProgramFacts) -> IdSet<incise_deps::ObjectId> {
    let points_to = &facts.points_to;
    points_to
        .object(ObjectKind::Outside)
        .map_or_else(IdSet::new, |outside| points_to.closure(points_to.contents(outside)))
}

/// The functions that code outside may call in both versions.
fn callable(analysis: &Analysis) -> Result<Vec<EntryPair>, String> {
    let of = |module: &Module, facts: &ProgramFacts| -> BTreeSet<FuncId> {
        let known = outside(facts);
        let function = |object| match facts.points_to.objects[object] {
            ObjectKind::Function(id) => Some(id),
            _ => None,
        };
        let is_own = |id: &FuncId| {
            let function = &module.functions[*id];
            !function.is_declaration() && !is_library(module, *id) && function.name != "main"
        };
        let external = module.functions.iter_ids().filter(|(_, function)| !function.internal).map(|(id, _)| id);
        known.iter().filter_map(function).chain(external).filter(is_own).collect()
    };
    let (base, modified) = (of(analysis.base, &analysis.base_facts), of(analysis.modified, &analysis.mod_facts));
    let pairs = &analysis.difference.pairs;
    let in_pairs = |id: FuncId, is_base: bool| {
        pairs.iter().any(|pair| if is_base { pair.base.0 == id } else { pair.modified.0 == id })
    };
    // A function that only one version has no caller of both calls, unless it was handed out.
    let handed_out = |module: &Module, id: FuncId| module.functions[id].internal;
    let alone = base.iter().filter(|id| !in_pairs(**id, true)).map(|id| (analysis.base, *id));
    let alone = alone.chain(modified.iter().filter(|id| !in_pairs(**id, false)).map(|id| (analysis.modified, *id)));
    for (module, id) in alone {
        if handed_out(module, id) {
            let name = &module.functions[id].source_name;
            return Err(format!("`{name}` can be called from outside in one version only"));
        }
    }
    let called = pairs.iter().filter(|pair| base.contains(&pair.base.0) || modified.contains(&pair.modified.0));
    Ok(called.map(|pair| analysis.pair(pair.base.0, pair.modified.0)).collect())
}

/// A function that can be called, with pointer parameters of one kind each.
struct Call {
    pair: EntryPair,
    observe: Observation,
    compared: ObservedSubset,
    configs: (Config, Config),
}

impl Call {
    fn all(ready: &LoadedVersions, analysis: &Analysis, pair: EntryPair) -> Result<Vec<Call>, String> {
        let (cases, lines) = ready.cases(&pair);
        if let Some(line) = lines.into_iter().chain(unobserved(analysis, &pair, true)).next() {
            return Err(format!("`{}`: {}", pair.name, line.detail));
        }
        let (old, new) = ready.configs(&pair);
        let call = |case: &AliasCase| Call {
            pair: analysis.pair(pair.base, pair.modified),
            observe: ready.observation(&pair),
            compared: ready.visible(&pair).everything(),
            configs: (case.of(&old), case.of(&new)),
        };
        Ok(cases.iter().map(call).collect())
    }
}

struct Proof<'a> {
    ready: &'a LoadedVersions,
    calls: Vec<Call>,
    limits: Limits<'a>,
    work: u64,
    /// Whether facts are decided one by one, since several at a time could not be.
    one_by_one: AtomicBool,
}

impl Proof<'_> {
    fn solver(&self) -> Result<Solver, SolverError> {
        let config = self.ready.solver.clone();
        let (deadline, max_work, work_per_query) = (self.limits.deadline, Some(self.work), Some(QUERY));
        Solver::new(SolverConfig { deadline, max_work, work_per_query, ..config })
    }

    fn task<'p>(
        &'p self,
        call: &'p Call,
        (base, modified): &'p (Config, Config),
        coupling: &'p Coupling,
    ) -> ComparisonInput<'p> {
        ComparisonInput {
            base: Version { module: &self.ready.base.program.linked, config: base, plan: None },
            modified: Version { module: &self.ready.modified.program.linked, config: modified, plan: None },
            observe: &call.observe,
            compared: &call.compared,
            defined: None,
            guide: None,
            coupling: Some(coupling),
            dependence: None,
            jobs: 1,
        }
    }

    /// What concrete histories leave.
    fn proposals(&self, none: &Coupling) -> Result<Proposals, String> {
        let configs: Vec<(Config, Config)> =
            self.calls.iter().map(|call| related(call.configs.clone(), none)).collect();
        let tasks: Vec<ComparisonInput<'_>> =
            self.calls.iter().zip(&configs).map(|(call, configs)| self.task(call, configs, none)).collect();
        let limits = Limits { ends_all: false, ..self.limits.part(HISTORIES) };
        Proposals::of(&tasks, none, &|| self.solver(), limits).map_err(|error| error.to_string())
    }

    /// A coupling from whose states no call differs; otherwise the last one that was proved.
    fn strongest(&self, proposals: &Proposals) -> Result<Coupling, String> {
        let mut best = Err(String::from("nothing was found that relates them"));
        for effort in [Effort::Plain, Effort::Rich, Effort::Richest] {
            let proved = self.proved(proposals, effort);
            let (mut coupling, mut needed) = match proved {
                Ok(proved) => proved,
                Err(why) => {
                    best = best.map_err(|_| why);
                    continue;
                }
            };
            if !needed.is_empty() && effort != Effort::Plain {
                coupling = self.strengthened(proposals, coupling, needed)?;
                needed = self.needed(&coupling)?;
            }
            let is_enough = needed.is_empty();
            if !coupling.is_empty() {
                best = Ok(coupling);
            }
            if is_enough {
                break;
            }
        }
        best
    }

    /// A coupling with formulas: that no difference is met, and what that needs before each call, as far as calls keep them.
    fn strengthened(
        &self,
        proposals: &Proposals,
        coupling: Coupling,
        mut needed: Vec<Fact>,
    ) -> Result<Coupling, String> {
        let mut formulas: Vec<Fact> = Vec::new();
        for _ in 0..ROUNDS {
            needed.retain(|fact| !formulas.contains(fact));
            let more = proposals.seen(std::mem::take(&mut needed), &|| self.solver());
            let more = more.map_err(|error| error.to_string())?;
            debug!(n_more = more.len(), n_formulas = formulas.len(), "strengthening a coupling");
            if more.is_empty() || formulas.len() + more.len() > MAX_FORMULAS {
                break;
            }
            formulas.extend(more);
            let with_formulas = coupling.with(formulas.iter().cloned());
            for call in &self.calls {
                needed.extend(self.look(call, &with_formulas, Look { strengthens: true, ..Look::default() })?.needed);
            }
        }
        if formulas.is_empty() {
            return Ok(coupling);
        }
        Ok(self.inductive(coupling.with(formulas)).unwrap_or(coupling))
    }

    /// The proposed facts that calls keep, and what would have to hold besides so that no call differs.
    fn proved(&self, proposals: &Proposals, effort: Effort) -> Result<(Coupling, Vec<Fact>), String> {
        let coupling = self.inductive(proposals.coupling(effort))?.without_implied();
        debug!(facts = coupling.texts().join("; "), "a coupling is proved");
        let needed = self.needed(&coupling)?;
        Ok((coupling, needed))
    }

    /// What would have to hold so that no call differs.
    fn needed(&self, coupling: &Coupling) -> Result<Vec<Fact>, String> {
        let mut found = Vec::new();
        for call in &self.calls {
            let kept = self.look(call, coupling, Look { observes: true, strengthens: true, ..Look::default() })?;
            found.extend(kept.needed);
        }
        Ok(found)
    }

    /// Drops facts until those that are left are kept by all calls.
    fn inductive(&self, mut coupling: Coupling) -> Result<Coupling, String> {
        let (mut n_kept, mut next) = (0, 0);
        while n_kept < self.calls.len() {
            let kept = self.kept(&self.calls[next], &coupling, false)?;
            if kept.dropped.is_empty() {
                (n_kept, next) = (n_kept + 1, (next + 1) % self.calls.len());
            } else {
                n_kept = 0;
                coupling = coupling.without(&kept.dropped);
            }
        }
        Ok(coupling)
    }

    /// Runs a call from the states of a coupling.
    fn look(&self, call: &Call, coupling: &Coupling, look: Look) -> Result<Kept, String> {
        let configs = related(call.configs.clone(), coupling);
        let task = self.task(call, &configs, coupling);
        let look = Look { one_by_one: self.one_by_one.load(Ordering::Relaxed), ..look };
        let kept = keeps(task, look, &|| self.solver(), self.limits).map_err(|error| error.to_string())?;
        self.one_by_one.fetch_or(kept.is_hard, Ordering::Relaxed);
        Ok(kept)
    }

    /// What a call keeps, as far as that is proved.
    fn kept(&self, call: &Call, coupling: &Coupling, observes: bool) -> Result<Kept, String> {
        let kept = self.look(call, coupling, Look { observes, ..Look::default() })?;
        let is_proved = verdict::of_pair(false, &kept.ledger) == DiffVerdict::Equivalent;
        if !kept.dropped.is_empty() || is_proved {
            return Ok(kept);
        }
        // Loops of any length: then nothing may differ.
        let without_events = |config: &Config| config.clone().with(|run| run.comparison.calls_are_events = false);
        let configs = related(call.configs.clone(), coupling);
        let configs = (without_events(&configs.0), without_events(&configs.1));
        let task = self.task(call, &configs, coupling);
        let proof = prove(task, &|| self.solver(), self.limits).map_err(|error| error.to_string())?;
        if proof.failed.is_none() && verdict::of_pair(false, &proof.ledger) == DiffVerdict::Equivalent {
            let (dropped, needed) = (BTreeSet::new(), Vec::new());
            return Ok(Kept { dropped, differs: false, needed, is_hard: false, ledger: proof.ledger });
        }
        if kept.ledger.iter().any(|(entry, _)| entry.weakness == Weakness::LoopBound) {
            let deeper = |config: &Config| config.clone().with(|run| run.bounds.loop_bound = Some(DEEPER));
            let configs = related(call.configs.clone(), coupling);
            let configs = (deeper(&configs.0), deeper(&configs.1));
            let task = self.task(call, &configs, coupling);
            let look = Look { observes, ..Look::default() };
            let kept = keeps(task, look, &|| self.solver(), self.limits).map_err(|error| error.to_string())?;
            if !kept.dropped.is_empty() || verdict::of_pair(false, &kept.ledger) == DiffVerdict::Equivalent {
                return Ok(kept);
            }
        }
        let why = kept.ledger.iter().next().map_or_else(String::new, |(entry, _)| entry.detail.clone());
        Err(format!("`{}`: {why}", call.pair.name))
    }

    /// That functions which were not changed do the same, where that does not follow from their private state being the same.
    fn unchanged(&self, analysis: &Analysis, coupling: &Coupling) -> Result<(), String> {
        let is_open =
            |call: &&Call| !analysis.is_changed(&call.pair) && touches_unshared(self.ready, coupling, &call.pair);
        for call in self.calls.iter().filter(is_open) {
            if self.kept(call, coupling, true)?.differs {
                return Err(format!("`{}` was not changed and may differ", call.pair.name));
            }
        }
        Ok(())
    }
}
