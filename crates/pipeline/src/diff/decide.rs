//! In which order a pair of functions is attacked: a quick look, a proof over loops of any length, then as far as the bounds go.

use super::equivalent_calls::EquivalentCalls;
use crate::failure::Failure;
use crate::progress;
use crate::verdict;
use crate::versions::Version;
use crate::watchdog::Watchdog;
use incise_base::{Deadline, Stopwatch};
use incise_compare::{Comparison, ComparisonInput, Coupling, Pieces, Piecewise, Proof, compare, piecewise, prove};
use incise_engine::{
    Config, Guide, LedgerEntry, Limits, MakeSolver, Observation, ObservedSubset, Order, Plan, Progress, UbPolicy,
    Weakness,
};
use incise_guide::dgse::DgseOptions;
use incise_solver::{PER_SECOND, Solver, SolverConfig, work_in};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tracing::{debug, debug_span};

/// How often a loop is gone round in the quick look.
const QUICK_LOOP_BOUND: u32 = 3;
/// The work of the quick look.
const QUICK: u64 = 3 * PER_SECOND;
/// How much longer than its time a look may search, so that what it found can be told, and the work that it may do then.
const GRACE: Duration = Duration::from_secs(2);
const GRACE_WORK: u64 = work_in(GRACE);
/// The least part of the time that is left for the deep look, and the part of the work for one where a difference is known.
const DEEP_PART: u32 = 4;
/// How much higher the bound on loops gets at a time, and the part of the work that may be done before that.
const DEEPER: u32 = 4;
const DEEPER_PART: u64 = 12;
/// A query may do this part of the work of a look, but always as much as the least.
const QUERIES: u64 = 6;
const LEAST_QUERY: u64 = PER_SECOND;
/// The work of a proof.
const PROOF: u64 = 10 * PER_SECOND;
/// The work of one in which calls are not followed.
const CALLS: u64 = 2 * PER_SECOND;

/// What came out.
pub enum Outcome {
    /// The versions never differ; with what the paths showed that were looked at before, if any.
    Proved(Proof, Option<Box<Comparison>>),
    /// What paths showed.
    Compared(Comparison),
}

/// What directs the search.
pub enum Direction<'a> {
    /// Nothing: every path of both versions.
    Everything,
    /// What is skipped in the old and in the new version, and what is left to be compared.
    Plans(&'a Plan, &'a Plan, ObservedSubset),
    /// The same, and of the new version only paths that can show something new; may miss combinations.
    Dependence(&'a Plan, &'a Plan, ObservedSubset, &'a Dependence),
    /// A guide of the new version that may miss something.
    Guided(&'a (dyn Fn() -> Box<dyn Guide> + Sync)),
}

/// A search guided by dependence.
pub struct Dependence {
    /// How it is done.
    pub options: DgseOptions,
    /// What the proof took that the outputs are equal, if there is one.
    pub pieces: Mutex<Option<Pieces>>,
}

/// A pair of functions to be compared.
pub struct Attempt<'a> {
    /// The old version.
    pub base: &'a Version,
    /// The new version.
    pub modified: &'a Version,
    /// What is looked at.
    pub observe: &'a Observation,
    /// Who decides conditions.
    pub solver: &'a SolverConfig,
    /// What directs the search.
    pub direction: &'a Direction<'a>,
    /// What is compared where no plan says it.
    pub everything: &'a ObservedSubset,
    /// Whether nothing is shown meanwhile.
    pub quiet: bool,
    /// Functions that need not be followed in a proof.
    pub known: &'a EquivalentCalls,
    /// How the private states from which the versions start are related, where that was proved.
    pub coupling: Option<&'a Coupling>,
    /// Workers that explore a version.
    pub jobs: usize,
    /// Who ends the command in time.
    pub watchdog: &'a Watchdog,
}

/// Whether a look was cut short.
fn ran_out(found: &Comparison) -> bool {
    found.ledger.iter().any(|(entry, _)| matches!(entry.weakness, Weakness::Timeout | Weakness::WorkBound))
}

/// The work of a search.
fn counted(what: &str, progress: &Progress) -> u64 {
    let work = progress.work.load(Ordering::Relaxed);
    debug!(work, what);
    work
}

/// Whether nobody has asked for an order, and no search depends on one.
fn order_is_free(direction: &Direction, config: &Config) -> bool {
    config.search.order == Order::Depth && !matches!(direction, Direction::Guided(_) | Direction::Dependence(..))
}

impl Attempt<'_> {
    /// The work that fits into the time of the command. It depends on what was asked for, never on what has passed.
    fn whole_work(&self) -> u64 {
        work_in(self.watchdog.whole_time())
    }

    /// Compares, with as much effort as it takes.
    pub fn decide(&self, base: &Config, modified: &Config, is_last_look: bool) -> Result<Outcome, Failure> {
        let _stage = debug_span!("decide", entry = modified.entry.name()).entered();
        let start = Stopwatch::start();
        let mut spent = 0;
        // Recursion is soon proved or not at all. What a published search explores is what it is asked for.
        if !matches!(self.direction, Direction::Guided(_) | Direction::Dependence(..))
            && modified.environment.assumption.is_none()
            && let Some(proof) = self.prove_calls(base, modified)?
        {
            return Ok(Outcome::Proved(proof, None));
        }
        // Short paths come first: a difference on one of them is found before time is spent on long ones.
        let is_free = order_is_free(self.direction, modified);
        let quick = |config: &Config| {
            config.clone().with(|run| {
                run.search.order = if is_free { Order::Breadth } else { config.search.order };
                run.bounds.loop_bound = Some(QUICK_LOOP_BOUND);
                run.bounds.work = Some(QUICK.min(self.whole_work()));
            })
        };
        let mut first = if is_last_look {
            self.compare(base, modified, &mut spent)?
        } else {
            self.compare(&quick(base), &quick(modified), &mut spent)?
        };
        // What a search leaves out on purpose it leaves out again.
        let by_dependence = matches!(self.direction, Direction::Dependence(..));
        // No look follows structures further.
        let is_left = |weakness: Weakness| match weakness {
            Weakness::Pruned => by_dependence,
            Weakness::NestingBound => true,
            _ => false,
        };
        let is_lost = |weakness: Weakness| weakness.loses_paths() && !is_left(weakness);
        let is_complete = !first.ledger.iter().any(|(entry, _)| is_lost(entry.weakness));
        if is_complete {
            return Ok(Outcome::Compared(first));
        }
        // Where an assumption is undefined both versions end alike, which proves nothing.
        let is_assumption_open = modified.environment.assumption.is_some()
            && first.ledger.iter().any(|(entry, _)| entry.weakness == Weakness::Unsupported);
        if first.differences.is_empty()
            && !is_assumption_open
            && let Some(proof) = self.prove(base, modified, PROOF, &mut spent)?
        {
            return Ok(Outcome::Proved(proof, Some(Box::new(first))));
        }
        if is_last_look {
            return Ok(Outcome::Compared(first));
        }
        // That they differ is known: what else there is behind more rounds of loops gets a second look of the same length,
        // what there is on paths that were not come to gets a share of the time.
        let seen = !first.differences.is_empty();
        // A second look that the deadline cuts short would lose what the first one has shown.
        if seen && self.watchdog.time_left() < 2 * start.elapsed() {
            first.ledger.add(Weakness::Timeout, "no time was left for a second look; raise --timeout", None);
            return Ok(Outcome::Compared(first));
        }
        let left = |timeout: Duration| timeout.saturating_sub(start.elapsed()).max(timeout / DEEP_PART);
        let deeper = |config: &Config| {
            let share = if ran_out(&first) { (self.whole_work() / u64::from(DEEP_PART)).max(QUICK) } else { QUICK };
            config.clone().with(|run| {
                run.bounds.timeout = config.bounds.timeout.map(left);
                run.bounds.work = seen.then_some(share);
            })
        };
        let deep = self.compare(&deeper(base), &deeper(modified), &mut spent)?;
        // Time may be up before the deep look finds what the quick one has seen.
        if deep.differences.is_empty() && seen {
            return Ok(Outcome::Compared(first));
        }
        Ok(Outcome::Compared(self.deepened(base, modified, deep, spent)?))
    }

    /// Where nothing but the bound on loops is between what was found and a proof, the bound is raised as long as there is work to be done.
    fn deepened(
        &self,
        base: &Config,
        modified: &Config,
        mut found: Comparison,
        mut spent: u64,
    ) -> Result<Comparison, Failure> {
        let Some(mut bound) = modified.bounds.loop_bound else { return Ok(found) };
        let is_bound = |weakness: Weakness| matches!(weakness, Weakness::LoopBound | Weakness::RecursionBound);
        while found.differences.is_empty() && !matches!(self.direction, Direction::Guided(_)) {
            let weaknesses = found.ledger.iter().map(|(entry, _)| entry.weakness);
            let is_lost = |weakness: &Weakness| weakness.loses_paths() && *weakness != Weakness::NestingBound;
            let lost: Vec<Weakness> = weaknesses.filter(is_lost).collect();
            let left = (self.whole_work() / DEEPER_PART).saturating_sub(spent);
            if left == 0 || lost.is_empty() || !lost.into_iter().all(is_bound) {
                break;
            }
            bound = bound.saturating_mul(DEEPER);
            let deeper = |config: &Config| {
                config.clone().with(|run| {
                    run.bounds.loop_bound = Some(bound);
                    run.bounds.work = Some(left);
                })
            };
            let next = self.compare(&deeper(base), &deeper(modified), &mut spent)?;
            // What was cut short says less than what a bound on loops did.
            if ran_out(&next) && next.differences.is_empty() {
                break;
            }
            found = next;
        }
        Ok(found)
    }

    /// One look; adds its work to `spent`.
    pub fn compare(&self, base: &Config, modified: &Config, spent: &mut u64) -> Result<Comparison, Failure> {
        let progress = self.watchdog.search();
        let _line = progress::show(&progress, modified.bounds.timeout, !self.quiet);
        let defined = |config: &Config| config.clone().with(|run| run.checks.ub = UbPolicy::Undefined);
        let defined = (defined(base), defined(modified));
        let mut task = self.task(base, modified);
        if let Direction::Dependence(.., search) = self.direction {
            task.dependence = Some(search.options);
        }
        task.defined = (modified.checks.ub == UbPolicy::Wrap).then_some((&defined.0, &defined.1));
        let deadline = Deadline::after_any(modified.bounds.timeout.map(|timeout| timeout + GRACE.min(timeout)));
        let max_work = modified.bounds.work.map(|work| work + GRACE_WORK.min(work));
        let work_per_query = self.work_per_query(modified.bounds.work.unwrap_or_else(|| self.whole_work()));
        let solver = || Solver::new(SolverConfig { deadline, work_per_query, max_work, ..self.solver.clone() });
        let guard = Deadline::after_any(modified.bounds.timeout);
        let mut found = compare(task, &solver, &progress)?;
        if let Direction::Dependence(.., search) = self.direction {
            let limits = Limits { deadline: guard, ..Limits::new(&progress, None, Some(PROOF)) };
            combine(search, task, Asker { solver: &solver, limits }, &mut found)?;
        }
        *spent += counted("a look", &progress);
        Ok(found)
    }

    /// A query gets a part of the work, so that one of them does not keep the others waiting.
    fn work_per_query(&self, whole: u64) -> Option<u64> {
        let part = (whole / QUERIES).max(LEAST_QUERY);
        Some(self.solver.work_per_query.map_or(part, |most| most.min(part)))
    }

    /// Proves it with the calls of known functions not followed; not where there are none.
    pub fn prove_calls(&self, base: &Config, modified: &Config) -> Result<Option<Proof>, Failure> {
        if self.known.is_empty() {
            return Ok(None);
        }
        for (base, modified) in self.known.used(base, modified) {
            if let Some(mut proof) = self.prove(&base, &modified, CALLS, &mut 0)? {
                proof.ledger.add(Weakness::Assumption, "nested calls do not run out of stack", None);
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// A proof by induction with so much work, which is added to `spent`.
    fn prove(&self, base: &Config, modified: &Config, most: u64, spent: &mut u64) -> Result<Option<Proof>, Failure> {
        let progress = self.watchdog.search();
        let most = most.min(self.whole_work());
        // An induction over visits of loops does not count the calls before them: runs with such calls prove nothing.
        let without_events = |config: &Config| config.clone().with(|run| run.comparison.calls_are_events = false);
        let (base, modified) = (without_events(base), without_events(modified));
        let task = self.task(&base, &modified);
        let limits = Limits::new(&progress, modified.bounds.timeout, Some(most));
        let (deadline, max_work, work_per_query) = (limits.deadline, Some(most), self.work_per_query(most));
        let solver = || Solver::new(SolverConfig { deadline, work_per_query, max_work, ..self.solver.clone() });
        let proof = prove(task, &solver, limits)?;
        *spent += counted(proof.failed.unwrap_or("a proof"), &progress);
        let holds = proof.failed.is_none() && verdict::is_proof(&proof.ledger);
        Ok(holds.then_some(proof))
    }

    fn task<'p>(&'p self, base: &'p Config, modified: &'p Config) -> ComparisonInput<'p> {
        let (base_plan, mod_plan, compared) = match self.direction {
            Direction::Plans(base, modified, compared) | Direction::Dependence(base, modified, compared, _) => {
                (Some(*base), Some(*modified), compared)
            }
            Direction::Everything | Direction::Guided(_) => (None, None, self.everything),
        };
        let guide = match self.direction {
            Direction::Guided(make) => Some(*make),
            _ => None,
        };
        ComparisonInput {
            base: incise_compare::Version { module: &self.base.program.linked, config: base, plan: base_plan },
            modified: incise_compare::Version {
                module: &self.modified.program.linked,
                config: modified,
                plan: mod_plan,
            },
            observe: self.observe,
            compared,
            defined: None,
            guide,
            coupling: self.coupling,
            dependence: None,
            jobs: self.jobs,
        }
    }
}

/// Who decides the conditions of a search, and its limits.
struct Asker<'s, 'p> {
    solver: MakeSolver<'s>,
    limits: Limits<'p>,
}

/// Decisions that do not matter to each other were not combined. That this hides no difference is proved, or said not to be.
fn combine<'p>(
    search: &Dependence,
    task: ComparisonInput<'p>,
    asker: Asker<'_, 'p>,
    found: &mut Comparison,
) -> Result<(), Failure> {
    *search.pieces.lock().expect("nobody panics with it") = None;
    let explored_everything = found.tasks.as_ref().is_some_and(|tasks| tasks.fallback.is_some());
    if explored_everything || found.covers {
        return Ok(());
    }
    let task = ComparisonInput { dependence: None, ..task };
    let reason = if !found.differences.is_empty() {
        None
    } else if !found.errors.is_empty() {
        Some(String::from("runs end with errors"))
    } else if found.ledger.loses_paths() {
        Some(String::from("paths are missing"))
    } else {
        match piecewise(task, search.options.order, asker.solver, asker.limits)? {
            Piecewise::Equal(pieces, ledger) => {
                let known: Vec<LedgerEntry> = found.ledger.iter().map(|(entry, _)| entry.clone()).collect();
                for (entry, _) in ledger.iter().filter(|(entry, _)| !known.contains(entry)) {
                    found.ledger.add(entry.weakness, entry.detail.clone(), entry.span);
                }
                *search.pieces.lock().expect("nobody panics with it") = Some(pieces);
                return Ok(());
            }
            Piecewise::Different(shown) => {
                found.differences = shown.differences;
                found.n_differing_paths += shown.n_differing_paths;
                found.n_pairs += shown.n_pairs;
                found.paths.extend(shown.paths);
                None
            }
            Piecewise::Unknown(reason) => Some(reason),
        }
    };
    let detail = match reason {
        None => String::from("decisions that do not matter to each other were not combined: differences may be missed"),
        Some(reason) => format!(
            "decisions that do not matter to each other were not combined, and that no combination differs was not proved: {reason}"
        ),
    };
    found.ledger.add(Weakness::Pruned, detail, None);
    Ok(())
}
