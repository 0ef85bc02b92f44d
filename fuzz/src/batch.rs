//! Many programs, several at a time, until enough of them were usable.

use crate::verdict::Verdict;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// Stack of a thread that reads and runs programs.
const STACK: usize = 256 << 20;

/// Counts, and the seeds that need a look.
#[derive(Default, Debug)]
pub struct Tally {
    /// Programs that agreed.
    pub passed: usize,
    /// Seeds that did not, with the difference.
    pub failed: BTreeMap<u64, String>,
    /// Seeds for which the engine's time was up.
    pub too_long: BTreeMap<u64, String>,
    /// Seeds that were replaced by the next.
    pub unusable: BTreeMap<u64, String>,
}

impl Tally {
    /// The closing line.
    pub fn summary(&self) -> String {
        format!(
            "{} passed, {} failed ({} out of time, {} replaced)",
            self.passed,
            self.failed.len(),
            self.too_long.len(),
            self.unusable.len()
        )
    }
    fn add(&mut self, seed: u64, verdict: Verdict) {
        match verdict {
            Verdict::Agree => self.passed += 1,
            Verdict::Disagree(difference) => drop(self.failed.insert(seed, difference)),
            Verdict::TooLong(reason) => drop(self.too_long.insert(seed, reason)),
            Verdict::Unusable(reason) => drop(self.unusable.insert(seed, reason)),
        }
    }
}

struct Queue {
    next: u64,
    wanted: usize,
    under_way: usize,
    /// Whether a failure ends the run.
    stop_at_failure: bool,
    tally: Tally,
}

/// Checks `count` usable programs from seed `first` on; unusable ones are replaced by the seeds that follow. `check` is
/// given a seed and a folder of its own, `note` each verdict as it comes.
pub fn run(
    count: usize,
    first: u64,
    jobs: usize,
    check: &(dyn Fn(u64, &Path) -> Verdict + Sync),
    note: &(dyn Fn(u64, &Verdict) + Sync),
) -> Tally {
    run_until(count, first, jobs, check, note, false)
}

/// Like [`run`]; with `stop_at_failure` nothing is started after the first program that failed.
pub fn run_until(
    count: usize,
    first: u64,
    jobs: usize,
    check: &(dyn Fn(u64, &Path) -> Verdict + Sync),
    note: &(dyn Fn(u64, &Verdict) + Sync),
    stop_at_failure: bool,
) -> Tally {
    let tally = Tally::default();
    let queue = Mutex::new(Queue { next: first, wanted: count, under_way: 0, stop_at_failure, tally });
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || work(&queue, check, note))
                .expect("a thread can be started");
        }
    });
    queue.into_inner().expect("no thread panicked").tally
}

/// A panic of incise is a bug like any other, and no reason to stop.
fn without_panic(check: impl FnOnce() -> Verdict) -> Verdict {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message");
        Verdict::Disagree(format!("panic: {text}"))
    })
}

/// Takes seeds until enough programs are done or under way.
fn work(queue: &Mutex<Queue>, check: &dyn Fn(u64, &Path) -> Verdict, note: &dyn Fn(u64, &Verdict)) {
    loop {
        let seed = {
            let mut queue = queue.lock().expect("no thread panics with the lock");
            // Too many unusable programs in a row mean that something else is wrong.
            if queue.stop_at_failure && !queue.tally.failed.is_empty() {
                return;
            }
            if queue.wanted == 0 || queue.tally.unusable.len() > 20 + 2 * (queue.tally.passed + queue.wanted) {
                return;
            }
            queue.wanted -= 1;
            queue.under_way += 1;
            queue.next += 1;
            queue.next - 1
        };
        let verdict = match tempfile::Builder::new().prefix("incise-fuzz").tempdir() {
            Ok(folder) => without_panic(|| check(seed, folder.path())),
            Err(error) => Verdict::Unusable(format!("no temporary folder: {error}")),
        };
        note(seed, &verdict);
        let mut queue = queue.lock().expect("no thread panics with the lock");
        queue.under_way -= 1;
        if matches!(verdict, Verdict::Unusable(_)) {
            queue.wanted += 1;
        }
        queue.tally.add(seed, verdict);
    }
}
