//! Random expressions.

use super::ast::{ARITHMETIC, Expr, Op, RELATIONAL, Shape, Type};
use super::scope::{Callee, Scope, Table};
use crate::rng::Rng;

/// Which errors are planted, and what else makes programs dear.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Indices may be out of range, divisors 0.
    pub errors: bool,
    /// Comparisons of floating-point numbers.
    pub float: bool,
    /// Multiplication and division of variables.
    pub hard: bool,
}

/// Writes expressions over a scope.
pub struct Writer<'a> {
    /// Random numbers.
    pub rng: &'a mut Rng,
    /// What can be named.
    pub scope: &'a Scope,
    /// What may be written.
    pub style: Style,
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

/// One of several.
pub fn one<'t, T>(rng: &mut Rng, from: &'t [T]) -> &'t T {
    &from[rng.below(from.len() as u64) as usize]
}

impl Writer<'_> {
    /// An integer expression.
    pub fn integer(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(20) {
            return self.leaf();
        }
        let inner = depth - 1;
        match self.rng.below(18) {
            0..=5 => {
                let op = *one(self.rng, &[Op::Add, Op::Sub, Op::Add, Op::Sub, Op::And, Op::Or, Op::Xor]);
                let left = if self.rng.chance(70) { self.variable() } else { self.integer(inner) };
                Expr::Binary(op, boxed(left), boxed(self.integer(inner)))
            }
            6 => {
                let by = if self.style.hard { self.integer(inner) } else { Expr::Const(self.rng.range(2, 5)) };
                Expr::Binary(Op::Mul, boxed(self.integer(inner)), boxed(by))
            }
            7 => {
                let (left, by) = (self.rng.chance(50), self.rng.range(1, 3) as u32);
                Expr::Shift { left, value: boxed(self.variable()), by }
            }
            8 if self.style.errors || self.style.hard => {
                let odd = !self.style.errors || self.rng.chance(40);
                let (remainder, value) = (self.rng.chance(50), boxed(self.integer(inner)));
                Expr::Divide { remainder, value, by: boxed(self.variable()), odd }
            }
            9 => Expr::Cast(*one(self.rng, &[Type::Char, Type::UChar, Type::Short, Type::Unsigned, Type::Long]), {
                boxed(self.integer(inner))
            }),
            10 => Expr::Unary(*one(self.rng, &['-', '~', '!']), boxed(self.variable())),
            11 | 12 => self.element(inner),
            13 => {
                let condition = boxed(self.condition(inner));
                Expr::Choose(condition, boxed(self.integer(inner)), boxed(self.integer(inner)))
            }
            14 | 15 => self.call(inner),
            16 => self.comparison(inner),
            _ => Expr::Masked(boxed(self.variable()), 7),
        }
    }

    /// A condition.
    pub fn condition(&mut self, depth: u32) -> Expr {
        if depth > 0 && self.rng.chance(25) {
            let op = *one(self.rng, &[Op::Both, Op::Either]);
            return Expr::Binary(op, boxed(self.condition(depth - 1)), boxed(self.condition(depth - 1)));
        }
        match self.rng.below(8) {
            0 => Expr::Unary('!', boxed(self.comparison(depth))),
            1 => Expr::Binary(Op::And, boxed(self.variable()), boxed(Expr::Const(1 << self.rng.below(3)))),
            _ => self.comparison(depth),
        }
    }

    fn comparison(&mut self, depth: u32) -> Expr {
        let op = *one(self.rng, &RELATIONAL);
        if self.style.float && !self.scope.floats.is_empty() && self.rng.chance(50) {
            return Expr::Binary(op, boxed(self.float(depth)), boxed(self.float(0)));
        }
        let left = if self.rng.chance(50) { self.variable() } else { self.integer(depth.min(1)) };
        let right = if self.rng.chance(60) { Expr::Const(self.rng.range(-3, 12)) } else { self.variable() };
        Expr::Binary(op, boxed(left), boxed(right))
    }

    /// A floating-point expression.
    pub fn float(&mut self, depth: u32) -> Expr {
        match self.rng.below(if depth == 0 { 3 } else { 6 }) {
            0 => Expr::Quarters(self.rng.range(-12, 40)),
            1 | 2 => Expr::Var(one(self.rng, &self.scope.floats).0.clone()),
            3 => Expr::Cast(Type::Double, boxed(self.variable())),
            _ => {
                let op = *one(self.rng, &[Op::Add, Op::Sub, Op::Mul]);
                Expr::Binary(op, boxed(self.float(depth - 1)), boxed(self.float(0)))
            }
        }
    }

    fn leaf(&mut self) -> Expr {
        if self.rng.chance(30) { Expr::Const(self.rng.range(-4, 12)) } else { self.variable() }
    }

    /// An integer variable, member or what a pointer points to.
    pub fn variable(&mut self) -> Expr {
        match self.rng.below(10) {
            0 | 1 if !self.scope.members.is_empty() => one(self.rng, &self.scope.members).0.clone(),
            2 if !self.scope.pointers.is_empty() => Expr::Deref(one(self.rng, &self.scope.pointers).clone()),
            _ => Expr::Var(one(self.rng, &self.scope.integers).0.clone()),
        }
    }

    /// An element of an array.
    pub fn element(&mut self, depth: u32) -> Expr {
        if self.scope.arrays.is_empty() {
            return self.leaf();
        }
        let Table { name: array, len, whole, .. } = one(self.rng, &self.scope.arrays).clone();
        let index =
            if self.rng.chance(30) { Expr::Const(self.rng.below(len.into()) as i64) } else { self.integer(depth) };
        let past = self.style.errors && whole && self.rng.chance(30);
        Expr::Element { array, index: boxed(index), mask: if past { 2 * len - 1 } else { len - 1 } }
    }

    /// A call of any function in scope, or through the table of functions.
    pub fn call(&mut self, depth: u32) -> Expr {
        if self.scope.table && self.rng.chance(40) {
            let index = boxed(if self.rng.chance(80) { self.variable() } else { self.integer(1) });
            return Expr::Apply { index, arguments: (0..2).map(|_| self.integer(depth.min(1))).collect() };
        }
        let callees = self.scope.callees.iter().filter(|callee| callee.params.iter().all(|shape| self.has(*shape)));
        let callees: Vec<&Callee> = callees.collect();
        if callees.is_empty() {
            return self.leaf();
        }
        let callee = (*one(self.rng, &callees)).clone();
        self.call_of(&callee, depth)
    }

    /// A call of a function.
    pub fn call_of(&mut self, callee: &Callee, depth: u32) -> Expr {
        let arguments = self.arguments(&callee.params, callee.recursive, depth.min(1));
        Expr::Call(callee.name.clone(), arguments)
    }

    /// Arguments for parameters.
    pub fn arguments(&mut self, params: &[Shape], recursive: bool, depth: u32) -> Vec<Expr> {
        let mut arguments: Vec<Expr> = params.iter().map(|shape| self.argument(*shape, depth)).collect();
        if recursive {
            let first = arguments[0].clone();
            arguments[0] = Expr::Masked(boxed(first), 3);
        }
        arguments
    }

    /// Whether there is something to pass for a parameter.
    fn has(&self, shape: Shape) -> bool {
        matches!(shape, Shape::Scalar(_)) || !self.addresses(shape).is_empty()
    }

    /// What can be passed for a pointer parameter.
    fn addresses(&self, shape: Shape) -> Vec<Expr> {
        let address = |of: &String, taken: bool| Expr::Address { of: of.clone(), taken };
        let mut found = Vec::new();
        if shape == Shape::Pointer {
            found.extend(self.scope.pointees.iter().map(|name| address(name, true)));
            found.extend(self.scope.pointers.iter().map(|name| address(name, false)));
        }
        if matches!(shape, Shape::Pointer | Shape::Array(..)) {
            let fits = |table: &&Table| table.ty == Type::Int && table.len == 4;
            found.extend(self.scope.arrays.iter().filter(fits).map(|table| address(&table.name, false)));
        }
        if shape == Shape::Struct {
            for (member, _) in &self.scope.members {
                if let Expr::Member { of, arrow, .. } = member
                    && !found.contains(&address(of, !arrow))
                {
                    found.push(address(of, !arrow));
                }
            }
        }
        found
    }

    fn argument(&mut self, shape: Shape, depth: u32) -> Expr {
        match shape {
            Shape::Scalar(_) => self.integer(depth),
            _ => one(self.rng, &self.addresses(shape)).clone(),
        }
    }

    /// Something that can be assigned to, and whether it is floating point.
    pub fn place(&mut self) -> (Expr, bool) {
        let seen_only = self.rng.chance(80);
        let fits = |name: &String| !(seen_only && self.scope.parameters.contains(name));
        let writable: Vec<&String> =
            self.scope.integers.iter().filter(|(_, _, writable)| *writable).map(|(name, ..)| name).collect();
        let preferred: Vec<&String> = writable.iter().copied().filter(|name| fits(name)).collect();
        let writable = if preferred.is_empty() { writable } else { preferred };
        match self.rng.below(12) {
            0 | 1 if !self.scope.members.is_empty() => (one(self.rng, &self.scope.members).0.clone(), false),
            2 | 3 if !self.scope.pointers.is_empty() => {
                (Expr::Deref(one(self.rng, &self.scope.pointers).clone()), false)
            }
            4 | 5 if !self.scope.arrays.is_empty() => (self.element(1), false),
            6 if self.style.float && !self.scope.floats.is_empty() => {
                (Expr::Var(one(self.rng, &self.scope.floats).0.clone()), true)
            }
            _ => (Expr::Var((*one(self.rng, &writable)).clone()), false),
        }
    }

    /// An operator of integers.
    pub fn operator(&mut self) -> Op {
        *one(self.rng, &[ARITHMETIC[0], ARITHMETIC[1], ARITHMETIC[3], ARITHMETIC[4], ARITHMETIC[5]])
    }
}
