//! Compares private states by how they are related, where a coupling says that.

use crate::by_coupling::coupling::Coupling;
use crate::observation::difference::Observable;
use crate::observation::final_states::FinalStates;
use crate::observation::observed::Observed;
use crate::role::Role;

impl FinalStates<'_, '_> {
    /// The facts of a coupling that may no longer hold.
    pub(crate) fn coupled(&mut self, coupling: &Coupling, found: &mut Vec<Observed>) {
        let new = coupling.at_end(Role::Mod, self.pool, (self.new.program.prepared, self.new.state));
        let old = coupling.at_end(Role::Base, self.pool, (self.old.program.prepared, self.old.state));
        let held = (new, old);
        for fact in &coupling.facts {
            let differs = match coupling.term(fact, self.pool, &held) {
                Some(term) => self.pool.not(term),
                None => self.pool.true_(),
            };
            if !self.pool.is_false(differs) {
                let why = "the private states of the versions are no longer related as they were";
                found.push(Observed::unseen(Observable::Global(String::from("private state")), differs, why));
            }
        }
    }
}
