//! Child processes and temporary folders that do not outlive incise.
//!
//! Every process that incise starts (compilers, git, solvers, the programs under test) is started by [`Group::spawn`]: in a process
//! group of its own, with limits on memory, file size and CPU time. Every temporary folder is a [`Folder`]. Both are in one
//! registry, so that [`shutdown`] can kill and remove all of them from any thread while others are still at work.
//!
//! A guard process ([`guard`]) does the same when incise itself is killed with `SIGKILL`.
//!
//! *Invariants*: after [`shutdown`] no process is started and no folder is made. A process that leaves its group (`setsid`) is
//! killed as an orphan by [`kill_orphans`] where [`adopt_orphans`] was called, unless incise is killed with `SIGKILL`.

mod folder;
mod group;
pub mod guard;
mod kill;
mod limits;
mod orphans;
mod registry;
mod shutdown;

pub use folder::Folder;
pub use group::{Group, output, status};
pub use limits::Limits;
pub use orphans::{adopt_orphans, kill_orphans};
pub use shutdown::shutdown;
