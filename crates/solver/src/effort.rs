//! Effort: what a question may cost, less for each case inside a case.

/// Conditions one after the other.
const MAX_DEPTH: u32 = 6;

/// What a question may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Everything there is.
    Full,
    /// One case of several: a few conflicts.
    Case(u32),
    /// One case of several, before SAT was tried: none.
    Glance(u32),
}

impl Effort {
    /// The effort for one case of the question; none if cases are nested too deeply already.
    pub(crate) fn next(self) -> Option<Effort> {
        match self {
            Effort::Full => Some(Effort::Case(1)),
            Effort::Case(depth) => (depth < MAX_DEPTH).then(|| Effort::Case(depth + 1)),
            Effort::Glance(depth) => (depth < MAX_DEPTH).then(|| Effort::Glance(depth + 1)),
        }
    }
}
