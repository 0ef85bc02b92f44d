//! The simplest-looking inputs that satisfy a condition.
//!
//! Inputs are fixed in their order, each at the value that looks simplest among those the earlier ones allow: zero,
//! then small numbers (1 before -1 before 2), characters that print, floats with short decimals. An input that does
//! not matter is zero. What the solver leaves open is not used.

use crate::error::Error;
use crate::float_values::simple_floats;
use crate::input::{CType, Input, Inputs};
use incise_solver::{Extend, PathCondition, Scratch, Solver};
use incise_term::concrete::{mask, signed};
use incise_term::{Assignment, Evaluator, Format, Pool, TermId};

/// Ranges of characters, those that are easiest to read first.
const CHARACTERS: [(u8, u8); 4] = [(b'a', b'z'), (b'A', b'Z'), (b'0', b'9'), (b' ', b'~')];

struct Search<'a> {
    pool: &'a mut Pool,
    solver: &'a mut Solver,
    scratch: Scratch,
    /// The condition and the inputs fixed so far.
    fixed: PathCondition,
    condition: TermId,
}

/// Inputs that satisfy the disjunction of conjunctions; other variables of it get values too.
pub fn witness(
    pool: &mut Pool,
    solver: &mut Solver,
    condition: &[Vec<TermId>],
    inputs: &[Input],
) -> Result<Assignment, Error> {
    Inputs::new(pool, inputs)?;
    let mut whole = pool.false_();
    let mut conjunctions = Vec::new();
    for conjuncts in condition {
        let all = conjuncts.iter().fold(pool.true_(), |all, &conjunct| pool.bool_and(all, conjunct));
        conjunctions.push(all);
        whole = pool.bool_or(whole, all);
    }
    let mut base = PathCondition::new();
    for input in inputs {
        if let Some(known) = input.holds(pool)
            && let Extend::Sat(extended) = solver.extend(pool, &base, known)
        {
            base = extended;
        }
    }
    let fixed = satisfiable(pool, solver, &base, whole, &conjunctions)?;
    let mut search = Search { pool, solver, scratch: Scratch::new(), fixed, condition: whole };
    // Simpler inputs are welcome, not needed.
    search.solver.hurry(true);
    for input in inputs {
        search.fix(input);
    }
    search.solver.hurry(false);
    let assignment = search.solver.witness(search.pool, &search.fixed);
    if Evaluator::new().holds(search.pool, &assignment, whole) {
        Ok(assignment)
    } else {
        Err(Error::Unknown("the model does not satisfy the condition".into()))
    }
}

/// The whole condition, or, if it is too hard as a whole, the first conjunction that is satisfiable.
fn satisfiable(
    pool: &mut Pool,
    solver: &mut Solver,
    base: &PathCondition,
    whole: TermId,
    conjunctions: &[TermId],
) -> Result<PathCondition, Error> {
    let mut error = match solver.extend(pool, base, whole) {
        Extend::Sat(condition) => return Ok(condition),
        Extend::Unsat => return Err(Error::Unsatisfiable),
        Extend::Unknown(why) => Error::Unknown(why.to_string()),
    };
    for &conjunction in conjunctions {
        match solver.extend(pool, base, conjunction) {
            Extend::Sat(condition) => return Ok(condition),
            Extend::Unsat => {}
            Extend::Unknown(why) => error = Error::Unknown(why.to_string()),
        }
    }
    Err(error)
}

impl Search<'_> {
    fn fix(&mut self, input: &Input) {
        let width = self.pool.width(input.term);
        if self.try_value(input.term, 0) {
            return;
        }
        match input.ty {
            CType::Float(format) => return self.fix_float(input.term, format),
            CType::Char => {
                for (low, high) in CHARACTERS {
                    let (from, to) = (self.pool.constant(8, low.into()), self.pool.constant(8, high.into()));
                    let (above, below) = (self.pool.ule(from, input.term), self.pool.ule(input.term, to));
                    if self.narrow(above) && self.narrow(below) {
                        break;
                    }
                }
            }
            _ => {}
        }
        // The least distance from zero, from this side and, for signed types, from the other.
        let is_signed = input.ty.is_signed() && width > 1;
        let (mut low, mut step) = (0u128, 1u128);
        loop {
            let best = distance(is_signed, width, self.value(input.term));
            if low >= best {
                break;
            }
            // Small values are likely: small steps first.
            let middle = (low + (best - low) / 2).min(low.saturating_add(step - 1));
            step = step.saturating_mul(4);
            let bound = self.pool.constant(width, middle);
            let near = if is_signed {
                let minus = self.pool.neg(bound);
                let (above, below) = (self.pool.sle(minus, input.term), self.pool.sle(input.term, bound));
                self.pool.bool_and(above, below)
            } else {
                self.pool.ule(input.term, bound)
            };
            if !self.narrow(near) {
                low = middle + 1;
            }
        }
        let nearest = self.value(input.term);
        let positive = distance(is_signed, width, nearest);
        if !self.try_value(input.term, positive) {
            self.try_value(input.term, nearest);
        }
    }

    fn fix_float(&mut self, x: TermId, format: Format) {
        let model = self.value(x);
        for value in simple_floats(self.pool, self.condition, format, model) {
            if self.try_value(x, value) {
                return;
            }
        }
    }

    /// The value of a term in the model at hand.
    fn value(&mut self, t: TermId) -> u128 {
        self.fixed.eval(self.pool, &mut self.scratch, t)
    }

    fn try_value(&mut self, x: TermId, value: u128) -> bool {
        let value = self.pool.constant(self.pool.width(x), value);
        let equal = self.pool.eq(x, value);
        self.narrow(equal)
    }

    /// Adds a constraint if that leaves inputs for certain.
    fn narrow(&mut self, constraint: TermId) -> bool {
        match self.solver.extend(self.pool, &self.fixed, constraint) {
            Extend::Sat(narrower) => {
                self.fixed = narrower;
                true
            }
            _ => false,
        }
    }
}

fn distance(is_signed: bool, width: u32, value: u128) -> u128 {
    if is_signed { signed(width, value).unsigned_abs() & mask(width) } else { value }
}
