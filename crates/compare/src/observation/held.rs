//! Differences that no caller was shown to produce: they need private state that may not be reachable, or inputs that only one version was given.

use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::observation::difference::{Bytes, HeldBack, Holder};
use incise_engine::{Context, InputKind, Prepared, StartGlobals, State};
use incise_ir::{GlobalId, Module};
use incise_solver::{Extend, PathCondition};
use incise_term::{Pool, TermId, VarId, VarKind};

use std::collections::{BTreeSet, HashMap};

/// Why a difference is held back that depends on inputs which only one version was given.
/// `condition` says when there is a difference.
pub(crate) fn given_apart(
    second: &OldVersionRunner<'_>,
    context: &mut Context,
    condition: &PathCondition,
) -> Option<HeldBack> {
    let apart = &second.apart;
    if !is_whatever_is_unwritten(context, condition) {
        return Some(HeldBack::Unwritten);
    }
    let (pool, mut terms) = (&context.pool, condition.constraints());
    let depends = !apart.is_empty() && terms.any(|term| pool.vars(term).iter().any(|var| apart.contains(var)));
    depends.then_some(HeldBack::GivenApart)
}

/// Whether a condition that holds for some contents of memory that was never written holds for all: a bit-field that is set keeps the bits
/// around it, and nobody looks at them.
fn is_whatever_is_unwritten(context: &mut Context, condition: &PathCondition) -> bool {
    let depending: Vec<TermId> = condition.constraints().filter(|term| is_unwritten(&context.pool, *term)).collect();
    let mut others: HashMap<VarId, TermId> = HashMap::new();
    for var in depending.iter().flat_map(|term| context.pool.vars(*term).to_vec()).collect::<BTreeSet<VarId>>() {
        let info = context.pool.var_info(var);
        if info.kind == VarKind::Undefined {
            let (name, width) = (format!("{} (other)", info.name), info.width);
            others.insert(var, context.pool.var(&name, width, VarKind::Undefined));
        }
    }
    depending.into_iter().all(|term| {
        let other = context.pool.substitute(term, &others);
        let fails = context.pool.not(other);
        matches!(context.solver.extend(&mut context.pool, condition, fails), Extend::Unsat)
    })
}

fn is_unwritten(pool: &Pool, term: TermId) -> bool {
    let is_undefined = |var: &VarId| pool.var_info(*var).kind == VarKind::Undefined;
    pool.has_undefined(term) && pool.vars(term).iter().any(is_undefined)
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
    if is_given(new.0) {
        return found;
    }
    private(new, old.0.module(), &mut found);
    private(old, new.0.module(), &mut found);
    found
}

/// The condition of a difference with all private state at its initial value; why the difference is held back, if there is none.
pub(crate) fn from_start(
    PrivateState { starts, names }: PrivateState,
    context: &mut Context,
    condition: &PathCondition,
) -> Result<PathCondition, HeldBack> {
    let mut at_start = condition.clone();
    for (term, value) in starts {
        let value = context.pool.constant(context.pool.width(term), value);
        let is_initial = context.pool.eq(term, value);
        match context.solver.extend(&mut context.pool, &at_start, is_initial) {
            Extend::Sat(condition) => at_start = condition,
            Extend::Unsat | Extend::Unknown(_) => return Err(HeldBack::NeedsPrivateState(names)),
        }
    }
    Ok(at_start)
}

/// Whether bytes are those of a static variable: who cannot see it does not see what is in it.
pub(crate) fn is_private_place(prepared: &Prepared<'_>, at: Option<&Bytes>) -> bool {
    matches!(at, Some(Bytes { of: Holder::Global(id, _), .. }) if is_private_global(prepared, *id))
}

/// Whether a global is seen by nobody outside.
pub(crate) fn is_private_global(prepared: &Prepared<'_>, id: GlobalId) -> bool {
    !is_given(prepared) && prepared.module().globals[id].internal
}

/// Whether private state is taken to be given and seen, as external globals are.
fn is_given(prepared: &Prepared<'_>) -> bool {
    prepared.config.environment.globals == StartGlobals::Any
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

/// Whether no caller can set a global: it is `static`, or the other version does not have it although the files define it.
fn is_private(module: &Module, id: GlobalId, other: &Module) -> bool {
    let global = &module.globals[id];
    if global.is_outside() {
        return other.global(&global.name).is_some_and(|found| other.globals[found].internal);
    }
    global.internal || other.global(&global.name).is_none_or(|found| other.globals[found].internal)
}
