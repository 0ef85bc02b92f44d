//! How a worker runs its paths: looks at the limits, asks the guide, hands over what ended, keeps and gives away what was forked off.

use super::frontier::Frontier;
use super::queue::Shared;
use super::setup::ExplorationSetup;
use crate::engine::{Engine, Step};
use crate::error::PathEnd;
use crate::ledger::{Ledger, Weakness};
use crate::observer::PathObserver;
use crate::prefix::ConditionPrint;
use crate::run_loop::{Driver, Ran};
use crate::state::State;
use incise_solver::PortableModel;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering;

/// The driver of a worker's paths.
pub(super) struct Search<'a, 'p, O> {
    pub(super) setup: ExplorationSetup<'a, 'p>,
    pub(super) observer: O,
    pub(super) frontier: Frontier,
    pub(super) shared: &'a Shared<'a>,
    since_check: u64,
    /// Whether the state was pending: it has made no step since.
    is_resumed: bool,
    /// The condition at which the path that is followed must arrive, and the ledger before: whoever ran the path has noted what it met.
    pub(super) expected: Option<(ConditionPrint, Ledger)>,
}

/// Why a worker leaves a path.
pub(super) enum Left {
    /// The guide gave it up, or it was not found again.
    Dropped,
    /// The run was stopped.
    Stopped,
    /// It forked in an order that does not go on with the same state.
    Forked(Vec<State>),
}

impl<'a, 'p, O: PathObserver<'p>> Search<'a, 'p, O> {
    pub(super) fn new(
        setup: ExplorationSetup<'a, 'p>,
        observer: O,
        frontier: Frontier,
        shared: &'a Shared<'a>,
    ) -> Search<'a, 'p, O> {
        Search { setup, observer, frontier, shared, since_check: 0, is_resumed: true, expected: None }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.setup.progress.is_stopped()
    }

    /// Runs a pending state until it ends, or until it forks in an order that does not go on with the same state.
    pub(super) fn run(&mut self, engine: &mut Engine<'_, 'p>, mut state: State) {
        self.is_resumed = true;
        match engine.run_path(&mut state, self) {
            Ran::Infeasible => {
                engine.run.stats.assumed_away += 1;
                engine.path_ended(None);
            }
            Ran::End(end) => {
                let notes = (end != PathEnd::Cut).then(|| state.notes.clone());
                engine.finish(state, end);
                self.hand_over(engine);
                engine.path_ended(notes.as_ref());
                self.setup.progress.paths.fetch_add(1, Ordering::Relaxed);
            }
            Ran::Left(Left::Dropped) => {}
            Ran::Left(Left::Stopped) => self.frontier.extend(std::iter::once(state)),
            Ran::Left(Left::Forked(spawned)) => {
                self.frontier.extend(std::iter::once(state).chain(spawned));
                self.share(engine);
            }
        }
    }

    /// Hands finished paths to the observer.
    fn hand_over(&mut self, engine: &mut Engine<'_, 'p>) {
        for (state, end) in std::mem::take(&mut engine.run.finished) {
            self.observer.ended(engine, state, end);
        }
    }

    /// Looks at the meter and the clock now and then.
    fn check_limits(&mut self, engine: &mut Engine<'_, 'p>) {
        self.since_check += 1;
        if self.shared.limits.is_due(self.since_check, &engine.context.solver) {
            self.since_check = 0;
            self.shared.limits.is_over(&mut engine.context.solver);
            self.setup.progress.pending.store(self.frontier.len() as u64, Ordering::Relaxed);
        }
    }

    /// Whether a path that is followed is still on its way, or has come to where it was left. Anything else is an error of ours, and said.
    fn has_arrived(&mut self, engine: &mut Engine<'_, 'p>, state: &State, is_over: bool) -> bool {
        let diverged = engine.context.solver.take_divergence();
        if engine.context.solver.is_playing() && !is_over && !diverged {
            return true;
        }
        let Some((expected, ledger)) = self.expected.take() else { return true };
        engine.run.ledger = ledger;
        let found = ConditionPrint::of(&engine.context.pool, &state.path_condition, expected.n_constraints);
        let is_there =
            !engine.context.solver.is_playing() && state.followed == state.to_follow.len() && found == expected;
        if diverged || !is_there {
            engine.context.solver.play(Vec::new(), PortableModel::default());
            engine.context.solver.record(false);
            engine.run.spawned.clear();
            engine.run.finished.clear();
            let detail = "a path that was put away or given to another worker was not found again; please report it";
            engine.run.ledger.add(Weakness::Diverged, detail, None);
            return false;
        }
        true
    }

    /// Gives a pending state away when somebody waits.
    fn share(&mut self, engine: &Engine<'_, 'p>) {
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
            queue.units.push_back(engine.pending_prefix(&state));
            self.shared.ready.notify_one();
        }
    }
}

impl<'p, O: PathObserver<'p>> Driver<'p> for Search<'_, 'p, O> {
    type Left = Left;

    #[inline]
    fn before(&mut self, engine: &mut Engine<'_, 'p>, state: &mut State) -> ControlFlow<Left> {
        let is_resumed = std::mem::take(&mut self.is_resumed);
        if !is_resumed && self.is_stopped() {
            return Break(Left::Stopped);
        }
        self.check_limits(engine);
        if engine.is_pruned(state, is_resumed) { Break(Left::Dropped) } else { Continue(()) }
    }

    #[inline]
    fn after(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        state: &mut State,
        outcome: Step<()>,
    ) -> ControlFlow<Left, Step<()>> {
        if self.expected.is_some() && !self.has_arrived(engine, state, outcome.is_err()) {
            return Break(Left::Dropped);
        }
        if !engine.run.finished.is_empty() {
            self.hand_over(engine);
        }
        if !engine.run.spawned.is_empty() {
            let spawned = std::mem::take(&mut engine.run.spawned);
            engine.run.stats.forks += spawned.len() as u64;
            if self.frontier.interrupts() && outcome.is_ok() {
                return Break(Left::Forked(spawned));
            }
            self.frontier.extend(spawned.into_iter());
            self.share(engine);
        }
        Continue(outcome)
    }
}
