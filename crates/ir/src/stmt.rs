//! Statements, right-hand sides and terminators.

use crate::ids::{BlockId, ConstId, FuncId, LocalId, SourceTypeId, TypeId};
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a statement reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Operand {
    /// The current value of a local.
    Local(LocalId),
    /// An integer, or the bits of a float, of at most 64 bits; bits past the type's width are zero.
    Int(u64),
    /// Any other constant.
    Const(ConstId),
}

/// Two-operand arithmetic. On vectors it applies element by element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

impl BinaryOp {
    /// Whether it is arithmetic on floats.
    pub fn is_float(self) -> bool {
        matches!(self, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem)
    }
}

/// Promises that the compiler attached to an operation; breaking one is undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Flags {
    /// Signed overflow is undefined.
    pub nsw: bool,
    /// Unsigned overflow is undefined.
    pub nuw: bool,
    /// A remainder (or a lost bit) is undefined; of a subtraction of addresses, that they are of different objects.
    pub exact: bool,
}

/// Comparisons. `F…` compare floats; `O` is false and `U` true when an operand is NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    FFalse,
    FOeq,
    FOgt,
    FOge,
    FOlt,
    FOle,
    FOne,
    FOrd,
    FUno,
    FUeq,
    FUgt,
    FUge,
    FUlt,
    FUle,
    FUne,
    FTrue,
}

/// Conversions. On vectors they apply element by element, except `Bitcast`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum CastKind {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    Bitcast,
}

/// Read-modify-write operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum AtomicOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
}

/// What C demands of pointer arithmetic beside staying in the object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OffsetRange {
    /// Whether the result is only the address of accesses, which see to it that they stay in the object.
    pub is_accessed: bool,
    /// The inner array that is indexed.
    pub array: Option<InnerArray>,
}

/// An array that is a part of a larger object, and how it is indexed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct InnerArray {
    /// Number of elements.
    pub len: u64,
    /// The index, where it is a constant; otherwise it is the last of the indices.
    pub index: Option<i64>,
}

/// What is assigned to a local.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Rvalue {
    /// A copy.
    Use(Operand),
    /// The variable's life begins: its value is unspecified from here until it is assigned.
    Uninit,
    /// Arithmetic on operands of type `ty`.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The compiler's promises.
        flags: Flags,
        /// The type of the operands and the result.
        ty: TypeId,
        /// Left.
        left: Operand,
        /// Right.
        right: Operand,
    },
    /// Negation of a float (the sign bit flips, of a NaN too).
    FNeg {
        /// The type.
        ty: TypeId,
        /// The operand.
        value: Operand,
    },
    /// A comparison of operands of type `ty`; the result has one bit (per element).
    Compare {
        /// Which.
        predicate: Predicate,
        /// The operands' type.
        ty: TypeId,
        /// Left.
        left: Operand,
        /// Right.
        right: Operand,
    },
    /// A conversion.
    Cast {
        /// Which.
        kind: CastKind,
        /// The operand's type.
        from: TypeId,
        /// The result's type.
        to: TypeId,
        /// The operand.
        value: Operand,
    },
    /// `cond ? left : right`, both evaluated; with a vector condition, per element.
    Select {
        /// The condition: one bit, or a vector of them.
        cond: Operand,
        /// Whether `cond` is a vector.
        vector: bool,
        /// The type of both values.
        ty: TypeId,
        /// The value when true.
        left: Operand,
        /// The value when false.
        right: Operand,
    },
    /// Pointer arithmetic: `base + offset + Σ index·scale`, each index sign-extended from its type to 64 bits.
    Offset {
        /// The pointer.
        base: Operand,
        /// Constant bytes to add.
        offset: i64,
        /// Indices, the type of each, and the bytes each unit stands for.
        indices: Vec<(Operand, TypeId, i64)>,
        /// Whether leaving the object is undefined.
        inbounds: bool,
        /// What the source's arithmetic must keep to, where it is known.
        range: Option<OffsetRange>,
    },
    /// Reads `ty` from memory.
    Load {
        /// Where.
        ptr: Operand,
        /// What.
        ty: TypeId,
        /// Promised alignment in bytes.
        align: u32,
        /// Whether the access is volatile.
        volatile: bool,
        /// Whether the access is atomic.
        atomic: bool,
        /// Whether a `_Bool` of the source is read.
        boolean: bool,
    },
    /// Makes a stack object of `count · elem_size` bytes and gives its address.
    Alloca {
        /// Bytes of one element.
        elem_size: u64,
        /// Number of elements.
        count: Operand,
        /// Type of `count`.
        count_ty: TypeId,
        /// Alignment in bytes.
        align: u32,
        /// The variable's name in the source, or the compiler's.
        name: String,
        /// The variable's type in the source.
        source_type: Option<SourceTypeId>,
    },
    /// A member of an aggregate value (a struct or array in a register), by position path.
    Extract {
        /// The aggregate.
        value: Operand,
        /// The path of positions.
        path: Vec<u32>,
    },
    /// The aggregate with one member replaced.
    Insert {
        /// The aggregate.
        value: Operand,
        /// Its type.
        ty: TypeId,
        /// The new member.
        member: Operand,
        /// The path of positions.
        path: Vec<u32>,
    },
    /// An element of a vector.
    ExtractElement {
        /// The vector.
        value: Operand,
        /// Its type.
        ty: TypeId,
        /// Which element.
        index: Operand,
        /// Type of `index`.
        index_ty: TypeId,
    },
    /// The vector with one element replaced.
    InsertElement {
        /// The vector.
        value: Operand,
        /// Its type.
        ty: TypeId,
        /// The new element.
        member: Operand,
        /// Which element.
        index: Operand,
        /// Type of `index`.
        index_ty: TypeId,
    },
    /// Elements picked from two vectors put one after the other; `None` is unspecified.
    Shuffle {
        /// The first vector.
        left: Operand,
        /// The second.
        right: Operand,
        /// Type of both.
        ty: TypeId,
        /// Positions.
        mask: Vec<Option<u32>>,
    },
    /// Atomic read-modify-write; gives the old value.
    AtomicRmw {
        /// Which.
        op: AtomicOp,
        /// Where.
        ptr: Operand,
        /// The operand.
        value: Operand,
        /// Its type.
        ty: TypeId,
    },
    /// Atomic compare-and-exchange; gives `{old value, whether it was exchanged}`.
    CmpXchg {
        /// Where.
        ptr: Operand,
        /// The value it must hold.
        expected: Operand,
        /// The value to put there.
        new: Operand,
        /// Type of both.
        ty: TypeId,
    },
    /// The next variadic argument of type `ty` (only where clang leaves it to the back end).
    VaArg {
        /// The list.
        list: Operand,
        /// What is read.
        ty: TypeId,
    },
}

/// Whom a call calls.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Callee {
    /// A function of the module, or a declaration: libc, a marker, an LLVM intrinsic.
    Direct(FuncId),
    /// Through a pointer.
    Indirect(Operand),
    /// Inline assembly.
    Asm {
        /// The template.
        text: String,
        /// The constraints.
        constraints: String,
    },
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum StmtKind {
    /// `dst = value`.
    Assign {
        /// What is written.
        dst: LocalId,
        /// What is computed.
        value: Rvalue,
    },
    /// Several copies at once: all sources are read before any destination is written (what phi nodes become).
    ParallelCopy(Vec<(LocalId, Operand)>),
    /// Writes memory.
    Store {
        /// Where.
        ptr: Operand,
        /// What.
        value: Operand,
        /// Its type.
        ty: TypeId,
        /// Promised alignment in bytes.
        align: u32,
        /// Whether the access is volatile.
        volatile: bool,
        /// Whether the access is atomic.
        atomic: bool,
    },
    /// A call; control comes back to the next statement.
    Call {
        /// Where the result goes.
        dst: Option<LocalId>,
        /// Whom.
        callee: Callee,
        /// The arguments with their types.
        args: Vec<(Operand, TypeId)>,
        /// For an argument passed by value in memory: size and alignment of the copy that the callee gets.
        byval: Vec<Option<(u64, u32)>>,
        /// The result's type.
        ret: TypeId,
        /// Whether the call's function type is variadic, and how many arguments are named.
        variadic: Option<u32>,
    },
    /// A memory fence.
    Fence,
    /// Something that has no representation; an error when it is reached.
    Unsupported(String),
}

/// A statement with its place in the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TermKind {
    /// Goes on there.
    Goto(BlockId),
    /// Two ways.
    Branch {
        /// One bit.
        cond: Operand,
        /// When 1.
        then: BlockId,
        /// When 0.
        otherwise: BlockId,
    },
    /// Many ways.
    Switch {
        /// The value.
        value: Operand,
        /// Its type.
        ty: TypeId,
        /// Cases in order: the labels that lead to one place are one case.
        cases: Vec<(Labels, BlockId)>,
        /// When no case fits.
        default: BlockId,
    },
    /// A computed goto.
    IndirectGoto {
        /// The label's address.
        target: Operand,
        /// The labels it can be.
        targets: Vec<BlockId>,
    },
    /// Back to the caller.
    Return(Option<Operand>),
    /// The compiler took this place to be out of reach.
    Unreachable,
    /// Something that has no representation; an error when it is reached.
    Unsupported(String),
}

/// The labels of a case.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Labels(pub Vec<u128>);

impl Labels {
    /// Whether a value has one of these labels.
    pub fn has(&self, value: u128) -> bool {
        self.0.contains(&value)
    }
}

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<String> = self.0.iter().map(u128::to_string).collect();
        f.write_str(&labels.join(", "))
    }
}

/// A terminator with its place in the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Terminator {
    /// How the block ends.
    pub kind: TermKind,
    /// Where it stands.
    pub span: Span,
}

impl TermKind {
    /// The blocks that can come next, in the order of the edges.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            TermKind::Goto(next) => vec![*next],
            TermKind::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            TermKind::Switch { cases, default, .. } => {
                cases.iter().map(|(_, target)| *target).chain([*default]).collect()
            }
            TermKind::IndirectGoto { targets, .. } => targets.clone(),
            TermKind::Return(_) | TermKind::Unreachable | TermKind::Unsupported(_) => Vec::new(),
        }
    }
}
