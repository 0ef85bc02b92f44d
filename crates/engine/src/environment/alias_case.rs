//! Alias cases: what the pointer parameters of a function can be, each null or the address of an object, two of one type the same.
//!
//! *Source*: lazy initialisation, [dise-tosem2014] §4.2.1 rule 2, decided before the run instead of at the first use.

use super::parameters::parameter_name;
use super::structures::{Nesting, structures};
use crate::config::{Config, Pointer};
use crate::pointee_shapes::{PointerField, pointer_in};
use crate::source_types::{is_restricted, is_scalar, pointed_to, scalars, size_of, strip};
use incise_base::closure;
use incise_ir::{Function, Module, SourceType, SourceTypeId, Type};
use std::collections::BTreeMap;

/// Statements on a path through a structure that leads back into itself.
const ROUNDS: u64 = 2000;
/// More than so many are not tried together; then at most one parameter at a time is not a new object.
const ALL: usize = 12;

/// A pointer that is null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NullPointer {
    /// The pointer, such as `p` or `p->next`.
    pub pointer: String,
    /// Whether null is how structures of its type end: lists, trees.
    pub ends_structure: bool,
    /// Whether it is only because structures are not followed further.
    pub at_bound: bool,
}

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
            if self.goes_round() {
                run.bounds.max_steps = Some(run.bounds.max_steps.unwrap_or(u64::MAX).min(ROUNDS));
            }
        })
    }

    /// Whether a structure leads back into itself: loops over it do not end.
    fn goes_round(&self) -> bool {
        let is_back =
            |link: &PointerField| link.to.is_some_and(|to| to == link.from || leads_to(&self.links, to, link.from));
        self.links.iter().any(is_back)
    }

    /// The pointers that are null in it, as C has them.
    pub fn nulls(&self, module: &Module, function: &Function) -> Vec<NullPointer> {
        let mut found = Vec::new();
        let mut objects: BTreeMap<u32, (String, SourceTypeId)> = BTreeMap::new();
        for (index, param) in function.params.iter().enumerate() {
            let name = parameter_name(function, index);
            match self.pointers.get(index).copied().unwrap_or_default() {
                Pointer::Null => found.push(NullPointer { pointer: name, ends_structure: false, at_bound: false }),
                _ => {
                    let to = pointed_to(module, function.locals[param.local].source_type);
                    objects.extend(to.map(|to| (index as u32, (name, to))));
                }
            }
        }
        for link in &self.links {
            let Some((name, ty)) = objects.get(&link.from).cloned() else { continue };
            let leaves = scalars(module, Some(ty), size_of(module, ty).unwrap_or(0));
            let Some(to) =
                leaves.into_iter().find(|leaf| leaf.path == link.path).and_then(|leaf| pointed_to(module, leaf.ty))
            else {
                continue;
            };
            let pointer = pointer_in(&name, &link.path);
            match link.to {
                None => {
                    let ends_structure = leads_to_itself(module, to);
                    found.push(NullPointer { pointer, ends_structure, at_bound: link.at_bound });
                }
                Some(number) => {
                    objects.entry(number).or_insert((pointer, to));
                }
            }
        }
        found
    }

    /// Whether a pointer in it is null only because structures are not followed further.
    pub fn is_bounded(&self) -> bool {
        self.links.iter().any(|link| link.at_bound)
    }

    /// Whether it is the same as another; by default a parameter points to a new object.
    pub fn is_like(&self, other: &AliasCase) -> bool {
        let at = |case: &AliasCase, index: usize| case.pointers.get(index).copied().unwrap_or_default();
        let n_params = self.pointers.len().max(other.pointers.len());
        let link = |link: &PointerField| (link.from, link.path.clone(), link.to);
        self.links.iter().map(link).eq(other.links.iter().map(link))
            && (0..n_params).all(|index| at(self, index) == at(other, index))
    }
}

/// All that is tried for the parameters of a function, every one a new object first.
pub fn alias_cases(module: &Module, function: &Function, nesting: Nesting) -> Vec<AliasCase> {
    let mut found = Vec::new();
    for pointers in parameters(module, function) {
        let structures = structures(module, function, &pointers, nesting);
        found.extend(structures.all.into_iter().map(|links| AliasCase { pointers: pointers.clone(), links }));
    }
    found
}

/// Cases in which a parameter points one element behind or before where another of its type does.
pub fn beside_cases(module: &Module, function: &Function, nesting: Nesting) -> Vec<AliasCase> {
    let mut found = Vec::new();
    for index in 0..function.params.len() {
        let param = &function.params[index];
        let target = pointed_to(module, function.locals[param.local].source_type);
        let unit = target.and_then(|ty| size_of(module, ty)).filter(|_| is_scalar(module, target));
        let Some(unit) = unit.and_then(|unit| i32::try_from(unit).ok()) else { continue };
        for kind in kinds(module, function, index) {
            let Pointer::SameAs(other) = kind else { continue };
            for bytes in [unit, -unit] {
                let mut pointers = vec![Pointer::Fresh; function.params.len()];
                pointers[index] = Pointer::Beside(other, bytes);
                let structures = structures(module, function, &pointers, nesting);
                let all = structures.all.into_iter().take(1);
                found.extend(all.map(|links| AliasCase { pointers: pointers.clone(), links }));
            }
        }
    }
    found
}

/// What of the structures behind pointers is in none of the cases, whether it could matter or not: shared objects, combinations. That deeper
/// ones are not tried is noted by the run that meets them.
pub fn left_out(module: &Module, function: &Function, nesting: Nesting) -> Vec<String> {
    let mut found = Vec::new();
    let fresh = vec![Pointer::Fresh; function.params.len()];
    let made = structures(module, function, &fresh, nesting);
    if !made.are_combined {
        found.push(String::from("of many pointers in structures at most one was null, or all"));
    }
    if !made.are_shared {
        found.push(String::from("objects were shared only in smaller structures; lower --max-nesting"));
    }
    let n_kinds = (0..function.params.len()).map(|index| kinds(module, function, index).len());
    if n_kinds.fold(1usize, usize::saturating_mul) > ALL {
        found.push(String::from("of several pointer parameters only one at a time was null or the same as another"));
    }
    found
}

fn leads_to(links: &[PointerField], from: u32, to: u32) -> bool {
    let reached = closure([from], |number| {
        let own = links.iter().filter(move |link| link.from == number);
        own.filter_map(|link| link.to).collect::<Vec<u32>>()
    });
    reached.contains(&to)
}

/// Whether a type has pointers to its own: lists and trees end with null.
fn leads_to_itself(module: &Module, ty: SourceTypeId) -> bool {
    let own = strip(module, ty);
    let Some(size) = size_of(module, own) else { return false };
    let targets = scalars(module, Some(own), size).into_iter().filter_map(|leaf| pointed_to(module, leaf.ty));
    targets.into_iter().any(|to| strip(module, to) == own)
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

/// Whether a parameter is declared `restrict`: no other pointer leads to what it points to.
pub fn is_restrict_parameter(module: &Module, function: &Function, index: usize) -> bool {
    let declared = function.params.get(index).and_then(|param| function.locals[param.local].source_type);
    declared.is_some_and(|ty| is_restricted(module, ty))
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
    if !param.not_null {
        found.push(Pointer::Null);
    }
    let is_restricted = |index: usize| is_restrict_parameter(module, function, index);
    if is_restricted(index) {
        return found;
    }
    let target = |index: usize| -> Option<SourceTypeId> {
        let ty = function.locals[function.params[index].local].source_type?;
        match &module.source_types[strip(module, ty)] {
            SourceType::Pointer { to } => Some(strip(module, *to)),
            _ => None,
        }
    };
    let own = function.locals[param.local].source_type.and_then(|_| target(index));
    for other in (0..index).filter(|other| is_pointer(*other) && !is_restricted(*other)) {
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
