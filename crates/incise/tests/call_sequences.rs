//! Differences that need private state: shown by a sequence of calls that anybody can make, or undecided. That two versions differ is
//! established natively, by a driver that makes the calls; that they do not, by an argument why no call leaves the state.

mod support;

use serde_json::Value;
use std::process::Command;
use support::{document, incise_in, versions, write};

const STACK: &str = "static int buf[4], n;\nvoid init(void) { n = 0; }\n\
                     int push(int x) { if (n == 4) return 0; buf[n++] = x; return 1; }\n\
                     int pop(void) { if (n == 0) return -1; return buf[--n]; }\n";

fn compared(old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["--json"];
    all.extend(args);
    document(&versions("diff", &[("a.c", old)], &[("a.c", new)], &all))
}

/// What a driver that ends with these statements prints.
fn native(program: &str, statements: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let driver = format!("#include <stdio.h>\n{program}\nint main(void) {{ {statements} return 0; }}\n");
    write(folder.path(), "driver.c", driver);
    let mut clang = Command::new("clang-19");
    clang.args(["-w", "-o", "driver", "driver.c"]).current_dir(folder.path());
    assert!(clang.status().expect("clang runs").success());
    let output = Command::new(folder.path().join("driver")).output().expect("the driver runs");
    String::from_utf8(output.stdout).expect("text")
}

/// The versions differ natively after these statements, and a sequence of calls shows it; what it is shown after.
fn shown(old: &str, new: &str, statements: &str) -> String {
    assert_ne!(native(old, statements), native(new, statements), "{statements}");
    let (document, code) = compared(old, new, &[]);
    assert_eq!(code, 1, "{document:#}");
    let functions = document["functions"].as_array().expect("functions");
    let differences: Vec<&Value> = functions.iter().flat_map(|one| one["differences"].as_array().unwrap()).collect();
    assert!(differences.iter().all(|difference| difference["replayed"] == true), "{document:#}");
    let after = differences[0]["after"].as_array().expect("calls before");
    let after: Vec<&str> = after.iter().filter_map(Value::as_str).collect();
    after.join("; ")
}

/// No call leaves the state that the versions differ from.
fn not_shown(old: &str, new: &str) {
    let (document, code) = compared(old, new, &[]);
    assert!(code == 3 || code == 0, "{document:#}");
}

#[test]
fn a_stack_differs_after_a_push() {
    let new = STACK.replace("return buf[--n]", "{ n--; return n == 0 ? 0 : buf[n]; }");
    assert_eq!(shown(STACK, &new, "init(); push(3); printf(\"%d\", pop());"), "push(x)");
}

#[test]
fn what_only_private_state_shows_is_observed_by_another_function() {
    let new = STACK.replace("buf[n++] = x", "buf[n++] = x == 7 ? 8 : x");
    assert_eq!(shown(STACK, &new, "push(7); printf(\"%d\", pop());"), "push(x)");
}

#[test]
fn a_flag_is_set_once() {
    let old = "static int ready, base;\nvoid start(int b) { if (!ready) { ready = 1; base = b; } }\n\
               int scaled(int x) { return ready ? x + base : 0; }\n";
    let new = old.replace("x + base", "x + base + (base == 9)");
    assert_eq!(shown(old, &new, "start(9); printf(\"%d\", scaled(1));"), "start(b)");
}

#[test]
fn a_state_machine_takes_three_calls() {
    let old = "static int state;\nvoid open_(void) { if (state == 0) state = 1; }\nvoid lock(void) { if (state == 1) state = 2; }\n\
               void tilt(int a) { if (state == 2 && a > 30) state = 3; }\nint alarm_(void) { return state == 3; }\n";
    let new = old.replace("return state == 3", "return state == 4");
    assert_eq!(shown(old, &new, "open_(); lock(); tilt(31); printf(\"%d\", alarm_());"), "open_(); lock(); tilt(a)");
    // Fewer calls do not show it.
    let (document, code) = compared(old, &new, &["--max-history", "3"]);
    assert_eq!(code, 3, "{document:#}");
    assert!(document.to_string().contains("not reached in 3 calls"), "{document:#}");
}

#[test]
fn a_cache_answers_for_another_key() {
    let old = "static int valid, key, value;\nint square(int x) { if (valid && key == x) return value;\n\
               valid = 1; key = x; value = (int)((unsigned)x * (unsigned)x); return value; }\n";
    let new = old.replace("key == x", "(key & 255) == (x & 255)");
    assert_eq!(shown(old, &new, "square(1); printf(\"%d\", square(257));"), "square(square1.x)");
}

#[test]
fn a_step_function_is_called_forty_times() {
    let old = "static int count;\nint step(int go) { if (!go) { count = 0; return 0; } count++; return count >= 40 ? 2 : 1; }\n";
    let new = old.replace(">= 40", "> 40");
    let statements = "int r = 0; for (int i = 0; i < 40; i++) r = step(1); printf(\"%d\", r);";
    let after = shown(old, &new, statements);
    assert!(after.starts_with("39 × step("), "{after}");
    // Not where a number of calls was asked for.
    let (document, code) = compared(old, &new, &["--max-history", "4"]);
    assert_eq!(code, 3, "{document:#}");
}

#[test]
fn a_ring_that_holds_one_less_refuses_the_eighth() {
    let old = "static int ring[8];\nstatic unsigned head, count;\n\
               int put(int x) { if (count == 8) return 0; ring[(head + count++) % 8] = x; return 1; }\n\
               int get(void) { if (!count) return -1; int x = ring[head]; head = (head + 1) % 8; count--; return x; }\n";
    let new = old.replace("count == 8", "count == 7");
    let statements = "int r = 0; for (int i = 0; i < 8; i++) r = put(i); printf(\"%d\", r);";
    shown(old, &new, statements);
}

/// A protocol with a checksum: start, length, bytes, sum.
const PACKET: &str = "static int state, rest; static unsigned char sum;\n\
    int byte(unsigned char b) { switch (state) { case 0: if (b == 0x7e) state = 1; return -1;\n\
    case 1: state = b && b < 9 ? 2 : 0; rest = b; sum = 0; return -1;\n\
    case 2: sum += b; if (--rest == 0) state = 3; return -1;\n\
    default: state = 0; return b == sum ? sum : -1; } }\n";

#[test]
fn a_packet_is_followed_by_another() {
    let new = PACKET.replace("rest = b; sum = 0;", "rest = b;");
    let packets = "byte(0x7e); byte(1); byte(5); byte(5); byte(0x7e); byte(1); byte(1); printf(\"%d\", byte(1));";
    shown(PACKET, &new, packets);
    // The sum is that of several bytes.
    let new = PACKET.replace("unsigned char sum", "unsigned sum");
    shown(PACKET, &new, "byte(0x7e); byte(2); byte(128); byte(128); printf(\"%d\", byte(0));");
}

#[test]
fn functions_take_turns_until_a_ring_is_gone_round() {
    let old = "static int q[8]; static unsigned first, next;\n\
               int put(int x) { if (next - first == 8) return 0; q[next++ % 8] = x; return 1; }\n\
               int get(int *x) { if (next == first) return 0; *x = q[first++ % 8]; return 1; }\n";
    let new = old.replace("q[first++ % 8]", "q[first++ % 4]");
    let statements = "int x = 0; for (int i = 1; i <= 5; i++) { put(i); get(&x); } printf(\"%d\", x);";
    let after = shown(old, &new, statements);
    assert!(after.contains("put(") && after.contains("get(x)"), "{after}");
}

#[test]
fn a_code_is_entered_digit_by_digit() {
    let old = "static int at, open_; static const char code[] = {4, 7, 1, 9, 2, 8};\n\
               int digit(int d) { at = d == code[at] ? at + 1 : 0; if (at == 6) { at = 0; open_ = 1; } return at; }\n\
               void shut(void) { open_ = 0; }\nint is_open(void) { return open_; }\n";
    let new = old.replace("if (at == 6) {", "if (at == 6) { at = 0; if (d == 8) return 0;");
    let statements = "digit(4); digit(7); digit(1); digit(9); digit(2); digit(8); printf(\"%d\", is_open());";
    let after = shown(old, &new, statements);
    let digits = ["4", "7", "1", "9", "2", "8"].map(|digit| format!("digit({digit})"));
    assert_eq!(after, digits.join("; "));
}

#[test]
fn a_call_is_repeated_until_a_limit_is_met() {
    let old = "static int column, over;\nint put(char c) { if (c == '\\n') { int was = over; column = over = 0; return was; }\n\
               if (column == 80) over = 1; else column++; return 0; }\n";
    let new = old.replace("column = over = 0", "over = 0");
    let statements = "for (int i = 0; i < 80; i++) put('x'); put('\\n'); put('x'); printf(\"%d\", put('\\n'));";
    let after = shown(old, &new, statements);
    assert!(after.starts_with("80 × put(") || after.starts_with("81 × put("), "{after}");
}

#[test]
fn earlier_arguments_have_the_type_of_each_version() {
    let old = "static float level = 0.5f;\nvoid set(float v) { if (v >= 0.0f && v <= 1.0f) level = v; }\n\
               int percent(void) { return (int)(level * 100.0f); }\n";
    let new = "static struct { float level; } panel = {0.5f};\n\
               void set(double v) { if (v >= 0.0 && v < 1.0) panel.level = (float)v; }\n\
               int percent(void) { return (int)(panel.level * 100.0f); }\n";
    shown(old, new, "set(1.0f); printf(\"%d\", percent());");
    let old = "static int gain = 2;\nvoid set(int g) { gain = g < 0 ? 0 : g > 15 ? 15 : g; }\nint level(short x) { return x * gain; }\n";
    let new = "static long gain = 2;\nvoid set(long g) { gain = (char)g < 0 ? 0 : (char)g > 15 ? 15 : (char)g; }\n\
               long level(int x) { return (long)x * gain; }\n";
    shown(old, new, "set(256); printf(\"%d\", (int)level(1));");
}

#[test]
fn state_on_the_heap_is_kept_from_call_to_call() {
    let old = "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nstatic struct node *top; static int depth;\n\
               int push(int v) { struct node *n; if (depth == 6 || !(n = malloc(sizeof *n))) return 0;\n\
               n->v = v; n->next = top; top = n; depth++; return 1; }\n\
               int pop(void) { struct node *n = top; if (!n) return -1; int v = n->v; top = n->next; free(n); depth--; return v; }\n";
    let new = old.replace("free(n); depth--;", "free(n); depth = depth == 6 ? 0 : depth - 1;");
    let statements = "for (int i = 0; i < 6; i++) push(i); pop(); push(6); printf(\"%d\", push(7));";
    shown(old, &new, statements);
}

#[test]
fn sequences_are_no_longer_than_was_asked_for() {
    let new = PACKET.replace("rest = b; sum = 0;", "rest = b;");
    let (document, code) = compared(PACKET, &new, &["--max-history", "6"]);
    assert_eq!(code, 3, "{document:#}");
    let (document, code) = compared(PACKET, &new, &["--max-history", "10"]);
    assert_eq!(code, 1, "{document:#}");
}

#[test]
fn states_that_no_call_leaves_show_nothing() {
    // Only even numbers are stored.
    let even = "static int level;\nvoid set(int x) { level = x & ~1; }\nint get(void) { return level; }\n";
    not_shown(even, &even.replace("return level", "return level & 1 ? -1 : level"));
    // The stack never holds more than four.
    not_shown(STACK, &STACK.replace("if (n == 0) return -1", "if (n == 0) return -1; if (n > 4) return -2"));
    // Nobody sets the flag.
    let flag = "static int broken;\nvoid clear(void) { broken = 0; }\nint f(int x) { return broken ? x : x + 1; }\n";
    not_shown(flag, &flag.replace("broken ? x ", "broken ? -x "));
    // The counter wraps at five.
    let wraps = "static int n;\nint next(void) { n = (n + 1) % 5; return n; }\n";
    not_shown(wraps, &wraps.replace("return n;", "return n == 5 ? 0 : n;"));
    // The sum of a packet is kept and never used.
    not_shown(PACKET, &PACKET.replace("state = 0; return b == sum", "state = 0; rest = 0; return b == sum"));
}

#[test]
fn sequences_are_written_as_tests_and_replayed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let new = STACK.replace("return buf[--n]", "{ n--; return n == 0 ? 0 : buf[n]; }");
    write(folder.path(), "old.c", STACK);
    write(folder.path(), "new.c", &new);
    let output = incise_in(folder.path(), &["diff", "old.c", "new.c", "--out", "out"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("after  push(x)  when  x != 0") && text.contains("push(x=1); pop()"), "{text}");
    // The test expects what the new version does; the old one does something else.
    let replayed = |program: &str| incise_in(folder.path(), &["replay", "out/pop/000001.json", program]);
    assert_eq!(replayed("new.c").status.code(), Some(0), "{:?}", replayed("new.c"));
    assert_eq!(replayed("old.c").status.code(), Some(1), "{:?}", replayed("old.c"));
    // The harness in C does the same.
    let harness = std::fs::read_to_string(folder.path().join("out/pop/000001.c")).expect("a harness");
    assert!(!harness.contains("#error"), "{harness}");
    for (program, expected) in [(STACK, 1), (new.as_str(), 0)] {
        write(folder.path(), "new.c", program);
        let built = Command::new("clang-19")
            .args(["-w", "-I.", "-Iout/pop/include", "out/pop/000001.c", "-o", "t"])
            .current_dir(folder.path())
            .status();
        assert!(built.expect("clang runs").success(), "{harness}");
        let run = Command::new("./t").current_dir(folder.path()).output().expect("the harness runs");
        assert_eq!(run.status.code(), Some(expected), "{harness}");
    }
    // Commands that follow one call refuse it.
    write(folder.path(), "new.c", &new);
    let output = incise_in(folder.path(), &["debug", "old.c", "new.c", "--test", "out/pop/000001.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("several calls"));
}
