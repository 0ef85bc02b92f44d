//! A process that cleans up after incise when incise is killed with `SIGKILL`.
//!
//! It is the `incise` binary itself, started with the one argument [`ARGUMENT`], and reads from a pipe which process groups run and
//! which folders exist. When the pipe ends, incise has ended: what is left is killed and removed. It is started with the first child
//! process or folder, in a process group of its own, so that a signal to incise's group does not reach it.
//!
//! *Deviation*: a child that was started within the last microseconds before the kill may not have been written into the pipe.

use crate::kill::kill;
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The argument that makes `incise` a guard.
pub const ARGUMENT: &str = "--incise-guard";

/// The only program that can be its own guard.
const PROGRAM: &str = "incise";

/// The guard of this process.
pub(crate) enum Guard {
    NotStarted,
    Started(Child),
    /// Another program uses the crate, such as a test.
    None,
}

impl Guard {
    pub(crate) const fn new() -> Guard {
        Guard::NotStarted
    }

    pub(crate) fn process(&self) -> Option<i32> {
        match self {
            Guard::Started(child) => i32::try_from(child.id()).ok(),
            Guard::NotStarted | Guard::None => None,
        }
    }

    pub(crate) fn group_started(&mut self, group: i32) {
        self.tell(b'+', group.to_string().as_bytes());
    }

    pub(crate) fn group_ended(&mut self, group: i32) {
        self.tell(b'-', group.to_string().as_bytes());
    }

    pub(crate) fn folder_made(&mut self, folder: &Path) {
        self.tell(b'm', folder.as_os_str().as_bytes());
    }

    pub(crate) fn folder_removed(&mut self, folder: &Path) {
        self.tell(b'r', folder.as_os_str().as_bytes());
    }

    fn tell(&mut self, kind: u8, what: &[u8]) {
        if let Guard::NotStarted = self {
            *self = start().map_or(Guard::None, Guard::Started);
        }
        let Guard::Started(child) = self else { return };
        let message: Vec<u8> = [&[kind], what, &[0]].concat();
        // Whoever kills the guard does without it.
        let _killed = child.stdin.as_mut().map(|pipe| pipe.write_all(&message));
    }
}

fn start() -> Option<Child> {
    let program = std::env::current_exe().ok().filter(|program| program.file_name().is_some_and(|it| it == PROGRAM))?;
    let mut command = Command::new(program);
    command.arg(ARGUMENT).current_dir("/").process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
}

/// The guard itself: reads from `pipe` until it ends, then cleans up.
pub fn run(mut pipe: impl BufRead) {
    let mut groups: BTreeSet<i32> = BTreeSet::new();
    let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
    let mut message = Vec::new();
    while pipe.read_until(0, &mut message).is_ok_and(|n_read| n_read > 0) {
        if message.pop() != Some(0) || message.is_empty() {
            break;
        }
        let what = message.split_off(1);
        let number = || std::str::from_utf8(&what).ok().and_then(|text| text.parse::<i32>().ok());
        match message[0] {
            b'+' => groups.extend(number()),
            b'-' => number().map(|group| groups.remove(&group)).map_or((), drop),
            b'm' => drop(folders.insert(PathBuf::from(std::ffi::OsString::from_vec(what)))),
            _ => drop(folders.remove(Path::new(&std::ffi::OsString::from_vec(what)))),
        }
        message.clear();
    }
    groups.into_iter().for_each(kill);
    for _ in 0..20 {
        folders.retain(|folder| std::fs::remove_dir_all(folder).is_err() && folder.exists());
        if folders.is_empty() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
