//! Files, functions and parameter lists are short.

use crate::sources::{Source, assert_none, found_in_all, source};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, FnArg, Pat, Signature, Stmt, Type};

#[test]
fn files_are_short() {
    assert_none(&found_in_all(long_files));
}

#[test]
fn functions_are_short_and_have_few_parameters() {
    assert_none(&found_in_all(large_functions));
}

/// Files that are too long to have one subject.
fn long_files(source: &Source) -> Vec<String> {
    let lines = source.text.lines().count();
    if lines > 500 { vec![format!("{}:1: {lines} lines", source.path)] } else { Vec::new() }
}

/// Functions that are too long or have too many parameters.
fn large_functions(source: &Source) -> Vec<String> {
    struct Functions<'s> {
        path: &'s str,
        found: Vec<String>,
    }
    impl Functions<'_> {
        fn check(&mut self, signature: &Signature, body: Option<&Block>) {
            let place = format!("{}:{}: `{}`", self.path, signature.ident.span().start().line, signature.ident);
            let n_parameters: usize = signature.inputs.iter().map(n_values).sum();
            if n_parameters > 5 {
                self.found.push(format!("{place} has {n_parameters} parameters"));
            }
            if let Some(body) = body {
                let lines = n_lines(body.span());
                if lines > 100 && !is_table(body) {
                    self.found.push(format!("{place} has {lines} lines"));
                }
            }
        }
    }
    impl<'ast> Visit<'ast> for Functions<'_> {
        fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
            self.check(&function.sig, Some(&function.block));
            visit::visit_item_fn(self, function);
        }
        fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
            self.check(&function.sig, Some(&function.block));
            visit::visit_impl_item_fn(self, function);
        }
        fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
            self.check(&function.sig, function.default.as_ref());
            visit::visit_trait_item_fn(self, function);
        }
    }
    let mut functions = Functions { path: &source.path, found: Vec::new() };
    functions.visit_file(&source.syntax);
    functions.found
}

fn n_lines(span: Span) -> usize {
    span.end().line - span.start().line + 1
}

/// How many values a parameter passes: a tuple passes its elements, `self` is not counted.
fn n_values(parameter: &FnArg) -> usize {
    let FnArg::Typed(parameter) = parameter else { return 0 };
    let mut passed = &*parameter.ty;
    while let Type::Reference(reference) = passed {
        passed = &reference.elem;
    }
    match (passed, &*parameter.pat) {
        (Type::Tuple(tuple), _) => tuple.elems.len().max(1),
        (_, Pat::Tuple(tuple)) => tuple.elems.len().max(1),
        _ => 1,
    }
}

/// Whether a body is one table: after a few short `let`s one `match` or one list, which is read entry by entry.
fn is_table(body: &Block) -> bool {
    let Some((Stmt::Expr(last, None), lets)) = body.stmts.split_last() else { return false };
    let mut last = last;
    while let Expr::Reference(reference) = last {
        last = &reference.expr;
    }
    let table = match last {
        Expr::Match(_) | Expr::Array(_) => true,
        Expr::Macro(list) => list.mac.path.is_ident("vec"),
        _ => false,
    };
    let let_lines: usize = lets.iter().map(|stmt| n_lines(stmt.span())).sum();
    table && lets.iter().all(|stmt| matches!(stmt, Stmt::Local(_))) && let_lines <= 10
}

fn functions(text: &str) -> Vec<String> {
    large_functions(&source("lib.rs", text))
}

#[test]
fn a_tuple_counts_as_many_parameters_as_it_has_elements() {
    assert!(functions("impl S { fn f(&self, a: u8, b: u8, c: u8, d: u8, e: u8) {} }").is_empty());
    assert_eq!(functions("\nfn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}"), ["lib.rs:2: `f` has 6 parameters"]);
    assert_eq!(functions("fn f(a: u8, (b, c): (u8, u8), d: &(u8, u8, u8)) {}"), ["lib.rs:1: `f` has 6 parameters"]);
    assert_eq!(functions("trait T { fn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8); }").len(), 1);
}

#[test]
fn a_long_table_is_let_through_and_other_long_functions_are_not() {
    let arms: String = (0..100).map(|number| format!("{number} => {number},\n")).collect();
    assert!(functions(&format!("fn f(n: u8) -> u8 {{\nlet n = n + 1;\nmatch n {{\n{arms}_ => 0,\n}}\n}}")).is_empty());
    let found = functions(&format!("fn f(n: u8) -> u8 {{\nn += match n {{\n{arms}_ => 0,\n}};\nn\n}}"));
    assert_eq!(found, ["lib.rs:1: `f` has 106 lines"]);
    let entries = "1,\n".repeat(100);
    assert!(functions(&format!("fn f() -> Vec<u8> {{\nvec![\n{entries}]\n}}")).is_empty());
    assert_eq!(functions(&format!("fn f() {{\n{}}}", "g();\n".repeat(100))).len(), 1);
}

#[test]
fn a_long_file_is_found() {
    assert!(long_files(&source("lib.rs", &"\n".repeat(500))).is_empty());
    assert_eq!(long_files(&source("lib.rs", &"\n".repeat(501))), ["lib.rs:1: 501 lines"]);
}
