//! One function with its parameters, what they point to, and globals, static ones included.

mod agreement;

use agreement::{config, explored, explored_files};
use serde_json::json;

/// The results, as a person reads them, sorted.
fn results(all: &[agreement::Replayed]) -> Vec<i64> {
    let mut results: Vec<i64> =
        all.iter().filter_map(|replayed| replayed.test.expected.result.as_ref()?.value.as_i64()).collect();
    results.sort_unstable();
    results
}

#[test]
fn parameters_of_all_sizes() {
    let all = explored(
        r#"
static long weigh(signed char a, unsigned short b, int c, unsigned long d, _Bool e, float f, double g) {
    if (a < 0) return -1;
    if (b > 40000) return -2;
    if (c == -7) return -3;
    if (d > 0xffffffff00000000) return -4;
    if (e) return f > 2.5f ? -5 : -6;
    if (g == 0.5) return -7;
    return a + b;
}
int main(void) { return (int)weigh(1, 2, 3, 4, 1, 0, 0); }
"#,
        config(Some("weigh")),
    )
    .all_agree();
    let results = results(&all);
    for wanted in [-1, -2, -3, -4, -7] {
        assert!(results.contains(&wanted), "{wanted} in {results:?}");
    }
}

#[test]
fn static_globals_and_pointers() {
    let all = explored(
        r#"
struct point { int x, y; };
static int counter = 5;
int limit[2] = {1, 2};
static short seen;
static void note(void) { seen++; }
int step(struct point *p, int *values, char c) {
    static int calls;
    calls += 2;
    note();
    if (c == 'q') return calls;
    if (p->x > limit[0]) { counter++; p->y = 1; return p->x - p->x; }
    if (values[2] == 9) { limit[1] = values[3]; return 1; }
    return 2;
}
"#,
        config(Some("step")),
    )
    .all_agree();
    assert!(all.len() >= 4);
    let globals: Vec<&str> = all[0].test.expected.globals.iter().map(|global| global.name.as_str()).collect();
    for name in ["counter", "limit", "seen", "step.calls"] {
        assert!(globals.contains(&name), "{name} in {globals:?}");
    }
}

#[test]
fn structs_by_value_and_as_results() {
    let all = explored(
        r#"
struct small { int a; float b; };
struct large { long a[4]; };
struct large widen(struct small s, struct large l, int n) {
    struct large r = l;
    if (s.a > 3) r.a[1] = s.a;
    else if (l.a[2] == n) r.a[3]++;
    return r;
}
"#,
        agreement::wrapping(config(Some("widen"))),
    )
    .all_agree();
    assert_eq!(all.len(), 3);
}

#[test]
fn the_same_static_name_in_two_files() {
    let all = explored_files(
        &[
            ("one.c", "static int state = 1;\nint other(int);\nint entry(int x) { state += x & 1; if (state == 4) return other(x); return 0; }\n"),
            ("two.c", "static int state = 2;\nint other(int x) { if (x > state) return 1; state = 9; return 2; }\n"),
        ],
        agreement::wrapping(config(Some("entry"))),
    )
    .all_agree();
    assert_eq!(results(&all), [0, 1, 2]);
}

#[test]
fn main_itself_and_a_function_that_exits() {
    let source = "#include <stdlib.h>\nint f(int x) { if (x == 3) exit(x + 1); return 7; }\nint main(int argc, char **argv) { if (argc == 2) return f(argc); return 8; }\n";
    let all = explored(source, config(Some("f"))).all_agree();
    assert_eq!(results(&all), [7]);
    assert_eq!(agreement::exit_codes(&all), [4]);
    let all = explored(source, config(Some("main"))).all_agree();
    assert_eq!(results(&all), [7, 8]);
}

#[test]
fn values_are_readable() {
    let explored = explored(
        "enum colour { RED, BLUE = 7 };\nstruct s { char name[3]; enum colour c; };\nstruct s g;\nint f(int x, double d) { return x == -2 && d == 0.1 && g.c == BLUE && g.name[0] == 'a' ? 1 : 0; }\n",
        config(Some("f")),
    );
    let wanted = explored
        .tests
        .iter()
        .find(|test| test.inputs[1].value == json!(-2) && test.inputs[0].value["c"] == json!("BLUE"));
    let test = wanted.expect("a path on which everything holds");
    assert_eq!(test.inputs[2].value, json!({"value": "0.1", "bits": "0x3fb999999999999a"}));
    assert_eq!(test.inputs[0].ty.as_deref(), Some("struct s"));
}
