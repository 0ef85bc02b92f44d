//! `printf` with every conversion, flag, width and precision; `snprintf` with limits.

use super::{Source, literal, real};
use crate::rng::Rng;

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    out.open(format!("static void feature{id}(void)"));
    out.line("char buffer[400]; int n;");
    for _ in 0..rng.range(12, 30) {
        let (spec, arguments) = conversion(rng);
        if rng.chance(30) {
            let limit = rng.below(30);
            out.line("memset(buffer, '#', sizeof buffer);");
            out.line(format!("n = snprintf(buffer, {limit} + zero, \"<{spec}>\", {arguments});"));
            out.line("printf(\"%d %.40s\\n\", n, buffer[0] == '#' ? \"nothing\" : buffer);");
        } else if rng.chance(30) {
            out.line(format!("n = sprintf(buffer, \"{spec}|%d\", {arguments}, 7); puts(buffer);"));
            out.line("printf(\"%d\\n\", n);");
        } else {
            out.line(format!("n = printf(\"[{spec}]\\n\", {arguments}); printf(\"%d\\n\", n);"));
        }
    }
    out.close("");
}

/// A conversion and its arguments.
fn conversion(rng: &mut Rng) -> (String, String) {
    let mut arguments = Vec::new();
    let letter = rng.pick(&["d", "i", "u", "x", "X", "o", "c", "s", "f", "F", "e", "E", "g", "G", "a", "A", "p", "%"]);
    if letter == "%" {
        return (String::from("%d%%"), literal(rng, "int"));
    }
    let allowed: &[&str] = match letter {
        "d" | "i" => &["-", "+", " ", "0"],
        "u" => &["-", "0"],
        "x" | "X" | "o" => &["-", "#", "0"],
        "c" | "s" | "p" => &["-"],
        _ => &["-", "+", " ", "#", "0"],
    };
    let mut spec = String::from("%");
    for flag in allowed {
        if rng.chance(25) {
            spec.push_str(flag);
        }
    }
    if rng.chance(50) {
        match rng.chance(25) {
            true => {
                spec.push('*');
                arguments.push(format!("{} + zero", rng.range(-20, 20)));
            }
            false => spec.push_str(&rng.range(1, 24).to_string()),
        }
    }
    if !matches!(letter, "c" | "p") && rng.chance(50) {
        match rng.chance(25) {
            true => {
                spec.push_str(".*");
                arguments.push(format!("{} + zero", rng.range(-2, 16)));
            }
            false if rng.chance(15) => spec.push('.'),
            false => spec.push_str(&format!(".{}", rng.range(0, 20))),
        }
    }
    let (length, value) = match letter {
        "d" | "i" | "u" | "x" | "X" | "o" => integer(rng),
        "c" => ("", format!("{} + zero", rng.range(32, 126))),
        "p" => ("", format!("(void *)(uintptr_t){}", literal(rng, "uint32_t"))),
        "s" => ("", text(rng)),
        _ => match rng.below(8) {
            0 => ("", rng.pick(&["(INFINITY + zero)", "(-INFINITY + zero)", "(0.0 + zero)"]).to_string()),
            1 => ("L", format!("(long double){}", real(rng))),
            2 => ("", rng.pick(&["0.5 + zero", "1.5 + zero", "2.5 + zero", "0.125 + zero", "9.995 + zero"]).into()),
            3 => ("", rng.pick(&["1e23 + zero", "5e-324 * (1 + zero)", "1.7976931348623157e308 * (1 + zero)"]).into()),
            _ => ("", real(rng)),
        },
    };
    spec.push_str(length);
    spec.push_str(letter);
    arguments.push(value);
    (spec, arguments.join(", "))
}

fn integer(rng: &mut Rng) -> (&'static str, String) {
    match rng.below(7) {
        0 => ("hh", literal(rng, "int")),
        1 => ("h", literal(rng, "int")),
        2 => ("l", literal(rng, "long")),
        3 => ("ll", literal(rng, "long long")),
        4 => ("z", literal(rng, "size_t")),
        5 => ("j", literal(rng, "intmax_t")),
        _ => ("", literal(rng, "int")),
    }
}

fn text(rng: &mut Rng) -> String {
    rng.pick(&["\"\"", "\"a\"", "\"hello\"", "\"a longer text than most\"", "\"tab\\tbed\""]).to_string()
}
