//! Variable arguments as x86-64 lays them out: `va_start` puts every argument in the overflow area and marks the register area as used up,
//! so that the code that clang makes of `va_arg` finds them there.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::memory::ObjectKind;
use crate::state::State;
use crate::value::Value;
use std::rc::Rc;

/// Bytes of `__va_list_tag`.
const LIST_SIZE: u64 = 24;
/// All six integer registers are used up.
const GP_USED: u64 = 48;
/// All eight vector registers are used up.
const FP_USED: u64 = 176;

pub(super) fn start(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let list = engine.arg(state, site, 0);
    let (object, place) = engine.resolve(state, &list, LIST_SIZE, true)?;
    let offset = engine.concrete_place(state, place)?;
    let varargs = state.top().varargs.clone();
    let module = engine.prepared.module();
    let mut at = 0u64;
    let mut places = Vec::new();
    for (_, ty, byval) in varargs.iter() {
        let (size, align) = match byval {
            Some((size, align)) => (*size, u64::from(*align)),
            None => {
                let size = module.types.store_size(*ty);
                (size, if size > 8 { 16 } else { 8 })
            }
        };
        at = at.next_multiple_of(align.max(8));
        places.push((at, size));
        at += size.next_multiple_of(8);
    }
    let area = state.memory.allocate(at.max(8), 16, ObjectKind::Stack, Rc::from("variable arguments"), true);
    state.top_mut().stack_objects.push(area);
    let base = engine.address_of(state, area);
    for ((value, ty, byval), (at, size)) in varargs.iter().zip(places) {
        match byval {
            Some(_) => {
                let target = engine.offset_pointer(&base, &Value::Int(at));
                engine.copy_memory(state, &target, value, size)?;
            }
            None => engine.write_at(state, area, at as usize, *ty, value),
        }
    }
    engine.write_scalar(state, object, offset, 4, Value::Int(GP_USED));
    engine.write_scalar(state, object, offset + 4, 4, Value::Int(FP_USED));
    engine.write_scalar(state, object, offset + 8, 8, base);
    engine.write_scalar(state, object, offset + 16, 8, Value::Int(0));
    Ok(Next::Statement)
}

pub(super) fn copy(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, from) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    engine.copy_memory(state, &to, &from, LIST_SIZE)?;
    Ok(Next::Statement)
}
