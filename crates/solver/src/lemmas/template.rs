//! Laws over variables, to be evaluated on what a model says.

use super::laws::{of_one, of_two};
use super::operation::Kind;
use super::speech::{Speech, Words};
use incise_term::{Assignment, Evaluator, Format, Pool, TermId, VarKind};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Values of operands and result of one operation.
#[derive(Clone, Copy)]
pub(super) struct Values {
    pub(super) operands: [u128; 3],
    pub(super) result: u128,
}

struct Template {
    words: [Words; 2],
    of_one: Vec<TermId>,
    of_two: Vec<TermId>,
}

/// The laws of each kind and format that was asked for.
pub(crate) struct Templates {
    pool: Pool,
    known: FxHashMap<(Kind, Format), Template>,
    assignment: Assignment,
    evaluator: Evaluator,
}

impl Default for Templates {
    fn default() -> Templates {
        Templates {
            pool: Pool::new(),
            known: FxHashMap::default(),
            assignment: Assignment::new(),
            evaluator: Evaluator::new(),
        }
    }
}

impl Templates {
    /// Which laws about one operation, of these numbers, do not hold of the values.
    pub(super) fn broken_by_one(
        &mut self,
        kind: Kind,
        format: Format,
        values: Values,
        among: Range<usize>,
    ) -> Vec<usize> {
        self.make(kind, format);
        let template = &self.known[&(kind, format)];
        load(&self.pool, &mut self.assignment, template.words[0], values);
        let mut broken = |&law| !self.evaluator.holds(&self.pool, &self.assignment, law);
        among.filter(|&number| broken(&template.of_one[number])).collect()
    }

    /// Which laws about two operations, of these numbers, do not hold of the values.
    pub(super) fn broken_by_two(
        &mut self,
        kind: Kind,
        format: Format,
        values: [Values; 2],
        among: Range<usize>,
    ) -> Vec<usize> {
        self.make(kind, format);
        let template = &self.known[&(kind, format)];
        for (words, values) in template.words.into_iter().zip(values) {
            load(&self.pool, &mut self.assignment, words, values);
        }
        let mut broken = |&law| !self.evaluator.holds(&self.pool, &self.assignment, law);
        among.filter(|&number| broken(&template.of_two[number])).collect()
    }

    fn make(&mut self, kind: Kind, format: Format) {
        if self.known.contains_key(&(kind, format)) {
            return;
        }
        let pool = &mut self.pool;
        let mut var = |name: &str| pool.var(&format!("{name}{format:?}"), format.width(), VarKind::Input);
        let mut words =
            |names: [&str; 4]| Words { operands: [var(names[0]), var(names[1]), var(names[2])], result: var(names[3]) };
        let words = [words(["a", "b", "c", "r"]), words(["d", "e", "f", "s"])];
        let mut speech = Speech { pool, format };
        let of_one = of_one(kind).all().map(|law| law(&mut speech, words[0])).collect();
        let of_two = of_two(kind).all().map(|law| law(&mut speech, words[0], words[1])).collect();
        self.known.insert((kind, format), Template { words, of_one, of_two });
    }
}

fn load(pool: &Pool, assignment: &mut Assignment, words: Words, values: Values) {
    let [a, b, c] = words.operands;
    let [x, y, z] = values.operands;
    for (term, value) in [(a, x), (b, y), (c, z), (words.result, values.result)] {
        assignment.set(pool.vars(term)[0], value);
    }
}
