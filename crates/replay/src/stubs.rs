//! Stubs for functions that have neither a body nor a model, as LLVM IR: each notes its call and gives the test's answer, see
//! `__incise_event` in runtime/replay/replay.c.
//!
//! The linker sends the program's calls to them (`--wrap`), whether a library has such a function or not.

use crate::call::{quoted, result_size, type_name};
use incise_ir::library;
use incise_ir::{Effect, FuncId, Function, Id, Module, SourceType, Type, is_pointed_to};
use std::fmt::Write;

/// The functions that get a stub.
pub(crate) fn answered<'a>(module: &'a Module, has_model: &dyn Fn(&str) -> bool) -> Vec<&'a Function> {
    let wanted = |function: &&Function| {
        let name = function.name.as_str();
        let is_ours = library::is_reserved(name) || library::facts(name).used_by_replay;
        function.is_declaration() && !is_ours && !has_model(name) && !is_pointed_to(name)
    };
    module.functions.iter().filter(wanted).collect()
}

/// The declarations that stand for functions to which pointers in memory lead.
pub(crate) fn pointed_to(module: &Module) -> impl Iterator<Item = (FuncId, &Function)> {
    module.functions.iter_ids().filter(|(_, function)| is_pointed_to(&function.name))
}

/// Stubs for functions of these types: each is called with the name of the function that is meant, see runtime/replay/outside.c.
fn outside_stubs(module: &Module, first: usize, text: &mut String) {
    let mut cases = String::new();
    for (number, (id, function)) in pointed_to(module).enumerate() {
        stub(module, function, first + number, text);
        let _ = writeln!(cases, "    i32 {}, label %f{number}", id.index());
    }
    let _ = writeln!(text, "define ptr @__incise_outside_stub(i32 %number) {{");
    let _ = writeln!(text, "  switch i32 %number, label %none [\n{cases}  ]");
    for (number, (_, function)) in pointed_to(module).enumerate() {
        let _ = writeln!(text, "f{number}:\n  ret ptr @{}", quoted(&function.name));
    }
    text.push_str("none:\n  ret ptr null\n}\n");
}

/// Definitions of functions that get a stub.
pub(crate) fn stubs(module: &Module, functions: &[&Function]) -> String {
    let mut text = String::from("declare void @__incise_event(ptr, i32, ptr, ptr, ptr, i64)\n");
    text.push_str("declare void @__incise_answer(ptr, i32, ptr, ptr, ptr, i64)\n");
    text.push_str("declare void @__incise_no_return()\n");
    for (number, function) in functions.iter().enumerate() {
        stub(module, function, number, &mut text);
    }
    if pointed_to(module).next().is_some() {
        outside_stubs(module, functions.len(), &mut text);
    }
    text
}

fn stub(module: &Module, function: &Function, number: usize, text: &mut String) {
    let n_params = function.params.len();
    let name = quoted(&function.name);
    let inner = &name[1..name.len() - 1];
    let _ = writeln!(text, "@name{number} = private constant [{} x i8] c\"{inner}\\00\"", function.name.len() + 1);
    let size_of = |index: usize| module.types.store_size(function.locals[function.params[index].local].ty);
    let sizes: Vec<String> = (0..n_params).map(|index| format!("i64 {}", size_of(index))).collect();
    let _ = writeln!(text, "@sizes{number} = private constant [{n_params} x i64] [{}]", sizes.join(", "));
    let is_pointed_to = is_pointed_to(&function.name);
    let chain = is_pointed_to.then(|| String::from("ptr nest %name"));
    let params = chain.into_iter().chain((0..n_params).map(|index| parameter(module, function, index)));
    let params: Vec<String> = params.collect();
    let dots = match (function.variadic, n_params) {
        (false, _) => "",
        (true, 0) => "...",
        (true, _) => ", ...",
    };
    let ret = type_name(module, function.ret);
    let wrapped = if is_pointed_to { name } else { quoted(&format!("__wrap_{}", function.name)) };
    let shown = if is_pointed_to { String::from("%name") } else { format!("@name{number}") };
    let _ = writeln!(text, "define {}{ret} @{wrapped}({}{dots}) {{", extension(module, function), params.join(", "));
    let _ = writeln!(text, "  %args = alloca [{} x ptr], align 16", n_params.max(1));
    for (index, param) in function.params.iter().enumerate() {
        let ty = type_name(module, function.locals[param.local].ty);
        let _ = writeln!(text, "  %s{index} = alloca {ty}, align 16");
        let _ = writeln!(text, "  store {ty} %a{index}, ptr %s{index}, align 16");
        let _ = writeln!(text, "  %p{index} = getelementptr ptr, ptr %args, i64 {index}");
        let _ = writeln!(text, "  store ptr %s{index}, ptr %p{index}, align 8");
    }
    let is_void = *module.types.get(function.ret) == Type::Void;
    let has_result = !is_void && !function.noreturn;
    let (slot, size) = if has_result { ("%slot", module.types.store_size(function.ret)) } else { ("null", 0) };
    if has_result {
        let _ = writeln!(text, "  %slot = alloca {ret}, align 16");
    }
    let is_seen = function.promises.effect == Effect::Any || function.noreturn;
    let answers = if is_seen { "__incise_event" } else { "__incise_answer" };
    let _ = writeln!(
        text,
        "  call void @{answers}(ptr {shown}, i32 {n_params}, ptr %args, ptr @sizes{number}, ptr {slot}, i64 {size})"
    );
    if function.noreturn {
        text.push_str("  call void @__incise_no_return()\n  unreachable\n}\n");
    } else if is_void {
        text.push_str("  ret void\n}\n");
    } else {
        let _ = writeln!(text, "  %result = load {ret}, ptr %slot, align 16\n  ret {ret} %result\n}}");
    }
}

fn parameter(module: &Module, function: &Function, index: usize) -> String {
    let param = &function.params[index];
    match param.byval {
        Some((size, align)) => format!("ptr byval([{size} x i8]) align {} %a{index}", align.max(1)),
        None if param.sret => format!("ptr sret([{} x i8]) %a{index}", result_size(module, function)),
        None => format!("{} %a{index}", type_name(module, function.locals[param.local].ty)),
    }
}

/// The callee extends a narrow result; the caller relies on it.
fn extension(module: &Module, function: &Function) -> &'static str {
    let narrow = matches!(module.types.get(function.ret), Type::Int(width) if *width < 32);
    let ret = function.source_type.and_then(|ty| match &module.source_types[ty] {
        SourceType::Function { ret, .. } => Some(crate::value::strip(module, *ret)),
        _ => None,
    });
    match ret.map(|ret| &module.source_types[ret]) {
        _ if !narrow => "",
        Some(SourceType::Int { signed: true, boolean: false, .. }) => "signext ",
        _ => "zeroext ",
    }
}
