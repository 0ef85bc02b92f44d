//! Control flow: an interpreter with computed gotos, switches that fall through, tables of functions, recursion.

use super::{Source, literal};
use crate::rng::Rng;

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    machine(rng, out, id);
    for (index, op) in ["a + b", "a * 3 - b", "(a ^ b) >> 1", "b ? a / (b | 1u) : a"].iter().enumerate() {
        out.line(format!("static APART unsigned op{id}_{index}(unsigned a, unsigned b) {{ return {op}; }}"));
    }
    out.line(format!(
        "static unsigned (*ops{id}[4])(unsigned, unsigned) = {{op{id}_0, op{id}_1, op{id}_2, op{id}_3}};"
    ));
    out.open(format!("static APART unsigned deep{id}(unsigned n, unsigned m)"));
    out.line(format!("if (n == 0) return m + {};", rng.below(9)));
    out.line(format!("if (m % 3 == 0) return deep{id}(n - 1, m + 1) ^ n;"));
    out.line(format!("return deep{id}(n - 1, deep{id}(n / 2, m % 5)) + 1;"));
    out.close("");
    fall_through(rng, out, id);
    out.open(format!("static void feature{id}(void)"));
    let code: Vec<String> = (0..rng.range(4, 16)).map(|_| rng.below(5).to_string()).collect();
    out.line(format!("static const unsigned char code[] = {{{}, 5}};", code.join(", ")));
    out.line(format!("printf(\"%u\\n\", run{id}(code, {}));", literal(rng, "unsigned")));
    out.line(format!("unsigned v = {};", literal(rng, "unsigned")));
    out.line(format!("for (unsigned i = 0; i < {}; i++) {{", rng.range(1, 12)));
    out.line(format!("    v = ops{id}[(v + i) & 3](v, i * {});", rng.below(1000)));
    out.line(format!("    v += fall{id}(v);"));
    out.line("    if (v % 11 == 0) continue;");
    out.line("    if (v % 97 == 5) goto done;");
    out.line("    printf(\"%u \", v);");
    out.line("}");
    out.line("done:");
    out.line(format!("printf(\"%u %u\\n\", v, deep{id}({} + zero, v));", rng.range(1, 9)));
    out.close("");
}

fn machine(rng: &mut Rng, out: &mut Source, id: u64) {
    out.open(format!("static APART unsigned run{id}(const unsigned char *pc, unsigned acc)"));
    out.line("static const void *const labels[] = {&&add, &&mul, &&twist, &&skip, &&loop, &&end};");
    out.line("unsigned turns = 3;");
    out.line("const unsigned char *start = pc;");
    out.line("goto *labels[*pc++];");
    out.line(format!("add: acc += {}; goto *labels[*pc++];", rng.below(1000)));
    out.line(format!("mul: acc *= {}; goto *labels[*pc++];", rng.below(1000) | 1));
    out.line("twist: acc = acc << 7 | acc >> 25; goto *labels[*pc++];");
    out.line("skip: if (acc & 1 && *pc != 5) pc++; goto *labels[*pc++];");
    out.line("loop: if (turns) { turns--; pc = start; } goto *labels[*pc++];");
    out.line("end: return acc;");
    out.close("");
}

fn fall_through(rng: &mut Rng, out: &mut Source, id: u64) {
    out.open(format!("static APART unsigned fall{id}(unsigned v)"));
    out.line("unsigned r = 0;");
    let modulus = rng.range(5, 12);
    out.open(format!("switch (v % {modulus})"));
    for case in 0..modulus {
        if rng.chance(25) {
            continue;
        }
        out.line(format!("case {case}: r += {};", rng.below(50)));
        if rng.chance(40) {
            out.line("break;");
        }
    }
    out.line("default: r ^= 21;");
    out.close("");
    out.open("switch ((long long)(int)v)");
    out.line("case -5 ... 100: r += 1000; break;");
    out.line(format!("case {}: r += 5000;", rng.range(200, 300)));
    out.line("case -2147483648ll ... -6: r ^= 77; break;");
    out.close("");
    out.line("return r;");
    out.close("");
}
