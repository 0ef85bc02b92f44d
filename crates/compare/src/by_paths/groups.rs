//! Pairs of runs that differ, grouped by behaviour while they are found, and what one worker leaves of them for another.

use crate::by_paths::pair::{Differing, Pair};
use crate::observation::difference::{ErrorStatus, Observable};
use crate::observation::observed::{Observed, Shown};
use incise_engine::{Choice, ErrorKind, Ledger, PathRecord, StartError, Stats};
use incise_explain::Formula;
use incise_ir::Span;
use incise_term::{Pool, PortableTerms, TermId, display};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The name of a pair of paths: the choices of the new version's, and which of the old version's under its condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PairId {
    pub(crate) choices: Vec<Choice>,
    pub(crate) old: usize,
}

/// What makes two differences the same behaviour: what differs, and the values on both sides.
pub(crate) type Behaviour = Vec<(Observable, String, String)>;

/// The behaviour of what was observed.
pub(crate) fn behaviour(pool: &Pool, observed: &[Observed]) -> Behaviour {
    let text = |shown: &Shown| match shown {
        Shown::Scalar(term, _) => display(pool, *term).to_string(),
        Shown::Text(text) => text.clone(),
        Shown::Stream(_) => String::new(),
    };
    observed.iter().map(|one| (one.place.clone(), text(&one.new), text(&one.old))).collect()
}

/// Pairs of the same behaviour.
struct Growing {
    /// The pair that makes the best example: how good it is (less is better), its name, and its runs if they are over our terms.
    rank: (bool, usize),
    id: PairId,
    example: Option<(Pair, Vec<Observed>)>,
    conditions: Vec<PairCondition>,
}

/// On which inputs a pair of paths is taken and differs, and on which it is taken.
struct PairCondition {
    id: PairId,
    differs: Vec<TermId>,
    within: Vec<TermId>,
}

impl Growing {
    fn key(&self) -> (&(bool, usize), &PairId) {
        (&self.rank, &self.id)
    }
}

/// The groups of one observer.
#[derive(Default)]
pub(crate) struct Groups(BTreeMap<Behaviour, Growing>);

impl Groups {
    /// Adds a pair.
    pub(crate) fn add(&mut self, behaviour: Behaviour, id: PairId, found: Differing) {
        let Differing { observed, condition, within, pair } = found;
        let one = PairCondition { id: id.clone(), differs: condition.constraints().collect(), within };
        let group = Growing { rank: pair.rank(), id, example: Some((pair, observed)), conditions: vec![one] };
        self.merge(behaviour, group);
    }

    fn merge(&mut self, behaviour: Behaviour, mut group: Growing) {
        match self.0.entry(behaviour) {
            Entry::Vacant(place) => {
                place.insert(group);
            }
            Entry::Occupied(place) => {
                let known = place.into_mut();
                known.conditions.append(&mut group.conditions);
                if group.key() < known.key() {
                    (known.rank, known.id, known.example) = (group.rank, group.id, group.example);
                }
            }
        }
    }

    /// Adds the groups of another observer.
    pub(crate) fn add_part(&mut self, pool: &mut Pool, part: GroupsPart) {
        let terms = part.terms.read_into(pool).expect("workers name the same inputs alike");
        let mut terms = terms.into_iter();
        for (behaviour, group) in part.groups {
            let mut next = |n: usize| -> Vec<TermId> { terms.by_ref().take(n).collect() };
            let conditions = group.conditions.into_iter();
            let conditions = conditions
                .map(|(id, n_differs, n_within)| PairCondition { id, differs: next(n_differs), within: next(n_within) })
                .collect();
            self.merge(behaviour, Growing { rank: group.rank, id: group.id, example: None, conditions });
        }
    }

    /// What another observer needs of them.
    pub(crate) fn into_part(self, pool: &Pool) -> GroupsPart {
        let mut terms = Vec::new();
        let mut groups = BTreeMap::new();
        for (behaviour, group) in self.0 {
            let mut conditions = Vec::new();
            for one in group.conditions {
                conditions.push((one.id, one.differs.len(), one.within.len()));
                terms.extend(one.differs.into_iter().chain(one.within));
            }
            groups.insert(behaviour, GroupPart { rank: group.rank, id: group.id, conditions });
        }
        GroupsPart { terms: PortableTerms::of(pool, &terms), groups }
    }

    /// The examples whose runs are not over our terms.
    pub(crate) fn examples_elsewhere(&self) -> Vec<(Behaviour, PairId)> {
        let elsewhere = self.0.iter().filter(|(_, group)| group.example.is_none());
        elsewhere.map(|(behaviour, group)| (behaviour.clone(), group.id.clone())).collect()
    }

    /// Sets the runs of an example, or forgets the group where there are none.
    pub(crate) fn set_example(&mut self, behaviour: &Behaviour, example: Option<(Pair, Vec<Observed>)>) {
        match (example, self.0.get_mut(behaviour)) {
            (Some(example), Some(group)) => group.example = Some(example),
            _ => drop(self.0.remove(behaviour)),
        }
    }

    /// The groups with their examples, the conditions of each in the order of the paths.
    pub(crate) fn finished(self) -> BTreeMap<Behaviour, Group> {
        let finish = |(behaviour, mut group): (Behaviour, Growing)| {
            let (pair, observed) = group.example?;
            group.conditions.sort_by(|a, b| a.id.cmp(&b.id));
            let (conditions, within) = group.conditions.into_iter().map(|one| (one.differs, one.within)).unzip();
            Some((behaviour, Group::new(pair, observed, conditions, within)))
        };
        self.0.into_iter().filter_map(finish).collect()
    }
}

/// The groups of one observer for another.
pub(crate) struct GroupsPart {
    /// The terms of all conditions, one after the other.
    terms: PortableTerms,
    groups: BTreeMap<Behaviour, GroupPart>,
}

struct GroupPart {
    rank: (bool, usize),
    id: PairId,
    /// For each pair its name and how many of the terms are its conditions.
    conditions: Vec<(PairId, usize, usize)>,
}

/// An error of one version or of both: its kind, and where it is in the new and in the old one.
pub(crate) type ErrorKey = (ErrorStatus, ErrorKind, Option<Span>, Option<Span>);

/// What one observer leaves for another.
pub(crate) struct Part {
    /// Why the old version cannot be run.
    pub(crate) failed: Option<StartError>,
    /// Whether it was run at all.
    pub(crate) ran_old_version: bool,
    pub(crate) groups: GroupsPart,
    /// For each error the first pair that ends in it, and how many do.
    pub(crate) errors: BTreeMap<ErrorKey, (PairId, u64)>,
    pub(crate) paths: Vec<(PathRecord, bool)>,
    pub(crate) n_differing_paths: u64,
    pub(crate) n_pairs: u64,
    /// Counts of the old version.
    pub(crate) base: Stats,
    /// What weakens the answer, of the old version.
    pub(crate) ledger: Ledger,
}

/// The same behaviour, before and after.
pub(crate) struct Group {
    pub(crate) pair: Pair,
    pub(crate) observed: Vec<Observed>,
    pub(crate) conditions: Vec<Vec<TermId>>,
    /// What holds on the same pairs of paths whether or not something differs.
    pub(crate) within: Vec<Vec<TermId>>,
    /// The text of the conditions, if it was found already.
    pub(crate) summary: Option<Condition>,
}

impl Group {
    pub(crate) fn new(
        pair: Pair,
        observed: Vec<Observed>,
        conditions: Vec<Vec<TermId>>,
        within: Vec<Vec<TermId>>,
    ) -> Group {
        Group { pair, observed, conditions, within, summary: None }
    }

    /// Takes another pair of runs as the example where that is shorter: its inputs tend to be simpler.
    pub(crate) fn prefer(&mut self, pair: Pair, observed: Vec<Observed>) {
        if pair.rank() < self.pair.rank() {
            (self.pair, self.observed) = (pair, observed);
        }
    }
}

/// For which inputs something differs.
pub(crate) struct Condition {
    pub(crate) text: Formula,
    /// Does it hold for exactly those inputs?
    pub(crate) is_exact: bool,
    /// Of a text that is too long to be read: a shorter one that implies it.
    pub(crate) case: Option<Formula>,
}

impl Condition {
    /// Nothing can be said but that there is an input.
    pub(crate) fn unknown() -> Condition {
        Condition { text: Formula::default(), is_exact: false, case: None }
    }
}
