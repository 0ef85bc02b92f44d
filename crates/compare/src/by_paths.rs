//! Comparison path by path: the new version is explored, the old one runs under the condition of each path.

pub(crate) mod behaviours;
pub(crate) mod comparison_input;
pub(crate) mod groups;
pub(crate) mod old_version_runner;
pub(crate) mod pair;
pub(crate) mod path_pairs;
pub(crate) mod ub_only_difference;
pub(crate) mod unusual_input;
