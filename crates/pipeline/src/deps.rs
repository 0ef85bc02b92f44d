//! `incise deps`: program dependence (control, data, potential, interactive) by source line.

mod follow;
mod names;
mod path;
mod relations;
mod request;

pub use request::DepsRequest;

use crate::draft::{self, Draft, WithText};
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::out::{self, Kind};
use crate::program;
use crate::request::{KindName, ProgramRequest};
use crate::schedule::{self, Turn};
use crate::verdict;
use crate::watchdog::Watchdog;
use incise_deps::{NodeId, ProgramFacts};
use incise_diff::{Side, diff};
use incise_impact::{Rules, impact};
use incise_ir::{FuncId, Module};
use incise_report::{Dependences, FunctionRelations, Relation, deps_dot, deps_table, deps_why};
use relations::Collected;
use std::collections::{BTreeMap, BTreeSet};

/// Runs the command.
pub fn run(options: &DepsRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let unknown = Dependences {
        schema: String::from(incise_report::SCHEMA),
        command: String::from("deps"),
        program: options.program.files.iter().map(|file| file.display().to_string()).collect(),
        functions: Vec::new(),
        stopped: None,
    };
    let form = options.form;
    let draft = Draft::begin(WithText { document: unknown.clone(), text: String::new() }, form, watchdog);
    watchdog.phase("reading the program");
    if let Some(file) = &options.dot {
        out::replaceable(file, Kind::Dot)?;
    }
    let frontend = program::frontend_options(&options.program)?;
    let program = program::load(&options.program, &frontend)?;
    let module = &program.linked;
    let ids = functions(options, &program.own, module)?;
    watchdog.phase("looking for dependences");
    let facts = ProgramFacts::of(module, &ids);
    let reached = match &options.base {
        Some(base) => {
            let old = ProgramRequest { files: vec![base.clone()], ..options.program.clone() };
            let old = program::load(&old, &frontend)?.linked;
            Some(reached(&old, module, &facts, &ids))
        }
        None => None,
    };
    let kinds: Vec<Relation> = options.kind.iter().map(|kind| relation(*kind)).collect();
    if options.path.is_some() && ids.len() > 1 {
        return Err(messages::wrong("--path", "takes a path of one function; name it with --function NAME"));
    }
    // What a call hands over past the named parameters is not followed.
    let enters = |id: FuncId| {
        let function = &module.functions[id];
        !options.step_over && !function.variadic && is_own(&program.own, &function.name)
    };
    let relations = |id: &FuncId, _: Turn| -> Result<Option<FunctionRelations>, Failure> {
        let only = reached.as_ref().map(|reached| reached.get(id).cloned().unwrap_or_default());
        watchdog.phase(format!("looking for dependences in {}()", module.functions[*id].source_name));
        match &options.path {
            Some(sides) => path::relations(module, &facts, *id, sides, &enters),
            None => Ok(Collected::of(module, &facts, *id, only.as_ref())),
        }
    };
    let mut found: Vec<FunctionRelations> = Vec::new();
    schedule::in_order(&ids, options.jobs, relations, |relations| {
        if let Some(function) = &relations {
            draft.update(|known| add(known, function, options, &kinds));
        }
        found.extend(relations);
    })?;
    watchdog.phase("writing the report");
    if let Some(file) = &options.dot {
        out::write(file, Kind::Dot, &deps_dot(&found, &kinds))?;
    }
    let output = if let Some(pair) = &options.why {
        deps_why(&found, pair).map_err(messages::refused)?
    } else if options.form.json {
        let functions = found.iter().map(|function| function.document(&kinds)).collect();
        let document = Dependences { functions, ..unknown };
        draft::json(&document)?
    } else {
        found.iter().map(|function| deps_table(function, &kinds)).collect::<Vec<_>>().join("\n")
    };
    Ok(Answer { text: output, code: verdict::code_of_print(true) })
}

/// Adds a function to the draft, in the form that was asked for; pairs of statements are explained only at the end.
fn add(known: &mut WithText<Dependences>, function: &FunctionRelations, options: &DepsRequest, kinds: &[Relation]) {
    if options.form.json {
        known.document.functions.push(function.document(kinds));
    } else if options.why.is_none() {
        let separator = if known.text.is_empty() { "" } else { "\n" };
        known.text.push_str(separator);
        known.text.push_str(&deps_table(function, kinds));
    }
}

fn relation(kind: KindName) -> Relation {
    match kind {
        KindName::Control => Relation::Control,
        KindName::Data => Relation::Data,
        KindName::Potential => Relation::Potential,
        KindName::Interactive => Relation::Interactive,
    }
}

/// Whether a function has a body that the user wrote.
fn is_own(own: &Module, name: &str) -> bool {
    own.functions.iter().any(|function| !function.is_declaration() && function.name == name)
}

/// The functions that are asked for: all of the user's that have a body, if none is named.
fn functions(options: &DepsRequest, own: &Module, module: &Module) -> Result<Vec<FuncId>, Failure> {
    let with_body = module.functions.iter_ids().filter(|(_, function)| !function.is_declaration());
    let all: Vec<(FuncId, &str)> = with_body
        .filter(|(_, function)| is_own(own, &function.name))
        .map(|(id, function)| (id, function.source_name.as_str()))
        .collect();
    if let Some(unknown) = options.function.iter().find(|name| !all.iter().any(|(_, known)| known == name)) {
        return Err(messages::no_function(unknown, &messages::in_files(&options.program.files)));
    }
    let is_wanted = |name: &str| options.function.is_empty() || options.function.iter().any(|wanted| wanted == name);
    Ok(all.into_iter().filter(|(_, name)| is_wanted(name)).map(|(id, _)| id).collect())
}

/// The nodes of the new version that the change reaches, by function ([dgse-tse2017] §8).
fn reached(old: &Module, new: &Module, facts: &ProgramFacts, ids: &[FuncId]) -> BTreeMap<FuncId, BTreeSet<NodeId>> {
    let same = |id: &FuncId| {
        let name = &new.functions[*id].source_name;
        old.functions.iter_ids().find(|(_, function)| function.source_name == *name).map(|(id, _)| id)
    };
    let entries: Vec<FuncId> = ids.iter().filter_map(same).collect();
    let old_facts = ProgramFacts::of(old, &entries);
    let difference = diff(Side { module: old, facts: &old_facts }, Side { module: new, facts });
    let found = impact(Rules::Precise, &old_facts, facts, &difference);
    let mut reached: BTreeMap<FuncId, BTreeSet<NodeId>> = BTreeMap::new();
    for function in &found.functions {
        let (Some(id), set) = (function.modified, &function.mod_set) else { continue };
        let Some(facts) = &facts.functions[id.0] else { continue };
        let nodes = facts.nodes.sites.ids().filter(|node| set.contains(*node) || function.mod_changed.contains(node));
        reached.insert(id.0, nodes.collect());
    }
    reached
}
