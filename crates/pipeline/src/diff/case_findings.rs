//! Findings of alias cases: conditions qualified by what the pointers are, and the cases of a function merged.

use super::pair::EntryPair;
use incise_compare::ErrorStatus;
use incise_engine::{AliasCase, Pointer, PointerField, kinds, parameter_names, pointed_to, size_of};
use incise_ir::Module;
use incise_report::{
    Condition, DecidedBy, ErrorFinding, FunctionFindings, PointerFact, PointerValue, ProofStats, SearchGuide,
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Says in conditions and inputs what the pointers are in an alias case.
pub fn qualify_conditions(
    mut found: FunctionFindings,
    module: &Module,
    pair: &EntryPair,
    case: &AliasCase,
) -> FunctionFindings {
    let facts = CaseFacts::of(module, pair, case);
    for difference in &mut found.differences {
        let conditions = [Some(&mut difference.condition), difference.case.as_mut(), difference.within.as_mut()];
        conditions.into_iter().flatten().for_each(|condition| facts.qualify_condition(condition));
        for parameter in &facts.parameters {
            let value = match &parameter.value {
                PointerValue::Null => json!(null),
                PointerValue::SameAs(other) => json!(other),
                PointerValue::NotNull => continue,
            };
            difference.inputs.insert(parameter.pointer.clone(), value);
        }
    }
    // That both versions need their pointers is no news.
    if !facts.parameters.is_empty() || !facts.fields.is_empty() {
        found.errors.retain(|error| error.status != ErrorStatus::Both);
    }
    found
}

/// What an alias case says of pointers.
struct CaseFacts {
    /// Parameters that are null or the same as others.
    parameters: Vec<PointerFact>,
    /// Parameters that are the address of an object and could be null, by number, which is also the object's.
    objects: Vec<(u32, String)>,
    /// Pointers in objects.
    fields: Vec<FieldFact>,
    /// From an object that a pointer in another leads to to that other one.
    reached_from: BTreeMap<u32, u32>,
}

/// The fact about a pointer in an object.
struct FieldFact {
    fact: PointerFact,
    /// The objects that whoever reads the fact reads.
    reads: BTreeSet<u32>,
    /// The object that it leads to, if nothing else does: then there is only to say that it is not null.
    new_object: Option<u32>,
}

impl CaseFacts {
    fn of(module: &Module, pair: &EntryPair, case: &AliasCase) -> CaseFacts {
        let function = &module.functions[pair.modified];
        let names = parameter_names(function);
        let mut facts = CaseFacts {
            parameters: Vec::new(),
            objects: Vec::new(),
            fields: Vec::new(),
            reached_from: BTreeMap::new(),
        };
        for (index, (name, kind)) in names.iter().zip(&case.pointers).enumerate() {
            let value = match kind {
                Pointer::Null => PointerValue::Null,
                Pointer::SameAs(other) => PointerValue::SameAs(names[*other as usize].clone()),
                Pointer::Beside(other, bytes) => {
                    let local = &function.locals[function.params[*other as usize].local];
                    let unit = pointed_to(module, local.source_type).and_then(|ty| size_of(module, ty));
                    let n_elements = i64::from(*bytes) / unit.unwrap_or(1).max(1) as i64;
                    let sign = if n_elements < 0 { '-' } else { '+' };
                    PointerValue::SameAs(format!("{} {sign} {}", names[*other as usize], n_elements.abs()))
                }
                Pointer::Fresh if kinds(module, function, index).contains(&Pointer::Null) => {
                    facts.objects.push((index as u32, name.clone()));
                    continue;
                }
                Pointer::Fresh => continue,
            };
            facts.parameters.push(PointerFact { pointer: name.clone(), value });
        }
        let mut known: BTreeMap<u32, String> = (0..).zip(names).collect();
        for link in &case.links {
            facts.add_field(link, &mut known);
        }
        facts
    }

    fn add_field(&mut self, link: &PointerField, known: &mut BTreeMap<u32, String>) {
        let Some(from) = known.get(&link.from) else { return };
        let pointer = format!("{from}->{}", link.path.trim_start_matches('.'));
        let mut reads = self.with_owners([link.from]);
        let (value, new_object) = match link.to.map(|to| (to, known.get(&to))) {
            None => (PointerValue::Null, None),
            Some((to, Some(earlier))) => {
                reads.extend(self.with_owners(self.reached_from.get(&to).copied()));
                (PointerValue::SameAs(earlier.clone()), None)
            }
            Some((new, None)) => {
                known.insert(new, pointer.clone());
                self.reached_from.insert(new, link.from);
                (PointerValue::NotNull, Some(new))
            }
        };
        self.fields.push(FieldFact { fact: PointerFact { pointer, value }, reads, new_object });
    }

    /// Objects, and those through which they are reached.
    fn with_owners(&self, objects: impl IntoIterator<Item = u32>) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        for object in objects {
            let mut next = Some(object);
            while let Some(object) = next.filter(|object| all.insert(*object)) {
                next = self.reached_from.get(&object).copied();
            }
        }
        all
    }

    /// Adds what the pointers are. That a pointer is not null is left out where a reader sees it at once: what is behind it is read.
    fn qualify_condition(&self, condition: &mut Condition) {
        let mut read = self.with_owners(condition.reads.iter().copied());
        read.extend(self.fields.iter().flat_map(|field| &field.reads));
        let not_null = |name: &String| PointerFact { pointer: name.clone(), value: PointerValue::NotNull };
        let objects = self.objects.iter().filter(|(object, _)| !read.contains(object)).map(|(_, name)| not_null(name));
        let is_news = |field: &&FieldFact| field.new_object.is_none_or(|object| !read.contains(&object));
        let fields = self.fields.iter().filter(is_news).map(|field| field.fact.clone());
        condition.pointers = self.parameters.iter().cloned().chain(objects).chain(fields).collect();
    }
}

/// Merges the findings of two alias cases of a function.
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
    stats.effort.queries += more.effort.queries;
    stats.effort.sat += more.effort.sat;
    stats.effort.solver_ms += more.effort.solver_ms;
    stats.effort.wall_ms += more.effort.wall_ms;
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
