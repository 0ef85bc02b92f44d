//! The run loop: executes a state statement by statement until its path ends or its driver leaves it.
//!
//! Whoever runs paths is a [`Driver`]: it says before each statement whether the path goes on, and after it what becomes of the states that were
//! forked off (`Run::spawned`) and of the paths that ended beside it (`Run::finished`).

use crate::engine::{Engine, Step, Stop};
use crate::error::PathEnd;
use crate::limits::Limits;
use crate::state::State;
use std::ops::ControlFlow::{self, Break, Continue};

/// Who runs a path.
pub trait Driver<'p> {
    /// Why a path is left before its end.
    type Left;

    /// Whether the path goes on with its next statement.
    #[inline]
    fn before(&mut self, _: &mut Engine<'_, 'p>, _: &mut State) -> ControlFlow<Self::Left> {
        Continue(())
    }

    /// Takes what a statement leaves beside the state; the state and the outcome may be replaced.
    fn after(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        state: &mut State,
        outcome: Step<()>,
    ) -> ControlFlow<Self::Left, Step<()>>;
}

/// How a run was over.
pub enum Ran<L> {
    /// An assumption failed: there is no such path.
    Infeasible,
    /// The path ended.
    End(PathEnd),
    /// The driver left it.
    Left(L),
}

impl<'p> Engine<'_, 'p> {
    /// Runs a state until its path ends or is left.
    #[inline]
    pub fn run_path<D: Driver<'p>>(&mut self, state: &mut State, driver: &mut D) -> Ran<D::Left> {
        loop {
            if let Break(left) = driver.before(self, state) {
                return Ran::Left(left);
            }
            let outcome = self.step_recorded(state);
            match driver.after(self, state, outcome) {
                Continue(Ok(())) => {}
                Continue(Err(Stop::Infeasible)) => return Ran::Infeasible,
                Continue(Err(Stop::End(end))) => return Ran::End(end),
                Break(left) => return Ran::Left(left),
            }
        }
    }

    /// Executes one statement or terminator and keeps what the solver answers with the path.
    pub fn step_recorded(&mut self, state: &mut State) -> Step<()> {
        if !self.run.records {
            return self.step(state);
        }
        self.context.solver.record(true);
        let outcome = self.step(state);
        self.keep_answers(state);
        self.context.solver.record(false);
        outcome
    }
}

/// Runs one path and forgets all others.
#[derive(Default)]
pub struct OnePath<'a> {
    limits: Option<Limits<'a>>,
}

impl<'a> OnePath<'a> {
    /// Within limits, which are looked at after each statement.
    pub fn within(limits: Limits<'a>) -> OnePath<'a> {
        OnePath { limits: Some(limits) }
    }
}

impl<'p> Driver<'p> for OnePath<'_> {
    type Left = IsOver;

    fn after(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        _: &mut State,
        outcome: Step<()>,
    ) -> ControlFlow<IsOver, Step<()>> {
        engine.run.spawned.clear();
        engine.run.finished.clear();
        let is_over = |limits: &Limits<'_>| limits.is_over(&mut engine.context.solver);
        if outcome.is_ok() && self.limits.as_ref().is_some_and(is_over) { Break(IsOver) } else { Continue(outcome) }
    }
}

/// Runs a state and all that are forked off, depth first, within limits. Paths that end beside the running one stay in `Run::finished`.
pub struct DepthFirst<'a> {
    /// What is still to be run.
    pub pending: Vec<State>,
    limits: Limits<'a>,
    /// So many statements are run between two looks at the limits.
    stride: u32,
    since_check: u32,
}

/// The limits are reached.
pub struct IsOver;

impl<'a> DepthFirst<'a> {
    /// From a state; the limits are looked at after so many statements at the latest.
    pub fn new(state: State, limits: Limits<'a>, stride: u32) -> DepthFirst<'a> {
        DepthFirst { pending: vec![state], limits, stride, since_check: 0 }
    }
}

impl<'p> Driver<'p> for DepthFirst<'_> {
    type Left = IsOver;

    #[inline]
    fn after(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        _: &mut State,
        outcome: Step<()>,
    ) -> ControlFlow<IsOver, Step<()>> {
        self.pending.extend(engine.run.spawned.drain(..).rev());
        if outcome.is_ok() {
            self.since_check += 1;
            if self.since_check >= self.stride || self.limits.is_due(0, &engine.context.solver) {
                self.since_check = 0;
                if self.limits.is_over(&mut engine.context.solver) {
                    return Break(IsOver);
                }
            }
        }
        Continue(outcome)
    }
}
