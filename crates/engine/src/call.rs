//! Calls as data: with their operands evaluated, and those that are answered without being followed.

use crate::value::Value;
use incise_ir::{FuncId, LocalId, TypeId};
use incise_term::TermId;

/// A call with its operands evaluated.
pub struct CallSite<'p> {
    /// The function.
    pub function: FuncId,
    /// The arguments with their types.
    pub args: Vec<(Value, TypeId)>,
    /// Size and alignment of each argument that is a copy in memory.
    pub byval: &'p [Option<(u64, u32)>],
    /// Where the result goes.
    pub dst: Option<LocalId>,
    /// The result's type.
    pub ret: TypeId,
}

/// A call that was not followed.
#[derive(Clone, Debug)]
pub struct Unfollowed {
    pub(crate) function: u32,
    pub(crate) args: Vec<TermId>,
    pub(crate) answer: Option<TermId>,
}
