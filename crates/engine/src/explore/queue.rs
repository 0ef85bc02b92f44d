//! The queue by which workers exchange units of work: pending states as prefixes.

use crate::limits::Limits;
use crate::prefix::Prefix;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

pub(super) struct Shared<'a> {
    pub(super) queue: Mutex<Queue>,
    pub(super) ready: Condvar,
    pub(super) limits: Limits<'a>,
    pub(super) jobs: usize,
}

pub(super) struct Queue {
    pub(super) units: VecDeque<Prefix>,
    pub(super) idle: usize,
}
