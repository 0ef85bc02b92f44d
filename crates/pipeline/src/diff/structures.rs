//! What the pointers in the objects behind pointer parameters can be: lists, trees, records with arrays.
//!
//! *Source*: lazy initialisation, [dise-tosem2014] §4.2.1 rule 2, decided before the run: a pointer is null, a new object, or, where that
//! is asked for, an earlier object of its type. A structure is at most so many objects deep; a smaller depth is taken where there would be
//! too many structures.

use incise_engine::{Pointer, PointerField, pointed_to, scalars, size_of, strip};
use incise_ir::{Function, Module, SourceType, SourceTypeId};

/// More structures than this are not tried for the pointer parameters of one kind each.
const MOST: usize = 32;

/// How structures are made.
#[derive(Clone, Copy, Debug)]
pub struct Nesting {
    /// How deep they are: 1 is the object that a parameter points to.
    pub depth: u32,
    /// Whether a pointer in one may lead to an earlier object.
    pub aliases: bool,
}

/// A pointer in an object.
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
}

/// All structures for parameters that are what `pointers` says, small ones first; a single one without links where no pointer is in any
/// of the objects.
pub fn structures(
    module: &Module,
    function: &Function,
    pointers: &[Pointer],
    nesting: Nesting,
) -> Vec<Vec<PointerField>> {
    let mut roots = Vec::new();
    for (index, param) in function.params.iter().enumerate() {
        let is_new = pointers.get(index).copied().unwrap_or_default() == Pointer::Fresh;
        let target = pointed_to(module, function.locals[param.local].source_type);
        if let Some(target) = target.filter(|_| is_new && param.byval.is_none() && !param.sret) {
            roots.push((index as u32, target));
        }
    }
    for depth in (1..=nesting.depth.max(1)).rev() {
        let mut found = Vec::new();
        let pending = roots.iter().flat_map(|(number, ty)| fields(module, *number, *ty, 1)).collect();
        let made = Made { links: Vec::new(), objects: roots.clone(), next: function.params.len() as u32 };
        let limit = Nesting { depth, ..nesting };
        if expand(module, pending, made, limit, &mut found) || depth == 1 {
            // Small ones first: they make the simplest examples.
            found.sort_by_key(|links| links.len());
            return found;
        }
    }
    unreachable!("the last depth is taken")
}

/// The pointers in an object to something that can be made: records and numbers.
fn fields(module: &Module, from: u32, ty: SourceTypeId, depth: u32) -> Vec<Field> {
    let is_record = matches!(module.source_types[strip(module, ty)], SourceType::Record { .. });
    let Some(size) = size_of(module, ty).filter(|size| is_record && *size > 0) else { return Vec::new() };
    let leaves = scalars(module, Some(ty), size).into_iter();
    let field = |leaf: incise_engine::Scalar| {
        let to = pointed_to(module, leaf.ty).filter(|to| can_be_made(module, *to))?;
        Some(Field { from, path: leaf.path, to, depth })
    };
    leaves.filter_map(field).collect()
}

fn can_be_made(module: &Module, ty: SourceTypeId) -> bool {
    let known = matches!(
        module.source_types[strip(module, ty)],
        SourceType::Int { .. } | SourceType::Float { .. } | SourceType::Enum { .. } | SourceType::Record { .. }
    );
    known && size_of(module, ty).is_some_and(|size| size > 0)
}

/// Every way to go on from a structure with pointers that are still open; whether there are not too many.
fn expand(
    module: &Module,
    mut pending: Vec<Field>,
    made: Made,
    nesting: Nesting,
    found: &mut Vec<Vec<PointerField>>,
) -> bool {
    if found.len() > MOST {
        return false;
    }
    if pending.is_empty() {
        found.push(made.links);
        return found.len() <= MOST;
    }
    let Field { from, path, to, depth } = pending.remove(0);
    let with = |target: Option<u32>| {
        let mut made = made.clone();
        made.links.push(PointerField { from, path: path.clone(), to: target });
        made
    };
    let again = |pending: &[Field]| pending.iter().map(Field::copy).collect::<Vec<Field>>();
    if depth < nesting.depth {
        let mut made = with(Some(made.next));
        let number = made.next;
        made.objects.push((number, to));
        made.next += 1;
        let mut longer = again(&pending);
        longer.extend(fields(module, number, to, depth + 1));
        if !expand(module, longer, made, nesting, found) {
            return false;
        }
    }
    if nesting.aliases {
        let same = |ty: SourceTypeId| module.source_types[strip(module, ty)] == module.source_types[strip(module, to)];
        let others: Vec<u32> = made.objects.iter().filter(|(_, ty)| same(*ty)).map(|(number, _)| *number).collect();
        for other in others {
            if !expand(module, again(&pending), with(Some(other)), nesting, found) {
                return false;
            }
        }
    }
    expand(module, pending, with(None), nesting, found)
}

impl Field {
    fn copy(&self) -> Field {
        Field { path: self.path.clone(), ..*self }
    }
}
