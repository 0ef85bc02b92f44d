//! Known suffixes: where the rest of a run is known, it need not be run.
//!
//! A run that turns a decision of an earlier one, its *model*, soon comes to where nothing ahead has to do with what it decided otherwise.
//! From there on it can only repeat what the model did, or take sides that the model's decisions were turned to.
//!
//! # Promise
//! No decision, with what matters to it, and no error is left out. Let `D` be the places of what the run decided otherwise than its model, and
//! let nothing that control can come to from here have one of `D` among what matters to it. What the run would decide or check at a place
//! `k` ahead, it decides with the sides taken at `M(k)`; none of them is in `D`, so the model took the same, and as those decide what comes
//! next among them (`relation.rs`), the model comes to `k` with the same sides. It ran to the end: `k` was turned there.

use super::entry::Entry;
use super::relation::Relation;
use super::search_memory::SearchMemory;
use incise_base::{IdSet, components, depth_first};
use incise_deps::NodeId;
use incise_engine::{DecisionKind, LoggedDecision, State, spots};
use incise_ir::IdVec;
use incise_term::TermId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// From where on nothing has to do with a decision any more.
pub struct Influence {
    /// What each deciding node matters to.
    on: FxHashMap<NodeId, Vec<NodeId>>,
    /// Components of control flow, numbered against its direction.
    component: IdVec<NodeId, usize>,
    /// For a deciding node the nodes after it from which control can come to something that it matters to, once it was asked for.
    within: FxHashMap<NodeId, Rc<IdSet<NodeId>>>,
}

impl Influence {
    /// Of all decisions.
    pub fn of(relation: &Relation) -> Influence {
        let mut on: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        for node in relation.flow().nodes() {
            relation.all_that_matters(node).iter().for_each(|decider| on.entry(decider).or_default().push(node));
        }
        Influence { on, component: components(relation.flow()).of, within: FxHashMap::default() }
    }

    fn within(&mut self, relation: &Relation, decider: NodeId) -> Rc<IdSet<NodeId>> {
        let Influence { on, component, within } = self;
        let find = || {
            let mut found = IdSet::new();
            let mut work = on.get(&decider).cloned().unwrap_or_default();
            depth_first(
                &mut work,
                |node| component[node] <= component[decider] && found.insert(node),
                |node| relation.flow().predecessors(node).iter().copied(),
            );
            Rc::new(found)
        };
        Rc::clone(within.entry(decider).or_insert_with(find))
    }
}

/// A run that went to the end, and how much of it another has in common with it.
#[derive(Clone)]
pub struct Model {
    /// What was decided on it.
    pub entries: Rc<Vec<Entry>>,
    /// How many of them a run has that turned the next.
    pub n_shared: usize,
}

/// Watches a run that has a model.
pub struct KnownSuffix {
    model: Model,
    /// Entries of the run that were looked at, and of the model.
    n_seen: usize,
    n_met: usize,
    /// Nodes from which control can come to something that has to do with what was decided otherwise.
    open: IdSet<NodeId>,
}

impl KnownSuffix {
    /// Of a run with a model; nothing if that says nothing about the rest of others.
    pub fn new(model: Model) -> Option<KnownSuffix> {
        // Whether a run satisfies what is assumed is seen when it comes there.
        let is_free = model.entries[model.n_shared..].iter().all(|entry| entry.kind != DecisionKind::Assume);
        let n_shared = model.n_shared;
        is_free.then(|| KnownSuffix { model, n_seen: n_shared, n_met: n_shared, open: IdSet::new() })
    }

    /// Whether the rest of the run from this state on is known; nothing when it never will be.
    pub fn is_known(
        &mut self,
        known: &mut SearchMemory,
        influence: &mut Influence,
        log: &[LoggedDecision],
        state: &State,
    ) -> Option<bool> {
        known.follow(log).ok()?;
        for position in self.n_seen..known.entries.len() {
            let entry = known.entries[position];
            if entry.decides() && !self.is_shared(&entry) {
                self.open.union_with(&influence.within(&known.relation, entry.node));
                if known.relation.ends_within(&self.open) {
                    return None;
                }
            }
        }
        self.n_seen = known.entries.len();
        let node = known.relation.node(&spots(state))?;
        Some(!self.open.contains(node))
    }

    /// The sides that the model takes in the rest where it could have taken others.
    pub fn ahead(&self) -> impl Iterator<Item = TermId> + '_ {
        let ahead = self.model.entries[self.n_met..].iter();
        ahead.filter(|entry| entry.kind == DecisionKind::Branch && entry.forked).map(|entry| entry.taken)
    }

    /// Whether the model decided the same.
    fn is_shared(&mut self, entry: &Entry) -> bool {
        let ahead = &self.model.entries[self.n_met..];
        match ahead.iter().position(|other| other.side() == entry.side() && other.taken == entry.taken) {
            Some(position) => {
                self.n_met += position + 1;
                true
            }
            None => false,
        }
    }
}
