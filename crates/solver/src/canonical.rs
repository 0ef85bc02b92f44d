//! Canonical models: the same constraints give the same model, whatever was asked before.
//!
//! The model of a component is the first in this order: variables by name, the value of each as near to zero as
//! the earlier ones allow (0, 1, -1, 2, -2, …), then results of function applications likewise. It is found in a SAT instance of
//! its own, built from the constraints in the order of their structural hashes, so that even what a limit on
//! conflicts cuts short depends on nothing else. Where the constraints themselves are not solved within it, the kept witness stands for it.

use crate::answer::UnknownReason;
use crate::component::Component;
use crate::domain::distance_from_zero;
use crate::memo::Model;
use crate::order::nearest_zero;
use crate::path_condition::PathCondition;
use crate::sat::{Blaster, Cdcl, Limit, Lit, Spent, Status, Verdict};
use crate::solver::Solver;
use incise_term::{Assignment, Evaluator, Pool, TermId, VarId};
use std::rc::Rc;

/// Conflicts that improving one bit may cost; past that the bit stays as it is.
const CONFLICTS_PER_BIT: u64 = 2_000;

impl Solver {
    /// The canonical model of a path condition; variables that no constraint mentions are left out and count as 0.
    pub fn canonical_model(&mut self, pool: &mut Pool, pc: &PathCondition) -> Result<Assignment, UnknownReason> {
        let mut assignment = Assignment::new();
        for component in pc.components() {
            let model = match self.canonical.get(component.id) {
                Some(known) => known,
                None => {
                    let model = Rc::new(self.canonical_of(pool, &component)?);
                    self.canonical.remember(component.id, model.clone());
                    model
                }
            };
            for &(var, value) in &model.variables {
                assignment.set(var, value);
            }
            for &(application, value) in &model.applications {
                assignment.set_application(application, value);
            }
        }
        let mut evaluator = Evaluator::new();
        for constraint in pc.constraints() {
            assert!(
                evaluator.holds(pool, &assignment, constraint),
                "the canonical model does not satisfy {}",
                incise_term::display(pool, constraint)
            );
        }
        Ok(assignment)
    }

    /// The kept witness of every component: a model at no cost, but one that depends on what was asked before.
    pub fn witness(&self, pool: &Pool, pc: &PathCondition) -> Assignment {
        let mut assignment = Assignment::new();
        for component in pc.components() {
            for (&var, &value) in pool.set_members(component.vars).iter().zip(component.values.iter()) {
                assignment.set(var, value);
            }
            for &(application, value) in component.applications.iter() {
                assignment.set_application(application, value);
            }
        }
        assignment
    }

    fn canonical_of(&mut self, pool: &Pool, component: &Component) -> Result<Model, UnknownReason> {
        if let (true, [Some(set)], &[var]) = (component.exact, &component.facts[..], pool.set_members(component.vars)) {
            let value = set.nearest_zero(pool.var_info(var).width).expect("the component is satisfiable");
            return Ok(Model { variables: vec![(var, value)], applications: Vec::new() });
        }
        let mut constraints = component.sorted_constraints();
        constraints.sort_by_key(|&term| pool.hash(term));
        let mut variables = pool.set_members(component.vars).to_vec();
        variables.sort_by_key(|&var| pool.var_info(var).name);
        if component.functions.is_empty() {
            for &var in &variables {
                self.scratch.set(var, 0);
            }
            if constraints.iter().all(|&term| self.scratch.holds(pool, term)) {
                let variables = variables.into_iter().map(|var| (var, 0)).collect();
                return Ok(Model { variables, applications: Vec::new() });
            }
        }
        if let Some(variables) = nearest_zero(pool, &constraints, &variables) {
            return Ok(Model { variables, applications: Vec::new() });
        }
        let mut applications = Vec::new();
        if !component.functions.is_empty() {
            for &constraint in &constraints {
                applications.extend(self.scratch.applications(pool, constraint));
            }
            applications.sort_by_key(|&term| (pool.hash(term), term));
            applications.dedup();
        }
        let limit = self.limit(None, self.until());
        let limit = if self.config.is_apart { limit } else { Limit { conflicts: None, ..limit } };
        let (instance, may_have_none) = (Blaster::new(Cdcl::default()), component.open);
        let mut search = Search { instance, fixed: Vec::new(), limit, may_have_none };
        if component.functions.is_empty()
            && let Some(values) = self.guess(pool, &constraints, &variables)
        {
            for &constraint in &constraints {
                search.instance.literals(pool, constraint);
            }
            for (&var, value) in variables.iter().zip(values) {
                search.instance.suggest(pool, pool.var_term(var), value);
            }
        }
        let model = search.model(pool, &constraints, &variables, &applications);
        self.count_search(Spent::default(), search.instance.spent());
        // Where queries are decided apart, the kept witness depends on nothing else either.
        if model.is_err() && self.config.is_apart && !component.open {
            let values = component.values.iter().copied();
            let variables = pool.set_members(component.vars).iter().copied().zip(values).collect();
            return Ok(Model { variables, applications: component.applications.to_vec() });
        }
        match model {
            Err(UnknownReason::Limit) if self.config.is_apart && !limit.is_reached(search.instance.spent().work) => {
                Err(UnknownReason::Conflicts)
            }
            model => model,
        }
    }
}

/// An instance that has a model and is narrowed term by term.
struct Search {
    instance: Blaster<Cdcl>,
    /// What holds for good: a query sees only what its assumptions depend on, so each names all of it.
    fixed: Vec<Lit>,
    /// Of the whole search.
    limit: Limit,
    /// Whether the constraints may be unsatisfiable.
    may_have_none: bool,
}

impl Search {
    /// The first model of the constraints, in the order of the variables and then of the applications.
    fn model(
        &mut self,
        pool: &Pool,
        constraints: &[TermId],
        variables: &[VarId],
        applications: &[TermId],
    ) -> Result<Model, UnknownReason> {
        match self.instance.solve(pool, constraints, self.limit, None) {
            Verdict::Sat if self.instance.is_relaxed() => {
                return Err(UnknownReason::GaveUp("an operator has no circuit".into()));
            }
            Verdict::Sat => {}
            Verdict::Limit => return Err(UnknownReason::Limit),
            Verdict::Unsat(_) if self.may_have_none => return Err(UnknownReason::Limit),
            Verdict::Unsat(_) => unreachable!("a component of a path condition is satisfiable"),
        }
        for &constraint in constraints {
            let holds = self.instance.literals(pool, constraint)[0];
            self.fix(holds);
        }
        let mut model = Model::default();
        for &var in variables {
            model.variables.push((var, self.nearest_zero(pool, pool.var_term(var))?));
        }
        for &application in applications {
            model.applications.push((application, self.nearest_zero(pool, application)?));
        }
        Ok(model)
    }

    /// Fixes a term at the value nearest to zero that is possible.
    fn nearest_zero(&mut self, pool: &Pool, term: TermId) -> Result<u128, UnknownReason> {
        let bits = self.instance.literals(pool, term).to_vec();
        // Variables that came without a constraint on them have no value in the last model.
        if self.instance.value(pool, term) != 0 {
            let zero: Vec<Lit> = bits.iter().map(|&bit| !bit).collect();
            if self.possible(&zero)? {
                zero.into_iter().for_each(|bit| self.fix(bit));
                return Ok(0);
            }
        } else {
            bits.iter().for_each(|&bit| self.fix(!bit));
            return Ok(0);
        }
        // By the bits of the magnitude from the top, then by the sign. The current model knows the term, not the gates
        // of its magnitude.
        let width = pool.width(term);
        let magnitude = self.instance.magnitude(&bits);
        // Most values are small: try whole groups of leading zeros first.
        for n_low in [1, 2, 4, 8, 16, 32, 64].into_iter().take_while(|&n_low| n_low < magnitude.len()) {
            let (distance, _) = distance_from_zero(width, self.instance.value(pool, term));
            if distance >> n_low == 0 {
                break;
            }
            let high_zero: Vec<Lit> = magnitude[n_low..].iter().map(|&bit| !bit).collect();
            if self.possible(&high_zero)? {
                high_zero.into_iter().for_each(|bit| self.fix(bit));
                break;
            }
        }
        for (i, &bit) in magnitude.iter().enumerate().rev() {
            let (distance, _) = distance_from_zero(width, self.instance.value(pool, term));
            let low = distance >> i & 1 == 0 || self.possible(&[!bit])?;
            self.fix(if low { !bit } else { bit });
        }
        let sign = *bits.last().expect("a term has bits");
        let low = !self.instance.holds(sign) || self.possible(&[!sign])?;
        self.fix(if low { !sign } else { sign });
        Ok(self.instance.value(pool, term))
    }

    fn fix(&mut self, lit: Lit) {
        self.instance.require(lit);
        self.fixed.push(lit);
    }

    /// Is there a model with these literals? If so it becomes the current one; if the limit is reached the current
    /// one stays.
    fn possible(&mut self, literals: &[Lit]) -> Result<bool, UnknownReason> {
        let conflicts = self.limit.conflicts.unwrap_or(u64::MAX).min(CONFLICTS_PER_BIT);
        let limit = Limit { conflicts: Some(conflicts), work: None, deadline: self.limit.deadline };
        let assumptions = [&self.fixed, literals].concat();
        let status = self.instance.solve_literals(&assumptions, limit);
        if self.limit.is_reached(self.instance.spent().work) {
            return Err(UnknownReason::Limit);
        }
        Ok(status == Status::Sat)
    }
}
