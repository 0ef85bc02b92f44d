//! Functions from outside to which pointers in memory lead, as data; `environment/outside_functions.rs` says where there are some.

use incise_ir::FuncId;
use incise_term::TermId;
use std::rc::Rc;

/// The lowest page on which such a function can be.
const FIRST: u64 = 0x4800_0000_0000;
/// How many pages there are.
const SLOTS: u64 = 1 << 29;
/// Bytes of a page.
const PAGE: u64 = 1 << 12;
/// Where on its page a function starts: sanitizers look at what is before it.
const START: u64 = 64;

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
    /// The pointer.
    pub(crate) at: TermId,
}

/// The address of the function to which the pointer leads that a variable stands for: a page of its own.
pub fn outside_address(variable: &str) -> u64 {
    // FNV-1a.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let hash = variable.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    FIRST + (hash ^ hash >> 32) % SLOTS * PAGE + START
}
