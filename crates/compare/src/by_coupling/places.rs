//! Slots and views of both versions, and where they are.

use crate::by_coupling::slot::Slot;
use crate::by_coupling::view::{Made, View};
use crate::role::Role;
use incise_term::{Pool, TermId};

/// A slot or a view by version and number; views come after the slots.
pub type Place = (Role, usize);

/// The slots of both versions.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// Of the old version.
    pub base: Vec<Slot>,
    /// Of the new version.
    pub modified: Vec<Slot>,
    /// What facts are about beside them, of the old and of the new version.
    pub views: (Vec<View>, Vec<View>),
}

impl Slots {
    /// A slot, or how a view stands in facts.
    pub fn get(&self, place: Place) -> &Slot {
        let slots = self.of(place.0);
        slots.get(place.1).unwrap_or_else(|| &self.views(place.0)[place.1 - slots.len()].slot)
    }

    /// The views of a version.
    pub fn views(&self, role: Role) -> &[View] {
        match role {
            Role::Base => &self.views.0,
            Role::Mod => &self.views.1,
        }
    }

    /// Adds a view of a version, unless it is there.
    pub fn add(&mut self, role: Role, made: Made) -> Place {
        let n_slots = self.of(role).len();
        if let Some(known) = self.views(role).iter().position(|view| view.made == made) {
            return (role, n_slots + known);
        }
        let view = View::of(made, self.of(role));
        let views = if role == Role::Base { &mut self.views.0 } else { &mut self.views.1 };
        views.push(view);
        (role, n_slots + views.len() - 1)
    }

    /// Adds what the views of a version are to what its slots hold.
    pub fn with_views(&self, role: Role, pool: &mut Pool, mut held: Vec<Option<TermId>>) -> Vec<Option<TermId>> {
        for view in self.views(role) {
            let term = view.term(pool, self.of(role), &held);
            held.push(term);
        }
        held
    }

    /// The slots of a version.
    pub fn of(&self, role: Role) -> &[Slot] {
        match role {
            Role::Base => &self.base,
            Role::Mod => &self.modified,
        }
    }

    /// All slots.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        let (base, modified) = (self.base.len(), self.modified.len());
        (0..modified).map(|number| (Role::Mod, number)).chain((0..base).map(|number| (Role::Base, number)))
    }
}
