//! What the representation computes is what the machine computes, at every optimisation level, and instrumented native
//! runs report the branches that the representation takes.

mod program;

use incise_frontend::{Optimise, Options, instrument, load};
use incise_ir::{BlockId, FuncId, Id, TermKind};
use program::scalar::{Event, Machine, Value};
use program::{clang, folder, options, program_with, run, run_native};

/// Functions over integers, each `long f(long, long)`. `fib` swaps two variables around a loop, `machine` has a switch in a
/// loop, `labels` a computed goto in one, `logic` every short-circuit form,
/// `chosen` every place for a `?:` between constants.
const FUNCTIONS: &str = r#"
static long gcd(long a, long b) { while (b) { long t = a % b; a = b; b = t; } return a; }
long gcd_abs(long a, long b) { return gcd(a < 0 ? -a : a, b < 0 ? -b : b); }
long fib(long n, long m) {
    unsigned long a = 0, b = 1;
    for (long i = 0; i < n && i < 90; i++) { unsigned long t = a + b; a = b; b = t; if (m && t % 7 == 0) { t = a; a = b; b = t; } }
    return (long)(a ^ b);
}
long collatz(long n, long limit) {
    int steps = 0;
    unsigned v = (unsigned)n;
    while (v > 1 && steps < limit) { if (v & 1) v = 3 * v + 1; else v >>= 1; steps++; }
    return steps;
}
long machine(long input, long n) {
    enum { START, EVEN, ODD, STOP } state = START;
    long out = 0;
    for (int i = 0; i < (n & 15); i++, input >>= 1) {
        switch (state) {
        case START: state = input & 1 ? ODD : EVEN; break;
        case EVEN: out += 3; if (input & 2) state = ODD; break;
        case ODD: out ^= i; state = input & 4 ? EVEN : STOP; continue;
        default: out -= 1; state = START;
        }
        out *= 5;
    }
    return out;
}
long labels(long x, long y) {
    void *next = x > y ? &&up : &&down;
    int n = 0;
    long a = x, b = y;
    goto *next;
up: a += 3; n++; { long t = a; a = b; b = t; } next = n > 5 ? &&end : (a & 1) ? &&down : &&up; goto *next;
down: b ^= n; n += 2; next = n > 6 ? &&end : a > b ? &&up : &&down; goto *next;
end: return a * 31 + b + n;
}
long logic(long a, long b) {
    int r = 0;
    if ((a > 0 && b > 0) || (a < -5 && !(b < 3))) r |= 1;
    r |= (a == b || a != 3 ? (b > 7 ? 2 : 4) : 8);
    r += (a && b) * 16;
    return r;
}
long chosen(long a, long b) {
    long c = (a > 3 ? 7 : 9) + (b < 2 ? a == b ? -1 : 1 : (a & 4 ? 10 : 20)) * (b ? 2 : 5);
    if ((c > 20 ? 1 : 0) && (b & 1 ? 4 : 6) > 4) c ^= a < 0 ? 64 : 128;
    for (int i = a & 1 ? 2 : 4; i; i--) { switch (c & 4 ? i : 7) { case 1: c += b > 0 ? 3 : 6; break; case 7: c--; } }
    while (c > (a > 5 ? 30 : 50)) c -= c & 1 ? 7 : 4;
    return c + (b > a ? 100 : 200) + ((a != b ? 1 : 0) || (c ? 0 : 1));
}
long narrow(long a, long b) {
    signed char c = (signed char)a; unsigned char d = (unsigned char)b; short e = (short)(c * d); _Bool f = e;
    int g = c << (d & 7); unsigned h = (unsigned)g >> 3;
    return (long)c * 3 + d + e + f + g + h + (a >> (b & 63)) + ((unsigned long)a >> (b & 63));
}
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
long recursion(long a, long b) { return ack((int)(a & 1) + 1, (int)(b & 7)); }
long nested(long a, long b) {
    long s = 0;
    for (long i = 0; i < (a & 7); i++) {
        for (long j = i; j < (b & 7); j++) { if (i == 2 && j == 3) goto out; if (j % 2) continue; s += i * j; }
        s ^= i;
    }
out:
    do { s -= 3; } while (s > 20);
    return s;
}
"#;
const NAMES: [&str; 10] =
    ["gcd_abs", "fib", "collatz", "machine", "labels", "logic", "chosen", "narrow", "recursion", "nested"];
const VALUES: [i64; 11] = [0, 1, -1, 2, 3, 7, 8, -6, 27, 1234567, -987654321];

/// A `main` that prints every function's results on every pair of values.
fn driver() -> String {
    let mut text = String::from("#include <stdio.h>\n");
    for name in NAMES {
        text += &format!("long {name}(long, long);\n");
    }
    let values: Vec<String> = VALUES.iter().map(i64::to_string).collect();
    text += &format!("static const long v[] = {{{}}};\nint main(void) {{\n", values.join(","));
    for name in NAMES {
        text += &format!(
            "for (int i = 0; i < {n}; i++) for (int j = 0; j < {n}; j++) printf(\"%ld\\n\", {name}(v[i], v[j]));\n",
            n = VALUES.len()
        );
    }
    text + "return 0; }\n"
}

fn check(options: &Options) {
    let expected = run_native(&[FUNCTIONS, &driver()], &["-O0"]);
    let mut expected = expected.lines();
    let module = program_with(FUNCTIONS, options);
    for name in NAMES {
        let id = module.function(name).expect("defined");
        for a in VALUES {
            for b in VALUES {
                let result = Machine::new(&module).call(id, &[a as u64, b as u64]);
                let native: i64 = expected.next().expect("a line").parse().expect("a number");
                assert_eq!(result, Value::Int(native as u64), "{name}({a}, {b}) with {:?}", options.optimise);
            }
        }
    }
    assert_eq!(expected.next(), None);
}

#[test]
fn unoptimised_code_computes_what_the_machine_computes() {
    check(&options());
}

#[test]
fn code_of_o0_computes_what_the_machine_computes() {
    check(&Options { optimise: Optimise::O0, ..options() });
}

#[test]
fn code_with_phis_computes_what_the_machine_computes() {
    for optimise in [Optimise::O1, Optimise::O2] {
        // Vectors and intrinsics of theirs are beyond the small interpreter.
        let flags = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"].map(str::to_owned).to_vec();
        check(&Options { optimise, flags, ..options() });
    }
}

/// Prints the events of an instrumented run.
const RECORDER: &str = r#"
#include <stdio.h>
void __incise_branch(unsigned f, unsigned b, unsigned t) { printf("b %u %u %u\n", f, b, t); }
void __incise_switch(unsigned f, unsigned b, unsigned long v) { printf("s %u %u %lu\n", f, b, v); }
"#;

/// The program under test is linked from two files, so that the numbers are those of the linked module.
const OTHER: (&str, &str) = ("other.c", "int unrelated(int x) { return x ? 3 : 4; }");

fn check_trace(options: &Options, other: (&str, &str), name: &str, a: i64, b: i64) {
    let main = format!("long {name}(long, long); int main(void) {{ {name}({a}L, {b}L); return 0; }}");
    let files: [(&str, &[u8]); 4] = [
        ("functions.c", FUNCTIONS.as_bytes()),
        (other.0, other.1.as_bytes()),
        ("main.c", main.as_bytes()),
        ("recorder.c", RECORDER.as_bytes()),
    ];
    let folder = folder(&files);
    let inputs = [folder.path().join(other.0), folder.path().join("functions.c")];
    let output = folder.path().join("instrumented.bc");
    instrument(&inputs, options, &output, false).unwrap_or_else(|error| panic!("{error}"));
    clang(&["-w", "-o", "program", "instrumented.bc", "main.c", "recorder.c"], folder.path());
    let printed = run(&folder.path().join("program"));
    let module = load(&inputs, options).unwrap_or_else(|error| panic!("{error}"));
    let native: Vec<Event> = printed
        .lines()
        .filter_map(|line| {
            let numbers: Vec<u64> = line[2..].split(' ').map(|number| number.parse().expect("a number")).collect();
            let (function, block) = (numbers[0] as usize, numbers[1] as usize);
            // Where a scope ends, clang has a switch that the source does not have.
            let terminator = &module.functions[FuncId::new(function)].blocks[BlockId::new(block)].terminator.kind;
            match &line[..1] {
                _ if *terminator == TermKind::Unreachable => None,
                "b" => Some(Event::Branch(function, block, numbers[2])),
                _ => Some(Event::Switch(function, block, numbers[2])),
            }
        })
        .collect();
    let mut machine = Machine::new(&module);
    machine.call(module.function(name).expect("defined"), &[a as u64, b as u64]);
    assert!(!native.is_empty());
    assert_eq!(machine.trace, native, "{name}({a}, {b})");
}

#[test]
fn instrumented_runs_report_the_branches_that_the_representation_takes() {
    let calls = [("gcd_abs", -48, 36), ("machine", 0x5a5a, 13), ("logic", -6, 4), ("nested", 6, 7)];
    let choices = [("logic", 5, 9), ("logic", 3, 3), ("labels", 4, 1), ("labels", 1, 4), ("machine", 0x3c5, 15)];
    for (name, a, b) in calls.into_iter().chain(choices) {
        check_trace(&options(), OTHER, name, a, b);
    }
    for (a, b) in [(0, 0), (5, 1), (4, 3), (-3, 7), (9, 9), (12, -1)] {
        check_trace(&options(), OTHER, "chosen", a, b);
    }
    let flags = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"].map(str::to_owned).to_vec();
    let optimised = Options { optimise: Optimise::O1, flags, ..options() };
    check_trace(&optimised, OTHER, "machine", 0x1234, 11);
    check_trace(&optimised, OTHER, "chosen", 4, 3);
    check_trace(&Options { optimise: Optimise::O0, ..options() }, OTHER, "chosen", 4, 3);
    // Beside a file of IR, `select` stays one everywhere.
    let ir = ("other.ll", "define i32 @unrelated(i1 %c) {\n %r = select i1 %c, i32 3, i32 4\n ret i32 %r\n}\n");
    check_trace(&options(), ir, "chosen", 4, 3);
}

#[test]
fn statics_can_be_made_visible_to_a_harness() {
    let source =
        "static int hidden = 4; static int twice(int x) { return 2 * x; } int f(void) { return twice(hidden); }";
    let main = "#include <stdio.h>\nextern int hidden; int twice(int); int f(void); \
                int main(void) { hidden = 21; printf(\"%d %d\", f(), twice(3)); return 0; }";
    let folder =
        folder(&[("a.c", source.as_bytes()), ("main.c", main.as_bytes()), ("recorder.c", RECORDER.as_bytes())]);
    let output = folder.path().join("a.bc");
    instrument(&[folder.path().join("a.c")], &options(), &output, true).unwrap_or_else(|error| panic!("{error}"));
    clang(&["-w", "-o", "program", "a.bc", "main.c", "recorder.c"], folder.path());
    assert_eq!(run(&folder.path().join("program")), "42 6");
}
