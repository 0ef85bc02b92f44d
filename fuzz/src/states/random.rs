//! Random modules: 3 to 6 external functions, 2 to 5 state variables, up to 2 helpers.

use super::module::{Condition, Expr, Function, Helper, Module, Op, ParamType, Relation, State, StateVar, Stmt};
use crate::rng::Rng;

/// A random module.
pub fn module(rng: &mut Rng) -> Module {
    let mut module = Module { state: states(rng), helpers: Vec::new(), functions: Vec::new() };
    for _ in 0..rng.below(3) {
        let mut maker = Maker { rng: &mut *rng, module: &module, n_params: 1 };
        let result = maker.expr(2);
        module.helpers.push(Function { params: vec![ParamType::Unsigned], body: Vec::new(), result });
    }
    for _ in 0..3 + rng.below(4) {
        let function = external(rng, &module);
        module.functions.push(function);
    }
    module
}

fn states(rng: &mut Rng) -> Vec<State> {
    let mut state = Vec::new();
    for _ in 0..2 + rng.below(4) {
        let max = match rng.below(5) {
            0 | 1 => 1,
            2 => 1 + rng.below(7) as u32,
            3 => 10 + rng.below(90) as u32,
            _ => u32::MAX,
        };
        let elements = rng.chance(25).then(|| 2 + rng.below(3) as u32);
        let init = if rng.chance(60) { 0 } else { (rng.below(u64::from(max.min(20)) + 1)) as u32 };
        state.push(State { max, elements, init: if elements.is_some() { 0 } else { init } });
    }
    state
}

fn external(rng: &mut Rng, module: &Module) -> Function {
    const TYPES: [ParamType; 3] = [ParamType::Byte, ParamType::Int, ParamType::Unsigned];
    let params: Vec<ParamType> = (0..rng.below(3)).map(|_| TYPES[rng.below(3) as usize]).collect();
    let mut maker = Maker { rng, module, n_params: params.len() };
    let n_stmts = maker.rng.below(4);
    let body = (0..n_stmts).map(|_| maker.stmt(2)).collect();
    let result = maker.expr(1);
    Function { params, body, result }
}

/// Makes statements and expressions of one function.
struct Maker<'a> {
    rng: &'a mut Rng,
    module: &'a Module,
    n_params: usize,
}

impl Maker<'_> {
    fn var(&mut self, is_array: bool) -> Option<StateVar> {
        let state = &self.module.state;
        let fitting: Vec<usize> = (0..state.len()).filter(|at| state[*at].elements.is_some() == is_array).collect();
        (!fitting.is_empty()).then(|| StateVar(fitting[self.rng.below(fitting.len() as u64) as usize]))
    }

    fn constant(&mut self) -> Expr {
        Expr::Const(if self.rng.chance(80) { self.rng.below(12) as u32 } else { self.rng.bits() as u32 })
    }

    fn leaf(&mut self) -> Expr {
        match self.rng.below(6) {
            0 => self.constant(),
            1 | 2 if self.n_params > 0 => Expr::Param(self.rng.below(self.n_params as u64) as usize),
            3 => match self.var(true) {
                Some(array) => Expr::Element(array, Box::new(self.constant())),
                None => self.constant(),
            },
            _ => self.var(false).map_or(Expr::Const(1), Expr::Scalar),
        }
    }

    fn expr(&mut self, depth: u32) -> Expr {
        const OPS: [Op; 8] = [Op::Add, Op::Add, Op::Sub, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor];
        if depth == 0 {
            return self.leaf();
        }
        match self.rng.below(8) {
            0..=2 => self.leaf(),
            3 if !self.module.helpers.is_empty() => {
                let helper = Helper(self.rng.below(self.module.helpers.len() as u64) as usize);
                Expr::Call(helper, Box::new(self.expr(depth - 1)))
            }
            4 => {
                let condition = Box::new(self.condition());
                Expr::Choose(condition, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
            5 => match self.var(true) {
                Some(array) => Expr::Element(array, Box::new(self.expr(depth - 1))),
                None => self.leaf(),
            },
            _ => {
                let op = OPS[self.rng.below(8) as usize];
                Expr::Binary(op, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
        }
    }

    fn condition(&mut self) -> Condition {
        const RELATIONS: [Relation; 4] = [Relation::Less, Relation::LessEqual, Relation::Equal, Relation::NotEqual];
        let left = match self.rng.chance(35) && self.n_params > 0 {
            true => Expr::Param(self.rng.below(self.n_params as u64) as usize),
            false => self.var(false).map_or(Expr::Const(1), Expr::Scalar),
        };
        let largest = match left {
            Expr::Scalar(var) => self.module.state[var.0].max.min(11),
            _ => 11,
        };
        let right = match self.rng.chance(70) {
            true => Expr::Const(self.rng.below(u64::from(largest) + 1) as u32),
            false => self.leaf(),
        };
        Condition { relation: RELATIONS[self.rng.below(4) as usize], left, right }
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        if depth > 0 && self.rng.chance(40) {
            let condition = self.condition();
            let then = self.block(depth);
            let otherwise = if self.rng.chance(50) { self.block(depth) } else { Vec::new() };
            return Stmt::If(condition, then, otherwise);
        }
        if self.rng.chance(25)
            && let Some(array) = self.var(true)
        {
            return match self.rng.chance(25) {
                true => Stmt::Fill(array, self.leaf()),
                false => Stmt::SetElement(array, self.leaf(), self.expr(1)),
            };
        }
        let Some(var) = self.var(false) else { return Stmt::Return(self.expr(1)) };
        match self.rng.below(6) {
            0 => Stmt::Increment(var),
            1 => Stmt::Decrement(var),
            2 => Stmt::Advance(var),
            3 if depth < 2 && self.rng.chance(40) => Stmt::Return(self.expr(1)),
            _ => Stmt::Set(var, self.expr(2)),
        }
    }

    fn block(&mut self, depth: u32) -> Vec<Stmt> {
        (0..1 + self.rng.below(2)).map(|_| self.stmt(depth - 1)).collect()
    }
}
