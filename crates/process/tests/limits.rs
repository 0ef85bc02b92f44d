//! Limits of child processes, as the processes see them.

use incise_process::{Folder, Group, Limits, output};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LIMITS: Limits = Limits { time: Some(Duration::from_secs(5)), memory: Some(1 << 30), file_size: 1 << 20 };

fn shell(text: &str) -> Command {
    // The limits are set right after the start.
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("sleep 0.1; {text}"));
    command
}

#[test]
fn a_child_has_its_limits() {
    let seen = output(&mut shell("ulimit -v; ulimit -c; ulimit -f"), &LIMITS).expect("sh starts");
    // In KiB, and blocks of 512 bytes.
    assert_eq!(String::from_utf8_lossy(&seen.stdout), "1048576\n0\n2048\n");
}

#[test]
fn a_file_past_the_limit_ends_the_writer() {
    let folder = Folder::new("test").expect("a folder");
    let file = folder.path().join("large");
    let ended = output(&mut shell(&format!("exec dd if=/dev/zero of={} bs=64k count=64", file.display())), &LIMITS);
    assert!(!ended.expect("dd starts").status.success());
    assert!(std::fs::metadata(&file).is_ok_and(|file| file.len() <= LIMITS.file_size));
}

#[test]
fn the_time_is_limited_and_the_whole_group_is_killed() {
    let start = Instant::now();
    let limits = Limits { time: Some(Duration::from_millis(300)), ..LIMITS };
    let ended = output(Command::new("sh").args(["-c", "sleep 31.4159 & sleep 31.4159"]), &limits);
    assert!(ended.is_err_and(|error| error.kind() == std::io::ErrorKind::TimedOut));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(!is_running("31.4159"));
}

#[test]
fn a_group_that_is_dropped_is_killed() {
    let mut command = Command::new("sh");
    command.args(["-c", "sleep 27.1828 & sleep 27.1828"]).stdout(Stdio::null());
    let group = Group::spawn(&mut command, &LIMITS).expect("sh starts");
    std::thread::sleep(Duration::from_millis(100));
    assert!(is_running("27.1828"));
    drop(group);
    std::thread::sleep(Duration::from_millis(50));
    assert!(!is_running("27.1828"));
}

/// Whether a process has a word among its arguments; one that was just killed is given a moment.
fn is_running(word: &str) -> bool {
    let start = Instant::now();
    while is_listed(word) {
        if start.elapsed() > Duration::from_secs(2) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

fn is_listed(word: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    processes.into_iter().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        line.starts_with("sleep") && line.contains(word)
    })
}
