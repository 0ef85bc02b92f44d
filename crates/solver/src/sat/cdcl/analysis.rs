//! What a conflict teaches: the clause of its first unique implication point, without literals the others imply.

use super::{Cdcl, Mark, NO_REASON, variable};
use crate::sat::Lit;

/// How deep the search for implied literals goes.
const MAX_DEPTH: u32 = 500;

impl Cdcl {
    /// The clause learnt from a conflict, asserting literal first, and the level to go back to.
    pub(super) fn analyze(&mut self, conflict: u32) -> (Vec<Lit>, u32) {
        let mut learnt = vec![Lit(0)];
        let mut open = 0;
        let mut reason = conflict;
        let mut at = self.trail.len();
        let mut resolved: Option<Lit> = None;
        loop {
            for i in self.clause(reason) {
                let lit = self.literal(i);
                if Some(lit) == resolved {
                    continue;
                }
                let var = variable(lit);
                if self.seen[var] == Mark::None && self.level[var] > 0 {
                    self.seen[var] = Mark::InClause;
                    self.bump(var);
                    if self.level[var] == self.decision_level() {
                        open += 1;
                    } else {
                        learnt.push(lit);
                    }
                }
            }
            loop {
                at -= 1;
                if self.seen[variable(self.trail[at])] == Mark::InClause {
                    break;
                }
            }
            let lit = self.trail[at];
            self.seen[variable(lit)] = Mark::None;
            open -= 1;
            if open == 0 {
                learnt[0] = !lit;
                break;
            }
            reason = self.reason[variable(lit)];
            resolved = Some(lit);
        }
        let mut touched = std::mem::take(&mut self.scratch);
        touched.clear();
        touched.extend_from_slice(&learnt[1..]);
        let levels = learnt[1..].iter().fold(0, |levels, &lit| levels | 1u64 << (self.level[variable(lit)] % 64));
        let mut kept = 1;
        for i in 1..learnt.len() {
            if !self.redundant(learnt[i], levels, &mut touched, MAX_DEPTH) {
                learnt[kept] = learnt[i];
                kept += 1;
            }
        }
        learnt.truncate(kept);
        for lit in &touched {
            self.seen[variable(*lit)] = Mark::None;
        }
        self.scratch = touched;
        let mut back = 0;
        if learnt.len() > 1 {
            let deepest = (1..learnt.len()).max_by_key(|&i| self.level[variable(learnt[i])]).expect("not empty");
            learnt.swap(1, deepest);
            back = self.level[variable(learnt[1])];
        }
        (learnt, back)
    }

    /// Is a literal implied by marked ones? What is found out is marked, and noted in `touched` for cleaning.
    fn redundant(&mut self, lit: Lit, levels: u64, touched: &mut Vec<Lit>, depth: u32) -> bool {
        let reason = self.reason[variable(lit)];
        if reason == NO_REASON || depth == 0 {
            return false;
        }
        for i in self.clause(reason) {
            let other = self.literal(i);
            let var = variable(other);
            if var == variable(lit) || self.level[var] == 0 {
                continue;
            }
            let implied = match self.seen[var] {
                Mark::InClause | Mark::Implied => true,
                Mark::NotImplied => false,
                Mark::None => {
                    let implied =
                        levels >> (self.level[var] % 64) & 1 == 1 && self.redundant(other, levels, touched, depth - 1);
                    self.seen[var] = if implied { Mark::Implied } else { Mark::NotImplied };
                    touched.push(other);
                    implied
                }
            };
            if !implied {
                return false;
            }
        }
        true
    }

    /// The assumptions that make `failed`, an assumption, false.
    pub(super) fn find_core(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.level[variable(failed)] == 0 {
            return;
        }
        self.seen[variable(failed)] = Mark::InClause;
        for at in (self.level_starts[0] as usize..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = variable(lit);
            if self.seen[var] == Mark::None {
                continue;
            }
            self.seen[var] = Mark::None;
            if self.reason[var] == NO_REASON {
                self.core.push(lit);
            } else {
                for i in self.clause(self.reason[var]) {
                    let other = variable(self.literal(i));
                    if other != var && self.level[other] > 0 {
                        self.seen[other] = Mark::InClause;
                    }
                }
            }
        }
    }

    /// Levels that a clause spans.
    pub(super) fn span(&mut self, literals: &[Lit]) -> u32 {
        self.stack.clear();
        self.stack.extend(literals.iter().map(|&lit| self.level[variable(lit)]));
        self.stack.sort_unstable();
        self.stack.dedup();
        self.stack.len() as u32
    }
}
