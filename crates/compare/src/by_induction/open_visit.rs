//! Proves the inductive step for a pair of loop heads, weakening the invariant until it is inductive.

use crate::by_induction::induction::{Failed, Induction, Reached};
use crate::by_induction::loop_visit::Visit;
use crate::by_induction::segment::TIME_UP;
use crate::by_induction::slots;
use crate::observation::maths::errno_differs;
use crate::observation::overlap;
use crate::observation::stream;
use crate::role::Role;
use incise_engine::{PathEnd, State};
use std::collections::{BTreeMap, BTreeSet};

/// How often one generalisation is weakened before we give up.
const ROUNDS: usize = 60;

/// Loops inside loops.
const NESTED: usize = 6;

/// How many visits of one version may correspond to one of the other.
const PACES: usize = 8;

impl Induction<'_, '_> {
    /// Proves a visit that was not met before, and all that may follow.
    pub(crate) fn open(
        &mut self,
        new: &State,
        old: &State,
        over: Option<(Role, PathEnd)>,
        pace: (usize, usize),
    ) -> Result<(), Failed> {
        if self.visits.len() >= NESTED {
            return Err(Failed::For("too many loops inside loops"));
        }
        // What was written so far must be the same; later visits look only at what is written from here on.
        if over.is_none() {
            self.same_output(new, old)?;
        }
        self.n_visits += 1;
        let level = self.visits.len();
        let condition = old.path_condition.clone();
        let (mut first_new, mut first_old) = (new.clone(), old.clone());
        self.make_known(Role::Mod, &mut first_new, &condition);
        self.make_known(Role::Base, &mut first_old, &condition);
        let is_over = over.is_some();
        for state in [&mut first_new, &mut first_old].into_iter().filter(|_| !is_over) {
            state.output = Default::default();
            state.accesses = Default::default();
            state.maths = Default::default();
            state.turns = Default::default();
        }
        if !is_over {
            // Earlier visits may have written to any of them.
            self.new.log_everything_written(&mut first_new);
            self.old.engine(self.new.context).log_everything_written(&mut first_old);
        }
        let n_vars = self.new.context.pool.n_vars();
        let counters = [self.variable(32), self.variable(64)];
        self.visits.push(Visit {
            new: first_new,
            old: first_old,
            condition,
            over: over.clone(),
            pace,
            changing: BTreeMap::new(),
            leader: None,
            counters,
            by_visits: false,
            refuted: BTreeSet::new(),
            steps: BTreeMap::new(),
            slopes: BTreeMap::new(),
            unbounded: BTreeSet::new(),
            at_first: BTreeMap::new(),
            equal_at_first: BTreeMap::new(),
            limits: BTreeMap::new(),
            new_limits: BTreeMap::new(),
            measures: None,
            n_vars,
        });
        let outcome = self.rounds(level);
        let visit = self.visits.drain(level..).next();
        let Err(Failed::For(why)) = outcome else { return outcome };
        // Slots of the same name that grow at different paces: one version may do several visits in one.
        let paces = visit.filter(|_| !is_over && pace == (1, 1)).map(|visit| visit.paces(&self.new.context.pool));
        for pace in paces.unwrap_or_default() {
            if pace.0.max(pace.1) > PACES || self.is_over() {
                continue;
            }
            let outcome = self.open(new, old, over.clone(), pace);
            if !matches!(outcome, Err(Failed::For(_))) {
                return outcome;
            }
        }
        Err(Failed::For(why))
    }

    fn rounds(&mut self, level: usize) -> Result<(), Failed> {
        for _ in 0..ROUNDS {
            if self.is_over() {
                return Err(Failed::For(TIME_UP));
            }
            let (new, old) = self.generalised(level);
            let outcome = self.from(new, old, Some(level));
            self.visits.truncate(level + 1);
            match outcome {
                Err(Failed::Weaken(at, weakening)) if at == level => self.weaken(level, *weakening),
                Err(Failed::For(why)) => {
                    // With more bounds it may be better.
                    let visit = &mut self.visits[level];
                    let found = std::mem::take(&mut visit.new_limits);
                    if found.is_empty() || !visit.limits.is_empty() {
                        return Err(Failed::For(why));
                    }
                    visit.limits = found;
                    visit.refuted.clear();
                    self.relate(level);
                }
                other => return other,
            }
        }
        Err(Failed::For("a loop could not be generalised"))
    }

    pub(crate) fn same_output(&mut self, new: &State, old: &State) -> Result<(), Failed> {
        let mut found = Vec::new();
        stream::compare(&mut self.new.context.pool, &new.output.in_order(), &old.output.in_order(), &mut found);
        for one in found {
            if !self.never(&old.path_condition, one.differs) {
                return Err(Failed::For("what is written in a loop could not be proved equal"));
            }
        }
        if stream::files_differ(false, &new.output.in_order(), &old.output.in_order()) {
            return Err(Failed::For("other files are opened or closed in a loop"));
        }
        if new.turns.in_order() != old.turns.in_order() {
            return Err(Failed::For("streams are read and written in another order in a loop"));
        }
        let pool = &mut self.new.context.pool;
        let shared = (&self.new.run.shared, &self.old.run.shared);
        let accesses = overlap::in_logs(pool, (shared.0, &new.accesses), (shared.1, &old.accesses), &self.old.pairing);
        let maths = errno_differs(pool, &new.maths, &old.maths);
        if let Some(differs) = maths
            && !self.never(&old.path_condition, differs)
        {
            return Err(Failed::For("mathematical functions that set `errno` are called otherwise in a loop"));
        }
        if let Some(differs) = accesses
            && !self.never(&old.path_condition, differs)
        {
            return Err(Failed::For("memory that may overlap is accessed in another order in a loop"));
        }
        Ok(())
    }

    /// One version is over; the other is at a loop.
    pub(crate) fn alone(&mut self, new: Reached<'_>, old: Reached<'_>, over: (Role, PathEnd)) -> Result<(), Failed> {
        let running = |state: &State, visit: &Visit| match over.0 {
            Role::Mod => slots::same_place(&visit.old, state),
            Role::Base => slots::same_place(&visit.new, state),
        };
        let state = if over.0 == Role::Mod { old.0 } else { new.0 };
        let known = self.visits.iter().rposition(|visit| visit.over.is_some() && running(state, visit));
        match known {
            Some(level) => self.cover(level, new.0, old.0),
            None => self.open(new.0, old.0, Some(over), (1, 1)),
        }
    }
}
