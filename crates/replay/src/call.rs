//! The call that fits one function, as LLVM IR: runtime/replay/function.c asks for it.
//!
//! IR and not C, because the function's machine types are what must fit: a struct that travels in registers, a static
//! that has no name in another file, a type that only debug information knows.

use incise_engine::HistoryCall;
use incise_ir::library;
use incise_ir::{FloatKind, Function, Global, GlobalId, Id, Module, SourceType, Type, TypeId, callback_name};
use std::fmt::Write;

/// Globals larger than this are neither predicted nor compared.
const MAX_GLOBAL: u64 = 4096;
/// The size of an array whose length is not known: a test says how much of it there is.
const OPEN: i64 = -1;

/// The globals that are set before the call and looked at after it.
pub(crate) fn observed_globals(module: &Module) -> impl Iterator<Item = (GlobalId, &Global)> {
    module.globals.iter_ids().filter(|(_, global)| {
        let ours = !global.name.starts_with("llvm.") && !global.name.starts_with(".str");
        let is_own = !global.constant && global.init.is_some();
        let has_size = global.size > 0 && global.size <= MAX_GLOBAL || module.open_element(global).is_some();
        ours && (is_own || global.is_outside()) && has_size
    })
}

/// Whether the program has accesses that the replay answers.
pub(crate) fn has_outside_accesses(module: &Module) -> bool {
    module.functions.iter().any(|function| library::outside_access(&function.name).is_some())
}

/// The objects whose volatile accesses the replay answers, by name: `__incise_each_outside`.
fn each_outside(module: &Module, alone: bool, text: &mut String) {
    let is_seen = |global: &&Global| {
        let is_own = !alone && !global.internal && global.init.is_some() && !global.name.starts_with("llvm.");
        (is_own || global.is_outside()) && !global.thread_local
    };
    let mut calls = String::new();
    for (number, global) in module.globals.iter().filter(is_seen).enumerate() {
        let size = if module.open_element(global).is_some() { MAX_GLOBAL } else { global.size };
        let (name, writable) = (quoted(&global.name), i32::from(!global.constant || global.is_outside()));
        let inner = &name[1..name.len() - 1];
        let length = global.name.len() + 1;
        let _ = writeln!(text, "@outside{number} = private constant [{length} x i8] c\"{inner}\\00\"");
        if !global.is_outside() {
            let _ = writeln!(text, "@{name} = external global [{size} x i8]");
        }
        let _ = writeln!(calls, "  call void %each(ptr @outside{number}, ptr @{name}, i64 {size}, i32 {writable})");
    }
    let _ = writeln!(text, "define void @__incise_each_outside(ptr %each) {{\n{calls}  ret void\n}}");
}

/// Definitions of what the program leaves to others, and of `__incise_each_global` where nothing but these is set.
pub(crate) fn outside_objects(module: &Module, alone: bool) -> Option<String> {
    let outside: Vec<&Global> = module.globals.iter().filter(|global| global.is_outside()).collect();
    if outside.is_empty() && !has_outside_accesses(module) {
        return None;
    }
    let mut text = String::new();
    if has_outside_accesses(module) {
        each_outside(module, alone, &mut text);
    }
    for global in &outside {
        let size = if module.open_element(global).is_some() { MAX_GLOBAL } else { global.size.max(1) };
        let thread = if global.thread_local { "thread_local " } else { "" };
        let (name, align) = (quoted(&global.name), global.align.max(16));
        let _ = writeln!(text, "@{name} = {thread}global [{size} x i8] zeroinitializer, align {align}");
    }
    if alone {
        each_of(module, observed_globals(module).filter(|(_, global)| global.is_outside()), &mut text);
    }
    Some(text)
}

/// Definitions of `__incise_call` and `__incise_each_global`: calls of functions one after the other, of which the last one counts.
pub(crate) fn calls(module: &Module, functions: &[&Function]) -> String {
    let mut text = String::new();
    let mut declared: Vec<&str> = Vec::new();
    for function in functions {
        if !declared.contains(&function.name.as_str()) {
            let ret = type_name(module, function.ret);
            let _ = writeln!(text, "declare {ret} @{}{}", linked_name(function), signature(module, function));
            for (_, callback) in callbacks(module, function) {
                let _ = writeln!(text, "declare void @{}()", quoted(&callback));
            }
            declared.push(&function.name);
        }
    }
    text.push_str("declare ptr @__incise_argument(i32, i64)\ndeclare ptr @__incise_pointee(i32)\n");
    text.push_str("declare i32 @__incise_passed(i32)\ndeclare void @__incise_result(ptr, i64)\n\n");
    each_global(module, &mut text);
    text.push_str("define void @__incise_call() {\n");
    if let Some((last, before)) = functions.split_last() {
        for (function, call) in before.iter().zip(1u32..) {
            let arguments = arguments(module, function, call * HistoryCall::STRIDE, &mut text);
            let (ret, name) = (type_name(module, function.ret), linked_name(function));
            let _ = writeln!(text, "  call {ret} {} @{name}({arguments})", signature(module, function));
        }
        last_call(module, last, &mut text);
    }
    text.push_str("  ret void\n}\n");
    text
}

fn linked_name(function: &Function) -> String {
    match function.name.as_str() {
        "main" => quoted("__real_main"), // the linker sends `main` to where the process starts
        name => quoted(name),
    }
}

fn signature(module: &Module, function: &Function) -> String {
    let declared: Vec<String> =
        function.params.iter().map(|param| type_name(module, function.locals[param.local].ty)).collect();
    let dots = match (function.variadic, declared.is_empty()) {
        (false, _) => "",
        (true, true) => "...",
        (true, false) => ", ...",
    };
    format!("({}{dots})", declared.join(", "))
}

/// Fetches arguments, numbered from `first` on.
fn arguments(module: &Module, function: &Function, first: u32, text: &mut String) -> String {
    let arguments: Vec<String> =
        (0..function.params.len()).map(|index| argument(module, function, (index, first), text)).collect();
    arguments.join(", ")
}

/// The call whose result is looked at.
fn last_call(module: &Module, function: &Function, text: &mut String) {
    let (ret, name, signature) = (type_name(module, function.ret), linked_name(function), signature(module, function));
    let arguments = arguments(module, function, 0, text);
    match module.types.get(function.ret) {
        Type::Void => {
            let _ = writeln!(text, "  call void {signature} @{name}({arguments})");
            match function.params.iter().position(|param| param.sret) {
                Some(index) => {
                    let size = result_size(module, function);
                    let _ = writeln!(text, "  call void @__incise_result(ptr %a{index}, i64 {size})");
                }
                None => text.push_str("  call void @__incise_result(ptr null, i64 0)\n"),
            }
        }
        _ => {
            let size = module.types.store_size(function.ret);
            let _ = writeln!(text, "  %slot = alloca {ret}, align 16");
            let _ = writeln!(text, "  %result = call {ret} {signature} @{name}({arguments})");
            let _ = writeln!(text, "  store {ret} %result, ptr %slot, align 16");
            let _ = writeln!(text, "  call void @__incise_result(ptr %slot, i64 {size})");
        }
    }
}

/// The parameters that are functions from outside, each with the function that stands for it.
fn callbacks(module: &Module, function: &Function) -> Vec<(usize, String)> {
    let named = (0..function.params.len()).map(|index| (index, callback_name(&function.name, index)));
    named.filter(|(_, name)| module.function(name).is_some()).collect()
}

/// Fetches an argument, by its position and the number of the first one, and gives it as the call writes it.
fn argument(module: &Module, function: &Function, (position, first): (usize, u32), text: &mut String) -> String {
    let param = &function.params[position];
    let index = first as usize + position;
    let ty = function.locals[param.local].ty;
    let name = type_name(module, ty);
    if let Some((size, align)) = param.byval {
        let _ = writeln!(text, "  %a{index} = call ptr @__incise_argument(i32 {index}, i64 {size})");
        return format!("ptr byval([{size} x i8]) align {} %a{index}", align.max(1));
    }
    if param.sret {
        let size = result_size(module, function);
        let _ = writeln!(text, "  %a{index} = call ptr @__incise_argument(i32 {index}, i64 {size})");
        return format!("ptr sret([{size} x i8]) %a{index}");
    }
    let callbacks = callbacks(module, function);
    if callbacks.iter().any(|(own, _)| *own == position) {
        let _ = writeln!(text, "  %n{index} = call i32 @__incise_passed(i32 {index})");
        let mut value = String::from("null");
        for (number, callback) in &callbacks {
            let (passed, name) = (first as usize + number, quoted(callback));
            let _ = writeln!(text, "  %c{index}.{passed} = icmp eq i32 %n{index}, {passed}");
            let _ = writeln!(text, "  %f{index}.{passed} = select i1 %c{index}.{passed}, ptr @{name}, ptr {value}");
            value = format!("%f{index}.{passed}");
        }
        return format!("ptr {value}");
    }
    if *module.types.get(ty) == Type::Ptr {
        let _ = writeln!(text, "  %a{index} = call ptr @__incise_pointee(i32 {index})");
        return format!("ptr %a{index}");
    }
    let size = module.types.store_size(ty);
    let _ = writeln!(text, "  %p{index} = call ptr @__incise_argument(i32 {index}, i64 {size})");
    let _ = writeln!(text, "  %a{index} = load {name}, ptr %p{index}, align 1");
    // The caller extends narrow integers; the callee relies on it.
    let extended = match module.types.get(ty) {
        Type::Int(width) if *width < 32 => {
            if param.signed {
                " signext"
            } else {
                " zeroext"
            }
        }
        _ => "",
    };
    format!("{name}{extended} %a{index}")
}

/// Bytes of a struct that is returned in memory.
pub(crate) fn result_size(module: &Module, function: &Function) -> u64 {
    let ret = function.source_type.and_then(|ty| match &module.source_types[ty] {
        SourceType::Function { ret, .. } => Some(crate::value::strip(module, *ret)),
        _ => None,
    });
    match ret.map(|ret| &module.source_types[ret]) {
        Some(SourceType::Record { size, .. }) => *size,
        _ => MAX_GLOBAL,
    }
}

fn each_global(module: &Module, text: &mut String) {
    for (_, global) in observed_globals(module) {
        let thread = if global.thread_local { "thread_local " } else { "" };
        let _ = writeln!(text, "@{} = external {thread}global [{} x i8]", quoted(&global.name), global.size);
    }
    each_of(module, observed_globals(module), text);
}

fn each_of<'m>(module: &Module, globals: impl Iterator<Item = (GlobalId, &'m Global)>, text: &mut String) {
    text.push_str("\ndefine void @__incise_each_global(ptr %each) {\n");
    for (id, global) in globals {
        let size = if module.open_element(global).is_some() { OPEN } else { global.size as i64 };
        let (name, number) = (quoted(&global.name), id.index());
        let _ = writeln!(text, "  call void %each(i32 {number}, ptr @{name}, i64 {size})");
    }
    text.push_str("  ret void\n}\n\n");
}

pub(crate) fn type_name(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        Type::Void => "void".into(),
        Type::Int(width) => format!("i{width}"),
        Type::Float(kind) => match kind {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X87 => "x86_fp80",
            FloatKind::Quad => "fp128",
        }
        .into(),
        Type::Ptr => "ptr".into(),
        Type::Vector { len, elem } => format!("<{len} x {}>", type_name(module, *elem)),
        Type::Array { len, elem, .. } => format!("[{len} x {}]", type_name(module, *elem)),
        Type::Struct { fields, .. } => {
            let fields: Vec<String> = fields.iter().map(|field| type_name(module, field.ty)).collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}

/// A name between quotes, other bytes than letters, digits and `._$-` as `\XX`.
pub(crate) fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' | b'$' | b'-' => text.push(byte as char),
            other => {
                let _ = write!(text, "\\{other:02X}");
            }
        }
    }
    text.push('"');
    text
}
