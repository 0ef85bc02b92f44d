//! Functions without a body: what is known of their effects, by name.

/// What a call of a function that has no body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum External {
    /// Nothing that a reader of the source would see: not a node.
    Silent,
    /// Gives a new object.
    Allocates,
    /// Reads what its arguments point to, writes nothing that the program can read.
    Reads,
    /// Gives a new input, or ends the program.
    Plain,
    /// Copies from what its second argument points to into what the first does.
    Copies,
    /// Writes what its first argument points to.
    Fills,
    /// Anything: reads and writes all that its arguments lead to and all that is visible outside.
    Unknown,
}

/// What is known of a function.
pub fn external(name: &str) -> External {
    const SILENT: [&str; 7] = [
        "llvm.lifetime.",
        "llvm.dbg.",
        "llvm.assume",
        "llvm.stacksave",
        "llvm.stackrestore",
        "llvm.donothing",
        "llvm.experimental.noalias",
    ];
    if SILENT.iter().any(|prefix| name.starts_with(prefix)) {
        return External::Silent;
    }
    if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
        return External::Copies;
    }
    if name.starts_with("llvm.memset") {
        return External::Fills;
    }
    if name.starts_with("llvm.va_") || name.starts_with("llvm.masked.") {
        return External::Unknown;
    }
    let ours = name.starts_with("incise_") || name.starts_with("__VERIFIER_nondet");
    let fills = matches!(name, "incise_make_symbolic" | "__VERIFIER_nondet_memory");
    if ours && !fills || name.starts_with("llvm.") {
        return External::Plain;
    }
    match name {
        "malloc" | "calloc" | "aligned_alloc" => External::Allocates,
        "memcpy" | "memmove" => External::Copies,
        "memset" | "klee_make_symbolic" | "incise_make_symbolic" | "__VERIFIER_nondet_memory" | "bzero" | "free" => {
            External::Fills
        }
        "printf" | "fprintf" | "dprintf" | "__printf_chk" | "__fprintf_chk" | "puts" | "putchar" | "strlen"
        | "strcmp" | "strncmp" | "memcmp" | "atoi" | "atol" | "__assert_fail" | "perror" => External::Reads,
        "abs" | "labs" | "llabs" | "isdigit" | "isalpha" | "isalnum" | "isspace" | "isupper" | "islower"
        | "toupper" | "tolower" | "exit" | "abort" | "_exit" | "_Exit" | "quick_exit" | "rand" | "random"
        | "lrand48" | "srand" | "srandom" | "srand48" | "clock" | "getpid" | "getppid" | "klee_range" | "klee_int"
        | "__VERIFIER_assert" | "klee_assume" | "klee_assert" | "__VERIFIER_assume" | "__VERIFIER_error"
        | "reach_error" => External::Plain,
        _ if is_mathematical(name) => External::Plain,
        _ => External::Unknown,
    }
}

/// Functions of `<math.h>` that compute a number from numbers: for `double`, or with `f` or `l` for the other types. `lgamma` is none: it
/// sets `signgam`.
fn is_mathematical(name: &str) -> bool {
    const NAMES: &str = "fabs sqrt floor ceil trunc round rint nearbyint roundeven fmod copysign fmin fmax fma fdim lround \
                         llround lrint llrint sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 \
                         exp10 expm1 log log2 log10 log1p pow cbrt hypot erf erfc tgamma remainder";
    let known = |name: &str| NAMES.split_whitespace().any(|known| known == name);
    known(name) || name.strip_suffix(['f', 'l']).is_some_and(known)
}

#[cfg(test)]
mod tests {
    use super::{External, external};

    #[test]
    fn mathematical_functions_touch_no_memory() {
        for name in ["sqrt", "sqrtf", "tanl", "llvm.floor.f64"] {
            assert_eq!(external(name), External::Plain, "{name}");
        }
        for name in ["modf", "lgamma"] {
            assert_eq!(external(name), External::Unknown, "{name}");
        }
    }
}
