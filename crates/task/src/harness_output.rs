//! The part of a C harness that compares standard output and standard error: each goes into a file in memory, is compared when the function
//! has returned or the program ends, and is then written where it belongs.

use crate::harness::bytes;
use crate::test::{Ending, Test, TestEntry};
use std::fmt::Write;

/// Whether what is printed is known: not where an error ends the run, and where nothing but the inputs decides it.
pub(crate) fn is_checked(test: &Test) -> bool {
    test.expected.exact && test.expected.ends != Ending::Error
}

/// Writes the functions that compare it. A program is watched from before `main` to its end.
pub(crate) fn output(test: &Test, text: &mut String) {
    if !is_checked(test) {
        return;
    }
    for (name, expected) in [("output", &test.expected.stdout.0), ("errors", &test.expected.stderr.0)] {
        let _ = writeln!(text, "static const unsigned char incise_test_{name}[] = {};", bytes(expected));
        let _ = writeln!(text, "enum {{ incise_test_{name}_size = {} }};", expected.len());
    }
    text.push_str(COMPARE);
    if test.entry == TestEntry::Main {
        text.push_str(START);
    }
}

/// The exit code 96 says that the output is another.
const COMPARE: &str = r#"
int incise_test_memfd(const char *name, unsigned flags) __asm__("memfd_create");
int incise_test_dup(int fd) __asm__("dup");
int incise_test_onto(int from, int to) __asm__("dup2");
long incise_test_seek(int fd, long offset, int from) __asm__("lseek");
long incise_test_read(int fd, void *bytes, unsigned long size) __asm__("read");
long incise_test_put(int fd, const void *bytes, unsigned long size) __asm__("write");
int incise_test_flush(void *stream) __asm__("fflush");
void incise_test_leave(int status) __asm__("_exit");
static struct { int fd, kept, seen; const unsigned char *expected; long size; } incise_test_streams[2] = {
    {1, -1, -1, incise_test_output, incise_test_output_size},
    {2, -1, -1, incise_test_errors, incise_test_errors_size},
};

static void incise_test_capture(void) {
    incise_test_flush(0);
    for (int s = 0; s < 2; s++) {
        incise_test_streams[s].kept = incise_test_dup(incise_test_streams[s].fd);
        incise_test_streams[s].seen = incise_test_memfd("output", 0);
        if (incise_test_streams[s].kept < 0 || incise_test_streams[s].seen < 0)
            incise_test_stop("cannot capture the output", 98);
        incise_test_onto(incise_test_streams[s].seen, incise_test_streams[s].fd);
    }
}

/* Also called at exit, when a function does not return. */
__attribute__((destructor)) static void incise_test_compare_output(void) {
    int differs = 0;
    incise_test_flush(0);
    for (int s = 0; s < 2; s++) {
        int seen = incise_test_streams[s].seen;
        if (seen < 0) continue;
        differs |= incise_test_seek(seen, 0, 2) != incise_test_streams[s].size;
        incise_test_seek(seen, 0, 0);
        unsigned char byte;
        for (long i = 0; incise_test_read(seen, &byte, 1) == 1; i++) {
            if (i < incise_test_streams[s].size && byte != incise_test_streams[s].expected[i]) differs = 1;
            if (incise_test_put(incise_test_streams[s].kept, &byte, 1) != 1) break;
        }
        incise_test_onto(incise_test_streams[s].kept, incise_test_streams[s].fd);
        incise_test_streams[s].seen = -1;
    }
    if (differs) {
        __builtin_printf("incise test: the output differs from what is expected\n");
        incise_test_flush(0);
        incise_test_leave(96);
    }
}
"#;

const START: &str = r#"
__attribute__((constructor)) static void incise_test_watch(void) {
    incise_test_capture();
}
"#;
