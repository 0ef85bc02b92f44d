//! Settings of a solver: limits, back ends, and a switch for each link of the chain.

use crate::log::QueryLog;
use incise_base::Deadline;
use std::sync::Arc;
use std::time::Duration;

/// A solver that runs as a process of its own and speaks SMT-LIB 2 over a pipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalSolver {
    /// Z3: `INCISE_Z3`, else `z3` beside this executable, else `z3` on the `PATH`.
    Z3,
    /// cvc5 on the `PATH`.
    Cvc5,
    /// Bitwuzla on the `PATH`.
    Bitwuzla,
    /// A command line that reads SMT-LIB 2 from its standard input.
    Command(Vec<String>),
}

impl ExternalSolver {
    /// Reads `z3`, `cvc5`, `bitwuzla` or `smtlib:COMMAND ARGUMENTS`.
    pub fn parse(text: &str) -> Option<ExternalSolver> {
        match text {
            "z3" => Some(ExternalSolver::Z3),
            "cvc5" => Some(ExternalSolver::Cvc5),
            "bitwuzla" => Some(ExternalSolver::Bitwuzla),
            _ => {
                let words: Vec<String> = text.strip_prefix("smtlib:")?.split_whitespace().map(str::to_owned).collect();
                (!words.is_empty()).then_some(ExternalSolver::Command(words))
            }
        }
    }
}

/// How a solver works. The defaults decide everything in process, without a limit.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Give up on a query after this much work.
    pub work_per_query: Option<u64>,
    /// Give up on every query that needs search once this much work was done by this solver and for it.
    pub max_work: Option<u64>,
    /// Give up on a query after this long: an outer guard.
    pub timeout_per_query: Option<Duration>,
    /// Give up on every query that needs search at this time: an outer guard.
    pub deadline: Deadline,
    /// Conflicts the incremental instance may spend before a query counts as hard.
    pub conflict_budget: u64,
    /// Conflicts after which a search gives up, whatever the time: a limit that every run reaches at the same point.
    pub max_conflicts: Option<u64>,
    /// Decide every query that needs search apart from all others, so that what a limit leaves open depends on the path alone.
    pub is_apart: bool,
    /// Variables the incremental instance may have before it is replaced by an empty one.
    pub max_instance: usize,
    /// Solvers that are raced against our own on hard queries.
    pub external: Vec<ExternalSolver>,
    /// Ask every external solver about each query that reaches SAT, and check every model by evaluation.
    pub cross_check: bool,
    /// Answer nothing but what follows without a question: for runs of paths that are known.
    pub is_off: bool,
    /// Write every query that reaches SAT to this file, as SMT-LIB 2 with its status.
    pub log: Option<Arc<QueryLog>>,
    /// Remember answers, unsatisfiable cores and models.
    pub use_cache: bool,
    /// Keep exact sets of values for single variables.
    pub use_domains: bool,
    /// Reason about known bits and intervals of terms.
    pub use_ranges: bool,
    /// Reason about chains of comparisons between variables.
    pub use_order: bool,
    /// Prove equalities by the normal form of arithmetic.
    pub use_algebra: bool,
    /// Look for values that tell two sides apart by trying some.
    pub use_trials: bool,
    /// Ask about conditions of choices case by case.
    pub use_cases: bool,
    /// Prove equal parts of a hard query equal, from the inputs up.
    pub use_sweep: bool,
    /// Decide questions about floats by laws of their arithmetic.
    pub use_lemmas: bool,
    /// Try the kept satisfying assignment first.
    pub use_witness: bool,
    /// Keep one SAT instance across queries; otherwise each query gets a fresh one.
    pub use_incremental: bool,
    /// Sleep this long before each search, as if the machine were slow: for tests that answers do not depend on it.
    pub delay: Duration,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            work_per_query: None,
            max_work: None,
            timeout_per_query: None,
            deadline: Deadline::NEVER,
            conflict_budget: 10_000,
            max_conflicts: None,
            is_apart: false,
            max_instance: 500_000,
            external: Vec::new(),
            cross_check: false,
            log: None,
            is_off: false,
            use_cache: true,
            use_domains: true,
            use_ranges: true,
            use_order: true,
            use_algebra: true,
            use_trials: true,
            use_cases: true,
            use_sweep: true,
            use_lemmas: true,
            use_witness: true,
            use_incremental: true,
            delay: Duration::ZERO,
        }
    }
}

impl SolverConfig {
    /// The slow twin: every question that does not fold to a constant goes to a fresh SAT instance.
    pub fn plain() -> SolverConfig {
        SolverConfig {
            use_cache: false,
            use_domains: false,
            use_ranges: false,
            use_order: false,
            use_algebra: false,
            use_trials: false,
            use_cases: false,
            use_sweep: false,
            use_lemmas: false,
            use_witness: false,
            use_incremental: false,
            ..SolverConfig::default()
        }
    }
}
