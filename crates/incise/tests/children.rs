//! Programs under test do not outlive the command. What they do is in a constructor and only done natively, where the stack is at
//! higher addresses than in a symbolic run.

mod interrupted;
mod support;

use interrupted::{Run, Stop};
use std::time::Duration;
use support::write;

/// A pair whose native runs begin with `what`.
fn pair(what: &str) -> Run {
    let run = Run::new();
    let start = format!(
        "#include <unistd.h>\n#include <stdio.h>\n__attribute__((constructor)) static void start(void) {{\n\
         int local;\n    if ((unsigned long)&local > 0x700000000000UL) {{ {what} }}\n}}\n"
    );
    write(run.folder(), "old.c", format!("{start}int f(int x) {{ return x; }}\n"));
    write(run.folder(), "new.c", format!("{start}int f(int x) {{ return x == 7 ? 8 : x; }}\n"));
    run
}

const COMMAND: [&str; 6] = ["diff", "old.c", "new.c", "--json", "--timeout", "20s"];

#[test]
fn a_descendant_that_left_its_group_is_killed() {
    let run = pair("if (fork() == 0) { setsid(); if (fork() == 0) for (;;) sleep(1); _exit(0); } usleep(50000);");
    let ended = run.finish(&COMMAND, Stop::Never);
    assert_eq!(ended.code, Some(1), "the native runs end and show the difference: {}", ended.stdout);
    run.leaves_nothing();
}

#[test]
fn a_large_file_is_not_written() {
    let run = pair(
        "FILE *f = fopen(\"large\", \"w\"); static char block[1 << 20]; \
         for (int i = 0; i < 4096; i++) fwrite(block, 1, sizeof block, f);",
    );
    let ended = run.finish(&COMMAND, Stop::Never);
    // The kernel ends both native runs: the difference is not seen.
    assert_eq!(ended.code, Some(3), "{}", ended.stdout);
    assert!(ended.stdout.contains("signal 25"), "{}", ended.stdout);
    run.leaves_nothing();
}

#[test]
fn endless_native_runs_die_with_the_command() {
    for signal in ["KILL", "TERM", "INT"] {
        let run = pair("fork(); for (;;) ;");
        let ended = run.finish(&COMMAND, Stop::Signal(signal, Duration::from_millis(1500)));
        assert_eq!(ended.code, if signal == "KILL" { None } else { Some(3) }, "{}", ended.stdout);
        assert!(ended.took_after_stop < Duration::from_secs(3), "{signal}: {:?}", ended.took_after_stop);
        run.leaves_nothing();
    }
}
