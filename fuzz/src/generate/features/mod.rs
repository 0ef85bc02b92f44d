//! Programs without inputs that use what csmith leaves out: variable arguments, structs by value, 128-bit integers, computed
//! gotos, the heap, strings, every conversion of `printf`, floating point.
//!
//! A program is a few *features*, each a function that prints what it computed. Constants have a volatile zero added, so that an optimiser
//! cannot compute everything itself. Nothing is undefined under `-fwrapv`, and NaNs are printed without their sign, which C leaves
//! open.

mod control;
mod floats;
mod globals;
mod heap;
mod integers;
mod print;
mod shapes;
mod sorting;
mod strings;
mod varargs;

use super::Source;
use crate::rng::Rng;

/// Writes the top-level code of a feature; its entry is `static void feature<id>(void)`.
type Feature = fn(&mut Rng, &mut Source, u64);

const FEATURES: [(&str, Feature); 10] = [
    ("control", control::write),
    ("floats", floats::write),
    ("globals", globals::write),
    ("heap", heap::write),
    ("integers", integers::write),
    ("print", print::write),
    ("shapes", shapes::write),
    ("sorting", sorting::write),
    ("strings", strings::write),
    ("varargs", varargs::write),
];

/// Names of the features.
pub fn names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|(name, _)| *name)
}

/// The program of a seed; with `only`, of one feature alone.
pub fn generate(seed: u64, only: Option<&str>) -> String {
    let mut rng = Rng::new(seed ^ 0x6665_6174_7572_6573);
    let mut out = Source::default();
    for header in ["ctype", "limits", "math", "stdarg", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string"] {
        out.line(format!("#include <{header}.h>"));
    }
    out.line("static volatile int zero;");
    out.line("#define APART __attribute__((noinline))");
    let count = rng.range(2, 4) as u64;
    for id in 0..count {
        let feature = match only {
            Some(only) => FEATURES.iter().find(|(name, _)| *name == only).unwrap_or(&FEATURES[0]).1,
            None => FEATURES[rng.below(FEATURES.len() as u64) as usize].1,
        };
        feature(&mut rng, &mut out, id);
    }
    out.open("int main(void)");
    for id in 0..count {
        out.line(format!("printf(\"-- {id}\\n\");"));
        out.line(format!("feature{id}();"));
    }
    out.line(format!("return {} + zero;", rng.below(256)));
    out.close("");
    out.finish()
}

/// A random integer literal of a type's values, out of the optimiser's sight.
fn literal(rng: &mut Rng, ty: &str) -> String {
    format!("(({ty})({:#x}ull + zero))", rng.interesting())
}

/// A random finite floating-point literal, out of the optimiser's sight.
fn real(rng: &mut Rng) -> String {
    let digits = rng.below(100_000);
    let sign = if rng.chance(40) { "-" } else { "" };
    match rng.below(6) {
        0 => format!("({sign}{digits}.{:03} + zero)", rng.below(1000)),
        1 => format!("({sign}{}e{} + zero)", rng.range(1, 9), rng.range(-30, 30)),
        2 => format!("({sign}0.{digits:05} + zero)"),
        3 => format!("({sign}{}.5 + zero)", rng.below(10)),
        4 => format!("({sign}0x1.{:x}p{} + zero)", rng.bits() >> 12, rng.range(-60, 60)),
        _ => format!("({sign}{}.0 + zero)", rng.below(1000)),
    }
}
