//! Whether calls keep a coupling: a function run in both versions on the same inputs from any related states.
//!
//! *Source*: C. Flanagan, K. Leino, Houdini, an annotation assistant for ESC/Java, 2001: candidates that a step does not keep are dropped
//! until all that are left are kept.

use crate::by_coupling::coupling::{Coupling, Held};
use crate::by_coupling::fact::Fact;
use crate::by_coupling::fact_text::texts;
use crate::by_coupling::formula::Formula;
use crate::by_coupling::places::Place;
use crate::by_paths::comparison_input::ComparisonInput;
use crate::by_paths::old_version_runner::{OldVersionRunner, all_paths};
use crate::by_paths::pair::{Ends, differing, observe};
use crate::role::Role;
use incise_engine::{Config, Engine, ExploreError, Ledger, Limits, Machine, MakeSolver, PathEnd, State};
use incise_solver::{Extend, PathCondition};
use incise_term::{Evaluator, TermId, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tracing::debug;

/// Bytes of the stack: terms can be deep.
const STACK: usize = 256 << 20;

/// What became of a coupling after a call.
pub struct Kept {
    /// The facts, by number, that the call was not proved to keep.
    pub dropped: BTreeSet<usize>,
    /// Whether something else differs, or may.
    pub differs: bool,
    /// What would have to hold before the call: that no such difference is met, and no formula among the facts is broken.
    pub needed: Vec<Fact>,
    /// Whether several facts could not be decided together.
    pub is_hard: bool,
    /// What weakens the answer.
    pub ledger: Ledger,
}

/// What is looked for in runs from related states.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// Something that differs besides the facts.
    pub observes: bool,
    /// What would have to hold so that nothing differs and every formula is kept.
    pub strengthens: bool,
    /// Whether each fact is decided by itself.
    pub one_by_one: bool,
}

/// Runs a function from all states that the coupling of a task relates, and looks for facts that it does not keep.
pub fn keeps(
    task: ComparisonInput<'_>,
    look: Look,
    solver: MakeSolver<'_>,
    limits: Limits<'_>,
) -> Result<Kept, ExploreError> {
    on_deep_stack(|| {
        let quiet = |config: &Config| config.clone().with(|run| run.search.keep_paths = false);
        let (base, modified) = (quiet(task.base.config), quiet(task.modified.config));
        let mut task = task;
        (task.base.config, task.modified.config) = (&base, &modified);
        let mut machine = Machine::new(task.modified.module, task.modified.config, None, solver()?);
        let mut engine = machine.engine();
        let first = engine.first_state()?;
        let old = OldVersionRunner::new(&mut engine, task.base, task.coupling)?;
        let coupling = task.coupling.expect("there is one to be kept");
        let pool = &engine.context.pool;
        let held = (
            coupling.at_start(Role::Mod, (engine.prepared, &first)),
            coupling.at_start(Role::Base, (&old.prepared, old.first())),
        );
        let places = coupling.by_variable(pool, held);
        let assumed = old.first().path_condition.constraints().collect();
        let start = Start { places, assumed };
        let (dropped, needed) = (BTreeSet::new(), BTreeSet::new());
        let mut step = Step { task, look, coupling, engine, old, limits, start, dropped, needed, differs: false };
        step.run(first);
        let Step { dropped, differs, needed, engine, old, look, .. } = step;
        let is_hard = look.one_by_one;
        let needed = needed.into_iter().collect();
        let mut ledger = engine.run.ledger.clone();
        ledger.merge(&old.whole_ledger());
        Ok(Kept { dropped, differs, needed, is_hard, ledger })
    })
}

/// From which states runs start.
struct Start {
    places: BTreeMap<VarId, Place>,
    /// What is assumed of them.
    assumed: BTreeSet<TermId>,
}

/// Facts of which it is asked at once whether one of them fails.
const TOGETHER: usize = 24;
/// The most conditions that a call is said to need.
const MAX_NEEDED: usize = 40;

struct Step<'e, 'p> {
    task: ComparisonInput<'p>,
    look: Look,
    start: Start,
    needed: BTreeSet<Fact>,
    coupling: &'p Coupling,
    engine: Engine<'e, 'p>,
    old: OldVersionRunner<'p>,
    limits: Limits<'p>,
    dropped: BTreeSet<usize>,
    differs: bool,
}

impl Step<'_, '_> {
    fn run(&mut self, first: State) {
        let news = all_paths(&mut self.engine, first, self.limits);
        for (new, new_end) in news {
            let olds = self.old.paths(self.engine.context, &new.path_condition, self.limits);
            for (old, old_end) in olds {
                let ends = Ends { new: &new, new_end: &new_end, old, old_end };
                // Functions that run at exit may be the caller's, and call this module's.
                let is_left = |end: &PathEnd| matches!(end, PathEnd::Return | PathEnd::Exit);
                if is_left(&new_end) && is_left(&ends.old_end) {
                    self.facts(&ends);
                }
                if self.look.observes {
                    self.observed(ends);
                }
                if self.limits.is_over(&mut self.engine.context.solver) {
                    self.engine.note_stopped(self.limits.progress.weakness(), 1);
                    return;
                }
            }
        }
    }

    /// Drops the facts that may not hold at the end of two runs.
    fn facts(&mut self, ends: &Ends<'_>) {
        let (coupling, pool) = (self.coupling, &mut self.engine.context.pool);
        let held: (Held, Held) = (
            coupling.at_end(Role::Mod, pool, (self.engine.prepared, ends.new)),
            coupling.at_end(Role::Base, pool, (&self.old.prepared, &ends.old)),
        );
        let mut open = Vec::new();
        for (number, fact) in coupling.facts.iter().enumerate() {
            let strengthens = self.look.strengthens && matches!(fact, Fact::Formula(_));
            if self.dropped.contains(&number) && !strengthens {
                continue;
            }
            let pool = &mut self.engine.context.pool;
            match coupling.term(fact, pool, &held).map(|holds| pool.not(holds)) {
                None => {
                    self.dropped.insert(number);
                }
                Some(fails) if pool.is_false(fails) => {}
                Some(fails) if strengthens => self.check(&[(number, fails)], true, (ends, &held)),
                Some(fails) => open.push((number, fails)),
            }
        }
        while !open.is_empty() {
            let n_facts = if self.look.one_by_one { 1 } else { TOGETHER.min(open.len()) };
            let facts: Vec<(usize, TermId)> = open.drain(..n_facts).collect();
            let facts = &facts[..];
            self.check(facts, false, (ends, &held));
            if self.limits.is_over(&mut self.engine.context.solver) {
                self.engine.note_stopped(self.limits.progress.weakness(), 1);
                return;
            }
        }
    }

    /// Drops those of some facts that may fail at the end of two runs.
    fn check(&mut self, facts: &[(usize, TermId)], strengthens: bool, at: (&Ends<'_>, &(Held, Held))) {
        let (ends, held) = at;
        loop {
            let open: Vec<(usize, TermId)> =
                facts.iter().filter(|(number, _)| strengthens || !self.dropped.contains(number)).copied().collect();
            let context = &mut *self.engine.context;
            let mut any = context.pool.false_();
            for (_, fails) in &open {
                any = context.pool.bool_or(any, *fails);
            }
            if context.pool.is_false(any) {
                return;
            }
            match context.solver.extend(&mut context.pool, &ends.old.path_condition, any) {
                Extend::Unsat => return,
                Extend::Sat(condition) => {
                    if strengthens {
                        self.need(&condition);
                    }
                    let n_dropped = self.dropped.len();
                    self.refuted(&condition, held);
                    // A model that refutes nothing is no model.
                    if strengthens || self.dropped.len() == n_dropped {
                        self.dropped.extend(open.iter().map(|(number, _)| *number));
                        return;
                    }
                }
                Extend::Unknown(_) => {
                    if let [(number, _)] = open[..] {
                        let text = texts(&self.coupling.slots, &self.coupling.facts[number..=number]).concat();
                        debug!(fact = text, "not decided");
                        self.dropped.insert(number);
                        return;
                    }
                    self.look.one_by_one = true;
                    for fact in &open {
                        self.check(std::slice::from_ref(fact), false, at);
                    }
                    return;
                }
            }
            if self.limits.is_over(&mut self.engine.context.solver) {
                self.dropped.extend(open.iter().map(|(number, _)| *number));
                return;
            }
        }
    }

    /// Drops all facts that do not hold in the same end.
    fn refuted(&mut self, condition: &PathCondition, held: &(Held, Held)) {
        let context = &mut *self.engine.context;
        let model = context.solver.witness(&context.pool, condition);
        let mut evaluator = Evaluator::new();
        for (number, fact) in self.coupling.facts.iter().enumerate() {
            let holds = self.coupling.term(fact, &mut context.pool, held);
            if holds.is_none_or(|holds| !evaluator.holds(&context.pool, &model, holds)) {
                self.dropped.insert(number);
            }
        }
    }

    /// Notes that a condition must not be met.
    fn need(&mut self, condition: &PathCondition) {
        if self.needed.len() >= MAX_NEEDED {
            return;
        }
        let own: Vec<TermId> = condition.constraints().filter(|term| !self.start.assumed.contains(term)).collect();
        let pool = &mut self.engine.context.pool;
        let formula = Formula::never(pool, &own, &self.coupling.slots, &self.start.places);
        self.needed.extend(formula.map(|formula| Fact::Formula(Arc::new(formula))));
    }

    /// Whether something else differs.
    fn observed(&mut self, ends: Ends<'_>) {
        let ledger = self.old.run.ledger.clone();
        self.differs |= match observe(&self.task, &mut self.engine, &mut self.old, &ends) {
            Some(found) => match differing(self.limits, &mut self.engine, &mut self.old, ends, found) {
                Some(found) => {
                    if self.look.strengthens {
                        self.need(&found.condition);
                    }
                    true
                }
                None => false,
            },
            None => true,
        };
        // What was not seen or not decided may differ.
        self.differs |= self.old.run.ledger != ledger;
        self.old.run.ledger = ledger;
    }
}

/// Runs something whose terms may be deep.
pub(crate) fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        worker.expect("a thread can be started").join().expect("a proof does not panic")
    })
}
