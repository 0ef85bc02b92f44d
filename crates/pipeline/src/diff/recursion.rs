//! Recursive functions that do the same in both versions, whatever the depth.
//!
//! Functions that call each other are proved at once: each is run with the calls among them not followed, but answered alike for
//! the same arguments. If the results are equal and the same calls are made, then by induction over the calls that a run makes the
//! functions answer alike, and either both come to an end or neither does.
//!
//! *Source*: B. Godlin, O. Strichman, Inference rules for proving the equivalence of recursive procedures, 2008: partial
//! equivalence, and mutual termination by equal calls.
//!
//! # Invariants
//! - Such a function depends on its arguments alone and changes nothing: numbers in, a number out, no memory but its own.
//! - Where the order of calls is not the same, none of them can fail.

use super::call_graph::calls;
use super::decide::{Attempt, Direction};
use super::equivalent_calls::EquivalentCalls;
use super::load::LoadedVersions;
use super::pair::{Analysis, EntryPair};
use crate::explore::ub_policy;
use crate::failure::Failure;
use incise_base::{closure, components, reachable_from};
use incise_deps::{FunctionFacts, ObjectKind, ProgramFacts};
use incise_diff::Side;
use incise_engine::{Config, Observation, UbPolicy};
use incise_ir::{BinaryOp, FuncId, Operand, Rvalue, StmtKind, TermKind, Type};
use std::collections::BTreeSet;

/// The recursive functions that a function may call and that are known to do the same in both versions.
pub fn known(ready: &LoadedVersions, analysis: &Analysis, pair: &EntryPair) -> Result<EquivalentCalls, Failure> {
    let mut known = EquivalentCalls::default();
    for group in recursive(analysis, pair) {
        let (base, modified) = analysis.sides();
        let in_both = |holds: &dyn Fn(Side<'_>, FuncId) -> bool| {
            group.iter().all(|pair| holds(base, pair.base) && holds(modified, pair.modified))
        };
        if !in_both(&is_pure)
            || !group.iter().all(|pair| signature(base, pair.base) == signature(modified, pair.modified))
        {
            continue;
        }
        let any_order = in_both(&cannot_fail) && ub_policy(ready.options.ub) != UbPolicy::Report;
        let more = known.with(&group, any_order);
        let unchanged = group.iter().all(|pair| analysis.follows(pair, &BTreeSet::new()));
        if unchanged || is_proved(ready, analysis, &group, &more)? {
            known = more;
        }
    }
    Ok(known)
}

/// Groups of functions of the new version that call each other and are reached from one, those that others call first.
fn recursive(analysis: &Analysis, pair: &EntryPair) -> Vec<Vec<EntryPair>> {
    let calls = calls(analysis.mod_facts());
    let reached = reachable_from(&calls, [pair.modified]);
    let groups = components(&calls).members.into_iter().filter(|group| {
        reached.contains(&group[0]) && (group.len() > 1 || calls.successors(group[0]).contains(&group[0]))
    });
    groups.filter_map(|group| group.into_iter().map(|id| analysis.pair_of(id)).collect()).collect()
}

/// Whether the functions of a group do the same if the calls among them do.
fn is_proved(
    ready: &LoadedVersions,
    analysis: &Analysis,
    group: &[EntryPair],
    known: &EquivalentCalls,
) -> Result<bool, Failure> {
    if let Some(proved) = analysis.lemma(group[0].modified) {
        return Ok(proved);
    }
    let observe = Observation::default();
    let mut proved = true;
    for pair in group {
        let everything = ready.visible(pair).everything();
        let attempt = Attempt {
            base: &ready.base,
            modified: &ready.modified,
            observe: &observe,
            solver: &ready.solver,
            direction: &Direction::Everything,
            everything: &everything,
            quiet: true,
            known,
            coupling: None,
            jobs: 1,
            watchdog: &ready.watchdog,
        };
        let (base, modified) = ready.configs(pair);
        let any = |config: Config| config.with(|run| run.environment.assumption = None);
        proved = proved && attempt.prove_calls(&any(base), &any(modified))?.is_some();
    }
    analysis.remember_lemma(group[0].modified, proved);
    Ok(proved)
}

/// What is reached from a function, itself included.
fn reached(facts: &ProgramFacts, id: FuncId) -> BTreeSet<FuncId> {
    closure([id], |id| facts.functions[id].iter().flat_map(|facts| facts.calls.values().flatten().copied()))
}

/// Whether numbers go in, a number comes out, and no memory is touched but that of its own activations.
fn is_pure(Side { module, facts }: Side<'_>, id: FuncId) -> bool {
    let function = &module.functions[id];
    let is_number = |ty| matches!(module.types.get(ty), Type::Int(_) | Type::Float(_));
    let numbers =
        function.params.iter().all(|param| param.byval.is_none() && is_number(function.locals[param.local].ty));
    let result = is_number(function.ret) || matches!(module.types.get(function.ret), Type::Void);
    let reached = reached(facts, id);
    let is_own = |function: &FunctionFacts| {
        let all = function.facts.nodes.iter().flat_map(|node| node.defs.iter().chain(node.uses.iter()));
        let mut cells = all.filter_map(|var| function.cell(*var));
        let own = cells.all(|cell| match facts.cells.place(cell).map(|(object, _)| facts.points_to.objects[object]) {
            Some(ObjectKind::Site(owner, _)) => reached.contains(&owner),
            Some(ObjectKind::Global(global)) => module.globals[global].constant,
            _ => false,
        });
        own && function.externals.is_empty() && function.unknown.is_empty()
    };
    let own = reached.iter().all(|id| facts.functions[*id].as_ref().is_some_and(is_own));
    numbers && result && !function.variadic && function.name != "main" && own
}

/// The types of the parameters and of the result.
fn signature(Side { module, .. }: Side<'_>, id: FuncId) -> Vec<Type> {
    let function = &module.functions[id];
    let params = function.params.iter().map(|param| function.locals[param.local].ty);
    params.chain([function.ret]).map(|ty| module.types.get(ty).clone()).collect()
}

/// Whether nothing in a function, or in what it calls, can be an error: no division but by a number, no index, nothing out of reach.
fn cannot_fail(Side { module, facts }: Side<'_>, id: FuncId) -> bool {
    let divides = |op: BinaryOp| matches!(op, BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem);
    let is_safe = |kind: &StmtKind| match kind {
        StmtKind::Assign { value: Rvalue::Binary { op, right, ty, .. }, .. } if divides(*op) => {
            let width =
                if let Type::Int(width) = module.types.get(*ty) { (*width).clamp(1, 64) } else { return false };
            matches!(right, Operand::Int(number) if *number != 0 && *number != u64::MAX >> (64 - width))
        }
        StmtKind::Assign { value: Rvalue::Offset { indices, .. }, .. } => indices.is_empty(),
        StmtKind::Unsupported(_) => false,
        _ => true,
    };
    reached(facts, id).iter().all(|id| {
        module.functions[*id].blocks.iter().all(|block| {
            let ends = !matches!(block.terminator.kind, TermKind::Unreachable | TermKind::IndirectGoto { .. });
            ends && block.stmts.iter().all(|stmt| is_safe(&stmt.kind))
        })
    })
}
