//! The task loop.
//!
//! *Source*: [dgse-tse2017] Alg. 2.

use super::known_suffix::{Influence, KnownSuffix};
use super::outputs::Output;
use super::recorder::Recorder;
use super::relation::{Interaction, Relation};
use super::relevant_conditions::{ChainId, Side};
use super::run::{Ended, run};
use super::search_memory::{Asked, SearchMemory, Surprise};
use super::tasks::{Queue, Start, Task, TaskOrder, Tasks};
use super::trial::{Trial, cost};
use incise_base::Stopwatch;
use incise_deps::NodeId;
use incise_engine::{
    Context, Engine, Entry as Started, ExploreError, Explored, Limits, LoggedDecision, PathEnd, PathObserver,
    StartGlobals, State, Weakness,
};
use incise_solver::{Extend, PathCondition};
use incise_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How the search is done.
#[derive(Clone, Copy, Debug)]
pub struct DgseOptions {
    /// What interactive dependence is.
    pub interaction: Interaction,
    /// Which task comes next.
    pub order: TaskOrder,
    /// Whether everything is explored where the first runs leave out hardly anything.
    pub gives_up: bool,
}

/// So many decisions in the rest of a run are looked at to see whether leaving it is worth it.
const AHEAD: usize = 8;

/// The stack of the thread that runs: terms can be deep.
pub(super) const STACK: usize = 256 << 20;

/// What was found.
pub struct Searched<F> {
    /// What the engine reports.
    pub report: Explored<F>,
    /// What became of the tasks.
    pub tasks: Tasks,
}

/// Takes a path that ended.
pub(super) type Take<'a, 'p> = &'a mut dyn FnMut(&mut Engine<'_, 'p>, State, PathEnd);

/// The search.
pub(super) struct Search<'a, 'p> {
    pub(super) engine: Engine<'a, 'p>,
    pub(super) first: State,
    pub(super) known: Rc<RefCell<SearchMemory>>,
    pub(super) options: DgseOptions,
    /// What was taken in the middle of statements.
    pub(super) seen: FxHashMap<(ChainId, NodeId), Vec<TermId>>,
    /// Paths that were run.
    pub(super) paths: FxHashSet<u128>,
    /// Path conditions under lists of conditions that were asked for.
    pub(super) conditions: FxHashMap<ChainId, PathCondition>,
    /// For the log of the next run.
    pub(super) log: Vec<LoggedDecision>,
    /// Where decisions have nothing to do with what is ahead, if runs may be left there; made when it is first asked for.
    pub(super) influence: Option<Option<Influence>>,
    pub(super) queue: Queue,
    pub(super) trial: Trial,
    pub(super) tasks: Tasks,
    /// Sides that some run took, if somebody wants to know.
    pub(super) covered: Option<FxHashSet<Side>>,
    /// What is seen at the end of runs, if somebody wants to know.
    pub(super) recorder: Option<Recorder<'a, 'p>>,
    pub(super) limits: Limits<'a>,
    pub(super) start: Stopwatch,
}

impl<'a, 'p> Search<'a, 'p> {
    /// A search that has not begun; `outputs` is what is seen at the end.
    pub(super) fn new(
        mut engine: Engine<'a, 'p>,
        options: DgseOptions,
        limits: Limits<'a>,
        outputs: &[Vec<Output>],
        sees_ends: bool,
    ) -> Result<Result<Self, Surprise>, ExploreError> {
        let start = Stopwatch::start();
        let config = engine.prepared.config;
        let first = engine.first_state()?;
        if config.checks.leaks {
            return Ok(Err(String::from("what is lost at exit depends on everything")));
        }
        if first.thread().depth > 0 {
            return Ok(Err(String::from("code runs before the entry")));
        }
        let global_inputs = config.entry != Started::Main && config.environment.globals != StartGlobals::Initial;
        let relation = Relation::of(
            engine.prepared.module(),
            engine.prepared.entry(),
            global_inputs,
            options.interaction,
            outputs,
        );
        let Some(relation) = relation else {
            return Ok(Err(String::from("the entry has no body")));
        };
        let tasks = Tasks { analysis_time: start.elapsed(), n_nodes: relation.n_nodes(), ..Tasks::default() };
        // Nobody wants to see how paths end.
        let leaves = !config.search.keep_paths && !sees_ends && options.interaction == Interaction::Closed;
        let known = Rc::new(RefCell::new(SearchMemory::new(relation, options.interaction, options.gives_up)));
        engine.run.explored_sides = Some(Box::new(Asked(Rc::clone(&known))));
        Ok(Ok(Search {
            engine,
            first,
            known,
            options,
            seen: FxHashMap::default(),
            paths: FxHashSet::default(),
            conditions: FxHashMap::default(),
            log: Vec::new(),
            influence: leaves.then_some(None),
            queue: Queue::new(options.order),
            trial: Trial::default(),
            tasks,
            covered: None,
            recorder: None,
            limits,
            start,
        }))
    }

    pub(super) fn known(&self) -> RefMut<'_, SearchMemory> {
        self.known.borrow_mut()
    }

    pub(super) fn run<O: PathObserver<'p>>(
        mut self,
        mut observer: O,
    ) -> Result<Result<Searched<O::Found>, Surprise>, ExploreError> {
        if let Err(reason) = self.all(&mut |engine, state, end| observer.ended(engine, state, end)) {
            return Ok(Err(reason));
        }
        let detail = match self.options.interaction {
            Interaction::None => "interactive dependence was left out: errors may be missed",
            Interaction::Printed => "interactive dependence was taken as it is printed: errors may be missed",
            Interaction::Closed => "",
        };
        if !detail.is_empty() {
            self.engine.run.ledger.add(Weakness::Pruned, detail, None);
        }
        let Search { mut engine, tasks, start, limits, .. } = self;
        let found = observer.finish(&mut engine, Vec::new());
        engine.context.solver.report_work(&limits.progress.work);
        let report = Explored {
            stats: engine.run.stats,
            ledger: std::mem::take(&mut engine.run.ledger),
            solver: vec![engine.context.solver.stats().clone()],
            terms: vec![engine.context.pool.size()],
            wall: start.elapsed(),
            found,
        };
        Ok(Ok(Searched { report, tasks }))
    }

    /// Alg. 2, l. 4–11.
    pub(super) fn all(&mut self, take: Take<'_, 'p>) -> Result<(), Surprise> {
        while let Some(task) = self.queue.pop() {
            self.task(task)?;
            for (state, end) in std::mem::take(&mut self.engine.run.finished) {
                take(&mut self.engine, state, end);
            }
            let progress = self.limits.progress;
            progress.pending.store(self.queue.len() as u64, Ordering::Relaxed);
            if self.limits.is_stopped() {
                self.engine.note_stopped(progress.weakness(), self.queue.len() + 1);
                break;
            }
            if self.options.gives_up && self.trial.is_over(&mut self.queue)? {
                self.known().is_on_trial = false;
            }
        }
        Ok(())
    }

    /// Alg. 2, l. 5–10.
    fn task(&mut self, mut task: Task) -> Result<(), Surprise> {
        let before = cost(&self.engine);
        let (ended, asked) = self.run_task(&mut task);
        self.trial.spent(cost(&self.engine) - before, task.from.is_some());
        self.tasks.questions += 1;
        self.tasks.conditions += u64::from(task.n_conditions);
        let run = match ended {
            Ended::Stopped | Ended::Undecided => return Ok(()),
            Ended::Infeasible => {
                self.tasks.unsat_time += asked;
                match () {
                    () if !task.without.is_empty() => {}
                    () if task.is_check => self.tasks.safe_checks += 1,
                    () => self.tasks.infeasible += 1,
                }
                return Ok(());
            }
            Ended::Path(run) => run,
        };
        self.tasks.sat_time += asked;
        self.path(task, *run)
    }

    /// Runs the program under the conditions of a task.
    pub(super) fn run_task(&mut self, task: &mut Task) -> (Ended, Duration) {
        let mut asked = Duration::ZERO;
        let state = match task.start.take() {
            Some(start) => {
                let Start { state, entries, n_entries, other, from } = start;
                task.from = Some(from);
                self.known().begin(entries[..n_entries].iter().copied().chain([other]));
                *state
            }
            None => {
                let began = Stopwatch::start();
                self.known().begin([].into_iter());
                let found = self.under(task);
                asked = began.elapsed();
                match found {
                    Ok(path_condition) => State { path_condition, ..self.first.clone() },
                    Err(ended) => return (ended, asked),
                }
            }
        };
        let log = std::mem::take(&mut self.log);
        let known = &self.known;
        let influence = self.influence.as_mut();
        let rest = task.model.clone().and_then(KnownSuffix::new);
        let ended = match influence.zip(rest) {
            Some((influence, mut rest)) => {
                let influence = influence.get_or_insert_with(|| Influence::of(&known.borrow().relation));
                let mut watch = |log: &[LoggedDecision], state: &State| {
                    rest.is_known(&mut known.borrow_mut(), influence, log, state)
                };
                let mut ended = run(&mut self.engine, state, log, self.limits, Some(&mut watch));
                if let Ended::Path(run) = &mut ended
                    && run.is_left
                    && known.borrow().is_on_trial
                {
                    run.n_left_out = self.n_possible(&run.state.path_condition, rest.ahead().take(AHEAD));
                }
                ended
            }
            None => run(&mut self.engine, state, log, self.limits, None),
        };
        (ended, asked)
    }

    /// How many of these conditions, each with those before it, can hold or not under a path condition.
    fn n_possible(&mut self, path_condition: &PathCondition, conditions: impl Iterator<Item = TermId>) -> u32 {
        let Context { pool, solver, .. } = &mut *self.engine.context;
        let mut all = path_condition.clone();
        let mut n_possible = 0;
        for condition in conditions {
            let other = pool.not(condition);
            // What was decided otherwise cannot hold.
            let Extend::Sat(more) = solver.extend(pool, &all, condition) else { continue };
            n_possible += u32::from(matches!(solver.extend(pool, &all, other), Extend::Sat(_)));
            all = more;
        }
        n_possible
    }

    /// The first state's path condition under the conditions of a task, or why there is none.
    fn under(&mut self, task: &Task) -> Result<PathCondition, Ended> {
        let mut found = self.under_chain(task.chain)?;
        for condition in task.side.iter().chain(&task.without) {
            found = self.extended(&found, *condition)?;
        }
        Ok(found)
    }

    /// The first state's path condition under a list of conditions; lists have their beginnings in common.
    fn under_chain(&mut self, chain: ChainId) -> Result<PathCondition, Ended> {
        let mut missing = Vec::new();
        let mut at = chain;
        let mut found = loop {
            if let Some(known) = self.conditions.get(&at) {
                break known.clone();
            }
            match self.known().chains.split(at) {
                Some((before, condition)) => {
                    missing.push((at, condition));
                    at = before;
                }
                None => break self.first.path_condition.clone(),
            }
        };
        while let Some((chain, condition)) = missing.pop() {
            found = self.extended(&found, condition)?;
            self.conditions.insert(chain, found.clone());
        }
        Ok(found)
    }

    fn extended(&mut self, path_condition: &PathCondition, condition: TermId) -> Result<PathCondition, Ended> {
        let engine = &mut self.engine;
        engine.run.stats.queries += 1;
        match engine.context.solver.extend(&mut engine.context.pool, path_condition, condition) {
            Extend::Sat(more) => Ok(more),
            Extend::Unsat => Err(Ended::Infeasible),
            Extend::Unknown(reason) => {
                engine.run.stats.undecided += 1;
                let detail = reason.undecided("a query");
                engine.run.ledger.add(Weakness::SolverUnknown, detail, None);
                Err(Ended::Undecided)
            }
        }
    }
}
