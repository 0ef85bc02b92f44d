//! Algebraic identities: an expression is another, its value is the same.

use super::ast::{Expr, Op, Program, RELATIONAL};
use super::purity::quiet;
use super::scope::Scope;
use super::visit::change_expr;
use crate::rng::Rng;

/// An identity: the expression that stands for another, if it applies.
type Identity = fn(&Expr, &Scope) -> Option<Expr>;

/// The identities by name.
pub const IDENTITIES: [(&str, Identity); 7] = [
    ("operands exchanged", exchange),
    ("shift for multiplication", shift),
    ("multiplication for shift", multiply),
    ("sum for difference", sum),
    ("comparison negated twice", negate),
    ("negation taken in", take_in),
    ("De Morgan", de_morgan),
];

/// Applies an identity at one place; whether there was any.
pub fn apply(identity: Identity, program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let applies = |function: usize, expr: &Expr| identity(expr, &scopes[function]).is_some();
    change_expr(program, rng, &applies, &mut |function, expr, _| {
        *expr = identity(expr, &scopes[function]).expect("it applies");
    })
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn not(expr: Expr) -> Box<Expr> {
    boxed(Expr::Unary('!', boxed(expr)))
}

fn exchange(expr: &Expr, _: &Scope) -> Option<Expr> {
    match expr {
        Expr::Binary(op, left, right) if !matches!(op, Op::Sub | Op::Both | Op::Either) => {
            (quiet(left) && quiet(right)).then(|| Expr::Binary(op.mirrored(), right.clone(), left.clone()))
        }
        _ => None,
    }
}

fn shift(expr: &Expr, scope: &Scope) -> Option<Expr> {
    match expr {
        Expr::Binary(Op::Mul, value, by) if !scope.type_of(value).is_float() => match **by {
            Expr::Const(2) => Some(Expr::Shift { left: true, value: value.clone(), by: 1 }),
            Expr::Const(4) => Some(Expr::Shift { left: true, value: value.clone(), by: 2 }),
            _ => None,
        },
        _ => None,
    }
}

fn multiply(expr: &Expr, _: &Scope) -> Option<Expr> {
    match expr {
        Expr::Shift { left: true, value, by } => {
            Some(Expr::Binary(Op::Mul, value.clone(), boxed(Expr::Const(1 << by))))
        }
        _ => None,
    }
}

fn sum(expr: &Expr, scope: &Scope) -> Option<Expr> {
    match expr {
        Expr::Binary(Op::Sub, value, by) if !scope.type_of(value).is_float() => match **by {
            Expr::Const(number) => Some(Expr::Binary(Op::Add, value.clone(), boxed(Expr::Const(-number)))),
            _ => None,
        },
        _ => None,
    }
}

/// A comparison of integers, and the one that is true when it is not.
fn negated(expr: &Expr, scope: &Scope) -> Option<Expr> {
    match expr {
        Expr::Binary(op, left, right) if RELATIONAL.contains(op) => {
            let float = scope.type_of(left).is_float() || scope.type_of(right).is_float();
            let op = op.negated().filter(|_| !float)?;
            Some(Expr::Binary(op, left.clone(), right.clone()))
        }
        _ => None,
    }
}

fn negate(expr: &Expr, scope: &Scope) -> Option<Expr> {
    negated(expr, scope).map(|negated| *not(negated))
}

fn take_in(expr: &Expr, scope: &Scope) -> Option<Expr> {
    match expr {
        Expr::Unary('!', inner) => negated(inner, scope),
        _ => None,
    }
}

fn de_morgan(expr: &Expr, _: &Scope) -> Option<Expr> {
    let Expr::Binary(op, left, right) = expr else { return None };
    let other = match op {
        Op::Both => Op::Either,
        Op::Either => Op::Both,
        _ => return None,
    };
    let inner = Expr::Binary(other, not((**left).clone()), not((**right).clone()));
    Some(*not(inner))
}
