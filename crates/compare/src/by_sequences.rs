//! Sequences of calls, from program start, after which two versions differ: a search over pairs of private states.
//!
//! Nobody outside can set private state, so that a difference which needs some is shown by calls. Both versions are called alike from their initial
//! states on ([`product`]). From a pair of states that is gone on from, every function is called with any arguments at once: the solver gives
//! arguments for each path, and says whether something differs. Pairs of states that hold what none held before come first ([`novelty`]).
//!
//! *Out*: [`CallSequence`]s with known arguments, none of whose calls can be left out. Nothing rests on them: whoever asks runs them again.

pub(crate) mod arguments;
pub(crate) mod best_first;
pub(crate) mod callee;
pub(crate) mod concrete_states;
pub(crate) mod differing;
pub(crate) mod minimal;
pub(crate) mod novelty;
pub(crate) mod product;
pub(crate) mod search;
pub(crate) mod walks;
