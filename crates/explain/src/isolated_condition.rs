//! A condition in a pool of its own: what is asked about it costs what the condition is worth, not what the run it comes from is.

use crate::input::Input;
use incise_term::{Assignment, Op, Pool, TermId, VarId};
use std::collections::BTreeSet;

/// Copies of a condition, of its inputs and of an example, in a pool that holds nothing else. Variables keep their names and their
/// order.
pub struct Apart {
    /// The pool.
    pub pool: Pool,
    /// The condition, a disjunction of conjunctions.
    pub condition: Vec<Vec<TermId>>,
    /// The inputs, in their order.
    pub inputs: Vec<Input>,
    /// The values that an example gives to the variables.
    pub example: Option<Assignment>,
}

impl Apart {
    /// Copies.
    pub fn new(pool: &Pool, condition: &[Vec<TermId>], inputs: &[Input], example: Option<&Assignment>) -> Apart {
        let named = inputs.iter().map(|input| input.term);
        let terms: Vec<TermId> = condition.iter().flatten().copied().chain(named).collect();
        let vars: BTreeSet<VarId> = terms.iter().flat_map(|&term| pool.vars(term)).copied().collect();
        let mut own = Pool::new();
        let mut values = Assignment::new();
        for &var in &vars {
            let copy = pool.rebuild_in(&mut own, pool.var_term(var));
            if let (Some(example), Op::Var(copy)) = (example, own.op(copy))
                && example.is_set(var)
            {
                values.set(copy, example.get(var));
            }
        }
        let mut copies = pool.rebuild_all_in(&mut own, &terms).into_iter();
        let condition = condition.iter().map(|conjuncts| copies.by_ref().take(conjuncts.len()).collect()).collect();
        let inputs = inputs.iter().zip(copies).map(|(input, term)| Input { term, ..input.clone() }).collect();
        Apart { pool: own, condition, inputs, example: example.map(|_| values) }
    }
}
