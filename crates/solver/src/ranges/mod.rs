//! Known bits and intervals of a term, given what a component says about its variables and subterms.
//!
//! Facts come from the value sets of variables and from constraints that compare a subterm with a constant. If under
//! these the term can have one truth value only, that is the answer.

mod interval;
mod transfer;

use crate::domain::{RangeSet, comparison_with_constant};
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use incise_term::{Op, Pool, TermId};
use interval::Interval;
use rustc_hash::FxHashMap;

/// Terms looked at for one query; what lies beyond counts as unknown.
const MAX_TERMS: usize = 400;
/// Constraints read for facts.
const MAX_CONSTRAINTS: usize = 200;
/// Nesting followed.
const MAX_DEPTH: u32 = 200;

struct Analysis<'a> {
    pool: &'a Pool,
    query: &'a Query,
    /// What constraints say of the terms they compare with constants.
    compared: FxHashMap<TermId, Interval>,
    known: FxHashMap<TermId, Interval>,
}

impl Analysis<'_> {
    fn of(&mut self, term: TermId, depth: u32) -> Interval {
        let pool = self.pool;
        let width = pool.width(term);
        if let Some(value) = pool.as_const(term) {
            return Interval::exactly(width, value);
        }
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        if depth == 0 || self.known.len() >= MAX_TERMS {
            return Interval::anything(width);
        }
        let mut interval = match pool.op(term) {
            Op::Var(var) => {
                // The base's, not the query's: those may take the term in question for granted.
                match self.query.base.fact(pool, var).and_then(|fact| fact.hull()) {
                    Some((lo, hi)) => Interval::between(width, lo, hi),
                    None => Interval::anything(width),
                }
            }
            Op::Uninterpreted(_) => Interval::anything(width),
            op => {
                let mut operands = [Interval::anything(1); 3];
                let mut widths = [1; 3];
                for (i, &child) in pool.children(term).iter().enumerate() {
                    operands[i] = self.of(child, depth - 1);
                    widths[i] = pool.width(child);
                }
                transfer::apply(op, width, widths, operands)
            }
        };
        if let Some(compared) = self.compared.get(&term) {
            interval = interval.meet(compared).unwrap_or(interval);
        }
        self.known.insert(term, interval);
        interval
    }
}

impl Solver {
    /// Decides a term that can have one truth value only.
    pub(crate) fn by_ranges(&mut self, pool: &Pool, query: &Query) -> Option<Decided> {
        let mut analysis = Analysis { pool, query, compared: FxHashMap::default(), known: FxHashMap::default() };
        for &constraint in query.base_constraints().iter().rev().take(MAX_CONSTRAINTS) {
            if let Some((operand, set)) = compared(pool, constraint)
                && let (Some(lo), Some(hi)) = (set.min(), set.max())
            {
                let width = pool.width(operand);
                let fact = Interval::between(width, lo, hi);
                let known = analysis.compared.entry(operand).or_insert(fact);
                *known = known.meet(&fact).unwrap_or(*known);
            }
        }
        match analysis.of(query.term, MAX_DEPTH).value()? {
            0 => Some(Decided::Unsat),
            _ => Some(Decided::Implied),
        }
    }
}

/// A constraint that compares a term with a constant, negated or not: the term and the values it allows.
fn compared(pool: &Pool, constraint: TermId) -> Option<(TermId, RangeSet)> {
    match pool.op(constraint) {
        Op::Not => {
            let inner = pool.child(constraint, 0);
            let (operand, set) = comparison_with_constant(pool, inner)?;
            Some((operand, set.complement(incise_term::concrete::mask(pool.width(operand)))))
        }
        _ => comparison_with_constant(pool, constraint),
    }
}
