//! Interactive dependence: two nodes meet at a third.
//!
//! *Source*: [dgse-tse2017] Defs 4 and 7, Eq. 1–3, Alg. 3. *In*: [`Points`]. *Out*: which points meet, each pair with where and how.
//!
//! # Invariants
//! - Pair reaching definitions are the greatest that Eq. 1–3 ask for: what is alive together on one path. A definition is alive until all that it
//!   wrote is overwritten for certain; a side of a branch while it controls, and while what its other side would write is not overwritten.

use crate::branch_points::{PointId, Points};
use crate::facts::Facts;
use crate::ids::VarId;
use incise_base::{IdSet, Next, Worklist};
use incise_ir::IdVec;
use std::collections::{BTreeMap, BTreeSet};

/// Where two points meet, and that it depends on both directly or because they meet others there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Meeting {
    /// The later node.
    pub at: PointId,
}

/// Interactive dependence: first and second point, with where they meet.
pub type Interactive = BTreeMap<(PointId, PointId), Meeting>;

/// What can be alive: something that a point leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Item {
    /// What it wrote.
    Written(PointId, VarId),
    /// That it controls what runs.
    Controls(PointId),
    /// That the other side would write.
    Spared(PointId, VarId),
}

impl Item {
    fn point(self) -> PointId {
        match self {
            Item::Written(point, _) | Item::Controls(point) | Item::Spared(point, _) => point,
        }
    }
}

/// Alg. 3.
#[doc(alias = "InteractiveD")]
pub fn interactive(facts: &Facts, points: &Points) -> Interactive {
    let pairs = PairReaching::of(facts, points);
    let mut found = Interactive::new();
    let mut work: Worklist<(PointId, PointId)> = Worklist::new(Next::First);
    let add = |found: &mut Interactive, work: &mut Worklist<_>, pair, at| {
        if let std::collections::btree_map::Entry::Vacant(entry) = found.entry(pair) {
            entry.insert(Meeting { at });
            work.push(pair);
        }
    };
    // l. 3–9
    for k in points.points.ids() {
        let on: Vec<PointId> = points.on(k).collect();
        for i in &on {
            for j in &on {
                if pairs.reach(*i, *j, k) {
                    add(&mut found, &mut work, (*i, *j), k);
                }
            }
        }
    }
    // l. 11–28
    let mut met_by: BTreeMap<PointId, BTreeSet<PointId>> = BTreeMap::new();
    while let Some((i, k)) = work.pop_unbounded() {
        met_by.entry(k).or_default().insert(i);
        let others: BTreeSet<PointId> = points.on(k).chain(met_by[&k].iter().copied()).collect();
        for j in others {
            for pair in [(i, j), (j, i)] {
                if pairs.reach(pair.0, pair.1, k) {
                    add(&mut found, &mut work, pair, k);
                }
            }
        }
    }
    found
}

/// Which pairs are alive together before each point (Def. 7).
struct PairReaching {
    /// For each point, by the first of a pair, the second ones.
    before: IdVec<PointId, BTreeMap<PointId, IdSet<PointId>>>,
}

impl PairReaching {
    fn of(facts: &Facts, points: &Points) -> PairReaching {
        let items = items(points);
        let n_words = items.len().div_ceil(64);
        let passes = |item: &Item, at: PointId| match *item {
            Item::Written(_, var) | Item::Spared(_, var) => !facts.nodes[points.points[at].node].kills.contains(&var),
            Item::Controls(side) => points.controlled[side].contains(at),
        };
        let bits = |is_in: &dyn Fn(&Item) -> bool| -> Vec<u64> {
            let mut words = vec![0u64; n_words];
            items
                .iter()
                .enumerate()
                .filter(|(_, item)| is_in(item))
                .for_each(|(at, _)| words[at / 64] |= 1 << (at % 64));
            words
        };
        // For each point the items that are alive after it if they were before, and those that it makes.
        let kept: IdVec<PointId, Vec<u64>> = points.points.ids().map(|at| bits(&|item| passes(item, at))).collect();
        let made: IdVec<PointId, Vec<u64>> = points.points.ids().map(|at| bits(&|item| item.point() == at)).collect();
        let mut before: IdVec<PointId, BTreeMap<PointId, IdSet<PointId>>> =
            points.points.iter().map(|_| BTreeMap::new()).collect();
        for first_point in points.points.ids().filter(|point| made[*point].iter().any(|word| *word != 0)) {
            let mut together: IdVec<PointId, Vec<u64>> = points.points.iter().map(|_| Vec::new()).collect();
            for first in items.iter().filter(|item| item.point() == first_point) {
                // In[n] with the first of the pair held fast.
                for (at, alive) in alive_with(points, &kept, &made, first_point, &|at| passes(first, at)).iter_ids() {
                    let Some(alive) = alive else { continue };
                    together[at].resize(n_words, 0);
                    together[at].iter_mut().zip(alive).for_each(|(known, new)| *known |= new);
                }
            }
            for (at, seconds) in together.iter_ids() {
                let seconds: IdSet<PointId> = positions(seconds).map(|position| items[position].point()).collect();
                if !seconds.is_empty() {
                    before[at].insert(first_point, seconds);
                }
            }
        }
        PairReaching { before }
    }

    /// Whether the pair is alive before a point.
    fn reach(&self, first: PointId, second: PointId, at: PointId) -> bool {
        self.before[at].get(&first).is_some_and(|seconds| seconds.contains(second))
    }
}

/// The positions of the bits that are set.
fn positions(words: &[u64]) -> impl Iterator<Item = usize> {
    let rest = |word: u64| Some(word).filter(|word| *word != 0);
    words.iter().enumerate().flat_map(move |(at, word)| {
        let words = std::iter::successors(rest(*word), move |word| rest(word & (word - 1)));
        words.map(move |word| 64 * at + word.trailing_zeros() as usize)
    })
}

/// What is alive before each point, as far as control comes there from a point while something that it made is alive.
fn alive_with(
    points: &Points,
    kept: &IdVec<PointId, Vec<u64>>,
    made: &IdVec<PointId, Vec<u64>>,
    from: PointId,
    passes: &dyn Fn(PointId) -> bool,
) -> IdVec<PointId, Option<Vec<u64>>> {
    let mut alive: IdVec<PointId, Option<Vec<u64>>> = points.points.iter().map(|_| None).collect();
    let mut work: Worklist<PointId> = Worklist::new(Next::First);
    for next in points.flow.successors(from) {
        alive[*next] = Some(vec![0; kept[*next].len()]);
        work.push(*next);
    }
    while let Some(at) = work.pop_unbounded() {
        let Some(known) = alive[at].as_ref().filter(|_| passes(at)) else { continue };
        let words = known.iter().zip(&kept[at]).zip(&made[at]);
        let out: Vec<u64> = words.map(|((known, kept), made)| known & kept | made).collect();
        for next in points.flow.successors(at) {
            let changed = match &mut alive[*next] {
                Some(known) => known.iter_mut().zip(&out).fold(false, |changed, (known, new)| {
                    let is_new = *new & !*known != 0;
                    *known |= new;
                    changed || is_new
                }),
                unknown => {
                    *unknown = Some(out.clone());
                    true
                }
            };
            if changed {
                work.push(*next);
            }
        }
    }
    alive
}

/// What can be alive somewhere where it is asked for: only what something depends on.
fn items(points: &Points) -> Vec<Item> {
    use crate::branch_points::Dependence::{Control, Data, Potential};
    let mut found = BTreeSet::new();
    for ((_, on), how) in &points.dependences {
        for how in how {
            found.insert(match how {
                Control => Item::Controls(*on),
                Data(var) => Item::Written(*on, *var),
                Potential(var) => Item::Spared(*on, *var),
            });
        }
    }
    found.into_iter().collect()
}
