//! What of a program's behaviour is looked at.

use incise_ir::GlobalId;
use std::collections::BTreeMap;

/// What equal floats are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum FloatEquality {
    /// The same bits; all NaNs are one value.
    #[default]
    Bits,
    /// The same value: -0.0 equals 0.0.
    Value,
    /// Not further apart than this.
    Within(f64),
}

/// Globals of the new version and which of their bytes (first byte, the byte after the last); all of them without a list.
pub type GlobalBytes = BTreeMap<GlobalId, Option<Vec<(u64, u64)>>>;

/// What the plans leave to be compared; the rest is known to be the same.
#[derive(Clone, PartialEq, Debug)]
pub struct ObservedSubset {
    /// The result.
    pub result: bool,
    /// Memory of globals; all of it without a list.
    pub globals: Option<GlobalBytes>,
    /// Memory behind pointers.
    pub memory: bool,
    /// Output streams, and calls of functions without a body.
    pub output: bool,
}

impl Default for ObservedSubset {
    fn default() -> Self {
        ObservedSubset { result: true, globals: None, memory: true, output: true }
    }
}

impl ObservedSubset {
    /// Whether these bytes of a global are compared.
    pub fn has(&self, global: GlobalId, offset: u64, size: u64) -> bool {
        match &self.globals {
            None => true,
            Some(all) => match all.get(&global) {
                None => false,
                Some(None) => true,
                Some(Some(ranges)) => ranges.iter().any(|(start, end)| *start < offset + size && offset < *end),
            },
        }
    }
}

/// What of a program's behaviour is looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Observe {
    /// What the entry function returns.
    pub result: bool,
    /// Globals after the call.
    pub globals: bool,
    /// Memory behind pointer parameters after the call.
    pub memory: bool,
    /// What is written to output streams.
    pub output: bool,
    /// How it ends: by returning, with which exit code, with which error.
    pub ending: bool,
    /// Calls of functions without a body.
    pub calls: bool,
    /// What equal floats are.
    pub floats: FloatEquality,
}

impl Default for Observe {
    fn default() -> Self {
        Observe {
            result: true,
            globals: true,
            memory: true,
            output: true,
            ending: true,
            calls: true,
            floats: FloatEquality::default(),
        }
    }
}
