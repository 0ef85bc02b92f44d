//! Guides: what of a changed program needs to be run.

pub mod dise;
