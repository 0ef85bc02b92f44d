//! A process that must end in time.

use std::io::{ErrorKind, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Runs a command to its end and gives what it wrote; kills it when `limit` has passed, with [`ErrorKind::TimedOut`].
pub(crate) fn output(command: &mut Command, limit: Duration) -> std::io::Result<Output> {
    let deadline = Instant::now().checked_add(limit);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let result = finish(&mut child, deadline);
    if result.is_err() {
        // It may have ended meanwhile; either way it is waited for, so that nothing of it is left.
        let _ended_already = child.kill();
        child.wait()?;
    }
    result
}

fn finish(child: &mut Child, deadline: Option<Instant>) -> std::io::Result<Output> {
    // Both streams are read at once: a process that fills one while we wait for the other would never end.
    let stdout = read(child.stdout.take());
    let stderr = read(child.stderr.take());
    let stdout = receive(&stdout, deadline)?;
    let stderr = receive(&stderr, deadline)?;
    let status = wait(child, deadline)?;
    Ok(Output { status, stdout, stderr })
}

/// Reads a stream to its end in a thread. After a time-out the thread ends when the last holder of the stream does.
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

fn receive(stream: &Receiver<std::io::Result<Vec<u8>>>, deadline: Option<Instant>) -> std::io::Result<Vec<u8>> {
    let received = match deadline {
        Some(deadline) => stream.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok(),
        None => stream.recv().ok(),
    };
    received.unwrap_or_else(|| Err(ErrorKind::TimedOut.into()))
}

/// Waits for a process that has closed its streams: as a rule it has ended.
fn wait(child: &mut Child, deadline: Option<Instant>) -> std::io::Result<ExitStatus> {
    let mut pause = Duration::from_micros(100);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(ErrorKind::TimedOut.into());
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}
