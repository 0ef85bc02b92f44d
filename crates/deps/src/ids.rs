//! Ids: the macro that makes their types, and those of nodes and variables.

use incise_ir::Id;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        impl Id for $name {
            fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 of anything"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
pub(crate) use id;

id! {
    /// A node of a procedure's control-flow graph.
    NodeId, "n"
}
id! {
    /// A variable: a local, or a piece of memory.
    VarId, "v"
}
