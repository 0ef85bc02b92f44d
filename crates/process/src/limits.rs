//! What a child process may take.

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::time::Duration;

/// Limits of one child process; its descendants inherit all but the wall-clock time.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time until the process group is killed, for [`output`](crate::output) and [`status`](crate::status).
    pub time: Option<Duration>,
    /// Bytes of address space; a sanitizer reserves terabytes, so that its runs have no such limit.
    pub memory: Option<u64>,
    /// Bytes of the largest file that it may write.
    pub file_size: u64,
}

const GIB: u64 = 1 << 30;

impl Limits {
    /// Compilers, linkers and the LLVM reader.
    pub const COMPILER: Limits =
        Limits { time: Some(Duration::from_secs(600)), memory: Some(16 * GIB), file_size: 4 * GIB };
    /// git, which writes the files of a revision.
    pub const GIT: Limits = Limits { time: Some(Duration::from_secs(600)), memory: None, file_size: 64 * GIB };
    /// Solvers: their callers limit the time.
    pub const SOLVER: Limits = Limits { time: None, memory: Some(16 * GIB), file_size: GIB };

    /// Sets them for a process that was just started. The process may have ended already; then there is nothing to limit.
    pub(crate) fn apply(&self, process: Pid) {
        let set = |resource, value: u64| {
            let _ended = prlimit(Some(process), resource, Rlimit { current: Some(value), maximum: Some(value) });
        };
        set(Resource::Core, 0);
        set(Resource::Fsize, self.file_size);
        if let Some(memory) = self.memory {
            set(Resource::As, memory);
        }
        if let Some(time) = self.time {
            // Ends a descendant that nobody waits for any more; twice the time, for processes of several threads.
            set(Resource::Cpu, 2 * time.as_secs() + 2);
        }
    }
}
