//! Programs with a few narrow inputs that say themselves which path they take.
//!
//! Every arm of every branch calls `mark`, which mixes the arm's number into a hash; the hash is printed with the results. Two runs
//! take the same path exactly when their hashes are equal. What the engine must find wrong (an index out of range, a division
//! by zero, a failed assertion) is guarded in the native build by a test that prints what happened and where, and leaves.
//!
//! The text is one file for both builds: with `NATIVE` defined, `main` runs `program` on every input.

mod expr;
mod functions;
mod stmt;

use super::Source;
use crate::rng::Rng;
use std::fmt::Write;

/// An input: `low <= name < high`.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name in the program.
    pub name: String,
    /// Its C type.
    pub ty: &'static str,
    /// Its smallest value.
    pub low: i64,
    /// One more than its largest value.
    pub high: i64,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The C text.
    pub text: String,
    /// Its inputs.
    pub inputs: Vec<Input>,
}

/// A variable that can be read, and perhaps written.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: &'static str,
    writable: bool,
}

/// An array whose length is a power of two.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    ty: &'static str,
    len: u64,
    writable: bool,
}

/// The generator's state.
struct Generator {
    rng: Rng,
    out: Source,
    /// In scope.
    variables: Vec<Variable>,
    arrays: Vec<Array>,
    /// Functions `int f(int, int)` that may be called, directly and through `table`.
    n_functions: u64,
    /// Whether `table` is defined yet.
    has_table: bool,
    /// How many marks there are.
    n_marks: u64,
    /// For names of loop counters and labels.
    n_names: u64,
    /// Statements that may still be written.
    budget: i64,
    /// Nesting of loops, which keeps the number of executed statements small.
    loops: u32,
    /// Whether floating point may be used.
    float: bool,
    /// Whether the program may run into errors.
    errors: bool,
}

/// Integer types of variables.
const TYPES: [&str; 7] = ["int", "unsigned", "signed char", "unsigned char", "short", "unsigned short", "long long"];

/// Largest number of input combinations.
const COMBINATIONS: u64 = 4096;

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut rng = Rng::new(seed ^ 0x7061_7468_7321);
    let inputs = inputs(&mut rng);
    let budget = rng.range(8, 30);
    let (float, errors) = (rng.chance(20), rng.chance(40));
    let mut generator = Generator {
        rng,
        out: Source::default(),
        variables: Vec::new(),
        arrays: Vec::new(),
        n_functions: 0,
        has_table: false,
        n_marks: 0,
        n_names: 0,
        budget,
        loops: 0,
        float,
        errors,
    };
    generator.program(&inputs);
    Program { text: generator.out.finish(), inputs }
}

fn inputs(rng: &mut Rng) -> Vec<Input> {
    let mut left = COMBINATIONS;
    let count = rng.range(1, 4);
    let mut inputs = Vec::new();
    for index in 0..count {
        let sizes: Vec<u64> = [2, 3, 5, 8, 16, 20, 64, 256].into_iter().filter(|size| *size <= left).collect();
        let Some(last) = sizes.len().checked_sub(1) else { break };
        let size = sizes[rng.below(last as u64 + 1) as usize];
        left /= size;
        let unsigned = rng.chance(60);
        let (ty, low) = match (unsigned, size) {
            (true, _) => (rng.pick(&["unsigned char", "unsigned short", "unsigned"]), 0),
            (false, 256) => (rng.pick(&["signed char", "int", "short"]), -128),
            (false, _) => (rng.pick(&["signed char", "int", "short", "long long"]), rng.range(-(size as i64), 1)),
        };
        inputs.push(Input { name: format!("in{index}"), ty, low, high: low + size as i64 });
    }
    inputs
}

impl Generator {
    fn program(&mut self, inputs: &[Input]) {
        self.prelude();
        self.globals();
        self.functions();
        let params: Vec<String> = inputs.iter().map(|input| format!("{} {}", input.ty, input.name)).collect();
        self.out.open(format!("static void program({})", params.join(", ")));
        self.out.line("reset();");
        for input in inputs {
            self.variables.push(Variable { name: input.name.clone(), ty: input.ty, writable: false });
        }
        let before = self.variables.len();
        self.locals("v");
        while self.budget > 0 {
            self.statement(3);
        }
        self.finale(before);
        self.out.close("");
        self.main(inputs);
    }

    fn prelude(&mut self) {
        for line in [
            "#include <assert.h>",
            "#include <setjmp.h>",
            "#include <stdio.h>",
            "#include <stdlib.h>",
            "#include <string.h>",
            "static unsigned long long h;",
            "static int none;",
            "static void mark(unsigned id) { h = (h ^ id) * 1099511628211ull + (h >> 29); }",
            "#ifdef NATIVE",
            "static jmp_buf out;",
            "static void fail(const char *kind, int at) { printf(\"error %s %d %016llx\\n\", kind, at, h); longjmp(out, 1); }",
            "#define CHECK(c) ((c) ? (void)0 : fail(\"assert\", __COUNTER__))",
            "#define AT(i, n) ({ __typeof__(i) at = (i); if (at >= n) fail(\"out-of-bounds\", __COUNTER__); at; })",
            "#define BY(d) ({ __typeof__(d) by = (d); if (!by) fail(\"division-by-zero\", __COUNTER__); by; })",
            "#else",
            "void klee_make_symbolic(void *, unsigned long, const char *);",
            "void klee_assume(unsigned long);",
            "#define CHECK(c) assert(c)",
            "#define AT(i, n) (i)",
            "#define BY(d) (d)",
            "#endif",
        ] {
            self.out.line(line);
        }
    }

    fn globals(&mut self) {
        let mut reset = vec![String::from("h = 14695981039346656037ull;")];
        for index in 0..self.rng.range(1, 3) {
            let name = format!("g{index}");
            let ty = TYPES[self.rng.below(7) as usize];
            self.out.line(format!("static {ty} {name};"));
            reset.push(format!("{name} = {};", self.rng.range(-3, 9)));
            self.variables.push(Variable { name, ty, writable: true });
        }
        for index in 0..self.rng.range(1, 3) {
            let name = format!("t{index}");
            let ty = TYPES[self.rng.below(7) as usize];
            let len = 1 << self.rng.range(1, 4);
            let writable = self.rng.chance(60);
            let values: Vec<String> = (0..len).map(|_| self.rng.range(-20, 100).to_string()).collect();
            let values = values.join(", ");
            if writable {
                self.out.line(format!("static {ty} {name}[{len}];"));
                self.out.line(format!("static const {ty} {name}_first[{len}] = {{{values}}};"));
                reset.push(format!("memcpy({name}, {name}_first, sizeof {name});"));
            } else {
                self.out.line(format!("static const {ty} {name}[{len}] = {{{values}}};"));
            }
            self.arrays.push(Array { name, ty, len: len as u64, writable });
        }
        self.out.open("static void reset(void)");
        for line in reset {
            self.out.line(line);
        }
        self.out.close("");
    }

    /// Locals with values that may depend on what is in scope.
    fn locals(&mut self, prefix: &str) {
        for index in 0..self.rng.range(1, 4) {
            let ty = TYPES[self.rng.below(7) as usize];
            let value = self.expr(2);
            let name = format!("{prefix}{index}");
            self.out.line(format!("{ty} {name} = {value};"));
            self.variables.push(Variable { name, ty, writable: true });
        }
    }

    /// Branches on the results, then prints them with the hash.
    fn finale(&mut self, first_local: usize) {
        let names: Vec<String> =
            self.variables.iter().filter(|variable| variable.writable).map(|variable| variable.name.clone()).collect();
        for name in names.iter().skip(first_local.min(names.len())).take(2) {
            let at = self.rng.range(-2, 12);
            let mark = self.mark();
            self.out.line(format!("if ({name} > {at}) {mark}"));
        }
        let mut format = String::from("ok %016llx");
        let mut values = String::from("h");
        for name in &names {
            format.push_str(" %lld");
            write!(values, ", (long long){name}").expect("a string takes everything");
        }
        self.out.line(format!("printf(\"{format}\\n\", {values});"));
    }

    fn main(&mut self, inputs: &[Input]) {
        self.out.open("int main(void)");
        self.out.line("#ifdef NATIVE");
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        for Input { name, low, high, .. } in inputs {
            self.out.open(format!("for (long long {name} = {low}; {name} < {high}; {name}++)"));
        }
        let format = vec!["%lld"; names.len()].join(" ");
        self.out.line(format!("printf(\"{format} \", {});", names.join(", ")));
        self.out.line(format!("if (!setjmp(out)) program({});", names.join(", ")));
        for _ in inputs {
            self.out.close("");
        }
        self.out.line("#else");
        for Input { name, ty, low, high } in inputs {
            self.out.line(format!("{ty} {name};"));
            self.out.line(format!("klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"));
            if self.rng.chance(50) {
                self.out.line(format!("klee_assume({name} >= {low} & {name} < {high});"));
            } else {
                self.out.line(format!("klee_assume({name} >= {low});"));
                self.out.line(format!("klee_assume({name} < {high});"));
            }
        }
        self.out.line(format!("program({});", names.join(", ")));
        self.out.line("#endif");
        self.out.line("return 0;");
        self.out.close("");
    }

    /// A new mark, as a statement.
    fn mark(&mut self) -> String {
        self.n_marks += 1;
        format!("mark({});", self.n_marks)
    }

    /// A new mark, as the first part of an expression.
    fn mark_then(&mut self, expr: &str) -> String {
        self.n_marks += 1;
        format!("(mark({}), {expr})", self.n_marks)
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        format!("{prefix}{}", self.n_names)
    }
}
