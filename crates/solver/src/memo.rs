//! What was decided before: answers by component and term, models by constraint, unsatisfiable cores.
//!
//! Everything here may be forgotten at any time: it is, all at once, when it has grown too large.

use crate::answer::UnknownReason;
use crate::component::{Component, ComponentId};
use incise_term::{TermId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Entries are weighed by roughly the words they keep alive.
const MAX_WEIGHT: usize = 24 << 20;
/// Canonical models remembered before all are forgotten.
const MAX_CANONICAL: usize = 100_000;
/// Cores and models remembered per term.
const PER_TERM: usize = 16;

/// The definite answer to "component and term".
#[derive(Clone)]
pub(crate) enum Decided {
    Sat(Rc<Component>),
    /// The component implies the term.
    Implied,
    Unsat,
}

#[derive(Default)]
pub(crate) struct Memo {
    answers: FxHashMap<(ComponentId, TermId), Decided>,
    /// Questions that stayed open: asking again would cost the same time again.
    open: FxHashMap<(ComponentId, TermId), UnknownReason>,
    joins: FxHashMap<(ComponentId, ComponentId), Rc<Component>>,
    cores: FxHashMap<TermId, Vec<Rc<[TermId]>>>,
    models: FxHashMap<TermId, Vec<Rc<Component>>>,
    weight: usize,
}

impl Memo {
    #[inline]
    pub(crate) fn answer(&self, component: ComponentId, term: TermId) -> Option<&Decided> {
        self.answers.get(&(component, term))
    }

    pub(crate) fn remember(&mut self, component: ComponentId, term: TermId, decided: Decided) {
        let weight = match &decided {
            Decided::Sat(component) => 32 + component.values.len() * 3,
            _ => 8,
        };
        self.make_room(weight);
        self.answers.insert((component, term), decided);
    }

    pub(crate) fn open(&self, component: ComponentId, term: TermId) -> Option<&UnknownReason> {
        self.open.get(&(component, term))
    }

    pub(crate) fn remember_open(&mut self, component: ComponentId, term: TermId, reason: UnknownReason) {
        self.make_room(8);
        self.open.insert((component, term), reason);
    }

    pub(crate) fn joined(&self, a: ComponentId, b: ComponentId) -> Option<&Rc<Component>> {
        self.joins.get(&(a, b))
    }

    pub(crate) fn remember_joined(&mut self, a: ComponentId, b: ComponentId, joined: Rc<Component>) {
        self.make_room(32 + joined.values.len() * 3);
        self.joins.insert((a, b), joined);
    }

    fn make_room(&mut self, weight: usize) {
        self.weight += weight;
        if self.weight > MAX_WEIGHT {
            *self = Memo { weight, ..Memo::default() };
        }
    }

    /// Remembers a component that SAT decided, for queries with the same constraints or some of them.
    pub(crate) fn remember_model(&mut self, component: &Rc<Component>, constraints: &[TermId]) {
        self.make_room(4 * constraints.len());
        for &term in constraints {
            let models = self.models.entry(term).or_default();
            if models.len() >= PER_TERM {
                models.remove(0);
            }
            models.push(component.clone());
        }
    }

    /// Recent models of a term, the newest first.
    pub(crate) fn models(&self, term: TermId) -> impl Iterator<Item = &Rc<Component>> {
        self.models.get(&term).into_iter().flatten().rev()
    }

    pub(crate) fn remember_core(&mut self, core: &[TermId]) {
        self.make_room(4 * core.len() + 4);
        let core: Rc<[TermId]> = core.into();
        for &term in core.iter() {
            let cores = self.cores.entry(term).or_default();
            if cores.len() >= PER_TERM {
                cores.remove(0);
            }
            cores.push(core.clone());
        }
    }

    /// Is a known core that contains `term` part of the constraints (sorted)?
    pub(crate) fn has_core(&self, term: TermId, constraints: &[TermId]) -> bool {
        let within = |core: &Rc<[TermId]>| core.iter().all(|member| constraints.binary_search(member).is_ok());
        self.cores.get(&term).is_some_and(|cores| cores.iter().rev().any(within))
    }
}

/// Values of one component.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) variables: Vec<(VarId, u128)>,
    pub(crate) applications: Vec<(TermId, u128)>,
}

/// Canonical models of components that were asked for.
#[derive(Default)]
pub(crate) struct CanonicalModels {
    known: FxHashMap<ComponentId, Rc<Model>>,
}

impl CanonicalModels {
    pub(crate) fn get(&self, component: ComponentId) -> Option<Rc<Model>> {
        self.known.get(&component).cloned()
    }

    pub(crate) fn remember(&mut self, component: ComponentId, model: Rc<Model>) {
        if self.known.len() >= MAX_CANONICAL {
            self.known.clear();
        }
        self.known.insert(component, model);
    }
}
