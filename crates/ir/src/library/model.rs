//! The engine's models, by name: `engine/src/library` has the code of each.

macro_rules! models {
    ($($model:ident)*) => {
        /// A model, named for what the engine does at a call.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Model {
            $(#[doc = concat!("`", stringify!($model), "` in `engine/src/library`.")] $model,)*
        }

        impl Model {
            /// All of them.
            pub const ALL: &[Model] = &[$(Model::$model),*];
        }
    };
}

models! {
    Malloc Calloc Realloc Reallocarray AlignedAlloc PosixMemalign Free Alloca UsableSize
    Copy CopyToEnd Move Disjoint Fill LifetimeStart LifetimeEnd
    Print PrintToMemory PrintToBuffer
    Exit ExitNow Abort FailAssertion AtExit SetJump Jump Unsupported UnsupportedConstruct
    Random Seed Time NotNegative ProcessId UserId TimeOfDay ClockTime EnvironmentVariable
    Read Write Open Close Seek StdinByte Assumed
    MakeSymbolic Assume Assert Range NamedScalar Nondet IsSymbolic SilentExit ReportError Error Ignore
    Exact Uninterpreted
    VaStart VaCopy VaEnd
    Zero FirstArgument CompilerAssume MinMax Abs WithOverflow Saturating Bits MultiplyAdd ObjectSize IsFpclass
    StackSave StackRestore PointerMask SaturatingConversion Reduce
}

impl Model {
    /// Whether it makes an object of the heap.
    pub fn makes_heap_object(self) -> bool {
        use Model::{AlignedAlloc, Calloc, Malloc, PosixMemalign, Realloc, Reallocarray};
        matches!(self, Malloc | Calloc | Realloc | Reallocarray | AlignedAlloc | PosixMemalign)
    }
}
