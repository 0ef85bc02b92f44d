//! Differences that no caller was shown to produce: they need private state that may not be reachable, or inputs that only one version was given.

use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::observation::difference::{Bytes, Holder};
use incise_engine::{Context, InputKind, Prepared, State};
use incise_ir::{GlobalId, Module};
use incise_solver::{Extend, PathCondition};
use incise_term::{Pool, TermId};
use std::collections::BTreeSet;

/// Why a difference is held back that depends on inputs which only one version was given.
pub(crate) fn given_apart(
    (second, pool): (&OldVersionRunner<'_>, &Pool),
    condition: &PathCondition,
    differs: TermId,
) -> Option<String> {
    let apart = &second.apart;
    let mut terms = condition.constraints().chain([differs]);
    let depends = !apart.is_empty() && terms.any(|term| pool.vars(term).iter().any(|var| apart.contains(var)));
    depends.then(|| {
        String::from(
            "the versions were given different inputs: a parameter, a global or what a pointer leads to has another type now",
        )
    })
}

/// Private globals: their variables with the initial values, and their names.
#[derive(Default)]
pub(crate) struct PrivateState {
    starts: Vec<(TermId, u128)>,
    names: BTreeSet<String>,
}

/// The private state that two runs were given.
pub(crate) fn private_state(new: (&Prepared<'_>, &State), old: (&Prepared<'_>, &State)) -> PrivateState {
    let mut found = PrivateState::default();
    private(new, old.0.module(), &mut found);
    private(old, new.0.module(), &mut found);
    found
}

/// The condition of a difference with all private state at its initial value; why the difference is held back, if there is none.
pub(crate) fn from_start(
    PrivateState { starts, names }: PrivateState,
    context: &mut Context,
    condition: &PathCondition,
) -> Result<PathCondition, String> {
    let mut at_start = condition.clone();
    for (term, value) in starts {
        let value = context.pool.constant(context.pool.width(term), value);
        let is_initial = context.pool.eq(term, value);
        match context.solver.extend(&mut context.pool, &at_start, is_initial) {
            Extend::Sat(condition) => at_start = condition,
            Extend::Unsat | Extend::Unknown(_) => {
                let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
                return Err(format!(
                    "it needs a value of private state ({}) that no sequence of calls was shown to reach",
                    names.join(", ")
                ));
            }
        }
    }
    Ok(at_start)
}

/// Whether bytes are those of a static variable: who cannot see it does not see what is in it.
pub(crate) fn is_private_place(module: &Module, at: Option<&Bytes>) -> bool {
    matches!(at, Some(Bytes { of: Holder::Global(id, _), .. }) if module.globals[*id].internal)
}

/// Adds the private state of one run.
fn private((prepared, state): (&Prepared<'_>, &State), other: &Module, found: &mut PrivateState) {
    let memory = prepared.initial_memory();
    for input in state.inputs.in_order() {
        let InputKind::Global(id) = input.kind else { continue };
        let bytes = prepared.global_object(id).and_then(|object| memory.get(object)?.concrete_bytes());
        let Some(bytes) = bytes.filter(|_| is_private(prepared.module(), id, other)) else { continue };
        found.names.insert(prepared.module().globals[id].source_name.clone());
        for part in &input.parts {
            let range = part.offset as usize..(part.offset + part.size) as usize;
            let Some(initial) = bytes.get(range) else { continue };
            found.starts.push((part.term, initial.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))));
        }
    }
}

/// Whether no caller can set a global: it is `static`, or the other version does not have it.
fn is_private(module: &Module, id: GlobalId, other: &Module) -> bool {
    let global = &module.globals[id];
    global.internal || other.global(&global.name).is_none_or(|found| other.globals[found].internal)
}
