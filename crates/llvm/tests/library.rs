//! A call of the C library is a call of the function that the source names.

mod program;

use incise_frontend::{Optimise, Options, instrument};
use incise_ir::{Callee, Module, StmtKind};
use program::{clang, folder, function, optimised, options, program_with, run, statements};

/// The names of the functions that `f` calls, in order, without intrinsics.
fn calls(module: &Module) -> Vec<String> {
    let named = statements(function(module, "f")).filter_map(|stmt| match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => Some(module.functions[*id].name.clone()),
        _ => None,
    });
    named.filter(|name| !name.starts_with("llvm.")).collect()
}

const CTYPE: &str = "#include <ctype.h>
int f(int c) { return isalpha(c) + isdigit(c) + isspace(c) + isupper(c) + tolower(c) + toupper(c); }";
const CTYPE_CALLS: [&str; 6] = ["isalpha", "isdigit", "isspace", "isupper", "tolower", "toupper"];

#[test]
fn tests_of_characters_are_calls() {
    let module = program_with(CTYPE, &options());
    assert_eq!(calls(&module), CTYPE_CALLS);
    for name in CTYPE_CALLS {
        assert!(function(&module, name).is_declaration(), "{name}");
    }
    let module = program_with(CTYPE, &optimised(Optimise::O0));
    assert_eq!(calls(&module), CTYPE_CALLS);
    let module = program_with(CTYPE, &optimised(Optimise::O2));
    assert!(calls(&module).starts_with(&["isalpha".to_owned()]), "{:?}", calls(&module));
}

#[test]
fn headers_bring_no_bodies() {
    let source = "#include <stdio.h>\n#include <stdlib.h>
        int f(const char *s) { putchar(getchar()); return atoi(s) + (int)atol(s) + (int)atof(s) + feof(stdin); }";
    let module = program_with(source, &options());
    let expected = ["getchar", "putchar", "atoi", "atol", "atof", "feof"];
    assert_eq!(calls(&module), expected);
    let defined: Vec<_> = module.functions.iter().filter(|f| !f.is_declaration()).map(|f| f.name.as_str()).collect();
    assert_eq!(defined, ["f"]);
}

#[test]
fn checked_variants_are_not_used_even_if_asked_for() {
    let source = "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>
        int f(const char *s) { char b[20]; strcpy(b, s); strcat(b, s); snprintf(b, 20, \"%s\", s); printf(\"%s\", b); return b[0]; }";
    for wanted in ["-D_FORTIFY_SOURCE=2", "-O2"] {
        let flags = ["-Wall", "-Wextra", "-Werror", wanted].map(str::to_owned).to_vec();
        let module = program_with(source, &Options { flags, ..options() });
        assert_eq!(calls(&module), ["strcpy", "strcat", "snprintf", "printf"], "{wanted}");
    }
}

#[test]
fn instrumented_programs_call_the_same_functions() {
    let main = "#include <stdio.h>\nint f(int); int main(void) { int a = !f('x'), b = f('7') - '7'; printf(\"%d %d\", a, b); return 0; }
        static int n; int isalpha(int c) { n++; return c == 'x'; } int tolower(int c) { return c - n; }";
    let source = "#include <ctype.h>\nint f(int c) { if (isalpha(c)) return 0; return tolower(c); }";
    let recorder = "void __incise_branch(unsigned f, unsigned b, unsigned t) {}";
    let folder =
        folder(&[("a.c", source.as_bytes()), ("main.c", main.as_bytes()), ("recorder.c", recorder.as_bytes())]);
    let output = folder.path().join("a.bc");
    instrument(&[folder.path().join("a.c")], &options(), &output, false).unwrap_or_else(|error| panic!("{error}"));
    clang(&["-w", "-fno-builtin", "-o", "program", "a.bc", "main.c", "recorder.c"], folder.path());
    // The program's own `isalpha` and `tolower` answer.
    assert_eq!(run(&folder.path().join("program")), "1 -2");
}
