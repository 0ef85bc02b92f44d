//! Random walks: few functions and few arguments on each, calls repeated.
//!
//! *Source*: A. Groce et al., Swarm testing, ISSTA 2012: tests that leave features out reach more than tests that mix all.

use crate::by_sequences::callee::Values;
use crate::by_sequences::product::Call;
use crate::by_sequences::search::Search;
use std::collections::HashSet;

/// Calls of a walk.
const CALLS: usize = 64;
/// Arguments of a function on one walk.
const ARGUMENTS: usize = 4;

impl Search<'_, '_, '_> {
    /// Walks from the initial states until enough was found or nothing is left to be spent.
    pub(crate) fn walks(&mut self) {
        let mut executed = HashSet::new();
        while !self.is_over() {
            let n_functions = self.product.callees.len();
            let mut functions: Vec<usize> = (0..n_functions).filter(|_| self.arguments.below(3) > 0).collect();
            if functions.is_empty() {
                functions.push(self.arguments.below(n_functions));
            }
            let arguments: Vec<(usize, Vec<Values>)> = functions
                .iter()
                .map(|function| {
                    let n_values = 1 + self.arguments.below(ARGUMENTS);
                    let callee = &self.product.callees[*function];
                    (*function, (0..n_values).map(|_| self.arguments.drawn(*function, callee)).collect())
                })
                .collect();
            self.walk(&arguments, &mut executed);
        }
    }

    fn walk(&mut self, arguments: &[(usize, Vec<Values>)], executed: &mut HashSet<(usize, u64)>) {
        let (mut point, mut calls) = (self.root.clone(), Vec::<Call>::new());
        while calls.len() < CALLS {
            let (function, values) = &arguments[self.arguments.below(arguments.len())];
            let call = (*function, values[self.arguments.below(values.len())].clone());
            let times = match self.arguments.below(8) {
                0..=4 => 1,
                5..=6 => 2 + self.arguments.below(4),
                _ => 2 + self.arguments.below(16),
            };
            for _ in 0..times {
                if self.is_over() {
                    return;
                }
                calls.push(call.clone());
                let Some(stepped) = self.product.step(&point, &call) else { return };
                if stepped.differs {
                    self.take(calls);
                    return;
                }
                let Some(next) = stepped.point else { return };
                point = next;
                // What was executed for the first time may have made a difference possible.
                if executed.insert((*function, stepped.executed)) {
                    for other in 0..self.product.callees.len() {
                        if let Some(values) = self.product.solve(&point, other).differing.pop() {
                            self.take(calls.iter().cloned().chain([(other, values)]).collect());
                            return;
                        }
                    }
                }
            }
        }
    }
}
