//! Values that decide something must have been written.
//!
//! A value that was read at a symbolic place is a choice between elements, of which only some may have been written: it counts only on
//! which of them it depends under the path condition.

use crate::config::UbPolicy;
use crate::engine::{Engine, Step};
use crate::error::ErrorKind;
use crate::ledger::Weakness;
use crate::state::State;
use incise_solver::Extend;
use incise_term::{Op, Pool, TermId, VarKind};
use rustc_hash::FxHashMap;

impl Engine<'_, '_> {
    /// An error when a value that decides something was never written.
    pub fn check_initialised(&mut self, state: &mut State, term: TermId, what: &str) -> Step<()> {
        if !self.context.pool.has_undefined(term) {
            return Ok(());
        }
        let depends = self.depends_on_undefined(term);
        if self.looks_for(ErrorKind::Uninitialised) && self.prepared.config.checks.ub == UbPolicy::Report {
            let depends = self.value(depends);
            return self.check(state, &depends, ErrorKind::Uninitialised, || {
                format!("{what} depends on uninitialised memory")
            });
        }
        if self.is_unwritten(term) && !self.prepared.config.comparison.doubts_unwritten {
            return Ok(());
        }
        let context = &mut *self.context;
        if matches!(context.solver.extend(&mut context.pool, &state.path_condition, depends), Extend::Unsat) {
            return Ok(());
        }
        let span = self.prepared.span(state);
        self.run.ledger.add(
            Weakness::Uninitialised,
            format!("{what} depends on uninitialised memory, taken as any value"),
            span.is_known().then_some(span),
        );
        Ok(())
    }

    /// When a term depends on what was never written: a choice depends on the side that is chosen, a conjunction or disjunction on an operand
    /// that the other one leaves open, everything else on all its operands.
    fn depends_on_undefined(&mut self, term: TermId) -> TermId {
        let pool = &mut self.context.pool;
        let mut found: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            let children = if pool.has_undefined(top) { pool.children(top).to_vec() } else { Vec::new() };
            let open: Vec<TermId> = children.iter().copied().filter(|child| !found.contains_key(child)).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            stack.pop();
            let when = match (pool.op(top), children.as_slice()) {
                (Op::Var(var), _) => {
                    let is_undefined = pool.var_info(var).kind == VarKind::Undefined;
                    pool.constant(1, u128::from(is_undefined))
                }
                (Op::Ite, [condition, yes, no]) => {
                    let chosen = pool.ite(*condition, found[yes], found[no]);
                    pool.or(found[condition], chosen)
                }
                (op @ (Op::And | Op::Or), [a, b]) if pool.width(top) == 1 => {
                    let (left, right) = (found[a], found[b]);
                    let (left, right) =
                        (unless_decided(pool, op, left, (*b, right)), unless_decided(pool, op, right, (*a, left)));
                    pool.or(left, right)
                }
                (_, children) => {
                    let none = pool.constant(1, 0);
                    children.iter().fold(none, |any, child| pool.or(any, found[child]))
                }
            };
            found.insert(top, when);
        }
        found[&term]
    }
}

/// When one operand of a conjunction or disjunction counts that is undefined under `undefined`: the other one is, or does not decide the result.
fn unless_decided(pool: &mut Pool, op: Op, undefined: TermId, (other, other_undefined): (TermId, TermId)) -> TermId {
    let leaves_open = if op == Op::And { other } else { pool.not(other) };
    let counts = pool.or(other_undefined, leaves_open);
    pool.and(undefined, counts)
}
