//! Library functions are known by name in `ir/src/library` and in the engine's models, nowhere else.

use crate::sources::{Source, assert_none, for_tests, found_in_all, source};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprLit, Item, Lit, LitStr};

/// Where names may stand; in the last one they are names of options.
const HOMES: [&str; 3] = ["crates/ir/src/library", "crates/engine/src/library", "crates/incise/src/cli"];

#[test]
fn library_functions_are_known_by_name_in_one_table() {
    let at_home = |source: &Source| HOMES.iter().any(|home| source.path.starts_with(home));
    let known: BTreeSet<&str> = incise_ir::library::names().collect();
    assert_none(&found_in_all(|source| if at_home(source) { Vec::new() } else { compared_names(source, &known) }));
}

/// Names that a source compares something with: in patterns and `matches!`, by `==`, by `contains` and the like, and in constant lists.
fn compared_names(source: &Source, known: &BTreeSet<&str>) -> Vec<String> {
    let mut names = Names { path: &source.path, known, found: Vec::new() };
    names.visit_file(&source.syntax);
    names.found
}

struct Names<'s> {
    path: &'s str,
    known: &'s BTreeSet<&'s str>,
    found: Vec<String>,
}

impl Names<'_> {
    fn text(&mut self, text: &LitStr) {
        if self.known.contains(text.value().as_str()) {
            self.found.push(format!("{}:{}: `{}`", self.path, text.span().start().line, text.value()));
        }
    }

    /// A text, or a list of texts, behind references.
    fn operand(&mut self, expr: &Expr) {
        match expr {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => self.text(text),
            Expr::Reference(reference) => self.operand(&reference.expr),
            Expr::Array(list) => list.elems.iter().for_each(|elem| self.operand(elem)),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|elem| self.operand(elem)),
            _ => {}
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Lit::Str(text) = Lit::new(literal) {
                        self.text(&text);
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, list) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.expr)),
            Item::Static(item) => (&item.attrs, Some(&item.expr)),
            Item::Fn(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, None),
            _ => return visit::visit_item(self, item),
        };
        if !for_tests(attributes) {
            if let Some(list) = list {
                self.operand(list);
            }
            visit::visit_item(self, item);
        }
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        if let syn::Pat::Lit(ExprLit { lit: Lit::Str(text), .. }) = pattern {
            self.text(text);
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_)) {
            self.operand(&binary.left);
            self.operand(&binary.right);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        const COMPARING: [&str; 7] =
            ["contains", "starts_with", "ends_with", "strip_prefix", "strip_suffix", "iter", "into_iter"];
        if COMPARING.contains(&call.method.to_string().as_str()) {
            self.operand(&call.receiver);
            call.args.iter().for_each(|arg| self.operand(arg));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("matches") {
            self.tokens(call.tokens.clone());
        }
    }
}

#[test]
fn a_name_is_found_where_something_is_compared_with_it() {
    let found = |text: &str| compared_names(&source("lib.rs", text), &BTreeSet::from(["exit", "free"])).len();
    assert_eq!(found("fn f(n: &str) -> bool { match n { \"exit\" | \"free\" => true, _ => false } }"), 2);
    assert_eq!(found("fn f(n: &str) -> bool { matches!(n, \"exit\" | \"other\") }"), 1);
    assert_eq!(found("fn f(n: &str) -> bool { n != \"exit\" || &\"free\" == n }"), 2);
    assert_eq!(found("fn f(n: &str) -> bool { [\"exit\", \"free\"].contains(&n) || n.starts_with(\"free\") }"), 3);
    assert_eq!(found("fn f() { const NAMES: &[(&str, u8)] = &[(\"exit\", 1)]; }"), 1);
    assert_eq!(found("impl S { fn f(&self) -> bool { self.name == \"exit\" } }"), 1);
    assert_eq!(found("fn f() -> &'static str { g(\"exit\"); \"free\" }"), 0);
    assert_eq!(found("#[cfg(test)] mod tests { fn f(n: &str) -> bool { n == \"exit\" } }"), 0);
}
