//! Differences that are the same behaviour put together, each with its condition in the source's names and its simplest input.

use crate::by_paths::comparison_input::ComparisonInput;
use crate::by_paths::groups::{Behaviour, Condition, Group, Groups};
use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::by_paths::pair::Pair;
use crate::by_paths::ub_only_difference::Defined;
use crate::by_paths::unusual_input;
use crate::observation::calls;
use crate::observation::difference::{Difference, DifferenceKind, HeldBack, Observable, Side, Text};
use crate::observation::held::is_private_place;
use crate::observation::inputs;
use crate::observation::observed::Shown;
use incise_engine::{Engine, InputKind, Limits, PathRecord, State, Weakness};
use incise_explain::{Apart, Effort, Question};
use incise_solver::Solver;
use incise_term::{Assignment, Evaluator, Op, TermId, VarId};
use std::collections::{BTreeMap, BTreeSet};
use tracing::debug_span;

/// What is told of the groups, those with the simplest conditions first.
pub(crate) fn differences<'p>(
    task: &ComparisonInput<'p>,
    limits: Limits,
    engine: &mut Engine<'_, 'p>,
    second: &mut OldVersionRunner<'p>,
    groups: Groups,
) -> Vec<Difference> {
    let _stage = debug_span!("explain", entry = task.modified.config.entry.name()).entered();
    let mut found = Vec::new();
    let mut defined = task.defined.and_then(|configs| Defined::new(task, configs, engine));
    for (number, group) in summarised(engine, second, gathered(groups.finished())).into_iter().enumerate() {
        // The first ones are read.
        let queries = EFFORTS.iter().find(|(up_to, _)| number < *up_to).map_or(0, |(_, queries)| *queries);
        let conditions = group.conditions.clone();
        let enumerators = unusual_input::enumerators(&group.pair, engine.prepared.module(), second.prepared.module());
        let Some((mut difference, example)) = difference(engine, second, group, Effort { queries }) else { continue };
        if let Some(defined) = &mut defined {
            let point = point(engine, &conditions, &example);
            difference.only_by = defined.needs(engine.context, &conditions, &point, limits);
        }
        let needed = || unusual_input::needed(engine.context, &conditions, &enumerators);
        difference.only_by = difference.only_by.or_else(needed);
        found.push(difference);
    }
    found.sort_by_key(|one| one.condition.len());
    found
}

/// How many behaviours are kept apart that differ in the same places.
const APART: usize = 8;
/// How many paths a condition may put together.
const READABLE: usize = 200;
/// Behaviours and conditions past which a summary of all of them is looked for, and past which it is not.
const MANY_GROUPS: usize = 3;
const MANY_CONDITIONS: usize = 16;
const SUMMARISED: usize = 600;
/// What a summary may cost, and how much of it is read at a glance.
const SUMMARY_QUERIES: u32 = 1_000;
const SHORT: usize = 30;
/// A condition of more letters is not read.
const LONG_TEXT: usize = 200;
/// What may be asked to simplify conditions: up to which one, and how much for each.
const EFFORTS: [(usize, u32); 1] = [(24, 2_000)];

/// The groups; where too many differ in the same places, they become one.
fn gathered(groups: BTreeMap<Behaviour, Group>) -> Vec<Group> {
    let mut by_places: BTreeMap<Vec<Observable>, Vec<Group>> = BTreeMap::new();
    for (behaviour, group) in groups {
        let places = behaviour.into_iter().map(|(place, ..)| place).collect();
        by_places.entry(places).or_default().push(group);
    }
    let mut gathered = Vec::new();
    for groups in by_places.into_values() {
        if groups.len() <= APART {
            gathered.extend(groups);
            continue;
        }
        let mut groups = groups.into_iter();
        if let Some(mut first) = groups.next() {
            for group in groups {
                first.conditions.extend(group.conditions);
                first.within.extend(group.within);
                first.prefer(group.pair, group.observed);
            }
            gathered.push(first);
        }
    }
    gathered
}

/// Where there is much to tell apart, but all of it happens under one short condition, that is what a person wants to read.
fn summarised<'p>(engine: &mut Engine<'_, 'p>, second: &OldVersionRunner<'p>, mut groups: Vec<Group>) -> Vec<Group> {
    let n_conditions: usize = groups.iter().map(|group| group.conditions.len()).sum();
    if groups.len() <= MANY_GROUPS && n_conditions <= MANY_CONDITIONS || n_conditions > SUMMARISED {
        return groups;
    }
    let mut named: Vec<incise_explain::Input> = Vec::new();
    let mut conditions = Vec::new();
    for group in &groups {
        let pair = &group.pair;
        for input in inputs::named(
            &engine.context.pool,
            (engine.prepared.module(), &pair.new.0),
            (second.prepared.module(), &pair.old.0),
        ) {
            if !named.iter().any(|known| known.term == input.term) {
                named.push(input);
            }
        }
        conditions.extend(group.conditions.iter().cloned());
    }
    let Ok(mut solver) = Solver::new(incise_explain::solver_config()) else { return groups };
    let mut apart = Apart::new(&engine.context.pool, &conditions, &named, None);
    let effort = Effort { queries: SUMMARY_QUERIES };
    let summary = incise_explain::summary(&mut apart.pool, &mut solver, &apart.condition, &apart.inputs, effort);
    let Some(summary) = summary.filter(|summary| summary.size <= SHORT) else { return groups };
    let may_agree = groups.iter().flat_map(|group| &group.observed).any(|one| one.may_agree);
    groups.sort_by_key(|group| group.pair.rank());
    groups.truncate(1);
    if let [group] = groups.as_mut_slice() {
        group.conditions = conditions;
        group.summary = Some(Condition { text: summary.text, is_exact: summary.exact && !may_agree, case: None });
    }
    groups
}

/// That globals which do not matter hold what they hold at program start.
fn globals_as_they_start(engine: &mut Engine<'_, '_>, state: &State, condition: &[TermId]) -> Vec<TermId> {
    let pool = &mut engine.context.pool;
    let matter: BTreeSet<VarId> = condition.iter().flat_map(|&term| pool.vars(term).to_vec()).collect();
    let mut found = Vec::new();
    for input in state.inputs.in_order() {
        let InputKind::Global(id) = input.kind else { continue };
        let Some(bytes) = engine.prepared.initial_bytes(id) else { continue };
        for part in &input.parts {
            let (Op::Var(var), true) = (pool.op(part.term), pool.width(part.term) == 8 * part.size) else { continue };
            let (from, to) = (part.offset as usize, (part.offset + part.size) as usize);
            if let Some(bytes) = bytes.get(from..to).filter(|bytes| bytes.len() <= 16 && !matter.contains(&var)) {
                let value = bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte));
                let value = pool.constant(pool.width(part.term), value);
                found.push(pool.eq(part.term, value));
            }
        }
    }
    found
}

/// The simplest input of a pair, and what each version makes of it.
pub(crate) fn records<'p>(
    engine: &mut Engine<'_, 'p>,
    second: &mut OldVersionRunner<'p>,
    pair: &mut Pair,
) -> Option<(Assignment, PathRecord, PathRecord)> {
    let named = inputs::named(
        &engine.context.pool,
        (engine.prepared.module(), &pair.new.0),
        (second.prepared.module(), &pair.old.0),
    );
    let mut condition: Vec<TermId> = pair.condition.constraints().collect();
    let at_start = globals_as_they_start(engine, &pair.new.0, &condition);
    condition.extend(at_start);
    let simplest = incise_explain::witness(&mut engine.context.pool, &mut engine.context.solver, &[condition], &named);
    let model = match simplest {
        Ok(assignment) => Ok(assignment),
        Err(_) => engine.context.solver.canonical_model(&mut engine.context.pool, &pair.condition),
    };
    let model = model.or_else(|reason| {
        // Any input that was seen to satisfy it.
        let kept = engine.context.solver.witness(&engine.context.pool, &pair.condition);
        let mut evaluator = Evaluator::new();
        let satisfies = pair.condition.constraints().all(|term| evaluator.holds(&engine.context.pool, &kept, term));
        if satisfies { Ok(kept) } else { Err(reason) }
    });
    let assignment = match model {
        Ok(assignment) => assignment,
        Err(reason) => {
            let detail = reason.of("no input for a difference was found");
            engine.run.ledger.add(Weakness::SolverUnknown, detail, None);
            return None;
        }
    };
    let modified = engine.record_for(&mut pair.new.0, pair.new.1.clone(), &assignment);
    let base = second.engine(engine.context).record_for(&mut pair.old.0, pair.old.1.clone(), &assignment);
    Some((assignment, base, modified))
}

fn difference<'p>(
    engine: &mut Engine<'_, 'p>,
    second: &mut OldVersionRunner<'p>,
    mut group: Group,
    effort: Effort,
) -> Option<(Difference, Assignment)> {
    let (assignment, base, modified) = records(engine, second, &mut group.pair)?;
    let mut evaluator = Evaluator::new();
    let (mut places, mut is_private) = (Vec::new(), true);
    let (mut old_values, mut new_values) = (Vec::new(), Vec::new());
    for one in &group.observed {
        let mut text = |shown: &Shown, record: &PathRecord| match shown {
            Shown::Scalar(term, ty) => Text::Bits(
                evaluator.eval(&engine.context.pool, &assignment, *term),
                engine.context.pool.width(*term),
                *ty,
            ),
            Shown::Text(text) => Text::Plain(text.clone()),
            Shown::Stream(stream) => Text::Bytes(record.output.get(stream).cloned().unwrap_or_default()),
        };
        let (new, old) = (text(&one.new, &modified), text(&one.old, &base));
        let (new, old) = if one.place == Observable::Calls { calls::shown(new, old) } else { (new, old) };
        if evaluator.eval(&engine.context.pool, &assignment, one.differs) == 0
            || matches!(one.new, Shown::Stream(_)) && one.place != Observable::Calls && new == old
        {
            continue;
        }
        is_private &= one.is_private || is_private_place(engine.prepared, one.at.as_ref());
        places.push((one.place.clone(), one.at.clone()));
        new_values.push(new);
        old_values.push(old);
    }
    if places.is_empty() {
        let detail = "texts that are made from different values were not told apart";
        engine.run.ledger.add(Weakness::SolverUnknown, detail, None);
        return None;
    }
    if group.pair.held.is_none() && is_private {
        group.pair.held = Some(HeldBack::OnlyPrivateState);
    }
    let kind = match &places[0].0 {
        Observable::Ending => DifferenceKind::Ending,
        Observable::Stream(_) | Observable::File(_) | Observable::Calls => DifferenceKind::Output,
        _ => DifferenceKind::Value,
    };
    let named = inputs::named(
        &engine.context.pool,
        (engine.prepared.module(), &group.pair.new.0),
        (second.prepared.module(), &group.pair.old.0),
    );
    let may_agree = group.observed.iter().any(|one| one.may_agree);
    let condition = group.summary.unwrap_or_else(|| {
        let found = condition_text(engine, &group.conditions, &named, &assignment, effort);
        Condition { is_exact: found.is_exact && !may_agree, ..found }
    });
    // Where the results differ may be more than can be read; on which paths mostly is not.
    let is_long = condition.case.as_ref().unwrap_or(&condition.text).len() > LONG_TEXT;
    let within = is_long.then(|| condition_text(engine, &group.within, &named, &assignment, effort).text);
    let within = within.filter(|text| !text.is_empty() && !text.is_true() && text.len() <= LONG_TEXT);
    let found = Difference {
        kind,
        places,
        condition: condition.text,
        exact: condition.is_exact,
        case: condition.case,
        within,
        pointees: inputs::pointees(&named, [&group.pair.new.0, &group.pair.old.0]),
        n_paths: group.conditions.len() as u64,
        base: Side { record: base, values: old_values },
        modified: Side { record: modified, values: new_values },
        only_by: None,
        held: group.pair.held,
    };
    Some((found, assignment))
}

/// That the inputs which conditions are about have the example's values.
fn point(engine: &mut Engine<'_, '_>, conditions: &[Vec<TermId>], example: &Assignment) -> Vec<TermId> {
    let vars: BTreeSet<VarId> =
        conditions.iter().flatten().flat_map(|term| engine.context.pool.vars(*term)).copied().collect();
    let mut point = Vec::new();
    for var in vars {
        let (term, value) = (engine.context.pool.var_term(var), example.get(var));
        let value = engine.context.pool.constant(engine.context.pool.width(term), value);
        point.push(engine.context.pool.eq(term, value));
    }
    point
}

/// The condition of one pair of paths in the names of the source.
pub(crate) fn pair_text(
    engine: &mut Engine<'_, '_>,
    condition: Vec<TermId>,
    named: &[incise_explain::Input],
    example: &Assignment,
    effort: Effort,
) -> String {
    condition_text(engine, &[condition], named, example, effort).text.to_string()
}

/// A condition in the names of the source; exact if it is one that a C compiler understands.
fn condition_text(
    engine: &mut Engine<'_, '_>,
    conditions: &[Vec<TermId>],
    named: &[incise_explain::Input],
    example: &Assignment,
    effort: Effort,
) -> Condition {
    // Too much to be read is not written down: the first of its parts stands for it.
    if conditions.len() > READABLE {
        let mut evaluator = Evaluator::new();
        let mut holds =
            |all: &&Vec<TermId>| all.iter().all(|term| evaluator.holds(&engine.context.pool, example, *term));
        let one = conditions.iter().find(&mut holds).unwrap_or(&conditions[0]).clone();
        let part = condition_text(engine, &[one], named, example, effort);
        return Condition { is_exact: false, case: Some(part.text.clone()), text: part.text };
    }
    let Ok(mut solver) = Solver::new(incise_explain::solver_config()) else { return Condition::unknown() };
    let mut apart = Apart::new(&engine.context.pool, conditions, named, Some(example));
    let question = Question { condition: &apart.condition, inputs: &apart.inputs, example: apart.example.as_ref() };
    if let Ok(found) = incise_explain::explain(&mut apart.pool, &mut solver, question, effort) {
        return Condition { text: found.text, is_exact: found.exact, case: found.case };
    }
    // What has no expression in C is shown by the one input that is known.
    let point = point(engine, conditions, example);
    let mut apart = Apart::new(&engine.context.pool, &[point], named, None);
    let Ok(mut solver) = Solver::new(incise_explain::solver_config()) else { return Condition::unknown() };
    let question = Question { condition: &apart.condition, inputs: &apart.inputs, example: None };
    let found = incise_explain::explain(&mut apart.pool, &mut solver, question, effort);
    found.map_or_else(
        |_| Condition::unknown(),
        |found| Condition { text: found.text.clone(), is_exact: false, case: Some(found.text) },
    )
}
