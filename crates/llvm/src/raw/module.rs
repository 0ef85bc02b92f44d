//! Modules: reading, linking, verifying, writing.

use super::context::{context, errors, plain};
use super::{Builder, Layout, Meta, Ty, Value, copied, taken};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToFile;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMCreateDIBuilder, LLVMDIBuilderCreateExpression, LLVMDisposeDIBuilder};
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::LLVMGetModuleDataLayout;
use std::ffi::{CStr, CString};
use std::path::Path;

/// A module in the process's context.
#[derive(Clone, Copy)]
pub struct Module(LLVMModuleRef);

impl Module {
    pub(super) fn raw(self) -> LLVMModuleRef {
        self.0
    }

    /// Reads textual IR or bitcode through the IR reader, which returns errors where the bitcode reader's own entry ends the process.
    pub fn parse(name: &Path, bytes: &[u8]) -> Result<Module, String> {
        let name = CString::new(name.to_string_lossy().replace('\0', "")).unwrap_or_default();
        let mut module = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
            LLVMParseIRInContext(context(), buffer, &mut module, &mut message)
        };
        let message = unsafe { taken(message) };
        let reported = errors();
        if failed != 0 || module.is_null() {
            return Err(plain(if message.is_empty() { &reported } else { &message }));
        }
        Ok(Module(module))
    }

    /// Adds another module to this one, with the names of clashing statics changed.
    pub fn link(self, other: Module) -> Result<(), String> {
        let failed = unsafe { LLVMLinkModules2(self.0, other.0) };
        let reported = errors();
        if failed != 0 { Err(plain(&reported)) } else { Ok(()) }
    }

    /// Whether the module keeps LLVM's rules.
    pub fn verify(self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let failed = unsafe { LLVMVerifyModule(self.0, action, &mut message) };
        let message = unsafe { taken(message) };
        if failed != 0 { Err(plain(&message)) } else { Ok(()) }
    }

    /// Turns debug records into calls of `llvm.dbg.*`, which the C interface can read.
    pub fn debug_records_to_calls(self) {
        unsafe { LLVMSetIsNewDbgInfoFormat(self.0, 0) }
    }

    /// The data layout string; empty when the file gave none.
    pub fn layout_text(self) -> String {
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.0)) }.to_string_lossy().into_owned()
    }
    /// Sets the data layout.
    pub fn set_layout(self, text: &CStr) {
        unsafe { LLVMSetDataLayout(self.0, text.as_ptr()) }
    }
    /// The data layout.
    pub fn layout(self) -> Layout {
        Layout(unsafe { LLVMGetModuleDataLayout(self.0) })
    }
    /// The target triple.
    pub fn triple(self) -> String {
        unsafe { CStr::from_ptr(LLVMGetTarget(self.0)) }.to_string_lossy().into_owned()
    }
    /// The file the module was compiled from.
    pub fn source_file(self) -> String {
        let mut len = 0;
        unsafe {
            let data = LLVMGetSourceFileName(self.0, &mut len);
            copied(data, len)
        }
    }
    /// The functions in order.
    pub fn functions(self) -> Vec<Value> {
        let first = unsafe { LLVMGetFirstFunction(self.0) };
        Value::chain(first, |function| unsafe { LLVMGetNextFunction(function) })
    }
    /// The global variables in order.
    pub fn globals(self) -> Vec<Value> {
        let first = unsafe { LLVMGetFirstGlobal(self.0) };
        Value::chain(first, |global| unsafe { LLVMGetNextGlobal(global) })
    }
    /// The aliases in order, then the `ifunc`s.
    pub fn aliases(self) -> Vec<Value> {
        let first = unsafe { LLVMGetFirstGlobalAlias(self.0) };
        let mut all = Value::chain(first, |alias| unsafe { LLVMGetNextGlobalAlias(alias) });
        let first = unsafe { LLVMGetFirstGlobalIFunc(self.0) };
        all.extend(Value::chain(first, |function| unsafe { LLVMGetNextGlobalIFunc(function) }));
        all
    }
    /// The assembly outside functions.
    pub fn assembly(self) -> String {
        let mut len = 0;
        unsafe {
            let text = LLVMGetModuleInlineAsm(self.0, &mut len);
            copied(text, len)
        }
    }
    /// The operands of a named metadata list.
    pub fn named_metadata(self, name: &CStr) -> Vec<Meta> {
        let n = unsafe { LLVMGetNamedMetadataNumOperands(self.0, name.as_ptr()) } as usize;
        let mut nodes = vec![std::ptr::null_mut(); n];
        unsafe { LLVMGetNamedMetadataOperands(self.0, name.as_ptr(), nodes.as_mut_ptr()) };
        nodes.into_iter().filter_map(Meta::of_value).collect()
    }
    /// The `DIExpression` without operations; there is one in a context.
    pub fn empty_expression(self) -> Meta {
        unsafe {
            let builder = LLVMCreateDIBuilder(self.0);
            let expression = LLVMDIBuilderCreateExpression(builder, std::ptr::null_mut(), 0);
            LLVMDisposeDIBuilder(builder);
            Meta(expression)
        }
    }
    /// Writes bitcode.
    pub fn write(self, path: &Path) -> Result<(), String> {
        let name = CString::new(path.to_string_lossy().into_owned()).map_err(|error| error.to_string())?;
        let failed = unsafe { LLVMWriteBitcodeToFile(self.0, name.as_ptr()) };
        if failed != 0 { Err(format!("cannot write {}", path.display())) } else { Ok(()) }
    }
    /// Declares a function that returns nothing and takes integers of these widths; gives it and its type.
    pub fn declare(self, name: &CStr, widths: &[u32]) -> (Value, Ty) {
        unsafe {
            let context = context();
            let mut params: Vec<_> = widths.iter().map(|&width| LLVMIntTypeInContext(context, width)).collect();
            let n = params.len() as u32;
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), params.as_mut_ptr(), n, 0);
            let existing = LLVMGetNamedFunction(self.0, name.as_ptr());
            let function = if existing.is_null() { LLVMAddFunction(self.0, name.as_ptr(), ty) } else { existing };
            (Value(function), Ty(ty))
        }
    }
    /// Declares a function that takes an address, and gives (or takes as well) an integer of this width; gives it and its type.
    pub fn declare_access(self, name: &str, width: u32, gives: bool) -> (Value, Ty) {
        let name = std::ffi::CString::new(name).expect("a name of ours has no NUL");
        unsafe {
            let context = context();
            let (address, integer) = (LLVMPointerTypeInContext(context, 0), LLVMIntTypeInContext(context, width));
            let result = if gives { integer } else { LLVMVoidTypeInContext(context) };
            let mut params = [address, integer];
            let ty = LLVMFunctionType(result, params.as_mut_ptr(), if gives { 1 } else { 2 }, 0);
            let existing = LLVMGetNamedFunction(self.0, name.as_ptr());
            let function = if existing.is_null() { LLVMAddFunction(self.0, name.as_ptr(), ty) } else { existing };
            (Value(function), Ty(ty))
        }
    }
    /// A builder that inserts just before an instruction.
    pub fn builder_before(self, instruction: Value) -> Builder {
        Builder::before(context(), instruction)
    }
}
