//! Whether a difference is there only where a request for memory fails.

use incise_engine::{ALLOCATION, Context};
use incise_solver::{Extend, PathCondition};
use incise_term::{TermId, VarId};

/// Conditions past which it is not looked for.
const MAX_CONDITIONS: usize = 16;

/// Whether none of the conditions holds where every request gets memory.
pub(crate) fn is_needed(context: &mut Context, conditions: &[Vec<TermId>]) -> bool {
    conditions.len() <= MAX_CONDITIONS && conditions.iter().all(|condition| needs_failure(context, condition))
}

fn needs_failure(context: &mut Context, condition: &[TermId]) -> bool {
    let pool = &mut context.pool;
    let vars: Vec<VarId> = condition.iter().flat_map(|term| pool.vars(*term).to_vec()).collect();
    let requests = vars.into_iter().filter(|var| pool.var_info(*var).name.starts_with(ALLOCATION));
    let mut all_granted = Vec::new();
    for var in requests.collect::<Vec<_>>() {
        let term = pool.var_term(var);
        let zero = pool.constant(pool.width(term), 0);
        all_granted.push(pool.ne(term, zero));
    }
    if all_granted.is_empty() {
        return false;
    }
    let mut path = PathCondition::new();
    for term in condition.iter().chain(&all_granted) {
        match context.solver.extend(&mut context.pool, &path, *term) {
            Extend::Sat(extended) => path = extended,
            Extend::Unsat => return true,
            Extend::Unknown(_) => return false,
        }
    }
    false
}
