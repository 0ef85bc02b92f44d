//! A worker of an exploration: takes pending states, its own or those of others, and has them run.

use super::frontier::Frontier;
use super::queue::Shared;
use super::search::Search;
use super::setup::{ExplorationSetup, ExploreError, Explored};
use crate::config::Order;
use crate::engine::Machine;
use crate::ledger::Ledger;
use crate::observer::PathObserver;
use crate::prefix::Prefix;
use crate::state::State;
use crate::stats::Stats;
use incise_base::{Id, StopReason, Stopwatch};
use incise_solver::SolverStats;
use std::rc::Rc;

/// What one worker leaves for the first one.
pub(super) struct Part<P> {
    stats: Stats,
    ledger: Ledger,
    solver: SolverStats,
    terms: usize,
    observed: Vec<P>,
}

pub(super) struct Worker<'a, 'p, O: PathObserver<'p>> {
    machine: Machine<'p>,
    search: Search<'a, 'p, O>,
    make_observer: &'a (dyn Fn() -> O + Sync),
    /// What observers left whose terms were given up.
    observed: Vec<O::Part>,
    put_away: Vec<Prefix>,
    first: State,
    /// What was assumed before the first statement: the same for every worker.
    assumptions: Ledger,
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
        let search = Search::new(setup, make_observer(), frontier, shared);
        Ok(Worker { machine, search, make_observer, observed: Vec::new(), put_away: Vec::new(), first, assumptions })
    }

    /// Runs until nothing is left to be run.
    pub(super) fn run(&mut self) -> Result<(), ExploreError> {
        while let Some(state) = self.next_state() {
            self.search.run(&mut self.machine.engine(), state);
            if self.search.is_stopped() {
                break;
            }
            self.relieve_memory()?;
        }
        let pending = self.search.frontier.len() + self.put_away.len();
        if self.search.is_stopped() {
            self.machine.engine().note_stopped(self.search.setup.progress.weakness(), pending);
        }
        self.search.shared.ready.notify_all();
        Ok(())
    }

    /// What another worker needs to know of what this one did.
    pub(super) fn part(mut self) -> Part<O::Part> {
        self.observed.push(self.search.observer.part(&mut self.machine.engine()));
        self.machine.context.solver.report_work(&self.search.setup.progress.work);
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
        let found = self.search.observer.finish(&mut self.machine.engine(), self.observed);
        self.machine.context.solver.report_work(&self.search.setup.progress.work);
        solver.insert(0, self.machine.context.solver.stats().clone());
        terms.insert(0, self.machine.context.pool.size());
        let mut ledger = self.machine.run.ledger;
        ledger.merge(&self.assumptions);
        Explored { stats: self.machine.run.stats, ledger, solver, terms, wall: start.elapsed(), found }
    }

    /// A pending state: our own, one that was put away, or one that another worker gave away; nothing when all work is done.
    fn next_state(&mut self) -> Option<State> {
        let prepared = &self.machine.prepared;
        let bit = |state: &State| prepared.coverage_base[state.top().function][state.top().block.index()];
        if let Some(state) = self.search.frontier.pop(bit) {
            return Some(state);
        }
        if let Some(unit) = self.put_away.pop() {
            return Some(self.follow(unit));
        }
        let mut queue = self.search.shared.queue.lock().expect("no worker panics with the lock");
        loop {
            if let Some(unit) = queue.units.pop_front() {
                drop(queue);
                return Some(self.follow(unit));
            }
            queue.idle += 1;
            if queue.idle == self.search.shared.jobs || self.search.is_stopped() {
                self.search.shared.ready.notify_all();
                return None;
            }
            queue = self.search.shared.ready.wait(queue).expect("no worker panics with the lock");
            if queue.idle == self.search.shared.jobs || self.search.is_stopped() {
                return None;
            }
            queue.idle -= 1;
        }
    }

    /// The first state, told to take the unit's choices.
    fn follow(&mut self, unit: Prefix) -> State {
        if unit.choices.is_empty() {
            self.machine.run.stats.measures.states += 1;
        }
        let mut state = self.first.clone();
        if !unit.choices.is_empty() {
            state.to_follow = Rc::new(unit.choices);
            state.counted = unit.steps;
            unit.answers.iter().for_each(|answer| state.answers.push(answer.clone()));
            self.machine.context.solver.play(unit.answers, unit.model);
            self.search.expected = Some((unit.condition, self.machine.run.ledger.clone()));
        }
        state
    }

    /// Puts pending states away as choices, and starts with fresh terms, when memory runs short.
    fn relieve_memory(&mut self) -> Result<(), ExploreError> {
        let Some(limit) = self.machine.prepared.config.bounds.max_memory else { return Ok(()) };
        if !self.machine.run.stats.completed.is_multiple_of(64) || resident_bytes() < limit {
            return Ok(());
        }
        let mut states = Vec::new();
        while let Some(state) = self.search.frontier.give_away() {
            states.push(self.machine.engine().pending_prefix(&state));
        }
        self.machine.run.stats.spilled += states.len() as u64;
        self.put_away.extend(states);
        // The observer knows terms that will be gone.
        let observer = std::mem::replace(&mut self.search.observer, (self.make_observer)());
        self.observed.push(observer.part(&mut self.machine.engine()));
        self.machine.context.solver.report_work(&self.search.setup.progress.work);
        let setup = &self.search.setup;
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
