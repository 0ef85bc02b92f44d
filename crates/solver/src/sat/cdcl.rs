//! An incremental SAT solver that looks only at the part of the instance a query needs.
//!
//! Conflict-driven clause learning as in MiniSat [een-soerensson-2003]: two watched literals, first unique implication
//! points, activities of variables, saved phases, Luby restarts, removal of learnt clauses by how many levels they
//! span [audemard-simon-2009].
//!
//! *Cones.* An instance holds the circuits of all queries so far; a query needs those its assumptions depend on. Gates
//! are functions of their inputs, so an assignment of the inputs' cone that violates no clause extends to everything else
//! (what holds the parts of a relation together is linked both ways). Decisions and propagation are confined to the cone.
//!
//! *Invariant.* Between calls nothing but the assignments of level 0 is on the trail.

use super::heap::Heap;
use super::{Limit, Lit, SatSolver, Status};
use smallvec::SmallVec;
use std::time::Instant;

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
            model: Vec::new(),
            model_query: 0,
            core: Vec::new(),
            consistent: true,
            stack: Vec::new(),
            scratch: Vec::new(),
        }
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
        self.watches[(!literals[0]).0 as usize].push(Watch { clause, blocker: literals[1] });
        self.watches[(!literals[1]).0 as usize].push(Watch { clause, blocker: literals[0] });
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
                let range = self.clause(watch.clause);
                // The false literal goes to the second place.
                if self.arena[range.start] == (!lit).0 {
                    self.arena.swap(range.start, range.start + 1);
                }
                let first = self.literal(range.start);
                let kept = Watch { clause: watch.clause, blocker: first };
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

    /// The clause learnt from a conflict, asserting literal first, and the level to go back to.
    fn analyze(&mut self, conflict: u32) -> (Vec<Lit>, u32) {
        let mut learnt = vec![Lit(0)];
        let mut open = 0;
        let mut reason = conflict;
        let mut at = self.trail.len();
        let mut resolved: Option<Lit> = None;
        loop {
            for i in self.clause(reason) {
                let lit = self.literal(i);
                if Some(lit) == resolved {
                    continue;
                }
                let var = variable(lit);
                if self.seen[var] == Mark::None && self.level[var] > 0 {
                    self.seen[var] = Mark::InClause;
                    self.bump(var);
                    if self.level[var] == self.decision_level() {
                        open += 1;
                    } else {
                        learnt.push(lit);
                    }
                }
            }
            loop {
                at -= 1;
                if self.seen[variable(self.trail[at])] == Mark::InClause {
                    break;
                }
            }
            let lit = self.trail[at];
            self.seen[variable(lit)] = Mark::None;
            open -= 1;
            if open == 0 {
                learnt[0] = !lit;
                break;
            }
            reason = self.reason[variable(lit)];
            resolved = Some(lit);
        }
        let mut touched = std::mem::take(&mut self.scratch);
        touched.clear();
        touched.extend_from_slice(&learnt[1..]);
        let levels = learnt[1..].iter().fold(0, |levels, &lit| levels | 1u64 << (self.level[variable(lit)] % 64));
        let mut kept = 1;
        for i in 1..learnt.len() {
            if !self.redundant(learnt[i], levels, &mut touched, 500) {
                learnt[kept] = learnt[i];
                kept += 1;
            }
        }
        learnt.truncate(kept);
        for lit in &touched {
            self.seen[variable(*lit)] = Mark::None;
        }
        self.scratch = touched;
        let mut back = 0;
        if learnt.len() > 1 {
            let deepest = (1..learnt.len()).max_by_key(|&i| self.level[variable(learnt[i])]).expect("not empty");
            learnt.swap(1, deepest);
            back = self.level[variable(learnt[1])];
        }
        (learnt, back)
    }

    /// Is a literal implied by marked ones? What is found out is marked, and noted in `touched` for cleaning.
    fn redundant(&mut self, lit: Lit, levels: u64, touched: &mut Vec<Lit>, depth: u32) -> bool {
        let reason = self.reason[variable(lit)];
        if reason == NO_REASON || depth == 0 {
            return false;
        }
        for i in self.clause(reason) {
            let other = self.literal(i);
            let var = variable(other);
            if var == variable(lit) || self.level[var] == 0 {
                continue;
            }
            let implied = match self.seen[var] {
                Mark::InClause | Mark::Implied => true,
                Mark::NotImplied => false,
                Mark::None => {
                    let implied =
                        levels >> (self.level[var] % 64) & 1 == 1 && self.redundant(other, levels, touched, depth - 1);
                    self.seen[var] = if implied { Mark::Implied } else { Mark::NotImplied };
                    touched.push(other);
                    implied
                }
            };
            if !implied {
                return false;
            }
        }
        true
    }

    /// The assumptions that make `failed`, an assumption, false.
    fn find_core(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.level[variable(failed)] == 0 {
            return;
        }
        self.seen[variable(failed)] = Mark::InClause;
        for at in (self.level_starts[0] as usize..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = variable(lit);
            if self.seen[var] == Mark::None {
                continue;
            }
            self.seen[var] = Mark::None;
            if self.reason[var] == NO_REASON {
                self.core.push(lit);
            } else {
                for i in self.clause(self.reason[var]) {
                    let other = variable(self.literal(i));
                    if other != var && self.level[other] > 0 {
                        self.seen[other] = Mark::InClause;
                    }
                }
            }
        }
    }

    /// Forgets the half of the learnt clauses that span the most levels.
    fn reduce(&mut self) {
        let mut order: Vec<(u32, u32)> =
            self.learnt.iter().map(|&clause| (self.arena[clause as usize + 1], clause)).collect();
        // Of equally good ones the newer stay.
        order.sort_unstable_by_key(|&(span, clause)| (span, u32::MAX - clause));
        for &(span, clause) in &order[order.len() / 2..] {
            let first = self.literal(clause as usize + HEADER);
            let locked = self.value_of(first) == 1 && self.reason[variable(first)] == clause;
            if span > 2 && !locked {
                self.wasted += HEADER + (self.arena[clause as usize] & LENGTH) as usize;
                self.arena[clause as usize] |= DELETED;
            }
        }
        let arena = &self.arena;
        self.learnt.retain(|&clause| arena[clause as usize] & DELETED == 0);
        for watches in &mut self.watches {
            watches.retain(|watch| arena[watch.clause as usize] & DELETED == 0);
        }
        self.max_learnt += self.max_learnt / 10;
        if self.wasted * 2 > self.arena.len() {
            self.compact();
        }
    }

    /// Moves the clauses together.
    fn compact(&mut self) {
        let old = std::mem::take(&mut self.arena);
        let mut moved = rustc_hash::FxHashMap::default();
        let mut at = 0;
        while at < old.len() {
            let length = HEADER + (old[at] & LENGTH) as usize;
            if old[at] & DELETED == 0 {
                moved.insert(at as u32, self.arena.len() as u32);
                self.arena.extend_from_slice(&old[at..at + length]);
            }
            at += length;
        }
        self.wasted = 0;
        self.learnt.iter_mut().for_each(|clause| *clause = moved[clause]);
        for watch in self.watches.iter_mut().flatten() {
            watch.clause = moved[&watch.clause];
        }
        for lit in &self.trail {
            let reason = &mut self.reason[variable(*lit)];
            if *reason != NO_REASON {
                *reason = moved[reason];
            }
        }
    }

    /// Levels that a clause spans.
    fn span(&mut self, literals: &[Lit]) -> u32 {
        self.stack.clear();
        self.stack.extend(literals.iter().map(|&lit| self.level[variable(lit)]));
        self.stack.sort_unstable();
        self.stack.dedup();
        self.stack.len() as u32
    }

    /// Marks what the assumptions depend on and offers it for decisions.
    fn mark_cone(&mut self, assumptions: &[Lit]) {
        self.query += 1;
        self.heap.clear();
        self.stack.clear();
        self.stack.extend(assumptions.iter().map(|&lit| variable(lit) as u32));
        while let Some(var) = self.stack.pop() {
            let var = var as usize;
            if self.cone[var] == self.query {
                continue;
            }
            self.cone[var] = self.query;
            if self.values[var << 1] == 0 {
                self.heap.push_unordered(var as u32);
            }
            self.stack.extend(self.inputs[var].iter().map(|&lit| variable(lit) as u32));
        }
        self.heap.order();
    }

    fn search(&mut self, assumptions: &[Lit], limit: Limit, stop: Option<&dyn Fn() -> bool>) -> Status {
        let mut conflicts = 0u64;
        let (mut restarts, mut until_restart) = (1u64, 64 * luby(1));
        loop {
            if let Some(conflict) = self.propagate() {
                if self.decision_level() == 0 {
                    self.consistent = false;
                    self.core.clear();
                    return Status::Unsat;
                }
                conflicts += 1;
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
                until_restart = until_restart.saturating_sub(1);
                if conflicts.is_multiple_of(64) {
                    let late = limit.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                    if late || stop.is_some_and(|stop| stop()) {
                        return Status::Limit;
                    }
                }
                if limit.conflicts.is_some_and(|most| conflicts >= most) {
                    return Status::Limit;
                }
                continue;
            }
            if until_restart == 0 {
                restarts += 1;
                until_restart = 64 * luby(restarts);
                self.backtrack(assumptions.len() as u32);
                continue;
            }
            if self.learnt.len() > self.max_learnt + self.trail.len() {
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

/// 1, 1, 2, 1, 1, 2, 4, … [luby-1993]
fn luby(mut i: u64) -> u64 {
    loop {
        let bits = 64 - i.leading_zeros();
        if i == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}

impl SatSolver for Cdcl {
    fn new_variable(&mut self, inputs: &[Lit]) -> Lit {
        let var = self.level.len() as u32;
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

    fn solve(&mut self, assumptions: &[Lit], limit: Limit, stop: Option<&dyn Fn() -> bool>) -> Status {
        self.core.clear();
        if !self.consistent {
            return Status::Unsat;
        }
        self.mark_cone(assumptions);
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
