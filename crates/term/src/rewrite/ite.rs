//! Rewrite rules of `ite`.

use super::Rule;
use super::shape::{complementary, kids, pair, sole};
use crate::concrete::mask;
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// `ite(c, a, b)`
pub(super) fn ite(p: &mut Pool, w: u32, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(value) = p.as_const(c) {
        return p.by(Rule::IteTrivial, if value == 1 { a } else { b });
    }
    if a == b {
        return p.by(Rule::IteTrivial, a);
    }
    if let Some(positive) = positive(p, c) {
        let result = p.ite(positive, b, a);
        return p.by(Rule::IteNot, result);
    }
    if w == 1
        && let Some(result) = truth(p, c, a, b)
    {
        return p.by(Rule::IteTruth, result);
    }
    if let Some(result) = bit(p, w, c, a, b) {
        return p.by(Rule::IteBit, result);
    }
    if let Some(result) = same_condition(p, c, a, b) {
        return p.by(Rule::IteSameCondition, result);
    }
    if let Some(result) = merge(p, c, a, b) {
        return p.by(Rule::IteMerge, result);
    }
    match pair(p, c, Op::Eq) {
        Some((x, y)) if (x, y) == (a, b) || (y, x) == (a, b) => return p.by(Rule::IteEqual, b),
        _ => {}
    }
    let result = extended(p, w, c, a, b)?;
    p.by(Rule::IteZext, result)
}

/// The condition without its negation; `<=` is the negation of `<`.
fn positive(p: &mut Pool, c: TermId) -> Option<TermId> {
    match p.op(c) {
        Op::Not => Some(p.child(c, 0)),
        Op::Ule | Op::Sle => Some(p.not(c)),
        _ => None,
    }
}

fn truth(p: &mut Pool, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
    // A branch that repeats the condition is as good as a constant.
    let constant = |p: &Pool, branch: TermId, taken: u128| {
        if branch == c {
            Some(taken)
        } else if complementary(p, branch, c) {
            Some(1 - taken)
        } else {
            p.as_const(branch)
        }
    };
    match (constant(p, a, 1), constant(p, b, 0)) {
        (Some(1), Some(0)) => Some(c),
        (Some(0), Some(1)) => Some(p.not(c)),
        (Some(x), Some(_)) => Some(p.constant(1, x)),
        (Some(1), None) => Some(p.or(c, b)),
        (Some(_), None) => {
            let not_c = p.not(c);
            Some(p.and(not_c, b))
        }
        (None, Some(0)) => Some(p.and(c, a)),
        (None, Some(_)) => {
            let not_c = p.not(c);
            Some(p.or(not_c, a))
        }
        (None, None) => None,
    }
}

/// A choice between 0 and 1, or 0 and -1, is an extension of the condition.
fn bit(p: &mut Pool, w: u32, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
    let (value, condition) = match (p.as_const(a)?, p.as_const(b)?) {
        (value, 0) if value == 1 || value == mask(w) => (value, c),
        (0, value) if value == 1 || value == mask(w) => (value, p.not(c)),
        _ => return None,
    };
    Some(if value == 1 { p.zext(condition, w) } else { p.sext(condition, w) })
}

/// The branch of a nested choice that the outer condition, true or false, selects.
fn selected(p: &Pool, t: TermId, c: TermId, value: bool) -> Option<TermId> {
    if p.op(t) != Op::Ite {
        return None;
    }
    let [inner, x, y] = kids(p, t);
    if inner == c {
        Some(if value { x } else { y })
    } else if complementary(p, inner, c) {
        Some(if value { y } else { x })
    } else {
        None
    }
}

fn same_condition(p: &mut Pool, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
    let (in_a, in_b) = (selected(p, a, c, true), selected(p, b, c, false));
    if in_a.is_none() && in_b.is_none() {
        return None;
    }
    Some(p.ite(c, in_a.unwrap_or(a), in_b.unwrap_or(b)))
}

fn merge(p: &mut Pool, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
    if p.op(b) == Op::Ite {
        let [d, x, y] = kids(p, b);
        if x == a {
            let either = p.or(c, d);
            return Some(p.ite(either, a, y));
        }
        if y == a {
            let not_d = p.not(d);
            let either = p.or(c, not_d);
            return Some(p.ite(either, a, x));
        }
    }
    if p.op(a) == Op::Ite {
        let [d, x, y] = kids(p, a);
        if y == b {
            let both = p.and(c, d);
            return Some(p.ite(both, x, b));
        }
        if x == b {
            let not_d = p.not(d);
            let both = p.and(c, not_d);
            return Some(p.ite(both, y, b));
        }
    }
    None
}

/// Both branches at the width from which they are extended by zeros.
fn extended(p: &mut Pool, w: u32, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
    let (x, y) = match (sole(p, a, Op::Zext), sole(p, b, Op::Zext)) {
        (Some(x), Some(y)) => {
            let width = p.width(x).max(p.width(y));
            (p.zext(x, width), p.zext(y, width))
        }
        (Some(x), None) => {
            let value = p.as_const(b).filter(|&value| value <= mask(p.width(x)))?;
            (x, p.constant(p.width(x), value))
        }
        (None, Some(y)) => {
            let value = p.as_const(a).filter(|&value| value <= mask(p.width(y)))?;
            (p.constant(p.width(y), value), y)
        }
        (None, None) => return None,
    };
    let narrow = p.ite(c, x, y);
    Some(p.zext(narrow, w))
}
