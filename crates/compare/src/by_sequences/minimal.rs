//! Minimal sequences: calls are left out as long as somebody still sees a difference.
//!
//! *Source*: A. Zeller, R. Hildebrandt, Simplifying and isolating failure-inducing input, 2002: stretches of halved length are left out in turn.

use crate::by_sequences::concrete_states::Point;
use crate::by_sequences::product::{Call, Product};

/// Sequences that are longer keep their arguments.
const SIMPLIFIED: usize = 80;

impl Product<'_, '_, '_> {
    /// A sequence without calls that it can do without, as far as the budget goes.
    pub(crate) fn minimal(&mut self, root: &Point, mut calls: Vec<Call>) -> Vec<Call> {
        loop {
            let before = calls.clone();
            let mut length = (calls.len() / 2).max(1);
            loop {
                self.without_stretches(root, &mut calls, length);
                if length == 1 {
                    break;
                }
                length = length.div_ceil(2);
            }
            if calls.len() <= SIMPLIFIED {
                self.simplify(root, &mut calls);
            }
            if calls == before {
                return calls;
            }
        }
    }

    /// Leaves out stretches of this length; the last call stays.
    fn without_stretches(&mut self, root: &Point, calls: &mut Vec<Call>, length: usize) {
        let mut at = 0;
        while at + length < calls.len() {
            // Of equal stretches it does not matter which one is left out.
            let is_repeated = at >= length && calls[at - length..at] == calls[at..at + length];
            let shorter: Vec<Call> = calls[..at].iter().chain(&calls[at + length..]).cloned().collect();
            match (!is_repeated).then(|| self.differs_after(root, &shorter)).flatten() {
                Some(n_calls) => {
                    *calls = shorter;
                    calls.truncate(n_calls);
                }
                None => at += length,
            }
        }
    }

    /// Replaces arguments by small ones, the same in calls that follow each other.
    fn simplify(&mut self, root: &Point, calls: &mut Vec<Call>) {
        let mut at = 0;
        while at < calls.len() {
            let run = calls[at..].iter().take_while(|call| **call == calls[at]).count();
            for variable in 0..calls[at].1.len() {
                for small in [0, 1] {
                    if calls[at].1[variable] <= small {
                        break;
                    }
                    let mut simpler = calls.clone();
                    simpler[at..at + run].iter_mut().for_each(|call| call.1[variable] = small);
                    if self.differs_after(root, &simpler) == Some(calls.len()) {
                        *calls = simpler;
                        break;
                    }
                }
            }
            at += run;
        }
    }
}
