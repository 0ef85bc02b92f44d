//! Reading, linking and checking the input.
//!
//! *In*: paths of textual IR or bitcode. *Out*: one verified LLVM module for a 64-bit little-endian target whose debug
//! records are calls. Lowering and instrumenting both start here, so that they number functions and blocks alike.

use crate::decision::Selects;
use crate::raw::Module;
use crate::{shift_checks, volatile_calls};
use std::path::PathBuf;

/// The layout of x86-64 Linux, for hand-written IR that names none.
const DEFAULT_LAYOUT: &std::ffi::CStr =
    c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Reads files as one module.
pub fn read(files: &[PathBuf], selects: Selects) -> Result<Module, String> {
    let mut whole: Option<Module> = None;
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.display();
        let module = Module::parse(file, &bytes).map_err(|message| {
            let message = message.trim_start_matches(&format!("{name}: ")).to_owned();
            format!("{name}: not valid LLVM IR: {message}")
        })?;
        // Linking reads what it takes to be valid, so each part is checked before.
        module.verify().map_err(|message| format!("{name}: breaks the rules of LLVM IR: {message}"))?;
        if module.layout_text().is_empty() {
            module.set_layout(DEFAULT_LAYOUT);
        }
        let layout = module.layout();
        if layout.pointer_size(0) != 8 || !layout.is_little_endian() {
            let triple = module.triple();
            return Err(format!(
                "{name}: compiled for {triple}; only 64-bit little-endian targets are supported (compile without -m32)"
            ));
        }
        match whole {
            None => whole = Some(module),
            Some(whole) => whole
                .link(module)
                .map_err(|message| format!("{name}: cannot be linked with the other files: {message}"))?,
        }
    }
    let whole = whole.ok_or("no input")?;
    whole.verify()?;
    whole.debug_records_to_calls();
    shift_checks::into_promises(whole);
    volatile_calls::into_calls(whole, selects);
    whole.verify()?;
    Ok(whole)
}
