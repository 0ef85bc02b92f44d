//! A random program of several functions that call each other: plainly, by recursion alone and in turns, through a table of functions, with
//! pointers to what callers have, and through globals.
//!
//! The function that is compared is small: what happens, happens in what it calls.

use super::ast::{ENTRY, Expr, Function, FunctionTable, Op, Program, Shape, Stmt, TABLE, Type, Variable};
use super::paths::estimate;
use super::random_expr::{Style, Writer, one};
use super::random_program::{INTEGERS, is_number, locals, members, scalar, variable};
use super::random_stmt::Body;
use super::scope::{Callee, Scope};
use super::visit::{expr_and_inner, inner_blocks, stmt_exprs};
use crate::rng::Rng;
use std::collections::BTreeSet;

/// Programs that may have more paths than this are not used.
const MOST_PATHS: f64 = 800.0;

/// A random program with a modest number of paths.
pub fn program(rng: &mut Rng) -> Program {
    let style = Style { errors: rng.chance(20), float: false, hard: rng.chance(5) };
    for attempt in 0.. {
        // Smaller and smaller, so that this ends.
        let mut maker = Maker { rng, style, budget: 6 - attempt.min(30) / 6, names: 0, prints: false, stops: false };
        let found = maker.program();
        if estimate(&found) <= MOST_PATHS {
            return found;
        }
    }
    unreachable!("there is no last attempt")
}

struct Maker<'r> {
    rng: &'r mut Rng,
    style: Style,
    /// Statements of a function.
    budget: i32,
    names: u32,
    prints: bool,
    stops: bool,
}

impl Maker<'_> {
    fn program(&mut self) -> Program {
        let mut program = Program {
            members: members(self.rng),
            globals: self.globals(),
            functions: Vec::new(),
            table: None,
            order: Vec::new(),
            comments: false,
        };
        (self.prints, self.stops) = (self.rng.chance(25), self.rng.chance(20));
        if self.rng.chance(65) {
            self.table(&mut program);
        }
        for _ in 0..self.rng.range(1, 3) {
            match self.rng.below(6) {
                0 => self.recursive(&mut program, 1),
                1 => self.recursive(&mut program, 2),
                _ => {
                    let (params, ty) = (self.parameters(&program), *one(self.rng, &INTEGERS));
                    self.plain(&mut program, ty, params);
                }
            }
        }
        let entry = self.entry(&program);
        program.functions.push(entry);
        program.order = (0..program.functions.len()).collect();
        program
    }

    fn globals(&mut self) -> Vec<Variable> {
        let mut globals = vec![variable(String::from("g0"), Shape::Scalar(Type::Int), vec![self.rng.range(0, 9)])];
        if self.rng.chance(60) {
            let ty = *one(self.rng, &INTEGERS);
            globals.push(variable(String::from("g1"), Shape::Scalar(ty), vec![1]));
        }
        if self.rng.chance(40) {
            let init = (0..4).map(|_| self.rng.range(0, 9)).collect();
            globals.push(variable(String::from("table"), Shape::Array(Type::Int, 4), init));
        }
        if self.rng.chance(40) {
            globals.push(variable(String::from("record"), Shape::Struct, vec![1, 0]));
        }
        globals
    }

    fn name(&mut self, program: &Program) -> (String, usize) {
        let index = program.functions.len();
        (format!("f{index}"), index)
    }

    /// Functions of one type, and the table of them.
    fn table(&mut self, program: &mut Program) {
        for _ in 0..self.rng.range(2, 3) {
            let index = program.functions.len();
            let int = |at: usize| variable(format!("a{index}{at}"), Shape::Scalar(Type::Int), vec![0]);
            self.plain(program, Type::Int, vec![int(0), int(1)]);
        }
        let names: Vec<String> = program.functions.iter().map(|function| function.name.clone()).collect();
        let functions = (0..4).map(|at| names.get(at).unwrap_or_else(|| one(self.rng, &names)).clone()).collect();
        program.table = Some(FunctionTable { functions, constant: self.rng.chance(70) });
    }

    /// Numbers, and perhaps a pointer to something that there is.
    fn parameters(&mut self, program: &Program) -> Vec<Variable> {
        let index = program.functions.len();
        let mut params: Vec<Variable> =
            (0..self.rng.range(1, 2)).map(|at| scalar(self.rng, format!("a{index}{at}"))).collect();
        if self.rng.chance(55) {
            let mut shapes = vec![Shape::Pointer];
            shapes.extend(program.globals.iter().map(|global| global.shape).filter(|shape| !is_scalar(*shape)));
            let shape = *one(self.rng, &shapes);
            params.push(variable(format!("b{index}"), shape, Vec::new()));
        }
        params
    }

    /// A function that is no recursion.
    fn plain(&mut self, program: &mut Program, ty: Type, params: Vec<Variable>) {
        let name = self.name(program).0;
        let budget = self.budget;
        let function = self.function(program, (&name, ty, params), budget, 1);
        program.functions.push(function);
    }

    /// Functions that call each other in turn (or one that calls itself), each with its first argument one less.
    fn recursive(&mut self, program: &mut Program, count: usize) {
        let first = program.functions.len();
        let pointer = self.rng.chance(40);
        let ty = *one(self.rng, &INTEGERS);
        for index in first..first + count {
            let mut params = vec![variable(format!("a{index}0"), Shape::Scalar(Type::Int), vec![0])];
            params[0].counts = true;
            params.push(scalar(self.rng, format!("a{index}1")));
            if pointer {
                params.push(variable(format!("b{index}"), Shape::Pointer, Vec::new()));
            }
            let name = format!("f{index}");
            let budget = self.budget.min(2);
            let mut function = self.function(program, (&name, ty, params), budget, 1);
            let mut scope = Scope::outside(program, first);
            function.params.iter().for_each(|param| scope.add(program, param, true));
            let style = Style { errors: false, ..self.style };
            let mut writer = Writer { rng: self.rng, scope: &scope, style };
            let (base, step, plus) = (writer.integer(1), writer.integer(1), writer.variable());
            let counter = Expr::Var(function.params[0].name.clone());
            let mut arguments = vec![Expr::Binary(Op::Sub, Box::new(counter), Box::new(Expr::Const(1))), step];
            if pointer {
                arguments.push(Expr::Address { of: function.params[2].name.clone(), taken: false });
            }
            let partner = first + (index - first + 1) % count;
            let again = Expr::Call(format!("f{partner}"), arguments);
            function.recursion = Some(base);
            function.result = Expr::Binary(Op::Add, Box::new(again), Box::new(plus));
            program.functions.push(function);
        }
    }

    fn entry(&mut self, program: &Program) -> Function {
        let mut params: Vec<Variable> =
            (0..self.rng.range(2, 3)).map(|index| scalar(self.rng, format!("x{index}"))).collect();
        match self.rng.below(6) {
            0 => params.push(variable(String::from("q"), Shape::Array(Type::Int, 4), Vec::new())),
            1 => params.push(variable(String::from("s"), Shape::Struct, Vec::new())),
            _ => {}
        }
        let ty = *one(self.rng, &[Type::Int, Type::Int, Type::Unsigned, Type::Short, Type::UChar, Type::Long]);
        let mut entry = self.function(program, (ENTRY, ty, params), 3, 2);
        // Between what it does anyway it calls.
        let mut scope = Scope::outside(program, program.functions.len());
        entry.params.iter().for_each(|param| scope.add(program, param, true));
        entry.locals.iter().for_each(|local| scope.add(program, local, false));
        let reached = reachable(program, &calls(&entry));
        let unreached: Vec<&Callee> = scope.callees.iter().filter(|callee| !reached.contains(&callee.name)).collect();
        // The last ones call most of those before them.
        let mut wanted: Vec<Option<&Callee>> = vec![None; self.rng.range(0, 1) as usize];
        let mut covered = reached.clone();
        for callee in unreached.into_iter().rev() {
            if covered.insert(callee.name.clone()) {
                covered.extend(reachable(program, &[callee.name.clone()].into()));
                wanted.push(Some(callee));
            }
        }
        for callee in wanted {
            let mut writer = Writer { rng: self.rng, scope: &scope, style: self.style };
            let call = match callee {
                Some(callee) => writer.call_of(callee, 1),
                None => writer.call(1),
            };
            let place = writer.place().0;
            let stmt = match call {
                Expr::Call(callee, arguments) if self.rng.chance(30) => Stmt::Call(callee, arguments),
                value if self.rng.chance(50) => Stmt::Assign(place, Some(*one(self.rng, &[Op::Add, Op::Xor])), value),
                value => Stmt::Assign(place, None, value),
            };
            let stmt = match self.rng.chance(25) {
                true => {
                    let condition = Writer { rng: self.rng, scope: &scope, style: self.style }.condition(0);
                    Stmt::If(condition, vec![stmt], Vec::new())
                }
                false => stmt,
            };
            let half = entry.body.len() / 2;
            let at = half + self.rng.below((entry.body.len() - half) as u64 + 1) as usize;
            entry.body.insert(at, stmt);
        }
        entry
    }

    /// A function: name, type and parameters.
    fn function(
        &mut self,
        program: &Program,
        (name, ty, params): (&str, Type, Vec<Variable>),
        budget: i32,
        depth: u32,
    ) -> Function {
        let mut scope = Scope::outside(program, program.functions.len());
        params.iter().for_each(|param| scope.add(program, param, true));
        let mut locals = locals(self.rng, &mut self.names);
        locals.iter().for_each(|local| scope.add(program, local, false));
        if self.rng.chance(20) && !scope.pointees.is_empty() {
            let mut pointer = variable(format!("p{}", self.names), Shape::Pointer, Vec::new());
            self.names += 1;
            pointer.target = Some(one(self.rng, &scope.pointees).clone());
            scope.add(program, &pointer, false);
            locals.push(pointer);
        }
        let stops = self.stops && self.rng.chance(40);
        let (prints, style) = (self.prints && self.rng.chance(50), self.style);
        let mut body =
            Body { rng: self.rng, scope, style, locals, names: &mut self.names, budget, prints, stops, loops: 0 };
        let numbers: Vec<String> =
            body.locals.iter().filter(|local| is_number(local)).map(|local| local.name.clone()).collect();
        let mut stmts = Vec::new();
        for name in &numbers {
            if body.rng.chance(50) {
                stmts.push(Stmt::Assign(Expr::Var(name.clone()), None, body.writer().integer(1)));
            }
        }
        stmts.extend(body.block(1, 2, depth));
        let (op, left) = (body.writer().operator(), Expr::Var(one(body.rng, &numbers).clone()));
        let result = Expr::Binary(op, Box::new(left), Box::new(body.writer().integer(1)));
        let locals = body.locals;
        Function { name: name.to_string(), ty, params, locals, recursion: None, body: stmts, result }
    }
}

fn is_scalar(shape: Shape) -> bool {
    matches!(shape, Shape::Scalar(_))
}

/// The names of what a function calls; the name of the table where it calls through that.
fn calls(function: &Function) -> BTreeSet<String> {
    let mut function = function.clone();
    let mut found = BTreeSet::new();
    let mut note = |expr: &mut Expr| match expr {
        Expr::Call(name, _) => drop(found.insert(name.clone())),
        Expr::Apply { .. } => drop(found.insert(TABLE.to_string())),
        _ => {}
    };
    function.recursion.iter_mut().for_each(|base| expr_and_inner(base, &mut note));
    expr_and_inner(&mut function.result, &mut note);
    function.body.iter_mut().for_each(|stmt| stmt_exprs(stmt, &mut note));
    called_statements(&function.body, &mut found);
    found
}

/// Calls that are statements.
fn called_statements(block: &[Stmt], found: &mut BTreeSet<String>) {
    for stmt in block {
        if let Stmt::Call(name, _) = stmt {
            found.insert(name.clone());
        }
        for inner in inner_blocks(&mut stmt.clone()) {
            called_statements(inner, found);
        }
    }
}

/// What is called from some functions, they included.
pub fn reachable(program: &Program, from: &BTreeSet<String>) -> BTreeSet<String> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut pending: Vec<String> = from.iter().cloned().collect();
    while let Some(name) = pending.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        match program.functions.iter().find(|function| function.name == name) {
            Some(function) => pending.extend(calls(function)),
            None => pending.extend(program.table.iter().flat_map(|table| table.functions.clone())),
        }
    }
    seen
}
