//! Changing blocks: moving and deleting instructions, joining blocks.

use super::context::context;
use super::{Block, Module, Value};
use llvm_sys::core::*;

impl Value {
    /// Whether a sanitizer of clang's put the instruction there.
    pub fn is_sanitizers(self) -> bool {
        let name = "nosanitize";
        unsafe {
            let kind = LLVMGetMDKindIDInContext(context(), name.as_ptr().cast(), name.len() as u32);
            !LLVMGetMetadata(self.0, kind).is_null()
        }
    }
    /// Promises that no bit that is set is lost, the sign included.
    pub fn set_no_wrap(self) {
        unsafe {
            LLVMSetNUW(self.0, 1);
            LLVMSetNSW(self.0, 1);
        }
    }
    /// Has everybody use another value.
    pub fn replace_by(self, other: Value) {
        unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
    }
    /// Deletes an instruction that nobody uses.
    pub fn delete(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }
}

impl Block {
    /// Deletes the block with its instructions, which nothing outside it uses.
    pub fn delete(self) {
        self.instructions().into_iter().rev().for_each(Value::delete);
        unsafe { LLVMDeleteBasicBlock(self.0) }
    }

    /// Puts the instructions of a block before those of this one, which it has led to and which takes its place. What a sanitizer put
    /// there is left out.
    pub fn take_over(self, before: Block) {
        let first = self.instructions()[0];
        let all = before.instructions();
        let (kept, left): (Vec<Value>, Vec<Value>) = all.into_iter().partition(|one| !one.is_sanitizers());
        left.into_iter().rev().for_each(Value::delete);
        let name = before.name();
        unsafe {
            let builder = LLVMCreateBuilderInContext(context());
            for instruction in kept {
                LLVMInstructionRemoveFromParent(instruction.0);
                LLVMPositionBuilderBefore(builder, first.0);
                // The builder would give it the place of the first instruction.
                LLVMSetCurrentDebugLocation2(builder, std::ptr::null_mut());
                LLVMInsertIntoBuilder(builder, instruction.0);
            }
            LLVMDisposeBuilder(builder);
            LLVMMoveBasicBlockBefore(self.0, before.0);
            LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(before.0), LLVMBasicBlockAsValue(self.0));
            LLVMDeleteBasicBlock(before.0);
            LLVMSetValueName2(LLVMBasicBlockAsValue(self.0), name.as_ptr().cast(), name.len());
        }
    }
}

impl Module {
    /// Deletes a variable or a function of the module.
    pub fn delete(self, global: Value) {
        let is_function = self.functions().contains(&global);
        unsafe { if is_function { LLVMDeleteFunction(global.0) } else { LLVMDeleteGlobal(global.0) } }
    }
}
