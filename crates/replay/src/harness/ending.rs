//! The part of a C harness that compares how a run ends: the program runs in a child process, and the harness ends with 0 if the child
//! ended as expected, whether by returning, by an exit code or by a signal.
//!
//! An error that a plain run need not show counts as seen by the signal that it may cause, or by a sanitizer's report; where neither
//! shows it, the harness ends with 77, which test drivers take for "skipped".

use crate::prediction_check::{must_show, signals};
use crate::test::{Ending, Test, TestEntry};
use incise_engine::ErrorKind;
use std::fmt::Write;

/// Flags with which a compiler makes errors visible that a plain run need not show.
pub(crate) const SANITIZE: [&str; 2] =
    ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"];

/// Whether the expected error may need sanitizers to be seen.
pub(crate) fn needs_sanitizers(test: &Test) -> bool {
    test.setup.sanitized || test.expected.error.as_ref().is_some_and(|error| !must_show(error.kind))
}

/// Writes the functions that run the program in a child process. `main` starts in it.
pub(crate) fn ending(test: &Test, n_calls: usize, text: &mut String) {
    text.push_str(SANITIZED);
    let _ = writeln!(text, "enum {{ incise_test_n_calls = {n_calls} }};");
    text.push_str("\n/* 1 if the run ended as expected, 0 if not, -1 if that cannot be told. */\n");
    text.push_str("static int incise_test_judge(int signal, int code, int returned) {\n");
    text.push_str("    (void)signal, (void)code, (void)returned;\n");
    text.push_str(&judgement(test));
    text.push_str("}\n");
    text.push_str(APART);
    if test.entry == TestEntry::Main {
        text.push_str(START);
    }
}

/// The statements that tell whether the ending is the expected one.
fn judgement(test: &Test) -> String {
    let error = match (test.expected.ends, &test.expected.error) {
        (Ending::Return, _) => return String::from("    return returned && !signal && !code;\n"),
        (Ending::Exit, _) => {
            return match test.expected.exit_code {
                Some(expected) => format!("    return !returned && !signal && code == {expected};\n"),
                None => String::from("    return !returned && !signal;\n"),
            };
        }
        (Ending::Error, None) => return String::from("    return -1;\n"),
        (Ending::Error, Some(error)) => error,
    };
    let mut text = String::new();
    if !matches!(error.kind, ErrorKind::Abort) {
        text.push_str("    if (INCISE_TEST_SANITIZED && (incise_test_says(\"Sanitizer\") || incise_test_says(\"runtime error: \"))) return 1;\n");
    }
    let signals: Vec<String> = signals(error.kind).iter().map(|signal| format!("signal == {signal}")).collect();
    let seen = if signals.is_empty() { String::from("0") } else { signals.join(" || ") };
    // A failed assertion and a call of `abort` end by the same signal.
    let words = match error.kind {
        ErrorKind::Assert if error.message.starts_with("assertion `") => {
            " && (incise_test_says(\": Assertion `\") || incise_test_says(\"Assertion failed: \"))"
        }
        ErrorKind::Abort => " && !incise_test_says(\": Assertion `\") && !incise_test_says(\"Assertion failed: \")",
        _ => "",
    };
    if must_show(error.kind) {
        let _ = writeln!(text, "    return !returned && ({seen}){words};");
    } else {
        let _ = writeln!(text, "    return !returned && ({seen}) ? 1 : -1;");
    }
    text
}

const SANITIZED: &str = r#"
#if defined(__SANITIZE_ADDRESS__)
#define INCISE_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define INCISE_TEST_SANITIZED 1
#endif
#endif
#ifndef INCISE_TEST_SANITIZED
#define INCISE_TEST_SANITIZED 0
#endif
"#;

const APART: &str = r#"
void *incise_test_mmap(void *at, unsigned long size, int rights, int flags, int fd, long offset) __asm__("mmap");
int incise_test_fork(void) __asm__("fork");
int incise_test_waitpid(int pid, int *status, int options) __asm__("waitpid");
int incise_test_setrlimit(int which, const unsigned long *limits) __asm__("setrlimit");

/* What the parent does when the child has ended. */
static void incise_test_finish(int status) {
    int signal = status & 127, code = status >> 8 & 255, returned = incise_test_seen->returned;
    int verdict = incise_test_judge(signal, code, returned);
    int differs = !returned && incise_test_compare_output();
    if (incise_test_seen->stopped || differs) incise_test_leave(incise_test_seen->stopped == 77 ? 77 : 1);
    if (verdict == 0 && signal) __builtin_printf("incise test: signal %d, which is not expected\n", signal);
    else if (verdict == 0 && returned && !code) __builtin_printf("incise test: the function returned, which is not expected\n");
    else if (verdict == 0 && !returned) __builtin_printf("incise test: exit code %d, which is not expected\n", code);
    else if (verdict < 0) __builtin_printf("incise test: the expected error does not show in this run\n");
    else if ((int)incise_test_seen->n_calls < incise_test_n_calls) {
        __builtin_printf("incise test: a call that is expected is not made\n");
        verdict = 0;
    }
    incise_test_flush(0);
    incise_test_leave(verdict > 0 ? 0 : verdict == 0 ? 1 : 77);
}

/* Goes on in a child process, and ends this one when the child has ended. */
static void incise_test_apart(void) {
    void *shared = incise_test_mmap(0, sizeof *incise_test_seen, 3, 0x21, -1, 0);
    if ((long)shared == -1) incise_test_stop("no memory", 98);
    incise_test_seen = shared;
    incise_test_open_streams();
    int child = incise_test_fork(), status = 0;
    if (child < 0) incise_test_stop("no process", 98);
    if (child == 0) {
        incise_test_setrlimit(0, (const unsigned long[]){60, 60}); /* seconds of processor time */
        incise_test_setrlimit(4, (const unsigned long[]){0, 0});   /* no core files */
        incise_test_capture();
        return;
    }
    while (incise_test_waitpid(child, &status, 0) != child) continue;
    incise_test_finish(status);
}
"#;

const START: &str = r#"
__attribute__((constructor(102))) static void incise_test_watch(void) {
    incise_test_apart();
}
"#;
