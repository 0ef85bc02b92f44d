//! Running the old version on the inputs of one path of the new one.

use crate::observation::pairing::Pairing;
use incise_engine::{Config, Engine, Ledger, PathEnd, Plan, Progress, StartError, State, Stop, Weakness};
use incise_ir::Module;
use incise_solver::{PathCondition, Solver};
use incise_term::{Pool, VarId};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The old version, ready to be run. Between runs terms and solver are the new version's.
pub struct Second<'p> {
    /// Its engine.
    pub engine: Engine<'p>,
    /// What corresponds to what.
    pub pairing: Pairing,
    /// Variables that only one of the versions is given.
    pub apart: BTreeSet<VarId>,
    /// What was assumed before the first statement.
    assumptions: Ledger,
    first: State,
}

/// When a run has to stop.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Set to stop it.
    pub progress: &'a Progress,
    /// When its time is up.
    pub deadline: Option<Instant>,
    /// Whether the whole command ends with it, or only the attempt.
    pub ends_all: bool,
}

impl Limits<'_> {
    /// Whether it has to stop now.
    pub fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late && !self.ends_all {
            return true;
        }
        if late {
            self.progress.timed_out.store(true, Ordering::Relaxed);
            self.progress.stop.store(true, Ordering::Relaxed);
        }
        self.progress.stop.load(Ordering::Relaxed)
    }
}

impl<'p> Second<'p> {
    /// Prepares the old version over the new one's terms; `spare` is what the new version is left with meanwhile.
    pub fn new(
        modified: &mut Engine<'p>,
        base: &'p Module,
        config: &'p Config,
        plan: Option<&'p Plan>,
        spare: Solver,
    ) -> Result<Second<'p>, StartError> {
        let ledger = modified.ledger.clone();
        let new_first = modified.first_state()?;
        let given = modified.offered(&new_first);
        modified.ledger = ledger;
        let pool = std::mem::replace(&mut modified.pool, Pool::new());
        let mut engine = Engine::with_pool(base, config, pool, spare);
        engine.given = Some(given);
        std::mem::swap(&mut engine.solver, &mut modified.solver);
        engine.plan = plan;
        let first = engine.first_state();
        let pairing = Pairing::of(modified, &engine);
        let apart = engine.given_apart();
        std::mem::swap(&mut engine.solver, &mut modified.solver);
        std::mem::swap(&mut engine.pool, &mut modified.pool);
        let first = first?;
        let assumptions = std::mem::take(&mut engine.ledger);
        Ok(Second { engine, pairing, apart, assumptions, first })
    }

    /// Lends terms and solver to the old version, or gives them back.
    pub fn exchange(&mut self, modified: &mut Engine<'p>) {
        std::mem::swap(&mut self.engine.pool, &mut modified.pool);
        std::mem::swap(&mut self.engine.solver, &mut modified.solver);
        std::mem::swap(&mut self.engine.unfollowed, &mut modified.unfollowed);
    }

    /// All that weakens what its runs say.
    pub fn whole_ledger(&self) -> Ledger {
        let mut ledger = self.assumptions.clone();
        ledger.merge(&self.engine.ledger);
        ledger
    }

    /// Its first state.
    pub fn first(&self) -> &State {
        &self.first
    }

    /// All paths of the old version under a condition, with terms and solver lent.
    pub fn run(&mut self, condition: &PathCondition, limits: Limits) -> Vec<(State, PathEnd)> {
        let mut state = self.first.clone();
        state.path_condition = condition.clone();
        for constraint in self.first.path_condition.constraints() {
            if self.engine.assume(&mut state, constraint).is_err() {
                return Vec::new();
            }
        }
        let mut pending = vec![state];
        let mut since_check = 0;
        while let Some(mut state) = pending.pop() {
            loop {
                let outcome = self.engine.step(&mut state);
                pending.extend(self.engine.spawned.drain(..).rev());
                match outcome {
                    Ok(()) => {}
                    Err(Stop::Infeasible) => break,
                    Err(Stop::End(end)) => {
                        self.engine.finish(state, end);
                        break;
                    }
                }
                since_check += 1;
                if since_check >= 1024 {
                    since_check = 0;
                    if limits.is_over() {
                        let timed_out = limits.progress.timed_out.load(Ordering::Relaxed);
                        let weakness = if timed_out { Weakness::Timeout } else { Weakness::Interrupted };
                        self.engine.note_stopped(weakness, pending.len() + 1);
                        return std::mem::take(&mut self.engine.finished);
                    }
                }
            }
        }
        std::mem::take(&mut self.engine.finished)
    }
}
