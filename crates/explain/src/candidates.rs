//! Short conditions that a longer one may be equivalent to; whoever uses one asks the solver first.

use crate::input::{CType, Inputs};
use crate::judge::Judge;
use incise_term::{Assignment, Pool, TermId, VarId};

/// Periods that are looked for in the truth of a condition on one input.
const MAX_PERIOD: u32 = 64;

/// Candidates for a condition: comparisons of its two inputs, or its residues if it has one.
pub(crate) fn candidates(judge: &mut Judge, inputs: &Inputs, t: TermId) -> Vec<TermId> {
    match *judge.pool.vars(t) {
        [x] => residues(judge, inputs, t, x),
        [x, y] => comparisons(judge.pool, inputs, x, y),
        _ => Vec::new(),
    }
}

fn comparisons(pool: &mut Pool, inputs: &Inputs, x: VarId, y: VarId) -> Vec<TermId> {
    let (Some(a), Some(b)) = (inputs.get(x), inputs.get(y)) else { return Vec::new() };
    let (x, y) = (a.term, b.term);
    match (a.ty, b.ty) {
        (CType::Float(f), CType::Float(g)) if f == g => {
            let (lt, gt) = (pool.fp_lt(f, x, y), pool.fp_lt(f, y, x));
            let (le, ge) = (pool.fp_le(f, x, y), pool.fp_le(f, y, x));
            let eq = pool.fp_eq(f, x, y);
            let ne = pool.not(eq);
            vec![lt, gt, le, ge, eq, ne]
        }
        (CType::Float(_) | CType::Function(_), _) | (_, CType::Float(_) | CType::Function(_)) => Vec::new(),
        (CType::Bool, CType::Bool) => {
            let (zero_x, zero_y) = (is_zero(pool, x), is_zero(pool, y));
            let eq = pool.eq(zero_x, zero_y);
            vec![eq, pool.not(eq)]
        }
        _ => {
            // Narrow types are extended by their signs, as C does.
            let width = pool.width(x).max(pool.width(y));
            let extend = |term: TermId, is_signed: bool, pool: &mut Pool| {
                if is_signed { pool.sext(term, width) } else { pool.zext(term, width) }
            };
            let same = pool.width(x) == pool.width(y) && a.ty.is_signed() != b.ty.is_signed();
            if same {
                let eq = pool.eq(x, y);
                return vec![eq, pool.not(eq)];
            }
            let (x, y) = (extend(x, a.ty.is_signed(), pool), extend(y, b.ty.is_signed(), pool));
            let is_signed = a.ty.is_signed() || b.ty.is_signed();
            let less = |pool: &mut Pool, x, y| if is_signed { pool.slt(x, y) } else { pool.ult(x, y) };
            let (lt, gt) = (less(pool, x, y), less(pool, y, x));
            let eq = pool.eq(x, y);
            vec![lt, gt, pool.not(lt), pool.not(gt), eq, pool.not(eq)]
        }
    }
}

fn is_zero(pool: &mut Pool, x: TermId) -> TermId {
    let zero = pool.constant(pool.width(x), 0);
    pool.eq(x, zero)
}

/// `x % period == residue` or its negation, tests of one bit; only what agrees on small numbers.
fn residues(judge: &mut Judge, inputs: &Inputs, t: TermId, var: VarId) -> Vec<TermId> {
    let Some(input) = inputs.get(var) else { return Vec::new() };
    let (pool, evaluator) = (&mut *judge.pool, &mut judge.evaluator);
    let width = pool.width(input.term);
    let (CType::Signed(_) | CType::Unsigned(_) | CType::Char) = input.ty else { return Vec::new() };
    if width < 8 {
        return Vec::new();
    }
    let mut assignment = Assignment::new();
    let mut truth = |value: u128| {
        assignment.set(var, value);
        evaluator.holds(pool, &assignment, t)
    };
    let small: Vec<bool> = (0..128).map(&mut truth).collect();
    let bits: Vec<bool> = (0..width).map(|bit| truth(1 << bit)).collect();
    let x = input.term;
    let mut found = Vec::new();
    for (bit, on) in (0..width).zip(bits) {
        if small[0] != on {
            let test = pool.extract(x, bit, 1);
            found.push(if on { test } else { pool.not(test) });
        }
    }
    for period in 2..=MAX_PERIOD {
        let n = period as usize;
        if small.iter().enumerate().any(|(value, &holds)| holds != small[value % n]) {
            continue;
        }
        for wanted in [true, false] {
            let residues: Vec<usize> = (0..n).filter(|&residue| small[residue] == wanted).collect();
            let [residue] = residues[..] else { continue };
            let (modulus, zero) = (pool.constant(width, u128::from(period)), pool.constant(width, residue as u128));
            let mut forms = vec![pool.urem(x, modulus)];
            if input.ty.is_signed() {
                forms.push(pool.srem(x, modulus));
            }
            for form in forms {
                let equal = pool.eq(form, zero);
                found.push(if wanted { equal } else { pool.not(equal) });
            }
        }
        break;
    }
    found
}
