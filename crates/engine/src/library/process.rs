//! How a program ends.

use crate::call::CallSite;
use crate::engine::{Builtin, Engine, FUNCTION_BASE, Next, Step, Stop};
use crate::error::{ErrorKind, PathEnd};
use crate::ledger::Weakness;
use crate::state::State;
use crate::value::Value;
use incise_ir::{FuncId, Id};
use std::rc::Rc;

pub(super) fn model(name: &str) -> Option<Builtin> {
    Some(match name {
        "exit" => exit,
        "_exit" | "_Exit" | "quick_exit" => exit_now,
        "abort" | "llvm.trap" | "llvm.debugtrap" | "llvm.ubsantrap" => abort,
        "__assert_fail" | "__assert" | "__assert_perror_fail" | "__assert_rtn" => assert_fail,
        "atexit" => at_exit,
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
        | "execve"
        | "execv"
        | "execvp"
        | "pthread_create"
        | "thrd_create"
        | "signal"
        | "sigaction"
        | "klee_alias_function"
        | "system" => unsupported,
        "__incise_unsupported" => unsupported_named,
        _ => return None,
    })
}

fn exit(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let code = engine.arg(state, site, 0);
    state.result = Some(code);
    state.exiting = true;
    engine.run_at_exit(state)?;
    Ok(Next::Elsewhere)
}

fn exit_now(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    state.result = Some(engine.arg(state, site, 0));
    Err(Stop::End(PathEnd::Exit))
}

fn abort(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = match engine.prepared.function(site.function).name.as_str() {
        "llvm.debugtrap" => "__builtin_debugtrap",
        name if name.starts_with("llvm.") => "__builtin_trap",
        name => name,
    };
    engine.error(state, ErrorKind::Abort, format!("`{name}` is called"))
}

fn assert_fail(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let text_at = match engine.prepared.function(site.function).name.as_str() {
        "__assert_perror_fail" => return engine.error(state, ErrorKind::Assert, "an assertion of no error fails"),
        "__assert_rtn" => 3,
        _ => 0,
    };
    let text = engine.arg(state, site, text_at);
    let text = engine.concrete_string(state, &text)?.unwrap_or_default();
    engine.error(state, ErrorKind::Assert, format!("assertion `{}` fails", String::from_utf8_lossy(&text)))
}

fn at_exit(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let address = engine.concrete_arg(state, site, 0)?;
    let index = address.wrapping_sub(FUNCTION_BASE) / 16;
    if address < FUNCTION_BASE || index >= engine.prepared.module().functions.len() as u64 {
        return engine.error(state, ErrorKind::BadCall, "`atexit` is given something that is no function");
    }
    let function = FuncId::new(index as usize);
    if engine.prepared.module().has_body(function) {
        Rc::make_mut(&mut state.at_exit).push(function);
    }
    engine.result(state, site, Value::Int(0))
}

fn unsupported(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    engine.cut(state, Weakness::Unsupported, format!("not supported: `{name}`"))
}

fn unsupported_named(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let what = engine.arg(state, site, 0);
    let text = engine.concrete_string(state, &what)?.unwrap_or_default();
    engine.cut(state, Weakness::Unsupported, format!("not supported: {}", String::from_utf8_lossy(&text)))
}
