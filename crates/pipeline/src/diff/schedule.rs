//! Scheduling of comparisons: several at a time, each as soon as those are done on which it builds.
//!
//! What comes out does not depend on the schedule: a piece of work sees only the results of earlier pieces on which it builds, and these
//! are done before it starts.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Expressions are walked recursively.
const STACK: usize = 512 << 20;

/// What a piece of work may use.
#[derive(Clone, Copy)]
pub struct Turn {
    /// How many pieces have not started yet.
    pub n_waiting: usize,
    /// Workers that it may start.
    pub jobs: usize,
}

struct Progress<T, E> {
    started: BTreeSet<usize>,
    done: Vec<Option<Result<T, E>>>,
    failed: bool,
}

impl<T, E> Progress<T, E> {
    /// The first piece that can be started.
    fn next(&self, builds_on: &[Vec<usize>]) -> Option<usize> {
        let is_ready = |piece: &usize| builds_on[*piece].iter().all(|earlier| self.done[*earlier].is_some());
        (0..self.done.len()).filter(|piece| !self.started.contains(piece)).find(is_ready)
    }
}

/// Does pieces of work in an order in which each comes after those that it builds on, which are earlier ones; the results in the order of
/// the pieces. After a failure nothing more is started, and the first failure is the result.
pub fn run<T: Send, E: Send>(
    builds_on: &[Vec<usize>],
    jobs: usize,
    work: &(dyn Fn(usize, Turn) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    let n_pieces = builds_on.len();
    let n_threads = jobs.min(n_pieces);
    if n_threads <= 1 {
        return (0..n_pieces).map(|piece| work(piece, Turn { n_waiting: n_pieces - piece - 1, jobs })).collect();
    }
    let progress =
        Mutex::new(Progress { started: BTreeSet::new(), done: (0..n_pieces).map(|_| None).collect(), failed: false });
    let changed = Condvar::new();
    let worker = || {
        let mut now = lock(&progress);
        while now.started.len() < n_pieces && !now.failed {
            let Some(piece) = now.next(builds_on) else {
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            now.started.insert(piece);
            let n_waiting = n_pieces - now.started.len();
            let n_running = now.started.len() - now.done.iter().flatten().count();
            drop(now);
            // Who runs beside it, or soon will, needs a core, too.
            let turn = Turn { n_waiting, jobs: (jobs / (n_running + n_waiting).min(n_threads)).max(1) };
            let result = work(piece, turn);
            now = lock(&progress);
            now.failed |= result.is_err();
            now.done[piece] = Some(result);
            changed.notify_all();
        }
        changed.notify_all();
    };
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
            thread.expect("a thread can be started");
        }
    });
    let done = progress.into_inner().unwrap_or_else(PoisonError::into_inner).done;
    done.into_iter().flatten().collect()
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{Turn, run};
    use std::sync::Mutex;

    #[test]
    fn a_piece_comes_after_those_it_builds_on() {
        let builds_on = [vec![], vec![0], vec![], vec![1, 2], vec![]];
        for jobs in 1..5 {
            let order = Mutex::new(Vec::new());
            let work = |piece: usize, turn: Turn| -> Result<usize, ()> {
                assert!(turn.jobs >= 1 && turn.jobs <= jobs);
                let mut order = order.lock().expect("no piece panics");
                assert!(builds_on[piece].iter().all(|earlier| order.contains(earlier)), "{order:?} {piece}");
                order.push(piece);
                Ok(piece * 10)
            };
            assert_eq!(run(&builds_on, jobs, &work), Ok(vec![0, 10, 20, 30, 40]));
        }
    }

    #[test]
    fn the_first_failure_is_the_result() {
        let work = |piece: usize, _: Turn| if piece == 1 { Err(piece) } else { Ok(piece) };
        for jobs in 1..4 {
            assert_eq!(run(&[vec![], vec![0], vec![1], vec![2]], jobs, &work), Err(1));
        }
    }
}
