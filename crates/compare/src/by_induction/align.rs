//! Loop alignment: which iterations of the two loops are paired.

use crate::by_induction::induction::{Ahead, CATCH_UP, Failed, Induction, LoopLocation, with_condition};
use crate::by_induction::segment::taken_up;
use crate::by_induction::slots::{self, Slot};
use crate::role::Role;
use incise_engine::{PathEnd, Prepared, State};
use incise_ir::Id;
use std::collections::BTreeMap;

/// How often loops that do not begin together are tried to be brought together.
const ALIGNMENTS: usize = 12;

/// Where the new version is, and how it ended if it did; the same of the old version.
type Together = (State, PathEnd, State, PathEnd);

impl Induction<'_, '_> {
    /// Both versions are at a loop: an instance of an earlier visit, or a new one to be proved.
    pub(crate) fn arrive(&mut self, new: &State, old: &State) -> Result<(), Failed> {
        let known = self.visits.iter().rposition(|visit| {
            visit.over.is_none() && slots::same_place(&visit.new, new) && slots::same_place(&visit.old, old)
        });
        if let Some(level) = known {
            return self.cover(level, new, old);
        }
        let places = (place(new), place(old));
        let first = self.aligned.get(&places).copied();
        let apart = self.apart(new, old);
        if first.is_none_or(|ahead| ahead == Ahead::Neither) && apart == 0 {
            return self.in_turn(new, old, &[Ahead::Neither, Ahead::Old, Ahead::New]);
        }
        if let Some(ahead) = first {
            return self.in_turn(new, old, &[ahead]);
        }
        // Loops that count in different ways begin with different numbers, too: only what brings those together is tried first.
        let mut ways = Vec::new();
        for way in [Ahead::Old, Ahead::New] {
            let pairs = self.gone_ahead(new, old, way)?;
            let paused: Vec<_> = pairs.iter().filter(|(new, _, old, _)| new.paused && old.paused).collect();
            let is_closer = paused.iter().any(|(new, _, old, _)| self.apart(new, old) < apart);
            ways.push((!is_closer, way));
        }
        ways.push((false, Ahead::Neither));
        ways.sort_by_key(|(is_further, _)| *is_further);
        let ways: Vec<Ahead> = ways.into_iter().map(|(_, way)| way).collect();
        self.in_turn(new, old, &ways)
    }

    /// Tries to bring two loops together in some ways, one after the other.
    fn in_turn(&mut self, new: &State, old: &State, ways: &[Ahead]) -> Result<(), Failed> {
        let mut failed = None;
        let level = self.visits.len();
        for (number, way) in ways.iter().enumerate() {
            if number > 0 {
                self.n_aligned += 1;
                if self.n_aligned > ALIGNMENTS || self.is_over() {
                    break;
                }
            }
            let limits = self.limits;
            if number + 1 < ways.len() {
                self.limits = limits.part(2);
            }
            let outcome = self.ahead(new, old, *way);
            self.limits = limits;
            self.visits.truncate(level);
            match outcome {
                Ok(()) => {
                    self.aligned.insert((place(new), place(old)), *way);
                    return Ok(());
                }
                Err(Failed::For(why)) => failed = failed.or(Some(why)),
                Err(weaken) => return Err(weaken),
            }
        }
        Err(Failed::For(failed.unwrap_or("loops could not be brought together")))
    }

    /// The two versions after one of them went on.
    fn gone_ahead(&mut self, new: &State, old: &State, way: Ahead) -> Result<Vec<Together>, Failed> {
        let mut pairs = Vec::new();
        match way {
            Ahead::Neither => pairs.push((new.clone(), PathEnd::Cut, old.clone(), PathEnd::Cut)),
            Ahead::Old => {
                for (state, end) in self.run(Role::Base, taken_up(old))? {
                    pairs.push((with_condition(new, &state), PathEnd::Cut, state, end));
                }
            }
            Ahead::New => {
                for (state, end) in self.run(Role::Mod, with_condition(&taken_up(new), old))? {
                    let old = with_condition(old, &state);
                    pairs.push((state, end, old, PathEnd::Cut));
                }
            }
        }
        Ok(pairs)
    }

    fn ahead(&mut self, new: &State, old: &State, way: Ahead) -> Result<(), Failed> {
        if way == Ahead::Neither {
            return self.open(new, old, None, (1, 1));
        }
        for (new, new_end, old, old_end) in &self.gone_ahead(new, old, way)? {
            if new.paused && old.paused {
                let known = self.visits.iter().rposition(|visit| {
                    visit.over.is_none() && slots::same_place(&visit.new, new) && slots::same_place(&visit.old, old)
                });
                match known {
                    Some(level) => self.cover(level, new, old)?,
                    None => self.open(new, old, None, (1, 1))?,
                }
            } else {
                self.look((new, new_end), (old, old_end), CATCH_UP)?;
            }
        }
        Ok(())
    }

    /// How many variables of the same name hold different numbers in the two versions.
    fn apart(&self, new: &State, old: &State) -> usize {
        let numbers = |prepared: &Prepared<'_>, state: &State| -> BTreeMap<String, u64> {
            let named = slots::variables(prepared, state, |_| true).into_iter().filter(|(_, is_pointer)| !is_pointer);
            let held = |slot| match slot {
                Slot::Local(_, local) => state.top().locals[local.index()].concrete(),
                Slot::Memory(..) => None,
            };
            named.filter_map(|(slot, _)| Some((slots::name(prepared, state, slot), held(slot)?))).collect()
        };
        let (ours, theirs) = (numbers(self.new.prepared, new), numbers(&self.old.prepared, old));
        ours.iter().filter(|(name, number)| theirs.get(*name).is_some_and(|other| other != *number)).count()
    }
}

fn place(state: &State) -> LoopLocation {
    (state.top().function, state.top().block, state.thread().depth)
}
