//! Small programs with errors planted behind decisions that share inputs.

use crate::rng::Rng;
use std::fmt::Write;

/// Writes the program of a seed: a function `test` of some numbers.
pub fn generate(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x6467_7365);
    // One in four is large.
    let size = if seed % 4 == 1 { 3 } else { 1 };
    let n_inputs = rng.range(2, 4) as usize + size - 1;
    let n_helpers = rng.below(3) as usize;
    let mut out = String::from("#include <assert.h>\n#include <stdlib.h>\n");
    out.push_str("int g0 = 1, g1 = 2, g2;\nint table[4] = {3, 1, 0, 2};\nstatic int *const pick[2] = {&g0, &g1};\n");
    for helper in 0..n_helpers {
        let names = ["p0", "p1"].map(String::from).to_vec();
        let mut body = Writer::new(&mut rng, names, helper);
        body.budget = body.rng.range(2, 6) as i32;
        let (text, result) = body.body(2);
        let _ = write!(out, "static int h{helper}(int p0, int p1) {{\n{text}  return {result};\n}}\n");
    }
    if rng.chance(25) {
        out.push_str("static int sum(int n, int x) {\n  if (n <= 0) return x > 2 ? g0 : x;\n  if (x == n) g1 += 1;\n  return sum(n - 1, x - 1) + 1;\n}\n");
    }
    let recursive = out.contains("int sum(");
    let inputs: Vec<String> = (0..n_inputs).map(|input| format!("{}", (b'a' + input as u8) as char)).collect();
    let mut body = Writer::new(&mut rng, inputs.clone(), n_helpers);
    body.recursive = recursive;
    body.budget = size as i32 * body.rng.range(6, 16) as i32;
    let (text, result) = body.body(3);
    let params = inputs.iter().map(|name| format!("int {name}")).collect::<Vec<_>>().join(", ");
    let _ = write!(out, "int test({params}) {{\n{text}  return {result};\n}}\n");
    out
}

struct Writer<'a> {
    rng: &'a mut Rng,
    /// Numbers that can be read.
    readable: Vec<String>,
    /// Numbers that can be written.
    writable: Vec<String>,
    n_helpers: usize,
    recursive: bool,
    n_names: usize,
    budget: i32,
    loops: u32,
    /// Number of the loops' counters that are in use.
    text: String,
}

impl<'a> Writer<'a> {
    fn new(rng: &'a mut Rng, params: Vec<String>, n_helpers: usize) -> Writer<'a> {
        let globals = ["g0", "g1", "g2"].map(String::from);
        let writable: Vec<String> = ["v0", "v1", "v2"].map(String::from).into_iter().chain(globals).collect();
        let readable = params.iter().cloned().chain(params.iter().cloned()).chain(writable.iter().cloned()).collect();
        Writer {
            rng,
            readable,
            writable,
            n_helpers,
            recursive: false,
            n_names: 0,
            budget: 0,
            loops: 0,
            text: String::new(),
        }
    }

    fn body(mut self, depth: u32) -> (String, String) {
        self.text.push_str("  int v0 = 0, v1 = 1, v2 = 4;\n  int own[3] = {0, 1, 2};\n");
        let pointer = self.one(false);
        let _ = writeln!(self.text, "  int *at = &{pointer};");
        let (readable, writable) = (self.readable.clone(), self.writable.clone());
        let sections = self.rng.chance(60);
        while self.budget > 0 {
            if sections && self.rng.chance(50) {
                // A part of the program that has to do with a few numbers only.
                self.readable = self.some(&readable);
                self.writable = self.some(&writable);
            }
            self.statement(depth, 1);
        }
        (self.readable, self.writable) = (readable, writable);
        let result = if self.rng.chance(50) { String::from("0") } else { self.expr(1) };
        (self.text, result)
    }

    /// Two of many, some of them twice.
    fn some(&mut self, from: &[String]) -> Vec<String> {
        (0..2).map(|_| from[self.rng.below(from.len() as u64) as usize].clone()).collect()
    }

    fn one(&mut self, readable: bool) -> String {
        let from = if readable { &self.readable } else { &self.writable };
        from[self.rng.below(from.len() as u64) as usize].clone()
    }

    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.rng.chance(35) {
            return match self.rng.below(8) {
                0 | 1 => self.rng.range(-2, 5).to_string(),
                2 => String::from("*at"),
                3 => format!("table[{} & 3]", self.one(true)),
                4 => format!("own[{}]", self.rng.below(3)),
                _ => self.one(true),
            };
        }
        let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
        match self.rng.below(8) {
            0..=2 => format!("({left} + {right})"),
            3 | 4 => format!("({left} - {right})"),
            5 => format!("({left} & {right})"),
            6 => format!("({left} ^ {right})"),
            _ => format!("({left} * {})", self.rng.range(2, 3)),
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) =
            (self.expr(1), if self.rng.chance(70) { self.rng.range(-1, 6).to_string() } else { self.one(true) });
        let op = self.rng.pick(&["<", ">", "==", "!=", "<=", ">="]);
        let plain = format!("{left} {op} {right}");
        match self.rng.below(8) {
            0 => format!("{plain} && {} > {}", self.one(true), self.rng.range(0, 3)),
            1 => format!("{plain} || {} == {}", self.one(true), self.rng.range(0, 3)),
            _ => plain,
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * indent);
    }

    fn block(&mut self, depth: u32, indent: usize) {
        for _ in 0..self.rng.range(1, 2) {
            self.statement(depth, indent);
        }
    }

    fn statement(&mut self, depth: u32, indent: usize) {
        self.budget -= 1;
        if depth == 0 {
            return self.simple(indent);
        }
        match self.rng.below(20) {
            0..=7 => {
                let condition = self.condition();
                self.line(indent, &format!("if ({condition}) {{"));
                self.block(depth - 1, indent + 1);
                if self.rng.chance(60) {
                    self.line(indent, "} else {");
                    self.block(depth - 1, indent + 1);
                }
                self.line(indent, "}");
            }
            8 | 9 if self.loops == 0 => self.repeat(depth, indent),
            10 => {
                let on = self.expr(1);
                self.line(indent, &format!("switch ({on} & 3) {{"));
                for case in 0..self.rng.range(1, 3) {
                    self.line(indent, &format!("case {case}:"));
                    self.simple(indent + 1);
                    if self.rng.chance(80) {
                        self.line(indent + 1, "break;");
                    }
                }
                self.line(indent, "default:");
                self.simple(indent + 1);
                self.line(indent, "}");
            }
            11 => {
                let (condition, value) = (self.condition(), self.expr(1));
                let end = if self.rng.chance(60) { format!("return {value};") } else { String::from("exit(1);") };
                self.line(indent, &format!("if ({condition}) {end}"));
            }
            _ => self.simple(indent),
        }
    }

    fn repeat(&mut self, depth: u32, indent: usize) {
        let counter = format!("i{}", self.n_names);
        self.n_names += 1;
        let bound =
            if self.rng.chance(50) { self.rng.range(1, 3).to_string() } else { format!("({} & 3)", self.one(true)) };
        self.line(indent, &format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.loops += 1;
        self.readable.push(counter.clone());
        self.block(depth.min(2) - 1, indent + 1);
        if self.rng.chance(20) {
            let condition = self.condition();
            self.line(indent + 1, &format!("if ({condition}) break;"));
        }
        self.readable.pop();
        self.loops -= 1;
        self.line(indent, "}");
    }

    fn simple(&mut self, indent: usize) {
        let text = match self.rng.below(28) {
            0..=7 => format!("{} = {};", self.one(false), self.expr(2)),
            8 | 9 => format!("{} += {};", self.one(false), self.expr(1)),
            10 | 11 => format!("assert({});", self.condition()),
            12 | 13 => format!("{} = {} / {};", self.one(false), self.expr(1), self.expr(1)),
            14 => format!("table[{} & 3] = {};", self.one(true), self.expr(1)),
            15 => format!("own[{} & 3] = {};", self.one(true), self.expr(1)),
            16 => format!("{} = own[{}];", self.one(false), self.expr(1)),
            17 => format!("at = &{};", self.one(false)),
            18 => format!("*at = {};", self.expr(1)),
            19 | 20 if self.n_helpers > 0 => {
                let helper = self.rng.below(self.n_helpers as u64);
                format!("{} = h{helper}({}, {});", self.one(false), self.expr(1), self.expr(1))
            }
            // What is computed for nothing can fail all the same; and an argument can be read from a place that is chosen.
            22 => format!("(void)({} / {} + 1);", self.expr(1), self.expr(1)),
            23 => format!("(void)(own[{}] + 1);", self.expr(1)),
            24 | 25 if self.n_helpers > 0 => {
                let helper = self.rng.below(self.n_helpers as u64);
                format!("{} = h{helper}(*pick[{} & 1], {});", self.one(false), self.one(true), self.expr(1))
            }
            21 if self.recursive => format!("{} = sum({} & 3, {});", self.one(false), self.one(true), self.expr(1)),
            _ => format!("{} = {};", self.one(false), self.expr(1)),
        };
        self.line(indent, &text);
    }
}
