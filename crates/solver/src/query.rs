//! A question on its way through the chain: a component, a term, and what the links have found out so far.

use crate::component::{Component, Constraints};
use crate::domain::ValueSet;
use crate::scratch::Scratch;
use incise_term::{Pool, TermId, VarId, VarSetId};
use std::cell::OnceCell;
use std::rc::Rc;

pub(crate) struct Query {
    pub(crate) base: Rc<Component>,
    pub(crate) term: TermId,
    /// The variables of both.
    pub(crate) vars: VarSetId,
    /// The base's witness, with 0 for variables that are new.
    pub(crate) values: Rc<[u128]>,
    /// The base's facts, narrowed by the term once the domains have seen it.
    pub(crate) facts: Rc<[Option<Rc<ValueSet>>]>,
    pub(crate) has_applications: bool,
    base_constraints: OnceCell<Vec<TermId>>,
    /// The base's constraints and the term, sorted.
    constraints: OnceCell<Vec<TermId>>,
}

impl Query {
    pub(crate) fn new(pool: &mut Pool, scratch: &mut Scratch, base: &Rc<Component>, term: TermId) -> Query {
        let vars = pool.union(base.vars, pool.var_set(term));
        let (values, facts) = if vars == base.vars {
            (base.values.clone(), base.facts.clone())
        } else {
            let positions: Vec<Option<usize>> =
                pool.set_members(vars).iter().map(|&var| base.position(pool, var)).collect();
            let values = positions.iter().map(|&at| at.map_or(0, |at| base.values[at])).collect();
            let facts = positions.iter().map(|&at| at.and_then(|at| base.facts[at].clone())).collect();
            (values, facts)
        };
        let has_applications = scratch.has_applications(pool, term) || !base.functions.is_empty();
        Query {
            base: base.clone(),
            term,
            vars,
            values,
            facts,
            has_applications,
            base_constraints: OnceCell::new(),
            constraints: OnceCell::new(),
        }
    }

    pub(crate) fn constraints(&self) -> &[TermId] {
        self.constraints.get_or_init(|| {
            let mut constraints = self.base_constraints().to_vec();
            if let Err(at) = constraints.binary_search(&self.term) {
                constraints.insert(at, self.term);
            }
            constraints
        })
    }

    /// The base's constraints, sorted.
    pub(crate) fn base_constraints(&self) -> &[TermId] {
        self.base_constraints.get_or_init(|| self.base.sorted_constraints())
    }

    /// A value for a variable: this one, if the facts allow it, else the witness's, else the one nearest to zero that they allow.
    pub(crate) fn allowed(&self, at: usize, width: u32, value: u128) -> u128 {
        let Some(fact) = &self.facts[at] else { return value };
        let mut wanted = [value, self.values[at]].into_iter().filter(|&value| fact.contains(value));
        wanted.next().or_else(|| fact.nearest_zero(width)).unwrap_or(value)
    }

    /// Is the term one of the base's constraints?
    pub(crate) fn is_constraint(&self) -> bool {
        self.base_constraints().binary_search(&self.term).is_ok()
    }

    pub(crate) fn position(&self, pool: &Pool, var: VarId) -> usize {
        pool.set_members(self.vars).binary_search(&var).expect("a variable of the query")
    }

    /// How the constraints of the answer are made.
    pub(crate) fn added(&self) -> Constraints {
        Constraints::Added(self.base.clone(), self.term)
    }
}
