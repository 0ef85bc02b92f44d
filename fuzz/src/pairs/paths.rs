//! About how many paths a program has: an upper estimate, from its text alone.

use super::ast::{Expr, Function, Op, Program, Stmt};
use std::collections::BTreeMap;

/// At most about so many paths.
pub fn estimate(program: &Program) -> f64 {
    let mut known: BTreeMap<&str, f64> = BTreeMap::new();
    let mut last = 1.0;
    let table = program.table.iter().flat_map(|table| &table.functions).map(String::as_str).collect();
    for function in &program.functions {
        last = Estimate { known: &known, table: &table }.function(function);
        known.insert(&function.name, last);
    }
    last
}

struct Estimate<'a> {
    known: &'a BTreeMap<&'a str, f64>,
    table: &'a Vec<&'a str>,
}

impl Estimate<'_> {
    fn function(&self, function: &Function) -> f64 {
        let once = self.block(&function.body) * self.expr(&function.result);
        match &function.recursion {
            // The first argument is at most 3.
            Some(base) => (0..4).map(|depth| once.powi(depth)).sum::<f64>() * self.expr(base),
            None => once,
        }
    }

    fn block(&self, block: &[Stmt]) -> f64 {
        block.iter().map(|stmt| self.stmt(stmt)).product()
    }

    fn stmt(&self, stmt: &Stmt) -> f64 {
        match stmt {
            Stmt::Assign(place, _, value) => self.expr(place) * self.expr(value),
            Stmt::If(condition, then, otherwise) => self.condition(condition, self.block(then), self.block(otherwise)),
            Stmt::Switch(value, cases, default) => {
                let cases: f64 = cases.iter().map(|case| self.block(&case.body)).sum();
                self.expr(value) * (cases + self.block(default))
            }
            Stmt::Loop { bound, body, .. } => {
                let once = self.block(body);
                match bound {
                    Expr::Const(count) => once.powi(*count as i32),
                    other => (0..4).map(|count| once.powi(count)).sum::<f64>() * self.expr(other),
                }
            }
            Stmt::Return(value) | Stmt::Print(value) | Stmt::Put(value) | Stmt::Exit(value) => self.expr(value),
            Stmt::Call(callee, arguments) => self.call(callee, arguments),
            Stmt::Assert(condition) => self.condition(condition, 1.0, 1.0),
            Stmt::Abort | Stmt::Break | Stmt::Point(..) => 1.0,
        }
    }

    /// Paths through a condition and what follows when it is true, and when it is not.
    fn condition(&self, condition: &Expr, yes: f64, no: f64) -> f64 {
        match condition {
            Expr::Binary(Op::Both, left, right) => self.condition(left, self.condition(right, yes, no), no),
            Expr::Binary(Op::Either, left, right) => self.condition(left, yes, self.condition(right, yes, no)),
            Expr::Unary('!', inner) => self.condition(inner, no, yes),
            other => self.expr(other) * (yes + no),
        }
    }

    fn call(&self, callee: &str, arguments: &[Expr]) -> f64 {
        // A function that calls itself is not known yet: its own estimate counts that.
        let body = self.known.get(callee).copied().unwrap_or(1.0);
        body * arguments.iter().map(|argument| self.expr(argument)).product::<f64>()
    }

    fn expr(&self, expr: &Expr) -> f64 {
        match expr {
            Expr::Const(_) | Expr::Quarters(_) | Expr::Var(_) | Expr::Member { .. } | Expr::Deref(_) => 1.0,
            Expr::Address { .. } => 1.0,
            Expr::Apply { index, arguments } => {
                let one_of: f64 = self.table.iter().map(|callee| self.call(callee, arguments)).sum();
                self.expr(index) * one_of
            }
            Expr::Element { index, mask, .. } => self.expr(index) * if *mask > 3 { 2.0 } else { 1.0 },
            Expr::Unary(_, inner) | Expr::Masked(inner, _) | Expr::Cast(_, inner) => self.expr(inner),
            Expr::Shift { value, .. } => self.expr(value),
            Expr::Binary(Op::Both | Op::Either, ..) => self.condition(expr, 1.0, 1.0),
            Expr::Binary(_, left, right) => self.expr(left) * self.expr(right),
            Expr::Divide { value, by, odd, .. } => self.expr(value) * self.expr(by) * if *odd { 1.0 } else { 2.0 },
            Expr::Choose(condition, left, right) => self.condition(condition, self.expr(left), self.expr(right)),
            Expr::Call(callee, arguments) => self.call(callee, arguments),
        }
    }
}
