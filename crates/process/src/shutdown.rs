//! Shutdown: everything that was started is killed, everything that was made is removed.

use crate::kill::kill;
use crate::orphans::kill_unregistered;
use crate::registry::registry;
use std::time::Duration;

/// How often removal is tried: a killed process may still be writing into its folder.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// Kills every process group and removes every temporary folder. Nothing is started or made afterwards.
pub fn shutdown() {
    let mut registry = registry();
    registry.closed = true;
    for group in &registry.groups {
        kill(*group);
    }
    kill_unregistered(&registry);
    for _ in 0..ATTEMPTS {
        registry.folders.retain(|folder| std::fs::remove_dir_all(folder).is_err() && folder.exists());
        if registry.folders.is_empty() {
            break;
        }
        std::thread::sleep(PAUSE);
    }
}
