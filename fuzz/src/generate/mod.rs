//! Our own generators of C programs. Each is decided by its seed alone.

pub mod features;
pub mod paths;
pub(crate) mod source;

pub use source::Source;
