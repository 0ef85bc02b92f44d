//! Compares the two versions after their loops exit, where what their loops count by is mostly known.

use crate::by_induction::induction::{Failed, Induction, Reached};
use crate::observation::final_states::{FinalStates, Finished, Looked};
use incise_engine::{Program, State};
use incise_solver::PathCondition;
use incise_term::{Op, TermId, VarId};
use std::collections::HashMap;

impl Induction<'_, '_> {
    /// Two runs that are over.
    pub(crate) fn ends(&mut self, new: Reached<'_>, old: Reached<'_>) -> Result<(), Failed> {
        if !same_calls(new.0, old.0, self.new.prepared.config.comparison.uninterpreted.any_order) {
            return Err(Failed::For("other calls are made"));
        }
        let mut two = FinalStates {
            new: Finished {
                program: Program { prepared: self.new.prepared, run: self.new.run },
                state: new.0,
                end: new.1,
            },
            old: Finished { program: self.old.program(), state: old.0, end: old.1 },
            pool: &mut self.new.context.pool,
            pairing: &self.old.pairing,
            observe: self.observe,
            compared: self.compared,
            wrong_plan: false,
            unclear: None,
            unset: None,
            looked: Looked::default(),
            shared: Default::default(),
        };
        let observed = two.observed();
        let wrong = two.wrong_plan;
        if wrong {
            return Err(Failed::For("something compared depends on code that was skipped"));
        }
        let condition = &old.0.path_condition;
        let mut settled = None;
        for one in observed {
            if self.never_briefly(condition, one.differs) {
                continue;
            }
            // Where a loop ends, what it counts by is mostly known.
            let settled = settled.get_or_insert_with(|| self.settled(condition));
            let differs = self.new.context.pool.substitute(one.differs, settled);
            if !self.never(condition, differs) {
                return Err(Failed::For("outputs could not be proved equal"));
            }
        }
        Ok(())
    }

    /// What the leaders of the visits hold under a condition, where that follows from a bound being met.
    fn settled(&mut self, condition: &PathCondition) -> HashMap<VarId, TermId> {
        let mut found = HashMap::new();
        for level in 0..self.visits.len() {
            let Some(leader) = self.visits[level].leader_here() else { continue };
            let Op::Var(var) = self.new.context.pool.op(leader) else { continue };
            for (term, limit) in self.may_be_met(level) {
                let pool = &mut self.new.context.pool;
                let (plus, minus) = (pool.sub(term, leader), pool.add(term, leader));
                let value = if !pool.vars(plus).contains(&var) {
                    pool.sub(limit, plus)
                } else if !pool.vars(minus).contains(&var) {
                    pool.sub(minus, limit)
                } else {
                    continue;
                };
                let other = pool.ne(term, limit);
                if self.never_briefly(condition, other) {
                    found.insert(var, value);
                    break;
                }
            }
        }
        found
    }
}

/// Whether two runs made the same calls of functions that are not followed, so that either all of them end or one in each does not.
fn same_calls(new: &State, old: &State, any_order: bool) -> bool {
    let (mut new, mut old) = (new.uninterpreted.in_order(), old.uninterpreted.in_order());
    if any_order {
        for calls in [&mut new, &mut old] {
            calls.sort_unstable();
            calls.dedup();
        }
    }
    new == old
}
