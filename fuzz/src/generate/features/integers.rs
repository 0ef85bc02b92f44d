//! Integer arithmetic of every width up to 128 bits, narrow compound assignments, built-in bit operations, unions.

use super::{Source, literal};
use crate::rng::Rng;

const TYPES: [&str; 10] =
    ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "__int128", "bool"];

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    out.open(format!("static void show{id}(const char *what, unsigned __int128 v)"));
    out.line("printf(\"%s %016llx%016llx\\n\", what, (unsigned long long)(v >> 64), (unsigned long long)v);");
    out.close("");
    out.open(format!("static void feature{id}(void)"));
    let count = rng.range(3, 6) as usize;
    let types: Vec<&str> = (0..count).map(|_| rng.pick(&TYPES)).collect();
    for (index, ty) in types.iter().enumerate() {
        let value = match *ty {
            "__int128" => format!("((__int128){} << 64 | {})", literal(rng, "int64_t"), literal(rng, "uint64_t")),
            ty => literal(rng, ty),
        };
        out.line(format!("{ty} v{index} = {value};"));
    }
    for _ in 0..rng.range(6, 16) {
        let target = rng.below(count as u64);
        let value = expr(rng, count as u64, 3);
        let op = rng.pick(&["=", "+=", "-=", "*=", "^=", "|=", "&="]);
        out.line(format!("v{target} {op} {value};"));
        if types[target as usize] != "bool" && rng.chance(20) {
            out.line(format!("v{target}{};", rng.pick(&["++", "--"])));
        }
    }
    for index in 0..count {
        out.line(format!("show{id}(\"v{index}\", (unsigned __int128)v{index});"));
    }
    pun(rng, out, id);
    overflow(rng, out, id);
    out.close("");
}

fn leaf(rng: &mut Rng, count: u64) -> String {
    match rng.chance(75) {
        true => format!("v{}", rng.below(count)),
        false => literal(rng, rng.clone().pick(&TYPES[..8])),
    }
}

fn expr(rng: &mut Rng, count: u64, depth: u32) -> String {
    if depth == 0 {
        return leaf(rng, count);
    }
    let a = expr(rng, count, depth - 1);
    match rng.below(14) {
        0..=3 => {
            let op = rng.pick(&["+", "-", "*", "&", "|", "^"]);
            format!("({a} {op} {})", expr(rng, count, depth - 1))
        }
        4 => {
            // Divisors are positive: no division by zero and no overflow.
            let (op, by) = (rng.pick(&["/", "%"]), expr(rng, count, depth - 1));
            format!("({a} {op} (({by} & 0x7fff) | 1))")
        }
        5 => {
            let (op, by) = (rng.pick(&["/", "%"]), expr(rng, count, depth - 1));
            format!("((unsigned __int128){a} {op} ((unsigned __int128){by} | 1))")
        }
        6 => {
            let (op, by) = (rng.pick(&["<<", ">>"]), expr(rng, count, depth - 1));
            let (ty, mask) = match rng.below(3) {
                0 => ("__int128", 127),
                1 => ("uint64_t", 63),
                _ => ("int32_t", 31),
            };
            format!("(({ty}){a} {op} ({by} & {mask}))")
        }
        7 => format!("(({}){a})", rng.pick(&TYPES)),
        8 => format!("({}{a})", rng.pick(&["-", "~", "!"])),
        9 => {
            let op = rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
            format!("({a} {op} {})", expr(rng, count, depth - 1))
        }
        10 => {
            let op = rng.pick(&["&&", "||"]);
            format!("({a} {op} {})", expr(rng, count, depth - 1))
        }
        11 => format!("({a} ? {} : {})", expr(rng, count, depth - 1), leaf(rng, count)),
        12 => match rng.below(6) {
            0 => format!("__builtin_popcountll({a})"),
            1 => format!("__builtin_clz((uint32_t){a} | 1)"),
            2 => format!("__builtin_ctzll((uint64_t){a} | 1ull << 63)"),
            3 => format!("__builtin_bswap32((uint32_t){a})"),
            4 => format!("__builtin_bswap64((uint64_t){a})"),
            _ => format!("__builtin_parity((uint32_t){a})"),
        },
        _ => {
            let by = rng.below(31) + 1;
            format!("((uint32_t){a} << {by} | (uint32_t){a} >> {})", 32 - by)
        }
    }
}

/// A union of integers, bytes and bit-fields.
fn pun(rng: &mut Rng, out: &mut Source, id: u64) {
    let widths: Vec<i64> = (0..4).map(|_| rng.range(1, 15)).collect();
    let fields = format!(
        "unsigned a : {}; int b : {}; unsigned : {}; unsigned c : {};",
        widths[0], widths[1], widths[2], widths[3]
    );
    out.line(format!("union {{ uint64_t whole; uint8_t bytes[8]; struct {{ {fields} }} f; }} u;"));
    out.line(format!("u.whole = {};", literal(rng, "uint64_t")));
    out.line(format!("u.bytes[{}] ^= {};", rng.below(8), literal(rng, "uint8_t")));
    out.line(format!("u.f.a += {}; u.f.b -= {};", literal(rng, "int"), literal(rng, "int")));
    out.line("u.f.c = u.f.a * u.f.b;");
    out.line("printf(\"%u %d %u\\n\", u.f.a, u.f.b, u.f.c);");
    out.line(format!("show{id}(\"u\", u.whole);"));
}

fn overflow(rng: &mut Rng, out: &mut Source, id: u64) {
    for ty in ["int", "unsigned", "int64_t", "uint8_t"] {
        let op = rng.pick(&["add", "sub", "mul"]);
        let (a, b) = (literal(rng, ty), literal(rng, "int"));
        out.line(format!("{{ {ty} r; bool o = __builtin_{op}_overflow({a}, {b}, &r);"));
        out.line(format!("printf(\"%d \", o); show{id}(\"{ty} {op}\", (unsigned __int128)r); }}"));
    }
}
