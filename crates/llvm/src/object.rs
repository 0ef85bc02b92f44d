//! Machine code of an instrumented program and of small modules that belong to it: what clang would make of each at `-O0`, without
//! a process for each.
//!
//! # Deviations
//! 1. A program with constructors or destructors is rejected: LLVM's C interface cannot be told to list them where
//!    today's start-up code looks, as clang does. So is one that was compiled for another machine.
//! 2. There is no debug information in the result: nobody debugs it.

use crate::raw::{Machine, Module};
use std::ffi::CString;
use std::path::{Path, PathBuf};

/// Lists of functions that run before and after `main`.
const AROUND_MAIN: [&str; 2] = ["llvm.global_ctors", "llvm.global_dtors"];

/// Writes the program's object file, and one beside each of the other files, which hold textual IR.
pub fn write(program: Module, output: &Path, others: &[PathBuf]) -> Result<(), String> {
    let machine = Machine::native()?;
    let native = machine.triple();
    let own = program.triple();
    if !own.is_empty() && architecture(&own) != architecture(&native) {
        return Err(format!("compiled for {own}, not for {native}"));
    }
    if program.globals().iter().any(|global| AROUND_MAIN.contains(&global.name().as_str())) {
        return Err("functions that run before or after main are left to clang".to_owned());
    }
    let triple = CString::new(native).map_err(|error| error.to_string())?;
    let emit = |module: Module, output: &Path| {
        module.set_triple(&triple);
        module.strip_debug_information();
        machine.write_object(module, output)
    };
    emit(program, output)?;
    for file in others {
        let text = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let module = Module::parse(file, &text)?;
        module.verify()?;
        emit(module, &file.with_extension("o"))?;
    }
    Ok(())
}

fn architecture(triple: &str) -> &str {
    triple.split('-').next().unwrap_or_default()
}
