//! A progress line on a terminal.

use incise_base::Stopwatch;
use incise_engine::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Shows what a run has done until it is dropped.
pub struct Shown {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Starts the line, unless nobody would see it.
pub fn show(progress: &Arc<Progress>, timeout: Option<Duration>, wanted: bool) -> Option<Shown> {
    if !wanted || !std::io::stderr().is_terminal() {
        return None;
    }
    let done = Arc::new(AtomicBool::new(false));
    let (progress, seen_done) = (progress.clone(), done.clone());
    let start = Stopwatch::start();
    let thread = std::thread::spawn(move || {
        let bar = ProgressBar::new_spinner();
        bar.set_style(
            ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        while !seen_done.load(Ordering::Relaxed) {
            let paths = progress.paths.load(Ordering::Relaxed);
            let pending = progress.pending.load(Ordering::Relaxed);
            let left = match timeout {
                Some(timeout) => format!(", {} s left", timeout.saturating_sub(start.elapsed()).as_secs()),
                None => String::new(),
            };
            bar.set_message(format!("{paths} paths, {pending} pending, {} s{left}", start.elapsed().as_secs()));
            bar.tick();
            std::thread::sleep(Duration::from_millis(100));
        }
        bar.finish_and_clear();
    });
    Some(Shown { done, thread: Some(thread) })
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
