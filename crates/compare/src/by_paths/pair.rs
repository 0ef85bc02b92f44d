//! Product of one new and one old path: differing outputs and their condition.

use crate::by_paths::comparison_input::ComparisonInput;
use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::observation::difference::{HeldBack, Observable};
use crate::observation::final_states::{FinalStates, Finished, Looked};
use crate::observation::held;
use crate::observation::observed::Observed;
use crate::observation::stream;
use incise_engine::{Context, Engine, Limits, PathEnd, Program, State, Weakness};
use incise_solver::{Extend, PathCondition, Values};
use incise_term::TermId;

/// Two runs on the same inputs, and the condition under which something holds of them.
pub(crate) struct Pair {
    pub(crate) new: (State, PathEnd),
    pub(crate) old: (State, PathEnd),
    pub(crate) condition: PathCondition,
    /// Why no caller was shown to produce it, if that is so.
    pub(crate) held: Option<HeldBack>,
}

impl Pair {
    /// Pairs that make a better example come first.
    pub(crate) fn rank(&self) -> (bool, usize) {
        (self.held.is_some(), self.length())
    }

    /// How much is decided in both runs.
    fn length(&self) -> usize {
        (self.new.0.n_decisions + self.old.0.n_decisions) as usize
    }
}

/// The ends of two runs.
pub(crate) struct Ends<'r> {
    pub(crate) new: &'r State,
    pub(crate) new_end: &'r PathEnd,
    pub(crate) old: State,
    pub(crate) old_end: PathEnd,
}

/// What differs in two runs.
pub(crate) struct Differing {
    pub(crate) observed: Vec<Observed>,
    /// The inputs on which it does.
    pub(crate) condition: PathCondition,
    /// What holds on both paths whether or not something differs.
    pub(crate) within: Vec<TermId>,
    pub(crate) pair: Pair,
}

/// What differs of what was observed of two runs, if anything does.
pub(crate) fn differing<'p>(
    limits: Limits,
    engine: &mut Engine<'_, 'p>,
    second: &mut OldVersionRunner<'p>,
    ends: Ends<'_>,
    observed: Vec<Observed>,
) -> Option<Differing> {
    let mut different = decide(limits, &mut second.engine(engine.context), &ends.old.path_condition, observed);
    if different.is_empty() {
        return None;
    }
    // What everybody sees says more than what is in private state.
    let is_private = |one: &Observed| one.is_private || held::is_private_place(engine.prepared, one.at.as_ref());
    if !different.iter().all(is_private) {
        different.retain(|one| !is_private(one));
    }
    let context = &mut *engine.context;
    let mut any = context.pool.constant(1, 0);
    for one in &different {
        any = context.pool.or(any, one.differs);
    }
    let Ends { new, new_end, old, old_end } = ends;
    let condition = match context.solver.extend(&mut context.pool, &old.path_condition, any) {
        Extend::Sat(condition) => condition,
        _ => return None,
    };
    let within = old.path_condition.constraints().collect();
    let private = held::private_state((engine.prepared, new), (&second.prepared, &old));
    let started = match held::given_apart(second, context, &condition) {
        Some(why) => Err(why),
        None => held::from_start(private, context, &condition),
    };
    let (example, held) = match started {
        Ok(started) => (started, None),
        Err(why) => (condition.clone(), Some(why)),
    };
    let pair = Pair { new: (new.clone(), new_end.clone()), old: (old, old_end), condition: example, held };
    Some(Differing { observed: different, condition, within, pair })
}

/// What is observed of two runs, with the conditions under which it differs; nothing where nothing can be said of them.
pub(crate) fn observe<'p>(
    task: &ComparisonInput<'p>,
    engine: &mut Engine<'_, 'p>,
    second: &mut OldVersionRunner<'p>,
    ends: &Ends<'_>,
) -> Option<Vec<Observed>> {
    let (new, old) = (ends.new, &ends.old);
    let mut two = FinalStates {
        new: Finished {
            program: Program { prepared: engine.prepared, run: engine.run },
            state: new,
            end: ends.new_end,
        },
        old: Finished { program: second.program(), state: old, end: &ends.old_end },
        pool: &mut engine.context.pool,
        pairing: &second.pairing,
        observe: task.observe,
        compared: task.compared,
        wrong_plan: false,
        unclear: None,
        unset: None,
        looked: Looked::default(),
        shared: Default::default(),
    };
    let mut observed = two.observed();
    let (wrong_plan, unclear, unset) = (two.wrong_plan, two.unclear.take(), two.unset.take());
    if let Some(why) = unclear {
        // What the calls answer is not the same thing in the two versions: nothing can be said of what comes of it.
        second.run.ledger.add(Weakness::UnmodelledCall, why, None);
        return None;
    }
    if let Some(function) = unset {
        let detail = format!("`{function}` has no body and gets what only one of the versions has set");
        second.run.ledger.add(Weakness::Uninitialised, detail, None);
    }
    if observed.iter().any(|one| one.may_agree) {
        // Texts from values that can be only one thing on this pair of paths are compared as they are.
        let mut fixed = |state: &State| stream::fixed(engine.context, &old.path_condition, &state.output);
        let (new_fixed, old_fixed) = (fixed(new), fixed(old));
        let mut streams = Vec::new();
        let (new_items, old_items) = (new_fixed.in_order(), old_fixed.in_order());
        stream::compare(&mut engine.context.pool, &new_items, &old_items, &mut streams);
        stream::name_files(new, &mut streams);
        observed.retain(|one| !matches!(one.place, Observable::Stream(_) | Observable::File(_)));
        observed.extend(streams);
    }
    if wrong_plan {
        second.run.ledger.add(Weakness::WrongPlan, "something compared depends on code that was skipped", None);
    }
    Some(observed)
}

/// Those of what is observed that can differ.
fn decide(
    limits: Limits,
    engine: &mut Engine<'_, '_>,
    condition: &PathCondition,
    observed: Vec<Observed>,
) -> Vec<Observed> {
    let mut different = Vec::new();
    for mut one in observed {
        if limits.is_over(&mut engine.context.solver) {
            engine.note_stopped(limits.progress.weakness(), 1);
            break;
        }
        one.differs = with_implied(engine.context, condition, one.differs);
        match engine.context.solver.extend(&mut engine.context.pool, condition, one.differs) {
            Extend::Sat(_) => match one.unseen.clone() {
                Some((weakness, why)) => engine.run.ledger.add(weakness, why, None),
                None => different.push(one),
            },
            Extend::Unsat => {}
            Extend::Unknown(reason) => {
                let detail = reason.undecided(&format!("whether `{}` differs", one.place.name()));
                engine.run.ledger.add(Weakness::SolverUnknown, detail, None);
            }
        }
    }
    different
}

/// Variables that are looked at for having only one value.
const IMPLIED: usize = 12;

/// A condition with the inputs that can have only one value on the path replaced by it: computations on them fold.
pub(crate) fn with_implied(context: &mut Context, condition: &PathCondition, term: TermId) -> TermId {
    let vars = context.pool.vars(term).to_vec();
    if vars.len() > IMPLIED {
        return term;
    }
    let mut map = std::collections::HashMap::new();
    for var in vars {
        let whole = context.pool.var_term(var);
        if let Values::Complete(values) = context.solver.values(&mut context.pool, condition, whole, 1)
            && let [value] = values.as_slice()
        {
            let width = context.pool.width(whole);
            map.insert(var, context.pool.constant(width, *value));
        }
    }
    if map.is_empty() { term } else { context.pool.substitute(term, &map) }
}
