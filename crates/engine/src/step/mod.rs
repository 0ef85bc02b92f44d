//! Executing one statement after the other.

mod access;
mod addresses;
mod argument_vector;
mod arith;
mod branch;
mod call;
mod checks;
mod decide;
mod initialised;
mod log;
mod outside_functions;
mod promised_call;
mod resolve;
mod rvalue;
mod skip;
mod source_checks;
mod uninterpreted;
mod unknown_call;
mod volatile_access;
mod wide;

pub use arith::format_of;
pub use resolve::ObjectOffset;

use crate::config::Pause;
use crate::engine::{Engine, Next, Step, Stop};
use crate::error::PathEnd;
use crate::ledger::Weakness;
use crate::state::State;
use crate::value::Value;
use incise_ir::{Id, LocalId, Operand, Stmt, StmtKind, TypeId};
use skip::tag_new_objects;

impl<'p> Engine<'_, 'p> {
    /// Executes one statement or terminator of the running thread.
    pub fn step(&mut self, state: &mut State) -> Step<()> {
        match self.execute(state) {
            // On a path that is followed, the statement is executed again.
            Err(Stop::Infeasible) if std::mem::take(&mut state.is_repeated) => Ok(()),
            outcome => outcome,
        }
    }

    fn execute(&mut self, state: &mut State) -> Step<()> {
        if self.prepared.config.bounds.max_steps.is_some_and(|limit| state.steps >= limit) {
            let detail = "a path has more statements than --max-steps allows";
            return self.cut(state, Weakness::StepBound, detail);
        }
        if self.prepared.config.comparison.pause != Pause::Never && self.is_at_loop(state) {
            state.paused = true;
            return Err(Stop::End(PathEnd::Cut));
        }
        state.steps += 1;
        self.context.solver.count_statement(&self.context.pool);
        self.run.stats.instructions += u64::from(state.steps > state.counted);
        // What was decided before a statement is executed again was asked in it.
        state.n_calls_before = state.n_calls - state.retry_facts.len() as u64;
        if self.prepared.plan.is_some() && self.skip(state) {
            state.resumed = false;
            return Ok(());
        }
        let frame = state.top();
        let block = &self.prepared.function(frame.function).blocks[frame.block];
        let n_made = state.memory.n_made();
        match block.stmts.get(frame.index as usize) {
            Some(stmt) => match self.statement(state, stmt)? {
                Next::Statement => {
                    if self.prepared.plan.is_some() {
                        tag_new_objects(self.prepared.module(), state, n_made, stmt);
                    }
                    state.top_mut().index += 1;
                    state.retry_facts.clear();
                    state.resumed = false;
                }
                Next::Elsewhere => {
                    state.retry_facts.clear();
                    state.resumed = false;
                }
            },
            None => {
                if let Some(limit) = self.prepared.config.bounds.max_steps
                    && state.steps > limit
                {
                    let detail = format!("more than {limit} statements on a path; raise --max-steps");
                    return self.cut(state, Weakness::StepBound, detail);
                }
                let resumed = std::mem::replace(&mut state.resumed, false);
                self.terminator(state, &block.terminator.kind).inspect_err(|_| state.resumed = resumed)?;
                state.retry_facts.clear();
            }
        }
        Ok(())
    }

    /// Whether the state is where it has to be paused, and was not taken up there.
    fn is_at_loop(&mut self, state: &State) -> bool {
        let frame = state.top();
        if frame.index != 0 || state.resumed {
            return false;
        }
        if self.prepared.config.comparison.pause == Pause::Heads {
            return self.is_loop_head(frame.function, frame.block);
        }
        let limit = self.prepared.config.bounds.loop_bound.unwrap_or(u32::MAX);
        frame.decided.iter().any(|(block, count)| *block == frame.block && *count >= limit)
    }

    #[inline]
    fn statement(&mut self, state: &mut State, stmt: &'p Stmt) -> Step<Next> {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let value = self.rvalue(state, value)?;
                self.set(state, *dst, value);
            }
            StmtKind::ParallelCopy(copies) => {
                let values: Vec<Value> = copies.iter().map(|(_, source)| self.operand(state, source)).collect();
                for ((dst, _), value) in copies.iter().zip(values) {
                    self.set(state, *dst, value);
                }
            }
            StmtKind::Store { ptr, value, ty, align, .. } => {
                let (ptr, value) = (self.operand(state, ptr), self.operand(state, value));
                self.check_alignment(state, &ptr, *align)?;
                self.store(state, &ptr, &value, *ty)?;
            }
            StmtKind::Call { .. } => return self.call(state, &stmt.kind),
            StmtKind::Fence => {}
            StmtKind::Unsupported(text) => {
                return self.cut(state, Weakness::Unsupported, format!("not supported: {text}"));
            }
        }
        Ok(Next::Statement)
    }

    /// Sets a local of the running activation.
    #[inline]
    pub fn set(&mut self, state: &mut State, local: LocalId, value: Value) {
        state.top_mut().locals[local.index()] = value;
    }

    /// The value of an operand, which may be unspecified.
    #[inline]
    pub fn operand(&self, state: &State, operand: &Operand) -> Value {
        match operand {
            Operand::Local(local) => state.top().locals[local.index()].clone(),
            Operand::Int(value) => Value::Int(*value),
            Operand::Const(id) => self.prepared.consts[*id].clone(),
        }
    }

    /// The value of an operand that is read: a local that was never assigned gets the value that it keeps.
    #[inline]
    pub fn read_operand(&mut self, state: &mut State, operand: &Operand) -> Value {
        match (self.operand(state, operand), operand) {
            (Value::Undefined, Operand::Local(local)) if self.has_unwritten_values() => {
                self.unwritten_local(state, *local)
            }
            (value, _) => value,
        }
    }

    /// The value of an operand of type `ty` that an operation uses: an unspecified one becomes a variable.
    #[inline]
    pub fn used(&mut self, state: &mut State, operand: &Operand, ty: TypeId) -> Value {
        match self.read_operand(state, operand) {
            Value::Undefined => self.materialise(state, ty),
            value => value,
        }
    }
}
