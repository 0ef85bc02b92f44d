//! What became of one program.

/// What became of one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Both sides say the same.
    Agree,
    /// They do not: a bug of incise.
    Disagree(String),
    /// incise did not finish in its time; neither passed nor failed.
    TooLong(String),
    /// The program says nothing: it does not end in time natively, or compilers disagree about it.
    Unusable(String),
}

impl Verdict {
    /// A disagreement, unless there is none.
    pub fn from_difference(difference: Option<String>) -> Verdict {
        difference.map_or(Verdict::Agree, Verdict::Disagree)
    }
}
