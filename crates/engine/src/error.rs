//! The errors that a program can run into, and how a path can end.

use incise_ir::{FuncId, Span};
use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// What went wrong in the user's program.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum ErrorKind {
            $($(#[$doc])* $name,)*
        }
        /// The message of a call through a null pointer, at which every machine stops.
pub const NULL_CALL: &str = "call through a null pointer";

impl ErrorKind {
            /// All kinds.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$name,)*];
            /// The name that people type and read.
            pub fn name(self) -> &'static str {
                match self { $(ErrorKind::$name => $text,)* }
            }
        }
    };
}

kinds! {
    /// A failed `assert` or marker.
    Assert = "assert";
    /// `abort` was called.
    Abort = "abort";
    /// Integer division or remainder by zero.
    DivisionByZero = "division-by-zero";
    /// An access outside its object.
    OutOfBounds = "out-of-bounds";
    /// An index outside an array that is a part of its object.
    IndexOutOfBounds = "index-out-of-bounds";
    /// A pointer that is moved neither within its object nor just past its end.
    PointerArithmetic = "pointer-arithmetic";
    /// Order or distance of pointers into different objects.
    UnrelatedPointers = "unrelated-pointers";
    /// An access through a null pointer.
    NullAccess = "null-access";
    /// An access through a pointer to nothing.
    WildPointer = "wild-pointer";
    /// A write to a constant.
    ReadOnlyWrite = "read-only-write";
    /// An access that its type's alignment forbids.
    Misaligned = "misaligned";
    /// An access to freed memory.
    UseAfterFree = "use-after-free";
    /// An access to a local whose block or function was left.
    UseAfterScope = "use-after-scope";
    /// A second `free`.
    DoubleFree = "double-free";
    /// `free` of what `malloc` did not give.
    InvalidFree = "invalid-free";
    /// A heap object that nothing points to at exit.
    MemoryLeak = "memory-leak";
    /// Signed arithmetic out of range.
    Overflow = "overflow";
    /// A shift by a negative or too large amount.
    BadShift = "bad-shift";
    /// A float that does not fit the integer type it is converted to.
    FloatCast = "float-cast";
    /// A place that the compiler took to be out of reach.
    Unreachable = "unreachable";
    /// More nested calls than the bound.
    StackOverflow = "stack-overflow";
    /// A decision or an output that depends on memory that was never written.
    Uninitialised = "uninitialised";
    /// A call through a pointer to something that is not a function.
    BadCall = "bad-call";
    /// A libc function was called with arguments that it does not allow.
    BadArgument = "bad-argument";
    /// A null pointer where a function wants an object, although of no bytes.
    NullArgument = "null-argument";
    /// A function of `<ctype.h>` was given neither an `unsigned char` nor `EOF`.
    CharacterArgument = "character-argument";
    /// `__builtin_clz` or `__builtin_ctz` of 0.
    ZeroArgument = "zero-argument";
    /// A copy between places that overlap.
    OverlappingCopy = "overlapping-copy";
    /// A `_Bool` that is neither 0 nor 1.
    InvalidValue = "invalid-value";
    /// An array of variable length whose length is not positive.
    ArrayLength = "array-length";
}

impl ErrorKind {
    /// Whether `--ub wrap` gives it a meaning and `--ub undefined` assumes it away.
    pub fn is_wrappable(self) -> bool {
        matches!(
            self,
            ErrorKind::Overflow
                | ErrorKind::BadShift
                | ErrorKind::FloatCast
                | ErrorKind::Uninitialised
                | ErrorKind::Misaligned
                | ErrorKind::IndexOutOfBounds
                | ErrorKind::PointerArithmetic
                | ErrorKind::UnrelatedPointers
                | ErrorKind::NullArgument
                | ErrorKind::CharacterArgument
                | ErrorKind::ZeroArgument
                | ErrorKind::OverlappingCopy
                | ErrorKind::InvalidValue
                | ErrorKind::ArrayLength
        )
    }
}

/// One frame of a call stack, innermost first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct StackEntry {
    /// The function.
    pub function: FuncId,
    /// The statement that is being executed in it.
    pub span: Span,
}

/// An error of the user's program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ProgramError {
    /// What went wrong.
    pub kind: ErrorKind,
    /// What exactly, in one line.
    pub message: String,
    /// Where, innermost first.
    pub stack: Vec<StackEntry>,
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PathEnd {
    /// The entry function returned.
    Return,
    /// The program called `exit` or returned from `main`.
    Exit,
    /// The program ran into an error.
    Error(ProgramError),
    /// The path was cut short; the ledger says why.
    Cut,
}
