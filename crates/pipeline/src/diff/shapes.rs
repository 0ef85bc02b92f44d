//! What the pointer parameters of a function can be: each null or the address of an object, two of one type the same.
//!
//! *Source*: lazy initialisation, [dise-tosem2014] §4.2.1 rule 2, decided before the run instead of at the first use.

use super::entries::EntryPair;
use super::structures::{Nesting, structures};
use crate::request::ComparisonRequest;
use incise_compare::ErrorStatus;
use incise_engine::{Config, Link, Pointer, parameter_name, strip};
use incise_ir::{Function, Module, SourceType, SourceTypeId, Type};
use incise_report::{DecidedBy, ErrorFinding, FunctionFindings, LedgerLine, ProofStats, SearchGuide, StageWeakness};
use serde_json::json;
use std::collections::BTreeMap;

/// More than so many are not tried together; then at most one parameter at a time is not a new object.
const ALL: usize = 12;

/// What the pointers are: the parameters, and those in what they lead to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The parameters, by position.
    pub pointers: Vec<Pointer>,
    /// The pointers in objects.
    pub links: Vec<Link>,
}

impl Shape {
    /// A run from there.
    pub fn of(&self, config: &Config) -> Config {
        Config { pointers: self.pointers.clone(), links: self.links.clone(), ..config.clone() }
    }

    /// Whether it is the same as another; a parameter of which nothing is said is a new object.
    pub fn is_like(&self, other: &Shape) -> bool {
        let at = |shape: &Shape, index: usize| shape.pointers.get(index).copied().unwrap_or_default();
        let n_params = self.pointers.len().max(other.pointers.len());
        self.links == other.links && (0..n_params).all(|index| at(self, index) == at(other, index))
    }
}

/// All that is tried, every parameter a new object first.
pub fn shapes(module: &Module, pair: &EntryPair, options: &ComparisonRequest) -> Vec<Shape> {
    if pair.name == "main" {
        return vec![Shape::default()];
    }
    let function = &module.functions[pair.modified];
    let nesting = Nesting { depth: options.max_nesting, aliases: options.aliases };
    let mut found = Vec::new();
    for pointers in parameters(module, function) {
        let structures = structures(module, function, &pointers, nesting);
        found.extend(structures.into_iter().map(|links| Shape { pointers: pointers.clone(), links }));
    }
    found
}

/// What of the structures behind pointers was not tried: deeper ones, shared objects, combinations.
pub fn left_out(module: &Module, pair: &EntryPair, shapes: &[Shape], options: &ComparisonRequest) -> Vec<LedgerLine> {
    let line = |detail: String| LedgerLine::new(StageWeakness::NestingBound, detail);
    let mut found = Vec::new();
    let depth = shapes.iter().map(|shape| depth(&shape.links)).max().unwrap_or(0);
    if depth > 0 && depth >= options.max_nesting {
        found.push(line(format!("structures behind pointers were at most {depth} objects deep; raise --max-nesting")));
    }
    let followed = |shape: &Shape| shape.links.iter().filter(|link| link.to.is_some()).count();
    if !options.aliases && shapes.iter().any(|shape| followed(shape) > 1) {
        let detail = "no two pointers in structures led to the same object; use --aliases";
        found.push(line(String::from(detail)));
    }
    let function = &module.functions[pair.modified];
    let n_kinds = (0..function.params.len()).map(|index| kinds(module, function, index).len());
    if pair.name != "main" && n_kinds.fold(1usize, usize::saturating_mul) > ALL {
        let detail = "of several pointer parameters only one at a time was null or the same as another";
        found.push(line(String::from(detail)));
    }
    found
}

/// How deep objects are; 0 without any pointer in them.
fn depth(links: &[Link]) -> u32 {
    let mut depths: BTreeMap<u32, u32> = BTreeMap::new();
    for link in links {
        let own = *depths.entry(link.from).or_insert(1);
        if let Some(to) = link.to {
            depths.entry(to).or_insert(own + 1);
        }
    }
    depths.into_values().max().unwrap_or(0)
}

fn parameters(module: &Module, function: &Function) -> Vec<Vec<Pointer>> {
    let n_params = function.params.len();
    let mut all: Vec<Vec<Pointer>> = vec![Vec::new()];
    for index in 0..n_params {
        let options = kinds(module, function, index);
        all = all
            .into_iter()
            .flat_map(|shape| {
                let fits = |kind: &Pointer| match kind {
                    Pointer::SameAs(other) => shape[*other as usize] == Pointer::Fresh,
                    _ => true,
                };
                let options: Vec<Pointer> = options.iter().copied().filter(fits).collect();
                options.into_iter().map(move |kind| shape.iter().copied().chain([kind]).collect::<Vec<Pointer>>())
            })
            .collect();
        if all.len() > 4 * ALL {
            break;
        }
    }
    if all.len() <= ALL {
        return all;
    }
    let fresh = vec![Pointer::Fresh; n_params];
    let mut few = vec![fresh.clone()];
    for index in 0..n_params {
        for kind in kinds(module, function, index).into_iter().filter(|kind| *kind != Pointer::Fresh) {
            let mut shape = fresh.clone();
            shape[index] = kind;
            few.push(shape);
        }
    }
    few
}

fn kinds(module: &Module, function: &Function, index: usize) -> Vec<Pointer> {
    let param = &function.params[index];
    let is_pointer = |index: usize| {
        let param = &function.params[index];
        matches!(module.types.get(function.locals[param.local].ty), Type::Ptr) && param.byval.is_none() && !param.sret
    };
    let mut found = vec![Pointer::Fresh];
    if !is_pointer(index) {
        return found;
    }
    found.push(Pointer::Null);
    let target = |index: usize| -> Option<SourceTypeId> {
        let ty = function.locals[function.params[index].local].source_type?;
        match &module.source_types[strip(module, ty)] {
            SourceType::Pointer { to } => Some(strip(module, *to)),
            _ => None,
        }
    };
    let own = function.locals[param.local].source_type.and_then(|_| target(index));
    for other in (0..index).filter(|other| is_pointer(*other)) {
        let same = match (own, target(other)) {
            (Some(a), Some(b)) => module.source_types[a] == module.source_types[b],
            _ => false,
        };
        if same {
            found.push(Pointer::SameAs(other as u32));
        }
    }
    found
}

/// The names of the new version's parameters, which both versions' inputs get.
pub fn parameter_names(module: &Module, pair: &EntryPair) -> Vec<String> {
    let function = &module.functions[pair.modified];
    (0..function.params.len()).map(|index| parameter_name(function, index)).collect()
}

/// What was found, with what the pointers were in conditions and inputs.
pub fn said(mut found: FunctionFindings, module: &Module, pair: &EntryPair, shape: &Shape) -> FunctionFindings {
    let names = parameter_names(module, pair);
    let mut conditions = Vec::new();
    let links = links_said(&names, &shape.links);
    let has_links = !links.is_empty();
    let shape = &shape.pointers;
    for (name, kind) in names.iter().zip(shape) {
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
        .filter(|(index, _)| shape.get(*index) == Some(&Pointer::Fresh))
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
        for (name, kind) in names.iter().zip(shape) {
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
pub fn joined(mut all: FunctionFindings, part: FunctionFindings) -> FunctionFindings {
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
