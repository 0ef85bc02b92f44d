//! A worker of an exploration: takes pending states, runs them to their end and gives away what others wait for.

use super::frontier::Frontier;
use super::setup::{ExplorationSetup, ExploreError, Explored};
use super::unit::{ConditionPrint, Shared, Unit};
use crate::config::Order;
use crate::engine::{Machine, Stop};
use crate::error::PathEnd;
use crate::ledger::{Ledger, Weakness};
use crate::observer::PathObserver;
use crate::state::State;
use crate::stats::Stats;
use incise_base::{Id, StopReason, Stopwatch};
use incise_solver::{PortableModel, SolverStats};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// What one worker leaves for the first one.
pub(super) struct Part<P> {
    stats: Stats,
    ledger: Ledger,
    solver: SolverStats,
    terms: usize,
    observed: Vec<P>,
}

pub(super) struct Worker<'a, 'p, O: PathObserver<'p>> {
    setup: ExplorationSetup<'a, 'p>,
    machine: Machine<'p>,
    observer: O,
    make_observer: &'a (dyn Fn() -> O + Sync),
    /// What observers left whose terms were given up.
    observed: Vec<O::Part>,
    frontier: Frontier,
    put_away: Vec<Unit>,
    first: State,
    /// What was assumed before the first statement: the same for every worker.
    assumptions: Ledger,
    shared: &'a Shared<'a>,
    since_check: u64,
    /// The condition at which the path that is followed must arrive, and the ledger before: whoever ran the path has noted what it met.
    expected: Option<(ConditionPrint, Ledger)>,
}

impl<'a, 'p, O: PathObserver<'p>> Worker<'a, 'p, O> {
    pub(super) fn new(
        setup: ExplorationSetup<'a, 'p>,
        make_observer: &'a (dyn Fn() -> O + Sync),
        shared: &'a Shared<'a>,
    ) -> Result<Self, ExploreError> {
        let mut machine = Machine::new(setup.module, setup.config, setup.plan, (setup.solver)()?);
        machine.run.guide = setup.guide.map(|make| make());
        machine.run.records = shared.jobs > 1 || setup.config.bounds.max_memory.is_some();
        let first = machine.engine().first_state().inspect_err(|_| {
            setup.progress.run.request(StopReason::Failure);
            shared.ready.notify_all();
        })?;
        let assumptions = std::mem::take(&mut machine.run.ledger);
        let order = if machine.run.guide.is_some() { Order::Depth } else { setup.config.search.order };
        let frontier = Frontier::new(order, setup.config.search.seed, machine.prepared.n_coverage_bits);
        Ok(Worker {
            setup,
            machine,
            observer: make_observer(),
            make_observer,
            observed: Vec::new(),
            frontier,
            put_away: Vec::new(),
            first,
            assumptions,
            shared,
            since_check: 0,
            expected: None,
        })
    }

    /// Runs until nothing is left to be run.
    pub(super) fn run(&mut self) -> Result<(), ExploreError> {
        while let Some(state) = self.next_state() {
            self.run_state(state);
            if self.stopped() {
                break;
            }
            self.relieve_memory()?;
        }
        let pending = self.frontier.len() + self.put_away.len();
        if self.stopped() {
            self.machine.engine().note_stopped(self.setup.progress.weakness(), pending);
        }
        self.shared.ready.notify_all();
        Ok(())
    }

    /// What another worker needs to know of what this one did.
    pub(super) fn part(mut self) -> Part<O::Part> {
        self.observed.push(self.observer.part(&mut self.machine.engine()));
        self.machine.context.solver.report_work(&self.setup.progress.work);
        Part {
            stats: self.machine.run.stats,
            ledger: self.machine.run.ledger,
            solver: self.machine.context.solver.stats().clone(),
            terms: self.machine.context.pool.size(),
            observed: self.observed,
        }
    }

    /// Puts together what this worker and the others found.
    pub(super) fn finish(mut self, others: Vec<Part<O::Part>>, start: Stopwatch) -> Explored<O::Found> {
        let (mut solver, mut terms) = (Vec::new(), Vec::new());
        for other in others {
            self.machine.run.stats.merge(&other.stats);
            self.machine.run.ledger.merge(&other.ledger);
            self.observed.extend(other.observed);
            solver.push(other.solver);
            terms.push(other.terms);
        }
        let found = self.observer.finish(&mut self.machine.engine(), self.observed);
        self.machine.context.solver.report_work(&self.setup.progress.work);
        solver.insert(0, self.machine.context.solver.stats().clone());
        terms.insert(0, self.machine.context.pool.size());
        let mut ledger = self.machine.run.ledger;
        ledger.merge(&self.assumptions);
        Explored { stats: self.machine.run.stats, ledger, solver, terms, wall: start.elapsed(), found }
    }

    /// Hands finished paths to the observer.
    fn hand_over(&mut self) {
        for (state, end) in std::mem::take(&mut self.machine.run.finished) {
            self.observer.ended(&mut self.machine.engine(), state, end);
        }
    }

    fn stopped(&self) -> bool {
        self.setup.progress.is_stopped()
    }

    /// Looks at the meter and the clock now and then.
    fn check_limits(&mut self) {
        self.since_check += 1;
        if self.shared.limits.is_due(self.since_check, &self.machine.context.solver) {
            self.since_check = 0;
            self.shared.limits.is_over(&mut self.machine.context.solver);
            self.setup.progress.pending.store(self.frontier.len() as u64, Ordering::Relaxed);
        }
    }

    /// Runs a state until it ends, or until it forks in an order that does not go on with the same state.
    fn run_state(&mut self, mut state: State) {
        let mut resumed = true;
        loop {
            self.check_limits();
            if self.machine.engine().is_pruned(&mut state, std::mem::take(&mut resumed)) {
                return;
            }
            let outcome = self.machine.engine().step_recorded(&mut state);
            if self.expected.is_some() && !self.has_arrived(&state, outcome.is_err()) {
                return;
            }
            if !self.machine.run.finished.is_empty() {
                self.hand_over();
            }
            if !self.machine.run.spawned.is_empty() {
                let spawned = std::mem::take(&mut self.machine.run.spawned);
                self.machine.run.stats.forks += spawned.len() as u64;
                if self.frontier.interrupts() && outcome.is_ok() {
                    self.frontier.extend(std::iter::once(state).chain(spawned));
                    self.share();
                    return;
                }
                self.frontier.extend(spawned.into_iter());
                self.share();
            }
            match outcome {
                Ok(()) => {}
                Err(Stop::Infeasible) => {
                    self.machine.run.stats.assumed_away += 1;
                    self.machine.engine().path_ended(None);
                    return;
                }
                Err(Stop::End(end)) => {
                    let notes = (end != PathEnd::Cut).then(|| state.notes.clone());
                    self.machine.engine().finish(state, end);
                    self.hand_over();
                    self.machine.engine().path_ended(notes.as_ref());
                    self.setup.progress.paths.fetch_add(1, Ordering::Relaxed);
                    return;
                }
            }
            if self.stopped() {
                self.frontier.extend(std::iter::once(state));
                return;
            }
        }
    }

    /// A pending state: our own, one that was put away, or one that another worker gave away; nothing when all work is done.
    fn next_state(&mut self) -> Option<State> {
        let prepared = &self.machine.prepared;
        let bit = |state: &State| prepared.coverage_base[state.top().function][state.top().block.index()];
        if let Some(state) = self.frontier.pop(bit) {
            return Some(state);
        }
        if let Some(unit) = self.put_away.pop() {
            return Some(self.follow(unit));
        }
        let mut queue = self.shared.queue.lock().expect("no worker panics with the lock");
        loop {
            if let Some(unit) = queue.units.pop_front() {
                drop(queue);
                return Some(self.follow(unit));
            }
            queue.idle += 1;
            if queue.idle == self.shared.jobs || self.stopped() {
                self.shared.ready.notify_all();
                return None;
            }
            queue = self.shared.ready.wait(queue).expect("no worker panics with the lock");
            if queue.idle == self.shared.jobs || self.stopped() {
                return None;
            }
            queue.idle -= 1;
        }
    }

    /// The first state, told to take the unit's choices.
    fn follow(&mut self, unit: Unit) -> State {
        if unit.choices.is_empty() {
            self.machine.run.stats.measures.states += 1;
        }
        let mut state = self.first.clone();
        if !unit.choices.is_empty() {
            state.to_follow = Rc::new(unit.choices);
            state.counted = unit.steps;
            unit.answers.iter().for_each(|answer| state.answers.push(answer.clone()));
            self.machine.context.solver.play(unit.answers, unit.model);
            self.expected = Some((unit.condition, self.machine.run.ledger.clone()));
        }
        state
    }

    fn unit(&self, state: &State) -> Unit {
        let (pool, condition) = (&self.machine.context.pool, &state.path_condition);
        Unit {
            choices: state.name(),
            steps: state.steps.max(state.counted),
            answers: state.answers.in_order().into_iter().cloned().collect(),
            model: PortableModel::of(pool, &self.machine.context.solver.witness(pool, condition)),
            condition: ConditionPrint::of(pool, condition, condition.len()),
        }
    }

    /// Whether a path that is followed is still on its way, or has come to where it was left. Anything else is an error of ours, and said.
    fn has_arrived(&mut self, state: &State, is_over: bool) -> bool {
        let diverged = self.machine.context.solver.take_divergence();
        if self.machine.context.solver.is_playing() && !is_over && !diverged {
            return true;
        }
        let Some((expected, ledger)) = self.expected.take() else { return true };
        self.machine.run.ledger = ledger;
        let found = ConditionPrint::of(&self.machine.context.pool, &state.path_condition, expected.n_constraints);
        let is_there =
            !self.machine.context.solver.is_playing() && state.followed == state.to_follow.len() && found == expected;
        if diverged || !is_there {
            self.machine.context.solver.play(Vec::new(), PortableModel::default());
            self.machine.context.solver.record(false);
            self.machine.run.spawned.clear();
            self.machine.run.finished.clear();
            let detail = "a path that was put away or given to another worker was not found again; please report it";
            self.machine.run.ledger.add(Weakness::Diverged, detail, None);
            return false;
        }
        true
    }

    /// Gives a pending state away when somebody waits.
    fn share(&mut self) {
        if self.shared.jobs == 1 || self.frontier.len() < 2 {
            return;
        }
        let Ok(mut queue) = self.shared.queue.try_lock() else { return };
        while queue.units.len() < queue.idle && self.frontier.len() > 1 {
            let Some(state) = self.frontier.give_away() else { break };
            if state.followed < state.to_follow.len() {
                // It is still on its way to where it was given from.
                self.frontier.extend(std::iter::once(state));
                break;
            }
            queue.units.push_back(self.unit(&state));
            self.shared.ready.notify_one();
        }
    }

    /// Puts pending states away as choices, and starts with fresh terms, when memory runs short.
    fn relieve_memory(&mut self) -> Result<(), ExploreError> {
        let Some(limit) = self.machine.prepared.config.bounds.max_memory else { return Ok(()) };
        if !self.machine.run.stats.completed.is_multiple_of(64) || resident_bytes() < limit {
            return Ok(());
        }
        let mut states = Vec::new();
        while let Some(state) = self.frontier.give_away() {
            states.push(self.unit(&state));
        }
        self.machine.run.stats.spilled += states.len() as u64;
        self.put_away.extend(states);
        // The observer knows terms that will be gone.
        let observer = std::mem::replace(&mut self.observer, (self.make_observer)());
        self.observed.push(observer.part(&mut self.machine.engine()));
        self.machine.context.solver.report_work(&self.setup.progress.work);
        let setup = &self.setup;
        let fresh = Machine::new(setup.module, setup.config, setup.plan, (setup.solver)()?);
        let old = std::mem::replace(&mut self.machine, fresh).run;
        self.machine.run.records = old.records;
        self.first = self.machine.engine().first_state()?;
        (self.machine.run.ledger, self.machine.run.stats, self.machine.run.guide) = (old.ledger, old.stats, old.guide);
        Ok(())
    }
}

/// Resident memory of this process in bytes; 0 where the system does not tell.
fn resident_bytes() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}
