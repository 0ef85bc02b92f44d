//! Markers of KLEE, SV-COMP and our own: what is symbolic, what is assumed, what must hold.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step, Stop};
use crate::error::ErrorKind;
use crate::input::InputKind;
use crate::state::State;
use crate::value::Value;
use incise_ir::Type;

fn name_argument(engine: &mut Engine<'_, '_>, state: &mut State, pointer: &Value) -> Step<String> {
    if pointer.concrete() == Some(0) {
        return Ok(String::from("unnamed"));
    }
    let bytes = engine.concrete_string(state, pointer)?.unwrap_or_else(|| b"unnamed".to_vec());
    let text = String::from_utf8_lossy(&bytes).replace(['#', '@', ' ', '\n', '\t'], "_");
    Ok(if text.is_empty() { String::from("unnamed") } else { text })
}

pub(super) fn make_symbolic(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let pointer = engine.arg(state, site, 0);
    let size = engine.concrete_arg(state, site, 1)?;
    let name = engine.arg(state, site, 2);
    let name = name_argument(engine, state, &name)?;
    if size == 0 {
        return engine.result(state, site, Value::Int(0));
    }
    let (object, place) = engine.resolve(state, &pointer, size, true)?;
    let offset = engine.concrete_place(state, place)?;
    let ty = engine.source_type_of(state, object, size);
    let input = engine.new_input(state, &name, InputKind::Marker, size, ty);
    engine.write_input(state, object, offset as u64, &input);
    engine.result(state, site, Value::Int(0))
}

pub(super) fn assume(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let cond = truth(engine, state, site, 0)?;
    engine.assume(state, cond)?;
    Ok(Next::Statement)
}

fn truth(
    engine: &mut Engine<'_, '_>,
    state: &mut State,
    site: &CallSite<'_>,
    index: usize,
) -> Step<incise_term::TermId> {
    let value = engine.arg(state, site, index);
    let width = site.args.get(index).map_or(32, |(_, ty)| engine.prepared.width(*ty));
    let term = engine.term(&value, width);
    engine.check_initialised(state, term, "an assumption")?;
    let zero = engine.context.pool.constant(width, 0);
    Ok(engine.context.pool.ne(term, zero))
}

pub(super) fn assert(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let cond = truth(engine, state, site, 0)?;
    let bad = engine.context.pool.not(cond);
    let bad = engine.value(bad);
    engine.check(state, &bad, ErrorKind::Assert, || String::from("the assertion fails"))?;
    Ok(Next::Statement)
}

pub(super) fn range(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (low, high) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    let name = engine.arg(state, site, 2);
    let name = name_argument(engine, state, &name)?;
    let input = engine.new_input(state, &name, InputKind::Marker, 4, None);
    let term = engine.whole_input(&input);
    let (low, high) = (engine.term(&low, 32), engine.term(&high, 32));
    let above = engine.context.pool.sle(low, term);
    let below = engine.context.pool.slt(term, high);
    let both = engine.context.pool.bool_and(above, below);
    engine.assume(state, both)?;
    let value = engine.value(term);
    engine.result(state, site, value)
}

pub(super) fn named_scalar(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.arg(state, site, 0);
    let name = name_argument(engine, state, &name)?;
    new_scalar(engine, state, site, &name)
}

pub(super) fn nondet(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let function = engine.prepared.function(site.function);
    let name = function.name.trim_start_matches("__VERIFIER_nondet_").to_string();
    new_scalar(engine, state, site, &name)
}

/// A symbolic result of the call's own type.
fn new_scalar(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>, name: &str) -> Step<Next> {
    let width = engine.prepared.width(site.ret);
    if width == 0 || !engine.prepared.module().types.is_scalar(site.ret) {
        return engine.cut(
            state,
            crate::ledger::Weakness::Unsupported,
            format!("not supported: `{}` without a scalar result", engine.prepared.function(site.function).name),
        );
    }
    let source_type = engine.prepared.function(site.function).source_type.and_then(|ty| {
        match &engine.prepared.module().source_types[ty] {
            incise_ir::SourceType::Function { ret, .. } => Some(*ret),
            _ => None,
        }
    });
    let size = u64::from(width.div_ceil(8));
    let input = engine.new_input(state, name, InputKind::Marker, size, source_type);
    let term = engine.whole_input(&input);
    let boolean = width < 8 || name == "bool" || engine.prepared.function(site.function).name.ends_with("bool");
    if boolean {
        let one = engine.context.pool.constant(8 * size as u32, 1);
        let in_range = engine.context.pool.ule(term, one);
        engine.assume(state, in_range)?;
    }
    let value = if matches!(engine.prepared.module().types.get(site.ret), Type::Int(w) if w % 8 != 0) {
        engine.context.pool.extract(term, 0, width)
    } else {
        term
    };
    let value = engine.value(value);
    engine.result(state, site, value)
}

pub(super) fn is_symbolic(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let symbolic = engine.arg(state, site, 0).concrete().is_none();
    engine.result(state, site, Value::bit(symbolic))
}

pub(super) fn silent_exit(_: &mut Engine<'_, '_>, _: &mut State, _: &CallSite<'_>) -> Step<Next> {
    Err(Stop::Infeasible)
}

pub(super) fn report_error(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let message = engine.arg(state, site, 2);
    let text = engine.concrete_string(state, &message)?.unwrap_or_default();
    engine.error(state, ErrorKind::Assert, String::from_utf8_lossy(&text).into_owned())
}

pub(super) fn error_marker(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = &engine.prepared.function(site.function).name;
    engine.error(state, ErrorKind::Assert, format!("`{name}` is reached"))
}
