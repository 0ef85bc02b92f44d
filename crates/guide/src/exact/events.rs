//! What functions without a body do beside reading and writing memory, by name.

use super::model::Ends;
use incise_deps::{External, external};
use incise_engine::is_modelled;
use incise_ir::Function;

/// What a function without a body does that everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Event {
    /// It writes to a stream.
    pub output: bool,
    /// It takes the next input, or moves where the next one comes from.
    pub input: bool,
    /// It ends the program.
    pub ends: Ends,
    /// It reads the arguments that have no name.
    pub arguments: bool,
    /// It works on memory that its arguments point to.
    pub memory: bool,
}

/// What a function without a body does. A call of one that has no model either is seen from outside like an output, and its
/// answer is the next input.
pub fn event(function: &Function) -> Event {
    let name = function.name.as_str();
    let kind = external(name);
    let is_call = !is_modelled(name) && kind != External::Silent;
    Event {
        output: is_call || is_output(name),
        input: is_call || kind == External::Unknown || is_input(name),
        ends: if function.noreturn { Ends::Always } else { ends(name) },
        arguments: name.starts_with("llvm.va_start"),
        memory: is_call || matches!(kind, External::Reads | External::Copies | External::Fills | External::Unknown),
    }
}

fn is_output(name: &str) -> bool {
    matches!(
        name,
        "printf"
            | "__printf_chk"
            | "vprintf"
            | "fprintf"
            | "__fprintf_chk"
            | "vfprintf"
            | "dprintf"
            | "perror"
            | "puts"
            | "putchar"
            | "fputs"
            | "fputc"
            | "putc"
            | "fwrite"
            | "write"
            | "__incise_write"
    )
}

fn is_input(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet")
        || (name.starts_with("incise_") && ends(name) == Ends::No)
        || name.starts_with("__incise_")
        || matches!(
            name,
            "klee_make_symbolic"
                | "klee_int"
                | "klee_range"
                | "rand"
                | "random"
                | "lrand48"
                | "rand_r"
                | "srand"
                | "srandom"
                | "srand48"
                | "time"
                | "clock"
                | "getpid"
                | "getppid"
                | "getenv"
                | "secure_getenv"
        )
}

fn ends(name: &str) -> Ends {
    match name {
        "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "abort"
        | "llvm.trap"
        | "llvm.debugtrap"
        | "llvm.ubsantrap"
        | "__assert_fail"
        | "__assert"
        | "__assert_perror_fail"
        | "__assert_rtn"
        | "reach_error"
        | "__VERIFIER_error"
        | "klee_abort"
        | "klee_report_error"
        | "klee_silent_exit"
        | "__incise_unsupported" => Ends::Always,
        "klee_assume" | "__VERIFIER_assume" | "incise_assume" | "incise_assert" | "__VERIFIER_assert"
        | "klee_assert" | "klee_check" => Ends::May,
        _ => Ends::No,
    }
}

/// Whether control can come back in a way that no graph shows, or run beside itself.
pub fn is_beyond(name: &str) -> bool {
    matches!(
        name,
        "setjmp"
            | "_setjmp"
            | "__sigsetjmp"
            | "sigsetjmp"
            | "longjmp"
            | "_longjmp"
            | "siglongjmp"
            | "llvm.eh.sjlj.setjmp"
            | "llvm.eh.sjlj.longjmp"
            | "fork"
            | "vfork"
            | "pthread_create"
            | "thrd_create"
            | "signal"
            | "sigaction"
            | "atexit"
            | "on_exit"
            | "at_quick_exit"
    )
}
