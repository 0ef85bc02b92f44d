//! Walking over a program, to look at its places and to change one of them.

use super::ast::{Case, Expr, Program, Stmt};
use crate::rng::Rng;

/// What is done with an expression: the function that it is in, and the expression.
pub type OnExpr<'a> = dyn FnMut(usize, &mut Expr) + 'a;

/// What is done at a place of a list of statements.
pub type AtStmt<'a> = dyn FnMut(usize, &mut Vec<Stmt>, usize, &mut Rng) + 'a;

/// Every expression that is read, outer ones first. What keeps loops and recursion bounded is left out.
pub fn exprs(program: &mut Program, visit: &mut OnExpr) {
    for (index, function) in program.functions.iter_mut().enumerate() {
        let mut visit = |expr: &mut Expr| visit(index, expr);
        function.recursion.iter_mut().for_each(|base| expr_and_inner(base, &mut visit));
        function.body.iter_mut().for_each(|stmt| stmt_exprs(stmt, &mut visit));
        match (&function.recursion, &mut function.result) {
            (Some(_), Expr::Binary(_, call, plus)) => {
                if let Expr::Call(_, arguments) = call.as_mut() {
                    arguments[1..].iter_mut().for_each(|argument| expr_and_inner(argument, &mut visit));
                }
                expr_and_inner(plus, &mut visit);
            }
            (_, result) => expr_and_inner(result, &mut visit),
        }
    }
}

/// The expressions of a statement and of those inside it.
pub fn stmt_exprs(stmt: &mut Stmt, visit: &mut dyn FnMut(&mut Expr)) {
    match stmt {
        Stmt::Assign(place, _, value) => {
            if let Expr::Element { index, .. } = place {
                expr_and_inner(index, visit);
            }
            expr_and_inner(value, visit);
        }
        Stmt::If(condition, ..) => expr_and_inner(condition, visit),
        Stmt::Switch(value, ..) => expr_and_inner(value, visit),
        Stmt::Loop { bound: Expr::Const(_), .. } => {}
        Stmt::Loop { bound, .. } => expr_and_inner(bound, visit),
        Stmt::Return(value) | Stmt::Print(value) | Stmt::Put(value) | Stmt::Exit(value) | Stmt::Assert(value) => {
            expr_and_inner(value, visit);
        }
        Stmt::Call(_, arguments) => arguments.iter_mut().for_each(|argument| expr_and_inner(argument, visit)),
        Stmt::Abort | Stmt::Break | Stmt::Point(..) => {}
    }
    for block in inner_blocks(stmt) {
        block.iter_mut().for_each(|stmt| stmt_exprs(stmt, visit));
    }
}

/// An expression, then those inside it.
pub fn expr_and_inner(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(expr);
    match expr {
        Expr::Const(_)
        | Expr::Quarters(_)
        | Expr::Var(_)
        | Expr::Member { .. }
        | Expr::Deref(_)
        | Expr::Address { .. } => {}
        Expr::Element { index: inner, .. }
        | Expr::Unary(_, inner)
        | Expr::Shift { value: inner, .. }
        | Expr::Masked(inner, _)
        | Expr::Cast(_, inner) => expr_and_inner(inner, visit),
        Expr::Binary(_, left, right) | Expr::Divide { value: left, by: right, .. } => {
            expr_and_inner(left, visit);
            expr_and_inner(right, visit);
        }
        Expr::Choose(condition, left, right) => {
            [condition, left, right].into_iter().for_each(|part| expr_and_inner(part, visit));
        }
        Expr::Call(_, arguments) => arguments.iter_mut().for_each(|argument| expr_and_inner(argument, visit)),
        Expr::Apply { index, arguments } => {
            expr_and_inner(index, visit);
            arguments.iter_mut().for_each(|argument| expr_and_inner(argument, visit));
        }
    }
}

/// The lists of statements inside a statement.
pub fn inner_blocks(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::If(_, then, otherwise) => vec![then, otherwise],
        Stmt::Switch(_, cases, default) => {
            cases.iter_mut().map(|Case { body, .. }| body).chain(std::iter::once(default)).collect()
        }
        Stmt::Loop { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

/// Every list of statements, outer ones first.
pub fn blocks(program: &mut Program, visit: &mut dyn FnMut(usize, &mut Vec<Stmt>)) {
    fn walk(index: usize, block: &mut Vec<Stmt>, visit: &mut dyn FnMut(usize, &mut Vec<Stmt>)) {
        visit(index, block);
        for stmt in block {
            inner_blocks(stmt).into_iter().for_each(|block| walk(index, block, visit));
        }
    }
    for (index, function) in program.functions.iter_mut().enumerate() {
        walk(index, &mut function.body, visit);
    }
}

/// Changes one expression of those that it applies to; whether there was any.
pub fn change_expr(
    program: &mut Program,
    rng: &mut Rng,
    applies: &dyn Fn(usize, &Expr) -> bool,
    change: &mut dyn FnMut(usize, &mut Expr, &mut Rng),
) -> bool {
    let mut count = 0;
    exprs(program, &mut |function, expr| count += u64::from(applies(function, expr)));
    if count == 0 {
        return false;
    }
    let (chosen, mut at, mut done) = (rng.below(count), 0, false);
    exprs(program, &mut |function, expr| {
        if !done && applies(function, expr) {
            if at == chosen {
                change(function, expr, rng);
                done = true;
            }
            at += 1;
        }
    });
    true
}

/// Changes a list of statements at one place of those that it applies to; whether there was any.
pub fn change_stmt(
    program: &mut Program,
    rng: &mut Rng,
    applies: &dyn Fn(usize, &[Stmt], usize) -> bool,
    change: &mut AtStmt,
) -> bool {
    let mut places = Vec::new();
    let mut number = 0;
    blocks(program, &mut |function, block| {
        places.extend((0..block.len()).filter(|at| applies(function, block, *at)).map(|at| (number, at)));
        number += 1;
    });
    if places.is_empty() {
        return false;
    }
    let (chosen, at) = places[rng.below(places.len() as u64) as usize];
    let (mut number, mut done) = (0, false);
    blocks(program, &mut |function, block| {
        if !done && number == chosen {
            change(function, block, at, rng);
            done = true;
        }
        number += 1;
    });
    true
}
