//! Differences that no caller was shown to produce: they need private state that may not be reachable, or inputs that only one version was given.

use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::observation::difference::{Bytes, Holder};
use incise_engine::{Engine, InputKind, State};
use incise_ir::{GlobalId, Module};
use incise_solver::{Extend, PathCondition};
use incise_term::TermId;
use std::collections::BTreeSet;

/// Why a difference is held back that depends on inputs which only one version was given.
pub(crate) fn given_apart(second: &OldVersionRunner<'_>, condition: &PathCondition, differs: TermId) -> Option<String> {
    let apart = &second.apart;
    let mut terms = condition.constraints().chain([differs]);
    let depends =
        !apart.is_empty() && terms.any(|term| second.engine.pool.vars(term).iter().any(|var| apart.contains(var)));
    depends.then(|| {
        String::from(
            "the versions were given different inputs: a parameter, a global or what a pointer leads to has another type now",
        )
    })
}

/// The condition of a difference with all private state at its initial value; why the difference is held back, if there is none.
pub(crate) fn from_start(
    new: (&Engine<'_>, &State),
    second: &mut OldVersionRunner<'_>,
    old: &State,
    condition: &PathCondition,
) -> Result<PathCondition, String> {
    let (mut starts, mut names) = (Vec::new(), BTreeSet::new());
    let (new_module, old_module) = (new.0.module(), second.engine.module());
    private(new, old_module, &mut starts, &mut names);
    private((&second.engine, old), new_module, &mut starts, &mut names);
    let mut at_start = condition.clone();
    for (term, value) in starts {
        let value = second.engine.pool.constant(second.engine.pool.width(term), value);
        let is_initial = second.engine.pool.eq(term, value);
        match second.engine.solver.extend(&mut second.engine.pool, &at_start, is_initial) {
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

/// The variables of private globals with their initial values, and the globals' names.
fn private(
    (engine, state): (&Engine<'_>, &State),
    other: &Module,
    starts: &mut Vec<(TermId, u128)>,
    names: &mut BTreeSet<String>,
) {
    let memory = engine.initial_memory();
    for input in state.inputs.in_order() {
        let InputKind::Global(id) = input.kind else { continue };
        let bytes = engine.global_object(id).and_then(|object| memory.get(object)?.concrete_bytes());
        let Some(bytes) = bytes.filter(|_| is_private(engine.module(), id, other)) else { continue };
        names.insert(engine.module().globals[id].source_name.clone());
        for part in &input.parts {
            let range = part.offset as usize..(part.offset + part.size) as usize;
            let Some(initial) = bytes.get(range) else { continue };
            starts.push((part.term, initial.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))));
        }
    }
}

/// Whether no caller can set a global: it is `static`, or the other version does not have it.
fn is_private(module: &Module, id: GlobalId, other: &Module) -> bool {
    let global = &module.globals[id];
    global.internal || other.global(&global.name).is_none_or(|found| other.globals[found].internal)
}
