//! Closes what nodes depend on to what matters to them, by the invariants of `relation.rs`.
//!
//! Only nodes at which something can be decided are members of the sets, and there are few of them; so they are numbered anew, and nodes that
//! depend on the same are closed together.

use incise_base::{Digraph, IdSet, reach, until_stable};
use incise_deps::NodeId;
use incise_ir::IdVec;
use rustc_hash::FxHashMap;

/// Numbers of deciding nodes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Members(Vec<u64>);

impl Members {
    fn add(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }
    /// Adds those of another that are in a third as well; whether there were any.
    fn add_within(&mut self, other: &Members, third: &Members) -> bool {
        let mut changed = false;
        for ((word, other), third) in self.0.iter_mut().zip(&other.0).zip(&third.0) {
            let more = other & third & !*word;
            *word |= more;
            changed |= more != 0;
        }
        changed
    }
    fn add_all(&mut self, other: &Members) -> bool {
        self.add_within(other, other)
    }
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(position, word)| {
            let bits = std::iter::successors(Some(*word), |word| Some(word & word.wrapping_sub(1)));
            bits.take_while(|word| *word != 0).map(move |word| 64 * position + word.trailing_zeros() as usize)
        })
    }
}

/// What matters to each node, from what it depends on and where control goes.
pub fn closed(
    flow: &Digraph<NodeId>,
    depends: &IdVec<NodeId, IdSet<NodeId>>,
    decides: &IdVec<NodeId, bool>,
) -> IdVec<NodeId, IdSet<NodeId>> {
    let deciders: Vec<NodeId> = decides.ids().filter(|node| decides[*node]).collect();
    let numbers: FxHashMap<NodeId, usize> = deciders.iter().enumerate().map(|(number, node)| (*node, number)).collect();
    let none = Members(vec![0; deciders.len().div_ceil(64)]);
    let members = |nodes: &IdSet<NodeId>| {
        let mut found = none.clone();
        nodes.iter().for_each(|node| found.add(numbers[&node]));
        found
    };
    let paths = reach(flow);
    let mut before = vec![none.clone(); deciders.len()];
    for (number, a) in deciders.iter().enumerate() {
        let after = paths.row(*a);
        for (later, _) in deciders.iter().enumerate().filter(|(_, b)| after.contains(**b)) {
            before[later].add(number);
        }
    }
    // The sets of the deciding nodes, and then those of all others, each once.
    let mut sets: Vec<Members> = deciders.iter().map(|node| members(&depends[*node])).collect();
    let mut known: FxHashMap<Members, usize> = FxHashMap::default();
    let mut of: IdVec<NodeId, usize> = IdVec::new();
    for (node, on) in depends.iter_ids() {
        of.push(match numbers.get(&node) {
            Some(number) => *number,
            None => *known.entry(members(on)).or_insert_with_key(|set| {
                sets.push(set.clone());
                sets.len() - 1
            }),
        });
    }
    until_stable(|| {
        let mut changed = false;
        for position in 0..sets.len() {
            let mut set = sets[position].clone();
            for b in sets[position].iter() {
                changed |= set.add_all(&sets[b]);
            }
            for b in set.iter() {
                changed |= sets[b].add_within(&set, &before[b]);
            }
            sets[position].add_all(&set);
        }
        changed
    });
    let nodes = |set: &Members| set.iter().map(|number| deciders[number]).collect::<IdSet<NodeId>>();
    let sets: Vec<IdSet<NodeId>> = sets.iter().map(nodes).collect();
    of.iter().map(|position| sets[*position].clone()).collect()
}
