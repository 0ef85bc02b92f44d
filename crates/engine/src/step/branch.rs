//! Terminators: where a path splits.

use crate::choice::Choice;
use crate::config::Pause;
use crate::decision_log::{DecisionKind, Sides};
use crate::engine::{Engine, LABEL_BASE, Step, Stop};
use crate::error::{ErrorKind, PathEnd};
use crate::ledger::Weakness;
use crate::state::{Branched, Decision, State};
use crate::value::Value;
use incise_ir::{BlockId, FuncId, Id, Labels, Operand, TermKind, TypeId};
use incise_solver::PathCondition;
use incise_term::TermId;
use smallvec::smallvec;

impl<'p> Engine<'_, 'p> {
    pub(super) fn terminator(&mut self, state: &mut State, kind: &'p TermKind) -> Step<()> {
        match kind {
            TermKind::Goto(next) => {
                self.enter(state, *next, 0);
                Ok(())
            }
            TermKind::Branch { cond, then, otherwise } => self.branch(state, cond, *then, *otherwise),
            TermKind::Switch { value, ty, cases, default } => self.switch(state, value, *ty, cases, *default),
            TermKind::IndirectGoto { target, targets } => self.indirect_goto(state, target, targets),
            TermKind::Return(value) => self.return_from(state, value.as_ref()),
            TermKind::Unreachable => self.error(
                state,
                ErrorKind::Unreachable,
                "a place that the compiler takes to be out of reach was reached",
            ),
            TermKind::Unsupported(text) => self.cut(state, Weakness::Unsupported, format!("not supported: {text}")),
        }
    }

    /// Goes on at the start of a block, by the given edge of the current one.
    #[inline]
    pub(crate) fn enter(&mut self, state: &mut State, next: BlockId, edge: u32) {
        let frame = state.top();
        let bases = &self.prepared.coverage_base[frame.function];
        let (edge_bit, block_bit) = (bases[frame.block.index()] + 1 + edge, bases[next.index()]);
        state.cover(edge_bit);
        state.cover(block_bit);
        let frame = state.top_mut();
        frame.block = next;
        frame.index = 0;
    }

    fn record(&mut self, state: &mut State, edge: u32, decided: bool) {
        if !decided && !self.prepared.config.search.record_trace {
            return;
        }
        let frame = state.top();
        let decision = Decision { function: frame.function, block: frame.block, edge };
        state.branches.push(Branched { decision, is_decided: decided });
        if decided {
            state.n_decisions += 1;
            state.top_mut().decides = true;
        }
    }

    fn branch(&mut self, state: &mut State, cond: &Operand, then: BlockId, otherwise: BlockId) -> Step<()> {
        let cond = match self.read_operand(state, cond) {
            Value::Int(bit) => {
                let edge = u32::from(bit == 0);
                self.record(state, edge, false);
                self.enter(state, if bit != 0 { then } else { otherwise }, edge);
                return Ok(());
            }
            Value::Undefined => self.fresh_undefined(state, 1),
            other => self.term(&other, 1),
        };
        self.check_initialised(state, cond, "a branch")?;
        self.bound_loops(state)?;
        let undecided = self.run.stats.undecided;
        let negation = self.context.pool.not(cond);
        let is_explored = self.is_explored(state, negation);
        let asks_both = !is_explored || self.asks_all();
        let mut sides = if asks_both { self.sides(state, cond) } else { self.first_side(state, cond) };
        let mut n_feasible = usize::from(sides.0.is_some()) + usize::from(sides.1.is_some());
        self.measure(state, if asks_both { 2 } else { n_feasible }, n_feasible, undecided);
        let left_out = is_explored && n_feasible > 1;
        if left_out {
            sides.1 = None;
            n_feasible = 1;
        }
        if self.run.decision_log.is_some() && n_feasible > 0 {
            let (taken, other) = if sides.0.is_some() { (cond, negation) } else { (negation, cond) };
            self.log_decision(state, DecisionKind::Branch, taken, smallvec![other], n_feasible > 1);
            if left_out {
                self.log_left_out();
            }
        }
        self.split(state, [(0, then, sides.0), (1, otherwise, sides.1)])
    }

    /// Counts the sides of a branch, unless whoever gave the state away has; `undecided` questions were so before it.
    fn measure(&mut self, state: &State, n_sides: usize, n_feasible: usize, undecided: u64) {
        if state.steps > state.counted {
            self.run.stats.measures.states += n_feasible as u64;
            if self.run.stats.undecided == undecided {
                self.run.stats.measures.infeasible += (n_sides - n_feasible) as u64;
            }
        }
    }

    /// Goes on with the first feasible alternative and forks the others off.
    fn split<const N: usize>(
        &mut self,
        state: &mut State,
        alternatives: [(u32, BlockId, Option<PathCondition>); N],
    ) -> Step<()> {
        let feasible = alternatives
            .into_iter()
            .filter_map(|(edge, block, condition)| condition.map(|condition| (edge, block, condition)))
            .collect();
        self.split_feasible(state, feasible)
    }

    fn split_feasible(&mut self, state: &mut State, feasible: Vec<(u32, BlockId, PathCondition)>) -> Step<()> {
        self.keep_answers(state);
        let several = feasible.len() > 1;
        let follow = if several { self.next_to_follow(state) } else { None }.map(Choice::number);
        let mut numbered: Vec<_> = feasible.into_iter().enumerate().collect();
        if follow.is_none() {
            self.put_in_order(state, &mut numbered, |(_, (_, block, _))| *block);
        }
        let mut alternatives = numbered.into_iter().filter(|(number, _)| match follow {
            Some(wanted) => *number as u32 == wanted,
            None => true,
        });
        // Nothing feasible: every side was undecided, and the ledger says so.
        let Some((number, (edge, block, condition))) = alternatives.next() else {
            return Err(Stop::End(PathEnd::Cut));
        };
        for (number, (edge, block, condition)) in alternatives {
            let mut other = state.clone();
            other.path_condition = condition;
            other.choices.push(Choice::Side(number as u32));
            self.record(&mut other, edge, true);
            self.enter(&mut other, block, edge);
            self.run.spawned.push(other);
        }
        state.path_condition = condition;
        if several {
            state.choices.push(Choice::Side(number as u32));
        }
        self.record(state, edge, true);
        self.enter(state, block, edge);
        Ok(())
    }

    fn switch(
        &mut self,
        state: &mut State,
        value: &Operand,
        ty: TypeId,
        cases: &[(Labels, BlockId)],
        default: BlockId,
    ) -> Step<()> {
        let value = match self.read_operand(state, value) {
            Value::Int(value) => {
                let hit = cases.iter().position(|(labels, _)| labels.has(u128::from(value)));
                let edge = hit.unwrap_or(cases.len());
                self.record(state, edge as u32, false);
                self.enter(state, hit.map_or(default, |hit| cases[hit].1), edge as u32);
                return Ok(());
            }
            Value::Undefined => {
                let width = self.prepared.width(ty);
                self.fresh_undefined(state, width)
            }
            other => self.term(&other, self.prepared.width(ty)),
        };
        self.check_initialised(state, value, "a switch")?;
        self.bound_loops(state)?;
        let mut feasible = Vec::new();
        let mut rest = Some(state.path_condition.clone());
        let undecided = self.run.stats.undecided;
        let sides = if self.run.explored_sides.is_some() { self.switch_sides(value, cases) } else { Sides::new() };
        let mut n_asked = cases.len() + 1;
        for (edge, (labels, block)) in cases.iter().enumerate() {
            let Some(condition) = rest.take() else { break };
            if !sides.is_empty()
                && !feasible.is_empty()
                && sides[edge..].iter().all(|side| self.is_explored(state, *side))
            {
                n_asked = edge;
                break;
            }
            let here = self.is_labelled(value, labels);
            let (yes, no) = match self.context.pool.as_const(here) {
                Some(0) => (None, Some(condition)),
                Some(_) => (Some(condition), None),
                None => {
                    let before = std::mem::replace(&mut state.path_condition, condition);
                    let sides = self.sides(state, here);
                    state.path_condition = before;
                    sides
                }
            };
            feasible.extend(yes.map(|condition| (edge as u32, *block, condition)));
            rest = no;
        }
        feasible.extend(rest.map(|condition| (cases.len() as u32, default, condition)));
        self.measure(state, n_asked, feasible.len(), undecided);
        if let (true, Some((taken, ..))) = (self.run.decision_log.is_some(), feasible.first()) {
            self.mark_switch(state, value, cases, *taken as usize, feasible.len() > 1);
        }
        self.split_feasible(state, feasible)
    }

    /// Takes note of the side of a switch that is taken.
    fn mark_switch(&mut self, state: &State, value: TermId, cases: &[(Labels, BlockId)], taken: usize, forked: bool) {
        let mut sides = self.switch_sides(value, cases);
        let taken = sides.remove(taken);
        self.log_decision(state, DecisionKind::Branch, taken, sides, forked);
    }

    /// Whether a value has one of the labels of a case.
    fn is_labelled(&mut self, value: TermId, labels: &Labels) -> TermId {
        let pool = &mut self.context.pool;
        let width = pool.width(value);
        let mut any = pool.false_();
        for label in &labels.0 {
            let label = pool.constant(width, *label);
            let here = pool.eq(value, label);
            any = pool.bool_or(any, here);
        }
        any
    }

    /// The conditions of all sides of a switch, the default last.
    fn switch_sides(&mut self, value: TermId, cases: &[(Labels, BlockId)]) -> Sides {
        let mut sides = Sides::new();
        let mut none = self.context.pool.true_();
        for (labels, _) in cases {
            let here = self.is_labelled(value, labels);
            let elsewhere = self.context.pool.not(here);
            none = self.context.pool.bool_and(none, elsewhere);
            sides.push(here);
        }
        sides.push(none);
        sides
    }

    fn indirect_goto(&mut self, state: &mut State, target: &Operand, targets: &[BlockId]) -> Step<()> {
        let address = match self.operand(state, target) {
            Value::Int(address) => address,
            Value::Term(term) => self.concretise(state, term)?,
            _ => 0,
        };
        let function = state.top().function;
        let label = targets.iter().position(|block| label_address(function, *block) == address);
        let Some(edge) = label else {
            return self.error(
                state,
                ErrorKind::BadCall,
                "a computed goto to something that is no label of this function",
            );
        };
        self.record(state, edge as u32, false);
        self.enter(state, targets[edge], edge as u32);
        Ok(())
    }

    /// Counts decisions against the bounds on depth and loops.
    fn bound_loops(&mut self, state: &mut State) -> Step<()> {
        if let Some(limit) = self.prepared.config.bounds.max_depth
            && u64::from(state.n_decisions) >= limit
        {
            return self.cut(
                state,
                Weakness::DepthBound,
                format!("more than {limit} decisions on a path; raise --max-depth"),
            );
        }
        if let Some(limit) = self.prepared.config.bounds.loop_bound
            && self.is_loop_exit(state.top().function, state.top().block)
        {
            let frame = state.top_mut();
            let block = frame.block;
            let count = match frame.decided.iter_mut().find(|(known, _)| *known == block) {
                Some((_, count)) => {
                    *count += 1;
                    *count
                }
                None => {
                    frame.decided.push((block, 1));
                    1
                }
            };
            if count > limit && self.prepared.config.comparison.pause == Pause::Never {
                return self.cut(
                    state,
                    Weakness::LoopBound,
                    format!("a branch was decided more than {limit} times; raise --loop-bound"),
                );
            }
        }
        Ok(())
    }
}

/// The address of a label.
pub(crate) fn label_address(function: FuncId, block: BlockId) -> u64 {
    LABEL_BASE + ((function.index() as u64) << 24 | block.index() as u64) * 4
}
