//! A random program: globals, functions that call each other, and the function that is compared.

use super::ast::{ENTRY, Expr, Function, Op, Program, Shape, Stmt, Type, Variable};
use super::paths::estimate;
use super::random_expr::{Style, Writer, one};
use super::random_stmt::Body;
use super::scope::Scope;
use crate::rng::Rng;

/// Programs that may have more paths than this are not used; the estimate is high, most have a few dozen.
const MOST_PATHS: f64 = 1500.0;

/// Types of variables, `int` more often than others.
pub const INTEGERS: [Type; 9] =
    [Type::Int, Type::Int, Type::Int, Type::Unsigned, Type::Char, Type::UChar, Type::Short, Type::Bool, Type::Int];

/// A random program with a modest number of paths.
pub fn program(rng: &mut Rng) -> Program {
    let style = Style { errors: rng.chance(25), float: rng.chance(15), hard: rng.chance(10) };
    for attempt in 0.. {
        // Smaller and smaller, so that this ends.
        let found = attempt_program(rng, style, 18 - attempt.min(14));
        if estimate(&found) <= MOST_PATHS {
            return found;
        }
    }
    unreachable!("there is no last attempt")
}

/// A variable.
pub fn variable(name: String, shape: Shape, init: Vec<i64>) -> Variable {
    Variable { name, shape, init, target: None, counts: false }
}

fn attempt_program(rng: &mut Rng, style: Style, budget: i32) -> Program {
    let mut program = Program {
        members: members(rng),
        globals: globals(rng, style),
        functions: Vec::new(),
        table: None,
        order: Vec::new(),
        comments: false,
    };
    let (prints, stops) = (rng.chance(30), rng.chance(25));
    let mut names = 0;
    for index in 0..rng.below(4) as usize {
        let function = match rng.below(4) {
            0 => leaf(rng, &program, style, index),
            1 => recursive(rng, &program, style, index),
            _ => {
                let params: Vec<Variable> =
                    (0..rng.range(1, 2)).map(|at| scalar(rng, format!("a{index}{at}"))).collect();
                let (ty, stops) = (*one(rng, &INTEGERS), stops && rng.chance(40));
                function(rng, &program, style, (&format!("f{index}"), ty, params), &mut names, (3, false, stops))
            }
        };
        program.functions.push(function);
    }
    let params = parameters(rng, style);
    let ty = *one(rng, &[Type::Int, Type::Int, Type::Unsigned, Type::Short, Type::UChar, Type::Long, Type::Bool]);
    let entry = function(rng, &program, style, (ENTRY, ty, params), &mut names, (budget, prints, stops));
    program.functions.push(entry);
    program.order = (0..program.functions.len()).collect();
    program
}

/// An integer variable.
pub fn scalar(rng: &mut Rng, name: String) -> Variable {
    variable(name, Shape::Scalar(*one(rng, &INTEGERS)), vec![0])
}

/// The members of the struct.
pub fn members(rng: &mut Rng) -> Vec<(String, Type)> {
    (0..rng.range(2, 3)).map(|index| (format!("m{index}"), *one(rng, &INTEGERS))).collect()
}

fn globals(rng: &mut Rng, style: Style) -> Vec<Variable> {
    let mut globals = Vec::new();
    for index in 0..rng.range(1, 3) {
        let ty = *one(rng, &INTEGERS);
        let init = if ty == Type::Bool { rng.range(0, 1) } else { rng.range(0, 9) };
        globals.push(variable(format!("g{index}"), Shape::Scalar(ty), vec![init]));
    }
    if rng.chance(50) {
        let ty = *one(rng, &[Type::Int, Type::Short, Type::UChar]);
        let init = (0..4).map(|_| rng.range(0, 9)).collect();
        globals.push(variable(String::from("table"), Shape::Array(ty, 4), init));
    }
    if rng.chance(30) {
        globals.push(variable(String::from("record"), Shape::Struct, vec![1, 0]));
    }
    if style.float && rng.chance(40) {
        globals.push(variable(String::from("level"), Shape::Scalar(Type::Double), vec![rng.range(0, 5)]));
    }
    globals
}

fn parameters(rng: &mut Rng, style: Style) -> Vec<Variable> {
    let count = rng.range(2, 4);
    let mut params: Vec<Variable> = (0..count).map(|index| scalar(rng, format!("x{index}"))).collect();
    if rng.chance(10) {
        params[0].shape = Shape::Scalar(Type::Long);
    }
    if style.float {
        let ty = *one(rng, &[Type::Float, Type::Double]);
        params.push(variable(String::from("z"), Shape::Scalar(ty), vec![0]));
    }
    match rng.below(10) {
        0 | 1 => params.push(variable(String::from("q"), Shape::Array(Type::Int, 4), Vec::new())),
        2 | 3 => params.push(variable(String::from("s"), Shape::Struct, Vec::new())),
        _ => {}
    }
    params
}

/// A function: name, type and parameters; budget, whether it prints, whether it stops the program.
fn function(
    rng: &mut Rng,
    program: &Program,
    style: Style,
    (name, ty, params): (&str, Type, Vec<Variable>),
    names: &mut u32,
    (budget, prints, stops): (i32, bool, bool),
) -> Function {
    let mut scope = Scope::outside(program, program.functions.len());
    params.iter().for_each(|param| scope.add(program, param, true));
    let mut locals = locals(rng, names);
    locals.iter().for_each(|local| scope.add(program, local, false));
    if rng.chance(25) && !scope.pointees.is_empty() {
        let mut pointer = variable(format!("p{names}"), Shape::Pointer, Vec::new());
        *names += 1;
        pointer.target = Some(one(rng, &scope.pointees).clone());
        scope.add(program, &pointer, false);
        locals.push(pointer);
    }
    let mut body = Body { rng, scope, style, locals, names, budget, prints, stops, loops: 0 };
    let (least, most) = if name == ENTRY { (5, 8) } else { (0, 2) };
    let mut stmts = Vec::new();
    let numbers: Vec<String> =
        body.locals.iter().filter(|local| is_number(local)).map(|local| local.name.clone()).collect();
    for name in &numbers {
        // Locals that depend on the inputs from the start.
        if body.rng.chance(60) {
            stmts.push(Stmt::Assign(Expr::Var(name.clone()), None, body.writer().integer(1)));
        }
    }
    stmts.extend(body.block(least, most, if name == ENTRY { 3 } else { 1 }));
    let (op, left) = (body.writer().operator(), Expr::Var(one(body.rng, &numbers).clone()));
    let result = Expr::Binary(op, Box::new(left), Box::new(body.writer().integer(1)));
    let locals = body.locals;
    Function { name: name.to_string(), ty, params, locals, recursion: None, body: stmts, result }
}

/// Whether a variable is a scalar.
pub fn is_number(variable: &Variable) -> bool {
    matches!(variable.shape, Shape::Scalar(_))
}

/// Locals of a function.
pub fn locals(rng: &mut Rng, names: &mut u32) -> Vec<Variable> {
    let mut locals = Vec::new();
    for _ in 0..rng.range(1, 3) {
        let ty = *one(rng, &INTEGERS);
        let init = if ty == Type::Bool { rng.range(0, 1) } else { rng.range(0, 5) };
        locals.push(variable(format!("v{names}"), Shape::Scalar(ty), vec![init]));
        *names += 1;
    }
    if rng.chance(20) {
        let init = (0..4).map(|_| rng.range(0, 9)).collect();
        locals.push(variable(format!("t{names}"), Shape::Array(Type::Int, 4), init));
        *names += 1;
    }
    locals
}

/// A function that only computes a value of its parameters.
fn leaf(rng: &mut Rng, program: &Program, style: Style, index: usize) -> Function {
    let params: Vec<Variable> = (0..2).map(|at| scalar(rng, format!("a{index}{at}"))).collect();
    let mut scope = Scope::default();
    params.iter().for_each(|param| scope.add(program, param, true));
    let ty = *one(rng, &INTEGERS);
    let result = Writer { rng, scope: &scope, style: Style { errors: false, ..style } }.integer(2);
    Function { name: format!("f{index}"), ty, params, locals: Vec::new(), recursion: None, body: Vec::new(), result }
}

/// A function that calls itself, with its first argument one less.
fn recursive(rng: &mut Rng, program: &Program, style: Style, index: usize) -> Function {
    let name = format!("f{index}");
    let mut params = vec![variable(format!("a{index}0"), Shape::Scalar(Type::Int), vec![0])];
    params[0].counts = true;
    params.push(scalar(rng, format!("a{index}1")));
    let mut scope = Scope::outside(program, 0);
    params.iter().for_each(|param| scope.add(program, param, true));
    let mut writer = Writer { rng, scope: &scope, style: Style { errors: false, ..style } };
    let (base, step, plus) = (writer.integer(1), writer.integer(1), writer.integer(1));
    let ty = *one(rng, &INTEGERS);
    let less = Expr::Binary(Op::Sub, Box::new(Expr::Var(params[0].name.clone())), Box::new(Expr::Const(1)));
    let again = Expr::Call(name.clone(), vec![less, step]);
    let result = Expr::Binary(Op::Add, Box::new(again), Box::new(plus));
    Function { name, ty, params, locals: Vec::new(), recursion: Some(base), body: Vec::new(), result }
}
