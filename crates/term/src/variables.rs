//! Variables and interned sets of variables.
//!
//! Each term knows the set of variables in it; sets are interned, so terms over the same variables
//! share one, and unions are remembered. A set is a sorted slice plus a 64-bit signature that
//! answers most disjointness questions without looking at the slice.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A variable of a pool, numbered in the order of first mention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct VarId(pub(crate) u32);

impl VarId {
    /// The position of this variable, dense from zero.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the value of a variable comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum VarKind {
    /// An input of the program.
    Input,
    /// Memory that was never written.
    Undefined,
    /// The result of a call that is not modelled.
    Opaque,
    /// What code that was skipped may have written: nothing that matters may depend on it.
    Irrelevant,
}

/// What a pool knows of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VarInfo<'a> {
    /// The name, unique in the pool.
    pub name: &'a str,
    /// The width in bits.
    pub width: u32,
    /// Where its value comes from.
    pub kind: VarKind,
}

/// An interned set of variables: equal sets of one pool have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarSetId(pub(crate) u32);

impl VarSetId {
    /// The set without variables.
    pub const EMPTY: VarSetId = VarSetId(0);

    /// The position of this set, dense from zero.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

struct Entry {
    start: u32,
    len: u32,
    signature: u64,
    undefined: bool,
}

/// The sets of one pool.
pub(crate) struct VarSets {
    members: Vec<VarId>,
    entries: Vec<Entry>,
    by_members: FxHashMap<Box<[VarId]>, VarSetId>,
    unions: FxHashMap<(VarSetId, VarSetId), VarSetId>,
}

impl VarSets {
    pub(crate) fn new() -> VarSets {
        let mut sets = VarSets {
            members: Vec::new(),
            entries: Vec::new(),
            by_members: FxHashMap::default(),
            unions: FxHashMap::default(),
        };
        sets.intern(&[], false);
        sets
    }

    fn intern(&mut self, members: &[VarId], undefined: bool) -> VarSetId {
        if let Some(&known) = self.by_members.get(members) {
            return known;
        }
        let id = VarSetId(u32::try_from(self.entries.len()).expect("fewer than 2^32 variable sets"));
        let start = u32::try_from(self.members.len()).expect("fewer than 2^32 set members");
        let signature = members.iter().fold(0, |sum, var| sum | 1u64 << (var.0 % 64));
        self.members.extend_from_slice(members);
        self.entries.push(Entry { start, len: members.len() as u32, signature, undefined });
        self.by_members.insert(members.into(), id);
        id
    }

    pub(crate) fn singleton(&mut self, var: VarId, undefined: bool) -> VarSetId {
        self.intern(&[var], undefined)
    }

    pub(crate) fn members(&self, set: VarSetId) -> &[VarId] {
        let entry = &self.entries[set.index()];
        &self.members[entry.start as usize..][..entry.len as usize]
    }

    pub(crate) fn has_undefined(&self, set: VarSetId) -> bool {
        self.entries[set.index()].undefined
    }

    pub(crate) fn union(&mut self, a: VarSetId, b: VarSetId) -> VarSetId {
        if a == b || b == VarSetId::EMPTY {
            return a;
        }
        if a == VarSetId::EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut merged = Vec::with_capacity(self.members(a).len() + self.members(b).len());
        merge(self.members(a), self.members(b), &mut merged);
        let undefined = self.has_undefined(a) || self.has_undefined(b);
        let union = self.intern(&merged, undefined);
        self.unions.insert(key, union);
        union
    }

    pub(crate) fn disjoint(&self, a: VarSetId, b: VarSetId) -> bool {
        if self.entries[a.index()].signature & self.entries[b.index()].signature == 0 {
            return true;
        }
        if a == b {
            return false;
        }
        let (small, large) = (self.members(a), self.members(b));
        let (small, large) = if small.len() <= large.len() { (small, large) } else { (large, small) };
        if small.len() * 8 < large.len() {
            return small.iter().all(|var| large.binary_search(var).is_err());
        }
        let (mut i, mut j) = (0, 0);
        while i < small.len() && j < large.len() {
            match small[i].cmp(&large[j]) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => return false,
            }
        }
        true
    }
}

fn merge(a: &[VarId], b: &[VarId], into: &mut Vec<VarId>) {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let next = a[i].min(b[j]);
        i += usize::from(a[i] == next);
        j += usize::from(b[j] == next);
        into.push(next);
    }
    into.extend_from_slice(&a[i..]);
    into.extend_from_slice(&b[j..]);
}
