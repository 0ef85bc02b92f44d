//! Loops of any length: the two versions are proved to stay in step, by induction over their visits of loops.
//!
//! Where both versions are at a loop, the two states are *generalised*: what changes from visit to visit gets a fresh variable, and
//! what is related in the two versions or grows evenly is told by a relation. From there both run to their next visit. If that
//! visit is an instance of the generalised one, with the relations holding, then so are all later ones, and what was found to be
//! equal from the generalised states on is equal for loops of any length. Otherwise the generalisation is weakened and tried again.
//!
//! Loops need not begin together: where that fails, one version goes ahead by a visit. They need not go on at one pace: one visit of
//! one version may correspond to several of the other. Where one version is over, the other is generalised alone.
//!
//! *Source*: the idea of relational induction over paired loops, as in regression verification (O. Strichman, B. Godlin, 2008);
//! dropping the guesses that fail until the rest is inductive, as in Houdini (C. Flanagan, K. R. M. Leino, 2001).
//!
//! # Invariants
//! - What changes is never guessed for certain: a visit is covered only if every slot that has no variable of its own holds exactly
//!   what it held before. So a bad guess costs a proof, never a wrong one.
//! - Between a generalised visit and one that it covers both versions went on, so either both end or neither. A version that goes on
//!   alone must come closer to an end with each visit.
//! - Nothing is concluded but equality; a failed proof says nothing.

use crate::by_induction::bounds;
use crate::by_induction::loop_visit::{Visit, Weakening};
use crate::by_induction::segment::{segment, taken_up};
use crate::by_induction::slots::{self, LiveLocals};
use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::observation::nan_bits::is_arithmetic;
use crate::role::Role;
use incise_engine::{Engine, Limits, Observation, ObservedSubset, PathEnd, State};
use incise_ir::{BlockId, FuncId};
use incise_solver::{PathCondition, Truth, work_in};
use incise_term::{Format, TermId, VarKind};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How often one version may go on alone before that is taken for a loop.
pub(crate) const CATCH_UP: usize = 2;
/// Pieces of path that one proof may run.
const SEGMENTS: usize = 4000;
/// What a question may cost whose answer can be done without.
const BRIEFLY: u64 = work_in(Duration::from_millis(300));

/// Why a proof went no further.
pub enum Failed {
    /// The visit on this level of the stack must be weakened.
    Weaken(usize, Box<Weakening>),
    /// It cannot be proved this way.
    For(&'static str),
}

/// A run that is paused or over.
pub(crate) type Reached<'s> = (&'s State, &'s PathEnd);

/// Who goes on before two loops are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ahead {
    /// Nobody.
    Neither,
    /// The old version, by a visit.
    Old,
    /// The new version, by a visit.
    New,
}

/// Where a loop is: its function, its block, and how many calls lead there.
pub type LoopLocation = (FuncId, BlockId, u32);

/// A proof under way.
pub struct Induction<'a, 'p> {
    /// The new version.
    pub new: Engine<'a, 'p>,
    /// The old version.
    pub old: &'a mut OldVersionRunner<'p>,
    /// What is looked at.
    pub observe: &'a Observation,
    /// What the plans leave to be compared.
    pub compared: &'a ObservedSubset,
    /// When to give up.
    pub limits: Limits<'a>,
    pub(crate) visits: Vec<Visit>,
    n_segments: usize,
    n_variables: usize,
    pub(crate) n_aligned: usize,
    pub(crate) n_visits: usize,
    pub(crate) aligned: BTreeMap<(LoopLocation, LoopLocation), Ahead>,
    pub(crate) live: (LiveLocals, LiveLocals),
}

impl<'a, 'p> Induction<'a, 'p> {
    /// A proof that has not begun.
    pub fn new(
        new: Engine<'a, 'p>,
        old: &'a mut OldVersionRunner<'p>,
        observe: &'a Observation,
        compared: &'a ObservedSubset,
        limits: Limits<'a>,
    ) -> Self {
        Induction {
            new,
            old,
            observe,
            compared,
            limits,
            visits: Vec::new(),
            n_segments: 0,
            n_variables: 0,
            n_aligned: 0,
            n_visits: 0,
            aligned: BTreeMap::new(),
            live: Default::default(),
        }
    }

    /// Tries to prove that the two versions never differ from their first states on; why not, when that fails, and whether a loop was
    /// met.
    pub fn prove(mut self, mut new: State) -> (Result<(), &'static str>, bool) {
        let mut old = self.old.first().clone();
        old.path_condition = new.path_condition.clone();
        (new.resumed, old.resumed) = (false, false);
        let outcome = self.from(new, old, None).map_err(|failed| match failed {
            Failed::For(why) => why,
            Failed::Weaken(..) => "a loop could not be generalised",
        });
        (outcome, self.n_visits > 0)
    }

    /// Runs both versions, from where a visit on some level was generalised, to their next visits and looks at each pair.
    pub(crate) fn from(&mut self, new: State, old: State, level: Option<usize>) -> Result<(), Failed> {
        let (pace, over) = match level {
            Some(level) => (self.visits[level].pace, self.visits[level].over.clone()),
            None => ((1, 1), None),
        };
        let mut pairs = Vec::new();
        match over {
            Some((Role::Mod, end)) => {
                for (old, old_end) in self.run(Role::Base, old)? {
                    pairs.push((with_condition(&new, &old), end.clone(), old, old_end));
                }
            }
            Some((Role::Base, end)) => {
                for (new, new_end) in self.run(Role::Mod, new)? {
                    let old = with_condition(&old, &new);
                    pairs.push((new, new_end, old, end.clone()));
                }
            }
            None if pace.0 == 1 => {
                for (new, new_end) in self.run(Role::Mod, new)? {
                    let other = with_condition(&old, &new);
                    for (old, old_end) in self.keep_pace(Role::Base, other, &new, level, pace.1)? {
                        pairs.push((with_condition(&new, &old), new_end.clone(), old, old_end));
                    }
                }
            }
            None => {
                for (old, old_end) in self.run(Role::Base, old)? {
                    let other = with_condition(&new, &old);
                    for (new, new_end) in self.keep_pace(Role::Mod, other, &old, level, pace.0)? {
                        pairs.push((new.clone(), new_end, with_condition(&old, &new), old_end.clone()));
                    }
                }
            }
        }
        // What is not known yet of this loop would only mislead where it leads on to others.
        let (again, elsewhere): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(new, _, old, _)| {
            let at = |visit: &Visit| slots::same_place(&visit.new, new) && slots::same_place(&visit.old, old);
            level.is_some_and(|level| at(&self.visits[level]))
        });
        let (mut failed, mut outer) = (None, None);
        for pairs in [again, elsewhere] {
            // What is learned at one visit may repair what fails at another, so all are looked at.
            let mut weakening = None::<Weakening>;
            for (new, new_end, old, old_end) in &pairs {
                match self.look((new, new_end), (old, old_end), CATCH_UP) {
                    Ok(()) => {}
                    Err(Failed::For(why)) if level.is_none() => return Err(Failed::For(why)),
                    Err(Failed::For(why)) => failed = failed.or(Some(why)),
                    Err(Failed::Weaken(at, found)) if Some(at) == level => {
                        weakening.get_or_insert_default().merge(*found);
                    }
                    Err(weaken) => outer = outer.or(Some(weaken)),
                }
            }
            if let (Some(weakening), Some(level)) = (weakening, level) {
                return Err(Failed::Weaken(level, Box::new(weakening)));
            }
        }
        match (outer, failed) {
            (Some(weaken), _) => Err(weaken),
            (None, Some(why)) => Err(Failed::For(why)),
            (None, None) => Ok(()),
        }
    }

    /// Runs one version for as many visits as correspond to what the other, which is where it came to, did. Where the other left its
    /// loop, this one is where it was.
    fn keep_pace(
        &mut self,
        version: Role,
        state: State,
        other: &State,
        level: Option<usize>,
        times: usize,
    ) -> Result<Vec<(State, PathEnd)>, Failed> {
        let (Some(level), true) = (level, times > 1) else { return self.run(version, state) };
        let visit = &self.visits[level];
        let (own, others) = if version == Role::Mod { (&visit.new, &visit.old) } else { (&visit.old, &visit.new) };
        if other.paused && !slots::same_place(others, other) {
            let mut state = state;
            state.paused = true;
            return Ok(vec![(state, PathEnd::Cut)]);
        }
        let own = own.clone();
        let mut reached = self.run(version, state)?;
        for _ in 1..times {
            let mut further = Vec::new();
            for (state, end) in reached {
                if state.paused && slots::same_place(&own, &state) {
                    further.extend(self.run(version, taken_up(&state))?);
                } else {
                    further.push((state, end));
                }
            }
            reached = further;
        }
        Ok(reached)
    }

    /// Looks at two runs that are paused or over. Where one is over and the other is not, that one goes on.
    pub(crate) fn look(&mut self, new: Reached<'_>, old: Reached<'_>, left: usize) -> Result<(), Failed> {
        let is_paused = new.0.paused || old.0.paused;
        if is_paused && (new.0.uninterpreted.len() > 0 || old.0.uninterpreted.len() > 0) {
            return Err(Failed::For("a call that is not followed comes before a loop is over"));
        }
        match (new.0.paused, old.0.paused) {
            (false, false) => self.ends(new, old),
            (true, true) => self.arrive(new.0, old.0),
            (is_paused, _) => {
                let over = if is_paused { (Role::Base, old.1.clone()) } else { (Role::Mod, new.1.clone()) };
                // Mostly two loops only seem to come apart, since too little is known of them yet; not where one is at another loop.
                let is_known = |visit: &Visit| match over.0 {
                    Role::Mod => slots::same_place(&visit.old, old.0),
                    Role::Base => slots::same_place(&visit.new, new.0),
                };
                let is_elsewhere = !self.visits.iter().any(is_known);
                if self.visits.iter().any(|visit| visit.over.is_none()) && left == 0 && !is_elsewhere {
                    return Err(Failed::For("one version leaves a loop while the other goes on"));
                }
                let is_first = self.visits.is_empty() && left == CATCH_UP;
                if left == 0 || is_first || self.visits.last().is_some_and(|visit| visit.over.is_some()) {
                    let outcome = self.alone(new, old, over);
                    if !(is_first && matches!(outcome, Err(Failed::For(_)))) {
                        return outcome;
                    }
                }
                self.catch_up(new, old, left)
            }
        }
    }

    /// The version that is not over goes on.
    fn catch_up(&mut self, new: Reached<'_>, old: Reached<'_>, left: usize) -> Result<(), Failed> {
        if new.0.paused {
            for (state, end) in self.run(Role::Mod, with_condition(&taken_up(new.0), old.0))? {
                self.look((&state, &end), (&with_condition(old.0, &state), old.1), left - 1)?;
            }
        } else {
            for (state, end) in self.run(Role::Base, taken_up(old.0))? {
                self.look((&with_condition(new.0, &state), new.1), (&state, &end), left - 1)?;
            }
        }
        Ok(())
    }

    /// Runs one version to its next visits and ends.
    pub(crate) fn run(&mut self, version: Role, mut state: State) -> Result<Vec<(State, PathEnd)>, Failed> {
        self.n_segments += 1;
        if self.n_segments > SEGMENTS {
            return Err(Failed::For("too many pieces of path"));
        }
        if version == Role::Mod {
            return segment(&mut self.new, state, self.limits).map_err(Failed::For);
        }
        let first = self.old.first().path_condition.clone();
        let mut old = self.old.engine(self.new.context);
        match first.constraints().all(|constraint| old.assume(&mut state, constraint).is_ok()) {
            true => segment(&mut old, state, self.limits).map_err(Failed::For),
            false => Ok(Vec::new()),
        }
    }

    /// Whether the proof has to be given up.
    pub(crate) fn is_over(&mut self) -> bool {
        self.limits.is_over(&mut self.new.context.solver)
    }

    /// Whether a condition cannot hold.
    pub(crate) fn never(&mut self, condition: &PathCondition, term: TermId) -> bool {
        !self.is_over()
            && matches!(self.new.context.solver.may_be_true(&mut self.new.context.pool, condition, term), Truth::No)
    }

    /// Whether a condition cannot hold, if that is soon found out.
    pub(crate) fn never_briefly(&mut self, condition: &PathCondition, term: TermId) -> bool {
        let usual = self.new.context.solver.set_work_per_query(Some(BRIEFLY));
        let never = self.never(condition, term);
        self.new.context.solver.set_work_per_query(usual);
        never
    }

    /// Whether two values are equal; results of floating-point arithmetic up to which NaN they are.
    pub(crate) fn equal(&mut self, condition: &PathCondition, a: TermId, b: TermId, is_float: bool) -> bool {
        if a == b {
            return true;
        }
        let width = self.new.context.pool.width(a);
        if width != self.new.context.pool.width(b) {
            return false;
        }
        let format = match width {
            32 if is_float => Some(Format::F32),
            64 if is_float => Some(Format::F64),
            _ => None,
        };
        let differ = match format {
            Some(format)
                if is_arithmetic(&self.new.context.pool, format, a)
                    && is_arithmetic(&self.new.context.pool, format, b) =>
            {
                let same = self.new.context.pool.fp_same(format, a, b);
                self.new.context.pool.not(same)
            }
            _ => self.new.context.pool.ne(a, b),
        };
        self.never(condition, differ)
    }

    pub(crate) fn variable(&mut self, width: u32) -> TermId {
        self.n_variables += 1;
        self.new.context.pool.var(&format!("loop!{}:{width}", self.n_variables), width, VarKind::Opaque)
    }

    /// The numbers that the conditions on what changes compare with.
    pub(crate) fn numbers_compared(&self, level: usize, condition: &PathCondition) -> BTreeMap<u32, BTreeSet<u128>> {
        let n_vars = self.visits[level].n_vars;
        let pool = &self.new.context.pool;
        let about_slots = condition.constraints().filter(|one| pool.vars(*one).iter().any(|var| var.index() >= n_vars));
        bounds::limits(pool, about_slots)
    }
}

/// A state under the condition of another.
pub(crate) fn with_condition(state: &State, of: &State) -> State {
    let mut state = state.clone();
    state.path_condition = of.path_condition.clone();
    state
}
