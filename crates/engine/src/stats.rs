//! Counts of a run.

use crate::measures::Measures;

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Paths that ran to their end.
    pub completed: u64,
    /// Paths that ended in an error of the program.
    pub failed: u64,
    /// Paths that were cut short.
    pub cut: u64,
    /// Paths that an assumption of the program ended.
    pub assumed_away: u64,
    /// Statements executed.
    pub instructions: u64,
    /// Questions asked of the solver chain.
    pub queries: u64,
    /// Those that it left undecided.
    pub undecided: u64,
    /// States made by forking.
    pub forks: u64,
    /// Pending states that were put away as decision prefixes to save memory.
    pub spilled: u64,
    /// What a directed search is measured by.
    pub measures: Measures,
}

impl Stats {
    /// Adds another worker's counts.
    pub fn merge(&mut self, other: &Stats) {
        self.completed += other.completed;
        self.failed += other.failed;
        self.cut += other.cut;
        self.assumed_away += other.assumed_away;
        self.instructions += other.instructions;
        self.queries += other.queries;
        self.undecided += other.undecided;
        self.forks += other.forks;
        self.spilled += other.spilled;
        self.measures.merge(&other.measures);
    }
}
