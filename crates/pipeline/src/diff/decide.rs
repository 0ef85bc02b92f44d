//! In which order a pair of functions is attacked: a quick look, a proof over loops of any length, then as far as the bounds go.

use super::equivalent_calls::EquivalentCalls;
use crate::failure::Failure;
use crate::progress;
use crate::verdict;
use crate::versions::Version;
use crate::watchdog;
use incise_compare::{
    Comparison, ComparisonInput, Observe, ObservedSubset, Pieces, Piecewise, Proof, compare, piecewise, prove,
};
use incise_engine::{Config, Guide, LedgerEntry, MakeSolver, Order, Plan, Progress, UbPolicy, Weakness};
use incise_guide::dgse::DgseOptions;
use incise_report::DiffVerdict;
use incise_solver::{Solver, SolverConfig};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a loop is gone round in the quick look.
const QUICK_LOOP_BOUND: u32 = 3;
/// How long the quick look takes at most.
const QUICK: Duration = Duration::from_secs(3);
/// How much longer than its time a look may search, so that what it found can be told.
const GRACE: Duration = Duration::from_secs(2);
/// The least part of the time that is left for the deep look.
const DEEP_PART: u32 = 4;
/// How much higher the bound on loops gets at a time, and the part of the time that may be spent before that.
const DEEPER: u32 = 4;
const DEEPER_PART: u32 = 12;
/// A query may take this part of a look, but always as long as the least.
const QUERIES: u32 = 6;
const LEAST_QUERY: Duration = Duration::from_secs(1);
/// How long a proof takes at most.
const PROOF: Duration = Duration::from_secs(10);
/// How long one takes at most in which calls are not followed.
const CALLS: Duration = Duration::from_secs(2);

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
    pub observe: &'a Observe,
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
    /// Workers that explore a version.
    pub jobs: usize,
}

/// Whether nobody has asked for an order, and no search depends on one.
fn order_is_free(direction: &Direction, config: &Config) -> bool {
    config.order == Order::Depth && !matches!(direction, Direction::Guided(_) | Direction::Dependence(..))
}

impl Attempt<'_> {
    /// Compares, with as much effort as it takes.
    pub fn decide(&self, base: &Config, modified: &Config, is_last_look: bool) -> Result<Outcome, Failure> {
        let start = Instant::now();
        // Recursion is soon proved or not at all. What a published search explores is what it is asked for.
        if !matches!(self.direction, Direction::Guided(_) | Direction::Dependence(..))
            && let Some(proof) = self.prove_calls(base, modified)?
        {
            return Ok(Outcome::Proved(proof, None));
        }
        // Short paths come first: a difference on one of them is found before time is spent on long ones.
        let is_free = order_is_free(self.direction, modified);
        let quick = |config: &Config| Config {
            order: if is_free { Order::Breadth } else { config.order },
            loop_bound: Some(QUICK_LOOP_BOUND),
            timeout: Some(config.timeout.map_or(QUICK, |timeout| timeout.min(QUICK))),
            ..config.clone()
        };
        let first =
            if is_last_look { self.compare(base, modified)? } else { self.compare(&quick(base), &quick(modified))? };
        // What a search leaves out on purpose it leaves out again.
        let by_dependence = matches!(self.direction, Direction::Dependence(..));
        let is_lost = |weakness: Weakness| weakness.loses_paths() && !(by_dependence && weakness == Weakness::Pruned);
        let is_complete = !first.ledger.iter().any(|(entry, _)| is_lost(entry.weakness));
        if is_complete {
            return Ok(Outcome::Compared(first));
        }
        if first.differences.is_empty()
            && let Some(proof) = self.prove(base, modified, PROOF)?
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
        if seen && watchdog::time_left() < 2 * start.elapsed() {
            return Ok(Outcome::Compared(first));
        }
        let ran_out = first.ledger.iter().any(|(entry, _)| entry.weakness == Weakness::Timeout);
        let left = |timeout: Duration| timeout.saturating_sub(start.elapsed()).max(timeout / DEEP_PART);
        let deeper = |config: &Config| {
            let share = if ran_out { config.timeout.map_or(QUICK, |timeout| (timeout / 4).max(QUICK)) } else { QUICK };
            let timeout = config.timeout.map_or(share, |timeout| timeout.min(share));
            let timeout = if seen { Some(timeout) } else { config.timeout.map(left) };
            Config { timeout, ..config.clone() }
        };
        let deep = self.compare(&deeper(base), &deeper(modified))?;
        // Time may be up before the deep look finds what the quick one has seen.
        if deep.differences.is_empty() && seen {
            return Ok(Outcome::Compared(first));
        }
        Ok(Outcome::Compared(self.deepened(base, modified, deep, start)?))
    }

    /// Where nothing but the bound on loops is between what was found and a proof, the bound is raised as long as there is time.
    fn deepened(
        &self,
        base: &Config,
        modified: &Config,
        mut found: Comparison,
        start: Instant,
    ) -> Result<Comparison, Failure> {
        let (Some(mut bound), Some(timeout)) = (modified.loop_bound, modified.timeout) else { return Ok(found) };
        let until = start + timeout / DEEPER_PART;
        let is_bound = |weakness: Weakness| matches!(weakness, Weakness::LoopBound | Weakness::CallDepthBound);
        while found.differences.is_empty() && !matches!(self.direction, Direction::Guided(_)) {
            let weaknesses = found.ledger.iter().map(|(entry, _)| entry.weakness);
            let lost: Vec<Weakness> = weaknesses.filter(|weakness| weakness.loses_paths()).collect();
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || lost.is_empty() || !lost.into_iter().all(is_bound) {
                break;
            }
            bound = bound.saturating_mul(DEEPER);
            let deeper = |config: &Config| Config { loop_bound: Some(bound), timeout: Some(left), ..config.clone() };
            let next = self.compare(&deeper(base), &deeper(modified))?;
            // What time cut short says less than what a bound did.
            let ran_out = next.ledger.iter().any(|(entry, _)| entry.weakness == Weakness::Timeout);
            if ran_out && next.differences.is_empty() {
                break;
            }
            found = next;
        }
        Ok(found)
    }

    fn compare(&self, base: &Config, modified: &Config) -> Result<Comparison, Failure> {
        let progress = watchdog::search();
        let _line = progress::show(&progress, modified.timeout, !self.quiet);
        let defined = |config: &Config| Config { ub: UbPolicy::Undefined, ..config.clone() };
        let defined = (defined(base), defined(modified));
        let mut task = self.task(base, modified);
        if let Direction::Dependence(.., search) = self.direction {
            task.dependence = Some(search.options);
        }
        task.defined = (modified.ub == UbPolicy::Wrap).then_some((&defined.0, &defined.1));
        let deadline = modified.timeout.map(|timeout| Instant::now() + timeout + GRACE.min(timeout));
        let timeout_per_query = self.query_timeout(modified.timeout);
        let solver = || Solver::new(SolverConfig { deadline, timeout_per_query, ..self.solver.clone() });
        let start = Instant::now();
        let mut found = compare(task, &solver, &progress)?;
        if let Direction::Dependence(.., search) = self.direction {
            let left = modified.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
            let time = left.map_or(PROOF, |left| left.min(PROOF));
            let asker = Asker { solver: &solver, progress: &progress, time };
            combine(search, task, asker, &mut found)?;
        }
        Ok(found)
    }

    /// A query gets a part of the time, so that one of them does not keep the others waiting.
    fn query_timeout(&self, whole: Option<Duration>) -> Option<Duration> {
        let part = whole.map(|whole| (whole / QUERIES).max(LEAST_QUERY));
        [part, self.solver.timeout_per_query].into_iter().flatten().min()
    }

    /// Proves it with the calls of known functions not followed; not where there are none.
    pub fn prove_calls(&self, base: &Config, modified: &Config) -> Result<Option<Proof>, Failure> {
        if self.known.is_empty() {
            return Ok(None);
        }
        for (base, modified) in self.known.used(base, modified) {
            if let Some(mut proof) = self.prove(&base, &modified, CALLS)? {
                proof.ledger.add(Weakness::Assumption, "nested calls do not run out of stack", None);
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    fn prove(&self, base: &Config, modified: &Config, most: Duration) -> Result<Option<Proof>, Failure> {
        let progress = watchdog::search();
        let time = modified.timeout.map_or(most, |timeout| timeout.min(most));
        // An induction over visits of loops does not count the calls before them: runs with such calls prove nothing.
        let without_events = |config: &Config| Config { calls_are_events: false, ..config.clone() };
        let (base, modified) = (without_events(base), without_events(modified));
        let task = self.task(&base, &modified);
        let deadline = Some(Instant::now() + time);
        let timeout_per_query = self.query_timeout(Some(time));
        let solver = || Solver::new(SolverConfig { deadline, timeout_per_query, ..self.solver.clone() });
        let proof = prove(task, &solver, &progress, time)?;
        if let (Some(why), Some(_)) = (proof.failed, std::env::var_os("INCISE_TRACE_PROOFS")) {
            eprintln!("no proof by induction: {why}");
        }
        let holds = proof.failed.is_none() && verdict::of_pair(false, &proof.ledger) == DiffVerdict::Equivalent;
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
            dependence: None,
            jobs: self.jobs,
        }
    }
}

/// Who decides the conditions of a search, and for how long.
struct Asker<'s, 'p> {
    solver: MakeSolver<'s>,
    progress: &'p Progress,
    time: Duration,
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
        match piecewise(task, search.options.order, asker.solver, asker.progress, asker.time)? {
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
