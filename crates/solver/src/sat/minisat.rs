//! The SAT solver of the crate `batsat`, MiniSat in Rust.

use super::{Limit, Lit, SatSolver, Spent, Status};
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

/// Stops at a number of conflicts.
#[derive(Default)]
struct Watch {
    conflicts_left: Option<u64>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt
            && let Some(left) = &mut self.conflicts_left
        {
            *left = left.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.conflicts_left == Some(0)
    }
}

/// An instance.
pub(crate) struct MiniSat {
    solver: batsat::Solver<Watch>,
    clause: Vec<batsat::Lit>,
    assumptions: Vec<batsat::Lit>,
    /// The latest model; a later call without one leaves it.
    model: Vec<lbool>,
}

impl Default for MiniSat {
    fn default() -> MiniSat {
        let solver = batsat::Solver::new(SolverOpts::default(), Watch::default());
        MiniSat { solver, clause: Vec::new(), assumptions: Vec::new(), model: Vec::new() }
    }
}

fn foreign(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.0 >> 1), lit.0 & 1 == 0)
}

impl SatSolver for MiniSat {
    fn new_variable(&mut self, _: &[Lit]) -> Lit {
        Lit(self.solver.new_var_default().idx() << 1)
    }

    fn link(&mut self, _: &[Lit]) {}

    fn prefer(&mut self, _: Lit) {}

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| foreign(lit)));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn n_variables(&self) -> usize {
        self.solver.num_vars() as usize
    }

    fn cone_size(&self) -> usize {
        self.n_variables()
    }

    fn spent(&self) -> Spent {
        Spent::default()
    }

    fn count(&mut self, _: u64) {}

    fn solve(&mut self, assumptions: &[Lit], limit: Limit, stop: Option<&dyn Fn() -> bool>) -> Status {
        let _ = stop;
        self.solver.cb_mut().conflicts_left = limit.conflicts;
        self.assumptions.clear();
        self.assumptions.extend(assumptions.iter().map(|&lit| foreign(lit)));
        let status = self.solver.solve_limited(&self.assumptions);
        if status == lbool::TRUE {
            self.model.clear();
            self.model.extend_from_slice(self.solver.get_model());
            Status::Sat
        } else if status == lbool::FALSE {
            Status::Unsat
        } else {
            Status::Limit
        }
    }

    fn value(&self, lit: Lit) -> bool {
        let variable = self.model.get(lit.0 as usize >> 1).copied().unwrap_or(lbool::FALSE);
        (variable == lbool::TRUE) == (lit.0 & 1 == 0)
    }

    fn in_core(&self, assumption: Lit) -> bool {
        self.solver.unsat_core_contains_lit(!foreign(assumption))
    }
}
