//! `qsort` and `bsearch` with comparison functions that break all ties.

use super::{Source, literal};
use crate::rng::Rng;

pub(super) fn write(rng: &mut Rng, out: &mut Source, id: u64) {
    let key = rng.pick(&["signed char", "unsigned short", "int", "long long"]);
    let padding = rng.range(1, 11);
    out.line(format!("struct Item{id} {{ char pad[{padding}]; {key} key; int order; }};"));
    let direction = rng.pick(&["<", ">"]);
    out.open(format!("static int compare{id}(const void *a, const void *b)"));
    out.line(format!("const struct Item{id} *x = a, *y = b;"));
    out.line(format!("if (x->key != y->key) return x->key {direction} y->key ? -1 : 1;"));
    out.line("return x->order - y->order;");
    out.close("");
    out.line(format!("static int ints{id}(const void *a, const void *b) {{ int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }}"));
    out.open(format!("static void feature{id}(void)"));
    let count = rng.range(0, 14);
    out.line(format!("struct Item{id} items[{}]; int numbers[{}];", count + 1, count + 1));
    out.line(format!("unsigned v = {}; int n = {count} + zero;", literal(rng, "unsigned")));
    out.open("for (int i = 0; i < n; i++)");
    out.line("v = v * 1664525u + 1013904223u;");
    out.line(format!(
        "items[i].key = ({key})(v >> {}); items[i].order = i; items[i].pad[0] = (char)i;",
        rng.range(20, 30)
    ));
    out.line("numbers[i] = (int)v / 7;");
    out.close("");
    out.line(format!("qsort(items, n, sizeof items[0], compare{id});"));
    out.line(format!("qsort(numbers, n, sizeof numbers[0], ints{id});"));
    out.line("for (int i = 0; i < n; i++) printf(\"%lld.%d.%d %d\\n\", (long long)items[i].key, items[i].order, items[i].pad[0], numbers[i]);");
    out.line("int key = n > 2 ? numbers[n / 2] : 5;");
    out.line(format!("int *found = bsearch(&key, numbers, n, sizeof numbers[0], ints{id});"));
    out.line("printf(\"%d\\n\", found ? (int)(found - numbers) : -1);");
    out.line(format!("key = {}; found = bsearch(&key, numbers, n, sizeof numbers[0], ints{id});", literal(rng, "int")));
    out.line("printf(\"%d\\n\", found != 0);");
    out.close("");
}
