//! Decisions: what becomes of a state when a condition on the inputs can be true and false.
//!
//! # Invariant
//! Wherever more than one alternative is feasible, exactly one [`Choice`] is appended to the state's `choices`: which one was taken.
//! A state that follows a given list of choices takes those and leaves the others alone; this is how a path is run again.

use crate::choice::Choice;
use crate::config::UbPolicy;
use crate::decision_log::{DecisionKind, Sides};
use crate::engine::{Engine, Step, Stop};
use crate::error::{ErrorKind, PathEnd, ProgramError};
use crate::ledger::Weakness;
use crate::state::State;
use crate::value::Value;
use incise_solver::{Extend, PathCondition, UnknownReason};
use incise_term::TermId;
use smallvec::smallvec;

impl Engine<'_, '_> {
    /// Which alternative the state must take, when it follows a known path.
    pub(crate) fn next_to_follow(&mut self, state: &mut State) -> Option<Choice> {
        let choice = *state.to_follow.get(state.followed)?;
        state.followed += 1;
        Some(choice)
    }

    pub(crate) fn note_unknown(&mut self, state: &State, reason: &UnknownReason) {
        if self.context.solver.was_played() {
            return;
        }
        self.run.stats.undecided += 1;
        let span = self.prepared.span(state);
        self.run.ledger.add(Weakness::SolverUnknown, reason.undecided("a query"), span.is_known().then_some(span));
    }

    /// What becomes of a state whose condition was not decided to be possible.
    fn undecided(&mut self, state: &State, reason: &UnknownReason, cond: TermId) -> Option<PathCondition> {
        if self.prepared.config.comparison.suppose_undecided {
            self.run.stats.undecided += u64::from(!self.context.solver.was_played());
            return Some(self.context.solver.suppose(&mut self.context.pool, &state.path_condition, cond));
        }
        self.note_unknown(state, reason);
        None
    }

    /// The two sides of a condition that are feasible, as path conditions.
    pub(crate) fn sides(&mut self, state: &mut State, cond: TermId) -> (Option<PathCondition>, Option<PathCondition>) {
        self.check_relevant(state, cond);
        let branch = self.context.solver.branch(&mut self.context.pool, &state.path_condition, cond);
        self.count_question(state);
        let negation = self.context.pool.not(cond);
        let mut side = |extend: Extend, cond: TermId| match extend {
            Extend::Sat(condition) => Some(condition),
            Extend::Unsat => None,
            Extend::Unknown(reason) => self.undecided(state, &reason, cond),
        };
        let both = (side(branch.then_, cond), side(branch.else_, negation));
        let few = (
            self.with_few_arguments(state, cond, both.0.clone()),
            self.with_few_arguments(state, cond, both.1.clone()),
        );
        // Whoever is left with one side takes it to be implied.
        if let ((Some(_), Some(_)), (Some(left), None) | (None, Some(left))) = (&both, &few) {
            state.path_condition = left.clone();
        }
        few
    }

    /// The side of a condition that is feasible, the first if both are; nobody asks for the other.
    pub(crate) fn first_side(
        &mut self,
        state: &mut State,
        cond: TermId,
    ) -> (Option<PathCondition>, Option<PathCondition>) {
        self.check_relevant(state, cond);
        let answer = self.context.solver.extend(&mut self.context.pool, &state.path_condition, cond);
        self.count_question(state);
        match answer {
            Extend::Sat(condition) => (Some(condition), None),
            Extend::Unsat => (None, Some(state.path_condition.clone())),
            Extend::Unknown(reason) => {
                let first = self.undecided(state, &reason, cond);
                let negation = self.context.pool.not(cond);
                let second = match self.context.solver.extend(&mut self.context.pool, &state.path_condition, negation) {
                    Extend::Sat(condition) => Some(condition),
                    Extend::Unsat => None,
                    Extend::Unknown(reason) => self.undecided(state, &reason, negation),
                };
                (first, second)
            }
        }
    }

    /// Counts a question that was asked; one whose answer was known counted before.
    pub(crate) fn count_question(&mut self, state: &mut State) {
        self.run.stats.queries += u64::from(!self.context.solver.was_played());
        state.n_calls += 1;
    }

    /// Notes a decision that rests on what was skipped.
    fn check_relevant(&mut self, state: &State, cond: TermId) {
        if self.is_irrelevant(cond) {
            let span = self.prepared.span(state);
            let detail = "a decision depends on code that was skipped";
            self.run.ledger.add(Weakness::WrongPlan, detail, span.is_known().then_some(span));
        }
    }

    /// Decides a condition in the middle of a statement: this state goes on with one side; a state for the other side, if it is
    /// feasible, will execute the whole statement again. So decide before anything is changed.
    pub fn decide(&mut self, state: &mut State, cond: &Value) -> Step<bool> {
        let term = match cond {
            Value::Int(bit) => return Ok(*bit != 0),
            Value::Term(term) => *term,
            other => self.term(other, 1),
        };
        if let Some((_, fact)) = state.retry_facts.iter().find(|(known, _)| *known == term) {
            return Ok(*fact);
        }
        self.check_initialised(state, term, "a decision")?;
        let sides = self.sides(state, term);
        if self.run.decision_log.is_some() && (sides.0.is_some() || sides.1.is_some()) {
            let negation = self.context.pool.not(term);
            let (taken, other) = if sides.0.is_some() { (term, negation) } else { (negation, term) };
            self.log_decision(
                state,
                DecisionKind::Inner,
                taken,
                smallvec![other],
                sides.0.is_some() && sides.1.is_some(),
            );
        }
        match sides {
            (Some(_), None) => Ok(true),
            (None, Some(_)) => Ok(false),
            (None, None) => Err(Stop::End(PathEnd::Cut)),
            (Some(yes), Some(no)) => {
                self.keep_answers(state);
                let follow = self.next_to_follow(state);
                if follow == Some(Choice::Inner(false)) {
                    return self.repeat(state, term, no);
                }
                if follow.is_none() {
                    self.run.stats.measures.states += 1;
                    let mut other = state.clone();
                    other.path_condition = no.clone();
                    other.choices.push(Choice::Inner(false));
                    other.steps -= 1; // it executes the statement again
                    other.retry_facts.push((term, false));
                    // It will ask again what it does not know by then.
                    other.n_calls = other.n_calls_before + other.retry_facts.len() as u64;
                    self.run.spawned.push(other);
                }
                state.choices.push(Choice::Inner(true));
                state.path_condition = yes;
                state.retry_facts.push((term, true));
                Ok(true)
            }
        }
    }

    /// Goes on a known path with the other side, as the state did that was forked off: by executing the statement again.
    fn repeat<T>(&mut self, state: &mut State, term: TermId, no: PathCondition) -> Step<T> {
        self.run.stats.instructions -= u64::from(state.steps > state.counted);
        state.steps -= 1;
        state.choices.push(Choice::Inner(false));
        state.path_condition = no;
        state.retry_facts.push((term, false));
        state.n_calls = state.n_calls_before + state.retry_facts.len() as u64;
        state.is_repeated = true;
        Err(Stop::Infeasible)
    }

    /// Keeps what the solver answered since the last time.
    #[inline]
    pub(crate) fn keep_answers(&mut self, state: &mut State) {
        if self.run.records {
            for answer in self.context.solver.take_recorded() {
                state.answers.push(answer);
            }
        }
    }

    /// Adds an assumption of the program; the path vanishes when it cannot hold.
    pub fn assume(&mut self, state: &mut State, cond: TermId) -> Step<()> {
        if self.context.pool.is_true(cond) {
            return Ok(());
        }
        if self.context.pool.is_false(cond) {
            return Err(Stop::Infeasible);
        }
        let answer = self.context.solver.extend(&mut self.context.pool, &state.path_condition, cond);
        self.count_question(state);
        match answer {
            Extend::Sat(condition) => {
                self.log_decision(state, DecisionKind::Assume, cond, Sides::new(), false);
                state.path_condition = condition;
                Ok(())
            }
            Extend::Unsat => {
                let negation = self.context.pool.not(cond);
                self.log_decision(state, DecisionKind::Assume, negation, Sides::new(), false);
                Err(Stop::Infeasible)
            }
            Extend::Unknown(reason) => match self.undecided(state, &reason, cond) {
                Some(condition) => {
                    state.path_condition = condition;
                    Ok(())
                }
                None => Err(Stop::End(PathEnd::Cut)),
            },
        }
    }

    /// Whether errors of this kind are looked for.
    #[inline]
    pub fn looks_for(&self, kind: ErrorKind) -> bool {
        let wraps = kind.is_wrappable() && self.prepared.config.checks.ub == UbPolicy::Wrap;
        !wraps && !self.prepared.config.checks.silenced.contains(&kind)
    }

    /// An error when `bad` holds: the part of the path where it does ends here with the error, the rest goes on.
    pub fn check(
        &mut self,
        state: &mut State,
        bad: &Value,
        kind: ErrorKind,
        message: impl FnOnce() -> String,
    ) -> Step<()> {
        let term = match bad {
            Value::Int(0) => return Ok(()),
            Value::Int(_) => {
                if kind.is_wrappable() && self.prepared.config.checks.ub == UbPolicy::Undefined {
                    self.run.undefined.insert(kind);
                    return Err(Stop::Infeasible);
                }
                return self.error(state, kind, message());
            }
            Value::Term(term) => *term,
            other => self.term(other, 1),
        };
        if let Some((_, fact)) = state.retry_facts.iter().find(|(known, _)| *known == term)
            && !fact
        {
            return Ok(());
        }
        if kind.is_wrappable() && self.prepared.config.checks.ub == UbPolicy::Undefined {
            let good = self.context.pool.not(term);
            let assumed = self.assume(state, good);
            if matches!(assumed, Err(Stop::Infeasible)) {
                self.run.undefined.insert(kind);
            }
            return assumed;
        }
        let good = self.context.pool.not(term);
        if self.is_explored(state, term)
            && let (Some(right), None) = self.first_side(state, good)
        {
            self.log_decision(state, DecisionKind::Check, good, smallvec![term], false);
            state.path_condition = right;
            state.retry_facts.push((term, false));
            return Ok(());
        }
        let sides = self.sides(state, term);
        if self.run.decision_log.is_some() && (sides.0.is_some() || sides.1.is_some()) {
            // Nothing comes after an error, so there is no other side to go on with.
            let (taken, others) = if sides.1.is_some() { (good, smallvec![term]) } else { (term, Sides::new()) };
            self.log_decision(state, DecisionKind::Check, taken, others, sides.0.is_some() && sides.1.is_some());
        }
        match sides {
            (None, Some(_)) => Ok(()),
            (None, None) => Err(Stop::End(PathEnd::Cut)),
            (Some(_), None) => self.error(state, kind, message()),
            (Some(wrong), Some(right)) => {
                let follow = self.next_to_follow(state);
                if follow != Some(Choice::GoesOn(true)) {
                    let error = ProgramError { kind, message: message(), stack: self.prepared.stack(state) };
                    if follow == Some(Choice::GoesOn(false)) {
                        state.path_condition = wrong;
                        state.choices.push(Choice::GoesOn(false));
                        return Err(Stop::End(PathEnd::Error(error)));
                    }
                    self.run.stats.forks += 1;
                    self.run.stats.measures.states += 1;
                    let mut failed = state.clone();
                    failed.path_condition = wrong;
                    failed.choices.push(Choice::GoesOn(false));
                    self.finish(failed, PathEnd::Error(error));
                }
                state.choices.push(Choice::GoesOn(true));
                state.path_condition = right;
                state.retry_facts.push((term, false));
                Ok(())
            }
        }
    }
}
