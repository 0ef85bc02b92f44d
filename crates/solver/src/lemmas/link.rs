//! The link: open operations, a model, the laws it breaks, again.

use super::laws::{Laws, of_one, of_two};
use super::operation::{Operand, Operation, operations};
use super::speech::{Speech, Words};
use super::template::Values;
use crate::memo::Decided;
use crate::query::Query;
use crate::sat::{Blaster, Cdcl, Verdict};
use crate::solver::Solver;
use crate::work::Until;
use incise_term::{Pool, TermId};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// How often laws are added.
const MAX_ROUNDS: usize = 60;
/// Laws about two operations that are added in one round.
const AT_ONCE: usize = 24;
/// Operations in a query, at most.
const MAX_OPERATIONS: usize = 80;
/// Conflicts of one round.
const CONFLICTS: u64 = 5_000;

/// A law and the operations it is about, by number.
type Instance = (usize, usize, Option<usize>);

impl Solver {
    /// Decides a query about floats by laws of their arithmetic.
    pub(crate) fn by_lemmas(&mut self, pool: &mut Pool, query: &Query, until: Until) -> Option<Decided> {
        if !self.config.use_lemmas {
            return None;
        }
        let found = operations(pool, query.constraints(), MAX_OPERATIONS)?;
        if found.is_empty() {
            return None;
        }
        let mut instance = Blaster::relaxing(Cdcl::default());
        let mut added: FxHashSet<Instance> = FxHashSet::default();
        // The constraints first, then the laws.
        let mut asked: Vec<TermId> = query.constraints().to_vec();
        for _ in 0..MAX_ROUNDS {
            let (before, limit) = (instance.spent(), self.limit(Some(CONFLICTS), until));
            let mut verdict = instance.solve(pool, &asked, limit, None);
            if let Verdict::Unsat(core) = &mut verdict {
                // The laws hold anyway.
                core.retain(|constraint| query.constraints().binary_search(constraint).is_ok());
            }
            self.count_search(before, instance.spent());
            let is_model = matches!(verdict, Verdict::Sat);
            let decided = self.settle(pool, query, &instance, verdict);
            if decided.is_some() || !is_model {
                self.stats.lemmas += u64::from(decided.is_some());
                return decided;
            }
            let broken = self.broken(pool, &instance, &found, &added);
            if broken.is_empty() {
                return None;
            }
            for law in broken {
                added.insert(law);
                asked.push(state(pool, &found, law));
            }
        }
        None
    }

    /// Laws that the model breaks and that were not added yet: of those that come first, else of the others.
    fn broken(
        &mut self,
        pool: &Pool,
        instance: &Blaster<Cdcl>,
        found: &[Operation],
        added: &FxHashSet<Instance>,
    ) -> Vec<Instance> {
        let values: Vec<Values> = found.iter().map(|operation| values(pool, instance, operation)).collect();
        for first in [true, false] {
            let broken = self.broken_among(found, &values, added, first);
            if !broken.is_empty() {
                return broken;
            }
        }
        Vec::new()
    }

    fn broken_among(
        &mut self,
        found: &[Operation],
        values: &[Values],
        added: &FxHashSet<Instance>,
        first: bool,
    ) -> Vec<Instance> {
        let mut broken = Vec::new();
        for (at, operation) in found.iter().enumerate() {
            let among = numbers(of_one(operation.kind), first);
            let laws = self.templates.broken_by_one(operation.kind, operation.format, values[at], among);
            broken.extend(laws.into_iter().map(|law| (law, at, None)).filter(|law| !added.contains(law)));
        }
        let n_single = broken.len();
        for at in 0..found.len() {
            for other in 0..found.len() {
                let (one, two) = (&found[at], &found[other]);
                let said = at == other || first && at > other;
                if said || (one.kind, one.format) != (two.kind, two.format) {
                    continue;
                }
                let among = numbers(of_two(one.kind), first);
                let laws = self.templates.broken_by_two(one.kind, one.format, [values[at], values[other]], among);
                broken.extend(laws.into_iter().map(|law| (law, at, Some(other))).filter(|law| !added.contains(law)));
                if broken.len() >= n_single + AT_ONCE {
                    return broken;
                }
            }
        }
        broken
    }
}

/// The numbers of the first laws, or of the others.
fn numbers<L>(laws: Laws<L>, first: bool) -> Range<usize> {
    let n_first = laws.first.len();
    if first { 0..n_first } else { n_first..n_first + laws.then.len() }
}

/// What the model says of an operation.
fn values(pool: &Pool, instance: &Blaster<Cdcl>, operation: &Operation) -> Values {
    let sign = 1u128 << (operation.format.width() - 1);
    let value = |operand: Operand| instance.value(pool, operand.term) ^ if operand.negated { sign } else { 0 };
    Values { operands: operation.operands.map(value), result: instance.value(pool, operation.result) }
}

/// A law about operations of the query.
fn state(pool: &mut Pool, found: &[Operation], (law, at, other): Instance) -> TermId {
    let format = found[at].format;
    let mut speech = Speech { pool, format };
    let mut words = |operation: &Operation| {
        let term = |operand: Operand| if operand.negated { speech.neg(operand.term) } else { operand.term };
        Words { operands: operation.operands.map(term), result: operation.result }
    };
    let one = words(&found[at]);
    let two = other.map(|other| words(&found[other]));
    match two {
        None => of_one(found[at].kind).all().nth(law).expect("a law's number")(&mut speech, one),
        Some(two) => of_two(found[at].kind).all().nth(law).expect("a law's number")(&mut speech, one, two),
    }
}
