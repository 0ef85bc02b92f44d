//! Something observed of two runs, and when it differs.

use crate::observation::difference::{Bytes, Observable};
use incise_engine::Weakness;
use incise_ir::SourceTypeId;
use incise_term::TermId;

/// A value to be shown once the inputs are known.
#[derive(Clone, Debug)]
pub enum Shown {
    /// A scalar with its type in the version's own module.
    Scalar(TermId, Option<SourceTypeId>),
    /// Text that does not depend on the inputs.
    Text(String),
    /// What a stream got.
    Stream(i32),
}

/// Something observed of both runs.
#[derive(Clone, Debug)]
pub struct Observed {
    /// What.
    pub place: Observable,
    /// Where its bytes are.
    pub at: Option<Bytes>,
    /// Under which condition it differs.
    pub differs: TermId,
    /// Whether it can also be equal under that condition: different values that print alike.
    pub may_agree: bool,
    /// Why no native run shows it, if none does, and what that makes of the comparison where it can differ.
    pub unseen: Option<(Weakness, String)>,
    /// Whether it is in private state, which nobody outside sees.
    pub is_private: bool,
    /// In the new version.
    pub new: Shown,
    /// In the old version.
    pub old: Shown,
}

impl Observed {
    /// Something of which only the condition under which it differs is known; then the comparison is undecided.
    pub(crate) fn unseen(place: Observable, differs: TermId, why: impl Into<String>) -> Observed {
        Observed::weakened(place, differs, (Weakness::NotObserved, why.into()))
    }

    /// The same, with what it makes of the comparison.
    pub(crate) fn weakened(place: Observable, differs: TermId, unseen: (Weakness, String)) -> Observed {
        let (text, unseen) = (Shown::Text(String::new()), Some(unseen));
        Observed { place, at: None, differs, may_agree: false, unseen, is_private: false, new: text.clone(), old: text }
    }
}
