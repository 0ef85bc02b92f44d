//! Killing process groups.

use rustix::process::{Pid, Signal, kill_process_group};

/// Kills a process group; one that has ended is no failure.
pub(crate) fn kill(group: i32) {
    if let Some(group) = Pid::from_raw(group) {
        let _ended = kill_process_group(group, Signal::KILL);
    }
}
