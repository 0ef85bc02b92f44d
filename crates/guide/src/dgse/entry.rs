//! Decisions of a path, each with its relevant path condition.

use super::relevant_conditions::{ChainId, Chains, Side};
use incise_deps::NodeId;
use incise_engine::DecisionKind;
use incise_term::TermId;

/// A decision on a path.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What was decided.
    pub kind: DecisionKind,
    /// Where.
    pub node: NodeId,
    /// The number of the statement on the path.
    pub step: u64,
    /// The condition of the side that was taken.
    pub taken: TermId,
    /// The conditions before it that matter to it.
    pub chain: ChainId,
    /// These and its own.
    pub own: ChainId,
    /// Whether another side was possible as well.
    pub forked: bool,
}

impl Entry {
    /// Whether others can depend on it.
    pub fn decides(&self) -> bool {
        matches!(self.kind, DecisionKind::Branch | DecisionKind::Inner)
    }
    /// The side that was taken, with what matters to it.
    pub fn side(&self) -> Side {
        (self.own, self.node)
    }
    /// Another side of the same decision.
    pub fn turned(self, chains: &mut Chains, taken: TermId) -> Entry {
        Entry { taken, own: chains.with(self.chain, taken), ..self }
    }
}
