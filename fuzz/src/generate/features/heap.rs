//! The heap and variable-length arrays: lists that are built, reversed, sorted and freed; `realloc`; `memmove` that overlaps.

use super::{Source, literal};
use crate::rng::Rng;

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    list(rng, out, id);
    out.open(format!("static APART long vla{id}(int n, int m)"));
    out.line("int grid[n][m]; long sum = 0;");
    out.line("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) grid[i][j] = i * 7 - j * 3;");
    out.line("int (*row)[m] = grid + n / 2;");
    out.line("for (int j = 0; j < m; j++) sum = sum * 31 + (*row)[j];");
    out.line("return sum + (long)sizeof grid + (long)sizeof *row;");
    out.close("");
    out.open(format!("static void feature{id}(void)"));
    out.line(format!("struct Node{id} *list = 0;"));
    let count = rng.range(1, 12);
    out.line(format!("unsigned v = {};", literal(rng, "unsigned")));
    out.line(format!(
        "for (int i = 0; i < {count}; i++) {{ v = v * 1103515245u + 12345u; list = push{id}(list, (int)(v >> 20)); }}"
    ));
    out.line(format!(
        "print{id}(list); list = reverse{id}(list); print{id}(list); list = sort{id}(list); print{id}(list);"
    ));
    out.line(format!("printf(\"%d\\n\", drop{id}(list));"));
    out.line(format!("printf(\"%ld\\n\", vla{id}({} + zero, {} + zero));", rng.range(1, 6), rng.range(1, 6)));
    buffers(rng, out);
    out.close("");
}

fn list(rng: &mut Rng, out: &mut Source, id: u64) {
    let node = format!("struct Node{id}");
    out.line(format!("{node} {{ {node} *next; int value; char tag[{}]; }};", rng.range(1, 9)));
    out.line(format!("static {node} *push{id}({node} *list, int value) {{"));
    out.line(format!("    {node} *n = malloc(sizeof *n); if (!n) exit(3);"));
    out.line("    n->next = list; n->value = value; n->tag[0] = (char)('a' + (value & 15)); return n; }");
    out.line(format!("static void print{id}(const {node} *n) {{ for (; n; n = n->next) printf(\"%d%c \", n->value, n->tag[0]); puts(\"\"); }}"));
    out.line(format!("static {node} *reverse{id}({node} *n) {{ {node} *r = 0; while (n) {{ {node} *t = n->next; n->next = r; r = n; n = t; }} return r; }}"));
    out.line(format!("static {node} *sort{id}({node} *list) {{"));
    out.line(format!("    {node} *sorted = 0;"));
    out.line(format!("    while (list) {{ {node} *n = list; list = n->next; {node} **at = &sorted;"));
    out.line("        while (*at && (*at)->value < n->value) at = &(*at)->next;");
    out.line("        n->next = *at; *at = n; }");
    out.line("    return sorted; }");
    out.line(format!("static int drop{id}({node} *n) {{ int c = 0; while (n) {{ {node} *t = n->next; free(n); n = t; c++; }} return c; }}"));
}

fn buffers(rng: &mut Rng, out: &mut Source) {
    let size = rng.range(1, 40);
    out.line(format!("size_t size = {size} + zero; unsigned char *p = calloc(size, 2);"));
    out.line("for (size_t i = 0; i < size; i++) p[i] ^= (unsigned char)(i * 37);");
    for _ in 0..rng.range(1, 5) {
        match rng.below(4) {
            0 => {
                let more = rng.range(1, 50);
                out.line(format!(
                    "p = realloc(p, size + {more}); memset(p + size, {}, {more}); size += {more};",
                    rng.below(256)
                ));
            }
            1 => out.line("if (size > 2) { size = size / 2 + 1; p = realloc(p, size); }"),
            2 => out.line("if (size > 4) memmove(p + 1, p, size - 2);"),
            _ => out.line("if (size > 4) memmove(p, p + 3, size - 3);"),
        }
    }
    out.line("unsigned hash = 0; for (size_t i = 0; i < size; i++) hash = hash * 31 + p[i];");
    out.line("printf(\"%zu %u %d\\n\", size, hash, memcmp(p, p + size / 2, size / 2) < 0);");
    out.line("void *at = memchr(p, p[size / 3], size); printf(\"%d\\n\", (int)((unsigned char *)at - p));");
    out.line("free(p); free(NULL);");
}
