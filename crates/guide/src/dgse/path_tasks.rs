//! Tasks that follow from a path: every decision on it the other way, with what matters to it.
//!
//! *Source*: [dgse-tse2017] Alg. 2, `DGPathExec`.

use super::entry::Entry;
use super::known_suffix::Model;
use super::relation::Interaction;
use super::run::Run;
use super::search::Search;
use super::search_memory::{SearchMemory, Surprise};
use super::tasks::{From, Start, Task};
use incise_engine::{DecisionKind, PathEnd, State};
use incise_term::TermId;
use std::rc::Rc;
use std::sync::atomic::Ordering;

impl Search<'_, '_> {
    /// Makes the tasks that follow from a path.
    #[doc(alias = "DGPathExec")]
    pub(super) fn path(&mut self, task: Task, mut run: Run) -> Result<(), Surprise> {
        let is_free = task.from.map_or(task.side.is_none() && task.without.is_empty(), |from| from.is_free);
        let entries = {
            let mut known = self.known.borrow_mut();
            known.follow(&run.log)?;
            if let Some(recorder) = &mut self.recorder {
                recorder.ended(&mut self.engine, &mut known, &run)?;
            }
            Rc::new(std::mem::take(&mut known.entries))
        };
        let from = From { is_whole: run.is_whole, is_free };
        // A run that was left shows nothing of the rest.
        let model = |n_shared: usize| match () {
            () if run.is_left => task.model.clone(),
            () if run.is_whole => Some(Model { entries: Rc::clone(&entries), n_shared }),
            () => None,
        };
        let n_before = entries.len() - run.log.len();
        if run.is_whole && task.from.is_some_and(|from| !from.is_whole) {
            for entry in entries[..n_before].iter().filter(|entry| entry.kind == DecisionKind::Branch) {
                self.known().tried.insert(entry.side());
            }
        }
        if let (Some(covered), Some(last)) = (&mut self.covered, entries[..n_before].last()) {
            covered.insert(last.side());
        }
        // From a state it is there.
        if let (true, true, None, Some(turned)) = (run.is_whole, task.must_come, task.from, task.side)
            && !entries.iter().any(|entry| entry.taken == turned)
        {
            return Err(String::from("a run did not come to the decision that it was made for"));
        }
        let mut n_left_out = task.n_left_out;
        let mut failures = std::mem::take(&mut run.failures).into_iter().peekable();
        let mut forks = std::mem::take(&mut run.forks).into_iter().peekable();
        for (position, logged) in run.log.iter().enumerate() {
            let failure = failures.next_if(|(at, ..)| *at == position);
            let entry = entries[n_before + position];
            let n_entries = n_before + position;
            let run = Before { entries: &entries, n_entries, from, n_left_out, model: &model };
            match logged.kind {
                DecisionKind::Branch => {
                    if let Some(covered) = &mut self.covered {
                        covered.insert(entry.side());
                    }
                    if from.is_whole {
                        self.known().tried.insert(entry.side());
                    }
                    for (side, other) in logged.others.iter().enumerate() {
                        let state = forks.next_if(|(at, known, _)| *at == position && *known == side);
                        let is_possible = state.is_some();
                        let is_new = self.turn(&run, entry, *other, state.map(|(.., state)| state));
                        n_left_out += u32::from(is_possible && !is_new);
                    }
                    n_left_out += u32::from(logged.left_out);
                }
                DecisionKind::Inner => {
                    let state = forks.next_if(|(at, ..)| *at == position);
                    self.inner(&run, entry, state.map(|(.., state)| state));
                }
                DecisionKind::Check => match failure {
                    Some((_, state, end)) => {
                        let mut known = self.known.borrow_mut();
                        let SearchMemory { chains, tried, .. } = &mut *known;
                        if logged.others.iter().any(|bad| tried.insert(entry.turned(chains, *bad).side())) {
                            drop(known);
                            self.engine.finish(state, end);
                        } else {
                            self.tasks.redundant += 1;
                        }
                    }
                    None => {
                        for bad in &logged.others {
                            self.turn(&run, entry, *bad, None);
                        }
                    }
                },
                DecisionKind::Assume => {}
            }
            // A possible side without its state would be taken for an impossible one.
            if forks.peek().is_some_and(|(at, ..)| *at <= position) {
                return Err(String::from("a state was forked off that belongs to no side of a decision"));
            }
        }
        self.trial.path(n_left_out + run.n_left_out);
        if !run.is_whole && self.options.interaction != Interaction::None {
            self.again(&task, &run, &entries)?;
        }
        self.count(run, entries);
        Ok(())
    }

    /// Counts a path unless it was run before.
    fn count(&mut self, mut run: Run, entries: Rc<Vec<Entry>>) {
        let is_new = self.paths.insert(digest(&entries));
        // What was allocated is used again.
        run.log.clear();
        self.log = run.log;
        if let Ok(entries) = Rc::try_unwrap(entries) {
            self.known().entries = entries;
        }
        self.trial.run(is_new);
        if !is_new {
            self.tasks.repeated += 1;
            return;
        }
        self.tasks.feasible += 1;
        self.tasks.left += u64::from(run.is_left);
        if self.tasks.is_noted() {
            self.tasks.path_ends.push((self.tasks.feasible, self.start.elapsed()));
        }
        self.limits.progress.paths.fetch_add(1, Ordering::Relaxed);
        match run.end {
            Some(end) => self.engine.finish(run.state, end),
            None => self.engine.run.stats.assumed_away += 1,
        }
    }

    /// A task for the other side of a decision, from a state if that satisfies it; whether it was not tried before.
    fn turn(&mut self, run: &Before, entry: Entry, other: TermId, state: Option<Box<State>>) -> bool {
        let mut known = self.known.borrow_mut();
        let other = entry.turned(&mut known.chains, other);
        if !known.tried.insert(other.side()) {
            self.tasks.redundant += 1;
            return false;
        }
        let is_check = other.kind == DecisionKind::Check;
        let n_matter = known.chains.len(other.chain);
        let has_only_that =
            || n_matter as usize == run.n_entries && run.entries[..run.n_entries].iter().all(Entry::decides);
        if !is_check && state.is_none() && run.from.is_free && has_only_that() {
            // The engine has asked the same.
            self.tasks.infeasible += 1;
            return true;
        }
        let start = state.map(|state| run.start(other, state));
        let model = start.as_ref().and_then(|_| (run.model)(run.n_entries));
        let n_left_out = run.n_left_out;
        self.queue.push(Task { is_check, start, model, must_come: true, n_left_out, ..Task::new(other, n_matter + 1) });
        true
    }

    /// What is decided in the middle of a statement is asked for value by value, those first that the rest of the path allows; so the other
    /// side is all that was never taken here under the same conditions.
    fn inner(&mut self, run: &Before, entry: Entry, state: Option<Box<State>>) {
        let mut known = self.known.borrow_mut();
        let n_conditions = known.chains.len(entry.chain) + 1;
        let is_new = known.tried.insert(entry.side());
        if is_new && !run.from.is_whole {
            self.queue.push(Task::new(entry, n_conditions));
        }
        let seen = self.seen.entry((entry.chain, entry.node)).or_default();
        if !seen.contains(&entry.taken) {
            seen.push(entry.taken);
        }
        let mut rest = self.engine.context.pool.true_();
        for taken in seen.iter() {
            let other = self.engine.context.pool.not(*taken);
            rest = self.engine.context.pool.bool_and(rest, other);
        }
        let other = entry.turned(&mut known.chains, rest);
        if known.tried.insert(other.side()) {
            let state = state.filter(|_| seen.len() == 1);
            let start = state.map(|state| run.start(other, state));
            let model = start.as_ref().and_then(|_| (run.model)(run.n_entries));
            self.queue.push(Task { start, model, ..Task::new(other, n_conditions) });
        }
    }

    /// The same task without the reason for which a run ended early.
    fn again(&mut self, task: &Task, run: &Run, entries: &[Entry]) -> Result<(), Surprise> {
        let mut known = self.known.borrow_mut();
        let end = known.relation.node(&run.stack).ok_or("a run ended in code that the entry does not call")?;
        let is_cut = run.end == Some(PathEnd::Cut) && !run.is_bounded;
        let mut reason = Vec::new();
        for entry in entries {
            if is_cut || entry.step == run.step || entry.decides() && known.relation.depends(entry.node, end) {
                reason.push(entry.taken);
            }
        }
        let asked = task.conditions(&known.chains);
        if reason.iter().all(|condition| asked.contains(condition)) {
            return Ok(());
        }
        let pool = &mut self.engine.context.pool;
        let all = reason.into_iter().fold(pool.true_(), |all, condition| pool.bool_and(all, condition));
        let mut again = Task { start: None, from: None, model: None, ..task.clone() };
        again.without.push(pool.not(all));
        again.n_conditions += 1;
        self.queue.push(again);
        Ok(())
    }
}

/// What was decided on a run before some decision.
struct Before<'a> {
    entries: &'a Rc<Vec<Entry>>,
    n_entries: usize,
    from: From,
    n_left_out: u32,
    /// What shows the rest of a run that turns the decision after so many.
    model: &'a dyn Fn(usize) -> Option<Model>,
}

impl Before<'_> {
    /// Where a run that takes another side goes on from.
    fn start(&self, other: Entry, state: Box<State>) -> Start {
        Start { state, entries: Rc::clone(self.entries), n_entries: self.n_entries, other, from: self.from }
    }
}

/// A number for a path; that two paths have the same is as good as impossible, and would only keep the second from being shown.
fn digest(entries: &[Entry]) -> u128 {
    let (mut low, mut high) = (0x243f_6a88_85a3_08d3u64, 0x1319_8a2e_0370_7344u64);
    for entry in entries {
        let taken = entry.taken.index() as u64;
        low = (low ^ taken).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        high = (high.rotate_left(23) ^ taken).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        high ^= high >> 31;
    }
    u128::from(low) << 64 | u128::from(high)
}
