//! One child process with everything that it starts.

use crate::kill::kill;
use crate::limits::Limits;
use crate::registry::{closed, registry};
use incise_base::Deadline;
use rustix::process::Pid;
use std::io::{ErrorKind, Read};
use std::os::unix::process::CommandExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long the streams of a process that was killed are waited for: somebody outside its group may hold them open.
const CLOSING: Duration = Duration::from_secs(1);

/// A child process in a process group of its own. Dropping it kills the group.
#[derive(Debug)]
pub struct Group {
    child: std::process::Child,
    id: i32,
    deadline: Deadline,
    ended: Option<ExitStatus>,
    killed: bool,
}

impl Group {
    /// Starts a command in a process group of its own, within limits.
    pub fn spawn(command: &mut Command, limits: &Limits) -> std::io::Result<Group> {
        // Held while the process is started, so that it is known from its first moment.
        let mut registry = registry();
        if registry.closed {
            return Err(closed());
        }
        let child = command.process_group(0).spawn()?;
        let process = Pid::from_child(&child);
        limits.apply(process);
        let id = process.as_raw_nonzero().get();
        registry.groups.insert(id);
        registry.guard.group_started(id);
        Ok(Group { child, id, deadline: Deadline::after_any(limits.time), ended: None, killed: false })
    }

    /// The pipe to its standard input, once.
    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// The pipe from its standard output, once.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// The pipe from its standard error, once.
    pub fn stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// How it ended, if it has.
    pub fn try_wait(&mut self) -> std::io::Result<Option<ExitStatus>> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait()?;
        }
        Ok(self.ended)
    }

    /// Waits until it has ended or its time is up, with [`ErrorKind::TimedOut`]. Then nothing of its group is left.
    pub fn wait(&mut self) -> std::io::Result<ExitStatus> {
        let mut pause = Duration::from_micros(100);
        let ended = loop {
            if let Some(status) = self.try_wait()? {
                break Ok(status);
            }
            if self.deadline.is_over() {
                break Err(ErrorKind::TimedOut.into());
            }
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(Duration::from_millis(5));
        };
        self.kill();
        ended
    }

    /// Kills what is left of the group.
    pub fn kill(&mut self) {
        // Once: afterwards its number can be another's.
        if !std::mem::replace(&mut self.killed, true) {
            kill(self.id);
        }
        if self.ended.is_none() {
            self.ended = self.child.wait().ok();
        }
    }

    /// Waits for it like [`wait`](Self::wait) and gives what it wrote to its pipes.
    pub fn output(mut self) -> std::io::Result<Output> {
        // Both streams are read at once: a process that fills one while we wait for the other would never end.
        let (stdout, stderr) = (read(self.stdout()), read(self.stderr()));
        let status = self.wait()?;
        Ok(Output { status, stdout: receive(&stdout)?, stderr: receive(&stderr)? })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        let mut registry = registry();
        registry.groups.remove(&self.id);
        registry.guard.group_ended(self.id);
    }
}

/// Runs a command to its end and gives what it wrote; kills it when its time is up, with [`ErrorKind::TimedOut`].
pub fn output(command: &mut Command, limits: &Limits) -> std::io::Result<Output> {
    Group::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()), limits)?.output()
}

/// Runs a command to its end, its output thrown away.
pub fn status(command: &mut Command, limits: &Limits) -> std::io::Result<ExitStatus> {
    Group::spawn(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()), limits)?.wait()
}

/// Reads a stream to its end in a thread, which ends when the last holder of the stream does.
fn read(stream: Option<impl Read + Send + 'static>) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let result = stream.map_or(Ok(0), |mut stream| stream.read_to_end(&mut bytes)).map(|_| bytes);
        // Nobody listens any more after a time-out.
        let _not_sent = sender.send(result);
    });
    receiver
}

fn receive(stream: &Receiver<std::io::Result<Vec<u8>>>) -> std::io::Result<Vec<u8>> {
    stream.recv_timeout(CLOSING).unwrap_or_else(|_| Err(ErrorKind::TimedOut.into()))
}
