//! Calls of functions that have neither a body nor a model: compared in order, answered alike, replayed by stubs.

mod support;

use serde_json::Value;
use support::{document, incise_in, versions, write};

const WORLD: &str = "int read_sensor(int *v);\n\
    int hal_read(int port);\n\
    void hal_write(int port, int value);\n\
    void log_msg(const char *text);\n\
    double probe(double x);\n\
    _Bool ready(void);\n\
    void send(const void *bytes, int n);\n\
    void fill(void *bytes, int n);\n\
    void *acquire(int k);\n\
    void release(void *p);\n\
    _Noreturn void fatal(int code);\n\
    struct point { int x, y; };\n\
    void put_point(struct point p);\n\
    struct table { int a[6]; };\n\
    struct table get_table(int k);\n\
    signed char tiny(unsigned char c, short s);\n\
    struct device { int state; int (*callback)(int); };\n\
    int use_device(struct device *d);\n\
    void tell(const char *format, ...);\n\
    int g, h;\n";

fn compared(old: &str, new: &str, args: &[&str]) -> Value {
    let text = |body: &str| format!("{WORLD}{body}\n");
    let mut all = vec!["--json", "--function", "f"];
    all.extend(args);
    let (found, _) = document(&versions("diff", &[("a.c", &text(old))], &[("a.c", &text(new))], &all));
    found["functions"][0].clone()
}

fn verdict(old: &str, new: &str) -> String {
    let found = compared(old, new, &[]);
    found["verdict"].as_str().expect("a verdict").to_owned()
}

#[track_caller]
fn equivalent(old: &str, new: &str) -> Value {
    let found = compared(old, new, &[]);
    assert_eq!(found["verdict"], "equivalent", "{old}\n{new}\n{found:#}");
    found
}

/// The first difference, which two native runs showed.
#[track_caller]
fn different(old: &str, new: &str) -> Value {
    let found = compared(old, new, &[]);
    assert_eq!(found["verdict"], "different", "{old}\n{new}\n{found:#}");
    let differences = found["differences"].as_array().expect("a list");
    assert!(differences.iter().all(|difference| difference["replayed"] == true), "{found:#}");
    differences[0].clone()
}

#[test]
fn the_same_calls_are_equivalent_and_what_is_assumed_is_said() {
    // A call that the change cannot influence need not even be run.
    equivalent(
        "int f(int a) { int x = a * 2; hal_write(1, a); int y = a + 3; return x + y; }",
        "int f(int a) { hal_write(1, a); return 3 * a + 3; }",
    );
    let old = "int f(int a) { int x = a * 2; hal_write(1, x); int y = a + 3; return x + y; }";
    let found = equivalent(old, "int f(int a) { hal_write(1, a + a); return 3 * a + 3; }");
    let assumptions = found["assumptions"].as_array().expect("a list");
    assert_eq!(assumptions.len(), 1, "{found:#}");
    let detail = assumptions[0]["detail"].as_str().expect("text");
    assert!(detail.starts_with("`hal_write` has no body") && detail.contains("globals"), "{detail}");
    // By another control structure.
    equivalent(
        "int f(int a) { if (a > 0) hal_write(1, a); else hal_write(2, a); return hal_read(3); }",
        "int f(int a) { int port = a > 0 ? 1 : 2; hal_write(port, a); int r = hal_read(3); return r; }",
    );
    equivalent(
        "int f(int n) { int s = 0; if (n < 0 || n > 4) return 0; for (int i = 0; i < n; i++) s += hal_read(i); return s; }",
        "int f(int n) { int s = 0, i = 0; if (n < 0 || n > 4) return 0; while (i != n) { s = hal_read(i) + s; i++; } return s; }",
    );
    // Only what comes of the second call is computed in another way.
    equivalent(
        "int f(void) { g = hal_read(1); int b = hal_read(2); return b * 2; }",
        "int f(void) { g = hal_read(1); int b = hal_read(2); return b + b; }",
    );
}

#[test]
fn arguments_and_results_of_all_kinds_are_compared() {
    equivalent(
        "int f(void) { int v; read_sensor(&v); return v > 10; }",
        "int f(void) { int w[1]; read_sensor(w); if (w[0] <= 10) return 0; return 1; }",
    );
    equivalent(
        "void f(int x) { if (x) log_msg(\"hello\"); }",
        "void f(int x) { const char *s = \"hello\"; if (!x) return; log_msg(s); }",
    );
    equivalent("int f(int x) { if (x < 0) fatal(x); return x; }", "int f(int x) { if (x >= 0) return x; fatal(x); }");
    equivalent(
        "int f(int k) { void *p = acquire(k); if (!p) return -1; release(p); return 0; }",
        "int f(int k) { void *p = acquire(k); if (p) { release(p); return 0; } return -1; }",
    );
    equivalent("double f(double x) { return probe(x * 2); }", "double f(double x) { return probe(x + x); }");
    equivalent(
        "void f(int a) { struct point p = {a, a + 1}; put_point(p); }",
        "void f(int a) { struct point p; p.y = a + 1; p.x = a; put_point(p); }",
    );
    equivalent(
        "int f(int k) { struct table t = get_table(k); return t.a[0] + t.a[5]; }",
        "int f(int k) { struct table t = get_table(k); int last = t.a[5]; return last + t.a[0]; }",
    );
    equivalent("int f(int k) { return tiny(k, k) + 1; }", "int f(int k) { return 1 + tiny(k, k); }");
    equivalent(
        "int f(void) { char d[16]; fill(d, 16); return d[3] + d[4]; }",
        "int f(void) { char d[16]; fill(d, 16); int a = d[4]; return a + d[3]; }",
    );
}

#[test]
fn other_arguments_another_order_lost_and_added_calls_are_seen() {
    let found = different("void f(int a) { hal_write(1, a); }", "void f(int a) { hal_write(1, a + (a == 7)); }");
    assert_eq!((&found["condition"], &found["inputs"]["a"]), (&Value::from("a == 7"), &Value::from(7)));
    assert_eq!(found["base"]["outputs"]["calls"], "hal_write(1, 7)");
    assert_eq!(found["mod"]["outputs"]["calls"], "hal_write(1, 8)");
    let found = different(
        "void f(int a) { hal_write(1, a); hal_write(2, a); }",
        "void f(int a) { hal_write(2, a); hal_write(1, a); }",
    );
    assert_eq!(found["base"]["outputs"]["calls"], "hal_write(1, 0); hal_write(2, 0)");
    let found = different(
        "void f(int a) { hal_write(1, a); if (a != 5) hal_write(2, 0); }",
        "void f(int a) { hal_write(1, a); if (a != 5 && a != 6) hal_write(2, 0); }",
    );
    assert_eq!((&found["condition"], &found["mod"]["outputs"]["calls"]), (&"a == 6".into(), &"no more calls".into()));
    let found = different(
        "int f(int a) { hal_write(1, a); return a; }",
        "int f(int a) { hal_write(1, a); hal_write(0, 0); return a; }",
    );
    assert_eq!(found["mod"]["outputs"]["calls"], "… hal_write(0, 0)");
    different("void f(void) { log_msg(\"hello\"); }", "void f(void) { log_msg(\"hallo\"); }");
    different(
        "void f(char c) { char b[3] = {c, 1, 2}; send(b, 3); }",
        "void f(char c) { char b[3] = {c, 1, 3}; send(b, 3); }",
    );
    different("int f(int x) { if (x < 0) fatal(x); return x; }", "int f(int x) { if (x < 0) fatal(-x); return x; }");
    different(
        "void f(int a) { struct point p = {a, a + 1}; put_point(p); }",
        "void f(int a) { struct point p = {a, a + 2}; put_point(p); }",
    );
    // What is passed is read before, not after, the assignment.
    different(
        "int f(int a) { g = a; hal_write(1, g); return 0; }",
        "int f(int a) { hal_write(1, g); g = a; return 0; }",
    );
    // The same call twice, before and after another.
    different(
        "int f(void) { int a = hal_read(1); hal_write(2, 0); return a; }",
        "int f(void) { hal_write(2, 0); int a = hal_read(1); return a; }",
    );
}

#[test]
fn what_is_made_of_answers_is_compared() {
    different("int f(int a) { return hal_read(a) + 1; }", "int f(int a) { return hal_read(a) - 1; }");
    let found = different(
        "int f(void) { int v; read_sensor(&v); return v > 10; }",
        "int f(void) { int v; read_sensor(&v); return v >= 10; }",
    );
    assert_eq!(found["inputs"]["read_sensor#1.arg1"], 10, "{found:#}");
    assert_eq!((&found["base"]["outputs"]["return"], &found["mod"]["outputs"]["return"]), (&0.into(), &1.into()));
    // Another of two answers of the same function.
    different(
        "int f(void) { int a = hal_read(1), b = hal_read(1); (void)b; return a; }",
        "int f(void) { int a = hal_read(1), b = hal_read(1); (void)a; return b; }",
    );
    different("int f(void) { return ready() ? 3 : 4; }", "int f(void) { return ready() ? 4 : 3; }");
    different("int f(int k) { return tiny(k, k) < 0; }", "int f(int k) { return tiny(k, k) < -1; }");
    different("double f(double x) { return probe(x); }", "double f(double x) { return probe(x) * 2; }");
    different(
        "int f(int k) { struct table t = get_table(k); return t.a[5]; }",
        "int f(int k) { struct table t = get_table(k); return t.a[4]; }",
    );
    different(
        "int f(int k) { void *p = acquire(k); if (!p) return -1; release(p); return 0; }",
        "int f(int k) { void *p = acquire(k); release(p); return p ? 0 : -1; }",
    );
    // A call may leave something in a global whose address it got.
    different(
        "int f(void) { g = 1; int was = g; read_sensor(&g); return was; }",
        "int f(void) { g = 1; read_sensor(&g); return g; }",
    );
}

/// Where what is assumed of such a function would not be enough, nothing is concluded.
#[test]
fn what_could_lead_further_stays_undecided() {
    // Behind a pointer that it gave.
    assert_eq!(
        verdict(
            "int f(int k) { int *p = acquire(k); return p[0]; }",
            "int f(int k) { int *p = acquire(k); return p[1]; }"
        ),
        "undecided"
    );
    // Code that it may call.
    let device = |more: &str, result: &str| {
        format!("static int c(int x) {{ return x{more}; }} int f(int k) {{ struct device d = {{k, c}}; {result} }}")
    };
    let (old, new) = (device("", "return use_device(&d);"), device(" + 1", "int r = use_device(&d); return r;"));
    assert_eq!(verdict(&old, &new), "undecided");
    // It may leave the memory as it was, and only one version has set it.
    assert_eq!(
        verdict(
            "int f(void) { int v; read_sensor(&v); return v; }",
            "int f(void) { int v = 0; read_sensor(&v); return v; }"
        ),
        "undecided"
    );
    // Which of two variables it gets is a difference, although no native run shows it.
    let found = verdict(
        "int f(void) { g = 1; h = 1; send(&g, 4); return 0; }",
        "int f(void) { g = 1; h = 1; send(&h, 4); return 0; }",
    );
    assert_eq!(found, "undecided");
    // Strings among the nameless arguments.
    assert_eq!(
        verdict("void f(int x) { tell(\"%s\", \"a\"); }", "void f(int x) { tell(\"%s\", \"b\"); }"),
        "undecided"
    );
}

/// Without being compared, calls cannot be taken to be answered alike.
#[test]
fn calls_that_are_not_observed_leave_it_undecided() {
    let found = compared(
        "int f(int a) { hal_write(1, a); return 2 * hal_read(a); }",
        "int f(int a) { hal_write(2, a); int r = hal_read(a); return r + r; }",
        &["--observe", "return,ending"],
    );
    assert_eq!(found["verdict"], "undecided", "{found:#}");
    assert!(found["approximations"].to_string().contains("unmodelled-call"), "{found:#}");
}

/// `explore` takes such calls as before: they weaken the answer.
#[test]
fn explore_does_not_know_events() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", format!("{WORLD}int f(int a) {{ return hal_read(a); }}\n"));
    let output = incise_in(folder.path(), &["explore", "--json", "--function", "f", "a.c"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("unmodelled-call"), "{text}");
}

/// A whole program, and a caller that shows what its callee does.
#[test]
fn programs_and_callers() {
    let text = |limit: i32| {
        format!(
            "{WORLD}static int step(int v) {{ if (v > {limit}) hal_write(1, v); return v; }}\n\
             int main(void) {{ int s = 0; for (int i = 0; i < 3; i++) s += step(hal_read(i)); return s == 7; }}\n"
        )
    };
    let (old, new) = (text(10), text(11));
    let (found, code) = document(&versions("diff", &[("a.c", &old)], &[("a.c", &new)], &["--json"]));
    assert_eq!(code, 1, "{found:#}");
    let main = found["functions"].as_array().unwrap().iter().find(|function| function["name"] == "main").unwrap();
    assert_eq!(main["verdict"], "different", "{main:#}");
    assert_eq!(main["differences"][0]["replayed"], true, "{main:#}");
}

const PROMISES: &str = "int twice(int) __attribute__((const));\n\
    int measure(const int *) __attribute__((pure));\n\
    char *name_of(int) __attribute__((returns_nonnull));\n";

fn promised(body: &str) -> String {
    format!("{PROMISES}{body}")
}

#[test]
fn a_const_function_is_no_event_and_answers_alike() {
    let old = promised("int f(int a, int b) { return twice(a) + b * twice(a); }");
    equivalent(&old, &promised("int f(int a, int b) { int t = twice(a); return t + b * t; }"));
    equivalent(
        &promised("int f(int a, int b) { return a == b ? twice(a) : 0; }"),
        &promised("int f(int a, int b) { return a == b ? twice(b) : 0; }"),
    );
    equivalent(&promised("int f(int a) { return a; }"), &promised("int f(int a) { twice(a); return a; }"));
    different(
        &old,
        &promised("int f(int a, int b) { int t = twice(a); return t + b * t + (b == 77 ? twice(b) : 0); }"),
    );
    different(&promised("int f(int a) { return twice(a); }"), &promised("int f(int a) { return twice(a + 1); }"));
}

#[test]
fn a_pure_function_answers_alike_for_equal_memory_only() {
    let one = "int f(int a) { int v[1] = {a}; int m = measure(v); return m + m; }";
    equivalent(
        &promised("int f(int a) { int v[1] = {a}; int m = measure(v); return m + measure(v); }"),
        &promised(one),
    );
    different(
        &promised("int f(int a) { int v[1] = {a}; int m = measure(v); v[0]++; return m + measure(v); }"),
        &promised(one),
    );
    // What it reads can be changed by a function without body, and by the program itself.
    let before = "int f(int a) { int v[1] = {a}; int m = measure(v); hal_write(1, a); return m; }";
    different(&promised(before), &promised("int f(int a) { int v[1] = {a}; hal_write(1, a); return measure(v); }"));
    let before = "int f(int a) { int v[1] = {a}; int m = measure(v); g = a; return m; }";
    different(&promised(before), &promised("int f(int a) { int v[1] = {a}; g = a; return measure(v); }"));
}

#[test]
fn a_result_that_is_never_null_is_not_given_as_null() {
    equivalent(
        &promised("int f(int a) { return name_of(a) ? 1 : 2; }"),
        &promised("int f(int a) { name_of(a); return 1; }"),
    );
    different("int f(int a) { return acquire(a) ? 1 : 2; }", "int f(int a) { acquire(a); return 1; }");
}
