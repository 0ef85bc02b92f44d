//! The task loop.
//!
//! *Source*: [dgse-tse2017] Alg. 2.

use super::chain::{ChainId, Chains};
use super::relation::{Interaction, Relation};
use super::run::{Ended, Run, run};
use super::tasks::{Entry, From, Queue, Start, Task, TaskOrder, Tasks};
use incise_deps::NodeId;
use incise_engine::{
    Config, Engine, ExploreError, Guidance, Mark, MarkKind, PathEnd, Progress, Report, State, Weakness, explore_with,
};
use incise_ir::Module;
use incise_solver::{Solver, SolverError};
use incise_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How the search is done.
#[derive(Clone, Copy, Debug)]
pub struct DgseOptions {
    /// What interactive dependence is.
    pub interaction: Interaction,
    /// Which task comes next.
    pub order: TaskOrder,
}

/// What was found.
pub struct Explored {
    /// What the engine reports.
    pub report: Report,
    /// What became of the tasks.
    pub tasks: Tasks,
}

/// The stack of the thread that runs: terms can be deep.
pub(super) const STACK: usize = 256 << 20;

/// Explores a program. Of the guidance only the plan and the takers are used; with a taker the paths are its.
#[doc(alias = "DGSymbolicExec")]
pub fn explore<'p>(
    module: &'p Module,
    config: &'p Config,
    options: DgseOptions,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    progress: &Progress,
    guidance: Guidance<'_, 'p>,
) -> Result<Explored, ExploreError> {
    let found = std::thread::scope(|scope| {
        let search = || Search::new(module, config, options, solver, progress, guidance)?.run();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
        thread.expect("a thread can be started").join().expect("the search does not panic")
    })?;
    match found {
        Ok(found) => Ok(found),
        // Nothing is lost: every path is explored.
        Err(reason) => {
            let report = explore_with(module, config, 1, solver, progress, guidance)?;
            let ended = report.stats.completed + report.stats.failed;
            let tasks = Tasks { fallback: Some(reason), feasible: ended, ..Tasks::default() };
            Ok(Explored { report, tasks })
        }
    }
}

/// Why the relation cannot be relied on.
type Surprise = String;

/// The search.
pub(super) struct Search<'a, 'p> {
    pub(super) engine: Engine<'p>,
    pub(super) first: State,
    relation: Result<Relation, Surprise>,
    options: DgseOptions,
    chains: Chains,
    /// Sides that were tried, or that a whole run took: what matters, where, and which side.
    tried: FxHashSet<(ChainId, NodeId, TermId)>,
    /// What was taken in the middle of statements.
    seen: FxHashMap<(ChainId, NodeId), Vec<TermId>>,
    /// Paths that were run.
    paths: FxHashSet<ChainId>,
    queue: Queue,
    pub(super) tasks: Tasks,
    /// Sides that some run took.
    pub(super) covered: FxHashSet<(ChainId, NodeId, TermId)>,
    progress: &'a Progress,
    start: Instant,
}

impl<'a, 'p> Search<'a, 'p> {
    pub(super) fn new(
        module: &'p Module,
        config: &'p Config,
        options: DgseOptions,
        solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
        progress: &'a Progress,
        guidance: Guidance<'_, 'p>,
    ) -> Result<Self, ExploreError> {
        let start = Instant::now();
        let mut engine = Engine::new(module, config, solver()?);
        engine.plan = guidance.plan;
        engine.at_end = guidance.takers.map(|make| make());
        let first = engine.first_state()?;
        let relation = match Relation::of(module, engine.entry(), options.interaction) {
            _ if config.check_leaks => Err(String::from("what is lost at exit depends on everything")),
            _ if first.thread().depth > 0 => Err(String::from("code runs before the entry")),
            Some(relation) => Ok(relation),
            None => Err(String::from("the entry has no body")),
        };
        let tasks = Tasks {
            analysis_time: start.elapsed(),
            n_nodes: relation.as_ref().map_or(0, Relation::n_nodes),
            ..Tasks::default()
        };
        Ok(Search {
            engine,
            first,
            relation,
            options,
            chains: Chains::default(),
            tried: FxHashSet::default(),
            seen: FxHashMap::default(),
            paths: FxHashSet::default(),
            queue: Queue::new(options.order),
            tasks,
            covered: FxHashSet::default(),
            progress,
            start,
        })
    }

    fn run(mut self) -> Result<Result<Explored, Surprise>, ExploreError> {
        if let Err(reason) = self.all() {
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
        let Search { mut engine, tasks, start, .. } = self;
        let taken = engine.at_end.take().map(|taker| taker.found(&mut engine));
        let report = Report {
            stats: engine.stats,
            ledger: engine.ledger,
            paths: engine.sink.paths,
            errors: engine.sink.errors,
            coverage: engine.sink.coverage,
            solver: vec![engine.solver.stats().clone()],
            terms: vec![engine.pool.size()],
            wall: start.elapsed(),
            taken: taken.into_iter().collect(),
        };
        Ok(Ok(Explored { report, tasks }))
    }

    /// Alg. 2, l. 4–11.
    pub(super) fn all(&mut self) -> Result<(), Surprise> {
        self.relation.as_ref().map_err(Clone::clone)?;
        while let Some(task) = self.queue.pop() {
            self.task(task)?;
            self.progress.pending.store(self.queue.len() as u64, Ordering::Relaxed);
            if self.progress.stop.load(Ordering::Relaxed) {
                let timed_out = self.progress.timed_out.load(Ordering::Relaxed);
                let weakness = if timed_out { Weakness::Timeout } else { Weakness::Interrupted };
                self.engine.note_stopped(weakness, self.queue.len() + 1);
                break;
            }
        }
        Ok(())
    }

    /// Alg. 2, l. 5–10.
    fn task(&mut self, mut task: Task) -> Result<(), Surprise> {
        let deadline = self.engine.config.timeout.map(|timeout| self.start + timeout);
        let (ended, asked) = run(&mut self.engine, &self.first, &mut task, self.progress, deadline);
        self.tasks.questions += 1;
        self.tasks.conditions += (task.conditions.len() + task.without.len()) as u64;
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

    /// Makes the tasks that follow from a path.
    #[doc(alias = "DGPathExec")]
    fn path(&mut self, mut task: Task, mut run: Run) -> Result<(), Surprise> {
        let mut entries = Vec::new();
        let mut is_free = task.conditions.is_empty() && task.without.is_empty();
        if let Some(start) = task.start.take() {
            is_free = start.from.is_free;
            if run.is_whole && !start.from.is_whole {
                let known = start.entries.iter().filter(|entry| entry.kind == MarkKind::Branch);
                self.tried.extend(known.map(|entry| (entry.chain, entry.node, entry.taken)));
            }
            if let Some(last) = start.entries.last() {
                self.covered.insert((last.chain, last.node, last.taken));
            }
            entries = start.entries;
        }
        let from = From { is_whole: run.is_whole, is_free };
        let n_before = entries.len();
        for mark in &run.marks {
            let node = self.node(mark)?;
            let chain = self.chain(&entries, mark.step, node);
            entries.push(Entry { kind: mark.kind, node, step: mark.step, taken: mark.taken, chain });
        }
        if run.is_whole
            && let Some(turned) = task.turned
            && !entries.iter().any(|entry| entry.taken == turned)
        {
            return Err(String::from("a run did not come to the decision that it was made for"));
        }
        let mut failures = std::mem::take(&mut run.failures).into_iter().peekable();
        let mut forks = std::mem::take(&mut run.forks).into_iter().peekable();
        for (position, mark) in run.marks.iter().enumerate() {
            let failure = failures.next_if(|(at, ..)| *at == position);
            let mut others: Vec<(usize, State)> = Vec::new();
            while let Some((_, side, state)) = forks.next_if(|(at, ..)| *at == position) {
                others.push((side, state));
            }
            let entry = entries[n_before + position];
            let before = &entries[..n_before + position];
            match mark.kind {
                MarkKind::Branch => {
                    self.covered.insert((entry.chain, entry.node, entry.taken));
                    if run.is_whole {
                        self.tried.insert((entry.chain, entry.node, entry.taken));
                    }
                    for (side, other) in mark.others.iter().enumerate() {
                        let state = others.iter().position(|(known, _)| *known == side);
                        let state = state.map(|at| others.swap_remove(at).1);
                        self.turn(before, Entry { taken: *other, ..entry }, state, from);
                    }
                }
                MarkKind::Inner => self.inner(before, entry, others.pop().map(|(_, state)| state), from),
                MarkKind::Check => match failure {
                    Some((_, state, end)) => {
                        if mark.others.iter().any(|bad| self.tried.insert((entry.chain, entry.node, *bad))) {
                            self.engine.finish(state, end);
                        } else {
                            self.tasks.redundant += 1;
                        }
                    }
                    None => {
                        for bad in &mark.others {
                            self.turn(before, Entry { taken: *bad, ..entry }, None, from);
                        }
                    }
                },
                MarkKind::Assume => {}
            }
        }
        if !run.is_whole && self.options.interaction != Interaction::None {
            self.again(&task, &run, &entries)?;
        }
        let whole = entries.iter().fold(Chains::empty(), |path, entry| self.chains.with(path, entry.taken));
        if !self.paths.insert(whole) {
            self.tasks.repeated += 1;
            return Ok(());
        }
        self.tasks.path_ends.push(self.start.elapsed());
        self.tasks.feasible += 1;
        self.progress.paths.fetch_add(1, Ordering::Relaxed);
        match run.end {
            Some(end) => self.engine.finish(run.state, end),
            None => self.engine.stats.assumed_away += 1,
        }
        Ok(())
    }

    pub(super) fn node(&self, mark: &Mark) -> Result<NodeId, Surprise> {
        let relation = self.relation.as_ref().map_err(Clone::clone)?;
        let node = relation.node(&mark.stack).ok_or("code runs that the entry does not call")?;
        let decides = matches!(mark.kind, MarkKind::Branch | MarkKind::Inner);
        if decides && !relation.may_decide(node) {
            return Err(String::from("something is decided where nothing was expected to be"));
        }
        Ok(node)
    }

    /// The relevant path condition of what is decided next, without that ([dgse-tse2017] Def. 5).
    fn chain(&mut self, before: &[Entry], step: u64, node: NodeId) -> ChainId {
        if self.options.interaction != Interaction::Closed {
            return self.chain_of_all(before, step, node);
        }
        let Ok(relation) = &self.relation else { return Chains::empty() };
        // Lemma 5.1: to the last decision that matters all the others matter.
        let matters = |entry: &&Entry| entry.decides() && (entry.step == step || relation.matters(entry.node, node));
        match before.iter().rev().find(matters) {
            Some(last) => self.chains.with(last.chain, last.taken),
            None => Chains::empty(),
        }
    }

    /// The same from the definition.
    pub(super) fn chain_of_all(&mut self, before: &[Entry], step: u64, node: NodeId) -> ChainId {
        let Ok(relation) = &self.relation else { return Chains::empty() };
        let matters = |entry: &&Entry| entry.decides() && (entry.step == step || relation.matters(entry.node, node));
        before.iter().filter(matters).fold(Chains::empty(), |chain, entry| self.chains.with(chain, entry.taken))
    }

    /// A task for the other side of a decision, unless there was one; from a state, if that satisfies it.
    fn turn(&mut self, before: &[Entry], other: Entry, state: Option<State>, from: From) {
        if !self.tried.insert((other.chain, other.node, other.taken)) {
            self.tasks.redundant += 1;
            return;
        }
        let is_check = other.kind == MarkKind::Check;
        let matters_to_all = before.len() == self.chains.len(other.chain) as usize;
        if !is_check && state.is_none() && from.is_free && matters_to_all && before.iter().all(Entry::decides) {
            // The engine has asked the same.
            self.tasks.infeasible += 1;
            return;
        }
        let mut conditions = self.chains.conditions(other.chain);
        conditions.push(other.taken);
        let start = state.map(|state| Box::new(started(before, other, state, from)));
        let turned = Some(other.taken);
        self.queue.push(Task { is_check, start, ..Task::new(conditions, turned) });
    }

    /// What is decided in the middle of a statement is asked for value by value, those first that the rest of the path allows; so the other
    /// side is all that was never taken here under the same conditions.
    fn inner(&mut self, before: &[Entry], entry: Entry, state: Option<State>, from: From) {
        let is_new = self.tried.insert((entry.chain, entry.node, entry.taken));
        if is_new && !from.is_whole {
            let mut conditions = self.chains.conditions(entry.chain);
            conditions.push(entry.taken);
            self.queue.push(Task::new(conditions, None));
        }
        let seen = self.seen.entry((entry.chain, entry.node)).or_default();
        if !seen.contains(&entry.taken) {
            seen.push(entry.taken);
        }
        let is_first = seen.len() == 1;
        let mut rest = self.engine.pool.true_();
        for taken in seen.clone() {
            let other = self.engine.pool.not(taken);
            rest = self.engine.pool.bool_and(rest, other);
        }
        if self.tried.insert((entry.chain, entry.node, rest)) {
            let mut conditions = self.chains.conditions(entry.chain);
            conditions.push(rest);
            let other = Entry { taken: rest, ..entry };
            let start = state.filter(|_| is_first).map(|state| Box::new(started(before, other, state, from)));
            self.queue.push(Task { start, ..Task::new(conditions, None) });
        }
    }

    /// The same task without the reason for which a run ended early.
    fn again(&mut self, task: &Task, run: &Run, entries: &[Entry]) -> Result<(), Surprise> {
        let relation = self.relation.as_ref().map_err(Clone::clone)?;
        let end = relation.node(&run.stack).ok_or("a run ended in code that the entry does not call")?;
        let is_cut = run.end == Some(PathEnd::Cut) && !run.is_bounded;
        let mut reason = Vec::new();
        for entry in entries {
            if is_cut || entry.step == run.step || entry.decides() && relation.depends(entry.node, end) {
                reason.push(entry.taken);
            }
        }
        if reason.iter().all(|condition| task.conditions.contains(condition)) {
            return Ok(());
        }
        let pool = &mut self.engine.pool;
        let all = reason.into_iter().fold(pool.true_(), |all, condition| pool.bool_and(all, condition));
        let mut again = Task { start: None, ..task.clone() };
        again.without.push(pool.not(all));
        self.queue.push(again);
        Ok(())
    }
}

/// Where a run that takes another side goes on from.
fn started(before: &[Entry], other: Entry, state: State, from: From) -> Start {
    let entries = before.iter().copied().chain([other]).collect();
    Start { state, entries, from }
}
