//! Proposals: couplings of the facts that hold of all private states which concrete histories leave.

use crate::by_coupling::candidates::{Effort, candidates};
use crate::by_coupling::coupling::Coupling;
use crate::by_coupling::fact::Fact;
use crate::by_coupling::histories::{Sample, histories};
use crate::by_coupling::inductive::on_deep_stack;
use crate::by_coupling::palette::{Numbers, numbers};
use crate::by_coupling::places::Place;
use crate::by_coupling::seen::Seen;
use crate::by_paths::comparison_input::ComparisonInput;
use incise_engine::{ExploreError, Limits, MakeSolver};
use tracing::debug;

/// What concrete histories left.
pub struct Proposals {
    none: Coupling,
    samples: Vec<Sample>,
    numbers: Numbers,
}

impl Proposals {
    /// Runs histories of these calls.
    pub fn of(
        tasks: &[ComparisonInput<'_>],
        none: &Coupling,
        solver: MakeSolver<'_>,
        limits: Limits<'_>,
    ) -> Result<Proposals, ExploreError> {
        let samples = on_deep_stack(|| histories(tasks, none, solver, limits))?;
        debug!(n_samples = samples.len(), "histories");
        let numbers = tasks.first().map(|task| numbers([task.base.module, task.modified.module]));
        Ok(Proposals { none: none.clone(), samples, numbers: numbers.unwrap_or_default() })
    }

    /// The facts that hold of all states.
    pub fn coupling(&self, effort: Effort) -> Coupling {
        if self.samples.is_empty() {
            return self.none.clone();
        }
        let (slots, facts) = candidates(&self.none.slots, &self.samples, &self.numbers, effort);
        let coupling = Coupling { slots, facts };
        debug!(n = coupling.facts.len(), facts = coupling.texts().join("; "), "candidates of a coupling");
        coupling
    }

    /// Those of some formulas that may hold of all states and are proved to hold of the initial ones, whatever the arguments are.
    pub fn seen(&self, facts: Vec<Fact>, solver: MakeSolver<'_>) -> Result<Vec<Fact>, ExploreError> {
        if self.samples.is_empty() {
            return Ok(Vec::new());
        }
        let seen = Seen::of(&self.none.slots, &self.samples);
        let initial = |place: Place| seen.values[&place][0];
        let mut found = Vec::new();
        for fact in facts {
            let Fact::Formula(formula) = &fact else { continue };
            // A pool of its own: so is what the solver knows.
            let holds = seen.holds(&fact) && formula.is_proved(&initial, &mut solver()?);
            if holds {
                found.push(fact);
            }
        }
        Ok(found)
    }
}
