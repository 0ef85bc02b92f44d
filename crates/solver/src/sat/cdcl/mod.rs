//! An incremental SAT solver that looks only at the part of the instance a query needs.
//!
//! Conflict-driven clause learning as in MiniSat [een-soerensson-2003]: two watched literals, first unique implication
//! points, activities of variables, saved phases; restarts and removal of learnt clauses by how many levels they span, as
//! in Glucose [audemard-simon-2009].
//!
//! *Cones.* An instance holds the circuits of all queries so far; a query needs those its assumptions depend on. Gates
//! are functions of their inputs, so an assignment of the inputs' cone that violates no clause extends to everything else
//! (what holds the parts of a relation together is linked both ways). Decisions and propagation are confined to the cone.
//!
//! *Invariant.* Between calls nothing but the assignments of level 0 is on the trail.

mod analysis;
mod forget;

use super::heap::Heap;
use super::{Limit, Lit, SatSolver, Spent, Status};
use crate::work;
use smallvec::SmallVec;

const NO_REASON: u32 = u32::MAX;
/// Words before the literals of a clause in the arena: length and flags, levels spanned.
const HEADER: usize = 2;
const LEARNT: u32 = 1 << 31;
const DELETED: u32 = 1 << 30;
const LENGTH: u32 = DELETED - 1;
const ACTIVITY_LIMIT: f64 = 1e100;

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Has the clause no third literal?
    binary: bool,
    /// Some other literal of the clause: if it is true the clause need not be visited.
    blocker: Lit,
}

/// What conflict analysis knows of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    InClause,
    /// Its assignment follows from literals of the clause.
    Implied,
    NotImplied,
}

/// An instance.
pub(crate) struct Cdcl {
    arena: Vec<u32>,
    wasted: usize,
    learnt: Vec<u32>,
    max_learnt: usize,
    /// What all calls have cost so far.
    spent: Spent,
    /// How often the arena was compacted.
    pub(super) n_compactions: u32,
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<u32>,
    trail: Vec<Lit>,
    level_starts: Vec<u32>,
    head: usize,
    heap: Heap,
    increment: f64,
    phase: Vec<bool>,
    seen: Vec<Mark>,
    /// Inputs of the gate that defines a variable, and what it is linked with.
    inputs: Vec<SmallVec<[Lit; 4]>>,
    /// The query in whose cone a variable was last.
    cone: Vec<u32>,
    query: u32,
    cone_size: usize,
    /// The query whose model has the variable, and its value.
    model: Vec<(u32, bool)>,
    model_query: u32,
    core: Vec<Lit>,
    consistent: bool,
    stack: Vec<u32>,
    scratch: Vec<Lit>,
}

impl Default for Cdcl {
    fn default() -> Cdcl {
        Cdcl {
            arena: Vec::new(),
            wasted: 0,
            learnt: Vec::new(),
            max_learnt: 2000,
            spent: Spent::default(),
            n_compactions: 0,
            watches: Vec::new(),
            values: Vec::new(),
            level: Vec::new(),
            reason: Vec::new(),
            trail: Vec::new(),
            level_starts: Vec::new(),
            head: 0,
            heap: Heap::default(),
            increment: 1.0,
            phase: Vec::new(),
            seen: Vec::new(),
            inputs: Vec::new(),
            cone: Vec::new(),
            query: 0,
            cone_size: 0,
            model: Vec::new(),
            model_query: 0,
            core: Vec::new(),
            consistent: true,
            stack: Vec::new(),
            scratch: Vec::new(),
        }
    }
}

#[cfg(test)]
impl Cdcl {
    /// An instance that forgets early.
    pub(super) fn with_learnt_limit(max_learnt: usize) -> Cdcl {
        Cdcl { max_learnt, ..Cdcl::default() }
    }
}

fn variable(lit: Lit) -> usize {
    lit.0 as usize >> 1
}

impl Cdcl {
    #[inline]
    fn value_of(&self, lit: Lit) -> i8 {
        self.values[lit.0 as usize]
    }

    fn clause(&self, clause: u32) -> std::ops::Range<usize> {
        let start = clause as usize + HEADER;
        start..start + (self.arena[clause as usize] & LENGTH) as usize
    }

    fn literal(&self, at: usize) -> Lit {
        Lit(self.arena[at])
    }

    fn decision_level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    #[inline]
    fn enqueue(&mut self, lit: Lit, reason: u32) {
        debug_assert_eq!(self.value_of(lit), 0);
        self.values[lit.0 as usize] = 1;
        self.values[(!lit).0 as usize] = -1;
        let var = variable(lit);
        self.level[var] = self.decision_level();
        self.reason[var] = reason;
        self.trail.push(lit);
    }

    fn attach(&mut self, literals: &[Lit], learnt: bool, span: u32) -> u32 {
        let clause = u32::try_from(self.arena.len()).expect("fewer than 2^32 words of clauses");
        self.arena.push(literals.len() as u32 | if learnt { LEARNT } else { 0 });
        self.arena.push(span);
        self.arena.extend(literals.iter().map(|lit| lit.0));
        let binary = literals.len() == 2;
        self.watches[(!literals[0]).0 as usize].push(Watch { clause, binary, blocker: literals[1] });
        self.watches[(!literals[1]).0 as usize].push(Watch { clause, binary, blocker: literals[0] });
        if learnt {
            self.learnt.push(clause);
        }
        clause
    }

    /// Propagates all pending assignments; a violated clause, if any.
    fn propagate(&mut self) -> Option<u32> {
        let everywhere = self.level_starts.is_empty();
        while self.head < self.trail.len() {
            let lit = self.trail[self.head];
            self.head += 1;
            let mut watches = std::mem::take(&mut self.watches[lit.0 as usize]);
            self.spent.work += work::PROPAGATION + watches.len() as u64;
            let (mut read, mut write) = (0, 0);
            let mut conflict = None;
            while read < watches.len() {
                let watch = watches[read];
                read += 1;
                if self.values[watch.blocker.0 as usize] == 1 {
                    watches[write] = watch;
                    write += 1;
                    continue;
                }
                if watch.binary {
                    watches[write] = watch;
                    write += 1;
                    if self.value_of(watch.blocker) == -1 {
                        conflict = Some(watch.clause);
                        self.head = self.trail.len();
                        break;
                    }
                    if everywhere || self.cone[variable(watch.blocker)] == self.query {
                        self.enqueue(watch.blocker, watch.clause);
                    }
                    continue;
                }
                let range = self.clause(watch.clause);
                // The false literal goes to the second place.
                if self.arena[range.start] == (!lit).0 {
                    self.arena.swap(range.start, range.start + 1);
                }
                let first = self.literal(range.start);
                let kept = Watch { clause: watch.clause, binary: false, blocker: first };
                if self.value_of(first) == 1 {
                    watches[write] = kept;
                    write += 1;
                    continue;
                }
                let replacement = (range.start + 2..range.end).find(|&at| self.values[self.arena[at] as usize] != -1);
                if let Some(at) = replacement {
                    let other = self.literal(at);
                    self.arena.swap(range.start + 1, at);
                    self.watches[(!other).0 as usize].push(kept);
                    continue;
                }
                watches[write] = kept;
                write += 1;
                if self.value_of(first) == -1 {
                    conflict = Some(watch.clause);
                    self.head = self.trail.len();
                    break;
                }
                if everywhere || self.cone[variable(first)] == self.query {
                    self.enqueue(first, watch.clause);
                }
            }
            while read < watches.len() {
                watches[write] = watches[read];
                read += 1;
                write += 1;
            }
            watches.truncate(write);
            self.watches[lit.0 as usize] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn backtrack(&mut self, level: u32) {
        if self.decision_level() <= level {
            return;
        }
        let start = self.level_starts[level as usize] as usize;
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = variable(lit);
            self.values[lit.0 as usize] = 0;
            self.values[(!lit).0 as usize] = 0;
            self.phase[var] = lit.0 & 1 == 0;
            if self.cone[var] == self.query {
                self.heap.insert(var as u32);
            }
        }
        self.trail.truncate(start);
        self.level_starts.truncate(level as usize);
        self.head = start;
    }

    fn bump(&mut self, var: usize) {
        if self.heap.bump(var as u32, self.increment) > ACTIVITY_LIMIT {
            self.heap.scale(1.0 / ACTIVITY_LIMIT);
            self.increment /= ACTIVITY_LIMIT;
        }
    }

    /// Marks what the assumptions depend on and offers it for decisions.
    fn mark_cone(&mut self, assumptions: &[Lit]) {
        self.query += 1;
        self.cone_size = 0;
        self.heap.clear();
        self.stack.clear();
        self.stack.extend(assumptions.iter().map(|&lit| variable(lit) as u32));
        while let Some(var) = self.stack.pop() {
            let var = var as usize;
            if self.cone[var] == self.query {
                continue;
            }
            self.cone[var] = self.query;
            self.cone_size += 1;
            if self.values[var << 1] == 0 {
                self.heap.push_unordered(var as u32);
            }
            self.stack.extend(self.inputs[var].iter().map(|&lit| variable(lit) as u32));
        }
        self.heap.order();
    }

    fn search(&mut self, assumptions: &[Lit], limit: Limit, stop: Option<&dyn Fn() -> bool>) -> Status {
        let mut conflicts = 0u64;
        let most_work = limit.work.map(|work| self.spent.work + work);
        // Learnt clauses have lately spanned more levels than usual: the search is somewhere bad.
        let (mut lately, mut usually, mut since_restart) = (0.0f64, 0.0f64, 0u64);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.decision_level() == 0 {
                    self.consistent = false;
                    self.core.clear();
                    return Status::Unsat;
                }
                conflicts += 1;
                self.spent.conflicts += 1;
                self.spent.work += work::CONFLICT;
                let (learnt, back) = self.analyze(conflict);
                let span = self.span(&learnt);
                self.backtrack(back);
                if let [unit] = *learnt {
                    self.enqueue(unit, NO_REASON);
                } else {
                    let clause = self.attach(&learnt, true, span);
                    self.enqueue(learnt[0], clause);
                }
                self.increment /= 0.95;
                let span = f64::from(span);
                lately += (span - lately) / conflicts.min(32) as f64;
                usually += (span - usually) / conflicts.min(8192) as f64;
                since_restart += 1;
                let is_asked = conflicts.is_multiple_of(64);
                if is_asked && (limit.deadline.is_over() || stop.is_some_and(|stop| stop())) {
                    return Status::Limit;
                }
                let is_spent = most_work.is_some_and(|most| self.spent.work >= most);
                if is_spent || limit.conflicts.is_some_and(|most| conflicts >= most) {
                    return Status::Limit;
                }
                continue;
            }
            if since_restart >= 30 && lately > 1.15 * usually {
                since_restart = 0;
                self.backtrack(assumptions.len() as u32);
                continue;
            }
            if self.learnt.len() > self.max_learnt + self.trail.len() / 8 {
                self.reduce();
            }
            let next = match assumptions.get(self.decision_level() as usize) {
                Some(&assumption) => match self.value_of(assumption) {
                    1 => {
                        self.level_starts.push(self.trail.len() as u32);
                        continue;
                    }
                    0 => assumption,
                    _ => {
                        self.find_core(assumption);
                        return Status::Unsat;
                    }
                },
                None => match self.pick() {
                    Some(lit) => lit,
                    None => return Status::Sat,
                },
            };
            self.level_starts.push(self.trail.len() as u32);
            self.enqueue(next, NO_REASON);
        }
    }

    fn pick(&mut self) -> Option<Lit> {
        loop {
            let var = self.heap.pop()?;
            if self.values[(var << 1) as usize] == 0 {
                return Some(Lit(var << 1 | u32::from(!self.phase[var as usize])));
            }
        }
    }
}

impl SatSolver for Cdcl {
    fn new_variable(&mut self, inputs: &[Lit]) -> Lit {
        let var = self.level.len() as u32;
        self.spent.work += work::VARIABLE;
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([0, 0]);
        self.level.push(0);
        self.reason.push(NO_REASON);
        self.phase.push(false);
        self.seen.push(Mark::None);
        self.inputs.push(SmallVec::from_slice(inputs));
        self.cone.push(0);
        self.model.push((0, false));
        self.heap.add();
        Lit(var << 1)
    }

    fn link(&mut self, literals: &[Lit]) {
        for &lit in literals {
            self.inputs[variable(lit)].extend(literals.iter().copied().filter(|&other| other != lit));
        }
    }

    fn prefer(&mut self, lit: Lit) {
        self.phase[variable(lit)] = lit.0 & 1 == 0;
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        debug_assert_eq!(self.decision_level(), 0);
        if !self.consistent {
            return;
        }
        let mut literals = std::mem::take(&mut self.scratch);
        literals.clear();
        literals.extend(clause.iter().copied().filter(|&lit| self.value_of(lit) != -1));
        literals.sort_unstable();
        literals.dedup();
        let satisfied =
            literals.iter().any(|&lit| self.value_of(lit) == 1) || literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if !satisfied {
            match *literals {
                [] => self.consistent = false,
                [unit] => {
                    self.enqueue(unit, NO_REASON);
                    if self.propagate().is_some() {
                        self.consistent = false;
                    }
                }
                _ => {
                    self.attach(&literals, false, 0);
                }
            }
        }
        self.scratch = literals;
    }

    fn n_variables(&self) -> usize {
        self.level.len()
    }

    fn cone_size(&self) -> usize {
        self.cone_size
    }

    fn spent(&self) -> Spent {
        self.spent
    }

    fn count(&mut self, work: u64) {
        self.spent.work += work;
    }

    fn solve(&mut self, assumptions: &[Lit], limit: Limit, stop: Option<&dyn Fn() -> bool>) -> Status {
        self.core.clear();
        if !self.consistent {
            return Status::Unsat;
        }
        self.mark_cone(assumptions);
        self.spent.work += self.cone_size as u64;
        let status = self.search(assumptions, limit, stop);
        if status == Status::Sat {
            self.model_query = self.query;
            let start = self.level_starts.first().map_or(self.trail.len(), |&start| start as usize);
            for &lit in &self.trail[start..] {
                self.model[variable(lit)] = (self.query, lit.0 & 1 == 0);
            }
        }
        self.backtrack(0);
        status
    }

    fn value(&self, lit: Lit) -> bool {
        let (query, value) = self.model[variable(lit)];
        // What is fixed for good is not repeated in models.
        let value = if query == self.model_query { value } else { self.values[lit.0 as usize & !1] == 1 };
        value == (lit.0 & 1 == 0)
    }

    fn in_core(&self, assumption: Lit) -> bool {
        self.core.contains(&assumption)
    }
}
