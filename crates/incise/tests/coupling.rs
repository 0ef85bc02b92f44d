//! Modules with private state: what relates the states of two versions is proved for all histories of calls, or nothing is. Each module is a few
//! lines; that both versions do the same, or after which calls they do not, is said beside it.

mod support;

use serde_json::Value;
use support::{document, versions};

fn compared(old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["--json"];
    all.extend(args);
    document(&versions("diff", &[("a.c", old)], &[("a.c", new)], &all))
}

/// Equivalent, and one of the functions by an invariant that is written so.
fn proved_by(old: &str, new: &str, invariant: &str) {
    let (document, code) = compared(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("equivalent"), 0), "{document:#}");
    let functions = document["functions"].as_array().expect("functions");
    let used = functions.iter().filter_map(|function| function["invariants"].as_array()).flatten();
    assert!(used.into_iter().any(|text| text == invariant), "{invariant}: {document:#}");
}

/// Some calls show a difference: never equivalent.
fn never_equivalent(old: &str, new: &str) {
    let (document, code) = compared(old, new, &[]);
    assert_ne!(code, 0, "{document:#}");
}

const UP: &str = "static int count;\nint put(void) { if (count < 8) count++; return count; }\n\
                  int take(void) { if (count > 0) count--; return count; }\nvoid reset(void) { count = 0; }\n";
const DOWN: &str = "static int left = 8;\nint put(void) { if (left > 0) left--; return 8 - left; }\n\
                    int take(void) { if (left < 8) left++; return 8 - left; }\nvoid reset(void) { left = 8; }\n";

#[test]
fn a_count_is_counted_down() {
    proved_by(UP, DOWN, "left == 8 - count");
}

#[test]
fn the_report_says_by_what() {
    let found = versions("diff", &[("a.c", UP)], &[("a.c", DOWN)], &[]);
    let text = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(text.contains("proved for all histories of calls: left == 8 - count"), "{text}");
}

/// Off by one at either end, a reset that is forgotten, another start: `take()` first, eight times `put()`, `put(); reset(); put()`, `put()`.
#[test]
fn slips_are_never_equivalent() {
    let slips =
        [("left < 8", "left < 9"), ("left > 0", "left > 1"), ("{ left = 8; }", "{ }"), ("left = 8;\n", "left = 7;\n")];
    for (right, wrong) in slips {
        assert!(DOWN.contains(right));
        never_equivalent(UP, &DOWN.replacen(right, wrong, 1));
    }
}

#[test]
fn states_are_renumbered() {
    let old = "static int state;\nint step(int e) { if (state == 0 && e == 1) state = 1; else if (state == 1 && e == 2) state = 2;\n\
               else if (state == 2) state = 0; return state == 1; }\nint done(void) { return state == 2; }\n";
    let new = "enum s { DONE = 7, IDLE = 4, RUN = 9 };\nstatic enum s cur = IDLE;\n\
               int step(int e) { switch (cur) { case IDLE: if (e == 1) cur = RUN; break; case RUN: if (e == 2) cur = DONE; break;\n\
               case DONE: cur = IDLE; break; } return cur == RUN; }\nint done(void) { return cur == DONE; }\n";
    proved_by(old, new, "cur/state is one of 4/0, 7/2, 9/1");
    // step(1), step(2), step(0), step(1)
    never_equivalent(old, &new.replace("case DONE: cur = IDLE", "case DONE: cur = RUN"));
}

#[test]
fn a_ring_is_grouped_and_retyped() {
    let old = "static int buf[8], head, n;\nint put(int x) { if (n == 8) return -1; buf[(head + n) % 8] = x; n++; return 0; }\n\
               int get(void) { if (n == 0) return -1; int x = buf[head]; head = (head + 1) % 8; n--; return x; }\n";
    let new = "static struct { unsigned char first, used; int items[8]; } q;\n\
               int put(int x) { if (q.used == 8) return -1; q.items[(q.first + q.used) & 7] = x; q.used++; return 0; }\n\
               int get(void) { if (q.used == 0) return -1; int x = q.items[q.first]; q.first = (q.first + 1) & 7; q.used--; return x; }\n";
    proved_by(old, new, "q.items[i] == buf[i]");
    // the eighth put()
    never_equivalent(old, &new.replace("q.used == 8", "q.used == 7"));
    // put() and get() eight times
    never_equivalent(old, &new.replace("(q.first + 1) & 7", "(q.first + 1) & 3"));
}

/// `raw()` was not changed and shows what `count` means now, after one `inc()`.
#[test]
fn a_function_that_was_not_changed_shows_another_meaning() {
    let module = |step: &str, get: &str| {
        format!(
            "static int count;\nvoid inc(void) {{ {step} }}\nint get(void) {{ return {get}; }}\nint raw(void) {{ return count; }}\n"
        )
    };
    never_equivalent(&module("if (count < 8) count++;", "count"), &module("if (count > -8) count--;", "-count"));
}

/// While `odd()` runs, `a + b` is not 0.
#[test]
fn an_invariant_does_not_hold_in_the_middle_of_a_call() {
    let module = |sum: &str| {
        format!(
            "static int a, b;\nstatic int sum(void) {{ return {sum}; }}\nvoid set(int x) {{ a = x; b = -x; }}\n\
             int odd(int x) {{ a = x; int s = sum(); b = -x; return s; }}\nint total(void) {{ return sum(); }}\n"
        )
    };
    never_equivalent(&module("a + b"), &module("0"));
}

/// A caller writes through what `peek()` returns.
#[test]
fn state_whose_address_is_known_outside_has_any_value() {
    let module = |get: &str| {
        format!(
            "static int count;\nint *peek(void) {{ return &count; }}\nvoid inc(void) {{ if (count < 8) count++; }}\n\
             int get(void) {{ return {get}; }}\n"
        )
    };
    never_equivalent(&module("count"), &module("count > 8 ? 8 : count"));
}

/// Whoever calls `hook` twice sees `get()` differ.
#[test]
fn functions_that_were_handed_out_are_calls_too() {
    let old = "static int n;\nstatic void tick(void) { n++; }\nvoid (*hook)(void) = tick;\nint get(void) { return n & 1; }\n\
               void clear(void) { n = 0; }\n";
    let new = "static unsigned char on;\nstatic void tick(void) { on = 1; }\nvoid (*hook)(void) = tick;\n\
               int get(void) { return on; }\nvoid clear(void) { on = 0; }\n";
    never_equivalent(old, new);
}

#[test]
fn other_starts_use_no_invariants() {
    let (document, _) = compared(UP, DOWN, &["--globals", "initial"]);
    assert!(!document.to_string().contains("invariants"), "{document:#}");
    let (document, code) = compared(UP, DOWN, &["--globals", "any"]);
    assert!(code != 0 && !document.to_string().contains("invariants"), "{document:#}");
}
