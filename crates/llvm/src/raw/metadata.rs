//! Metadata nodes.
//!
//! The C interface gives names, sizes, lines and tags. Operands come from `LLVMGetMDNodeOperands`, in the
//! order in which LLVM's `DebugInfoMetadata.h` declares them; what is neither (encodings, argument numbers,
//! enumerators) is read from the text of the node, `!DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)`.

use super::context::context;
use super::{MetaKind, copied, taken};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

/// A metadata node, string or wrapped value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meta(pub(super) LLVMMetadataRef);

impl Meta {
    pub(super) fn of(raw: LLVMMetadataRef) -> Option<Meta> {
        (!raw.is_null()).then_some(Meta(raw))
    }
    pub(super) fn of_value(raw: LLVMValueRef) -> Option<Meta> {
        if raw.is_null() { None } else { Meta::of(unsafe { LLVMValueAsMetadata(raw) }) }
    }
    /// Which kind of node.
    pub fn kind(self) -> MetaKind {
        unsafe { LLVMGetMetadataKind(self.0) }
    }
    fn is_node(self) -> bool {
        !matches!(
            self.kind(),
            MetaKind::LLVMMDStringMetadataKind
                | MetaKind::LLVMConstantAsMetadataMetadataKind
                | MetaKind::LLVMLocalAsMetadataMetadataKind
                | MetaKind::LLVMDistinctMDOperandPlaceholderMetadataKind
                | MetaKind::LLVMDIArgListMetadataKind
        )
    }
    pub(super) fn as_value(self) -> LLVMValueRef {
        unsafe { LLVMMetadataAsValue(context(), self.0) }
    }
    /// The node's operands; empty for what is no node.
    pub fn operands(self) -> Vec<Option<Meta>> {
        if !self.is_node() {
            return Vec::new();
        }
        unsafe {
            let value = self.as_value();
            // A tuple of one constant is handed out as the constant.
            if MetaKind::LLVMConstantAsMetadataMetadataKind as u32
                == LLVMGetMetadataKind(LLVMValueAsMetadata(value)) as u32
            {
                return vec![Meta::of_value(value)];
            }
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(value) as usize];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands.into_iter().map(Meta::of_value).collect()
        }
    }
    /// The text of a string.
    pub fn string(self) -> String {
        if self.kind() as u32 != MetaKind::LLVMMDStringMetadataKind as u32 {
            return String::new();
        }
        unsafe {
            let mut len = 0;
            let data = LLVMGetMDString(self.as_value(), &mut len);
            copied(data, len as usize)
        }
    }
    /// The node as LLVM writes it, without its number.
    pub fn text(self) -> String {
        let text = unsafe { taken(LLVMPrintValueToString(self.as_value())) };
        match text.find("= ") {
            Some(at) if !text.starts_with("!DI") && !text.starts_with("distinct") => text[at + 2..].to_owned(),
            _ => text,
        }
    }
    /// The DWARF tag of a debug-information node.
    pub fn tag(self) -> u16 {
        unsafe { LLVMGetDINodeTag(self.0) }
    }
    /// The name of a `DIType`.
    pub fn type_name(self) -> String {
        let mut len = 0;
        unsafe {
            let data = LLVMDITypeGetName(self.0, &mut len);
            copied(data, len)
        }
    }
    /// The size of a `DIType` in bits.
    pub fn type_bits(self) -> u64 {
        unsafe { LLVMDITypeGetSizeInBits(self.0) }
    }
    /// The offset of a member `DIType` in bits.
    pub fn type_bit_offset(self) -> u64 {
        unsafe { LLVMDITypeGetOffsetInBits(self.0) }
    }
    /// The line of a `DILocation`.
    pub fn location_line(self) -> u32 {
        unsafe { LLVMDILocationGetLine(self.0) }
    }
    /// The column of a `DILocation`.
    pub fn location_column(self) -> u32 {
        unsafe { LLVMDILocationGetColumn(self.0) }
    }
    /// The scope of a `DILocation`.
    pub fn location_scope(self) -> Option<Meta> {
        Meta::of(unsafe { LLVMDILocationGetScope(self.0) })
    }
    /// The file of a `DIScope`.
    pub fn scope_file(self) -> Option<Meta> {
        Meta::of(unsafe { LLVMDIScopeGetFile(self.0) })
    }
    /// The file of a `DIVariable`.
    pub fn variable_file(self) -> Option<Meta> {
        Meta::of(unsafe { LLVMDIVariableGetFile(self.0) })
    }
    /// The line of a `DIVariable`.
    pub fn variable_line(self) -> u32 {
        unsafe { LLVMDIVariableGetLine(self.0) }
    }
    /// The line of a `DISubprogram`.
    pub fn subprogram_line(self) -> u32 {
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }
    /// The variable of a `DIGlobalVariableExpression`.
    pub fn global_variable(self) -> Option<Meta> {
        Meta::of(unsafe { LLVMDIGlobalVariableExpressionGetVariable(self.0) })
    }
    /// Path and folder of a `DIFile`.
    pub fn file(self) -> (String, String) {
        let mut len = 0;
        unsafe {
            let path = LLVMDIFileGetFilename(self.0, &mut len);
            let path = copied(path, len as usize);
            let directory = LLVMDIFileGetDirectory(self.0, &mut len);
            (path, copied(directory, len as usize))
        }
    }
}
