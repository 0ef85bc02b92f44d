//! `setjmp` and `longjmp`: activations are left, and the call of `setjmp` returns once more.
//!
//! *Source*: C11 7.13. Nothing is written to the buffer: what a jump needs is kept with the state, by the buffer's address.
//!
//! # Deviations
//! 1. A variable that is neither in memory nor `volatile` and was changed since `setjmp` is indeterminate, as C says. One in memory keeps its
//!    value, as compilers do it; the ledger says so.
//! 2. A buffer that was copied, or whose activation has returned, is not supported. Masks of signals are not kept.
//! 3. Where loops are paused (proofs by induction), jumps are not supported.

use crate::call::CallSite;
use crate::config::Pause;
use crate::engine::{Engine, Next, Step};
use crate::ledger::Weakness;
use crate::state::{JumpTarget, State};
use crate::value::Value;
use std::rc::Rc;

pub(super) fn set(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    refuse_in_proofs(engine, state)?;
    let buffer = engine.concrete_arg(state, site, 0)?;
    let frame = state.top();
    let target = JumpTarget {
        buffer,
        activation: frame.activation,
        place: (frame.block, frame.index + 1),
        locals: frame.locals.clone(),
        result: site.dst,
    };
    let targets = Rc::make_mut(&mut state.jump_targets);
    targets.retain(|known| known.buffer != buffer);
    targets.push(target);
    engine.result(state, site, Value::Int(0))
}

pub(super) fn jump(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    refuse_in_proofs(engine, state)?;
    let buffer = engine.concrete_arg(state, site, 0)?;
    let value = engine.arg(state, site, 1);
    let targets = state.jump_targets.clone();
    let is_running = |activation| state.thread().frames().any(|frame| frame.activation == activation);
    let Some(target) = targets.iter().find(|target| target.buffer == buffer && is_running(target.activation)) else {
        let detail = "not supported: `longjmp` to a place that `setjmp` did not set in a function that still runs";
        return engine.cut(state, Weakness::Unsupported, detail);
    };
    let value = engine.term(&value, 32);
    let (zero, one) = (engine.context.pool.constant(32, 0), engine.context.pool.constant(32, 1));
    let is_zero = engine.context.pool.eq(value, zero);
    let value = engine.context.pool.ite(is_zero, one, value);
    let value = engine.value(value);
    while state.top().activation != target.activation {
        for object in std::mem::take(&mut state.top_mut().stack_objects) {
            state.memory.remove(object);
        }
        state.thread_mut().pop();
    }
    if !state.top().stack_objects.is_empty() {
        let detail = "variables in memory keep their values across `longjmp`";
        let span = engine.prepared.user_place(state);
        engine.run.ledger.add(Weakness::Assumption, detail, span);
    }
    let frame = state.top_mut();
    (frame.block, frame.index) = target.place;
    for (local, before) in frame.locals.iter_mut().zip(&target.locals) {
        if local != before {
            *local = Value::Undefined;
        }
    }
    if let Some(result) = target.result {
        engine.set(state, result, value);
    }
    Ok(Next::Elsewhere)
}

fn refuse_in_proofs(engine: &mut Engine<'_, '_>, state: &State) -> Step<()> {
    match engine.prepared.config.comparison.pause {
        Pause::Never => Ok(()),
        _ => engine.cut(state, Weakness::Unsupported, "not supported: `setjmp` and `longjmp` in a proof by induction"),
    }
}
