//! Executes the base version under the path condition of one path of the modified version.

use crate::observation::pairing::Pairing;
use incise_engine::{Config, Engine, Ledger, Limits, PathEnd, Plan, StartError, State, Stop};
use incise_ir::Module;
use incise_solver::{PathCondition, Solver};
use incise_term::{Pool, VarId};
use std::collections::BTreeSet;

/// The old version, ready to be run. Between runs terms and solver are the new version's.
pub struct OldVersionRunner<'p> {
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

impl<'p> OldVersionRunner<'p> {
    /// Prepares the old version over the new one's terms; `spare` is what the new version is left with meanwhile.
    pub fn new(
        modified: &mut Engine<'p>,
        base: &'p Module,
        config: &'p Config,
        plan: Option<&'p Plan>,
        spare: Solver,
    ) -> Result<OldVersionRunner<'p>, StartError> {
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
        Ok(OldVersionRunner { engine, pairing, apart, assumptions, first })
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
                if since_check >= 1024 || limits.is_due(0, &self.engine.solver) {
                    since_check = 0;
                    if limits.is_over(&mut self.engine.solver) {
                        self.engine.note_stopped(limits.progress.weakness(), pending.len() + 1);
                        return std::mem::take(&mut self.engine.finished);
                    }
                }
            }
        }
        std::mem::take(&mut self.engine.finished)
    }
}
