//! Variable arguments: scalars of every class and structs, walked twice with `va_copy`, and handed on to `vsnprintf`.

use super::{Source, literal, real};
use crate::rng::Rng;

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    out.line(format!("struct P{id} {{ int x; float y; }};"));
    out.line(format!("struct Q{id} {{ double x; long long y; }};"));
    out.line(format!("struct R{id} {{ long long x[3]; char y; }};"));
    out.open(format!("static APART int walk{id}(const char *kinds, ...)"));
    out.line("va_list list, again; int n = 0;");
    out.line("va_start(list, kinds);");
    out.line("va_copy(again, list);");
    for list in ["list", "again"] {
        out.open("for (const char *k = kinds; *k; k++, n++) switch (*k)");
        for (kind, ty, format, show) in [
            ('i', String::from("int"), "%d", "v"),
            ('u', String::from("unsigned"), "%u", "v"),
            ('l', String::from("long long"), "%lld", "v"),
            ('d', String::from("double"), "%a", "v"),
            ('s', String::from("const char *"), "%s", "v"),
            ('D', String::from("long double"), "%a", "(double)v"),
            ('P', format!("struct P{id}"), "%d %a", "v.x, (double)v.y"),
            ('Q', format!("struct Q{id}"), "%a %lld", "v.x, v.y"),
            ('R', format!("struct R{id}"), "%lld %lld %d", "v.x[0], v.x[2], v.y"),
        ] {
            out.line(format!(
                "case '{kind}': {{ {ty} v = va_arg({list}, {ty}); printf(\"{format} \", {show}); break; }}"
            ));
        }
        out.close("");
        out.line("printf(\"\\n\");");
    }
    out.line("va_end(again); va_end(list);");
    out.line("return n;");
    out.close("");
    out.open(format!("static APART int say{id}(char *to, size_t size, const char *format, ...)"));
    out.line("va_list list; va_start(list, format);");
    out.line("int n = vsnprintf(to, size, format, list);");
    out.line("va_end(list); return n;");
    out.close("");
    out.open(format!("static void feature{id}(void)"));
    for call in 0..rng.range(2, 4) {
        let mut kinds = String::new();
        let mut arguments = String::new();
        for _ in 0..rng.below(12) {
            let (kind, argument) = match rng.below(10) {
                0 | 1 => ('i', literal(rng, "int")),
                2 => ('u', literal(rng, "unsigned")),
                3 => ('l', literal(rng, "long long")),
                4 | 5 => ('d', real(rng)),
                6 => ('s', String::from("\"text\"")),
                7 => ('D', format!("(long double){}", real(rng))),
                8 => ('P', format!("(struct P{id}){{{}, (float){}}}", literal(rng, "int"), real(rng))),
                _ => match rng.chance(50) {
                    true => ('Q', format!("(struct Q{id}){{{}, {}}}", real(rng), literal(rng, "long long"))),
                    false => {
                        let (a, b, c) = (literal(rng, "long long"), literal(rng, "long long"), literal(rng, "char"));
                        ('R', format!("(struct R{id}){{{{{a}, 0, {b}}}, {c}}}"))
                    }
                },
            };
            kinds.push(kind);
            arguments.push_str(", ");
            arguments.push_str(&argument);
        }
        out.line(format!("printf(\"{call}: %d\\n\", walk{id}(\"{kinds}\"{arguments}));"));
    }
    let (a, b, c) = (literal(rng, "int"), real(rng), literal(rng, "long long"));
    out.line(format!("char text[64]; int n = say{id}(text, {} + zero, \"%d %g %s %llx %c %.2f\", ", rng.range(1, 64)));
    out.line(format!("    {a}, {b}, \"word\", {c}, 'x', {}); printf(\"%d %s\\n\", n, text);", real(rng)));
    out.close("");
}
