//! Alias cases: what the pointer parameters of a function can be, each null or the address of an object, two of one type the same.
//!
//! *Source*: lazy initialisation, [dise-tosem2014] §4.2.1 rule 2, decided before the run instead of at the first use.

use super::pair::EntryPair;
use super::structures::{Nesting, structures};
use crate::request::ComparisonRequest;
use incise_engine::{Config, Pointer, PointerField, parameter_name, strip};
use incise_ir::{Function, Module, SourceType, SourceTypeId, Type};
use incise_report::{LedgerLine, StageWeakness};
use std::collections::BTreeMap;

/// More than so many are not tried together; then at most one parameter at a time is not a new object.
const ALL: usize = 12;

/// What the pointers are: the parameters, and those in what they lead to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AliasCase {
    /// The parameters, by position.
    pub pointers: Vec<Pointer>,
    /// The pointers in objects.
    pub links: Vec<PointerField>,
}

impl AliasCase {
    /// A run from there.
    pub fn of(&self, config: &Config) -> Config {
        config.clone().with(|run| {
            run.environment.pointers = self.pointers.clone();
            run.environment.pointer_fields = self.links.clone();
        })
    }

    /// Whether it is the same as another; by default a parameter points to a new object.
    pub fn is_like(&self, other: &AliasCase) -> bool {
        let at = |case: &AliasCase, index: usize| case.pointers.get(index).copied().unwrap_or_default();
        let n_params = self.pointers.len().max(other.pointers.len());
        self.links == other.links && (0..n_params).all(|index| at(self, index) == at(other, index))
    }
}

/// All that is tried, every parameter a new object first.
pub fn alias_cases(module: &Module, pair: &EntryPair, options: &ComparisonRequest) -> Vec<AliasCase> {
    if pair.name == "main" {
        return vec![AliasCase::default()];
    }
    let function = &module.functions[pair.modified];
    let nesting = Nesting { depth: options.max_nesting, aliases: options.aliases };
    let mut found = Vec::new();
    for pointers in parameters(module, function) {
        let structures = structures(module, function, &pointers, nesting);
        found.extend(structures.into_iter().map(|links| AliasCase { pointers: pointers.clone(), links }));
    }
    found
}

/// What of the structures behind pointers was not tried: deeper ones, shared objects, combinations.
pub fn left_out(
    module: &Module,
    pair: &EntryPair,
    cases: &[AliasCase],
    options: &ComparisonRequest,
) -> Vec<LedgerLine> {
    let line = |detail: String| LedgerLine::new(StageWeakness::NestingBound, detail);
    let mut found = Vec::new();
    let depth = cases.iter().map(|case| depth(&case.links)).max().unwrap_or(0);
    if depth > 0 && depth >= options.max_nesting {
        found.push(line(format!("structures behind pointers were at most {depth} objects deep; raise --max-nesting")));
    }
    let followed = |case: &AliasCase| case.links.iter().filter(|link| link.to.is_some()).count();
    if !options.aliases && cases.iter().any(|case| followed(case) > 1) {
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
fn depth(links: &[PointerField]) -> u32 {
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

/// What one parameter can be.
pub fn kinds(module: &Module, function: &Function, index: usize) -> Vec<Pointer> {
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
