//! The inputs of two runs as the source names them.

use incise_engine::{Input, InputKind, InputPart, State, outside_address, pointed_to, strip};
use incise_explain::CType;
use incise_ir::{Function, Module, SourceType, SourceTypeId, is_pointed_to};
use incise_term::{Format, Op, Pool, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// The inputs of the new version, then those that only the old one has.
pub fn named(pool: &Pool, new: (&Module, &State), old: (&Module, &State)) -> Vec<incise_explain::Input> {
    let mut found: Vec<incise_explain::Input> = Vec::new();
    // A global that a parameter hides is `::name`.
    let inputs = [new.1, old.1].into_iter().flat_map(|state| state.inputs.in_order());
    let parameters: BTreeSet<&str> = inputs
        .filter(|input| matches!(input.kind, InputKind::Parameter(_) | InputKind::Pointee(_)))
        .map(|input| input.base_name().trim_start_matches('*'))
        .collect();
    for (version, (module, state)) in [new, old].into_iter().enumerate() {
        for input in state.inputs.in_order() {
            for part in &input.parts {
                let known = found.iter().any(|known| known.term == part.term);
                if known || !matches!(pool.op(part.term), Op::Var(_)) || part.path.starts_with("[pad ") {
                    continue;
                }
                let ty = part.source_type.or(input.source_type.filter(|_| input.parts.len() == 1));
                let ty = function(pool, module, (input, part)).unwrap_or_else(|| c_type(module, ty, 8 * part.size));
                let is_hidden = matches!(input.kind, InputKind::Global(_)) && parameters.contains(input.base_name());
                let text = match is_hidden {
                    true => format!("::{}{}", input.base_name(), part.path),
                    false => text(input, &part.path),
                };
                let text = distinct(&found, text, version == 1);
                found.push(incise_explain::Input { term: part.term, text, ty });
            }
        }
    }
    found
}

/// The inputs behind pointer parameters by name, with the number of the object that each is a part of.
pub fn pointees(named: &[incise_explain::Input], states: [&State; 2]) -> BTreeMap<String, u32> {
    let names: BTreeMap<TermId, &str> = named.iter().map(|input| (input.term, input.text.as_str())).collect();
    let mut found = BTreeMap::new();
    for input in states.into_iter().flat_map(|state| state.inputs.in_order()) {
        let InputKind::Pointee(object) = input.kind else { continue };
        let known = input.parts.iter().filter_map(|part| names.get(&part.term));
        found.extend(known.map(|name| ((*name).to_owned(), object)));
    }
    found
}

/// A name that no other input has: what only the old version has and the new one calls something else is `name@old`.
fn distinct(known: &[incise_explain::Input], text: String, is_old: bool) -> String {
    let is_taken = |text: &str| known.iter().any(|other| other.text == text);
    let old = format!("{text}@old");
    match is_taken(&text) {
        false => text,
        true if is_old && !is_taken(&old) => old,
        true => format!("{text}#{}", known.len()),
    }
}

/// How C reads a part of an input.
fn text(input: &Input, path: &str) -> String {
    // Two registers can hold parts of one struct.
    let name = if let InputKind::Parameter(_) = input.kind { input.base_name() } else { input.name.as_str() };
    match (input.kind, name.strip_prefix('*'), path.strip_prefix('.')) {
        (InputKind::Pointee(_), Some(pointer), Some(member)) => format!("{pointer}->{member}"),
        (InputKind::Pointee(_), Some(pointer), None) if path.is_empty() => format!("(*{pointer})"),
        (InputKind::Pointee(_), Some(pointer), None) => format!("(*{pointer}){path}"),
        _ => format!("{name}{path}"),
    }
}

/// The type of a pointer to an unknown function that a caller gives.
fn function(pool: &Pool, module: &Module, (input, part): (&Input, &InputPart)) -> Option<CType> {
    let is_given = matches!(
        input.kind,
        InputKind::Parameter(_) | InputKind::Pointee(_) | InputKind::Global(_) | InputKind::Environment
    );
    let Op::Var(var) = pool.op(part.term) else { return None };
    let to = strip(module, pointed_to(module, part.source_type.or(input.source_type))?);
    let stands_for = |function: &Function| is_pointed_to(&function.name) && function.source_type == Some(to);
    let is_given = is_given && part.size == 8 && module.functions.iter().any(stands_for);
    is_given.then(|| CType::Function(outside_address(pool.var_info(var).name)))
}

fn c_type(module: &Module, ty: Option<SourceTypeId>, width: u32) -> CType {
    match ty.map(|ty| &module.source_types[strip(module, ty)]) {
        Some(SourceType::Int { boolean: true, .. }) => CType::Bool,
        Some(SourceType::Int { character: true, signed: true, size: 1, .. }) => CType::Char,
        Some(SourceType::Int { signed: true, .. } | SourceType::Enum { signed: true, .. }) => CType::Signed(width),
        Some(SourceType::Float { size: 4, .. }) => CType::Float(Format::F32),
        Some(SourceType::Float { size: 8, .. }) => CType::Float(Format::F64),
        Some(SourceType::Pointer { .. }) if width == 64 => CType::Pointer,
        Some(SourceType::Int { .. } | SourceType::Enum { .. }) => CType::Unsigned(width),
        _ if width == 32 => CType::Signed(width),
        _ => CType::Unsigned(width),
    }
}
