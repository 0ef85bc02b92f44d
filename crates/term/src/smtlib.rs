//! Terms as SMT-LIB 2 scripts.
//!
//! Every operator becomes one definition, so a script is linear in the number of nodes and nothing nests deeply.
//! Truth values stay bit-vectors of width 1. Numbers of definitions follow the order in which terms
//! are reached from the roots, so that the text depends on structure only.
//!
//! SMT-LIB has no function from a float to its bits. The bits of a floating-point result are a fresh constant `r`
//! with the assertion that `r`, read as a float, is the result, or `r` is the NaN that the crate's rules
//! prescribe. That assertion always has exactly one solution for `r`.
//!
//! *Names.* Variables keep theirs, in bars; bars, backslashes, percent signs and control characters are written as `%xx`.
//! Functions are `f!name`, definitions `t!n` and `v!n`, fresh constants `r!n`; a variable that starts like one of these is escaped.
//!
//! *Source.* SMT-LIB 2.6, theories FixedSizeBitVectors and FloatingPoint.

mod bits;
mod float;

pub use bits::literal;

use crate::ids::{FunId, TermId};
use crate::op::Op;
use crate::pool::Pool;
use crate::variables::VarId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// A script that asserts all terms, each of width 1, and asks for satisfiability.
pub fn script(pool: &Pool, assertions: &[TermId]) -> String {
    let mut script = Script::new(pool, assertions);
    for &assertion in assertions {
        script.assert(assertion);
    }
    script.line("(check-sat)");
    script.finish()
}

/// The `get-value` command for these variables; empty text for none.
pub fn get_value(pool: &Pool, vars: &[VarId]) -> String {
    if vars.is_empty() {
        return String::new();
    }
    let names: Vec<String> = vars.iter().map(|&var| var_name(pool, var)).collect();
    format!("(get-value ({}))", names.join(" "))
}

/// The name of a variable in scripts, with its bars.
pub fn var_name(pool: &Pool, var: VarId) -> String {
    let name = pool.var_info(var).name;
    let reserved = ["t!", "r!", "v!", "f!"].iter().any(|prefix| name.starts_with(prefix));
    let escaped = escape(name);
    if reserved { format!("|{}|", escaped.replacen('!', "%21", 1)) } else { format!("|{escaped}|") }
}

fn fun_name(pool: &Pool, fun: FunId) -> String {
    format!("|f!{}|", escape(pool.fun_info(fun).0))
}

fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '|' | '\\' | '%' => {
                let _ = write!(escaped, "%{:02x}", c as u32);
            }
            c if c.is_ascii_control() => {
                let _ = write!(escaped, "%{:02x}", c as u32);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// A script being written: logic, declarations and definitions for some roots, then commands.
pub struct Script<'a> {
    pool: &'a Pool,
    text: String,
    numbers: FxHashMap<TermId, usize>,
}

impl<'a> Script<'a> {
    /// A script in which all of `roots` are defined.
    pub fn new(pool: &'a Pool, roots: &[TermId]) -> Script<'a> {
        let order = reachable(pool, roots);
        let mut script = Script { pool, text: String::new(), numbers: FxHashMap::default() };
        let logic = logic(pool, &order);
        script.line(&format!("(set-logic {logic})"));
        script.declare(&order);
        for &t in &order {
            script.define(t);
        }
        script
    }

    /// Appends a line as it is.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Asserts a term of width 1 that the roots contain.
    pub fn assert(&mut self, t: TermId) {
        let name = self.name(t);
        self.line(&format!("(assert (= {name} #b1))"));
    }

    /// How the script calls a term that the roots contain: a literal, a variable, or a definition.
    pub fn name(&self, t: TermId) -> String {
        match self.pool.op(t) {
            Op::Const => {
                let value = self.pool.as_const(t).expect("a constant has a value");
                literal(self.pool.width(t), value)
            }
            Op::Var(var) => var_name(self.pool, var),
            _ => format!("t!{}", self.numbers[&t]),
        }
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text
    }

    fn declare(&mut self, order: &[TermId]) {
        let mut functions: FxHashSet<FunId> = FxHashSet::default();
        for &t in order {
            match self.pool.op(t) {
                Op::Var(var) => {
                    let (name, width) = (var_name(self.pool, var), self.pool.width(t));
                    self.line(&format!("(declare-fun {name} () (_ BitVec {width}))"));
                }
                Op::Uninterpreted(fun) if functions.insert(fun) => {
                    let (_, width, arguments) = self.pool.fun_info(fun);
                    let sorts: Vec<String> = arguments.iter().map(|w| format!("(_ BitVec {w})")).collect();
                    let name = fun_name(self.pool, fun);
                    self.line(&format!("(declare-fun {name} ({}) (_ BitVec {width}))", sorts.join(" ")));
                }
                _ => {}
            }
        }
    }

    fn define(&mut self, t: TermId) {
        let op = self.pool.op(t);
        if matches!(op, Op::Const | Op::Var(_)) {
            return;
        }
        let children: Vec<String> = self.pool.children(t).iter().map(|&child| self.name(child)).collect();
        let number = self.numbers.len();
        let width = self.pool.width(t);
        let body = match op {
            Op::Uninterpreted(fun) if children.is_empty() => fun_name(self.pool, fun),
            Op::Uninterpreted(fun) => format!("({} {})", fun_name(self.pool, fun), children.join(" ")),
            _ if op.is_float() => {
                let operand_width = self.pool.width(self.pool.child(t, 0));
                let float = float::print(op, width, operand_width, number, &children);
                self.text.push_str(&float.preamble);
                float.body
            }
            _ => {
                let operand_width = self.pool.width(self.pool.child(t, 0));
                bits::print(op, width, operand_width, &children)
            }
        };
        self.line(&format!("(define-fun t!{number} () (_ BitVec {width}) {body})"));
        self.numbers.insert(t, number);
    }
}

/// All terms below the roots, children first, each once.
fn reachable(pool: &Pool, roots: &[TermId]) -> Vec<TermId> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
    while let Some((t, children_done)) = stack.pop() {
        if children_done {
            order.push(t);
        } else if seen.insert(t) {
            stack.push((t, true));
            stack.extend(pool.children(t).iter().rev().map(|&child| (child, false)));
        }
    }
    order
}

fn logic(pool: &Pool, order: &[TermId]) -> &'static str {
    let functions = order.iter().any(|&t| matches!(pool.op(t), Op::Uninterpreted(_)));
    let floats = order.iter().any(|&t| pool.op(t).is_float());
    match (functions, floats) {
        (false, false) => "QF_BV",
        (true, false) => "QF_UFBV",
        (false, true) => "QF_BVFP",
        (true, true) => "QF_UFBVFP",
    }
}
