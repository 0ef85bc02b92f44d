//! Executes the base version under the path condition of one path of the modified version.

use crate::by_coupling::coupling::Coupling;
use crate::by_paths::comparison_input::Version;
use crate::observation::pairing::Pairing;
use incise_engine::{
    Context, DepthFirst, Engine, IsOver, Ledger, Limits, Memory, PathEnd, Prepared, Program, Ran, Run, StartError,
    State, Stream, Weakness,
};
use incise_solver::PathCondition;
use incise_term::VarId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Statements between two looks at the limits.
const STRIDE: u32 = 1024;

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
        base: Version<'p>,
        coupling: Option<&Coupling>,
    ) -> Result<OldVersionRunner<'p>, StartError> {
        let ledger = modified.run.ledger.clone();
        let new_first = modified.first_state()?;
        let mut given = modified.offered(&new_first);
        if let Some(coupling) = coupling {
            coupling.give((modified.prepared, &new_first), &mut modified.context.pool, &mut given);
        }
        modified.run.ledger = ledger;
        let prepared = Prepared::new(base.module, base.config, base.plan, modified.context);
        let mut run = Run::on(given);
        let mut engine = Engine { prepared: &prepared, run: &mut run, context: modified.context };
        let mut first = engine.first_state()?;
        if let Some(coupling) = coupling
            && !coupling.assume((modified.prepared, &new_first), &mut engine, &mut first)
        {
            let detail = "the private states of the versions could not be related";
            engine.run.ledger.add(Weakness::Unsupported, detail, None);
        }
        let apart = engine.given_apart();
        let own = Program { prepared: &prepared, run: &run };
        let pairing = Pairing { coupling: coupling.cloned(), ..Pairing::of(modified.program(), own) };
        let assumptions = std::mem::take(&mut run.ledger);
        Ok(OldVersionRunner { prepared, run, pairing, apart, assumptions, first })
    }

    /// Forgets what the pointer parameters of the last call point to.
    pub(crate) fn forget_pointees(&mut self, modified: &Engine<'_, 'p>) {
        for (_, object) in &modified.run.pointees {
            self.pairing.objects.remove(object);
        }
    }

    /// Lets its runs start from what another run has left; the new version's start with `new`.
    pub(crate) fn call_in(
        &mut self,
        modified: &mut Engine<'_, 'p>,
        new: &State,
        (memory, streams): (Memory, Rc<Vec<Stream>>),
    ) -> Result<(), StartError> {
        self.run.given = Some(modified.offered(new));
        self.first = self.engine(modified.context).called_in(memory, streams)?;
        self.pairing.pair_pointees(modified.run, &self.run);
        Ok(())
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
        all_paths(&mut engine, state, limits)
    }
}

/// All paths from a state.
pub(crate) fn all_paths(engine: &mut Engine<'_, '_>, state: State, limits: Limits) -> Vec<(State, PathEnd)> {
    let mut search = DepthFirst::new(state, limits, STRIDE);
    while let Some(mut state) = search.pending.pop() {
        match engine.run_path(&mut state, &mut search) {
            Ran::Infeasible => {}
            Ran::End(end) => engine.finish(state, end),
            Ran::Left(IsOver) => {
                engine.note_stopped(limits.progress.weakness(), search.pending.len() + 1);
                break;
            }
        }
    }
    std::mem::take(&mut engine.run.finished)
}
