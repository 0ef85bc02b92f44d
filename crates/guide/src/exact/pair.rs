//! The two versions together: how each closure tells the other what it found.
//!
//! # Invariants
//! - A step is left unmarked only if its partner is.
//! - What is to be run in one version is to be run in the other, if it has a partner: otherwise an error in it would show in one.

use super::backward::Backward;
use super::forward::{Forward, News};
use super::model::SlicedProgram;
use super::observable_events::{Around, Hidden};
use super::structure::mismatches;
use incise_base::{Budget, Exhausted};
use incise_deps::NodeId;
use incise_ir::{FuncId, IdVec};
use std::collections::BTreeMap;

/// A function in both versions.
pub struct Pair {
    /// In the old version.
    pub base: FuncId,
    /// In the new version.
    pub modified: FuncId,
    /// Steps that belong together, old to new.
    pub to_mod: BTreeMap<NodeId, NodeId>,
    /// Steps that belong together, new to old.
    pub to_base: BTreeMap<NodeId, NodeId>,
}

impl Pair {
    /// With this map, old to new.
    pub fn new(base: FuncId, modified: FuncId, to_mod: BTreeMap<NodeId, NodeId>) -> Pair {
        let to_base = to_mod.iter().map(|(old, new)| (*new, *old)).collect();
        Pair { base, modified, to_mod, to_base }
    }
}

/// How the two versions belong together.
pub struct Pairing<'a> {
    versions: (&'a SlicedProgram, &'a SlicedProgram),
    /// The functions that are in both.
    pub pairs: Vec<Pair>,
    /// Positions in `pairs`.
    pub of_base: BTreeMap<FuncId, usize>,
    /// Positions in `pairs`.
    pub of_mod: BTreeMap<FuncId, usize>,
}

impl<'a> Pairing<'a> {
    /// With these functions.
    pub fn new(versions: (&'a SlicedProgram, &'a SlicedProgram), pairs: Vec<Pair>) -> Self {
        let of_base = pairs.iter().enumerate().map(|(position, pair)| (pair.base, position)).collect();
        let of_mod = pairs.iter().enumerate().map(|(position, pair)| (pair.modified, position)).collect();
        Pairing { versions, pairs, of_base, of_mod }
    }

    /// Closes forward in both versions, until what is left is the same program.
    pub fn close_forward(&self, old: &mut Forward, new: &mut Forward, budget: &mut Budget) -> Result<(), Exhausted> {
        loop {
            old.close(budget)?;
            new.close(budget)?;
            let (from_old, from_new) = (old.news(), new.news());
            if !from_old.is_empty() || !from_new.is_empty() {
                from_old
                    .into_iter()
                    .for_each(|news| self.tell(news, &self.of_base, |pair| (pair.modified, &pair.to_mod), new));
                from_new
                    .into_iter()
                    .for_each(|news| self.tell(news, &self.of_mod, |pair| (pair.base, &pair.to_base), old));
                continue;
            }
            let mut found = false;
            for pair in &self.pairs {
                let versions = self.versions;
                let (Some(base), Some(modified)) = (&versions.0.bodies[pair.base], &versions.1.bodies[pair.modified])
                else {
                    continue;
                };
                let base_stays: IdVec<NodeId, bool> =
                    base.steps.iter_ids().map(|(node, step)| step.acts && !old.is_marked(pair.base, node)).collect();
                let mod_stays: IdVec<NodeId, bool> = modified
                    .steps
                    .iter_ids()
                    .map(|(node, step)| step.acts && !new.is_marked(pair.modified, node))
                    .collect();
                let (from_base, from_mod) = mismatches((base, &base_stays), (modified, &mod_stays), &pair.to_mod);
                from_base.into_iter().for_each(|node| found |= old.mark(pair.base, node));
                from_mod.into_iter().for_each(|node| found |= new.mark(pair.modified, node));
            }
            if !found {
                return Ok(());
            }
        }
    }
    fn tell<'p>(
        &'p self,
        news: News,
        of: &BTreeMap<FuncId, usize>,
        there: impl Fn(&'p Pair) -> (FuncId, &'p BTreeMap<NodeId, NodeId>),
        to: &mut Forward,
    ) {
        let (News::Step(function, node) | News::Argument(function, node, _) | News::Farewell(function, node)) = news;
        let Some(position) = of.get(&function) else { return };
        let (id, map) = there(&self.pairs[*position]);
        let Some(partner) = map.get(&node) else { return };
        match news {
            News::Step(..) => {
                to.mark(id, *partner);
            }
            News::Farewell(..) => to.mark_reading(id, *partner),
            News::Argument(_, _, argument) => to.mark_argument(id, *partner, argument),
        }
    }

    /// The step of the new version that belongs to one of the old.
    pub fn partner_of_base(&self, function: FuncId, node: NodeId) -> Option<(FuncId, NodeId)> {
        let pair = &self.pairs[*self.of_base.get(&function)?];
        Some((pair.modified, *pair.to_mod.get(&node)?))
    }
    /// The step of the old version that belongs to one of the new.
    pub fn partner_of_mod(&self, function: FuncId, node: NodeId) -> Option<(FuncId, NodeId)> {
        let pair = &self.pairs[*self.of_mod.get(&function)?];
        Some((pair.base, *pair.to_base.get(&node)?))
    }
    /// These steps, and their partners, are to be run wherever they are.
    pub fn force(&self, (was, is): (&Hidden, &Hidden), old: &mut Backward, new: &mut Backward) {
        for (function, node) in &was.steps {
            old.run_event(*function, *node);
            if let Some((function, partner)) = self.partner_of_base(*function, *node) {
                new.run_event(function, partner);
            }
        }
        for (function, node) in &is.steps {
            new.run_event(*function, *node);
            if let Some((function, partner)) = self.partner_of_mod(*function, *node) {
                old.run_event(function, partner);
            }
        }
    }
    /// What must be run and compared in each version although no change influences it.
    pub fn hidden(&self, (old, new): (&Around, &Around), needed: (&Backward, &Backward)) -> (Hidden, Hidden) {
        let was = old.hidden(needed.0, |function, node| self.partner_of_base(function, node), new);
        let is = new.hidden(needed.1, |function, node| self.partner_of_mod(function, node), old);
        (was, is)
    }
    /// Closes backward in both versions.
    pub fn close_backward(&self, old: &mut Backward, new: &mut Backward, budget: &mut Budget) -> Result<(), Exhausted> {
        loop {
            old.close(budget)?;
            new.close(budget)?;
            let (from_old, from_new) = (old.news(), new.news());
            if from_old.is_empty() && from_new.is_empty() {
                return Ok(());
            }
            for (function, node) in from_old {
                if let Some((function, partner)) = self.partner_of_base(function, node) {
                    new.run(function, partner);
                }
            }
            for (function, node) in from_new {
                if let Some((function, partner)) = self.partner_of_mod(function, node) {
                    old.run(function, partner);
                }
            }
        }
    }
}
