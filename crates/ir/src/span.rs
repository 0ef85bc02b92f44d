//! Where in the user's source something stands.

use crate::ids::FileId;
use incise_base::Id;
use serde::{Deserialize, Serialize};

/// A file, a line and a column, both from 1; line 0 means that the compiler gave none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Span {
    /// The source file.
    pub file: FileId,
    /// The line, from 1; 0 when unknown.
    pub line: u32,
    /// The column, from 1; 0 when unknown.
    pub column: u32,
}

impl Span {
    /// No place at all.
    pub fn unknown() -> Self {
        Span { file: FileId::new(0), line: 0, column: 0 }
    }
    /// Whether the compiler gave a line.
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}
