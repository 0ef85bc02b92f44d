//! Chains of comparisons: `a < b`, `b ≤ c`, `c < a` cannot be.
//!
//! Comparisons between terms are difference constraints over the integers: `a < b` is `a - b ≤ -1`. A cycle of negative
//! weight proves unsatisfiability whatever the terms are. Without one, Bellman and Ford's relaxation turns the witness of
//! the component into values that satisfy them; these are checked by evaluation and count only if every constraint holds.
//!
//! Signed and unsigned comparisons are separate graphs. Bounds of the width are edges to a node for zero.

mod graph;
mod nearest;

pub(crate) use nearest::nearest_zero;

use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use graph::{Comparison, Graph, comparison, integer};
use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId};
use std::rc::Rc;

impl Solver {
    /// Decides by the comparisons alone, where they suffice.
    pub(crate) fn by_order(&mut self, pool: &Pool, query: &Query) -> Option<Decided> {
        let (kind, a, b) = comparison(pool, query.term)?;
        if pool.width(a) == 1 || query.has_applications {
            return None;
        }
        match kind {
            Comparison::Less { signed, .. } => self.by_graph(pool, query, signed, &[]),
            Comparison::Equal => {
                self.by_graph(pool, query, true, &[]).or_else(|| self.by_graph(pool, query, false, &[]))
            }
            // Different is one above the other: satisfiable if either is, unsatisfiable if neither.
            Comparison::Different => {
                let first = self.by_graph(pool, query, true, &[(a, b)]);
                if let Some(Decided::Sat(_)) = first {
                    return first;
                }
                match (first, self.by_graph(pool, query, true, &[(b, a)])) {
                    (_, sat @ Some(Decided::Sat(_))) => sat,
                    (Some(Decided::Unsat), Some(Decided::Unsat)) => Some(Decided::Unsat),
                    _ => None,
                }
            }
        }
    }

    fn by_graph(&mut self, pool: &Pool, query: &Query, signed: bool, less: &[(TermId, TermId)]) -> Option<Decided> {
        let mut graph = Graph::of(pool, signed, query.constraints())?;
        for &(a, b) in less {
            graph.below(pool, a, b, true)?;
        }
        for (&var, &value) in pool.set_members(query.vars).iter().zip(query.values.iter()) {
            self.scratch.set(var, value);
        }
        let mut start = vec![0; graph.nodes.len()];
        for (value, node) in start.iter_mut().zip(&graph.nodes) {
            if let Some(term) = *node {
                *value = integer(signed, pool.width(term), self.scratch.eval(pool, term));
            }
        }
        let Some(solution) = graph.relax(start) else { return Some(Decided::Unsat) };
        let mut values = query.values.to_vec();
        for (&value, node) in solution.iter().zip(&graph.nodes) {
            if let Some(term) = *node
                && let Op::Var(var) = pool.op(term)
            {
                let value = value as u128 & mask(pool.width(term));
                values[query.position(pool, var)] = value;
                self.scratch.set(var, value);
            }
        }
        if !query.constraints().iter().all(|&term| self.scratch.holds(pool, term)) {
            return None;
        }
        let values: Rc<[u128]> = values.into();
        Some(Decided::Sat(self.component(pool, query, values, query.base.applications.clone(), false)))
    }
}
