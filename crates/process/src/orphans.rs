//! Descendants that left their process group: a program under test that forks twice and calls `setsid`.
//!
//! incise asks the kernel to become the parent of such processes (`PR_SET_CHILD_SUBREAPER`). A child that no [`Group`](crate::Group)
//! stands for is then one of them.

use crate::registry::{Registry, registry};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::sync::atomic::{AtomicBool, Ordering};

static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Makes this process the parent of orphaned descendants. Only for a program that starts all its children by
/// [`Group::spawn`](crate::Group::spawn): others would be killed as orphans.
pub fn adopt_orphans() {
    if set_child_subreaper(Some(getpid())).is_ok() {
        ADOPTS.store(true, Ordering::Relaxed);
    }
}

/// Kills adopted descendants; does nothing without [`adopt_orphans`].
pub fn kill_orphans() {
    kill_unregistered(&registry());
}

pub(crate) fn kill_unregistered(registry: &Registry) {
    if !ADOPTS.load(Ordering::Relaxed) {
        return;
    }
    // A killed orphan's own children are adopted in turn.
    for _ in 0..8 {
        let orphans: Vec<i32> = children()
            .into_iter()
            .filter(|child| !registry.groups.contains(child) && registry.guard.process() != Some(*child))
            .collect();
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans.into_iter().filter_map(Pid::from_raw) {
            let _ended = kill_process(orphan, Signal::KILL);
            let _reaped = waitpid(Some(orphan), WaitOptions::empty());
        }
    }
}

/// The children of all threads of this process.
fn children() -> Vec<i32> {
    let mut found = Vec::new();
    for thread in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let text = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        found.extend(text.split_whitespace().filter_map(|word| word.parse::<i32>().ok()));
    }
    found
}
