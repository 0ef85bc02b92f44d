//! The part of a C harness that calls one function.
//!
//! # Deviations
//! 1. A static local, and a static of another file than the function's, has no name here: it keeps its initial value, and a
//!    comment says so. `incise replay` sets all of them.

use super::argument::{arguments, asserted, linked};
use super::expectations::{ASSERT, CHECK, Globals, check_result, files, links, memory};
use super::global::{gives_value, global_place, is_outside};
use super::program::{Checks, bytes};
use crate::from_path::entry_function;
use crate::test::{Ending, ReachedFrom, Test, TestInputKind};
use incise_engine::HistoryCall;
use incise_ir::Module;
use std::fmt::Write;

/// The program's file that the harness includes: the one that defines the function, as the user named it.
pub(crate) fn included_file(module: &Module, test: &Test) -> Option<String> {
    let name = test.entry.function()?;
    let function = &module.functions[entry_function(module, name)?];
    let file = module.files.get(function.span.file)?;
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let programs: Vec<String> = test.program.iter().map(|program| program.display().to_string()).collect();
    let exact = programs.iter().find(|program| **program == file.path);
    let source = exact.or_else(|| programs.iter().find(|program| base(program) == base(&file.path)));
    source.filter(|program| program.ends_with(".c") || program.ends_with(".i")).cloned()
}

/// Writes `main`.
pub(crate) fn call(module: &Module, test: &Test, name: &str, checks: Checks, text: &mut String) {
    let Some(function) = entry_function(module, name).map(|id| &module.functions[id]) else {
        let _ = writeln!(text, "#error \"the program has no function {name}\"");
        return;
    };
    if included_file(module, test).is_none() {
        let _ = writeln!(text, "#error \"the C source of {name} is not known; use incise replay\"");
        return;
    }
    let Some(arguments) = arguments(module, test, function, 0) else {
        let _ = writeln!(text, "#error \"a parameter of {name} has no name for its type; use incise replay\"");
        return;
    };
    let file = function.span.file;
    let mut body = String::new();
    for input in &test.inputs {
        let TestInputKind::Global(symbol) = &input.kind else { continue };
        if is_outside(module, symbol) {
            continue; // it is defined with this value
        }
        let ty = module.globals.iter().find(|global| global.name == *symbol).and_then(|global| global.source_type);
        let value = asserted(module, ty, &input.bytes.0).filter(|_| checks == Checks::Assert);
        match global_place(module, symbol, file, text) {
            Some(place) if value.is_some() && place.starts_with('&') => {
                let _ = writeln!(body, "    {} = {};", &place[1..], value.unwrap_or_default());
            }
            Some(place) => {
                let n = input.bytes.0.len();
                let _ = writeln!(
                    body,
                    "    __builtin_memcpy((void *){place}, (const unsigned char[]){}, {n});",
                    bytes(&input.bytes.0)
                );
            }
            None => {
                let _ = writeln!(body, "    /* {symbol} has no name here: it keeps its initial value. */");
            }
        }
    }
    for (index, argument) in arguments.iter().enumerate() {
        body.push_str(&argument.declaration(index, checks));
    }
    body.push_str(&linked(test, arguments.len(), checks));
    let list: Vec<String> = (0..arguments.len()).map(|index| format!("a{index}")).collect();
    let called = format!("{}({})", function.source_name, list.join(", "));
    // What is passed stays unknown to the compiler, and what is given is needed: nothing is folded or left out.
    for argument in &list {
        let _ = writeln!(body, "    __asm__ volatile(\"\" : \"+m\"({argument}));");
    }
    body.push_str("    incise_test_apart();\n");
    let sees_errno = test.expected.reached.iter().any(|one| one.from == ReachedFrom::Errno);
    if sees_errno {
        text.push_str("extern int *incise_test_errno_at(void) __asm__(\"__errno_location\");\n");
        body.push_str("    *incise_test_errno_at() = 0;\n");
    }
    if let Err(reason) = history(module, test, checks, &mut body) {
        let _ = writeln!(text, "#error \"{reason}; use incise replay\"");
        return;
    }
    let has_result = gives_value(module, function);
    match has_result {
        true => {
            let _ = writeln!(body, "    __auto_type result = {called};");
            body.push_str("    __asm__ volatile(\"\" : : \"m\"(result) : \"memory\");\n");
        }
        false => {
            let _ = writeln!(body, "    {called};");
        }
    }
    if sees_errno {
        body.push_str("    int incise_test_errno = *incise_test_errno_at();\n");
    }
    body.push_str("    incise_test_seen->returned = 1;\n");
    if test.expected.ends == Ending::Return {
        body.push_str("    if (incise_test_compare_output()) return 1;\n");
        if has_result {
            check_result(module, test, function, checks, &mut body);
        }
        memory(test, &arguments, has_result, &mut body);
        links(test, &arguments, has_result, &mut body);
        let globals = Globals { module, file, checks };
        for one in &test.expected.reached {
            globals.reached(one, &arguments, has_result, (text, &mut body));
        }
        files(test, text, &mut body);
        for global in &test.expected.globals {
            globals.check(global, text, &mut body);
        }
    }
    text.push_str(match checks {
        Checks::Report => CHECK,
        Checks::Assert => ASSERT,
    });
    let _ = writeln!(text, "\nint main(void) {{\n{body}    return incise_test_failed;\n}}");
}

/// Writes the calls before that of the function, each with its arguments.
fn history(module: &Module, test: &Test, checks: Checks, body: &mut String) -> Result<(), String> {
    for (name, call) in test.entry.history().iter().zip(1u32..) {
        let function = entry_function(module, name).map(|id| &module.functions[id]);
        let function = function.ok_or_else(|| format!("the program has no function {name}"))?;
        let known = test.entry.function().and_then(|last| entry_function(module, last));
        if known.is_none_or(|last| module.functions[last].span.file != function.span.file) {
            return Err(format!("{name} is in another file"));
        }
        let first = (call * HistoryCall::STRIDE) as usize;
        let given = arguments(module, test, function, first);
        let given = given.ok_or_else(|| format!("a parameter of {name} has no name for its type"))?;
        for (index, argument) in given.iter().enumerate() {
            body.push_str(&argument.declaration(first + index, checks));
        }
        let list: Vec<String> = (0..given.len()).map(|index| format!("a{}", first + index)).collect();
        let _ = writeln!(body, "    {}({});", function.source_name, list.join(", "));
    }
    Ok(())
}
