//! Structs and unions of many shapes, passed and returned by value in registers and in memory, directly and through pointers.
//!
//! *Source*: System V Application Binary Interface, AMD64 Architecture Processor Supplement, §3.2.3 (classes of parameters).

use super::{Source, literal, real};
use crate::rng::Rng;

/// One member: its name and type, or the width of a bit-field.
struct Member {
    name: String,
    ty: &'static str,
    /// Elements of an array; 0 for a plain member.
    len: u64,
    /// Bits of a bit-field; 0 for a plain member.
    bits: u64,
}

const TYPES: [&str; 10] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long long",
    "unsigned long long",
    "float",
    "double",
];

fn is_float(ty: &str) -> bool {
    matches!(ty, "float" | "double")
}

/// Members of at most 40 bytes together.
fn shape(rng: &mut Rng) -> Vec<Member> {
    let mut members = Vec::new();
    let mut size = 0u64;
    let wanted = rng.range(1, 7);
    let limit = rng.pick(&[&8, &16, &24, &40]);
    for index in 0..wanted {
        let mut ty = rng.pick(&TYPES);
        let mut len = if rng.chance(15) { rng.below(3) + 1 } else { 0 };
        let bits = if rng.chance(15) { rng.below(20) + 1 } else { 0 };
        if bits > 0 {
            (ty, len) = (rng.pick(&["int", "unsigned"]), 0);
        }
        let unit = match ty {
            "signed char" | "unsigned char" => 1,
            "short" | "unsigned short" => 2,
            "int" | "unsigned" | "float" => 4,
            _ => 8,
        };
        size = size.next_multiple_of(unit) + unit * len.max(1);
        if size > *limit && index > 0 {
            break;
        }
        members.push(Member { name: format!("m{index}"), ty, len, bits });
    }
    members
}

fn declare(out: &mut Source, name: &str, members: &[Member], packed: bool) {
    out.open(format!("struct {name}"));
    for Member { name, ty, len, bits } in members {
        match (len, bits) {
            (0, 0) => out.line(format!("{ty} {name};")),
            (0, bits) => out.line(format!("{ty} {name} : {bits};")),
            (len, _) => out.line(format!("{ty} {name}[{len}];")),
        }
    }
    out.close(if packed { " __attribute__((packed));" } else { ";" });
    out.open(format!("static void show_{name}(struct {name} s)"));
    for Member { name, ty, len, .. } in members {
        for index in 0..(*len).max(1) {
            let place = if *len > 0 { format!("{name}[{index}]") } else { name.clone() };
            match is_float(ty) {
                true => out.line(format!("printf(\" %a\", (double)s.{place});")),
                false => out.line(format!("printf(\" %lld\", (long long)s.{place});")),
            }
        }
    }
    out.line("printf(\"\\n\");");
    out.close("");
}

fn fill(rng: &mut Rng, out: &mut Source, variable: &str, members: &[Member]) {
    for Member { name, ty, len, .. } in members {
        for index in 0..(*len).max(1) {
            let place = if *len > 0 { format!("{name}[{index}]") } else { name.clone() };
            let value = if is_float(ty) { real(rng) } else { literal(rng, ty) };
            out.line(format!("{variable}.{place} = {value};"));
        }
    }
}

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    let (first, second) = (shape(rng), shape(rng));
    let (a, b) = (format!("A{id}"), format!("B{id}"));
    declare(out, &a, &first, rng.chance(10));
    declare(out, &b, &second, false);
    out.line(format!("union U{id} {{ struct {a} a; struct {b} b; unsigned char bytes[8]; }};"));
    // Scalars between the structs use registers up, so that some structs go to memory.
    let params: Vec<String> = (0..rng.below(8))
        .map(|index| format!("{} p{index}", rng.pick(&["int", "double", "long long", "float", "unsigned char"])))
        .collect();
    let types: Vec<String> =
        params.iter().map(|param| param.rsplit_once(' ').expect("two words").0.to_string()).collect();
    let middle = params.iter().map(|param| format!("{param}, ")).collect::<String>();
    out.open(format!("static APART struct {a} change{id}(struct {a} s, {middle}struct {b} t, struct {b} *q)"));
    for index in 0..params.len() {
        out.line(format!("printf(\"%a \", (double)p{index});"));
    }
    out.line(format!("show_{b}(t);"));
    let target = &first[0];
    if target.len == 0 && !is_float(target.ty) {
        out.line(format!("s.{} += 3;", target.name));
    }
    out.line("*q = t;");
    out.line("return s;");
    out.close("");
    out.open(format!("static APART union U{id} mix{id}(union U{id} u, int by)"));
    out.line(format!("u.bytes[{}] ^= by;", rng.below(8)));
    out.line("return u;");
    out.close("");
    out.open(format!("static APART struct {b} deep{id}(int n, struct {b} t, struct {a} s)"));
    out.line(format!("if (n <= 0) {{ show_{a}(s); return t; }}"));
    out.line(format!("struct {b} r = deep{id}(n - 1, t, s);"));
    out.line("return n & 1 ? r : t;");
    out.close("");
    out.open(format!("static void feature{id}(void)"));
    out.line(format!("struct {a} s, r; struct {b} t, q; union U{id} u;"));
    out.line("memset(&s, 0, sizeof s); memset(&t, 0, sizeof t); memset(&u, 0, sizeof u);");
    fill(rng, out, "s", &first);
    fill(rng, out, "t", &second);
    out.line(format!("printf(\"%zu %zu\\n\", sizeof s, sizeof t); show_{a}(s);"));
    let values: String = types
        .iter()
        .map(|ty| match is_float(ty) {
            true => format!("{}, ", real(rng)),
            false => format!("{}, ", literal(rng, ty)),
        })
        .collect();
    out.line(format!("r = change{id}(s, {values}t, &q); show_{a}(r); show_{a}(s); show_{b}(q);"));
    out.line(format!("struct {a} (*volatile f)(struct {a}, {}struct {b}, struct {b} *) = change{id};", {
        types.iter().map(|ty| format!("{ty}, ")).collect::<String>()
    }));
    out.line(format!("show_{a}(f(r, {values}q, &t));"));
    out.line(format!("u.a = r; u = mix{id}(u, {}); ", literal(rng, "int")));
    out.line("for (int i = 0; i < 8; i++) printf(\"%02x\", u.bytes[i]);");
    out.line(format!("printf(\"\\n\"); show_{b}(deep{id}({} + zero, q, s));", rng.below(5)));
    out.line(format!("show_{a}(*&(struct {a}){{0}});"));
    out.close("");
}
