//! One seeded fault in a module: a slip such as people make when they rewrite one. Whether it shows is for native runs to say.

use super::module::{Condition, Expr, Function, Module, Op, Relation, State, StateVar, Stmt};
use crate::rng::Rng;

/// The module with one fault, and what it is.
pub fn seed(module: &Module, rng: &mut Rng) -> (Module, String) {
    let mut faulty = module.clone();
    if rng.chance(12)
        && let Some(what) = initial_value(&mut faulty.state, rng)
    {
        return (faulty, what);
    }
    // The sites are counted first, then the fault is made at one of them.
    let mut counting = Seeder { left: usize::MAX, state: module.state.clone(), made: None };
    faulty.functions.iter_mut().chain(&mut faulty.helpers).for_each(|function| counting.function(function));
    let n_sites = usize::MAX - counting.left;
    let left = rng.below(n_sites as u64) as usize;
    let mut seeder = Seeder { left, state: module.state.clone(), made: None };
    faulty.functions.iter_mut().chain(&mut faulty.helpers).for_each(|function| seeder.function(function));
    (faulty, seeder.made.unwrap_or_else(|| String::from("nothing")))
}

/// Another initial value of a scalar.
fn initial_value(state: &mut [State], rng: &mut Rng) -> Option<String> {
    let at = rng.below(state.len() as u64) as usize;
    let one = &mut state[at];
    if one.elements.is_some() {
        return None;
    }
    one.init = if one.init == one.max { 0 } else { one.init + 1 };
    Some(format!("initial value of state {at}"))
}

/// Walks over all sites; makes the fault where `left` is 0.
struct Seeder {
    left: usize,
    state: Vec<State>,
    made: Option<String>,
}

impl Seeder {
    /// Whether the fault belongs here.
    fn here(&mut self, what: &str) -> bool {
        let here = self.left == 0 && self.made.is_none();
        self.left = self.left.wrapping_sub(1);
        if here {
            self.made = Some(what.to_string());
        }
        here
    }

    fn function(&mut self, function: &mut Function) {
        self.block(&mut function.body);
        self.expr(&mut function.result);
    }

    fn block(&mut self, stmts: &mut Vec<Stmt>) {
        if let Some(at) = (0..stmts.len()).find(|_| self.here("statement lost")) {
            stmts.remove(at);
            return;
        }
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Set(_, value) | Stmt::Return(value) | Stmt::Fill(_, value) => self.expr(value),
            Stmt::SetElement(_, index, value) => {
                self.expr(index);
                self.expr(value);
            }
            Stmt::Increment(var) => {
                let var = *var;
                if self.here("saturation became wrapping") {
                    *stmt = Stmt::Advance(var);
                }
            }
            Stmt::Advance(var) => {
                let var = *var;
                if self.here("wrapping became saturation") {
                    *stmt = Stmt::Increment(var);
                }
            }
            Stmt::Decrement(var) => {
                let var = *var;
                if self.here("decrement became reset") {
                    *stmt = Stmt::Set(var, Expr::Const(0));
                }
            }
            Stmt::If(condition, then, otherwise) => {
                self.condition(condition);
                if self.here("branches swapped") {
                    std::mem::swap(then, otherwise);
                }
                self.block(then);
                self.block(otherwise);
            }
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        if self.here("another relation") {
            condition.relation = match condition.relation {
                Relation::Less => Relation::LessEqual,
                Relation::LessEqual => Relation::Less,
                Relation::Equal => Relation::LessEqual,
                Relation::NotEqual => Relation::Less,
            };
        }
        self.expr(&mut condition.left);
        self.expr(&mut condition.right);
    }

    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Const(value) => {
                if self.here("constant off by one") {
                    *value = value.wrapping_add(1);
                }
            }
            Expr::Param(_) => {}
            Expr::Scalar(var) => {
                if self.here("another variable") {
                    *var = self.next_scalar(*var);
                }
            }
            Expr::Element(_, index) => self.expr(index),
            Expr::Binary(op, left, right) => {
                if self.here("another operator") {
                    *op = match op {
                        Op::Add => Op::Or,
                        Op::Sub => Op::Xor,
                        Op::Mul => Op::Add,
                        Op::And => Op::Or,
                        Op::Or | Op::Xor => Op::Add,
                    };
                }
                self.expr(left);
                self.expr(right);
            }
            Expr::Choose(condition, then, otherwise) => {
                self.condition(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            Expr::Call(_, argument) => self.expr(argument),
        }
    }

    fn next_scalar(&self, var: StateVar) -> StateVar {
        let n = self.state.len();
        let others = (1..n).map(|step| StateVar((var.0 + step) % n));
        others.into_iter().find(|other| self.state[other.0].elements.is_none()).unwrap_or(var)
    }
}
