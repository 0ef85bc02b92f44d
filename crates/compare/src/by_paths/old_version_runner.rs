//! Executes the base version under the path condition of one path of the modified version.

use crate::observation::pairing::Pairing;
use incise_engine::{
    Config, Context, Engine, Ledger, Limits, PathEnd, Plan, Prepared, Program, Run, StartError, State, Stop,
};
use incise_ir::Module;
use incise_solver::PathCondition;
use incise_term::VarId;
use std::collections::BTreeSet;

/// The old version, ready to be run over the terms of the new one.
pub struct OldVersionRunner<'p> {
    /// The program.
    pub prepared: Prepared<'p>,
    /// What its runs have met.
    pub run: Run<'p>,
    /// What corresponds to what.
    pub pairing: Pairing,
    /// Variables that only one of the versions is given.
    pub apart: BTreeSet<VarId>,
    /// What was assumed before the first statement.
    assumptions: Ledger,
    first: State,
}

impl<'p> OldVersionRunner<'p> {
    /// Prepares the old version over the new one's terms.
    pub fn new(
        modified: &mut Engine<'_, 'p>,
        base: &'p Module,
        config: &'p Config,
        plan: Option<&'p Plan>,
    ) -> Result<OldVersionRunner<'p>, StartError> {
        let ledger = modified.run.ledger.clone();
        let new_first = modified.first_state()?;
        let given = modified.offered(&new_first);
        modified.run.ledger = ledger;
        let prepared = Prepared::new(base, config, plan, modified.context);
        let mut run = Run::on(given);
        let mut engine = Engine { prepared: &prepared, run: &mut run, context: modified.context };
        let first = engine.first_state()?;
        let apart = engine.given_apart();
        let pairing = Pairing::of(modified.program(), Program { prepared: &prepared, run: &run });
        let assumptions = std::mem::take(&mut run.ledger);
        Ok(OldVersionRunner { prepared, run, pairing, apart, assumptions, first })
    }

    /// The program and what its runs are given.
    pub fn program(&self) -> Program<'_, 'p> {
        Program { prepared: &self.prepared, run: &self.run }
    }

    /// Its engine.
    pub fn engine<'e>(&'e mut self, context: &'e mut Context) -> Engine<'e, 'p> {
        Engine { prepared: &self.prepared, run: &mut self.run, context }
    }

    /// All that weakens what its runs say.
    pub fn whole_ledger(&self) -> Ledger {
        let mut ledger = self.assumptions.clone();
        ledger.merge(&self.run.ledger);
        ledger
    }

    /// Its first state.
    pub fn first(&self) -> &State {
        &self.first
    }

    /// All paths of the old version under a condition.
    pub fn paths(&mut self, context: &mut Context, condition: &PathCondition, limits: Limits) -> Vec<(State, PathEnd)> {
        let mut state = self.first.clone();
        state.path_condition = condition.clone();
        let own: Vec<_> = self.first.path_condition.constraints().collect();
        let mut engine = self.engine(context);
        for constraint in own {
            if engine.assume(&mut state, constraint).is_err() {
                return Vec::new();
            }
        }
        let mut pending = vec![state];
        let mut since_check = 0;
        while let Some(mut state) = pending.pop() {
            loop {
                let outcome = engine.step(&mut state);
                pending.extend(engine.run.spawned.drain(..).rev());
                match outcome {
                    Ok(()) => {}
                    Err(Stop::Infeasible) => break,
                    Err(Stop::End(end)) => {
                        engine.finish(state, end);
                        break;
                    }
                }
                since_check += 1;
                if since_check >= 1024 || limits.is_due(0, &engine.context.solver) {
                    since_check = 0;
                    if limits.is_over(&mut engine.context.solver) {
                        engine.note_stopped(limits.progress.weakness(), pending.len() + 1);
                        return std::mem::take(&mut engine.run.finished);
                    }
                }
            }
        }
        std::mem::take(&mut engine.run.finished)
    }
}
