//! What passes between this crate and the LLVM reader.
//!
//! A module is a line with the fingerprint of the representation's source, then the module in postcard's encoding.

use incise_ir::Module;

/// The reader's exit code for input that it cannot accept; one message stands on the error stream.
pub const EXIT_REJECTED: i32 = 2;

/// The reader's argument that makes a `select` with one condition the branch that it is in the source.
pub const SELECTS_ARE_BRANCHES: &str = "--selects-are-branches";

/// The reader's argument before another file that machine code is made of.
pub const WITH: &str = "--with";

/// The LLVM that the reader is built on.
pub(crate) const READER_LLVM: u32 = 19;

/// Tells results of a reader built from other source apart.
pub(crate) const HEADER: &str = concat!("incise-ir ", env!("INCISE_IR_FINGERPRINT"), "\n");

/// Why bytes are no module.
#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    /// The header is another one.
    #[error("it was built from other source")]
    OtherBuild,
    /// The encoding failed.
    #[error("its output is damaged: {0}")]
    Damaged(#[from] postcard::Error),
}

/// The bytes of a module.
pub fn encode(module: &Module) -> Result<Vec<u8>, ProtocolError> {
    let bytes = HEADER.as_bytes().to_vec();
    Ok(postcard::to_extend(module, bytes)?)
}

/// The module of some bytes.
pub fn decode(bytes: &[u8]) -> Result<Module, ProtocolError> {
    let body = bytes.strip_prefix(HEADER.as_bytes()).ok_or(ProtocolError::OtherBuild)?;
    Ok(postcard::from_bytes(body)?)
}
