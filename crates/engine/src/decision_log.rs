//! Decision log of a path: every condition on the inputs that was decided, for a search that chooses by itself what to run next.
//!
//! *In*: nothing, unless [`crate::Run::decision_log`] is set. *Out*: a [`LoggedDecision`] wherever a condition was asked about, also
//! where only one side was possible: a search that forgets some of a path's conditions needs the others all the same. Sides that
//! such a search has explored ([`ExploredSides`]) are not asked for again.

use crate::state::State;
use incise_ir::{BlockId, FuncId};
use incise_term::TermId;
use smallvec::SmallVec;

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// Which way a branch goes.
    Branch,
    /// Something in the middle of a statement: which object an address is in, which value it has.
    Inner,
    /// Whether something is an error; whoever comes after it takes for granted that it was none.
    Check,
    /// What the program assumes.
    Assume,
}

/// A place in an activation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: BlockId,
    /// The statement, or the end of the block if it is past the last.
    pub index: u32,
}

/// Where a state stands: the running activation last, its callers, at the calls, before it.
pub type Stack = SmallVec<[Spot; 4]>;

/// Conditions of sides.
pub type Sides = SmallVec<[TermId; 2]>;

/// A decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedDecision {
    /// What was decided.
    pub kind: DecisionKind,
    /// Where: the running activation last, its callers, at the calls, before it.
    pub stack: Stack,
    /// The number of the statement on the path.
    pub step: u64,
    /// The condition of the side that was taken.
    pub taken: TermId,
    /// Those of all other sides, possible or not.
    pub others: Sides,
    /// Whether other sides are possible as well, and were handed on: an error as a path, anything else as a state.
    pub forked: bool,
    /// Whether another side is possible as well, but was not handed on since it was tried before.
    pub left_out: bool,
}

/// What a search that decides by itself what to run next has tried.
pub trait ExploredSides {
    /// Whether a side of what the state decides next was tried: then it is not handed on. `log` is what was decided so far.
    fn is_explored(&mut self, log: &[LoggedDecision], state: &State, side: TermId) -> bool;
    /// Whether it is asked all the same whether such a side is possible.
    fn asks_all(&self) -> bool;
}

/// Where a state stands: the running activation last, its callers, at the calls, before it.
pub fn spots(state: &State) -> Stack {
    let mut stack = Stack::new();
    for (depth, frame) in state.thread().frames().enumerate() {
        // A caller goes on after the call.
        let index = if depth == 0 { frame.index } else { frame.index.saturating_sub(1) };
        stack.push(Spot { function: frame.function, block: frame.block, index });
    }
    stack.reverse();
    stack
}
