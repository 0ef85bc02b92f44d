//! Source types: what they look like behind aliases, and how their bytes are laid out.

use incise_ir::{Module, SourceType, SourceTypeId};
use std::collections::BTreeMap;

/// The type behind aliases and qualifiers.
pub fn strip(module: &Module, mut ty: SourceTypeId) -> SourceTypeId {
    while let SourceType::Alias { ty: inner, .. } | SourceType::Qualified { ty: inner, .. } = &module.source_types[ty] {
        ty = *inner;
    }
    ty
}

/// A scalar inside a source type.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// Bytes from the start.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Where in the type it is, such as `.x` or `[3]`.
    pub path: String,
    /// Its own type.
    pub ty: Option<SourceTypeId>,
}

/// The scalars that a stretch of `size` bytes of this type consists of.
pub fn scalars(module: &Module, ty: Option<SourceTypeId>, size: u64) -> Vec<Scalar> {
    if let Some(ty) = ty {
        if let Some(all) = elements(module, ty, size) {
            return all;
        }
        // In a register `long double` has no padding.
        if matches!(&module.source_types[strip(module, ty)], SourceType::Float { size: own, .. } if size < *own) {
            return vec![Scalar { offset: 0, size, path: String::new(), ty: Some(ty) }];
        }
        let mut out = Vec::new();
        if leaves(module, ty, 0, "", &mut out).is_some() {
            let end = out.iter().map(|leaf| leaf.offset + leaf.size).max().unwrap_or(0);
            let sorted = out.windows(2).all(|pair| pair[0].offset + pair[0].size <= pair[1].offset);
            if sorted && end <= size && size - end < 16 && out.iter().all(|leaf| leaf.size <= 16 && leaf.size > 0) {
                // Padding is input too: a program may read it through a union or memcmp.
                return with_padding(out, size);
            }
        }
    }
    if matches!(size, 1 | 2 | 4 | 8) {
        return vec![Scalar { offset: 0, size, path: String::new(), ty: None }];
    }
    (0..size).map(|offset| Scalar { offset, size: 1, path: format!("[{offset}]"), ty: None }).collect()
}

/// The scalars of an array whose type does not say its length.
fn elements(module: &Module, ty: SourceTypeId, size: u64) -> Option<Vec<Scalar>> {
    let SourceType::Array { len: None, elem, .. } = &module.source_types[strip(module, ty)] else { return None };
    let unit = size_of(module, *elem).filter(|unit| *unit > 0 && size.is_multiple_of(*unit))?;
    let element = scalars(module, Some(*elem), unit);
    let at = |index: u64, leaf: &Scalar| Scalar {
        offset: index * unit + leaf.offset,
        path: format!("[{index}]{}", leaf.path),
        ..leaf.clone()
    };
    Some((0..size / unit).flat_map(|index| element.iter().map(move |leaf| at(index, leaf))).collect())
}

fn leaves(module: &Module, ty: SourceTypeId, offset: u64, path: &str, out: &mut Vec<Scalar>) -> Option<()> {
    let mut scalar = |size: u64| out.push(Scalar { offset, size, path: path.to_string(), ty: Some(ty) });
    match &module.source_types[strip(module, ty)] {
        SourceType::Int { size, .. } | SourceType::Float { size, .. } | SourceType::Enum { size, .. } => {
            scalar(*size);
            Some(())
        }
        SourceType::Pointer { .. } => {
            scalar(8);
            Some(())
        }
        SourceType::Array { len: Some(len), elem, size } if *len > 0 => {
            for index in 0..*len {
                leaves(module, *elem, offset + index * (size / len), &format!("{path}[{index}]"), out)?;
            }
            Some(())
        }
        SourceType::Record { union: false, fields, .. } => {
            for field in fields {
                let inner_size = {
                    let mut inner = Vec::new();
                    leaves(module, field.ty, 0, "", &mut inner)?;
                    inner.iter().map(|leaf| leaf.offset + leaf.size).max().unwrap_or(0)
                };
                if field.bit_offset % 8 != 0 || field.bit_size != 8 * inner_size {
                    return None; // a bit-field: the bytes are split as they are
                }
                let name = if field.name.is_empty() { path.to_string() } else { format!("{path}.{}", field.name) };
                leaves(module, field.ty, offset + field.bit_offset / 8, &name, out)?;
            }
            Some(())
        }
        _ => None,
    }
}

/// A named member of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// Bits from the start.
    pub at: u64,
    /// Bits.
    pub size: u64,
    /// Whether it is a float.
    pub is_float: bool,
}

/// The named members of a type; also those of unions, and bit-fields.
pub fn members(module: &Module, ty: SourceTypeId) -> BTreeMap<String, Member> {
    let mut found = BTreeMap::new();
    let mut work = vec![(ty, 0, String::new(), 0)];
    while let Some((ty, at, path, depth)) = work.pop() {
        let SourceType::Record { fields, .. } = &module.source_types[strip(module, ty)] else { continue };
        for field in fields {
            let name = if field.name.is_empty() { path.clone() } else { format!("{path}.{}", field.name) };
            let at = at + field.bit_offset;
            if !field.name.is_empty() {
                let is_float = matches!(module.source_types[strip(module, field.ty)], SourceType::Float { .. });
                found.insert(name.clone(), Member { at, size: field.bit_size, is_float });
            }
            if depth < MEMBER_DEPTH {
                work.push((field.ty, at, name, depth + 1));
            }
        }
    }
    found
}

/// Whether a member that both types have is elsewhere or of another kind in one of them.
pub fn is_any_moved(one: &BTreeMap<String, Member>, other: &BTreeMap<String, Member>) -> bool {
    one.iter().any(|(name, member)| other.get(name).is_some_and(|other| other != member))
}

/// How deep members are looked at.
const MEMBER_DEPTH: u32 = 8;

fn with_padding(leaves: Vec<Scalar>, size: u64) -> Vec<Scalar> {
    let mut out = Vec::new();
    let mut at = 0;
    let pad = |from: u64, to: u64, out: &mut Vec<Scalar>| {
        out.extend((from..to).map(|offset| Scalar { offset, size: 1, path: format!("[pad {offset}]"), ty: None }));
    };
    for leaf in leaves {
        pad(at, leaf.offset, &mut out);
        at = leaf.offset + leaf.size;
        out.push(leaf);
    }
    pad(at, size, &mut out);
    out
}

/// What a pointer type points to.
pub fn pointed_to(module: &Module, ty: Option<SourceTypeId>) -> Option<SourceTypeId> {
    match &module.source_types[strip(module, ty?)] {
        SourceType::Pointer { to } => Some(*to),
        _ => None,
    }
}

/// Whether a type is that of streams, `FILE` in glibc.
pub fn is_stream(module: &Module, ty: SourceTypeId) -> bool {
    matches!(&module.source_types[strip(module, ty)], SourceType::Record { name, .. } if name == "_IO_FILE")
}

/// Bytes of a source type.
pub fn size_of(module: &Module, ty: SourceTypeId) -> Option<u64> {
    match &module.source_types[strip(module, ty)] {
        SourceType::Int { size, .. }
        | SourceType::Float { size, .. }
        | SourceType::Enum { size, .. }
        | SourceType::Record { size, .. }
        | SourceType::Array { size, .. } => Some(*size),
        SourceType::Pointer { .. } => Some(8),
        _ => None,
    }
}

pub(crate) fn is_scalar(module: &Module, ty: Option<SourceTypeId>) -> bool {
    ty.is_some_and(|ty| {
        matches!(
            module.source_types[strip(module, ty)],
            SourceType::Int { .. } | SourceType::Float { .. } | SourceType::Enum { .. }
        )
    })
}

/// Whether a value of a type has a pointer in it.
pub fn holds_pointer(module: &Module, ty: SourceTypeId) -> bool {
    match &module.source_types[strip(module, ty)] {
        SourceType::Pointer { .. } => true,
        SourceType::Array { elem, .. } => holds_pointer(module, *elem),
        SourceType::Record { fields, .. } => fields.iter().any(|field| holds_pointer(module, field.ty)),
        _ => false,
    }
}

/// Whether a pointer is `restrict`: no other pointer leads to what it points to.
pub(crate) fn is_restricted(module: &Module, ty: SourceTypeId) -> bool {
    match &module.source_types[ty] {
        SourceType::Qualified { qualifier, ty } => qualifier == "restrict" || is_restricted(module, *ty),
        SourceType::Alias { ty, .. } => is_restricted(module, *ty),
        _ => false,
    }
}
