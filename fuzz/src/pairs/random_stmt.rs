//! Random statements.

use super::ast::{Case, Expr, Form, Shape, Stmt, Type, Variable};
use super::random_expr::{Style, Writer, one};
use super::scope::Scope;
use crate::rng::Rng;

/// Writes the statements of one function.
pub struct Body<'a> {
    /// Random numbers.
    pub rng: &'a mut Rng,
    /// What can be named; loops add their counters.
    pub scope: Scope,
    /// What may be written.
    pub style: Style,
    /// The function's locals; loops add their counters.
    pub locals: Vec<Variable>,
    /// For new names.
    pub names: &'a mut u32,
    /// Statements that may still be written.
    pub budget: i32,
    /// Whether the program prints.
    pub prints: bool,
    /// Whether the program may stop (`exit`, `abort`, `assert`).
    pub stops: bool,
    /// Loops around the statement.
    pub loops: u32,
}

impl Body<'_> {
    /// Writes expressions.
    pub fn writer(&mut self) -> Writer<'_> {
        Writer { rng: self.rng, scope: &self.scope, style: self.style }
    }

    /// Some statements.
    pub fn block(&mut self, least: i64, most: i64, depth: u32) -> Vec<Stmt> {
        (0..self.rng.range(least, most)).map(|_| self.statement(depth)).collect()
    }

    /// A statement.
    pub fn statement(&mut self, depth: u32) -> Stmt {
        self.budget -= 1;
        if depth == 0 || self.budget <= 0 {
            return self.simple();
        }
        match self.rng.below(20) {
            0..=8 => {
                let condition = self.writer().condition(1);
                let then = self.block(1, 2, depth - 1);
                let otherwise = if self.rng.chance(50) { self.block(1, 2, depth - 1) } else { Vec::new() };
                Stmt::If(condition, then, otherwise)
            }
            9 | 10 => self.switch(depth),
            11 | 12 if self.loops == 0 => self.repeat(depth),
            13 => self.leave(),
            _ => self.simple(),
        }
    }

    /// A statement without others inside.
    pub fn simple(&mut self) -> Stmt {
        match self.rng.below(12) {
            0 if self.prints && self.rng.chance(40) => Stmt::Print(self.writer().integer(1)),
            0 | 1 if self.prints => Stmt::Put(self.writer().variable()),
            2 if !self.scope.callees.is_empty() => match self.writer().call(1) {
                Expr::Call(callee, arguments) => Stmt::Call(callee, arguments),
                value => Stmt::Assign(self.writer().place().0, None, value),
            },
            3 if !self.scope.pointers.is_empty() && !self.scope.pointees.is_empty() => {
                let pointer = one(self.rng, &self.scope.pointers).clone();
                Stmt::Point(pointer, one(self.rng, &self.scope.pointees).clone())
            }
            4 if self.loops > 0 && self.rng.chance(30) => {
                Stmt::If(self.writer().condition(0), vec![Stmt::Break], Vec::new())
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Stmt {
        let mut writer = self.writer();
        let (place, float) = writer.place();
        if float {
            return Stmt::Assign(place, None, writer.float(1));
        }
        let op = writer.rng.chance(40).then(|| writer.operator());
        Stmt::Assign(place, op, writer.integer(2))
    }

    fn switch(&mut self, depth: u32) -> Stmt {
        let on = Expr::Masked(Box::new(self.writer().integer(1)), 3);
        let count = self.rng.range(1, 3);
        let first = self.rng.below(2) as i64;
        let cases = (0..count).map(|index| Case {
            value: first + index,
            body: self.block(1, 2, depth - 1),
            falls: self.rng.chance(20),
        });
        let cases = cases.collect();
        let default = if self.rng.chance(60) { self.block(1, 1, depth - 1) } else { vec![self.assignment()] };
        Stmt::Switch(on, cases, default)
    }

    fn repeat(&mut self, depth: u32) -> Stmt {
        let bound = match self.rng.chance(55) {
            true => Expr::Const(self.rng.range(1, 4)),
            false => Expr::Masked(Box::new(self.writer().variable()), 3),
        };
        let counter = format!("i{}", self.names);
        *self.names += 1;
        let variable = Variable {
            name: counter.clone(),
            shape: Shape::Scalar(Type::Int),
            init: vec![0],
            target: None,
            counts: true,
        };
        self.scope.integers.push((counter.clone(), Type::Int, false));
        self.locals.push(variable);
        self.loops += 1;
        let body = self.block(1, 2, depth.min(2) - 1);
        self.loops -= 1;
        let form = if self.rng.chance(60) { Form::For } else { Form::While };
        Stmt::Loop { form, counter, bound, body }
    }

    /// An early end of the function or the program, under a condition.
    fn leave(&mut self) -> Stmt {
        let condition = self.writer().condition(1);
        let end = match self.rng.below(if self.stops { 6 } else { 1 }) {
            0 | 1 => Stmt::Return(self.writer().integer(1)),
            2 => Stmt::Exit(self.writer().variable()),
            3 => Stmt::Abort,
            _ => return Stmt::Assert(condition),
        };
        Stmt::If(condition, vec![end], Vec::new())
    }
}
