//! Changes that may change what a program does. Each gives a program that compiles and ends.

use super::ast::{Case, Expr, Function, Op, Program, Shape, Stmt, Type};
use super::random_expr::{Style, Writer, one};
use super::scope::Scope;
use super::visit::{blocks, change_expr, change_stmt};
use crate::rng::Rng;
use std::collections::BTreeSet;

/// A change: whether it found a place.
type Change = fn(&mut Program, &mut Rng, &[Scope]) -> bool;

/// The changes by name.
pub const CHANGES: [(&str, Change); 22] = [
    ("constant", constant),
    ("relational operator", |program, rng, _| operator(program, rng, Op::Less.group())),
    ("arithmetic operator", |program, rng, _| operator(program, rng, Op::Add.group())),
    ("logical operator", |program, rng, _| operator(program, rng, Op::Both.group())),
    ("statement deleted", delete),
    ("statement doubled", double),
    ("statement added", add),
    ("statements swapped", swap),
    ("condition negated", negate),
    ("arms swapped", swap_arms),
    ("assignment target", target),
    ("guard added", guard),
    ("early return", early_return),
    ("callee", callee),
    ("initialiser", initialiser),
    ("width", width),
    ("loop bound", loop_bound),
    ("variable", other_variable),
    ("index range", index_range),
    ("divisor", divisor),
    ("case", case),
    ("table of functions", table),
];

/// A style for what is added: simple.
const PLAIN: Style = Style { errors: false, float: false, hard: false };

fn constant(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, expr: &Expr| matches!(expr, Expr::Const(_) | Expr::Quarters(_));
    change_expr(program, rng, &applies, &mut |_, expr, rng| match expr {
        Expr::Const(number) => {
            let new = *one(rng, &[*number + 1, *number - 1, -*number, 0, *number * 2, *number + 7]);
            *number = if new == *number { *number + 1 } else { new };
        }
        Expr::Quarters(number) => *number += 1,
        other => unreachable!("{other:?} is no constant"),
    })
}

fn operator(program: &mut Program, rng: &mut Rng, group: &[Op]) -> bool {
    let other = |op: Op, rng: &mut Rng| {
        let others: Vec<Op> = group.iter().copied().filter(|other| *other != op).collect();
        *one(rng, &others)
    };
    let in_group = |op: &Op| group.contains(op);
    if rng.chance(30) {
        let applies =
            |_: usize, block: &[Stmt], at: usize| matches!(&block[at], Stmt::Assign(_, Some(op), _) if in_group(op));
        let done = change_stmt(program, rng, &applies, &mut |_, block, at, rng| {
            if let Stmt::Assign(_, Some(op), _) = &mut block[at] {
                *op = other(*op, rng);
            }
        });
        if done {
            return true;
        }
    }
    let applies = |_: usize, expr: &Expr| match expr {
        // What has floating-point operands has no bitwise operators.
        Expr::Binary(op, left, right) => in_group(op) && !(is_float(left) || is_float(right)),
        _ => false,
    };
    change_expr(program, rng, &applies, &mut |_, expr, rng| {
        if let Expr::Binary(op, ..) = expr {
            *op = other(*op, rng);
        }
    })
}

/// Whether an operand may be a floating-point number. Their variables are `z` and `level`.
fn is_float(expr: &Expr) -> bool {
    match expr {
        Expr::Quarters(_) | Expr::Cast(Type::Double, _) => true,
        Expr::Var(name) => name == "z" || name == "level",
        Expr::Binary(op, left, right) => Op::Add.group().contains(op) && (is_float(left) || is_float(right)),
        _ => false,
    }
}

fn delete(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    change_stmt(program, rng, &|_, _, _| true, &mut |_, block, at, _| drop(block.remove(at)))
}

fn double(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| !matches!(block[at], Stmt::Loop { .. } | Stmt::Switch(..));
    change_stmt(program, rng, &applies, &mut |_, block, at, _| block.insert(at, block[at].clone()))
}

fn add(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    change_stmt(program, rng, &|_, _, _| true, &mut |function, block, at, rng| {
        let mut writer = Writer { rng, scope: &scopes[function], style: PLAIN };
        let (place, value) = (writer.place().0, writer.integer(1));
        block.insert(at, Stmt::Assign(place, None, value));
    })
}

fn swap(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| block.get(at + 1).is_some_and(|next| *next != block[at]);
    change_stmt(program, rng, &applies, &mut |_, block, at, _| block.swap(at, at + 1))
}

/// Whether a statement has a condition, and no loop (whose bound must stay).
fn has_condition(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::If(..) | Stmt::Assert(_))
}

fn negate(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    change_stmt(program, rng, &|_, block, at| has_condition(&block[at]), &mut |_, block, at, _| {
        if let Stmt::If(condition, ..) | Stmt::Assert(condition) = &mut block[at] {
            *condition = Expr::Unary('!', Box::new(condition.clone()));
        }
    })
}

fn swap_arms(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies =
        |_: usize, block: &[Stmt], at: usize| matches!(&block[at], Stmt::If(_, then, otherwise) if then != otherwise);
    change_stmt(program, rng, &applies, &mut |_, block, at, _| {
        if let Stmt::If(_, then, otherwise) = &mut block[at] {
            std::mem::swap(then, otherwise);
        }
    })
}

fn target(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let applies =
        |_: usize, block: &[Stmt], at: usize| matches!(&block[at], Stmt::Assign(place, ..) if !is_float(place));
    change_stmt(program, rng, &applies, &mut |function, block, at, rng| {
        if let Stmt::Assign(place, ..) = &mut block[at] {
            *place = Writer { rng, scope: &scopes[function], style: PLAIN }.place().0;
        }
    })
}

fn guard(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    change_stmt(program, rng, &|_, _, _| true, &mut |function, block, at, rng| {
        let condition = Writer { rng, scope: &scopes[function], style: PLAIN }.condition(0);
        let guarded = block.remove(at);
        block.insert(at, Stmt::If(condition, vec![guarded], Vec::new()));
    })
}

fn early_return(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    change_stmt(program, rng, &|_, _, _| true, &mut |function, block, at, rng| {
        let mut writer = Writer { rng, scope: &scopes[function], style: PLAIN };
        let (condition, value) = (writer.condition(0), writer.integer(0));
        block.insert(at, Stmt::If(condition, vec![Stmt::Return(value)], Vec::new()));
    })
}

fn callee(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let alternatives = |function: usize, name: &str, arguments: &[Expr]| -> Vec<String> {
        let scope = &scopes[function];
        let recursive = scope.callees.iter().any(|callee| callee.name == name && callee.recursive);
        let fits = scope.callees.iter().filter(|callee| {
            // The first argument of a recursive function is masked, and only that of another one is.
            let pointers = |shape: &Shape| !matches!(shape, Shape::Scalar(_));
            let scalar = !callee.params.iter().any(pointers);
            let all_numbers = !arguments.iter().any(|argument| matches!(argument, Expr::Address { .. }));
            let same = callee.params.len() == arguments.len() && callee.recursive == recursive;
            callee.name != name && same && scalar && all_numbers
        });
        fits.map(|callee| callee.name.clone()).collect()
    };
    let applies = |function: usize, expr: &Expr| matches!(expr, Expr::Call(name, arguments) if !alternatives(function, name, arguments).is_empty());
    change_expr(program, rng, &applies, &mut |function, expr, rng| {
        if let Expr::Call(name, arguments) = expr {
            *name = one(rng, &alternatives(function, name, arguments)).clone();
        }
    })
}

fn initialiser(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let mut places: Vec<&mut i64> = Vec::new();
    let locals = program.functions.iter_mut().flat_map(|function| &mut function.locals);
    for variable in program.globals.iter_mut().chain(locals).filter(|variable| !variable.counts) {
        places.extend(&mut variable.init);
    }
    let count = places.len() as u64;
    if count == 0 {
        return false;
    }
    let chosen = places.swap_remove(rng.below(count) as usize);
    *chosen = if *chosen == 0 { 1 } else { *chosen - 1 };
    true
}

/// Names that a pointer may point to: these stay `int`.
fn pointed_to(program: &mut Program) -> BTreeSet<String> {
    let locals = program.functions.iter().flat_map(|function| &function.locals);
    let mut names: BTreeSet<String> = locals.filter_map(|local| local.target.clone()).collect();
    blocks(program, &mut |_, block| {
        for stmt in block {
            if let Stmt::Point(_, target) = stmt {
                names.insert(target.clone());
            }
        }
    });
    names
}

fn width(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let fixed = pointed_to(program);
    let table: Vec<String> = program.table.iter().flat_map(|table| table.functions.clone()).collect();
    let mut places: Vec<&mut Type> = Vec::new();
    let (entry, others) = program.functions.split_last_mut().expect("there is a function");
    for variable in entry.locals.iter_mut() {
        if let Shape::Scalar(ty) = &mut variable.shape
            && !variable.counts
            && !fixed.contains(&variable.name)
        {
            places.push(ty);
        }
    }
    for function in others.iter_mut().filter(|function| !table.contains(&function.name)) {
        for variable in function.params.iter_mut().chain(&mut function.locals) {
            if let Shape::Scalar(ty) = &mut variable.shape
                && !variable.counts
                && !fixed.contains(&variable.name)
            {
                places.push(ty);
            }
        }
        places.push(&mut function.ty);
    }
    let count = places.len() as u64;
    if count == 0 {
        return false;
    }
    let chosen = places.swap_remove(rng.below(count) as usize);
    let others: Vec<Type> = [Type::Char, Type::UChar, Type::Short, Type::UShort, Type::Int, Type::Unsigned, Type::Long]
        .into_iter()
        .filter(|ty| *ty != *chosen)
        .collect();
    *chosen = *one(rng, &others);
    true
}

/// Another function in the table, from those that its first functions could be.
fn table(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let Some(table) = &mut program.table else { return false };
    let is_in = |function: &&Function| table.functions.contains(&function.name);
    let Some(last) = program.functions.iter().rposition(|function| is_in(&function)) else { return false };
    let int = Shape::Scalar(Type::Int);
    let fits = |function: &&Function| {
        let takes_two = function.params.len() == 2 && function.params.iter().all(|param| param.shape == int);
        takes_two && function.ty == Type::Int && function.recursion.is_none()
    };
    let names: Vec<String> =
        program.functions[..=last].iter().filter(fits).map(|function| function.name.clone()).collect();
    let at = rng.below(table.functions.len() as u64) as usize;
    let others: Vec<&String> = names.iter().filter(|name| **name != table.functions[at]).collect();
    if others.is_empty() {
        return false;
    }
    table.functions[at] = (*one(rng, &others)).clone();
    true
}

fn loop_bound(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| matches!(&block[at], Stmt::Loop { .. });
    change_stmt(program, rng, &applies, &mut |_, block, at, rng| match &mut block[at] {
        Stmt::Loop { bound: Expr::Const(count), .. } => *count = if rng.chance(50) { *count + 1 } else { *count - 1 },
        Stmt::Loop { bound: Expr::Masked(_, mask), .. } => *mask = if *mask == 3 { 1 } else { 3 },
        other => unreachable!("{other:?} is no loop with a bound"),
    })
}

fn other_variable(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let applies = |_: usize, expr: &Expr| matches!(expr, Expr::Var(_) | Expr::Member { .. }) && !is_float(expr);
    change_expr(program, rng, &applies, &mut |function, expr, rng| {
        *expr = Writer { rng, scope: &scopes[function], style: PLAIN }.variable();
    })
}

fn index_range(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let whole =
        |function: usize, array: &str| scopes[function].arrays.iter().any(|table| table.name == array && table.whole);
    let applies = |function: usize, expr: &Expr| match expr {
        Expr::Element { array, index, .. } => whole(function, array) && !matches!(**index, Expr::Const(_)),
        _ => false,
    };
    change_expr(program, rng, &applies, &mut |_, expr, _| {
        if let Expr::Element { mask, .. } = expr {
            *mask = if *mask == 3 { 7 } else { 3 };
        }
    })
}

fn divisor(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, expr: &Expr| matches!(expr, Expr::Divide { .. });
    change_expr(program, rng, &applies, &mut |_, expr, _| {
        if let Expr::Divide { odd, .. } = expr {
            *odd = !*odd;
        }
    })
}

fn case(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| matches!(&block[at], Stmt::Switch(..));
    change_stmt(program, rng, &applies, &mut |_, block, at, rng| {
        let Stmt::Switch(_, cases, _) = &mut block[at] else { return };
        let used: Vec<i64> = cases.iter().map(|case| case.value).collect();
        let free: Vec<i64> = (0..5).filter(|value| !used.contains(value)).collect();
        let chosen = rng.below(cases.len() as u64) as usize;
        match rng.below(3) {
            0 => cases[chosen].falls = !cases[chosen].falls,
            1 if cases.len() > 1 => drop::<Case>(cases.remove(chosen)),
            _ => cases[chosen].value = *one(rng, &free),
        }
    })
}
