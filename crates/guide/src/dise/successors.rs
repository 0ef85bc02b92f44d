//! In which order the feasible successors of a branch are taken.
//!
//! *Source*: [dise-tosem2014] §4.2.3.

use super::search::Search;
use incise_base::{Distances, distances};
use incise_deps::{Facts, Kind, NodeId};

/// The orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As the program has them: the true side first, where the compiler did not turn the condition round (as it does
    /// for `!`).
    #[default]
    Default,
    /// At random.
    Random,
    /// The fewest branches to an unexplored impacted node first; among equals as the program has them.
    Greedy,
}

/// Orders successors.
#[derive(Clone, Debug)]
pub struct Successors {
    order: Order,
    random: u64,
    distances: Option<Distances<NodeId>>,
}

impl Successors {
    /// The order of a procedure; `seed` matters to the random one only.
    pub fn new(order: Order, facts: &Facts, seed: u64) -> Successors {
        let distances =
            (order == Order::Greedy).then(|| distances(&facts.flow, |node| facts.nodes[node].kind == Kind::Cond));
        Successors { order, random: seed, distances }
    }

    /// The positions of `targets` in the order in which they are to be taken.
    pub fn order(&mut self, search: &Search, targets: &[NodeId]) -> Vec<usize> {
        let mut positions: Vec<usize> = (0..targets.len()).collect();
        match self.order {
            Order::Default => {}
            Order::Random => {
                // Fisher and Yates.
                for last in (1..positions.len()).rev() {
                    let other = self.below(last as u64 + 1) as usize;
                    positions.swap(last, other);
                }
            }
            Order::Greedy => {
                let unexplored = search.unexplored();
                positions.sort_by_key(|position| self.estimate(targets[*position], &unexplored));
            }
        }
        positions
    }

    /// The least number of branches to one of the nodes.
    #[doc(alias = "DistanceEstimates")]
    fn estimate(&self, from: NodeId, to: &[NodeId]) -> u32 {
        let Some(distances) = &self.distances else { return 0 };
        to.iter().filter_map(|node| distances.between(from, *node)).min().unwrap_or(u32::MAX)
    }

    /// A random number below a bound (splitmix64; the bounds are small, so the bias of the remainder is too).
    fn below(&mut self, bound: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }
}
