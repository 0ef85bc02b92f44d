//! What the compiler does not see: names of locals, comments, the order of functions.

use super::ast::{Expr, Program, Stmt};
use super::visit::{blocks, expr_and_inner};
use crate::rng::Rng;

/// Some of these, by name.
pub fn change(program: &mut Program, rng: &mut Rng, changes: &mut Vec<&'static str>) {
    let which = rng.range(1, 7);
    if which & 1 != 0 {
        rename(program);
        changes.push("locals renamed");
    }
    if which & 2 != 0 {
        program.comments = true;
        changes.push("comments");
    }
    if which & 4 != 0 {
        let by = rng.below(program.order.len() as u64) as usize;
        program.order.rotate_left(by);
        changes.push("functions moved");
    }
}

/// Renames what only its function sees: locals, and the parameters of functions that are not compared.
fn rename(program: &mut Program) {
    for index in 0..program.functions.len() {
        let entry = index + 1 == program.functions.len();
        let function = &mut program.functions[index];
        let params = if entry { 0 } else { function.params.len() };
        let names: Vec<String> =
            function.params[..params].iter().chain(&function.locals).map(|variable| variable.name.clone()).collect();
        let new = |name: &str| match names.iter().any(|known| known == name) {
            true => format!("new_{name}"),
            false => name.to_string(),
        };
        for variable in function.params[..params].iter_mut().chain(&mut function.locals) {
            variable.name = new(&variable.name);
            variable.target = variable.target.as_deref().map(new);
        }
        let mut rename = |expr: &mut Expr| {
            if let Expr::Var(name)
            | Expr::Element { array: name, .. }
            | Expr::Deref(name)
            | Expr::Member { of: name, .. }
            | Expr::Address { of: name, .. } = expr
            {
                *name = new(name);
            }
        };
        function.recursion.iter_mut().for_each(|base| expr_and_inner(base, &mut rename));
        expr_and_inner(&mut function.result, &mut rename);
        blocks(program, &mut |at, block| {
            if at == index {
                block.iter_mut().for_each(|stmt| rename_stmt(stmt, &new, &mut rename));
            }
        });
    }
}

/// Renames in one statement, not in the lists inside it.
fn rename_stmt(stmt: &mut Stmt, new: &dyn Fn(&str) -> String, rename: &mut dyn FnMut(&mut Expr)) {
    match stmt {
        Stmt::Assign(place, _, value) => [place, value].into_iter().for_each(|expr| expr_and_inner(expr, rename)),
        Stmt::If(value, ..)
        | Stmt::Switch(value, ..)
        | Stmt::Return(value)
        | Stmt::Print(value)
        | Stmt::Put(value)
        | Stmt::Exit(value)
        | Stmt::Assert(value) => expr_and_inner(value, rename),
        Stmt::Loop { counter, bound, .. } => {
            *counter = new(counter);
            expr_and_inner(bound, rename);
        }
        Stmt::Call(_, arguments) => arguments.iter_mut().for_each(|argument| expr_and_inner(argument, rename)),
        Stmt::Point(pointer, target) => {
            *pointer = new(pointer);
            *target = new(target);
        }
        Stmt::Abort | Stmt::Break => {}
    }
}
