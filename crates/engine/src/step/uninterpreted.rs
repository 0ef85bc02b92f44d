//! Calls of functions that are known to do the same in two programs: not followed, answered by a variable of their own for each list
//! of arguments.
//!
//! *Source*: uninterpreted functions for recursive calls in regression verification (B. Godlin, O. Strichman, 2008).
//!
//! # Invariants
//! - Two calls get one answer only if their arguments are equal whenever the later call is made. That two answers differ is never said.
//! - The functions read and write nothing but their arguments; who says that they are known has seen to it.

use crate::call::{CallSite, Unfollowed};
use crate::engine::{Engine, Next, Step};
use crate::state::State;
use crate::value::Value;
use incise_ir::Type;
use incise_solver::Truth;
use incise_term::{TermId, VarKind};

/// Calls that are looked at for having equal arguments.
const LOOKED_AT: usize = 16;

impl Engine<'_, '_> {
    /// Answers a call of a function that need not be followed.
    pub(super) fn uninterpreted(&mut self, state: &mut State, site: &CallSite<'_>) -> Step<Option<Next>> {
        let known = &self.prepared.config.comparison.uninterpreted;
        let Some(number) = known.functions.get(&site.function).copied() else { return Ok(None) };
        // The activation that everything starts with is no call.
        let nested = state.thread().frames().filter(|frame| known.functions.contains_key(&frame.function)).count();
        let is_entry =
            state.thread().frames().last().is_some_and(|frame| known.functions.contains_key(&frame.function));
        if nested - usize::from(is_entry) < known.unfold as usize {
            return Ok(None);
        }
        let mut args = Vec::new();
        for (value, ty) in &site.args {
            if !matches!(value, Value::Int(_) | Value::Term(_)) {
                return Ok(None);
            }
            let width = self.prepared.width(*ty);
            args.push(self.term(value, width));
        }
        let index = match self.same_call(state, number, &args) {
            Some(index) => index,
            None => {
                let index = self.context.unfollowed.len();
                let answer = (!matches!(self.prepared.module().types.get(site.ret), Type::Void)).then(|| {
                    let width = self.prepared.width(site.ret);
                    self.context.pool.var(&format!("answer!{index}:{width}"), width, VarKind::Opaque)
                });
                self.context.unfollowed.push(Unfollowed { function: number, args, answer });
                index
            }
        };
        let answer = self.context.unfollowed[index].answer;
        state.uninterpreted.push((index, state.output.len()));
        if let (Some(dst), Some(term)) = (site.dst, answer) {
            let value = self.value(term);
            self.set(state, dst, value);
        }
        Ok(Some(Next::Statement))
    }

    /// A call before this one with the same arguments.
    fn same_call(&mut self, state: &State, function: u32, args: &[TermId]) -> Option<usize> {
        let same = |call: &Unfollowed| call.function == function && call.args.len() == args.len();
        let calls: Vec<(usize, Vec<TermId>)> = self
            .context
            .unfollowed
            .iter()
            .enumerate()
            .filter(|(_, call)| same(call))
            .map(|(index, call)| (index, call.args.clone()))
            .collect();
        if let Some((index, _)) = calls.iter().find(|(_, known)| known == args) {
            return Some(*index);
        }
        for (index, known) in calls.into_iter().rev().take(LOOKED_AT) {
            let mut differ = self.context.pool.constant(1, 0);
            for (a, b) in known.iter().zip(args) {
                if self.context.pool.width(*a) != self.context.pool.width(*b) {
                    differ = self.context.pool.constant(1, 1);
                    break;
                }
                let one = self.context.pool.ne(*a, *b);
                differ = self.context.pool.or(differ, one);
            }
            if matches!(
                self.context.solver.may_be_true(&mut self.context.pool, &state.path_condition, differ),
                Truth::No
            ) {
                return Some(index);
            }
        }
        None
    }
}
