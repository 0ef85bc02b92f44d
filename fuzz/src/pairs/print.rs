//! A program as C text.

use super::ast::{Expr, Form, Function, Program, Shape, Stmt, TABLE, Variable};
use crate::generate::Source;

/// The C text of a program.
pub fn print(program: &Program) -> String {
    let mut out = Source::default();
    for header in ["assert.h", "stdio.h", "stdlib.h"] {
        out.line(format!("#include <{header}>"));
    }
    out.open("struct S");
    for (name, ty) in &program.members {
        out.line(format!("{} {name};", ty.name()));
    }
    out.close(";");
    for global in &program.globals {
        out.line(format!("{};", declaration(global)));
    }
    for function in &program.functions {
        out.line(format!("{};", signature(function)));
    }
    if let Some(table) = &program.table {
        let constant = if table.constant { "const " } else { "" };
        out.line(format!("static int (*{constant}{TABLE}[4])(int, int) = {{{}}};", table.functions.join(", ")));
    }
    for &index in &program.order {
        let function = &program.functions[index];
        if program.comments {
            out.line(format!("/* What {} does. */", function.name));
            out.line("");
        }
        print_function(&mut out, function, program.comments);
    }
    out.finish()
}

/// A declaration with its initialiser.
fn declaration(variable: &Variable) -> String {
    let name = &variable.name;
    let list = || variable.init.iter().map(i64::to_string).collect::<Vec<String>>().join(", ");
    match variable.shape {
        Shape::Scalar(ty) => format!("{} {name} = {}", ty.name(), variable.init[0]),
        Shape::Array(ty, len) => format!("{} {name}[{len}] = {{{}}}", ty.name(), list()),
        Shape::Pointer => format!("int *{name} = &{}", variable.target.as_ref().expect("a pointer has a target")),
        Shape::Struct => format!("struct S {name} = {{{}}}", list()),
    }
}

fn signature(function: &Function) -> String {
    let params: Vec<String> = function.params.iter().map(parameter).collect();
    let storage = if function.name == super::ast::ENTRY { "" } else { "static " };
    format!("{storage}{} {}({})", function.ty.name(), function.name, params.join(", "))
}

/// A parameter's declaration.
pub fn parameter(variable: &Variable) -> String {
    let name = &variable.name;
    match variable.shape {
        Shape::Scalar(ty) => format!("{} {name}", ty.name()),
        Shape::Array(ty, _) => format!("{} *{name}", ty.name()),
        Shape::Pointer => format!("int *{name}"),
        Shape::Struct => format!("struct S *{name}"),
    }
}

fn print_function(out: &mut Source, function: &Function, comments: bool) {
    out.open(signature(function));
    for local in &function.locals {
        out.line(format!("{};", declaration(local)));
    }
    if comments {
        out.line("// It starts here.");
    }
    if let Some(value) = &function.recursion {
        out.line(format!("if ({} <= 0)", function.params[0].name));
        out.line(format!("    return {};", expr(value)));
    }
    for stmt in &function.body {
        print_stmt(out, stmt);
    }
    out.line(format!("return {};", expr(&function.result)));
    out.close("");
}

fn print_block(out: &mut Source, block: &[Stmt]) {
    for stmt in block {
        print_stmt(out, stmt);
    }
}

fn print_stmt(out: &mut Source, stmt: &Stmt) {
    match stmt {
        Stmt::Assign(place, op, value) => {
            out.line(format!("{} {}= {};", expr(place), op.map_or("", |op| op.text()), expr(value)));
        }
        Stmt::If(condition, then, otherwise) => {
            out.open(format!("if ({})", expr(condition)));
            print_block(out, then);
            if !otherwise.is_empty() {
                out.next("else");
                print_block(out, otherwise);
            }
            out.close("");
        }
        Stmt::Switch(value, cases, default) => {
            out.open(format!("switch ({})", expr(value)));
            for case in cases {
                out.open(format!("case {}:", case.value));
                print_block(out, &case.body);
                out.close(if case.falls { "" } else { " break;" });
            }
            out.open("default:");
            print_block(out, default);
            out.close("");
            out.close("");
        }
        Stmt::Loop { form: Form::For, counter, bound, body } => {
            out.open(format!("for ({counter} = 0; {counter} < {}; {counter}++)", expr(bound)));
            print_block(out, body);
            out.close("");
        }
        Stmt::Loop { form: Form::While, counter, bound, body } => {
            out.line(format!("{counter} = 0;"));
            out.open(format!("while ({counter} < {})", expr(bound)));
            print_block(out, body);
            out.line(format!("{counter}++;"));
            out.close("");
        }
        Stmt::Return(value) => out.line(format!("return {};", expr(value))),
        Stmt::Call(callee, arguments) => out.line(format!("{callee}({});", list(arguments))),
        Stmt::Print(value) => out.line(format!("printf(\"%d\\n\", (int){});", expr(value))),
        Stmt::Put(value) => out.line(format!("putchar('a' + (int)({} & 7));", expr(value))),
        Stmt::Exit(value) => out.line(format!("exit((int)({} & 7));", expr(value))),
        Stmt::Abort => out.line("abort();"),
        Stmt::Assert(condition) => out.line(format!("assert({});", expr(condition))),
        Stmt::Break => out.line("break;"),
        Stmt::Point(pointer, target) => out.line(format!("{pointer} = &{target};")),
    }
}

fn list(values: &[Expr]) -> String {
    values.iter().map(expr).collect::<Vec<String>>().join(", ")
}

/// An expression, in parentheses where it needs them.
pub fn expr(value: &Expr) -> String {
    match value {
        Expr::Const(number) if *number < 0 => format!("({number})"),
        Expr::Const(number) => number.to_string(),
        Expr::Quarters(quarters) => format!("({:?})", *quarters as f64 / 4.0),
        Expr::Var(name) => name.clone(),
        Expr::Element { array, index, mask } => format!("{array}[{} & {mask}]", expr(index)),
        Expr::Member { of, arrow, member } => format!("{of}{}{member}", if *arrow { "->" } else { "." }),
        Expr::Deref(pointer) => format!("*{pointer}"),
        Expr::Unary(op, inner) => format!("({op}{})", expr(inner)),
        Expr::Binary(op, left, right) => format!("({} {} {})", expr(left), op.text(), expr(right)),
        Expr::Shift { left, value, by } => format!("({} {} {by})", expr(value), if *left { "<<" } else { ">>" }),
        Expr::Divide { remainder, value, by, odd } => {
            let op = if *remainder { "%" } else { "/" };
            let divisor = format!("({} & 7)", expr(by));
            if *odd {
                format!("({} {op} ({divisor} | 1))", expr(value))
            } else {
                format!("({} {op} {divisor})", expr(value))
            }
        }
        Expr::Masked(inner, mask) => format!("({} & {mask})", expr(inner)),
        Expr::Choose(condition, left, right) => {
            format!("({} ? {} : {})", expr(condition), expr(left), expr(right))
        }
        Expr::Call(callee, arguments) => format!("{callee}({})", list(arguments)),
        Expr::Apply { index, arguments } => format!("{TABLE}[{} & 3]({})", expr(index), list(arguments)),
        Expr::Address { of, taken } => format!("{}{of}", if *taken { "&" } else { "" }),
        Expr::Cast(ty, inner) => format!("(({}){})", ty.name(), expr(inner)),
    }
}
