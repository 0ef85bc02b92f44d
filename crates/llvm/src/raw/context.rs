//! The one context of the process, and the errors that LLVM reports in it.

use super::taken;
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::*;
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::prelude::*;
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};

thread_local! {
    /// Errors that LLVM reported through its diagnostic handler.
    static ERRORS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// The one context of the process.
    static CONTEXT: LLVMContextRef = unsafe {
        LLVMInstallFatalErrorHandler(Some(fatal));
        let context = LLVMContextCreate();
        LLVMContextSetDiagnosticHandler(context, Some(diagnosed), std::ptr::null_mut());
        context
    };
}

pub(super) fn context() -> LLVMContextRef {
    CONTEXT.with(|context| *context)
}

/// Keeps errors; without a handler LLVM would print them and end the process.
extern "C" fn diagnosed(info: LLVMDiagnosticInfoRef, _: *mut c_void) {
    let text = unsafe { taken(LLVMGetDiagInfoDescription(info)) };
    if matches!(unsafe { LLVMGetDiagInfoSeverity(info) }, LLVMDiagnosticSeverity::LLVMDSError) {
        ERRORS.with(|errors| errors.borrow_mut().push(text));
    }
}

/// LLVM gave up in the middle of something: there is no way back into it.
extern "C" fn fatal(reason: *const c_char) {
    let text = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
    eprintln!("{}", plain(&text));
    std::process::exit(incise_frontend::protocol::EXIT_REJECTED);
}

/// A message of LLVM's without the noise around it.
pub(super) fn plain(text: &str) -> String {
    text.trim().trim_start_matches("error: ").to_owned()
}

pub(super) fn errors() -> String {
    ERRORS.with(|errors| errors.take().join("\n"))
}
