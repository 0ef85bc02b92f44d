//! What the pointers in the objects behind pointer parameters can be: lists, trees, records with arrays.
//!
//! *Source*: lazy initialisation, [dise-tosem2014] §4.2.1 rule 2, decided before the run: a pointer is null, a new object, or an earlier object
//! of its type. A structure is at most so many objects deep; a smaller depth is taken where there would be too many structures, and for those
//! in which objects are shared by itself.

use crate::config::Pointer;
use crate::pointee_shapes::PointerField;
use crate::source_types::{Scalar, is_stream, pointed_to, scalars, size_of, strip};
use incise_ir::{Function, Module, SourceType, SourceTypeId};

/// More structures than this are not tried for the pointer parameters of one kind each, without shared objects and with them.
const MOST: usize = 32;

/// How structures are made.
#[derive(Clone, Copy, Debug)]
pub struct Nesting {
    /// How deep they are: 1 is the object that a parameter points to.
    pub depth: u32,
}

/// The structures for parameters that are of one kind each.
pub struct Structures {
    /// What the pointers in objects are, small structures first; one without any where no pointer is in any of the objects.
    pub all: Vec<Vec<PointerField>>,
    /// Whether every combination of null and new objects is among them.
    pub are_combined: bool,
    /// Whether objects are shared in every way as deep as structures go.
    pub are_shared: bool,
}

/// A pointer in an object.
#[derive(Clone)]
struct Field {
    from: u32,
    path: String,
    to: SourceTypeId,
    depth: u32,
}

#[derive(Clone)]
struct Made {
    links: Vec<PointerField>,
    /// Objects by number, with their types.
    objects: Vec<(u32, SourceTypeId)>,
    next: u32,
    is_shared: bool,
}

/// How structures are expanded.
#[derive(Clone, Copy)]
struct Expansion<'a> {
    module: &'a Module,
    depth: u32,
    /// Whether a pointer may lead to an earlier object; only structures in which one does are found then.
    shares: bool,
}

/// All structures for parameters that are what `pointers` says.
pub fn structures(module: &Module, function: &Function, pointers: &[Pointer], nesting: Nesting) -> Structures {
    let mut roots = Vec::new();
    for (index, param) in function.params.iter().enumerate() {
        let is_new = pointers.get(index).copied().unwrap_or_default() == Pointer::Fresh;
        let target = pointed_to(module, function.locals[param.local].source_type);
        if let Some(target) = target.filter(|_| is_new && param.byval.is_none() && !param.sret) {
            roots.push((index as u32, target));
        }
    }
    let pending: Vec<Field> = roots.iter().flat_map(|(number, ty)| fields(module, *number, *ty, 1)).collect();
    let made = Made { links: Vec::new(), objects: roots, next: function.params.len() as u32, is_shared: false };
    let expanded = |depth: u32, shares: bool| {
        let mut found = Vec::new();
        Expansion { module, depth, shares }.expand(pending.clone(), made.clone(), &mut found).then_some(found)
    };
    let deepest = nesting.depth.max(1);
    let plain = (1..=deepest).rev().find_map(|depth| Some((depth, expanded(depth, false)?)));
    let (depth, mut all) = plain.unwrap_or_else(|| (1, vec![Vec::new()]));
    let are_combined = depth > 1 || deepest == 1 || pending.is_empty();
    if !are_combined {
        all = one_at_a_time(module, &pending, made.next);
    }
    let shared = (1..=depth).rev().find_map(|depth| Some((depth, expanded(depth, true)?)));
    let are_shared = shared.as_ref().is_some_and(|(shared, _)| *shared == depth) && are_combined;
    all.extend(shared.into_iter().flat_map(|(_, found)| found));
    // Small ones first: they make the simplest examples.
    all.sort_by_key(|links| links.len());
    Structures { all, are_combined, are_shared }
}

/// The structures in which at most one of many pointers is null, and the one in which all are.
fn one_at_a_time(module: &Module, pending: &[Field], first: u32) -> Vec<Vec<PointerField>> {
    let null =
        |field: &Field, at_bound: bool| PointerField { from: field.from, path: field.path.clone(), to: None, at_bound };
    let mut found = vec![pending.iter().map(|field| null(field, false)).collect::<Vec<PointerField>>()];
    for left_out in std::iter::once(None).chain((0..pending.len().min(MOST)).map(Some)) {
        let (mut links, mut ends) = (Vec::new(), Vec::new());
        for (index, field) in pending.iter().enumerate() {
            if left_out == Some(index) {
                links.push(null(field, false));
                continue;
            }
            let number = first + index as u32;
            links.push(PointerField { to: Some(number), ..null(field, false) });
            ends.extend(fields(module, number, field.to, 2).iter().map(|field| null(field, true)));
        }
        links.extend(ends);
        found.push(links);
    }
    found
}

/// The pointers in an object to something that can be made.
fn fields(module: &Module, from: u32, ty: SourceTypeId, depth: u32) -> Vec<Field> {
    let is_followed = !is_stream(module, ty)
        && matches!(module.source_types[strip(module, ty)], SourceType::Record { .. } | SourceType::Pointer { .. });
    let Some(size) = size_of(module, ty).filter(|size| is_followed && *size > 0) else { return Vec::new() };
    let leaves = scalars(module, Some(ty), size).into_iter();
    let field = |leaf: Scalar| {
        let to = pointed_to(module, leaf.ty).filter(|to| can_be_made(module, *to))?;
        Some(Field { from, path: leaf.path, to, depth })
    };
    leaves.filter_map(field).collect()
}

/// Functions are no objects.
fn can_be_made(module: &Module, ty: SourceTypeId) -> bool {
    !matches!(module.source_types[strip(module, ty)], SourceType::Function { .. })
}

impl Expansion<'_> {
    /// Every way to go on from a structure with pointers that are still open; whether there are not too many.
    fn expand(&self, mut pending: Vec<Field>, made: Made, found: &mut Vec<Vec<PointerField>>) -> bool {
        if found.len() > MOST {
            return false;
        }
        if pending.is_empty() {
            if made.is_shared == self.shares {
                found.push(made.links);
            }
            return found.len() <= MOST;
        }
        let Field { from, path, to, depth } = pending.remove(0);
        let is_followed = depth < self.depth;
        let with = |target: Option<u32>| {
            let mut made = made.clone();
            let at_bound = target.is_none() && !is_followed;
            made.links.push(PointerField { from, path: path.clone(), to: target, at_bound });
            made
        };
        if is_followed {
            let mut made = with(Some(made.next));
            let number = made.next;
            made.objects.push((number, to));
            made.next += 1;
            let mut longer = pending.clone();
            longer.extend(fields(self.module, number, to, depth + 1));
            if !self.expand(longer, made, found) {
                return false;
            }
        }
        if self.shares {
            let stripped = |ty: SourceTypeId| &self.module.source_types[strip(self.module, ty)];
            let others = made.objects.iter().filter(|(_, ty)| stripped(*ty) == stripped(to));
            for (other, _) in others {
                let made = Made { is_shared: true, ..with(Some(*other)) };
                if !self.expand(pending.clone(), made, found) {
                    return false;
                }
            }
        }
        self.expand(pending, with(None), found)
    }
}
