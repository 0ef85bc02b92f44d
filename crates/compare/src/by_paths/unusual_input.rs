//! Whether a difference is there only for inputs that a program hardly gets: requests for memory that fail, values of enumerations that are no
//! enumerator. Where no condition of the difference holds without them, the report says so.

use crate::by_paths::pair::Pair;
use incise_engine::{ALLOCATION, Context, State, strip};
use incise_ir::{Module, SourceType};
use incise_solver::{Extend, PathCondition};
use incise_term::{TermId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Conditions past which it is not looked for.
const MAX_CONDITIONS: usize = 16;

/// The enumerators of each input whose type is an enumeration in one of the versions.
pub(crate) type Enumerators = BTreeMap<TermId, BTreeSet<i64>>;

/// The enumerators of the inputs of a pair of runs, those of both versions.
pub(crate) fn enumerators(pair: &Pair, new: &Module, old: &Module) -> Enumerators {
    let mut found = Enumerators::new();
    for (module, state) in [(new, &pair.new.0), (old, &pair.old.0)] {
        add_enumerators(module, state, &mut found);
    }
    found
}

fn add_enumerators(module: &Module, state: &State, found: &mut Enumerators) {
    for part in state.inputs.in_order().into_iter().flat_map(|input| &input.parts) {
        if let Some(SourceType::Enum { values, .. }) =
            part.source_type.map(|ty| &module.source_types[strip(module, ty)])
        {
            found.entry(part.term).or_default().extend(values.iter().map(|(_, value)| *value));
        }
    }
}

/// Which unusual inputs all conditions of a difference need, in the words of the report.
pub(crate) fn needed(context: &mut Context, conditions: &[Vec<TermId>], enumerators: &Enumerators) -> Option<String> {
    if conditions.len() > MAX_CONDITIONS {
        return None;
    }
    let vars: BTreeSet<VarId> =
        conditions.iter().flatten().flat_map(|term| context.pool.vars(*term)).copied().collect();
    let granted = all_granted(context, &vars);
    if is_excluded(context, conditions, &granted) {
        return Some(String::from("an allocation that fails"));
    }
    let named = all_named(context, &vars, enumerators);
    is_excluded(context, conditions, &named).then(|| String::from("a value that is no enumerator"))
}

/// That every request gets memory.
fn all_granted(context: &mut Context, vars: &BTreeSet<VarId>) -> Vec<TermId> {
    let pool = &mut context.pool;
    let requests: Vec<VarId> =
        vars.iter().copied().filter(|var| pool.var_info(*var).name.starts_with(ALLOCATION)).collect();
    let is_granted = |var: VarId| {
        let term = pool.var_term(var);
        let zero = pool.constant(pool.width(term), 0);
        pool.ne(term, zero)
    };
    requests.into_iter().map(is_granted).collect()
}

/// That every input of an enumeration is one of its enumerators.
fn all_named(context: &mut Context, vars: &BTreeSet<VarId>, enumerators: &Enumerators) -> Vec<TermId> {
    let pool = &mut context.pool;
    let mut found = Vec::new();
    for (input, values) in enumerators {
        if !pool.vars(*input).iter().any(|var| vars.contains(var)) {
            continue;
        }
        let mut is_named = pool.constant(1, 0);
        for value in values {
            let width = pool.width(*input);
            let value = pool.constant(width, *value as u128 & (u128::MAX >> (128 - width)));
            let is_value = pool.eq(*input, value);
            is_named = pool.or(is_named, is_value);
        }
        found.push(is_named);
    }
    found
}

/// Whether none of the conditions holds together with the restrictions.
fn is_excluded(context: &mut Context, conditions: &[Vec<TermId>], restrictions: &[TermId]) -> bool {
    !restrictions.is_empty() && conditions.iter().all(|condition| is_unsatisfiable(context, condition, restrictions))
}

fn is_unsatisfiable(context: &mut Context, condition: &[TermId], restrictions: &[TermId]) -> bool {
    let mut path = PathCondition::new();
    for term in condition.iter().chain(restrictions) {
        match context.solver.extend(&mut context.pool, &path, *term) {
            Extend::Sat(extended) => path = extended,
            Extend::Unsat => return true,
            Extend::Unknown(_) => return false,
        }
    }
    false
}
