//! A component of a path condition: constraints connected by shared variables, with an assignment that satisfies them.
//!
//! *Invariants.* `values[i]` is the value of the `i`-th variable of `vars` (sorted) in the witness, and the witness
//! satisfies every constraint, unless the component is `open`. `facts[i]`, where present, contains every value the `i`-th variable can take. `exact` means
//! that there is one variable and its fact is the set of its values, no more.

use crate::domain::ValueSet;
use incise_term::{FunId, Pool, TermId, VarId, VarSetId};
use std::rc::Rc;

/// Names a component of one solver; equal ids have equal constraints.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ComponentId(pub(crate) u64);

impl ComponentId {
    /// The component of no constraints.
    pub(crate) const EMPTY: ComponentId = ComponentId(0);
}

/// The constraints of a component, shared with the components it was made from.
#[derive(Clone)]
pub(crate) enum Constraints {
    None,
    Added(Rc<Component>, TermId),
    Joined(Rc<Component>, Rc<Component>),
}

pub(crate) struct Component {
    pub(crate) id: ComponentId,
    pub(crate) vars: VarSetId,
    /// Uninterpreted functions applied in the constraints, sorted.
    pub(crate) functions: Rc<[FunId]>,
    pub(crate) constraints: Constraints,
    pub(crate) n_constraints: u32,
    pub(crate) values: Rc<[u128]>,
    /// Results of the function applications in the constraints.
    pub(crate) applications: Rc<[(TermId, u128)]>,
    pub(crate) facts: Rc<[Option<Rc<ValueSet>>]>,
    pub(crate) exact: bool,
    /// Whether the constraints are satisfiable was not decided: the witness is just an assignment.
    pub(crate) open: bool,
}

impl Component {
    /// The same, of which it was not decided whether it is satisfiable.
    pub(crate) fn opened(known: &Component) -> Component {
        Component {
            id: known.id,
            vars: known.vars,
            functions: known.functions.clone(),
            constraints: known.constraints.clone(),
            n_constraints: known.n_constraints,
            values: known.values.clone(),
            applications: known.applications.clone(),
            facts: known.facts.clone(),
            exact: false,
            open: true,
        }
    }

    /// The constraints, sorted, without duplicates.
    pub(crate) fn sorted_constraints(&self) -> Vec<TermId> {
        let mut terms = Vec::with_capacity(self.n_constraints as usize);
        let mut others: Vec<&Component> = Vec::new();
        let mut next = Some(self);
        while let Some(component) = next {
            next = match &component.constraints {
                Constraints::None => others.pop(),
                Constraints::Added(before, term) => {
                    terms.push(*term);
                    Some(before)
                }
                Constraints::Joined(a, b) => {
                    others.push(b);
                    Some(a)
                }
            };
        }
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Position of a variable among the component's.
    pub(crate) fn position(&self, pool: &Pool, var: VarId) -> Option<usize> {
        pool.set_members(self.vars).binary_search(&var).ok()
    }

    pub(crate) fn fact(&self, pool: &Pool, var: VarId) -> Option<&Rc<ValueSet>> {
        self.facts[self.position(pool, var)?].as_ref()
    }
}

impl Drop for Component {
    /// In a loop: a long chain dropped component by component would overflow the stack.
    fn drop(&mut self) {
        let mut pending = Vec::new();
        let release = |constraints: &mut Constraints, pending: &mut Vec<Rc<Component>>| match std::mem::replace(
            constraints,
            Constraints::None,
        ) {
            Constraints::None => {}
            Constraints::Added(before, _) => pending.push(before),
            Constraints::Joined(a, b) => pending.extend([a, b]),
        };
        release(&mut self.constraints, &mut pending);
        while let Some(component) = pending.pop() {
            if let Ok(mut component) = Rc::try_unwrap(component) {
                release(&mut component.constraints, &mut pending);
            }
        }
    }
}
