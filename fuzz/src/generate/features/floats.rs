//! `float`, `double` and `long double`: special values, comparisons, conversions in range, the exact library functions.

use super::{Source, literal, real};
use crate::rng::Rng;

const SPECIAL: [&str; 12] = [
    "(0.0 + zero)",
    "(-0.0 * (1 + zero))",
    "(INFINITY + zero)",
    "(-INFINITY + zero)",
    "(NAN + zero)",
    "(5e-324 * (1 + zero))",
    "(1.7976931348623157e308 * (1 + zero))",
    "(2.2250738585072014e-308 * (1 + zero))",
    "(1.17549435e-38f * (1 + zero))",
    "(3.4028234e38f * (1 + zero))",
    "(0.1f + zero)",
    "(9007199254740993.0 + zero)",
];

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    out.open(format!("static void show{id}(const char *what, double d)"));
    out.line("uint64_t bits; memcpy(&bits, &d, sizeof d);");
    out.line("if (d != d) { printf(\"%s nan\\n\", what); return; }");
    out.line("printf(\"%s %016llx %a %.17g\\n\", what, (unsigned long long)bits, d, d);");
    out.close("");
    out.open(format!("static void feature{id}(void)"));
    for name in ["a", "b", "c"] {
        out.line(format!("double {name} = {};", value(rng)));
    }
    for name in ["x", "y"] {
        out.line(format!("float {name} = (float){};", value(rng)));
    }
    out.line(format!("long double w = {}, z = {};", real(rng), real(rng)));
    for step in 0..rng.range(6, 14) {
        let target = rng.pick(&["a", "b", "c", "x", "y"]);
        let value = expr(rng, 3);
        out.line(format!("{target} = {value}; show{id}(\"{step} {target}\", {target});"));
        if rng.chance(25) {
            out.line(format!("w = w {} z; show{id}(\"w\", (double)w);", rng.pick(&["+", "-", "*", "/"])));
        }
    }
    comparisons(rng, out);
    conversions(rng, out);
    out.close("");
}

fn value(rng: &mut Rng) -> String {
    match rng.chance(40) {
        true => rng.pick(&SPECIAL).to_string(),
        false => real(rng),
    }
}

fn expr(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 {
        return match rng.below(4) {
            0 => value(rng),
            1 => format!("(double){}", literal(rng, rng.clone().pick(&["int", "uint64_t", "int64_t", "uint8_t"]))),
            _ => rng.pick(&["a", "b", "c", "x", "y"]).to_string(),
        };
    }
    let a = expr(rng, depth - 1);
    match rng.below(10) {
        0..=4 => format!("({a} {} {})", rng.pick(&["+", "-", "*", "/"]), expr(rng, depth - 1)),
        5 => format!("(-{a})"),
        6 => format!("((float){a})"),
        7 => format!("{}({a})", rng.pick(&["fabs", "sqrt", "floor", "ceil", "trunc", "rint", "round", "sqrtf"])),
        8 => format!("{}({a}, {})", rng.pick(&["fmin", "fmax", "copysign", "fmod"]), expr(rng, depth - 1)),
        _ => format!("({a} < {} ? {a} : {})", expr(rng, depth - 1), expr(rng, depth - 1)),
    }
}

fn comparisons(rng: &mut Rng, out: &mut Source) {
    for op in ["<", "<=", ">", ">=", "==", "!="] {
        let (left, right) = (rng.pick(&["a", "b", "x"]), rng.pick(&["b", "c", "y", "(NAN + zero)", "a"]));
        out.line(format!("printf(\"%d%d \", {left} {op} {right}, !({left} {op} {right}));"));
    }
    out.line("printf(\"%d %d %d\\n\", isnan(a) != 0, isinf(b) != 0, signbit(c) != 0 && !isnan(c));");
}

/// Only values that fit are converted to integers.
fn conversions(rng: &mut Rng, out: &mut Source) {
    for (ty, low, high) in [
        ("int", "-2147483648.0", "2147483647.0"),
        ("unsigned", "0.0", "4294967295.0"),
        ("int64_t", "-9.2e18", "9.2e18"),
        ("uint64_t", "0.0", "1.8e19"),
        ("signed char", "-128.0", "127.0"),
        ("uint16_t", "0.0", "65535.0"),
    ] {
        let value = expr(rng, 1);
        out.line(format!(
            "{{ double d = {value}; if (d >= {low} && d <= {high}) printf(\"%lld \", (long long)({ty})d);"
        ));
        out.line(format!("float f = {value}; if (f >= {low} && f < {high}) printf(\"%lld \", (long long)({ty})f); }}"));
    }
    let wide = literal(rng, "int64_t");
    out.line(format!("printf(\"%a %a %a\\n\", (double){wide}, (double)(float){wide}, (double)(__int128){wide});"));
}
