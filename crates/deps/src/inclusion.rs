//! Inclusion constraints between sets of objects, and their least solution.
//!
//! *Source*: L. Andersen, Program analysis and specialization for the C programming language, 1994, ch. 4, for the constraints;
//! D. Pearce, P. Kelly, C. Hankin, Online cycle detection and difference propagation, SCAM 2003, for passing on only what is new.
//! The cycle that matters, between what the outside knows and what these objects hold, is known beforehand: its members
//! are made one. The naive twin is in `tests/inclusion.rs`.

use incise_base::{IdSet, Next, Worklist};
use incise_ir::{Id, IdVec};
use rustc_hash::FxHashSet;

incise_base::ids! {
    /// An abstract object.
    ObjectId("o");
    /// A set that is asked for: of a local, of a function's result, of what an object holds.
    SlotId("s");
}

/// The object that stands for everything that is not of this program.
pub const OUTSIDE: usize = 0;

/// What an object is when it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Code that is not known, or the outside itself.
    Foreign,
    /// A function with a body.
    Body {
        /// The sets of its parameters.
        params: Vec<SlotId>,
        /// The set of its result.
        returned: SlotId,
    },
    /// Nothing that can be called.
    Data,
}

/// A call through a pointer.
#[derive(Clone, Debug)]
pub struct IndirectCall {
    /// What is called.
    pub target: SlotId,
    /// What it is given; none for what holds no pointer.
    pub args: Vec<Option<SlotId>>,
    /// Where the result goes.
    pub result: Option<SlotId>,
}

/// Constraints over slots.
#[derive(Clone, Debug, Default)]
pub struct Inclusions {
    /// How many slots there are.
    pub n_slots: usize,
    /// Each object's role, and the slot of what it holds; the first object is the outside.
    pub objects: IdVec<ObjectId, (Role, SlotId)>,
    /// The slot has the object.
    pub held: Vec<(SlotId, ObjectId)>,
    /// The first is included in the second.
    pub copies: Vec<(SlotId, SlotId)>,
    /// What the objects of the first hold is included in the second.
    pub loads: Vec<(SlotId, SlotId)>,
    /// The first is included in what the objects of the second hold.
    pub stores: Vec<(SlotId, SlotId)>,
    /// Calls through pointers.
    pub calls: Vec<IndirectCall>,
}

/// The least solution.
#[derive(Debug)]
pub struct Solution {
    one: Vec<u32>,
    sets: Vec<IdSet<ObjectId>>,
}

impl Solution {
    /// The objects of a slot.
    pub fn get(&self, slot: SlotId) -> &IdSet<ObjectId> {
        &self.sets[self.one[slot.index()] as usize]
    }
}

impl Inclusions {
    /// The outside knows what is stored in what it knows, may store what it knows there, and calls what it knows of.
    pub fn solve(&self) -> Solution {
        let mut solver = Solver::new(self);
        while let Some(slot) = solver.work.pop_unbounded() {
            solver.process(slot);
        }
        let one = (0..self.n_slots).map(|slot| solver.find(slot) as u32).collect();
        Solution { one, sets: solver.slots.into_iter().map(|slot| slot.set).collect() }
    }
}

/// What is known of a slot that stands for itself and for those made one with it.
#[derive(Default)]
struct Slot {
    set: IdSet<ObjectId>,
    /// The part of `set` that was not passed on yet.
    fresh: IdSet<ObjectId>,
    includers: Vec<u32>,
    loads: Vec<u32>,
    stores: Vec<u32>,
    calls: Vec<u32>,
}

struct Solver<'a> {
    given: &'a Inclusions,
    parent: Vec<u32>,
    slots: Vec<Slot>,
    edges: FxHashSet<(u32, u32)>,
    /// Objects whose contents were made one with those of the outside.
    known_outside: IdSet<ObjectId>,
    outside: usize,
    work: Worklist<usize>,
}

impl<'a> Solver<'a> {
    fn new(given: &'a Inclusions) -> Self {
        let mut solver = Solver {
            given,
            parent: (0..given.n_slots as u32).collect(),
            slots: (0..given.n_slots).map(|_| Slot::default()).collect(),
            edges: FxHashSet::default(),
            known_outside: IdSet::new(),
            outside: given.objects[ObjectId::new(OUTSIDE)].1.index(),
            work: Worklist::new(Next::First),
        };
        for (ptr, to) in &given.loads {
            solver.slots[ptr.index()].loads.push(to.index() as u32);
        }
        for (from, ptr) in &given.stores {
            solver.slots[ptr.index()].stores.push(from.index() as u32);
        }
        for (position, call) in given.calls.iter().enumerate() {
            solver.slots[call.target.index()].calls.push(position as u32);
        }
        for (from, to) in &given.copies {
            solver.include(*from, *to);
        }
        for (slot, object) in &given.held {
            let slot = slot.index();
            if solver.slots[slot].set.insert(*object) {
                solver.slots[slot].fresh.insert(*object);
                solver.work.push(slot);
            }
        }
        solver
    }
    /// The slot that stands for this one.
    fn find(&mut self, mut slot: usize) -> usize {
        while self.parent[slot] as usize != slot {
            self.parent[slot] = self.parent[self.parent[slot] as usize];
            slot = self.parent[slot] as usize;
        }
        slot
    }
    fn contents(&self, object: ObjectId) -> SlotId {
        self.given.objects[object].1
    }
    fn process(&mut self, slot: usize) {
        let slot = self.find(slot);
        let fresh = std::mem::take(&mut self.slots[slot].fresh);
        if fresh.is_empty() {
            return;
        }
        for at in 0..self.slots[slot].includers.len() {
            let to = self.slots[slot].includers[at] as usize;
            let to = self.find(to);
            self.give(&fresh, to);
        }
        self.dereference(slot, &fresh);
        for at in 0..self.slots[slot].calls.len() {
            let call = &self.given.calls[self.slots[slot].calls[at] as usize];
            fresh.iter().for_each(|object| self.call(call, object));
        }
        if slot == self.find(self.outside) {
            fresh.iter().for_each(|object| self.expose(object));
        }
    }
    fn dereference(&mut self, slot: usize, fresh: &IdSet<ObjectId>) {
        if self.slots[slot].loads.is_empty() && self.slots[slot].stores.is_empty() {
            return;
        }
        // Those that the outside knows hold the same: one of them is enough.
        let mut contents: Vec<SlotId> = Vec::new();
        if fresh.meets(&self.known_outside) {
            contents.push(SlotId::new(self.outside));
        }
        contents.extend(fresh.without(&self.known_outside).iter().map(|object| self.contents(object)));
        for held in contents {
            for at in 0..self.slots[slot].loads.len() {
                let to = SlotId::new(self.slots[slot].loads[at] as usize);
                self.include(held, to);
            }
            for at in 0..self.slots[slot].stores.len() {
                let from = SlotId::new(self.slots[slot].stores[at] as usize);
                self.include(from, held);
            }
        }
    }
    fn call(&mut self, call: &IndirectCall, object: ObjectId) {
        let outside = SlotId::new(self.outside);
        let given = self.given;
        let (params, returned): (&[SlotId], SlotId) = match &given.objects[object].0 {
            Role::Data => return,
            Role::Foreign => (&[], outside),
            Role::Body { params, returned } => (params, *returned),
        };
        // Arguments past the named ones are read by address arithmetic that is not followed.
        let targets = params.iter().copied().chain(std::iter::repeat(outside));
        for (arg, param) in call.args.iter().zip(targets) {
            if let Some(arg) = arg {
                self.include(*arg, param);
            }
        }
        if let Some(result) = call.result {
            self.include(returned, result);
        }
    }
    fn expose(&mut self, object: ObjectId) {
        let outside = SlotId::new(self.outside);
        self.known_outside.insert(object);
        let held = self.contents(object);
        self.unite(held);
        let given = self.given;
        if let Role::Body { params, returned } = &given.objects[object].0 {
            params.iter().for_each(|param| self.include(outside, *param));
            self.include(*returned, outside);
        }
    }
    fn include(&mut self, from: SlotId, to: SlotId) {
        let (from, to) = (self.find(from.index()), self.find(to.index()));
        if from == to || !self.edges.insert((from as u32, to as u32)) {
            return;
        }
        self.slots[from].includers.push(to as u32);
        let set = std::mem::take(&mut self.slots[from].set);
        self.give(&set, to);
        self.slots[from].set = set;
    }
    fn give(&mut self, objects: &IdSet<ObjectId>, to: usize) {
        let target = &mut self.slots[to];
        // What waits already is in the list.
        let waits = !target.fresh.is_empty();
        if target.set.union_noting(objects, &mut target.fresh) && !waits {
            self.work.push(to);
        }
    }
    /// Makes a slot one with what the outside holds.
    fn unite(&mut self, slot: SlotId) {
        let (keep, gone) = (self.find(self.outside), self.find(slot.index()));
        if keep == gone {
            return;
        }
        let gone_slot = std::mem::take(&mut self.slots[gone]);
        self.parent[gone] = keep as u32;
        let kept = &mut self.slots[keep];
        let (of_kept, of_gone) = (kept.set.without(&gone_slot.set), gone_slot.set.without(&kept.set));
        let passes_on = |slot: &Slot| {
            !(slot.includers.is_empty() && slot.loads.is_empty() && slot.stores.is_empty() && slot.calls.is_empty())
        };
        let waited = !kept.fresh.is_empty();
        if passes_on(&gone_slot) {
            kept.fresh.union_with(&of_kept);
        }
        kept.fresh.union_with(&of_gone);
        kept.fresh.union_with(&gone_slot.fresh);
        kept.set.union_with(&of_gone);
        kept.includers.extend(gone_slot.includers);
        kept.loads.extend(gone_slot.loads);
        kept.stores.extend(gone_slot.stores);
        kept.calls.extend(gone_slot.calls);
        if !waited && !kept.fresh.is_empty() {
            self.work.push(keep);
        }
    }
}
