//! The process groups that run and the temporary folders that exist, in one place for the whole process.

use crate::guard::Guard;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) struct Registry {
    pub(crate) closed: bool,
    pub(crate) groups: BTreeSet<i32>,
    pub(crate) folders: BTreeSet<PathBuf>,
    pub(crate) guard: Guard,
}

static REGISTRY: Mutex<Registry> =
    Mutex::new(Registry { closed: false, groups: BTreeSet::new(), folders: BTreeSet::new(), guard: Guard::new() });

/// Locks the registry. It stays consistent when a thread panics with it.
pub(crate) fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why nothing is started after [`shutdown`].
pub(crate) fn closed() -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::Interrupted, "incise is ending")
}
