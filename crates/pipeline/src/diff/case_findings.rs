//! Findings of alias cases: conditions qualified by what the pointers are, and the cases of a function merged.

use super::alias_case::{AliasCase, kinds, parameter_names};
use super::pair::EntryPair;
use incise_compare::ErrorStatus;
use incise_engine::{Link, Pointer};
use incise_ir::Module;
use incise_report::{DecidedBy, ErrorFinding, FunctionFindings, ProofStats, SearchGuide};
use serde_json::json;
use std::collections::BTreeMap;

/// What was found, with what the pointers were in conditions and inputs.
pub fn qualify_conditions(
    mut found: FunctionFindings,
    module: &Module,
    pair: &EntryPair,
    case: &AliasCase,
) -> FunctionFindings {
    let names = parameter_names(module, pair);
    let mut conditions = Vec::new();
    let links = links_said(&names, &case.links);
    let has_links = !links.is_empty();
    let pointers_of = &case.pointers;
    for (name, kind) in names.iter().zip(pointers_of) {
        match kind {
            Pointer::Fresh => {}
            Pointer::Null => conditions.push(format!("{name} == NULL")),
            Pointer::SameAs(other) => conditions.push(format!("{name} == {}", names[*other as usize])),
        }
    }
    let function = &module.functions[pair.modified];
    let can_be_null: Vec<&String> = names
        .iter()
        .enumerate()
        .filter(|(index, _)| pointers_of.get(*index) == Some(&Pointer::Fresh))
        .filter(|(index, _)| kinds(module, function, *index).contains(&Pointer::Null))
        .map(|(_, name)| name)
        .collect();
    let told = |condition: &str| -> String {
        let not_null = can_be_null.iter().filter(|name| !reads_behind(condition, name));
        let not_null = not_null.filter(|name| !links.iter().any(|link| reads_behind(&link.condition, name)));
        let pointers = conditions.iter().cloned().chain(not_null.map(|name| format!("{name} != NULL")));
        let followed = |link: &&Said| {
            let goes_on = |other: &Said| reads_behind(&other.condition, &link.pointer);
            link.is_known || !reads_behind(condition, &link.pointer) && !links.iter().any(goes_on)
        };
        let pointers: Vec<String> =
            pointers.chain(links.iter().filter(followed).map(|link| link.condition.clone())).collect();
        let pointers = pointers.join(" && ");
        match condition {
            other if pointers.is_empty() => other.to_owned(),
            "1" => pointers,
            other if other.contains("||") => format!("{pointers} && ({other})"),
            other => format!("{pointers} && {other}"),
        }
    };
    for difference in &mut found.differences {
        difference.condition = told(&difference.condition);
        difference.case = difference.case.as_deref().map(told);
        difference.within = difference.within.as_deref().map(told);
        for (name, kind) in names.iter().zip(pointers_of) {
            let value = match kind {
                Pointer::Fresh => continue,
                Pointer::Null => json!(null),
                Pointer::SameAs(other) => json!(names[*other as usize]),
            };
            difference.inputs.insert(name.clone(), value);
        }
    }
    // That both versions need their pointers is no news.
    if !conditions.is_empty() || has_links {
        found.errors.retain(|error| error.status != ErrorStatus::Both);
    }
    found
}

/// What is said of a pointer in an object.
struct Said {
    pointer: String,
    condition: String,
    /// Whether it is more than that there is something behind it.
    is_known: bool,
}

fn links_said(names: &[String], links: &[Link]) -> Vec<Said> {
    let mut known: BTreeMap<u32, String> =
        names.iter().cloned().enumerate().map(|(at, name)| (at as u32, name)).collect();
    let mut found = Vec::new();
    for link in links {
        let Some(from) = known.get(&link.from) else { continue };
        let pointer = format!("{from}->{}", link.path.trim_start_matches('.'));
        let (condition, is_known) = match link.to.map(|to| known.get(&to).cloned().ok_or(to)) {
            None => (format!("{pointer} == NULL"), true),
            Some(Ok(earlier)) => (format!("{pointer} == {earlier}"), true),
            Some(Err(new)) => {
                known.insert(new, pointer.clone());
                (format!("{pointer} != NULL"), false)
            }
        };
        found.push(Said { pointer, condition, is_known });
    }
    found
}

/// Whether a condition can only be true when a pointer is not null, as a reader sees at once: it reads what is behind it, whatever else
/// holds.
fn reads_behind(condition: &str, name: &str) -> bool {
    let is_always_read = !condition.contains("||") && !condition.contains('?');
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    is_always_read
        && condition.match_indices(name).any(|(at, _)| {
            let (before, after) = (&condition[..at], &condition[at + name.len()..]);
            let is_whole = !before.ends_with(is_name) && !after.starts_with(is_name) && !before.ends_with(['.', '>']);
            is_whole && (after.starts_with("->") || after.starts_with('[') || before.ends_with('*'))
        })
}

/// Two parts of what was found of a function.
pub fn merge_cases(mut all: FunctionFindings, part: FunctionFindings) -> FunctionFindings {
    all.verdict = all.verdict.max(part.verdict);
    if part.decided_by == DecidedBy::Paths {
        all.decided_by = part.decided_by;
    }
    if part.guide == SearchGuide::Full {
        all.guide = part.guide;
    }
    let (stats, more) = (&mut all.stats, &part.stats);
    stats.paths += more.paths;
    stats.differing_paths += more.differing_paths;
    stats.pairs += more.pairs;
    stats.cut_paths += more.cut_paths;
    stats.states += more.states;
    stats.prunings += more.prunings;
    stats.infeasible += more.infeasible;
    stats.terms.total += more.terms.total;
    stats.terms.average = stats.terms.total as f64 / stats.paths.max(1) as f64;
    stats.base_states += more.base_states;
    stats.instructions += more.instructions;
    stats.solver_calls.min = stats.solver_calls.min.min(more.solver_calls.min);
    stats.solver_calls.max = stats.solver_calls.max.max(more.solver_calls.max);
    stats.solver_calls.total += more.solver_calls.total;
    stats.solver_calls.average = stats.solver_calls.total as f64 / stats.paths.max(1) as f64;
    stats.solver_calls.asked += more.solver_calls.asked;
    stats.solver_calls.sat += more.solver_calls.sat;
    stats.solver_ms += more.solver_ms;
    stats.wall_ms += more.wall_ms;
    if let (Some(tasks), Some(ProofStats { modified_runs, base_runs, groups, pairs })) =
        (&mut all.tasks, part.tasks.and_then(|tasks| tasks.proof))
    {
        let proof = tasks.proof.get_or_insert_default();
        proof.modified_runs += modified_runs;
        proof.base_runs += base_runs;
        proof.groups += groups;
        proof.pairs += pairs;
    }
    all.differences.extend(part.differences);
    for error in part.errors {
        let is_same = |known: &&mut ErrorFinding| {
            (known.kind, known.status, &known.message) == (error.kind, error.status, &error.message)
                && (&known.file, known.line) == (&error.file, error.line)
        };
        match all.errors.iter_mut().find(is_same) {
            Some(known) => known.n_paths += error.n_paths,
            None => all.errors.push(error),
        }
    }
    all.paths.extend(part.paths);
    for (to, from) in [
        (&mut all.bounds_hit, part.bounds_hit),
        (&mut all.approximations, part.approximations),
        (&mut all.assumptions, part.assumptions),
    ] {
        for line in from {
            if !to.iter().any(|known| known.kind == line.kind && known.detail == line.detail) {
                to.push(line);
            }
        }
    }
    all
}
