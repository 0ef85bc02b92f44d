//! Which search decides a pair of functions, and which comes next when what a search found is refuted.
//!
//! A search that skips something takes it that what it skips comes to an end without an error and does not matter. Where that shows to be wrong
//! ([`Refuted`]), everything is run.

use super::coupling::related;
use super::decide::{Attempt, Dependence, Direction, Outcome};
use super::equivalent_calls::EquivalentCalls;
use super::history::History;
use super::load::LoadedVersions;
use super::pair::{Analysis, EntryPair};
use super::pair_task::PairTask;
use super::recursion;
use super::visible::{Visible, compared};
use super::{unobserved, witness};
use crate::explore::task_order;
use crate::failure::Failure;
use crate::findings::{Modules, Subject};
use crate::request::{ComparisonRequest, Globals, GuideName, OrderName};
use crate::verdict;
use incise_compare::{Comparison, Proof};
use incise_engine::{AliasCase, Aspect, Config, Guide, ObservedSubset, UbPolicy, Weakness};
use incise_guide::dgse::{DgseOptions, Interaction};
use incise_guide::dise::{self, Published};
use incise_guide::{ExactPlan, Unplanned};
use incise_replay::Test;
use incise_report::{DecidedBy, DiffVerdict, FunctionFindings, LedgerLine, SearchGuide, proof_stats};
use incise_solver::PER_SECOND;
use std::sync::Mutex;
use std::time::Duration;

/// The work of a look from private states that nothing relates: what differs from them says little, what is equal is soon found.
const UNRELATED: u64 = 6 * PER_SECOND;

/// A pair of functions whose pointer parameters are of one kind each.
pub struct Case<'a> {
    task: &'a PairTask<'a>,
    /// How runs of the old and of the new version start.
    configs: (Config, Config),
    visible: Visible,
    known: EquivalentCalls,
    /// Workers that may explore a version.
    jobs: usize,
}

/// What a search came to.
pub struct Searched {
    /// What it found.
    pub found: FunctionFindings,
    /// Tests that show the differences.
    pub tests: Vec<Test>,
    refuted: Option<Refuted>,
}

/// Why what a search found does not count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refuted {
    /// What was skipped matters.
    WrongPlan,
    /// Native runs do not show a difference.
    NotReplayed,
}

impl From<FunctionFindings> for Searched {
    fn from(found: FunctionFindings) -> Searched {
        Searched { found, tests: Vec::new(), refuted: None }
    }
}

impl<'a> Case<'a> {
    /// A case of a pair, with the time and the workers that it may take.
    pub fn new(
        task: &'a PairTask<'a>,
        alias_case: &AliasCase,
        time: Duration,
        jobs: usize,
    ) -> Result<Case<'a>, Failure> {
        let configured = |config: Config| alias_case.of(&config).with(|run| run.bounds.timeout = Some(time));
        let (mut old, mut new) = task.versions.configs(task.pair);
        if let Some(coupling) = task.coupling {
            (old, new) = related((old, new), coupling);
        }
        let known = recursion::known(task.versions, task.analysis, task.pair)?;
        let (mut configs, visible) = ((configured(old), configured(new)), task.versions.visible(task.pair));
        let history = History { task, configs: &configs, jobs };
        if task.coupling.is_none() && history.has_own_state() {
            let bounded = |config: &Config| config.clone().with(|run| run.bounds.work = Some(UNRELATED));
            configs = (bounded(&configs.0), bounded(&configs.1));
        }
        Ok(Case { task, configs, visible, known, jobs })
    }

    /// Compares by the search that was asked for.
    pub fn compare(&self) -> Result<Searched, Failure> {
        let options = &self.task.versions.options;
        match options.guide {
            GuideName::Full => self.everything(),
            // What is skipped is taken to find private state the same in both versions.
            GuideName::Exact if self.task.coupling.is_some() => self.everything(),
            GuideName::Exact | GuideName::Dgse if passes_on(options, self.task.analysis, self.task.pair) => {
                self.everything()
            }
            GuideName::Exact | GuideName::Dgse => self.planned(),
            GuideName::Dise => self.directed_across_calls(),
            GuideName::DiseTosem14 => self.directed(Published::Tosem14),
            GuideName::DisePldi11 => self.directed(Published::Pldi11),
        }
    }

    fn guide(&self) -> SearchGuide {
        self.task.versions.options.guide.into()
    }

    fn everything(&self) -> Result<Searched, Failure> {
        self.run(&Direction::Everything, self.guide())
    }

    /// Only what the change can influence; everything where that is refuted.
    fn planned(&self) -> Result<Searched, Failure> {
        // How much of the input is read shows only in runs that read all of it.
        if unobserved::may_read_otherwise(self.task.analysis, self.task.pair) {
            return self.everything();
        }
        let plan =
            self.task.analysis.plan(self.task.pair, &self.task.observe, self.configs.1.checks.ub == UbPolicy::Report);
        if plan.everything.is_none() && self.task.analysis.leaves_out_loop(self.task.pair, &plan) {
            return self.everything();
        }
        if !plan.reached {
            return Ok(self.undisturbed(DecidedBy::NothingObserved).into());
        }
        match &plan.everything {
            // The report names the search that was made in place of the one that was asked for.
            Some(Unplanned::Exhausted(_)) => return self.run(&Direction::Everything, SearchGuide::Full),
            Some(Unplanned::Refused(_)) => return self.everything(),
            None => {}
        }
        if self.task.versions.options.guide == GuideName::Dgse {
            return self.by_dependence(&plan);
        }
        let searched = self.run(&Direction::Plans(&plan.base, &plan.modified, self.compared(&plan)), self.guide())?;
        // What is skipped is not in the log of accesses: where that log matters to an equivalence, everything is run.
        let is_equal = matches!(searched.found.verdict, DiffVerdict::Equivalent | DiffVerdict::Within);
        if is_equal && unobserved::may_interfere(self.task.analysis, self.task.pair) {
            return self.everything();
        }
        match searched.refuted {
            Some(Refuted::WrongPlan | Refuted::NotReplayed) => self.run(&Direction::Everything, SearchGuide::Full),
            None => Ok(searched),
        }
    }

    fn compared(&self, plan: &ExactPlan) -> ObservedSubset {
        compared(&plan.outputs, &self.visible)
    }

    fn by_dependence(&self, plan: &ExactPlan) -> Result<Searched, Failure> {
        let options = &self.task.versions.options;
        let order = task_order(options.order, options.seed);
        let search = Dependence {
            options: DgseOptions { interaction: Interaction::Closed, order, gives_up: false },
            pieces: Mutex::new(None),
        };
        let direction = Direction::Dependence(&plan.base, &plan.modified, self.compared(plan), &search);
        let mut searched = self.run(&direction, self.guide())?;
        // What a published search explores is what it is asked for, also where a difference is not shown natively.
        if searched.refuted == Some(Refuted::WrongPlan) {
            return self.run(&Direction::Everything, SearchGuide::Full);
        }
        let pieces = search.pieces.into_inner().ok().flatten();
        if let Some(tasks) = &mut searched.found.tasks {
            tasks.proof = pieces.as_ref().map(proof_stats);
        }
        Ok(searched)
    }

    fn directed_across_calls(&self) -> Result<Searched, Failure> {
        let options = &self.task.versions.options;
        let impact = self.task.analysis.calls(self.task.pair);
        let (facts, order) = (self.task.analysis.mod_facts(), dise_order(options.order));
        let Some(directions) = dise::directions(facts, &impact, self.task.pair.modified, order, options.seed) else {
            return Ok(self.unseen().into());
        };
        let make = || -> Box<dyn Guide> { Box::new(dise::Interprocedural::new(&directions)) };
        self.run(&Direction::Guided(&make), self.guide())
    }

    fn directed(&self, published: Published) -> Result<Searched, Failure> {
        let (options, pair) = (&self.task.versions.options, self.task.pair);
        let searched = self.task.analysis.published(published, pair);
        let Some(searched) = searched.filter(|searched| !searched.impact.is_empty()) else {
            return Ok(self.unseen().into());
        };
        let order = dise_order(options.order);
        let make = || -> Box<dyn Guide> {
            let facts = searched.facts;
            let successors = dise::Successors::new(order, &facts.facts, options.seed);
            Box::new(dise::dise(published, pair.modified, facts, searched.impact, successors))
        };
        self.run(&Direction::Guided(&make), self.guide())
    }

    /// The change reaches the function, but in a way that the rules of a search do not see.
    fn unseen(&self) -> FunctionFindings {
        let guide = self.guide().name();
        let detail = format!("the rules of {guide} see no impacted node in the function itself; use --guide exact");
        FunctionFindings {
            verdict: DiffVerdict::Undecided,
            bounds_hit: vec![LedgerLine::new(Weakness::Pruned, detail)],
            ..self.undisturbed(DecidedBy::NoImpactedNode)
        }
    }

    fn undisturbed(&self, decided_by: DecidedBy) -> FunctionFindings {
        FunctionFindings::undisturbed(&self.task.pair.name, self.guide(), decided_by, self.task.lines.clone())
    }

    /// One search: decides, and runs natively what it found.
    fn run(&self, direction: &Direction, guide: SearchGuide) -> Result<Searched, Failure> {
        let LoadedVersions { options, base, modified, solver, watchdog, .. } = self.task.versions;
        let attempt = Attempt {
            base,
            modified,
            observe: &self.task.observe,
            solver,
            direction,
            everything: &self.visible.everything(),
            quiet: options.form.json || options.form.quiet,
            known: &self.known,
            coupling: self.task.coupling,
            jobs: self.jobs,
            watchdog,
        };
        // Without loops there is nothing that a look at their first rounds could show sooner.
        let is_last_look = options.limits.loop_bound.is_some() || !self.task.analysis.may_repeat(self.task.pair);
        match attempt.decide(&self.configs.0, &self.configs.1, is_last_look)? {
            Outcome::Proved(proof, looked) => Ok(self.proved(direction, guide, &proof, looked.as_deref()).into()),
            Outcome::Compared(comparison) => self.shown(direction, guide, comparison),
        }
    }

    fn subject(&self, guide: SearchGuide) -> Subject<'_> {
        let LoadedVersions { base, modified, .. } = self.task.versions;
        let modules = Modules { base: &base.program.linked, modified: &modified.program.linked };
        Subject { modules, name: &self.task.pair.name, guide, lines: &self.task.lines }
    }

    /// What a proof showed, after the paths that were looked at before it, if any.
    fn proved(
        &self,
        direction: &Direction,
        guide: SearchGuide,
        proof: &Proof,
        looked: Option<&Comparison>,
    ) -> FunctionFindings {
        let subject = self.subject(guide);
        let Some(looked) = looked else { return subject.proved(proof, DecidedBy::CallInduction) };
        let (mut found, looked) = (subject.proved(proof, DecidedBy::LoopInduction), subject.compared(looked));
        found.paths = looked.paths;
        found.tasks = looked.tasks;
        // What a published search explores is what it is asked for.
        if matches!(direction, Direction::Guided(_)) {
            found.stats = looked.stats;
        }
        found
    }

    /// What paths showed, as far as native runs show it too.
    fn shown(&self, direction: &Direction, guide: SearchGuide, comparison: Comparison) -> Result<Searched, Failure> {
        let LoadedVersions { options, base, modified, .. } = self.task.versions;
        let subject = self.subject(guide);
        let (comparison, held) = witness::hold_back(comparison);
        let mut found = subject.compared(&comparison);
        let history = History { task: self.task, configs: &self.configs, jobs: self.jobs };
        // From related states there is no more to be found than from any.
        let (shown, n_calls) = match comparison.differences.is_empty() && self.task.coupling.is_none() {
            true => history.search(&held, &comparison, guide)?,
            false => (None, None),
        };
        if let Some(shown) = shown {
            let refuted = None;
            found.bounds_hit.splice(0..0, witness::held_lines(&held, &subject, n_calls).into_iter().skip(1));
            return Ok(Searched { found: shown.merged(found), tests: shown.tests, refuted });
        }
        verdict::hold_back(&mut found, witness::held_lines(&held, &subject, n_calls));
        let native = witness::NativeReplay {
            options,
            base: (base, &self.configs.0),
            modified: (modified, &self.configs.1),
            visible: &self.visible,
            natively: &self.task.natively,
        };
        let skips = matches!(direction, Direction::Plans(..) | Direction::Dependence(..));
        if skips && native.fails_elsewhere(&comparison) {
            let detail = "code that was skipped ends a run with an error";
            found.bounds_hit.push(LedgerLine::new(Weakness::WrongPlan, detail));
            return Ok(Searched { found, tests: Vec::new(), refuted: Some(Refuted::WrongPlan) });
        }
        let replayed = native.replay(&comparison, &mut found)?;
        if !options.no_replay {
            witness::drop_met_bounds(&mut found);
        }
        let is_wrong = comparison.ledger.iter().any(|(entry, _)| entry.weakness == Weakness::WrongPlan);
        let refuted = match (is_wrong, replayed.is_contradicted) {
            (true, _) => Some(Refuted::WrongPlan),
            (false, true) => Some(Refuted::NotReplayed),
            (false, false) => None,
        };
        Ok(Searched { found, tests: replayed.tests, refuted })
    }
}

fn dise_order(order: OrderName) -> dise::Order {
    match order {
        OrderName::Random => dise::Order::Random,
        OrderName::Greedy => dise::Order::Greedy,
        OrderName::Default | OrderName::Bfs => dise::Order::Default,
    }
}

/// Whether a global with another initial value may be seen after a function that does not even name it.
pub fn passes_on(options: &ComparisonRequest, analysis: &Analysis, pair: &EntryPair) -> bool {
    let initial = options.globals() == Globals::Initial && pair.name != "main";
    initial && options.observed().has(Aspect::Globals) && !analysis.globals().is_empty()
}

/// Why a comparison runs everything although there is a plan.
pub fn reason_to_ignore(
    plan: &ExactPlan,
    options: &ComparisonRequest,
    analysis: &Analysis,
    pair: &EntryPair,
) -> Option<&'static str> {
    if passes_on(options, analysis, pair) {
        Some("a changed initial value passes through the function")
    } else if unobserved::may_read_otherwise(analysis, pair) {
        Some("the change can influence what is read from a stream")
    } else if analysis.leaves_out_loop(pair, plan) {
        Some("the plan leaves out a loop or a recursion that was changed")
    } else {
        None
    }
}
