//! The version of the JSON documents.

/// Changes when a key gets another meaning or is gone.
pub const SCHEMA: &str = "incise/2";
