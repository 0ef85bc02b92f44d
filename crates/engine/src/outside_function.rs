//! Functions from outside to which pointers in memory lead, as data; `environment/outside_functions.rs` says where there are some.

use incise_ir::FuncId;
use std::rc::Rc;

/// The lowest page on which such a function can be.
pub(crate) const FIRST: u64 = 0x4800_0000_0000;
/// How many pages there are.
pub(crate) const SLOTS: u64 = 1 << 29;
/// Bytes of a page.
pub(crate) const PAGE: u64 = 1 << 12;
/// Where on its page a function starts: sanitizers look at what is before it.
pub(crate) const START: u64 = 64;

/// Whether an address is that of a function to which a pointer from outside leads.
pub fn is_outside_function(address: u64) -> bool {
    (FIRST..FIRST + SLOTS * PAGE).contains(&address) && address % PAGE == START
}

/// A function to which a pointer from outside leads.
#[derive(Clone, Debug)]
pub struct OutsideFunction {
    /// The declaration that has its type.
    pub function: FuncId,
    /// What C calls the pointer, such as `link->notify`; the same in two versions.
    pub name: Rc<str>,
    /// Where the pointer is: the place of the input and bytes from its start.
    pub(crate) at: (String, u32),
}
