//! What a directed search is measured by.
//!
//! *Source*: [dise-tosem2014] §5, Tables IV–VI, whose columns these are. How the paper counts is seen from its row v2
//! of Table IV (default order): 8 path conditions and 14 prunings are 22 leaves, so 21 branches have two feasible
//! sides; with 48 that have one, there are 1 + 2·21 + 48 = 91 states and 48 infeasible paths, as printed. So a state
//! that is pruned is a state.

/// The measures. They do not depend on the number of workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// States: the first, every feasible side of a branch on the inputs, and every state that forks off within a
    /// statement. (`States`)
    pub states: u64,
    /// Paths that ran to their end, in an error or not: each has a path condition. (`PC`)
    pub path_conditions: u64,
    /// States that a guide gave up. (`Prunings`)
    pub prunings: u64,
    /// Sides of branches on the inputs that are not feasible, where the solver decided all sides. (`Infeasible`)
    pub infeasible: u64,
    /// Constraints in the path conditions, all paths together. (`Total Terms`)
    pub terms: u64,
    /// Questions to the solver chain along a path, all paths together: both sides of a branch are one question, and
    /// questions on the part that paths share count for each. (`Total DP`)
    pub calls: u64,
    /// The least of a path; 0 if there is none. (`Min DP`)
    pub min_calls: u64,
    /// The most of a path. (`Max DP`)
    pub max_calls: u64,
}

impl Measures {
    /// Takes note of a path that ended.
    pub(crate) fn path(&mut self, n_terms: usize, n_calls: u64) {
        let path = Measures {
            path_conditions: 1,
            terms: n_terms as u64,
            calls: n_calls,
            min_calls: n_calls,
            max_calls: n_calls,
            ..Measures::default()
        };
        self.merge(&path);
    }

    /// Adds another worker's.
    pub(crate) fn merge(&mut self, other: &Measures) {
        self.min_calls = match (self.path_conditions, other.path_conditions) {
            (_, 0) => self.min_calls,
            (0, _) => other.min_calls,
            _ => self.min_calls.min(other.min_calls),
        };
        self.max_calls = self.max_calls.max(other.max_calls);
        self.states += other.states;
        self.path_conditions += other.path_conditions;
        self.prunings += other.prunings;
        self.infeasible += other.infeasible;
        self.terms += other.terms;
        self.calls += other.calls;
    }

    /// Constraints per path condition; 0 if there is none. (`Avg. Terms`)
    pub fn average_terms(&self) -> f64 {
        self.per_path(self.terms)
    }

    /// Questions per path; 0 if there is none. (`Avg. DP`)
    pub fn average_calls(&self) -> f64 {
        self.per_path(self.calls)
    }

    fn per_path(&self, total: u64) -> f64 {
        if self.path_conditions == 0 { 0.0 } else { total as f64 / self.path_conditions as f64 }
    }
}
