//! Pending states and which of them comes next.

use crate::choice::Choice;
use crate::config::Order;
use crate::state::State;
use std::collections::{BTreeMap, VecDeque};

/// Pending states in one of the orders of exploration.
pub struct Frontier {
    order: Order,
    states: VecDeque<State>,
    random: u64,
    /// How often each block was entered from the frontier, by its coverage bit.
    entered: Vec<u32>,
}

impl Frontier {
    /// An empty frontier.
    pub fn new(order: Order, seed: u64, n_coverage_bits: u32) -> Frontier {
        let entered = if order == Order::Coverage { vec![0; n_coverage_bits as usize] } else { Vec::new() };
        Frontier { order, states: VecDeque::new(), random: seed ^ 0x9e37_79b9_7f4a_7c15, entered }
    }

    /// Number of pending states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether a state that has just forked waits its turn with the others instead of going on.
    pub fn interrupts(&self) -> bool {
        self.order != Order::Depth
    }

    /// Adds the alternatives of a fork, given in order.
    pub fn extend(&mut self, alternatives: impl DoubleEndedIterator<Item = State>) {
        match self.order {
            Order::Depth => self.states.extend(alternatives.rev()),
            _ => self.states.extend(alternatives),
        }
    }

    /// The state that comes next; `block_bit` gives the coverage bit of the block that a state is about to execute.
    pub fn pop(&mut self, block_bit: impl Fn(&State) -> u32) -> Option<State> {
        match self.order {
            Order::Depth => self.states.pop_back(),
            Order::Breadth => self.states.pop_front(),
            Order::RandomPath => {
                let index = self.random_walk()?;
                self.states.swap_remove_back(index)
            }
            Order::Coverage => {
                let index = (0..self.states.len())
                    .min_by_key(|index| (self.entered[block_bit(&self.states[*index]) as usize], *index))?;
                let state = self.states.remove(index)?;
                self.entered[block_bit(&state) as usize] += 1;
                Some(state)
            }
        }
    }

    /// The state nearest to the root, to be given away.
    pub fn give_away(&mut self) -> Option<State> {
        self.states.pop_front()
    }

    fn next_random(&mut self, below: usize) -> usize {
        // xorshift64*
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }

    /// From the root, takes one of the alternatives that still lead to pending states, each with the same chance.
    fn random_walk(&mut self) -> Option<usize> {
        if self.states.is_empty() {
            return None;
        }
        let paths: Vec<Vec<Choice>> = self.states.iter().map(|state| state.name()).collect();
        let mut candidates: Vec<usize> = (0..paths.len()).collect();
        let mut depth = 0;
        while candidates.len() > 1 {
            let mut groups: BTreeMap<Option<Choice>, Vec<usize>> = BTreeMap::new();
            for index in candidates {
                groups.entry(paths[index].get(depth).copied()).or_default().push(index);
            }
            let pick = self.next_random(groups.len());
            candidates = groups.into_values().nth(pick)?;
            depth += 1;
            if depth > paths.iter().map(Vec::len).max().unwrap_or(0) {
                break;
            }
        }
        candidates.first().copied()
    }
}
