//! What an expression or statement reads, and whether it can do more than give a value.

use super::ast::{Expr, Stmt};
use super::scope::Scope;
use super::visit::{expr_and_inner, inner_blocks};

/// Whether an expression only gives a value: no call, no error.
pub fn quiet(expr: &Expr) -> bool {
    all(expr, &|part| match part {
        Expr::Call(..) | Expr::Apply { .. } | Expr::Divide { odd: false, .. } => false,
        Expr::Element { mask, .. } => *mask <= 3,
        _ => true,
    })
}

/// Whether an expression reads what a pointer points to, which may be null.
pub fn behind_pointer(expr: &Expr, scope: &Scope) -> bool {
    !all(expr, &|part| match part {
        Expr::Member { arrow, .. } => !arrow,
        Expr::Element { array, .. } => scope.arrays.iter().any(|table| table.name == *array && table.whole),
        Expr::Deref(_) => false,
        _ => true,
    })
}

/// Whether something is true of an expression and of all those inside it.
pub fn all(expr: &Expr, holds: &dyn Fn(&Expr) -> bool) -> bool {
    let mut result = true;
    expr_and_inner(&mut expr.clone(), &mut |part| result &= holds(part));
    result
}

/// The variables that an expression names, in order and once each.
pub fn variables(expr: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    expr_and_inner(&mut expr.clone(), &mut |part| {
        if let Expr::Var(name) = part
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    });
    names
}

/// Whether a `break` is anywhere in a list of statements.
pub fn has_break(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| {
        matches!(stmt, Stmt::Break) || inner_blocks(&mut stmt.clone()).into_iter().any(|block| has_break(block))
    })
}

/// Whether what follows a statement is never run.
pub fn ends(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Return(_) | Stmt::Exit(_) | Stmt::Abort)
}
