//! Objects that somebody else defines: `extern` declarations without definition, volatile objects, fixed addresses.

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use support::{incise_in, write};

/// The document and the exit code of a comparison of two texts.
fn compare(old: &str, new: &str, extra: &[&str]) -> (Value, Option<i32>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (old, new) = (write(folder.path(), "old.c", old), write(folder.path(), "new.c", new));
    let mut args = vec!["diff", &old, &new, "--json"];
    args.extend(extra);
    let output = incise_in(folder.path(), &args);
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    (document, output.status.code())
}

fn equivalent(old: &str, new: &str) {
    let (document, code) = compare(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("equivalent"), Some(0)), "{old}\n{new}\n{document:#}");
}

/// The versions differ, and native runs of both have shown it; the document as text.
fn different(old: &str, new: &str) -> String {
    let (document, code) = compare(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("different"), Some(1)), "{old}\n{new}\n{document:#}");
    document.to_string()
}

/// Neither 0 nor 1, and the reason.
fn undecided(old: &str, new: &str, reason: &str) {
    let (document, code) = compare(old, new, &[]);
    assert_eq!(code, Some(3), "{old}\n{new}\n{document:#}");
    assert!(document.to_string().contains(reason), "{reason}: {document:#}");
}

#[test]
fn declared_objects_are_inputs_of_their_type() {
    let old = "extern int limit;\nint f(int i) { return i > limit; }\n";
    equivalent(old, &old.replace("i > limit", "limit < i"));
    // They differ where `i == limit` only.
    let found = different(old, &old.replace("i > limit", "i >= limit"));
    assert!(found.contains("limit"), "{found}");
    let old = "extern const unsigned size;\nunsigned f(unsigned i) { return i % (size | 1); }\n";
    equivalent(old, &old.replace("(size | 1)", "(1 | size)"));
    different(old, &old.replace("(size | 1)", "(size | 3)"));
    let old = "struct cfg { char mode; int level; double gain; };\nextern struct cfg conf;\n\
               int f(void) { return conf.mode == 'x' ? conf.level : (int)(conf.gain > 1.5); }\n";
    equivalent(old, &old.replace("conf.gain > 1.5", "1.5 < conf.gain"));
    different(old, &old.replace("conf.gain > 1.5", "conf.gain >= 1.5"));
}

/// `_Bool` is 0 or 1, also where no definition says that it is one.
#[test]
fn declared_booleans_are_bits() {
    let old = "extern _Bool on;\nint f(void) { return on ? 1 : 0; }\n";
    equivalent(old, &old.replace("on ? 1 : 0", "on"));
    let old = "struct s { char mode; _Bool on; };\nextern struct s all[4];\nint f(unsigned i) { return all[i & 3].on == 1; }\n";
    equivalent(old, &old.replace("all[i & 3].on == 1", "all[i & 3].on"));
    // A character is not.
    let old = old.replace("all[i & 3].on == 1", "all[i & 3].mode == 1 ? 1 : all[i & 3].on");
    different(&old, &old.replace("all[i & 3].mode == 1 ? 1", "all[i & 3].mode ? 1"));
}

#[test]
fn declared_arrays_have_any_length() {
    let old = "extern int table[];\nint f(int i) { return table[i & 3]; }\n";
    equivalent(old, &old.replace("table[i & 3]", "*(table + (i & 3))"));
    different(old, &old.replace("i & 3", "(i & 3) ^ 1"));
    let old = "extern const struct { short a; int b; } rows[];\nint f(unsigned i) { return rows[i].b; }\n";
    let (document, code) = compare(old, &old.replace("rows[i].b;", "rows[i].b ^ 0;"), &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("equivalent within"), Some(3)), "{document:#}");
    assert!(document.to_string().contains("`rows` was taken to have 128 bytes"), "{document:#}");
}

/// The objects exist for both, also where only one version looks at one.
#[test]
fn a_declaration_that_is_new_is_no_private_state() {
    let old = "int f(int x) { return x; }\n";
    different(old, "extern int verbose;\nint f(int x) { return verbose ? x + 1 : x; }\n");
    equivalent(old, "extern int verbose;\nint f(int x) { return verbose ? x : x; }\n");
}

/// Of an incomplete type only the address is known, and a file that has such a declaration can be replayed.
#[test]
fn addresses_of_incomplete_objects_are_passed_on() {
    let old = "struct bus; extern struct bus main_bus, spare_bus;\nint send(struct bus *, int);\n\
               int f(int x) { return send(&main_bus, x); }\nint g(int x) { return x + 1; }\n";
    equivalent(old, &old.replace("send(&main_bus, x);", "send(&main_bus, x) + 0;"));
    different(old, &old.replace("x + 1", "x + 2"));
    let (document, code) = compare(old, &old.replace("send(&main_bus", "send(&spare_bus"), &[]);
    assert_ne!(code, Some(0), "{document:#}");
}

/// The C library has its own.
#[test]
fn objects_of_the_library_are_not_defined_anew() {
    let old = "extern long timezone;\nint f(int x) { return timezone > x; }\n";
    undecided(old, &old.replace("timezone > x", "x < timezone"), "defined in none of the given files");
}

#[test]
fn whole_programs_take_them_as_inputs_too() {
    let old = "#include <stdio.h>\nextern int limit;\nint main(void) { if (limit > 5) puts(\"big\"); return 0; }\n";
    let found = different(old, &old.replace("limit > 5", "limit >= 5"));
    assert!(found.contains("`limit` is defined in none of the given files"), "{found}");
}

/// `explore` writes a test for each value that matters; `incise replay` and a C compiler run them.
#[test]
fn tests_define_the_objects() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "struct cfg { char mode; int level; };\nextern const struct cfg conf; extern int table[];\n\
                  int f(void) { if (conf.level == 77) return table[1]; return conf.mode == 'q' ? 2 : 3; }\n";
    let file = write(folder.path(), "program.c", source);
    let output = incise_in(folder.path(), &["explore", &file, "--function", "f", "--out", "tests"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let output = incise_in(folder.path(), &["replay", "tests", &file]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("3 of 3 tests agree"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for number in 1..=3 {
        runs(folder.path(), &format!("tests/00000{number}.c"));
    }
}

/// A harness compiles, and finds what it expects.
fn runs(folder: &Path, harness: &str) {
    let compiled = Command::new("cc")
        .args(["-w", "-I.", "-Itests/include", harness, "-o", "harness", "-lm"])
        .current_dir(folder)
        .output()
        .expect("cc starts");
    assert!(compiled.status.success(), "{harness}: {}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(folder.join("harness")).current_dir(folder).output().expect("it starts");
    assert_eq!(run.status.code(), Some(0), "{harness}: {}", String::from_utf8_lossy(&run.stdout));
}

/// Registers at fixed addresses, and objects that interrupts or hardware change.
const DEVICE: &str = "#include <stdint.h>\n\
    #define STATUS (*(volatile uint32_t *)0x40000000u)\n\
    #define DATA (*(volatile uint32_t *)0x40000004u)\n\
    #define PORT (*(volatile uint8_t *)0x25)\n\
    extern volatile uint32_t IRQ; extern const volatile uint32_t TICKS; volatile _Bool ready; extern volatile int shared[8];\n\
    struct regs { uint32_t status, control, data; };\n";

fn device(function: &str) -> String {
    format!("{DEVICE}{function}\n")
}

#[test]
fn the_same_accesses_in_the_same_order_are_the_same() {
    for (old, new) in [
        (
            "int f(void) { uint32_t s = STATUS; return s & 1 ? (int)DATA : -1; }",
            "int f(void) { if (!(STATUS & 1)) return -1; return (int)DATA; }",
        ),
        ("void f(void) { DATA |= 8; }", "void f(void) { uint32_t d = DATA; DATA = d | 8; }"),
        ("void f(void) { PORT &= 0xfe; }", "void f(void) { uint8_t d = PORT; d &= ~1; PORT = d; }"),
        ("int f(void) { return ready ? 1 : 0; }", "int f(void) { return ready; }"),
        (
            "uint32_t f(void) { uint32_t t = TICKS; return 2 * t; }",
            "uint32_t f(void) { uint32_t t = TICKS; return t + t; }",
        ),
        ("int f(unsigned i) { return shared[i & 7] + 1; }", "int f(unsigned i) { return 1 + shared[i % 8]; }"),
        (
            "uint32_t f(volatile struct regs *r) { r->control = 1; return r->data; }",
            "uint32_t f(volatile struct regs *r) { r->control = 1; uint32_t d = r->data; return d; }",
        ),
        // By a number, or by a pointer that is set to it.
        (
            "void f(int x) { STATUS = x; DATA = x + 1; }",
            "void f(int x) { volatile uint32_t *r = (volatile uint32_t *)0x40000000; r[0] = x; r[1] = 1 + x; }",
        ),
    ] {
        equivalent(&device(old), &device(new));
    }
}

/// Each was run by hand on paper: who sees the bus sees another number, order, place, width or value.
#[test]
fn other_accesses_are_seen() {
    for (old, new, seen) in [
        (
            "int f(void) { return STATUS == 1 || STATUS == 2; }",
            "int f(void) { uint32_t s = STATUS; return s == 1 || s == 2; }",
            "read 0x40000000 (32 bits)",
        ),
        ("void f(void) { IRQ = 4; }", "void f(void) { IRQ |= 4; }", "read IRQ (32 bits)"),
        (
            "int f(void) { int a = STATUS; int b = DATA; return a + b; }",
            "int f(void) { int b = DATA; int a = STATUS; return a + b; }",
            "read 0x40000004",
        ),
        ("void f(int x) { IRQ = x; IRQ = 0; }", "void f(int x) { (void)x; IRQ = 0; }", "no more calls"),
        ("void f(void) { PORT |= 1; }", "void f(void) { PORT |= 2; }", "write 0x25 = 0x2 (8 bits)"),
        ("void f(void) { IRQ = 0; }", "void f(void) { *(volatile uint16_t *)&IRQ = 0; }", "write IRQ = 0x0 (16 bits)"),
        ("uint32_t f(void) { return TICKS - TICKS; }", "uint32_t f(void) { return 0; }", "no more calls"),
        (
            "void f(volatile struct regs *r) { r->control = 1; r->data = 0; }",
            "void f(volatile struct regs *r) { r->data = 0; r->control = 1; }",
            "write r->data = 0x0 (32 bits)",
        ),
        (
            "uint32_t f(unsigned n) { uint32_t s = 0; while (n--) s += DATA; return s; }",
            "uint32_t f(unsigned n) { uint32_t s = 0, d = DATA; while (n--) s += d; return s; }",
            "read 0x40000004 (32 bits)",
        ),
        (
            "int f(unsigned i) { return shared[i & 7]; }",
            "int f(unsigned i) { return shared[i & 3]; }",
            "read shared[4]",
        ),
    ] {
        let found = different(&device(old), &device(new));
        assert!(found.contains(seen), "{seen}: {found}");
    }
}

/// The same number of reads, but another use of their answers: two reads need not agree.
#[test]
fn each_read_answers_anew() {
    let old = device("int f(void) { uint32_t a = DATA; uint32_t b = DATA; return a == b; }");
    different(&old, &old.replace("return a == b;", "return a == a || b;"));
    // What was read before stays read.
    equivalent(&old, &old.replace("return a == b;", "return !(a ^ b);"));
}

#[test]
fn what_is_not_looked_at_stays_undecided() {
    let volatile = "a volatile object is";
    let old = "static volatile int n;\nvoid isr(void) { n++; }\nint f(void) { return n + n; }\n";
    undecided(old, &old.replace("n + n", "2 * n"), volatile);
    let old = "int f(int x) { volatile int n = x; return n + n; }\n";
    undecided(old, &old.replace("n + n", "2 * n"), volatile);
    let old = "struct r { int a, b; };\nint f(volatile struct r *r) { struct r c = *r; return c.a + c.b; }\n";
    undecided(old, &old.replace("return", "c = *r; return"), volatile);
    let old = "extern volatile float level;\nint f(void) { return level > 1; }\n";
    undecided(old, &old.replace("level > 1", "1 < level"), volatile);
    // Which number an address is says nothing.
    let old = "static char a[4], b[4];\nvoid f(int x) { a[0] = x; b[0] = x; *(char *volatile *)0x40000000 = a; }\n";
    let old = old.replace("char *volatile *", "volatile unsigned long *").replace("= a;", "= (unsigned long)a;");
    undecided(&old, &old.replace("(unsigned long)a", "(unsigned long)b"), "an address is written to");
    let old = old
        .replace("volatile unsigned long *", "volatile unsigned *")
        .replace("= (unsigned long)a", "= (unsigned)(unsigned long)a");
    undecided(&old, &old.replace("long)a;", "long)b;"), "an address is written to");
    // Behind a pointer to the function's own variable.
    let old = "static int once(volatile int *p) { return *p; }\nint f(int x) { return once(&x); }\n";
    undecided(old, &old.replace("return *p", "return *p + 0 * *p"), volatile);
}

/// A state that is left by what a register answered.
#[test]
fn answers_lead_to_states() {
    let old = device("static int n; void isr(void) { if (STATUS & 1) n++; } int get(void) { return n; }");
    let found = different(&old, &old.replace("n++", "n += 2"));
    assert!(found.contains("isr(); get()"), "{found}");
}

#[test]
fn explored_reads_answer_anew_and_are_replayed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let function = "int f(volatile struct regs *r) { if (STATUS != STATUS) return IRQ == 9 ? 1 : 2; r->control = 5;\n\
                    return r->control == 5 ? 3 : 4; }";
    let file = write(folder.path(), "program.c", device(function));
    let args = ["explore", &file, "--function", "f", "--assume", "r != 0", "--out", "tests"];
    let output = incise_in(folder.path(), &args);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("4 paths completed"), "{text}");
    let output = incise_in(folder.path(), &["replay", "tests", &file]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("4 of 4 tests agree"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    // A C compiler cannot be told what a register answers, and the harness says so.
    let harness = std::fs::read_to_string(folder.path().join("tests/000001.c")).expect("a harness");
    assert!(harness.contains("#error \"accesses of"), "{harness}");
}
