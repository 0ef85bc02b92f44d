//! Scheduling of work: several pieces at a time, each as soon as those are done on which it builds.
//!
//! There is one number of workers. A piece gets a part of it ([`Turn::jobs`]), which it may divide again among pieces of its own: functions
//! among alias cases, these among workers that explore one version.
//!
//! What comes out does not depend on the schedule: a piece of work sees only the results of earlier pieces on which it builds, and these
//! are done before it starts.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
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
    /// Workers that no piece has.
    free: usize,
    done: Vec<Option<Result<T, E>>>,
    failed: bool,
}

impl<T, E> Progress<T, E> {
    /// Starts the first piece that can be started, with its part of the workers.
    fn start(&mut self, builds_on: &[Vec<usize>]) -> Option<(usize, Turn)> {
        let is_ready = |piece: &usize| builds_on[*piece].iter().all(|earlier| self.done[*earlier].is_some());
        let mut ready = (0..self.done.len()).filter(|piece| !self.started.contains(piece)).filter(is_ready);
        let piece = ready.next().filter(|_| self.free > 0)?;
        // Whoever can start now needs workers, too.
        let jobs = (self.free / (1 + ready.count())).max(1);
        self.free -= jobs;
        self.started.insert(piece);
        Some((piece, Turn { n_waiting: self.done.len() - self.started.len(), jobs }))
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
    let done = (0..n_pieces).map(|_| None).collect();
    let progress = Mutex::new(Progress { started: BTreeSet::new(), free: jobs, done, failed: false });
    let changed = Condvar::new();
    let worker = || {
        let mut now = lock(&progress);
        while now.started.len() < n_pieces && !now.failed {
            let Some((piece, turn)) = now.start(builds_on) else {
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(now);
            let result = work(piece, turn);
            now = lock(&progress);
            now.free += turn.jobs;
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

/// Does the same with each of several things, none of which builds on another, and hands over what comes of them in their order, each as
/// soon as it and all before it are done.
pub fn in_order<I: Sync, T: Send, E: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I, Turn) -> Result<T, E> + Sync,
    take: impl FnMut(T) + Send,
) -> Result<(), E> {
    let handed_over = Mutex::new((0, BTreeMap::new(), take));
    let work = |number: usize, turn: Turn| {
        let result = work(&items[number], turn)?;
        let (next, waiting, take) = &mut *lock(&handed_over);
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(next) {
            take(result);
            *next += 1;
        }
        Ok(())
    };
    run(&vec![Vec::new(); items.len()], jobs, &work).map(|_| ())
}

/// Does the same with each of several things; the results in their order.
pub fn each<I: Sync, T: Send, E: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I, Turn) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let mut results = Vec::new();
    in_order(items, jobs, work, |result| results.push(result))?;
    Ok(results)
}

/// Does something with two things at a time.
pub fn both<I: Sync, T: Send>(items: [I; 2], jobs: usize, work: impl Fn(&I) -> T + Sync) -> [T; 2] {
    let done = each(&items, jobs, |item, _| Ok::<T, Infallible>(work(item))).unwrap_or_else(|never| match never {});
    done.try_into().unwrap_or_else(|_| unreachable!("as many results as things"))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{Turn, both, each, run};
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
    fn what_nothing_runs_beside_has_all_workers() {
        let builds_on = [vec![], vec![0], vec![], vec![0, 1, 2], vec![3]];
        let turns = run(&builds_on, 5, &|piece: usize, turn: Turn| Ok::<_, ()>((piece, turn.jobs)));
        let turns = turns.expect("no piece fails");
        assert_eq!(turns[0], (0, 2), "the third can start as well");
        assert_eq!(turns[3..], [(3, 5), (4, 5)]);
    }

    #[test]
    fn workers_are_shared_and_results_come_in_order() {
        for jobs in 1..6 {
            let most = Mutex::new((0, 0));
            let count = |n: usize, more: bool| {
                let mut most = most.lock().expect("no piece panics");
                most.0 = if more { most.0 + n } else { most.0 - n };
                most.1 = most.1.max(most.0);
            };
            let outer = [3, 1, 4, 1, 5];
            let sums = each(&outer, jobs, |n, turn| {
                let parts: Vec<usize> = (0..*n).collect();
                each(&parts, turn.jobs, |part, turn| {
                    count(turn.jobs, true);
                    std::thread::sleep(std::time::Duration::from_millis(2));
                    count(turn.jobs, false);
                    Ok::<usize, ()>(*part)
                })
            });
            assert_eq!(sums, Ok(outer.map(|n| (0..n).collect()).to_vec()));
            let (_, most) = *most.lock().expect("no piece panics");
            assert!(most <= jobs, "{most} workers for {jobs}");
        }
        assert_eq!(both([2, 3], 2, |n| n * n), [4, 9]);
    }

    #[test]
    fn the_first_failure_is_the_result() {
        let work = |piece: usize, _: Turn| if piece == 1 { Err(piece) } else { Ok(piece) };
        for jobs in 1..4 {
            assert_eq!(run(&[vec![], vec![0], vec![1], vec![2]], jobs, &work), Err(1));
        }
    }
}
