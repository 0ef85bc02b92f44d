//! What a C harness calls globals, and whether a function gives a value.

use crate::value::strip;
use incise_ir::{FileId, Function, Global, Module, SourceType, SourceTypeId};

pub(crate) fn result_type(module: &Module, function: &Function) -> Option<SourceTypeId> {
    match &module.source_types[function.source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    }
}

/// Whether the harness itself defines a global.
pub(crate) fn is_outside(module: &Module, symbol: &str) -> bool {
    module.global(symbol).is_some_and(|id| module.globals[id].is_outside())
}

/// An expression for a global's address; what must be declared for it goes to `text`.
pub(crate) fn global_place(module: &Module, symbol: &str, file: FileId, text: &mut String) -> Option<String> {
    let global: &Global = module.globals.iter().find(|global| global.name == symbol)?;
    if global.span.file == file && !global.source_name.contains('.') && global.span.is_known() {
        return Some(format!("&{}", global.source_name));
    }
    if global.internal || global.thread_local {
        return None;
    }
    let own = format!("incise_test_global_{}", symbol.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    let declaration = format!("extern unsigned char {own}[] __asm__(\"{symbol}\");\n");
    if !text.contains(&declaration) {
        text.push_str(&declaration);
    }
    Some(own)
}

pub(crate) fn gives_value(module: &Module, function: &Function) -> bool {
    result_type(module, function).is_some_and(|ty| module.source_types[strip(module, ty)] != SourceType::Void)
}
