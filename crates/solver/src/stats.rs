//! What was asked, and which link of the chain answered.

use std::time::Duration;

/// Counters of one solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Questions about one term under one path condition; a branch asks two.
    pub queries: u64,
    /// Answered because the term is a constant or a constraint already.
    pub folded: u64,
    /// Answered by the kept satisfying assignment.
    pub witness: u64,
    /// Answered by the exact set of values of a variable.
    pub domain: u64,
    /// Answered by known bits and intervals.
    pub ranges: u64,
    /// Answered by chains of comparisons.
    pub order: u64,
    /// Answered by the normal form of arithmetic.
    pub algebra: u64,
    /// Answered by values that were tried.
    pub trials: u64,
    /// Answered case by case.
    pub cases: u64,
    /// Answered by proving parts of the query equal.
    pub sweep: u64,
    /// Answered by laws of floating-point arithmetic.
    pub lemmas: u64,
    /// Answered because the same question was asked before.
    pub cache: u64,
    /// Answered because the other side of the branch cannot be.
    pub implied: u64,
    /// Answered by an unsatisfiable core that the query contains.
    pub cores: u64,
    /// Answered by a model of an earlier query.
    pub models: u64,
    /// Answered by the incremental SAT instance.
    pub sat: u64,
    /// Answered by a SAT instance of its own after the incremental one gave up, or because there is none.
    pub one_shot: u64,
    /// Answered by an external solver.
    pub external: u64,
    /// Not answered.
    pub unknown: u64,
    /// SAT instances thrown away because they had grown far beyond the queries.
    pub fresh_instances: u64,
    /// Queries an external solver confirmed.
    pub cross_checked: u64,
    /// Conflicts of our SAT solver.
    pub conflicts: u64,
    /// Work that was done, in the unit of [`PER_SECOND`](crate::PER_SECOND).
    pub work: u64,
    /// Sides of conditions that were found possible, by whatever link.
    pub possible: u64,
    /// Sides that were found impossible.
    pub impossible: u64,
    /// Time in queries that reached SAT.
    pub total_time: Duration,
    /// Of it, in those that are satisfiable.
    pub sat_time: Duration,
    /// Of it, in those that are not.
    pub unsat_time: Duration,
    /// The longest of them.
    pub max_time: Duration,
}
