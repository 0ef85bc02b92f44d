//! A search for sequences of calls under way: what it works with, what was found, and when it is over.

use crate::by_sequences::arguments::Arguments;
use crate::by_sequences::concrete_states::Point;
use crate::by_sequences::product::{Budget, Call, Product};

/// What may still be spent once something is found, and on making a sequence minimal.
const MORE: Budget = Budget { steps: 1_500, solves: 80, statements: 400_000 };
const MINIMAL: Budget = Budget { steps: 30_000, solves: 0, statements: 6_000_000 };
/// The most sequences that are looked for.
const MOST_FOUND: usize = 4;

/// A search under way.
pub(crate) struct Search<'e, 'p, 'l> {
    pub(crate) product: Product<'e, 'p, 'l>,
    pub(crate) arguments: Arguments,
    /// The states before any call.
    pub(crate) root: Point,
    /// Sequences without calls that they can do without.
    pub(crate) found: Vec<Vec<Call>>,
}

impl<'e, 'p, 'l> Search<'e, 'p, 'l> {
    /// A search that has found nothing yet.
    pub(crate) fn new(product: Product<'e, 'p, 'l>, arguments: Arguments, root: Point) -> Search<'e, 'p, 'l> {
        Search { product, arguments, root, found: Vec::new() }
    }

    /// Whether enough was found, or nothing is left to be spent.
    pub(crate) fn is_over(&mut self) -> bool {
        self.found.len() >= MOST_FOUND.min(self.product.callees.len()) || self.product.is_exhausted()
    }

    /// Takes a sequence after which somebody sees a difference.
    pub(crate) fn take(&mut self, calls: Vec<Call>) {
        let is_known = |found: &[Vec<Call>], calls: &[Call]| found.iter().any(|other| last(other) == last(calls));
        if is_known(&self.found, &calls) {
            return;
        }
        let left = std::mem::replace(&mut self.product.budget, MINIMAL);
        let calls = match self.product.differs_after(&self.root, &calls) {
            Some(n_calls) => self.product.minimal(&self.root, calls[..n_calls].to_vec()),
            None => Vec::new(),
        };
        self.product.budget = left;
        if !calls.is_empty() && !is_known(&self.found, &calls) {
            self.found.push(calls);
        }
        if !self.found.is_empty() {
            let budget = &mut self.product.budget;
            budget.steps = budget.steps.min(MORE.steps);
            budget.solves = budget.solves.min(MORE.solves);
            budget.statements = budget.statements.min(MORE.statements);
        }
    }
}

/// The function that a sequence ends with.
fn last(calls: &[Call]) -> Option<usize> {
    calls.last().map(|(function, _)| *function)
}
