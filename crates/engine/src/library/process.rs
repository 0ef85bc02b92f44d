//! Models of `exit`, `abort` and relatives.

use crate::call::CallSite;
use crate::engine::{Engine, FUNCTION_BASE, Next, Step, Stop};
use crate::error::{ErrorKind, PathEnd};
use crate::ledger::Weakness;
use crate::state::State;
use crate::value::Value;
use incise_ir::{FuncId, Id};
use std::rc::Rc;

pub(super) fn exit(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let code = engine.arg(state, site, 0);
    state.result = Some(code);
    state.exiting = true;
    engine.run_at_exit(state)?;
    Ok(Next::Elsewhere)
}

pub(super) fn exit_now(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    state.result = Some(engine.arg(state, site, 0));
    Err(Stop::End(PathEnd::Exit))
}

pub(super) fn abort(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = match engine.prepared.function(site.function).name.as_str() {
        "llvm.debugtrap" => "__builtin_debugtrap",
        name if name.starts_with("llvm.") => "__builtin_trap",
        name => name,
    };
    engine.error(state, ErrorKind::Abort, format!("`{name}` is called"))
}

pub(super) fn assert_fail(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let Some(text_at) = engine.library_facts(site).assertion_text else {
        return engine.error(state, ErrorKind::Assert, "an assertion of no error fails");
    };
    let text = engine.arg(state, site, text_at);
    let text = engine.concrete_string(state, &text)?.unwrap_or_default();
    engine.error(state, ErrorKind::Assert, format!("assertion `{}` fails", String::from_utf8_lossy(&text)))
}

pub(super) fn at_exit(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let address = engine.concrete_arg(state, site, 0)?;
    if engine.run.functions.contains_key(&address) {
        let detail = "not supported: a function from outside that is called when the process ends";
        return engine.cut(state, Weakness::Unsupported, detail.to_owned());
    }
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

pub(super) fn unsupported(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    engine.cut(state, Weakness::Unsupported, format!("not supported: `{name}`"))
}

pub(super) fn unsupported_named(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let what = engine.arg(state, site, 0);
    let text = engine.concrete_string(state, &what)?.unwrap_or_default();
    engine.cut(state, Weakness::Unsupported, format!("not supported: {}", String::from_utf8_lossy(&text)))
}

/// A model says what it takes for granted of the environment.
pub(super) fn assumed(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let what = engine.arg(state, site, 0);
    let text = engine.concrete_string(state, &what)?.unwrap_or_default();
    let span = engine.prepared.user_place(state);
    engine.run.ledger.add(Weakness::Assumption, String::from_utf8_lossy(&text).into_owned(), span);
    Ok(Next::Statement)
}
