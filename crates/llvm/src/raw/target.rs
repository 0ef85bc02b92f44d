//! Machine code of modules, for the machine that this runs on.

use super::module::Module;
use super::taken;
use llvm_sys::target::{LLVM_InitializeNativeAsmParser, LLVM_InitializeNativeAsmPrinter, LLVM_InitializeNativeTarget};
use llvm_sys::target_machine::*;
use std::ffi::{CStr, CString};
use std::path::Path;

/// What makes machine code: nothing optimised, for executables at any address.
#[derive(Clone, Copy)]
pub struct Machine {
    machine: LLVMTargetMachineRef,
}

impl Machine {
    /// This machine's; an error if LLVM was built without it.
    pub fn native() -> Result<Machine, String> {
        unsafe {
            if LLVM_InitializeNativeTarget() != 0
                || LLVM_InitializeNativeAsmPrinter() != 0
                || LLVM_InitializeNativeAsmParser() != 0
            {
                return Err("LLVM makes no code for this machine".to_owned());
            }
            let triple = LLVMGetDefaultTargetTriple();
            let (mut target, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
            let failed = LLVMGetTargetFromTriple(triple, &mut target, &mut message);
            let message = taken(message);
            let machine = if failed == 0 {
                LLVMCreateTargetMachine(
                    target,
                    triple,
                    c"".as_ptr(),
                    c"".as_ptr(),
                    LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
                    LLVMRelocMode::LLVMRelocPIC,
                    LLVMCodeModel::LLVMCodeModelDefault,
                )
            } else {
                std::ptr::null_mut()
            };
            taken(triple);
            if machine.is_null() { Err(message) } else { Ok(Machine { machine }) }
        }
    }

    /// Its name, such as `x86_64-pc-linux-gnu`.
    pub fn triple(self) -> String {
        unsafe { taken(LLVMGetTargetMachineTriple(self.machine)) }
    }

    /// Writes an object file.
    pub fn write_object(self, module: Module, path: &Path) -> Result<(), String> {
        let name = CString::new(path.to_string_lossy().into_owned()).map_err(|error| error.to_string())?;
        let mut message = std::ptr::null_mut();
        let kind = LLVMCodeGenFileType::LLVMObjectFile;
        let failed =
            unsafe { LLVMTargetMachineEmitToFile(self.machine, module.raw(), name.as_ptr(), kind, &mut message) };
        let message = unsafe { taken(message) };
        // What is wrong with inline assembly is said by diagnostics only.
        let reported = super::context::errors();
        match (failed, reported.is_empty()) {
            (0, true) => Ok(()),
            (0, false) => Err(reported),
            _ => Err(message),
        }
    }
}

impl Module {
    /// Says for which machine the module is.
    pub fn set_triple(self, triple: &CStr) {
        unsafe { llvm_sys::core::LLVMSetTarget(self.raw(), triple.as_ptr()) }
    }

    /// Takes out what debuggers read.
    pub fn strip_debug_information(self) {
        unsafe { llvm_sys::debuginfo::LLVMStripModuleDebugInfo(self.raw()) };
    }
}
