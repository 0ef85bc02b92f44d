//! What of a program's behaviour is looked at.

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
            floats: FloatEquality::default(),
        }
    }
}
