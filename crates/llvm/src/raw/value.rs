//! Values: functions, globals, constants, instructions, and basic blocks.

use super::context::context;
use super::{AtomicRmw, IntPredicate, Meta, MetaKind, Opcode, RealPredicate, Ty, ValueKind, copied, taken};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMInstructionGetDebugLoc};
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAtomicOrdering, LLVMLinkage, LLVMVisibility};
use std::ffi::CStr;

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(pub(super) LLVMValueRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block(pub(super) LLVMBasicBlockRef);

/// A function's or call's attributes that are asked for.
#[derive(Clone, Copy)]
pub enum Attr {
    /// `byval(T)`.
    ByVal,
    /// `sret(T)`.
    SRet,
    /// `signext`.
    SignExt,
    /// `noreturn`.
    NoReturn,
    /// `memory(…)`.
    Memory,
    /// `align N`.
    Align,
    /// `nonnull`.
    NonNull,
    /// `dereferenceable(N)`.
    Dereferenceable,
    /// `inalloca(T)`.
    InAlloca,
    /// `preallocated(T)`.
    Preallocated,
}

impl Attr {
    fn id(self) -> u32 {
        let name = match self {
            Attr::ByVal => "byval",
            Attr::SRet => "sret",
            Attr::SignExt => "signext",
            Attr::NoReturn => "noreturn",
            Attr::Memory => "memory",
            Attr::Align => "align",
            Attr::NonNull => "nonnull",
            Attr::Dereferenceable => "dereferenceable",
            Attr::InAlloca => "inalloca",
            Attr::Preallocated => "preallocated",
        };
        unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
    }
}

/// Where an attribute stands: on the function or on a parameter.
fn attribute_index(param: Option<u32>) -> u32 {
    param.map_or(u32::MAX, |param| param + 1)
}

impl Value {
    pub(super) fn of(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }
    pub(super) fn chain(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
        let following = |value: &Value| Value::of(next(value.0));
        std::iter::successors(Value::of(first), following).collect()
    }
    /// Which kind of value.
    pub fn kind(self) -> ValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }
    /// Its type.
    pub fn ty(self) -> Ty {
        Ty(unsafe { LLVMTypeOf(self.0) })
    }
    /// Its name, if it has one, without the mark that keeps the linker's prefix off.
    pub fn name(self) -> String {
        let mut len = 0;
        let name = unsafe {
            let data = LLVMGetValueName2(self.0, &mut len);
            copied(data, len)
        };
        name.strip_prefix('\u{1}').map(str::to_owned).unwrap_or(name)
    }
    /// The first line of the value as LLVM writes it, without attached metadata.
    pub fn text(self) -> String {
        let text = unsafe { taken(LLVMPrintValueToString(self.0)) };
        let line = text.trim().lines().next().unwrap_or_default();
        line.split(", !").next().unwrap_or_default().to_owned()
    }
    /// Operand `index`, which is below `n_operands`.
    pub fn operand(self, index: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, index) })
    }
    /// The number of operands of an instruction or constant.
    pub fn n_operands(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) }.unsigned_abs()
    }
    /// Who uses the value.
    pub fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        unsafe {
            let mut next = LLVMGetFirstUse(self.0);
            while !next.is_null() {
                users.push(Value(LLVMGetUser(next)));
                next = LLVMGetNextUse(next);
            }
        }
        users
    }
    /// The metadata behind an argument of metadata type.
    pub fn metadata(self) -> Option<Meta> {
        Meta::of_value(self.0)
    }

    // Constants.

    /// The value of an integer constant of at most 64 bits.
    pub fn int(self) -> u64 {
        unsafe { LLVMConstIntGetZExtValue(self.0) }
    }
    /// The value of an integer constant of at most 64 bits, sign-extended.
    pub fn signed_int(self) -> i64 {
        unsafe { LLVMConstIntGetSExtValue(self.0) }
    }
    /// The integer constant that has the bits of this floating-point constant.
    pub fn float_as_int(self, bits: u32) -> Value {
        unsafe { Value(LLVMConstBitCast(self.0, LLVMIntTypeInContext(context(), bits))) }
    }
    /// The operation of a constant expression.
    pub fn constant_opcode(self) -> Opcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }
    /// A member of a constant array, struct or vector.
    pub fn element(self, index: u32) -> Option<Value> {
        Value::of(unsafe { LLVMGetAggregateElement(self.0, index) })
    }
    /// The bytes of a constant array of 8-bit integers.
    pub fn bytes(self) -> Option<Vec<u8>> {
        unsafe {
            if LLVMIsConstantString(self.0) == 0 {
                return None;
            }
            let mut len = 0;
            let data = LLVMGetAsString(self.0, &mut len);
            Some(std::slice::from_raw_parts(data.cast::<u8>(), len).to_vec())
        }
    }
    /// What an alias stands for.
    pub fn aliasee(self) -> Value {
        Value(unsafe { LLVMAliasGetAliasee(self.0) })
    }
    /// The function that chooses what an `ifunc` stands for.
    pub fn resolver(self) -> Value {
        Value(unsafe { LLVMGetGlobalIFuncResolver(self.0) })
    }
    /// Function and block of a block address.
    pub fn block_address(self) -> (Value, Block) {
        unsafe { (Value(LLVMGetBlockAddressFunction(self.0)), Block(LLVMGetBlockAddressBasicBlock(self.0))) }
    }
    /// Template and constraints of inline assembly.
    pub fn assembly(self) -> (String, String) {
        let mut len = 0;
        unsafe {
            let text = LLVMGetInlineAsmAsmString(self.0, &mut len);
            let text = copied(text, len);
            let constraints = LLVMGetInlineAsmConstraintString(self.0, &mut len);
            (text, copied(constraints, len))
        }
    }

    // Functions and globals.

    /// Whether it is invisible outside its file.
    pub fn is_internal(self) -> bool {
        matches!(unsafe { LLVMGetLinkage(self.0) }, LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
    }
    /// Whether it is invisible even to the linker.
    pub fn is_private(self) -> bool {
        matches!(unsafe { LLVMGetLinkage(self.0) }, LLVMLinkage::LLVMPrivateLinkage)
    }
    /// Whether another definition takes its place, or there may be none.
    pub fn is_weak(self) -> bool {
        matches!(
            unsafe { LLVMGetLinkage(self.0) },
            LLVMLinkage::LLVMWeakAnyLinkage | LLVMLinkage::LLVMWeakODRLinkage | LLVMLinkage::LLVMExternalWeakLinkage
        )
    }
    /// Whether only the program or library that it is linked into sees it.
    pub fn is_hidden(self) -> bool {
        matches!(unsafe { LLVMGetVisibility(self.0) }, LLVMVisibility::LLVMHiddenVisibility)
    }
    /// How a function is called.
    pub fn convention(self) -> u32 {
        unsafe { LLVMGetFunctionCallConv(self.0) }
    }
    /// Whether the body is a copy of one that stands in a library.
    pub fn is_copy_of_external(self) -> bool {
        matches!(unsafe { LLVMGetLinkage(self.0) }, LLVMLinkage::LLVMAvailableExternallyLinkage)
    }
    /// Makes a function or global invisible outside its file.
    pub fn make_internal(self) {
        unsafe { LLVMSetLinkage(self.0, LLVMLinkage::LLVMInternalLinkage) }
    }
    /// Makes a function or global visible outside its file.
    pub fn make_external(self) {
        unsafe { LLVMSetLinkage(self.0, LLVMLinkage::LLVMExternalLinkage) }
    }
    /// The section of a global, if one is named.
    pub fn section(self) -> String {
        let section = unsafe { LLVMGetSection(self.0) };
        if section.is_null() {
            return String::new();
        }
        unsafe { CStr::from_ptr(section) }.to_string_lossy().into_owned()
    }
    /// The type of what a global holds, a function's type.
    pub fn value_type(self) -> Ty {
        Ty(unsafe { LLVMGlobalGetValueType(self.0) })
    }
    /// The initial value of a global.
    pub fn initializer(self) -> Option<Value> {
        Value::of(unsafe { LLVMGetInitializer(self.0) })
    }
    /// Whether a global is never written.
    pub fn is_global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }
    /// Whether each thread has its own copy of a global.
    pub fn is_thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }
    /// The promised alignment of a global, `alloca`, load, store or atomic; 0 when none is.
    pub fn align(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }
    /// The metadata of kind `dbg` attached to a global.
    pub fn global_debug(self) -> Vec<Meta> {
        let mut n = 0;
        unsafe {
            let dbg = LLVMGetMDKindIDInContext(context(), c"dbg".as_ptr(), 3);
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut n);
            let found = (0..n as u32)
                .filter(|&entry| LLVMValueMetadataEntriesGetKind(entries, entry) == dbg)
                .filter_map(|entry| Meta::of(LLVMValueMetadataEntriesGetMetadata(entries, entry)))
                .collect();
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }
    /// The debug information of a function.
    pub fn subprogram(self) -> Option<Meta> {
        Meta::of(unsafe { LLVMGetSubprogram(self.0) })
    }
    /// The parameters of a function.
    pub fn params(self) -> Vec<Value> {
        let first = unsafe { LLVMGetFirstParam(self.0) };
        Value::chain(first, |param| unsafe { LLVMGetNextParam(param) })
    }
    /// The blocks of a function.
    pub fn blocks(self) -> Vec<Block> {
        let mut blocks = vec![std::ptr::null_mut(); unsafe { LLVMCountBasicBlocks(self.0) } as usize];
        unsafe { LLVMGetBasicBlocks(self.0, blocks.as_mut_ptr()) };
        blocks.into_iter().map(Block).collect()
    }
    /// Whether a function (or, with `param`, its parameter) has an attribute.
    pub fn has_attribute(self, param: Option<u32>, attr: Attr) -> bool {
        !unsafe { LLVMGetEnumAttributeAtIndex(self.0, attribute_index(param), attr.id()) }.is_null()
    }
    /// The number that an attribute of a parameter has; 0 without it.
    pub fn attribute_value(self, param: u32, attr: Attr) -> u64 {
        unsafe {
            let found = LLVMGetEnumAttributeAtIndex(self.0, attribute_index(Some(param)), attr.id());
            if found.is_null() { 0 } else { LLVMGetEnumAttributeValue(found) }
        }
    }
    /// The number that an attribute of a function has.
    pub fn function_attribute_value(self, attr: Attr) -> Option<u64> {
        let found = unsafe { LLVMGetEnumAttributeAtIndex(self.0, attribute_index(None), attr.id()) };
        (!found.is_null()).then(|| unsafe { LLVMGetEnumAttributeValue(found) })
    }
    /// Whether the result of a function has an attribute.
    pub fn result_has_attribute(self, attr: Attr) -> bool {
        !unsafe { LLVMGetEnumAttributeAtIndex(self.0, 0, attr.id()) }.is_null()
    }
    /// Type and alignment (0 when not given) of a `byval` parameter of a function.
    pub fn byval_param(self, param: u32) -> Option<(Ty, u32)> {
        unsafe {
            let index = attribute_index(Some(param));
            let byval = LLVMGetEnumAttributeAtIndex(self.0, index, Attr::ByVal.id());
            byval_of(byval, LLVMGetEnumAttributeAtIndex(self.0, index, Attr::Align.id()))
        }
    }

    // Instructions.

    /// The operation of an instruction.
    pub fn opcode(self) -> Opcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }
    /// Whether this is an instruction.
    pub fn is_instruction(self) -> bool {
        self.kind() == ValueKind::LLVMInstructionValueKind
    }
    /// Whether this is a `bitcast` to the type it has already: what pointer casts of LLVM 14 become on reading.
    pub fn is_no_op_cast(self) -> bool {
        self.is_instruction() && self.opcode() == Opcode::LLVMBitCast && self.ty() == self.operand(0).ty()
    }
    /// The value itself, behind casts that do nothing.
    pub fn behind_no_op_casts(self) -> Value {
        let mut value = self;
        // Bounded, because code that is never reached may cast a value that is its own operand.
        for _ in 0..100 {
            if !value.is_no_op_cast() {
                break;
            }
            value = value.operand(0);
        }
        value
    }
    /// The `DILocation` of an instruction.
    pub fn debug_location(self) -> Option<Meta> {
        Meta::of(unsafe { LLVMInstructionGetDebugLoc(self.0) })
    }
    /// `nsw` of an `add`, `sub`, `mul` or `shl`.
    pub fn nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }
    /// `nuw` of an `add`, `sub`, `mul` or `shl`.
    pub fn nuw(self) -> bool {
        unsafe { LLVMGetNUW(self.0) != 0 }
    }
    /// `exact` of a division or right shift.
    pub fn exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }
    /// `inbounds` of a GEP, instruction or constant.
    pub fn inbounds(self) -> bool {
        unsafe { LLVMIsInBounds(self.0) != 0 }
    }
    /// The type that a GEP's first index counts in, instruction or constant.
    pub fn gep_type(self) -> Ty {
        Ty(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }
    /// The predicate of an `icmp`.
    pub fn int_predicate(self) -> IntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }
    /// The predicate of an `fcmp`.
    pub fn real_predicate(self) -> RealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }
    /// What an `alloca` makes room for.
    pub fn allocated(self) -> Ty {
        Ty(unsafe { LLVMGetAllocatedType(self.0) })
    }
    /// What an `alloca` makes room for; `None` for any other value.
    pub fn allocated_type(self) -> Option<Ty> {
        (self.is_instruction() && self.opcode() == Opcode::LLVMAlloca).then(|| self.allocated())
    }
    /// Whether a load, store or atomic is volatile.
    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }
    /// Whether a load or store is atomic.
    pub fn is_atomic(self) -> bool {
        unsafe { LLVMGetOrdering(self.0) != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic }
    }
    /// The operation of an `atomicrmw`.
    pub fn atomic_operation(self) -> AtomicRmw {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }
    /// The positions of an `extractvalue` or `insertvalue`.
    pub fn path(self) -> Vec<u32> {
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.0), LLVMGetNumIndices(self.0) as usize) }.to_vec()
    }
    /// The mask of a `shufflevector`.
    pub fn mask(self) -> Vec<Option<u32>> {
        let n = unsafe { LLVMGetNumMaskElements(self.0) };
        (0..n).map(|index| u32::try_from(unsafe { LLVMGetMaskValue(self.0, index) }).ok()).collect()
    }
    /// The incoming values of a phi with the blocks they come from.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        let n = unsafe { LLVMCountIncoming(self.0) };
        (0..n)
            .map(|index| unsafe {
                (Value(LLVMGetIncomingValue(self.0, index)), Block(LLVMGetIncomingBlock(self.0, index)))
            })
            .collect()
    }
    /// Where a terminator can go.
    pub fn successors(self) -> Vec<Block> {
        let n = unsafe { LLVMGetNumSuccessors(self.0) };
        (0..n).map(|index| Block(unsafe { LLVMGetSuccessor(self.0, index) })).collect()
    }
    /// Whether a `br` has a condition.
    pub fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.0) != 0 }
    }

    // Calls.

    /// Whom a call calls.
    pub fn called(self) -> Value {
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }
    /// The function type that a call uses.
    pub fn called_type(self) -> Ty {
        Ty(unsafe { LLVMGetCalledFunctionType(self.0) })
    }
    /// The number of a call's arguments.
    pub fn n_args(self) -> u32 {
        unsafe { LLVMGetNumArgOperands(self.0) }
    }
    /// Whether a call passes an argument with an attribute.
    pub fn arg_has(self, arg: u32, attr: Attr) -> bool {
        !unsafe { LLVMGetCallSiteEnumAttribute(self.0, attribute_index(Some(arg)), attr.id()) }.is_null()
    }
    /// Type and alignment (0 when not given) of a `byval` argument of a call.
    pub fn byval_arg(self, arg: u32) -> Option<(Ty, u32)> {
        unsafe {
            let index = attribute_index(Some(arg));
            let byval = LLVMGetCallSiteEnumAttribute(self.0, index, Attr::ByVal.id());
            byval_of(byval, LLVMGetCallSiteEnumAttribute(self.0, index, Attr::Align.id()))
        }
    }
}

/// # Safety
/// Both are null or attributes of those kinds.
unsafe fn byval_of(byval: LLVMAttributeRef, align: LLVMAttributeRef) -> Option<(Ty, u32)> {
    if byval.is_null() {
        return None;
    }
    unsafe {
        let align = if align.is_null() { 0 } else { LLVMGetEnumAttributeValue(align) as u32 };
        Some((Ty(LLVMGetTypeAttributeValue(byval)), align))
    }
}

impl Block {
    /// Its name, if it has one.
    pub fn name(self) -> String {
        unsafe { CStr::from_ptr(LLVMGetBasicBlockName(self.0)) }.to_string_lossy().into_owned()
    }
    /// The block as a value, which branches use.
    pub fn value(self) -> Value {
        Value(unsafe { LLVMBasicBlockAsValue(self.0) })
    }
    /// The instructions in order.
    pub fn instructions(self) -> Vec<Value> {
        let first = unsafe { LLVMGetFirstInstruction(self.0) };
        Value::chain(first, |instruction| unsafe { LLVMGetNextInstruction(instruction) })
    }
    /// The last instruction: a verified block has one.
    pub fn terminator(self) -> Value {
        Value(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}

impl Meta {
    /// The value that is wrapped, if it is a wrapped one.
    pub fn wrapped(self) -> Option<Value> {
        match self.kind() {
            MetaKind::LLVMConstantAsMetadataMetadataKind | MetaKind::LLVMLocalAsMetadataMetadataKind => unsafe {
                let value = self.as_value();
                let mut operand = std::ptr::null_mut();
                LLVMGetMDNodeOperands(value, &mut operand);
                Value::of(operand)
            },
            _ => None,
        }
    }
}
