//! Path conditions: conjunctions known to be satisfiable, split into components that share no variable.
//!
//! Cloning costs a few reference counts. A path condition belongs to the pool its terms are of and to the solver that
//! extends it. What it holds beyond its constraints (witnesses, sets of values) makes answers faster, never different.

use crate::component::Component;
use crate::scratch::Scratch;
use crate::slots::Slots;
use crate::trail::Trail;
use incise_term::{Pool, TermId};
use smallvec::SmallVec;
use std::rc::Rc;

/// The components a term touches.
pub(crate) type Touched = SmallVec<[Rc<Component>; 4]>;

/// A satisfiable conjunction of constraints.
#[derive(Clone)]
pub struct PathCondition {
    by_variable: Slots<Rc<Component>>,
    by_function: Slots<Rc<Component>>,
    trail: Trail,
}

impl Default for PathCondition {
    fn default() -> PathCondition {
        PathCondition::new()
    }
}

impl PathCondition {
    /// The empty conjunction: true.
    pub fn new() -> PathCondition {
        PathCondition { by_variable: Slots::new(), by_function: Slots::new(), trail: Trail::default() }
    }

    /// The constraints in order of addition.
    pub fn constraints(&self) -> impl Iterator<Item = TermId> + use<> {
        self.trail.to_vec().into_iter()
    }

    /// Number of constraints.
    pub fn len(&self) -> usize {
        self.trail.len()
    }

    /// Are there no constraints?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Was something added that was not decided to be possible?
    pub fn is_open(&self) -> bool {
        self.components().iter().any(|component| component.open)
    }

    /// The value of `t` under the kept witness: one input that follows this path. Which one may depend on earlier
    /// questions; ask for the canonical model where that matters.
    pub fn eval(&self, pool: &Pool, scratch: &mut Scratch, t: TermId) -> u128 {
        if let Some(value) = pool.as_const(t) {
            return value;
        }
        scratch.load(pool, t, |var| {
            let component = self.by_variable.get(var.index())?;
            Some(component.values[component.position(pool, var)?])
        });
        if scratch.has_applications(pool, t) {
            for fun in scratch.functions(pool, t).iter() {
                if let Some(component) = self.by_function.get(fun.index()) {
                    for (&var, &value) in pool.set_members(component.vars).iter().zip(component.values.iter()) {
                        scratch.set(var, value);
                    }
                }
            }
            scratch.load_applications(pool, t, |fun| {
                self.by_function.get(fun.index()).map(|component| component.applications.clone())
            });
        }
        scratch.eval(pool, t)
    }

    /// The distinct components that share a variable or a function with a term.
    pub(crate) fn touched(&self, pool: &Pool, scratch: &mut Scratch, t: TermId) -> Touched {
        let mut touched = Touched::new();
        let mut add = |component: Option<&Rc<Component>>| {
            if let Some(component) = component
                && !touched.iter().any(|known| Rc::ptr_eq(known, component))
            {
                touched.push(component.clone());
            }
        };
        for var in pool.vars(t) {
            add(self.by_variable.get(var.index()));
        }
        for fun in scratch.functions(pool, t).iter() {
            add(self.by_function.get(fun.index()));
        }
        touched
    }

    /// This path condition and one more constraint, which `component` (made from all touched ones) includes.
    pub(crate) fn with(&self, pool: &Pool, term: TermId, component: &Rc<Component>) -> PathCondition {
        let mut extended = self.clone();
        for var in pool.set_members(component.vars) {
            extended.by_variable.set(var.index(), component.clone());
        }
        for fun in component.functions.iter() {
            extended.by_function.set(fun.index(), component.clone());
        }
        extended.trail.push(term);
        extended
    }

    /// The distinct components.
    pub(crate) fn components(&self) -> Vec<Rc<Component>> {
        let mut components: Vec<Rc<Component>> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut add = |_: usize, component: &Rc<Component>| {
            if seen.insert(component.id) {
                components.push(component.clone());
            }
        };
        self.by_variable.for_each(&mut add);
        self.by_function.for_each(&mut add);
        components
    }
}
