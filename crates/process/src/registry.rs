//! The process groups that run and the temporary folders that exist, in one place for the whole process.

use crate::guard::Guard;
use crate::orphans;
use rustix::process::{Pid, Signal, kill_process_group};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often removal is tried: a killed process may still be writing into its folder.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

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

/// Kills every process group and removes every temporary folder. Nothing is started or made afterwards.
pub fn shutdown() {
    let mut registry = registry();
    registry.closed = true;
    for group in &registry.groups {
        kill(*group);
    }
    orphans::kill_unregistered(&registry);
    for _ in 0..ATTEMPTS {
        registry.folders.retain(|folder| std::fs::remove_dir_all(folder).is_err() && folder.exists());
        if registry.folders.is_empty() {
            break;
        }
        std::thread::sleep(PAUSE);
    }
}

/// Kills a process group; one that has ended is no failure.
pub(crate) fn kill(group: i32) {
    if let Some(group) = Pid::from_raw(group) {
        let _ended = kill_process_group(group, Signal::KILL);
    }
}
