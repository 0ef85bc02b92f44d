//! Inserting calls.

use super::{Meta, Ty, Value};
use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// Inserts instructions before one instruction, at its place in the source.
pub struct Builder {
    raw: LLVMBuilderRef,
    context: LLVMContextRef,
}

impl Builder {
    pub(super) fn before(context: LLVMContextRef, instruction: Value) -> Builder {
        unsafe {
            let raw = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderBefore(raw, instruction.0);
            if let Some(Meta(location)) = instruction.debug_location() {
                LLVMSetCurrentDebugLocation2(raw, location);
            }
            Builder { raw, context }
        }
    }
    /// An integer constant.
    pub fn int(&self, width: u32, value: u64) -> Value {
        unsafe { Value(LLVMConstInt(LLVMIntTypeInContext(self.context, width), value, 0)) }
    }
    /// An integer widened with zeros or cut to `width` bits.
    pub fn resize(&self, value: Value, width: u32) -> Value {
        let from = value.ty().int_width();
        unsafe {
            let to = LLVMIntTypeInContext(self.context, width);
            Value(match from.cmp(&width) {
                std::cmp::Ordering::Less => LLVMBuildZExt(self.raw, value.0, to, c"".as_ptr()),
                std::cmp::Ordering::Equal => value.0,
                std::cmp::Ordering::Greater => LLVMBuildTrunc(self.raw, value.0, to, c"".as_ptr()),
            })
        }
    }
    /// A call; gives the result.
    pub fn call(&self, function: Value, ty: Ty, args: &[Value]) -> Value {
        let mut args: Vec<_> = args.iter().map(|arg| arg.0).collect();
        let n = args.len() as u32;
        Value(unsafe { LLVMBuildCall2(self.raw, ty.0, function.0, args.as_mut_ptr(), n, c"".as_ptr()) })
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}
