//! The exploration that ends when everything that can be met is met.

use super::obligations::{Criterion, Events, Obligations};
use crate::contexts::Activations;
use incise_deps::NodeId;
use incise_engine::{Advice, Branched, Decision, Guide, Note, SharedList, State};
use incise_impact::ContextId;
use incise_ir::{BlockId, FuncId, Id};
use std::collections::BTreeSet;
use std::sync::Arc;

// What the number of a note means, by its upper two bits.
const MEANING: u32 = 3 << 30;
/// An obligation that is met on the path.
const MET: u32 = 0;
/// How many branches of the trace were looked at.
const SEEN: u32 = 1 << 30;
/// A node that defined something.
const DEFINED: u32 = 2 << 30;
/// An impacted decision, by its position in the trace.
const DECIDED: u32 = 3 << 30;

/// Directs an exploration towards obligations.
pub struct Cover {
    obligations: Arc<Obligations>,
    activations: Activations,
    met: BTreeSet<u32>,
    sequences: BTreeSet<Vec<Decision>>,
    /// The impacted decisions of the running path.
    sequence: Vec<Decision>,
    /// Whether nothing is given up.
    observes: bool,
    /// Whether the running path met something that no path has taken to an end.
    unfinished: bool,
}

impl Cover {
    /// With what is met already.
    pub fn new(obligations: &Arc<Obligations>, met: &BTreeSet<u32>) -> Cover {
        Cover {
            obligations: obligations.clone(),
            activations: Activations::new(&obligations.table),
            met: met.clone(),
            sequences: BTreeSet::new(),
            sequence: Vec::new(),
            observes: false,
            unfinished: false,
        }
    }

    /// Only takes notes.
    pub fn observing(obligations: &Arc<Obligations>) -> Cover {
        Cover { observes: true, ..Cover::new(obligations, &BTreeSet::new()) }
    }

    fn happened(&mut self, events: &Events, activation: u64, notes: &mut SharedList<Note>) {
        let mut met = events.met.clone();
        for (var, definition, one) in &events.uses {
            if self.last_definitions(notes, activation, *var).contains(definition) {
                met.push(*one);
            }
        }
        for one in met {
            notes.push(Note { activation, number: MET | one });
            self.unfinished |= !self.met.contains(&one);
        }
    }

    /// The definitions of a variable that hold in an activation: the last certain one, and those after it that may be.
    fn last_definitions(&self, notes: &SharedList<Note>, activation: u64, var: incise_deps::VarId) -> Vec<NodeId> {
        let Some(context) = self.activations.of(activation) else { return Vec::new() };
        let definitions = &self.obligations.contexts[context.0].definitions;
        let mut found = Vec::new();
        for note in notes.iter_back().filter(|note| note.activation == activation && note.number & MEANING == DEFINED) {
            let node = NodeId::new((note.number & !MEANING) as usize);
            let written = definitions.get(&node).into_iter().flatten().find(|(other, _)| *other == var);
            let Some((_, is_certain)) = written else { continue };
            found.push(node);
            if *is_certain {
                break;
            }
        }
        found
    }

    fn is_unmet(&self, one: u32) -> bool {
        one == u32::MAX || !self.met.contains(&one)
    }

    fn is_ahead_in(&self, context: ContextId, function: FuncId, node: NodeId) -> bool {
        let place = &self.obligations.contexts[context.0];
        let Some(reach) = self.obligations.reach.get(&function) else { return true };
        let row = reach.row(node);
        let goals = |contexts: &BTreeSet<ContextId>| {
            contexts.iter().any(|id| self.obligations.contexts[id.0].goals.iter().any(|(_, one)| self.is_unmet(*one)))
        };
        place.goals.iter().any(|(goal, one)| self.is_unmet(*one) && row.contains(*goal))
            || place.calls.iter().any(|(site, below)| row.contains(*site) && goals(below))
    }

    /// Whether something unmet can be reached.
    fn is_ahead(&self, state: &State, context: ContextId, node: NodeId) -> bool {
        if self.obligations.has_handlers || self.is_ahead_in(context, state.top().function, node) {
            return true;
        }
        state.thread().frames().skip(1).any(|caller| {
            match (self.activations.of(caller.activation), self.activations.table().call(caller)) {
                (Some(context), Some(site)) => self.is_ahead_in(context, caller.function, site),
                _ => true,
            }
        })
    }

    /// Takes note of the side by which the running block was entered.
    fn side(&mut self, state: &State, context: ContextId, notes: &mut SharedList<Note>) {
        let seen =
            notes.iter_back().find(|note| note.number & MEANING == SEEN).map_or(0, |note| note.number & !MEANING);
        let now = state.branches.len() as u32;
        if now <= seen {
            return;
        }
        let activation = state.top().activation;
        notes.push(Note { activation, number: SEEN | now });
        let Some(taken) = state.branches.iter_back().next().map(|branch| branch.decision) else { return };
        let obligations = self.obligations.clone();
        let place = &obligations.contexts[context.0];
        if place.branches.contains(&taken.block) {
            notes.push(Note { activation, number: DECIDED | now });
        }
        if let Some(events) = place.sides.get(&(taken.block, taken.edge)) {
            self.happened(events, activation, notes);
        }
    }

    /// The impacted decisions of a path, from its notes and its trace.
    pub fn decisions(notes: &SharedList<Note>, branches: &SharedList<Branched>) -> Vec<Decision> {
        let branches = branches.in_order();
        let positions = notes.in_order().into_iter().filter(|note| note.number & MEANING == DECIDED);
        positions
            .filter_map(|note| branches.get((note.number & !MEANING) as usize - 1).map(|taken| taken.decision))
            .collect()
    }

    /// The obligations that are met on a path, from its notes.
    pub fn met(notes: &SharedList<Note>) -> BTreeSet<u32> {
        notes.iter_back().filter(|note| note.number & MEANING == MET).map(|note| note.number).collect()
    }
}

impl Guide for Cover {
    fn arrive(&mut self, state: &State, notes: &mut SharedList<Note>, resumed: bool) -> Advice {
        if resumed {
            self.unfinished = Cover::met(notes).iter().any(|one| !self.met.contains(one));
        }
        let Some(context) = self.activations.running(state) else { return Advice::Continue };
        let at = state.top();
        if at.index == 0 {
            self.side(state, context, notes);
        }
        let layout = self.activations.table().layout(at.function);
        let node = layout.and_then(|layout| layout.node(at.block, at.index as usize));
        let Some((node, first)) = node else { return Advice::Continue };
        let mut prunes = false;
        if (at.index == 0 || resumed) && !self.observes {
            prunes = match self.obligations.criterion {
                Criterion::PathFragment => {
                    let is_known = |guide: &mut Cover| {
                        guide.sequence = Cover::decisions(notes, &state.branches);
                        guide.sequences.contains(&guide.sequence)
                    };
                    !self.is_ahead(state, context, node) && is_known(self)
                }
                _ => !self.unfinished && !self.is_ahead(state, context, node),
            };
        }
        if prunes {
            return Advice::Prune;
        }
        if first {
            let obligations = self.obligations.clone();
            let place = &obligations.contexts[context.0];
            if let Some(events) = place.nodes.get(&node) {
                self.happened(events, at.activation, notes);
            }
            if place.definitions.contains_key(&node) {
                notes.push(Note { activation: at.activation, number: DEFINED | node.index() as u32 });
            }
        }
        if self.obligations.criterion == Criterion::PathFragment && at.index == 0 {
            self.sequence = Cover::decisions(notes, &state.branches);
        }
        Advice::Continue
    }

    fn order(&mut self, _: &State, targets: &[BlockId]) -> Vec<usize> {
        (0..targets.len()).collect()
    }

    fn ended(&mut self, notes: Option<&SharedList<Note>>) {
        self.unfinished = false;
        if let Some(notes) = notes {
            self.met.extend(Cover::met(notes));
            self.sequences.insert(std::mem::take(&mut self.sequence));
        }
    }
}
