//! Functions of the C library that are modelled: explored and compared without a word on missing bodies. What each does is checked against glibc
//! by `runtime/test/run.sh`; here it is checked that programs get these models.

mod support;

use serde_json::Value;
use support::{document, incise_in, versions, write};

fn compared(old: &str, new: &str, args: &[&str]) -> Value {
    let mut all = vec!["--json"];
    all.extend(args);
    let (found, _) = document(&versions("diff", &[("a.c", old)], &[("a.c", new)], &all));
    found["functions"][0].clone()
}

/// Explores `f` natively confirmed: no error, no approximation.
#[track_caller]
fn clean(text: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.c", text);
    let output = incise_in(folder.path(), &["explore", "--json", "a.c", "--function", "f"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!(output.status.code(), Some(0), "{found:#}");
    found
}

const HEADERS: &str = "#define _GNU_SOURCE\n#include <arpa/inet.h>\n#include <assert.h>\n#include <errno.h>\n#include <getopt.h>\n\
    #include <inttypes.h>\n#include <math.h>\n#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/socket.h>\n#include <time.h>\n\
    #include <unistd.h>\n#include <wchar.h>\n";

#[test]
fn models_hold_what_the_library_promises() {
    let bodies = [
        "int f(unsigned x) { assert(ntohl(htonl(x)) == x); return 0; }",
        "int f(unsigned short x) { assert(htons(x) == (unsigned short)(x >> 8 | x << 8)); return 0; }",
        "int f(int e) { assert(strerror(e) != NULL); return 0; }",
        "int f(double d) { int e; double m = frexp(d, &e); assert(d != d || d == 0 || isinf(d) || (fabs(m) >= 0.5 && fabs(m) < 1)); return 0; }",
        "int f(int c) { wchar_t s[2] = {c, 0}; assert(wcslen(s) == (c != 0)); return 0; }",
        "int f(char c) { char b[4]; char s[3] = {c, 'x', 0}; assert(stpncpy(b, s, 4) - b == (c ? 2 : 0)); return 0; }",
        "int f(unsigned s) { assert(sleep(s) == 0 && usleep(5) == 0); return 0; }",
        "int f(int y) { if (y < 0 || y > 9999) return 0; struct tm t = {.tm_year = 100, .tm_mday = 1}; char b[16];\n\
         assert(strftime(b, sizeof b, \"%Y-%m\", &t) == 7 && strcmp(b, \"2000-01\") == 0); return 0; }",
        "int f(int x) { char *s; int n = asprintf(&s, \"%c%c\", 'a', 'b'); if (n >= 0) { assert(n == 2 && s[1] == 'b'); free(s); } return x; }",
    ];
    for body in bodies {
        clean(&format!("{HEADERS}{body}\n"));
    }
}

#[test]
fn options_are_parsed_from_any_arguments() {
    let program = |condition: &str| {
        format!(
            "{HEADERS}int main(int argc, char **argv) {{ int c, v = 0; const char *n = \"none\";\n\
             while ((c = getopt(argc, argv, \"vn:\")) != -1) switch (c) {{ case 'v': v++; break; case 'n': n = optarg; break; default: return 2; }}\n\
             if ({condition}) {{ errno = ENOENT; perror(n); return 1; }} return 0; }}\n"
        )
    };
    let found = compared(&program("v > 1"), &program("v > 2"), &["--sym-args", "3"]);
    assert_eq!(found["verdict"], "different", "{found:#}");
    let difference = &found["differences"][0];
    assert_eq!(difference["replayed"], true, "{found:#}");
    assert_eq!(difference["base"]["outputs"]["stderr"], "none: No such file or directory\\n", "{found:#}");
    let found = compared(&program("v > 1"), &program("v >= 2"), &["--sym-args", "3"]);
    assert_ne!(found["verdict"], "different", "{found:#}");
}

#[test]
fn what_is_assumed_of_the_environment_is_listed() {
    let program = |sum: &str| {
        format!(
            "{HEADERS}int f(int x) {{ time_t t = x ? 3600 : 90000; struct tm *d = localtime(&t); return d ? {sum} : -1; }}\n"
        )
    };
    let (old, new) = (program("d->tm_hour + x"), program("x + d->tm_hour"));
    let found = compared(&old, &new, &[]);
    assert_eq!(found["verdict"], "equivalent", "{found:#}");
    assert!(found["assumptions"].to_string().contains("local time is UTC"), "{found:#}");
}

const JUMPS: &str = "static jmp_buf place; static void leave(int x) { if (x > 10) longjmp(place, x > 100 ? 0 : x); }\n";

#[test]
fn jumps_return_once_more_to_where_they_were_set() {
    let body = "int f(int x) { volatile int n = 0; int r = setjmp(place);\n\
        if (r) { assert(x > 10 && n == 1 && (x > 100 ? r == 1 : r == x)); return 1; }\n\
        n = 1; leave(x); assert(x <= 10); return 0; }";
    clean(&format!("{HEADERS}{JUMPS}{body}\n"));
    let again = "int f(int x) { volatile int n = 0; setjmp(place); n++; if (n < 4) longjmp(place, 1); assert(n == 4); return x; }";
    clean(&format!("{HEADERS}{JUMPS}{again}\n"));
}

#[test]
fn jumps_are_compared() {
    let program = |rest: &str| format!("{HEADERS}{JUMPS}{rest}\n");
    let old = program("int f(int x) { if (setjmp(place)) return -1; leave(x); return x; }");
    let same = program("int f(int x) { int r = setjmp(place); if (r == 0) { leave(x); return x; } return -1; }");
    let found = compared(&old, &same, &["--function", "f"]);
    assert_eq!(found["verdict"], "equivalent", "{found:#}");
    let other = program(
        "int f(int x) { int r = setjmp(place); if (r == 0) { leave(x); return x; } return r == 50 ? -2 : -1; }",
    );
    let found = compared(&old, &other, &["--function", "f"]);
    assert_eq!(found["verdict"], "different", "{found:#}");
    assert_eq!(
        (&found["differences"][0]["replayed"], &found["differences"][0]["inputs"]["x"]),
        (&true.into(), &50.into()),
        "{found:#}"
    );
    // Changed since `setjmp` and not volatile: no value at all.
    let lost = program("int f(int x) { int n = 0; if (setjmp(place)) return n; n = x; longjmp(place, 1); }");
    let kept = program("int f(int x) { int n = 0; if (setjmp(place)) return x; n = x; longjmp(place, n | 1); }");
    let found = compared(&lost, &kept, &["--function", "f"]);
    assert_eq!(found["verdict"], "undecided", "{found:#}");
    // Where it goes is not known.
    let outside = |value: u32| program(&format!("int f(jmp_buf *p) {{ longjmp(*p, {value}); }}"));
    let found = compared(&outside(1), &outside(2), &["--function", "f"]);
    assert_eq!(found["verdict"], "undecided", "{found:#}");
}

#[test]
fn what_does_not_change_is_answered_alike_each_time() {
    let bodies = [
        "int f(void) { assert(getpid() == getpid() && getuid() == getuid()); return 0; }",
        "int f(void) { char *a = getenv(\"HOME\"); char *b = getenv(\"HOME\"); assert(!a == !b && (!a || strcmp(a, b) == 0)); return 0; }",
        "#include <sys/time.h>\nint f(void) { struct timeval t; assert(gettimeofday(&t, NULL) == 0 && t.tv_sec >= 0 && t.tv_usec < 1000000); return 0; }",
        "int f(void) { struct timespec t; assert(clock_gettime(CLOCK_MONOTONIC, &t) == 0 && t.tv_nsec < 1000000000); return 0; }",
    ];
    for body in bodies {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "a.c", format!("{HEADERS}{body}\n"));
        let output = incise_in(folder.path(), &["explore", "--json", "a.c", "--function", "f"]);
        let found: Value = serde_json::from_slice(&output.stdout).expect("a document");
        assert_eq!(found["function"]["errors"], serde_json::json!([]), "{found:#}");
    }
    let clock = |part: &str| {
        format!(
            "{HEADERS}int f(void) {{ struct timespec t; clock_gettime(CLOCK_REALTIME, &t); return (int)(t.{part} % 10); }}\n"
        )
    };
    let found = compared(&clock("tv_sec"), &clock("tv_nsec"), &["--function", "f"]);
    assert_eq!(found["verdict"], "different", "{found:#}");
    assert_eq!(found["differences"][0]["replayed"], true, "{found:#}");
}

#[test]
fn the_system_answers_as_posix_says_and_sets_errno() {
    let program = |rest: &str| format!("{HEADERS}{rest}\n");
    let old = program("int f(const char *p) { return unlink(p) < 0 ? 1 : 0; }");
    let found = compared(&old, &program("int f(const char *p) { return unlink(p) == -1; }"), &["--function", "f"]);
    assert_eq!(found["verdict"], "equivalent", "{found:#}");
    assert!(!found["assumptions"].to_string().contains("unlink"), "{found:#}");
    let old = program("int f(int fd) { return shutdown(fd, 0) < 0 && errno == EINTR; }");
    let found = compared(
        &old,
        &program("int f(int fd) { return shutdown(fd, 0) < 0 && errno == EBADF; }"),
        &["--function", "f"],
    );
    assert_ne!(found["verdict"], "equivalent", "{found:#}");
    let found = compared(
        &old,
        &program("int f(int fd) { return shutdown(fd, 0) == -1 && EINTR == errno; }"),
        &["--function", "f"],
    );
    assert_eq!(found["verdict"], "equivalent", "{found:#}");
}

/// Pairs that only answers which POSIX rules out tell apart, and one beside each that differs.
#[test]
fn answers_are_in_the_range_that_posix_gives() {
    let verdict = |old: &str, new: &str| {
        let program = |body: &str| format!("{HEADERS}#include <sys/socket.h>\n#include <poll.h>\n{body}\n");
        let found = compared(&program(old), &program(new), &["--function", "f"]);
        found["verdict"].as_str().expect("a verdict").to_owned()
    };
    let body = |parameters: &str, result: &str| format!("long f({parameters}) {{ {result} }}");
    let same = [
        ("const char *a, const char *b", "int r = rename(a, b); return r != 0 ? -1 : 0;", "return rename(a, b);"),
        ("int fd", "return isatty(fd) ? 1 : 0;", "return isatty(fd);"),
        ("int s, char *b", "return recv(s, b, 8, 0) > 8;", "recv(s, b, 8, 0); return 0;"),
        ("struct pollfd *p", "return poll(p, 1, 0) > 1;", "poll(p, 1, 0); return 0;"),
        (
            "const char *p",
            "if (unlink(p) < 0) return errno <= 0 ? -1 : errno; return 0;",
            "if (unlink(p) < 0) return errno; return 0;",
        ),
    ];
    for (parameters, old, new) in same {
        let found = verdict(&body(parameters, old), &body(parameters, new));
        assert!(found.starts_with("equivalent"), "{old} {new}: {found}");
    }
    let differs = [
        ("const char *a, const char *b", "int r = rename(a, b); return r != 0 ? -1 : 0;", "return -rename(a, b);"),
        ("int fd", "return isatty(fd) ? 1 : 0;", "return !isatty(fd);"),
        ("int s, char *b", "return recv(s, b, 8, 0) > 7;", "recv(s, b, 8, 0); return 0;"),
    ];
    for (parameters, old, new) in differs {
        let found = verdict(&body(parameters, old), &body(parameters, new));
        assert!(!found.starts_with("equivalent"), "{old} {new}: {found}");
    }
}

#[test]
fn a_callback_that_is_given_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.c", "int f(int (*back)(int), int x) { if (back) return back(x); return 0; }\n");
    let output = incise_in(folder.path(), &["explore", "--json", "a.c", "--function", "f"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!((&found["function"]["errors"], output.status.code()), (&serde_json::json!([]), Some(3)), "{found:#}");
}
