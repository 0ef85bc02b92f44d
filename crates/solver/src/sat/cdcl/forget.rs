//! Forgetting learnt clauses and closing the gaps they leave.

use super::{Cdcl, DELETED, HEADER, LENGTH, NO_REASON, variable};

impl Cdcl {
    /// Forgets the half of the learnt clauses that span the most levels.
    pub(super) fn reduce(&mut self) {
        let mut order: Vec<(u32, u32)> =
            self.learnt.iter().map(|&clause| (self.arena[clause as usize + 1], clause)).collect();
        // Of equally good ones the newer stay.
        order.sort_unstable_by_key(|&(span, clause)| (span, u32::MAX - clause));
        for &(span, clause) in &order[order.len() / 2..] {
            let first = self.literal(clause as usize + HEADER);
            let locked = self.value_of(first) == 1 && self.reason[variable(first)] == clause;
            if span > 2 && !locked && self.arena[clause as usize] & LENGTH > 2 {
                self.wasted += HEADER + (self.arena[clause as usize] & LENGTH) as usize;
                self.arena[clause as usize] |= DELETED;
            }
        }
        let arena = &self.arena;
        self.learnt.retain(|&clause| arena[clause as usize] & DELETED == 0);
        for watches in &mut self.watches {
            watches.retain(|watch| arena[watch.clause as usize] & DELETED == 0);
        }
        self.max_learnt += self.max_learnt / 10;
        if self.wasted * 3 > self.arena.len() {
            self.compact();
        }
    }

    /// Moves the clauses together.
    fn compact(&mut self) {
        let old = std::mem::take(&mut self.arena);
        let mut moved = rustc_hash::FxHashMap::default();
        let mut at = 0;
        while at < old.len() {
            let length = HEADER + (old[at] & LENGTH) as usize;
            if old[at] & DELETED == 0 {
                moved.insert(at as u32, self.arena.len() as u32);
                self.arena.extend_from_slice(&old[at..at + length]);
            }
            at += length;
        }
        self.wasted = 0;
        self.n_compactions += 1;
        self.learnt.iter_mut().for_each(|clause| *clause = moved[clause]);
        for watch in self.watches.iter_mut().flatten() {
            watch.clause = moved[&watch.clause];
        }
        for lit in &self.trail {
            let reason = &mut self.reason[variable(*lit)];
            if *reason != NO_REASON {
                *reason = moved[reason];
            }
        }
    }
}
