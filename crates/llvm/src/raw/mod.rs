//! Foreign calls: thin typed handles over LLVM 19's C interface, and all of the crate's `unsafe`.
//!
//! # Invariants
//! - Handles point into the one context of the process. It is never freed (the process ends when the
//!   result is written), so a handle is valid for as long as the thing it names is not erased, and nothing here erases.
//! - A method that is about one kind of instruction is called on that kind only; its doc says which. The
//!   verifier has passed before any handle is given out.

mod build;
mod context;
mod edit;
mod metadata;
mod module;
mod target;
mod ty;
mod value;

pub use build::Builder;
pub use llvm_sys::LLVMAtomicRMWBinOp as AtomicRmw;
pub use llvm_sys::LLVMIntPredicate as IntPredicate;
pub use llvm_sys::LLVMOpcode as Opcode;
pub use llvm_sys::LLVMRealPredicate as RealPredicate;
pub use llvm_sys::LLVMValueKind as ValueKind;
pub use llvm_sys::debuginfo::LLVMMetadataKind as MetaKind;
pub use metadata::Meta;
pub use module::Module;
pub use target::Machine;
pub use ty::{Layout, Ty, TyKind};
pub use value::{Attr, Block, Value};

use std::ffi::{CStr, c_char};

/// A copy of a string that LLVM owns, given by address and length.
///
/// # Safety
/// `data` is null or points at `len` readable bytes.
unsafe fn copied(data: *const c_char, len: usize) -> String {
    if data.is_null() {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Takes over a message that LLVM allocated.
///
/// # Safety
/// `message` is null or was allocated by LLVM for us to dispose of.
unsafe fn taken(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    unsafe { llvm_sys::core::LLVMDisposeMessage(message) };
    text
}
