//! From files to a program: compiles C with clang, has the LLVM reader (`incise-llvm`) turn it into
//! [`incise_ir`], and remembers the result.
//!
//! *In*: `.c`, `.i`, `.ll` and `.bc` files and [`Options`]. *Out*: one linked [`incise_ir::Module`], or one
//! [`FrontendError`] that says what is wrong with which file.
//!
//! # Invariants
//! - No LLVM object is ever in this process; a reader that crashes is an error here, not a crash.
//! - Nothing is left behind: intermediate files live in a folder that is removed on every way out.
//! - A cached result is one that the same inputs, headers, flags and tools gave.

mod bitcode;
mod cache;
mod clang;
mod dependencies;
mod error;
mod eviction;
mod input;
mod load;
mod note;
mod options;
mod producer;
pub mod project;
pub mod protocol;
mod reader;
mod shadows;

pub use bitcode::{Bitcode, compile_to_bitcode};
pub use clang::find as find_clang;
pub use error::FrontendError;
pub use load::{instrument, load, object};
pub use note::Note;
pub use options::{Cache, Optimise, Options};
