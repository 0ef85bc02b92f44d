//! Initialisers: addresses, functions, designators, strings, nested aggregates; compound literals and static locals.

use super::{Source, literal};
use crate::rng::Rng;

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    let len = rng.range(2, 9);
    let at = rng.range(0, len - 1);
    out.line(format!("static int array{id}[{len}] = {{{}, [{at}] = {}}};", rng.range(-99, 99), rng.range(-99, 99)));
    out.line(format!("static int *inside{id} = &array{id}[{}], *end{id} = array{id} + {len};", rng.range(0, len - 1)));
    out.line(format!("static int twice{id}(int v) {{ return 2 * v; }}"));
    out.line(format!("static int minus{id}(int v) {{ return -v; }}"));
    out.line(format!("enum E{id} {{ E{id}_A = {}, E{id}_B, E{id}_C = 1 << 20 }};", rng.range(-50, 50)));
    out.open(format!("static struct G{id}"));
    out.line("const char *name; int (*apply)(int); struct { unsigned short a; double b; char c[4]; } in[2];");
    out.line(format!("enum E{id} e; int *at; _Bool flag; unsigned low : 3, high : 13;"));
    out.close(&format!(" global{id} = {{"));
    out.line(format!("    .name = \"name {id}\" + {}, .apply = {}{id},", rng.below(4), rng.pick(&["twice", "minus"])));
    out.line(format!(
        "    .in = {{[1] = {{{}, {}.5, \"ab\"}}, [0].c = {{1, 2}}}},",
        rng.below(65536),
        rng.range(-9, 9)
    ));
    out.line(format!(
        "    .e = E{id}_B, .at = &array{id}[{}], .flag = {}, .low = {}, .high = {},",
        at,
        rng.below(9),
        rng.below(8),
        rng.below(8192)
    ));
    out.line("};");
    out.line(format!("static struct G{id} *const pointer{id} = &global{id};"));
    out.line(format!("static char *const tail{id} = &global{id}.in[1].c[1];"));
    out.line(format!("static const char text{id}[][5] = {{\"one\", \"two\", \"12345\"}};"));
    out.line(format!("static long long difference{id} = (char *)&global{id}.in[1] - (char *)&global{id}.in[0];"));
    out.open(format!("static APART int count{id}(int by)"));
    out.line(format!("static int calls = {}; static int *last = &calls;", rng.range(-5, 5)));
    out.line("calls += by; *last ^= 1; return calls;");
    out.close("");
    out.line(format!("struct V{id} {{ int x, y; }};"));
    out.line(format!("static int total{id}(const struct V{id} *v, int n) {{ int t = 0; while (n--) t = t * 10 + v[n].x - v[n].y; return t; }}"));
    out.open(format!("static void feature{id}(void)"));
    out.line(format!("printf(\"%d %d\\n\", *inside{id}, (int)(end{id} - inside{id}));"));
    out.line(format!(
        "struct G{id} copy = *pointer{id}; copy.in[0] = copy.in[1]; copy.high += {};",
        literal(rng, "int")
    ));
    out.line(format!("copy.flag = {}; *copy.at += 5; tail{id}[0] = 'Z';", literal(rng, "int")));
    for name in ["copy", &format!("global{id}")] {
        out.line(format!("printf(\"%s %d %d %g %d%d%d %d %d %d %u %u\\n\", {name}.name, {name}.apply(7), {name}.in[1].a, {name}.in[0].b, {name}.in[0].c[0], {name}.in[1].c[1], {name}.in[0].c[3], {name}.e, *{name}.at, {name}.flag, {name}.low, {name}.high);"));
    }
    out.line(format!(
        "for (int i = 0; i < 3; i++) printf(\"%.5s %d;\", text{id}[i], count{id}(i + {}));",
        rng.range(-3, 3)
    ));
    out.line(format!("printf(\"%lld %zu\\n\", difference{id}, sizeof text{id});"));
    let (a, b) = (literal(rng, "short"), literal(rng, "short"));
    out.line(format!("printf(\"%d\\n\", total{id}((struct V{id}[]){{{{1, 2}}, {{{a}, {b}}}, {{.y = 3}}}}, 3));"));
    out.line(format!(
        "int *p = (int[]){{{a}, 2, 3}}; p[1] += p[0]; printf(\"%d %d\\n\", p[1], ((struct V{id}){{.x = p[2]}}).x);"
    ));
    out.line(format!("for (int i = 0; i < {len}; i++) printf(\"%d \", array{id}[i]);"));
    out.line("puts(\"\");");
    out.close("");
}
