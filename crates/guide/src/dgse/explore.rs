//! The task loop.
//!
//! *Source*: [dgse-tse2017] Alg. 2.

use super::chain::{ChainId, Side};
use super::known::{Asked, Known, Surprise};
use super::outputs::Output;
use super::relation::{Interaction, Relation};
use super::rest::{Influence, Model, Rest};
use super::run::{Ended, Run, run};
use super::slices::Recorder;
use super::tasks::{Entry, From, Queue, Start, Task, TaskOrder, Tasks};
use super::trial::{Trial, cost};
use incise_deps::NodeId;
use incise_engine::{
    Engine, Entry as Started, ExplorationSetup, ExploreError, Explored, Limits, Mark, MarkKind, PathEnd, PathObserver,
    State, Weakness, explore_observed,
};
use incise_solver::{Extend, PathCondition};
use incise_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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

/// What was found.
pub struct Searched<F> {
    /// What the engine reports.
    pub report: Explored<F>,
    /// What became of the tasks.
    pub tasks: Tasks,
}

/// The stack of the thread that runs: terms can be deep.
pub(super) const STACK: usize = 256 << 20;

/// So many decisions in the rest of a run are looked at to see whether leaving it is worth it.
const AHEAD: usize = 8;

/// Explores a program with one worker; the setup's guide is not asked.
#[doc(alias = "DGSymbolicExec")]
pub fn explore<'p, O: PathObserver<'p>>(
    setup: ExplorationSetup<'_, 'p>,
    options: DgseOptions,
    observer: &(dyn Fn() -> O + Sync),
) -> Result<Searched<O::Found>, ExploreError> {
    let found = std::thread::scope(|scope| {
        let search = || match Search::new(setup, options, O::SEES_ENDS)? {
            Ok(search) => search.run(observer()),
            Err(surprise) => Ok(Err(surprise)),
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
        thread.expect("a thread can be started").join().expect("the search does not panic")
    })?;
    match found {
        Ok(found) => Ok(found),
        Err(reason) => explore_all(setup, reason, observer),
    }
}

/// Explores everything where that is known to be better, for this reason. Nothing is lost.
pub fn explore_all<'p, O: PathObserver<'p>>(
    setup: ExplorationSetup<'_, 'p>,
    reason: String,
    observer: &(dyn Fn() -> O + Sync),
) -> Result<Searched<O::Found>, ExploreError> {
    let report = explore_observed(setup, observer)?;
    let ended = report.stats.completed + report.stats.failed;
    let tasks = Tasks { fallback: Some(reason), feasible: ended, ..Tasks::default() };
    Ok(Searched { report, tasks })
}

/// Takes a path that ended.
pub(super) type Take<'a, 'p> = &'a mut dyn FnMut(&mut Engine<'p>, State, PathEnd);

/// The search.
pub(super) struct Search<'a, 'p> {
    pub(super) engine: Engine<'p>,
    pub(super) first: State,
    known: Rc<RefCell<Known>>,
    options: DgseOptions,
    /// What was taken in the middle of statements.
    seen: FxHashMap<(ChainId, NodeId), Vec<TermId>>,
    /// Paths that were run.
    paths: FxHashSet<u128>,
    /// Path conditions under lists of conditions that were asked for.
    conditions: FxHashMap<ChainId, PathCondition>,
    /// For the marks of the next run.
    marks: Vec<Mark>,
    /// Where decisions have nothing to do with what is ahead, if runs may be left there; made when it is first asked for.
    influence: Option<Option<Influence>>,
    pub(super) queue: Queue,
    trial: Trial,
    pub(super) tasks: Tasks,
    /// Sides that some run took, if somebody wants to know.
    pub(super) covered: Option<FxHashSet<Side>>,
    /// What is seen at the end of runs, if somebody wants to know.
    pub(super) recorder: Option<Recorder<'a, 'p>>,
    pub(super) limits: Limits<'a>,
    start: Instant,
}

impl<'a, 'p> Search<'a, 'p> {
    pub(super) fn new(
        setup: ExplorationSetup<'a, 'p>,
        options: DgseOptions,
        sees_ends: bool,
    ) -> Result<Result<Self, Surprise>, ExploreError> {
        let mut engine = Engine::new(setup.module, setup.config, (setup.solver)()?);
        engine.plan = setup.plan;
        Search::with(engine, options, setup.limits(), &[], sees_ends)
    }

    /// The same with an engine that is there already, for what is seen at the end.
    pub(super) fn with(
        mut engine: Engine<'p>,
        options: DgseOptions,
        limits: Limits<'a>,
        outputs: &[Vec<Output>],
        sees_ends: bool,
    ) -> Result<Result<Self, Surprise>, ExploreError> {
        let start = Instant::now();
        let config = engine.config;
        let first = engine.first_state()?;
        if config.check_leaks {
            return Ok(Err(String::from("what is lost at exit depends on everything")));
        }
        if first.thread().depth > 0 {
            return Ok(Err(String::from("code runs before the entry")));
        }
        let global_inputs = config.entry != Started::Main && !config.initial_globals;
        let relation = Relation::of(engine.module(), engine.entry(), global_inputs, options.interaction, outputs);
        let Some(relation) = relation else {
            return Ok(Err(String::from("the entry has no body")));
        };
        let tasks = Tasks { analysis_time: start.elapsed(), n_nodes: relation.n_nodes(), ..Tasks::default() };
        // Nobody wants to see how paths end.
        let leaves = !config.keep_paths && !sees_ends && options.interaction == Interaction::Closed;
        let known = Rc::new(RefCell::new(Known::new(relation, options.interaction, options.gives_up)));
        engine.tried = Some(Box::new(Asked(Rc::clone(&known))));
        Ok(Ok(Search {
            engine,
            first,
            known,
            options,
            seen: FxHashMap::default(),
            paths: FxHashSet::default(),
            conditions: FxHashMap::default(),
            marks: Vec::new(),
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

    pub(super) fn known(&self) -> RefMut<'_, Known> {
        self.known.borrow_mut()
    }

    fn run<O: PathObserver<'p>>(
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
            self.engine.ledger.add(Weakness::Pruned, detail, None);
        }
        let Search { mut engine, tasks, start, limits, .. } = self;
        let found = observer.finish(&mut engine, Vec::new());
        engine.solver.report_work(&limits.progress.work);
        let report = Explored {
            stats: engine.stats,
            ledger: engine.ledger,
            solver: vec![engine.solver.stats().clone()],
            terms: vec![engine.pool.size()],
            wall: start.elapsed(),
            found,
        };
        Ok(Ok(Searched { report, tasks }))
    }

    /// Alg. 2, l. 4–11.
    pub(super) fn all(&mut self, take: Take<'_, 'p>) -> Result<(), Surprise> {
        while let Some(task) = self.queue.pop() {
            self.task(task)?;
            for (state, end) in std::mem::take(&mut self.engine.finished) {
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
                let began = Instant::now();
                self.known().begin([].into_iter());
                let found = self.under(task);
                asked = began.elapsed();
                match found {
                    Ok(path_condition) => State { path_condition, ..self.first.clone() },
                    Err(ended) => return (ended, asked),
                }
            }
        };
        let marks = std::mem::take(&mut self.marks);
        let known = &self.known;
        let influence = self.influence.as_mut();
        let rest = task.model.clone().and_then(Rest::new);
        let ended = match influence.zip(rest) {
            Some((influence, mut rest)) => {
                let influence = influence.get_or_insert_with(|| Influence::of(&known.borrow().relation));
                let mut watch =
                    |marks: &[Mark], state: &State| rest.is_known(&mut known.borrow_mut(), influence, marks, state);
                let mut ended = run(&mut self.engine, state, marks, self.limits, Some(&mut watch));
                if let Ended::Path(run) = &mut ended
                    && run.is_left
                    && known.borrow().is_on_trial
                {
                    run.n_left_out = self.n_possible(&run.state.path_condition, rest.ahead().take(AHEAD));
                }
                ended
            }
            None => run(&mut self.engine, state, marks, self.limits, None),
        };
        (ended, asked)
    }

    /// How many of these conditions, each with those before it, can hold or not under a path condition.
    fn n_possible(&mut self, path_condition: &PathCondition, conditions: impl Iterator<Item = TermId>) -> u32 {
        let Engine { pool, solver, .. } = &mut self.engine;
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
        engine.stats.queries += 1;
        match engine.solver.extend(&mut engine.pool, path_condition, condition) {
            Extend::Sat(more) => Ok(more),
            Extend::Unsat => Err(Ended::Infeasible),
            Extend::Unknown(reason) => {
                engine.stats.undecided += 1;
                let detail = format!("the solver did not decide a query ({reason}); raise --solver-timeout");
                engine.ledger.add(Weakness::SolverUnknown, detail, None);
                Err(Ended::Undecided)
            }
        }
    }

    /// Makes the tasks that follow from a path.
    #[doc(alias = "DGPathExec")]
    pub(super) fn path(&mut self, task: Task, mut run: Run) -> Result<(), Surprise> {
        let is_free = task.from.map_or(task.side.is_none() && task.without.is_empty(), |from| from.is_free);
        let entries = {
            let mut known = self.known.borrow_mut();
            known.follow(&run.marks)?;
            if let Some(recorder) = &mut self.recorder {
                recorder.ended(&mut self.engine, &mut known, &run)?;
            }
            Rc::new(std::mem::take(&mut known.entries))
        };
        let from = From { is_whole: run.is_whole, is_free };
        // A run that was left shows nothing of the rest.
        let model = |n_shared: usize| match () {
            () if run.is_left => task.model.clone(),
            () if run.is_whole => Some(Model { entries: Rc::clone(&entries), n_shared }),
            () => None,
        };
        let n_before = entries.len() - run.marks.len();
        if run.is_whole && task.from.is_some_and(|from| !from.is_whole) {
            for entry in entries[..n_before].iter().filter(|entry| entry.kind == MarkKind::Branch) {
                self.known().tried.insert(entry.side());
            }
        }
        if let (Some(covered), Some(last)) = (&mut self.covered, entries[..n_before].last()) {
            covered.insert(last.side());
        }
        // From a state it is there.
        if let (true, true, None, Some(turned)) = (run.is_whole, task.must_come, task.from, task.side)
            && !entries.iter().any(|entry| entry.taken == turned)
        {
            return Err(String::from("a run did not come to the decision that it was made for"));
        }
        let mut n_left_out = task.n_left_out;
        let mut failures = std::mem::take(&mut run.failures).into_iter().peekable();
        let mut forks = std::mem::take(&mut run.forks).into_iter().peekable();
        for (position, mark) in run.marks.iter().enumerate() {
            let failure = failures.next_if(|(at, ..)| *at == position);
            let entry = entries[n_before + position];
            let n_entries = n_before + position;
            let run = Before { entries: &entries, n_entries, from, n_left_out, model: &model };
            match mark.kind {
                MarkKind::Branch => {
                    if let Some(covered) = &mut self.covered {
                        covered.insert(entry.side());
                    }
                    if from.is_whole {
                        self.known().tried.insert(entry.side());
                    }
                    for (side, other) in mark.others.iter().enumerate() {
                        let state = forks.next_if(|(at, known, _)| *at == position && *known == side);
                        let is_possible = state.is_some();
                        let is_new = self.turn(&run, entry, *other, state.map(|(.., state)| state));
                        n_left_out += u32::from(is_possible && !is_new);
                    }
                    n_left_out += u32::from(mark.left_out);
                }
                MarkKind::Inner => {
                    let state = forks.next_if(|(at, ..)| *at == position);
                    self.inner(&run, entry, state.map(|(.., state)| state));
                }
                MarkKind::Check => match failure {
                    Some((_, state, end)) => {
                        let mut known = self.known.borrow_mut();
                        let Known { chains, tried, .. } = &mut *known;
                        if mark.others.iter().any(|bad| tried.insert(entry.turned(chains, *bad).side())) {
                            drop(known);
                            self.engine.finish(state, end);
                        } else {
                            self.tasks.redundant += 1;
                        }
                    }
                    None => {
                        for bad in &mark.others {
                            self.turn(&run, entry, *bad, None);
                        }
                    }
                },
                MarkKind::Assume => {}
            }
            // A possible side without its state would be taken for an impossible one.
            if forks.peek().is_some_and(|(at, ..)| *at <= position) {
                return Err(String::from("a state was forked off that belongs to no side of a decision"));
            }
        }
        self.trial.path(n_left_out + run.n_left_out);
        if !run.is_whole && self.options.interaction != Interaction::None {
            self.again(&task, &run, &entries)?;
        }
        let is_new = self.paths.insert(digest(&entries));
        // What was allocated is used again.
        run.marks.clear();
        self.marks = run.marks;
        if let Ok(entries) = Rc::try_unwrap(entries) {
            self.known().entries = entries;
        }
        self.trial.run(is_new);
        if !is_new {
            self.tasks.repeated += 1;
            return Ok(());
        }
        self.tasks.feasible += 1;
        self.tasks.left += u64::from(run.is_left);
        if self.tasks.is_noted() {
            self.tasks.path_ends.push((self.tasks.feasible, self.start.elapsed()));
        }
        self.limits.progress.paths.fetch_add(1, Ordering::Relaxed);
        match run.end {
            Some(end) => self.engine.finish(run.state, end),
            None => self.engine.stats.assumed_away += 1,
        }
        Ok(())
    }

    /// A task for the other side of a decision, from a state if that satisfies it; whether it was not tried before.
    fn turn(&mut self, run: &Before, entry: Entry, other: TermId, state: Option<Box<State>>) -> bool {
        let mut known = self.known.borrow_mut();
        let other = entry.turned(&mut known.chains, other);
        if !known.tried.insert(other.side()) {
            self.tasks.redundant += 1;
            return false;
        }
        let is_check = other.kind == MarkKind::Check;
        let n_matter = known.chains.len(other.chain);
        let has_only_that =
            || n_matter as usize == run.n_entries && run.entries[..run.n_entries].iter().all(Entry::decides);
        if !is_check && state.is_none() && run.from.is_free && has_only_that() {
            // The engine has asked the same.
            self.tasks.infeasible += 1;
            return true;
        }
        let start = state.map(|state| run.start(other, state));
        let model = start.as_ref().and_then(|_| (run.model)(run.n_entries));
        let n_left_out = run.n_left_out;
        self.queue.push(Task { is_check, start, model, must_come: true, n_left_out, ..Task::new(other, n_matter + 1) });
        true
    }

    /// What is decided in the middle of a statement is asked for value by value, those first that the rest of the path allows; so the other
    /// side is all that was never taken here under the same conditions.
    fn inner(&mut self, run: &Before, entry: Entry, state: Option<Box<State>>) {
        let mut known = self.known.borrow_mut();
        let n_conditions = known.chains.len(entry.chain) + 1;
        let is_new = known.tried.insert(entry.side());
        if is_new && !run.from.is_whole {
            self.queue.push(Task::new(entry, n_conditions));
        }
        let seen = self.seen.entry((entry.chain, entry.node)).or_default();
        if !seen.contains(&entry.taken) {
            seen.push(entry.taken);
        }
        let mut rest = self.engine.pool.true_();
        for taken in seen.iter() {
            let other = self.engine.pool.not(*taken);
            rest = self.engine.pool.bool_and(rest, other);
        }
        let other = entry.turned(&mut known.chains, rest);
        if known.tried.insert(other.side()) {
            let state = state.filter(|_| seen.len() == 1);
            let start = state.map(|state| run.start(other, state));
            let model = start.as_ref().and_then(|_| (run.model)(run.n_entries));
            self.queue.push(Task { start, model, ..Task::new(other, n_conditions) });
        }
    }

    /// The same task without the reason for which a run ended early.
    fn again(&mut self, task: &Task, run: &Run, entries: &[Entry]) -> Result<(), Surprise> {
        let mut known = self.known.borrow_mut();
        let end = known.relation.node(&run.stack).ok_or("a run ended in code that the entry does not call")?;
        let is_cut = run.end == Some(PathEnd::Cut) && !run.is_bounded;
        let mut reason = Vec::new();
        for entry in entries {
            if is_cut || entry.step == run.step || entry.decides() && known.relation.depends(entry.node, end) {
                reason.push(entry.taken);
            }
        }
        let asked = task.conditions(&known.chains);
        if reason.iter().all(|condition| asked.contains(condition)) {
            return Ok(());
        }
        let pool = &mut self.engine.pool;
        let all = reason.into_iter().fold(pool.true_(), |all, condition| pool.bool_and(all, condition));
        let mut again = Task { start: None, from: None, model: None, ..task.clone() };
        again.without.push(pool.not(all));
        again.n_conditions += 1;
        self.queue.push(again);
        Ok(())
    }
}

/// What was decided on a run before some decision.
struct Before<'a> {
    entries: &'a Rc<Vec<Entry>>,
    n_entries: usize,
    from: From,
    n_left_out: u32,
    /// What shows the rest of a run that turns the decision after so many.
    model: &'a dyn Fn(usize) -> Option<Model>,
}

impl Before<'_> {
    /// Where a run that takes another side goes on from.
    fn start(&self, other: Entry, state: Box<State>) -> Start {
        Start { state, entries: Rc::clone(self.entries), n_entries: self.n_entries, other, from: self.from }
    }
}

/// A number for a path; that two paths have the same is as good as impossible, and would only keep the second from being shown.
fn digest(entries: &[Entry]) -> u128 {
    let (mut low, mut high) = (0x243f_6a88_85a3_08d3u64, 0x1319_8a2e_0370_7344u64);
    for entry in entries {
        let taken = entry.taken.index() as u64;
        low = (low ^ taken).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        high = (high.rotate_left(23) ^ taken).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        high ^= high >> 31;
    }
    u128::from(low) << 64 | u128::from(high)
}
