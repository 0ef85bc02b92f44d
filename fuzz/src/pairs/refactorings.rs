//! Refactorings of statements and functions: the program is another, what it does is the same.
//!
//! Signed arithmetic wraps, so that what is true of unsigned numbers is true of all. Which of two errors comes first is part of what a
//! program does: only what cannot fail is moved.

use super::ast::{Case, Expr, Form, Function, Op, Program, Shape, Stmt, Type, Variable};
use super::purity::{all, behind_pointer, ends, has_break, quiet, variables};
use super::random_expr::one;
use super::random_program::variable;
use super::scope::Scope;
use super::visit::{change_expr, change_stmt, expr_and_inner};
use crate::rng::Rng;

/// A refactoring: whether it found a place.
type Refactoring = fn(&mut Program, &mut Rng, &[Scope]) -> bool;

/// The refactorings by name.
pub const REFACTORINGS: [(&str, Refactoring); 12] = [
    ("if inverted", invert),
    ("independent statements reordered", reorder),
    ("function extracted", extract),
    ("function inlined", inline),
    ("temporary introduced", temporary),
    ("while for for", form),
    ("compound assignment", compound),
    ("loop unrolled", unroll),
    ("if for switch", switch_to_if),
    ("if for ?:", choose_to_if),
    ("else after return", else_after_return),
    ("dead store", dead_store),
];

/// A name that no function has yet.
fn fresh(program: &Program, prefix: char) -> String {
    let taken = |name: &str| {
        program.functions.iter().any(|function| {
            function.name == name
                || function.locals.iter().chain(&function.params).any(|variable| variable.name == name)
        })
    };
    (0..).map(|number| format!("{prefix}{number}")).find(|name| !taken(name)).expect("names do not run out")
}

fn local(name: &str, ty: Type) -> Variable {
    variable(name.to_string(), Shape::Scalar(ty), vec![0])
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn invert(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    change_stmt(program, rng, &|_, block, at| matches!(block[at], Stmt::If(..)), &mut |_, block, at, _| {
        if let Stmt::If(condition, then, otherwise) = &mut block[at] {
            *condition = Expr::Unary('!', boxed(condition.clone()));
            std::mem::swap(then, otherwise);
        }
    })
}

/// A variable that is written with something that needs no other statement: no memory that a pointer may reach is touched.
fn plain_write(stmt: &Stmt) -> Option<(&String, bool, &Expr)> {
    match stmt {
        Stmt::Assign(Expr::Var(name), op, value)
            if quiet(value) && all(value, &|part| !matches!(part, Expr::Deref(_))) =>
        {
            Some((name, op.is_some(), value))
        }
        _ => None,
    }
}

fn reorder(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| {
        let (Some(first), Some(second)) = (plain_write(&block[at]), block.get(at + 1).and_then(plain_write)) else {
            return false;
        };
        let reads = |value: &Expr, name: &String| variables(value).contains(name);
        first.0 != second.0 && !reads(first.2, second.0) && !reads(second.2, first.0)
    };
    change_stmt(program, rng, &applies, &mut |_, block, at, _| block.swap(at, at + 1))
}

fn extract(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let name = fresh(program, 'h');
    let applies = |function: usize, expr: &Expr| {
        let simple = |part: &Expr| {
            !matches!(part, Expr::Element { .. } | Expr::Member { .. } | Expr::Deref(_) | Expr::Quarters(_))
                && !scopes[function].type_of(part).is_float()
        };
        matches!(expr, Expr::Binary(..)) && quiet(expr) && all(expr, &simple) && !variables(expr).is_empty()
    };
    let mut extracted = None;
    let found = change_expr(program, rng, &applies, &mut |function, expr, _| {
        let (scope, mut result) = (&scopes[function], expr.clone());
        let used = variables(expr);
        let parameter = |index: usize| format!("{name}{}", char::from(b'a' + index as u8));
        expr_and_inner(&mut result, &mut |part| {
            if let Expr::Var(name) = part {
                *name = parameter(used.iter().position(|used| used == name).expect("it is used"));
            }
        });
        let types: Vec<Type> = used.iter().map(|name| scope.type_of(&Expr::Var(name.clone()))).collect();
        let params = types.iter().enumerate().map(|(index, ty)| local(&parameter(index), *ty)).collect();
        let ty = scope.type_of(expr);
        extracted = Some((
            function,
            Function { name: name.clone(), ty, params, locals: Vec::new(), recursion: None, body: Vec::new(), result },
        ));
        *expr = Expr::Call(name.clone(), used.into_iter().map(Expr::Var).collect());
    });
    if let Some((at, function)) = extracted {
        program.functions.insert(at, function);
        program.order.iter_mut().filter(|index| **index >= at).for_each(|index| *index += 1);
        program.order.insert(rng.below(program.order.len() as u64) as usize, at);
    }
    found
}

fn inline(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let callees: Vec<Function> = program
        .functions
        .iter()
        .filter(|function| {
            let empty = function.body.is_empty() && function.locals.is_empty() && function.recursion.is_none();
            let empty = empty && function.params.iter().all(|param| matches!(param.shape, Shape::Scalar(_)));
            empty && quiet(&function.result)
        })
        .cloned()
        .collect();
    let find = |name: &str| callees.iter().find(|callee| callee.name == name);
    // An argument that the function does not look at is gone then: it must not be read through a pointer that can be null.
    let can_go = |function: usize, argument: &Expr| quiet(argument) && !behind_pointer(argument, &scopes[function]);
    let applies = |function: usize, expr: &Expr| match expr {
        Expr::Call(name, arguments) => {
            find(name).is_some() && arguments.iter().all(|argument| can_go(function, argument))
        }
        _ => false,
    };
    change_expr(program, rng, &applies, &mut |_, expr, _| {
        let Expr::Call(name, arguments) = expr else { return };
        let callee = find(name).expect("it was found");
        *expr = Expr::Cast(callee.ty, boxed(substitute(&callee.result, &callee.params, arguments)));
    })
}

/// An expression with arguments, converted to the parameters' types, in the place of parameters.
fn substitute(expr: &Expr, params: &[Variable], arguments: &[Expr]) -> Expr {
    let mut result = expr.clone();
    // Marked first, so that what is put in is not looked at again.
    expr_and_inner(&mut result, &mut |part| {
        if let Expr::Var(name) = part
            && let Some(index) = params.iter().position(|param| param.name == *name)
        {
            *name = format!("#{index}");
        }
    });
    expr_and_inner(&mut result, &mut |part| {
        if let Expr::Var(name) = part
            && let Some(index) = name.strip_prefix('#').and_then(|index| index.parse::<usize>().ok())
            && let Shape::Scalar(ty) = params[index].shape
        {
            *part = Expr::Cast(ty, boxed(arguments[index].clone()));
        }
    });
    result
}

fn temporary(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let name = fresh(program, 'w');
    let applies = |_: usize, block: &[Stmt], at: usize| {
        let plain = matches!(&block[at], Stmt::Assign(Expr::Var(_) | Expr::Member { .. }, None, _));
        plain || matches!(&block[at], Stmt::Return(_) | Stmt::If(..))
    };
    let mut made = None;
    let found = change_stmt(program, rng, &applies, &mut |function, block, at, _| {
        if let Stmt::Assign(_, _, value) | Stmt::Return(value) | Stmt::If(value, ..) = &mut block[at] {
            made = Some((function, scopes[function].type_of(value)));
            let whole = std::mem::replace(value, Expr::Var(name.clone()));
            block.insert(at, Stmt::Assign(Expr::Var(name.clone()), None, whole));
        }
    });
    if let Some((function, ty)) = made {
        program.functions[function].locals.push(local(&name, ty));
    }
    found
}

fn form(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    change_stmt(program, rng, &|_, block, at| matches!(block[at], Stmt::Loop { .. }), &mut |_, block, at, _| {
        if let Stmt::Loop { form, .. } = &mut block[at] {
            *form = if *form == Form::For { Form::While } else { Form::For };
        }
    })
}

fn compound(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| match &block[at] {
        Stmt::Assign(Expr::Var(_) | Expr::Member { .. } | Expr::Deref(_), Some(_), value) => quiet(value),
        _ => false,
    };
    change_stmt(program, rng, &applies, &mut |_, block, at, _| {
        if let Stmt::Assign(place, op, value) = &mut block[at]
            && let Some(op) = op.take()
        {
            *value = Expr::Binary(op, boxed(place.clone()), boxed(value.clone()));
        }
    })
}

fn unroll(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| matches!(&block[at], Stmt::Loop { bound: Expr::Const(_), body, .. } if !has_break(body));
    change_stmt(program, rng, &applies, &mut |_, block, at, _| {
        let Stmt::Loop { counter, bound: Expr::Const(count), body, .. } = block.remove(at) else { return };
        let set = |number: i64| Stmt::Assign(Expr::Var(counter.clone()), None, Expr::Const(number));
        let mut flat = Vec::new();
        for number in 0..count {
            flat.push(set(number));
            flat.extend(body.iter().cloned());
        }
        flat.push(set(count));
        block.splice(at..at, flat);
    })
}

fn switch_to_if(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let name = fresh(program, 'w');
    let applies = |_: usize, block: &[Stmt], at: usize| match &block[at] {
        Stmt::Switch(_, cases, default) => {
            cases.iter().all(|case| !case.falls && !has_break(&case.body)) && !has_break(default)
        }
        _ => false,
    };
    let mut made = None;
    let found = change_stmt(program, rng, &applies, &mut |function, block, at, _| {
        let Stmt::Switch(value, cases, default) = block.remove(at) else { return };
        made = Some((function, scopes[function].type_of(&value)));
        let chain = cases.into_iter().rev().fold(default, |otherwise, Case { value, body, .. }| {
            let condition = Expr::Binary(Op::Equal, boxed(Expr::Var(name.clone())), boxed(Expr::Const(value)));
            vec![Stmt::If(condition, body, otherwise)]
        });
        block.splice(at..at, std::iter::once(Stmt::Assign(Expr::Var(name.clone()), None, value)).chain(chain));
    });
    if let Some((function, ty)) = made {
        program.functions[function].locals.push(local(&name, ty));
    }
    found
}

fn choose_to_if(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let applies = |function: usize, block: &[Stmt], at: usize| match &block[at] {
        Stmt::Assign(Expr::Var(_) | Expr::Member { .. }, None, Expr::Choose(_, left, right)) => {
            scopes[function].type_of(left).promoted() == scopes[function].type_of(right).promoted()
        }
        _ => false,
    };
    change_stmt(program, rng, &applies, &mut |_, block, at, _| {
        if let Stmt::Assign(place, None, Expr::Choose(condition, left, right)) = block[at].clone() {
            let set = |value: Box<Expr>| vec![Stmt::Assign(place.clone(), None, *value)];
            block[at] = Stmt::If(*condition, set(left), set(right));
        }
    })
}

fn else_after_return(program: &mut Program, rng: &mut Rng, _: &[Scope]) -> bool {
    let applies = |_: usize, block: &[Stmt], at: usize| match &block[at] {
        Stmt::If(_, then, otherwise) => otherwise.is_empty() && then.last().is_some_and(ends) && at + 1 < block.len(),
        _ => false,
    };
    change_stmt(program, rng, &applies, &mut |_, block, at, _| {
        let rest = block.split_off(at + 1);
        if let Some(Stmt::If(_, _, otherwise)) = block.last_mut() {
            *otherwise = rest;
        }
    })
}

fn dead_store(program: &mut Program, rng: &mut Rng, scopes: &[Scope]) -> bool {
    let name = fresh(program, 'w');
    let mut made = None;
    let found = change_stmt(program, rng, &|_, _, _| true, &mut |function, block, at, rng| {
        // A variable, as memory may be behind a null pointer.
        let value = Expr::Var(one(rng, &scopes[function].integers).0.clone());
        block.insert(at, Stmt::Assign(Expr::Var(name.clone()), None, value));
        made = Some(function);
    });
    if let Some(function) = made {
        program.functions[function].locals.push(local(&name, Type::Int));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::ast::ENTRY;
    use crate::pairs::print;

    /// `entry(struct S *s, int x)` that returns `f(argument)`, where `f(int a)` returns 1.
    fn calling(argument: Expr) -> Program {
        let function = |name: &str, params: Vec<Variable>, result: Expr| Function {
            name: name.to_string(),
            ty: Type::Int,
            params,
            locals: Vec::new(),
            recursion: None,
            body: Vec::new(),
            result,
        };
        let callee = function("f", vec![local("a", Type::Int)], Expr::Const(1));
        let params = vec![variable(String::from("s"), Shape::Struct, Vec::new()), local("x", Type::Int)];
        let entry = function(ENTRY, params, Expr::Call(String::from("f"), vec![argument]));
        let members = vec![(String::from("m0"), Type::Int)];
        let functions = vec![callee, entry];
        Program { members, globals: Vec::new(), functions, order: vec![0, 1], table: None, comments: false }
    }

    #[test]
    fn an_argument_behind_a_pointer_is_not_dropped_with_the_call() {
        let inlined = |argument: Expr| {
            let mut program = calling(argument);
            let scopes: Vec<Scope> = (0..2).map(|index| Scope::of(&program, index)).collect();
            let found = inline(&mut program, &mut Rng::new(1), &scopes);
            assert_eq!(found, !print::print(&program).contains("return f("));
            found
        };
        assert!(inlined(Expr::Var(String::from("x"))));
        assert!(!inlined(Expr::Member { of: String::from("s"), arrow: true, member: String::from("m0") }));
    }
}
