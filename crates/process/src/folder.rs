//! Temporary folders, removed on every way of ending.
//!
//! A folder is called `incise-KIND-PID-RANDOM` and locked (`flock`) by its owner. A folder whose owner was killed, and whose guard
//! was killed too, is removed by the next run: its process no longer exists and its lock can be taken.

use crate::registry::{closed, registry};
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Once;
use tempfile::TempDir;

static SWEEP: Once = Once::new();

/// A temporary folder. Dropping it removes it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    made: Option<TempDir>,
    /// Closed, and thereby released, after the folder was removed.
    _lock: Option<File>,
}

impl Folder {
    /// Makes a folder in the system's folder for temporary files. `kind` says in its name what it is for.
    pub fn new(kind: &str) -> std::io::Result<Folder> {
        let parent = std::env::temp_dir();
        SWEEP.call_once(|| sweep(&parent));
        Folder::within(&parent, &format!("incise-{kind}-{}-", std::process::id()))
    }

    /// Makes a folder in another one.
    pub fn within(parent: &Path, prefix: &str) -> std::io::Result<Folder> {
        let mut registry = registry();
        if registry.closed {
            return Err(closed());
        }
        let made = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
        let path = std::path::absolute(made.path())?;
        let lock = File::open(&path).ok();
        if let Some(lock) = &lock {
            let _unsupported = flock(lock, FlockOperation::NonBlockingLockExclusive);
        }
        registry.folders.insert(path.clone());
        registry.guard.folder_made(&path);
        Ok(Folder { path, made: Some(made), _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Also when something in it could not be removed: the guard would fail likewise.
        drop(self.made.take());
        let mut registry = registry();
        registry.folders.remove(&self.path);
        registry.guard.folder_removed(&self.path);
    }
}

/// Removes folders that processes left which no longer exist.
fn sweep(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(owner) = name.to_str().and_then(owner) else { continue };
        if Path::new("/proc").join(owner.to_string()).exists() || !entry.path().is_dir() {
            continue;
        }
        // Another process namespace may use the same folder: then the lock tells.
        let Ok(lock) = File::open(entry.path()) else { continue };
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let _not_ours = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The process in the name of a folder: `incise-KIND-PID-RANDOM`.
fn owner(name: &str) -> Option<u32> {
    let mut parts = name.strip_prefix("incise-")?.rsplitn(3, '-');
    let _random = parts.next()?;
    let owner = parts.next()?.parse().ok()?;
    parts.next().map(|_kind| owner)
}

#[cfg(test)]
mod tests {
    use super::{owner, sweep};

    #[test]
    fn the_owner_is_in_the_name() {
        assert_eq!(owner("incise-replay-4711-aB3xYz"), Some(4711));
        assert_eq!(owner("incise-replay-aB3xYz"), None);
        assert_eq!(owner("incise-4711-aB3xYz"), None);
        assert_eq!(owner("other-replay-4711-aB3xYz"), None);
    }

    #[test]
    fn only_folders_without_a_living_owner_are_swept() {
        let parent = tempfile::tempdir().unwrap();
        // Process numbers end far below it.
        let (dead, alive) = (u32::MAX, std::process::id());
        let names = [format!("incise-x-{dead}-abc"), format!("incise-x-{alive}-abc"), String::from("incise-notes")];
        for name in &names {
            std::fs::create_dir(parent.path().join(name)).unwrap();
        }
        sweep(parent.path());
        let left: Vec<bool> = names.iter().map(|name| parent.path().join(name).exists()).collect();
        assert_eq!(left, [false, true, true]);
    }
}
