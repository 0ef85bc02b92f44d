//! Bit-blasting: terms become literals of a SAT instance, once each, and constraints become assumptions.

mod blaster;
mod cdcl;
mod cnf;
mod float;
mod heap;
#[cfg(test)]
mod minisat;
mod sweep;
#[cfg(test)]
mod sweep_twin;
#[cfg(test)]
mod twin;

pub(crate) use blaster::{Blaster, Verdict};
pub(crate) use cdcl::Cdcl;

use crate::work::Until;
use incise_base::Deadline;

/// A literal: a variable and a sign in the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Lit(pub(crate) u32);

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A gate by its kind and inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
    Xor3(Lit, Lit, Lit),
}

/// When to stop.
#[derive(Clone, Copy, Default)]
pub(crate) struct Limit {
    pub(crate) conflicts: Option<u64>,
    /// Work of this call.
    pub(crate) work: Option<u64>,
    pub(crate) deadline: Deadline,
}

impl Limit {
    /// Whether an instance that has cost so much work is at its limit, or the clock is.
    pub(crate) fn is_reached(self, work: u64) -> bool {
        Until { work: self.work, deadline: self.deadline }.is_over(work)
    }
}

/// What an instance has cost.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spent {
    pub(crate) conflicts: u64,
    pub(crate) work: u64,
}

/// The result of a SAT call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Sat,
    Unsat,
    Limit,
}

/// An incremental SAT solver.
pub(crate) trait SatSolver {
    /// A new variable; `inputs` are those of the gate that its clauses define it by.
    fn new_variable(&mut self, inputs: &[Lit]) -> Lit;
    /// Whoever needs one of these variables needs all.
    fn link(&mut self, literals: &[Lit]);
    /// Makes a literal the first choice when its variable is decided.
    fn prefer(&mut self, lit: Lit);
    fn add_clause(&mut self, clause: &[Lit]);
    fn n_variables(&self) -> usize;
    /// How many variables the latest call had to look at.
    fn cone_size(&self) -> usize;
    /// What was spent on all calls and on building the instance so far.
    fn spent(&self) -> Spent;
    /// Counts work that was done for the instance elsewhere.
    fn count(&mut self, work: u64);
    /// Solves under assumptions; `stop` is asked now and then.
    fn solve(&mut self, assumptions: &[Lit], limit: Limit, stop: Option<&dyn Fn() -> bool>) -> Status;
    /// The value of a literal in the latest model; a variable that is newer counts as false.
    fn value(&self, lit: Lit) -> bool;
    /// After `Unsat`: is the assumption part of the reason?
    fn in_core(&self, assumption: Lit) -> bool;
}
