//! Calls as data: with their operands evaluated, and those that are answered without being followed.

use crate::value::Value;
use incise_ir::{FuncId, LocalId, TypeId};
use incise_term::TermId;
use std::rc::Rc;

/// A call with its operands evaluated.
pub struct CallSite<'p> {
    /// The function.
    pub function: FuncId,
    /// What the source calls it, if it is a function from outside to which a pointer in memory leads.
    pub known_as: Option<Rc<str>>,
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
