//! Questions about two versions other than where they differ: which tests to select, and what causes a regression.

pub(crate) mod regression_cause;
pub(crate) mod test_selection;
