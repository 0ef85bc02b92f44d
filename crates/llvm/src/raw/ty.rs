//! Types and the data layout that gives them sizes.

use super::taken;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering, LLVMOffsetOfElement,
    LLVMPointerSizeForAS, LLVMTargetDataRef,
};

pub use llvm_sys::LLVMTypeKind as TyKind;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ty(pub(super) LLVMTypeRef);

impl Ty {
    /// Which kind of type.
    pub fn kind(self) -> TyKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }
    /// Whether it has a size.
    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }
    /// The width of an integer type.
    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }
    /// The number of elements of an array or a fixed vector, of members of a struct.
    pub fn len(self) -> u64 {
        match self.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => unsafe { LLVMGetArrayLength2(self.0) },
            LLVMTypeKind::LLVMVectorTypeKind => u64::from(unsafe { LLVMGetVectorSize(self.0) }),
            LLVMTypeKind::LLVMStructTypeKind => u64::from(unsafe { LLVMCountStructElementTypes(self.0) }),
            _ => 0,
        }
    }
    /// The element type of an array or a vector.
    pub fn element(self) -> Ty {
        Ty(unsafe { LLVMGetElementType(self.0) })
    }
    /// The type of a struct's member; `index` is below `len`.
    pub fn member(self, index: u32) -> Ty {
        Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, index) })
    }
    /// The address space of a pointer type.
    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }
    /// What a function type returns.
    pub fn returned(self) -> Ty {
        Ty(unsafe { LLVMGetReturnType(self.0) })
    }
    /// The number of parameters of a function type.
    pub fn n_params(self) -> u32 {
        unsafe { LLVMCountParamTypes(self.0) }
    }
    /// Whether a function type ends in `...`.
    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }
    /// The type as LLVM writes it.
    pub fn text(self) -> String {
        unsafe { taken(LLVMPrintTypeToString(self.0)) }
    }
}

/// A module's data layout. Sizes are asked of sized types only.
#[derive(Clone, Copy)]
pub struct Layout(pub(super) LLVMTargetDataRef);

impl Layout {
    /// Bytes from one element of an array of these to the next.
    pub fn size(self, ty: Ty) -> u64 {
        unsafe { LLVMABISizeOfType(self.0, ty.0) }
    }
    /// Alignment in bytes.
    pub fn align(self, ty: Ty) -> u32 {
        unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }
    }
    /// Bytes from the start of a struct to a member.
    pub fn offset(self, ty: Ty, member: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.0, ty.0, member) }
    }
    /// Bytes of a pointer of an address space.
    pub fn pointer_size(self, address_space: u32) -> u32 {
        unsafe { LLVMPointerSizeForAS(self.0, address_space) }
    }
    /// Whether the low byte comes first.
    pub fn is_little_endian(self) -> bool {
        matches!(unsafe { LLVMByteOrder(self.0) }, LLVMByteOrdering::LLVMLittleEndian)
    }
}
