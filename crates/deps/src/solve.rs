//! Solves the constraints of the points-to analysis: a worklist of slots, sets as bits, and one set for all that code outside knows.
//!
//! # Invariants
//! - The solution is the least one: it does not depend on the order of the work.
//! - Objects that code outside knows of hold what outside holds and the other way round, so their slots are made one.

use crate::bits::Bits;
use crate::points_to::{Constraint, OUTSIDE, ObjectId, ObjectKind, PointsTo};
use incise_ir::{Id, Module};
use std::collections::HashSet;

/// What hangs on a slot.
#[derive(Default)]
struct Slot {
    copies: Vec<usize>,
    loads: Vec<usize>,
    stores: Vec<usize>,
    calls: Vec<usize>,
    /// The objects for which loads, stores and calls were seen to.
    done: Option<Bits>,
    queued: bool,
}

struct Solver<'a> {
    module: &'a Module,
    solution: &'a mut PointsTo,
    constraints: Vec<Constraint>,
    slots: Vec<Slot>,
    parent: Vec<usize>,
    edges: HashSet<(usize, usize)>,
    work: Vec<usize>,
}

/// Solves.
pub(crate) fn solve(module: &Module, solution: &mut PointsTo, constraints: Vec<Constraint>) {
    let n_slots = solution.sets.len();
    let mut solver = Solver {
        module,
        solution,
        constraints,
        slots: (0..n_slots).map(|_| Slot::default()).collect(),
        parent: (0..n_slots).collect(),
        edges: HashSet::new(),
        work: Vec::new(),
    };
    for position in 0..solver.constraints.len() {
        match solver.constraints[position] {
            Constraint::Copy(from, to) => solver.edge(from, to),
            Constraint::Load { ptr, to } => solver.slots[ptr].loads.push(to),
            Constraint::Store { ptr, from } => solver.slots[ptr].stores.push(from),
            Constraint::IndirectCall { target, .. } => solver.slots[target].calls.push(position),
        }
    }
    (0..n_slots).for_each(|slot| solver.queue(slot));
    // What outside knows first: it makes many slots one.
    let outside = solver.outside();
    solver.work.push(outside);
    while let Some(slot) = solver.work.pop() {
        solver.slots[slot].queued = false;
        if solver.find(slot) == slot {
            solver.visit(slot);
        }
    }
    let same = (0..n_slots).map(|slot| solver.find(slot)).collect();
    solver.solution.same = same;
}

impl Solver<'_> {
    fn find(&mut self, mut slot: usize) -> usize {
        while self.parent[slot] != slot {
            self.parent[slot] = self.parent[self.parent[slot]];
            slot = self.parent[slot];
        }
        slot
    }
    fn outside(&mut self) -> usize {
        let slot = self.solution.contents_slot(ObjectId::new(OUTSIDE));
        self.find(slot)
    }
    fn queue(&mut self, slot: usize) {
        if !std::mem::replace(&mut self.slots[slot].queued, true) {
            self.work.push(slot);
        }
    }
    fn edge(&mut self, from: usize, to: usize) {
        let (from, to) = (self.find(from), self.find(to));
        if from != to && self.edges.insert((from, to)) {
            self.slots[from].copies.push(to);
            self.flow(from, to);
        }
    }
    fn flow(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        let source = std::mem::take(&mut self.solution.sets[from]);
        if self.solution.sets[to].union(&source) {
            self.queue(to);
        }
        self.solution.sets[from] = source;
    }
    /// Makes two slots one, the first.
    fn merge(&mut self, into: usize, slot: usize) {
        let (into, slot) = (self.find(into), self.find(slot));
        if into == slot {
            return;
        }
        self.parent[slot] = into;
        let set = std::mem::take(&mut self.solution.sets[slot]);
        self.solution.sets[into].union(&set);
        let other = std::mem::take(&mut self.slots[slot]);
        let mine = &mut self.slots[into];
        mine.copies.extend(other.copies);
        if !(other.loads.is_empty() && other.stores.is_empty() && other.calls.is_empty()) {
            mine.loads.extend(other.loads);
            mine.stores.extend(other.stores);
            mine.calls.extend(other.calls);
            mine.done = None;
        }
        self.queue(into);
    }
    fn visit(&mut self, slot: usize) {
        let outside = self.outside();
        let (known, n_objects) = (slot == outside, self.solution.objects.len());
        let hung = &self.slots[slot];
        if known || !(hung.loads.is_empty() && hung.stores.is_empty() && hung.calls.is_empty()) {
            let done = self.slots[slot].done.take().unwrap_or_else(|| Bits::new(n_objects));
            let set = self.solution.sets[slot].clone();
            let new: Vec<u32> = set.iter().filter(|object| !done.contains(*object)).collect();
            self.slots[slot].done = Some(set);
            for object in new {
                self.object(slot, ObjectId::new(object as usize), known);
            }
        }
        for position in 0..self.slots[slot].copies.len() {
            let to = self.slots[slot].copies[position];
            let to = self.find(to);
            self.flow(slot, to);
        }
    }
    /// A slot is found to hold an object.
    fn object(&mut self, slot: usize, object: ObjectId, known: bool) {
        let contents = self.solution.contents_slot(object);
        for position in 0..self.slots[slot].loads.len() {
            let to = self.slots[slot].loads[position];
            self.edge(contents, to);
        }
        for position in 0..self.slots[slot].stores.len() {
            let from = self.slots[slot].stores[position];
            self.edge(from, contents);
        }
        for position in 0..self.slots[slot].calls.len() {
            let call = self.slots[slot].calls[position];
            self.call(call, object);
        }
        if known {
            let outside = self.outside();
            if let ObjectKind::Function(id) = self.solution.objects[object]
                && !self.module.functions[id].is_declaration()
            {
                for param in &self.module.functions[id].params {
                    let param = self.solution.local_slot(id, param.local);
                    self.edge(outside, param);
                }
                let returned = self.solution.return_slot(self.module, id);
                self.edge(returned, outside);
            }
            self.merge(outside, contents);
        }
    }
    fn call(&mut self, call: usize, object: ObjectId) {
        let Constraint::IndirectCall { args, dst, .. } = &self.constraints[call] else { return };
        let (args, dst) = (args.clone(), *dst);
        let outside = self.outside();
        match self.solution.objects[object] {
            ObjectKind::Function(id) if !self.module.functions[id].is_declaration() => {
                for (position, arg) in args.iter().enumerate() {
                    let param = self.module.functions[id].params.get(position);
                    // Arguments past the named ones are read by address arithmetic that is not followed.
                    let to = param.map_or(outside, |param| self.solution.local_slot(id, param.local));
                    if let Some(arg) = arg {
                        self.edge(*arg, to);
                    }
                }
                if let Some(dst) = dst {
                    let returned = self.solution.return_slot(self.module, id);
                    self.edge(returned, dst);
                }
            }
            ObjectKind::Function(_) | ObjectKind::Outside => {
                args.iter().flatten().for_each(|arg| self.edge(*arg, outside));
                if let Some(dst) = dst {
                    self.edge(outside, dst);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use incise_ir::GlobalId;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use std::collections::BTreeSet;

    const N_LOCALS: usize = 6;
    const N_OBJECTS: usize = 5;

    type Sets = Vec<BTreeSet<usize>>;

    /// The least sets that satisfy the constraints, by applying each until nothing changes.
    fn naive(mut sets: Sets, constraints: &[Constraint]) -> Sets {
        let include = |sets: &mut Sets, from: usize, to: usize| {
            let more = sets[from].clone();
            sets[to].extend(more);
        };
        loop {
            let before = sets.clone();
            for constraint in constraints {
                match constraint {
                    Constraint::Copy(from, to) => include(&mut sets, *from, *to),
                    Constraint::Load { ptr, to } => {
                        sets[*ptr].clone().iter().for_each(|object| include(&mut sets, N_LOCALS + object, *to));
                    }
                    Constraint::Store { ptr, from } => {
                        sets[*ptr].clone().iter().for_each(|object| include(&mut sets, *from, N_LOCALS + object));
                    }
                    Constraint::IndirectCall { .. } => {}
                }
            }
            for object in sets[N_LOCALS].clone() {
                include(&mut sets, N_LOCALS, N_LOCALS + object);
                include(&mut sets, N_LOCALS + object, N_LOCALS);
            }
            if sets == before {
                return sets;
            }
        }
    }

    #[test]
    fn the_solution_is_the_least() {
        let mut random = StdRng::seed_from_u64(11);
        for _ in 0..5_000 {
            let n_slots = N_LOCALS + N_OBJECTS;
            let mut sets: Sets = vec![BTreeSet::new(); n_slots];
            for _ in 0..random.random_range(0..8) {
                let (slot, object) = (random.random_range(0..n_slots), random.random_range(0..N_OBJECTS));
                sets[slot].insert(object);
            }
            let mut constraints = Vec::new();
            for _ in 0..random.random_range(0..12) {
                let (a, b) = (random.random_range(0..n_slots), random.random_range(0..n_slots));
                constraints.push(match random.random_range(0..3) {
                    0 => Constraint::Copy(a, b),
                    1 => Constraint::Load { ptr: a, to: b },
                    _ => Constraint::Store { ptr: a, from: b },
                });
            }
            let global = |object| ObjectKind::Global(GlobalId::new(object));
            let objects = (0..N_OBJECTS).map(|object| if object == 0 { ObjectKind::Outside } else { global(object) });
            let bits = |set: &BTreeSet<usize>| {
                let mut bits = Bits::new(N_OBJECTS);
                set.iter().for_each(|object| {
                    bits.insert(*object as u32);
                });
                bits
            };
            let mut solution = PointsTo::with_sets(objects.collect(), sets.iter().map(bits).collect(), N_LOCALS);
            let expected = naive(sets, &constraints);
            solve(&Module::default(), &mut solution, constraints);
            for (slot, expected) in expected.iter().enumerate() {
                let found: BTreeSet<usize> =
                    solution.sets[solution.same[slot]].iter().map(|object| object as usize).collect();
                assert_eq!(found, *expected, "slot {slot}");
            }
        }
    }
}
