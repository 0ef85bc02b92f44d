//! The part of a C harness that compares standard output and standard error: each goes into a file in memory, is compared when the
//! function has returned or the process has ended, and is then written where it belongs.

use super::program::bytes;
use crate::test::{Ending, Test};
use std::fmt::Write;

/// Whether what is printed is known: nothing but the inputs decides it, and no error ends the run that need not show.
pub(crate) fn is_checked(test: &Test) -> bool {
    let shows = test.expected.error.as_ref().is_some_and(|error| crate::prediction_check::must_show(error.kind));
    test.expected.exact && (test.expected.ends != Ending::Error || shows)
}

/// Writes the functions that capture and compare it.
pub(crate) fn output(test: &Test, text: &mut String) {
    for (name, expected) in [("output", &test.expected.stdout.0), ("errors", &test.expected.stderr.0)] {
        let _ = writeln!(text, "static const unsigned char incise_test_{name}[] = {};", bytes(expected));
        let _ = writeln!(text, "enum {{ incise_test_{name}_size = {} }};", expected.len());
    }
    // libc says why it stops a process, behind what the program wrote.
    let is_open = test.expected.ends == Ending::Error;
    let _ = writeln!(text, "enum {{ incise_test_output_is_checked = {} }};", i32::from(is_checked(test)));
    let _ = writeln!(text, "enum {{ incise_test_errors_go_on = {} }};", i32::from(is_open));
    text.push_str(COMPARE);
}

const COMPARE: &str = r#"
int incise_test_memfd(const char *name, unsigned flags) __asm__("memfd_create");
int incise_test_dup(int fd) __asm__("dup");
int incise_test_onto(int from, int to) __asm__("dup2");
long incise_test_seek(int fd, long offset, int from) __asm__("lseek");
long incise_test_read(int fd, void *bytes, unsigned long size) __asm__("read");
long incise_test_put(int fd, const void *bytes, unsigned long size) __asm__("write");
int incise_test_setvbuf(void *stream, char *buffer, int mode, unsigned long size) __asm__("setvbuf");
extern void *incise_test_stdout __asm__("stdout");
static struct { int fd, kept, seen; const unsigned char *expected; long size; } incise_test_streams[2] = {
    {1, -1, -1, incise_test_output, incise_test_output_size},
    {2, -1, -1, incise_test_errors, incise_test_errors_size},
};

/* Before the processes part: both have the files. */
static void incise_test_open_streams(void) {
    incise_test_flush(0);
    for (int s = 0; s < 2; s++) {
        incise_test_streams[s].kept = incise_test_dup(incise_test_streams[s].fd);
        incise_test_streams[s].seen = incise_test_memfd("output", 0);
        if (incise_test_streams[s].kept < 0 || incise_test_streams[s].seen < 0)
            incise_test_stop("cannot capture the output", 98);
    }
}

/* In the process that runs the program: what it writes counts even if it is killed. */
static void incise_test_capture(void) {
    for (int s = 0; s < 2; s++) incise_test_onto(incise_test_streams[s].seen, incise_test_streams[s].fd);
    incise_test_setvbuf(incise_test_stdout, 0, 2, 0);
}

/* Whether standard error has a text. */
__attribute__((unused)) static int incise_test_says(const char *what) {
    unsigned long size = __builtin_strlen(what), matched = 0;
    char byte;
    incise_test_seek(incise_test_streams[1].seen, 0, 0);
    while (matched < size && incise_test_read(incise_test_streams[1].seen, &byte, 1) == 1)
        matched = byte == what[matched] ? matched + 1 : byte == what[0];
    return matched == size;
}

/* Gives whether the output differs, and writes it where it belongs. */
static int incise_test_compare_output(void) {
    int differs = 0;
    incise_test_flush(0);
    for (int s = 0; s < 2; s++) {
        int seen = incise_test_streams[s].seen;
        long size = incise_test_seek(seen, 0, 2), expected = incise_test_streams[s].size;
        if (s == 1 && incise_test_errors_go_on ? size < expected : size != expected) differs = 1;
        incise_test_seek(seen, 0, 0);
        unsigned char byte;
        for (long i = 0; incise_test_read(seen, &byte, 1) == 1; i++) {
            if (i < expected && byte != incise_test_streams[s].expected[i]) differs = 1;
            if (incise_test_put(incise_test_streams[s].kept, &byte, 1) != 1) break;
        }
        incise_test_onto(incise_test_streams[s].kept, incise_test_streams[s].fd);
    }
    differs = differs && incise_test_output_is_checked;
    if (differs) __builtin_printf("incise test: the output differs from what is expected\n");
    return differs;
}
"#;
