//! Symbolic inputs: named stretches of bytes, split into variables along the lines of their source type.

use crate::engine::Engine;
use crate::memory::ObjectId;
use crate::state::State;
use crate::value::Value;
use incise_ir::{GlobalId, Module, SourceType, SourceTypeId};
use incise_term::{TermId, VarKind};
use std::rc::Rc;

/// What an input is, so that a test can hand it to the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// Made by a marker such as `klee_make_symbolic`.
    Marker,
    /// A parameter of the entry function.
    Parameter(u32),
    /// A global variable before the entry function is called.
    Global(GlobalId),
    /// What a pointer parameter points to.
    Pointee(u32),
    /// A pointer parameter that is null.
    Null(u32),
    /// A pointer parameter that is the same as an earlier one.
    Same(u32, u32),
    /// A pointer in an object from outside, see [`crate::Link`]: the object, where in it, what it points to.
    Link(u32, u32, Option<u32>),
    /// A command-line argument.
    Argument(u32),
    /// Standard input.
    Stdin,
    /// Number of bytes that standard input or a file has.
    StreamSize,
    /// A file.
    File,
    /// A result of libc that depends on the world (`rand`, `time`, `getenv`), or of a function without a body.
    Environment,
    /// That a function without a body is called: how much of the memory behind each argument is looked at, see
    /// [`crate::CallEvent::shape`]. It has no variables; the answers follow as inputs of their own.
    Call,
}

/// A part of an input: one variable.
#[derive(Clone, Debug)]
pub struct InputPart {
    /// Bytes from the start.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Where in the source type it is, such as `.x` or `[3]`; empty for a scalar.
    pub path: String,
    /// The variable, or a constant when the run is concrete.
    pub term: TermId,
    /// How a person reads it.
    pub source_type: Option<SourceTypeId>,
}

/// A named stretch of symbolic bytes.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name, unique on its path.
    pub name: String,
    /// What it is.
    pub kind: InputKind,
    /// Bytes.
    pub size: u32,
    /// Its variables, covering all bytes but padding.
    pub parts: Vec<InputPart>,
    /// Its type in the source.
    pub source_type: Option<SourceTypeId>,
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

/// The type behind aliases and qualifiers.
pub fn strip(module: &Module, mut ty: SourceTypeId) -> SourceTypeId {
    while let SourceType::Alias { ty: inner, .. } | SourceType::Qualified { ty: inner, .. } = &module.source_types[ty] {
        ty = *inner;
    }
    ty
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

/// The scalars that a stretch of `size` bytes of this type consists of.
pub fn scalars(module: &Module, ty: Option<SourceTypeId>, size: u64) -> Vec<Scalar> {
    if let Some(ty) = ty {
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

impl Engine<'_> {
    /// Makes a new input and gives its parts; the caller puts them where they belong.
    pub fn new_input(
        &mut self,
        state: &mut State,
        name: &str,
        kind: InputKind,
        size: u64,
        source_type: Option<SourceTypeId>,
    ) -> Rc<Input> {
        let same = state.inputs.iter_back().filter(|input| input.base_name() == name).count();
        let unique = if same == 0 { name.to_string() } else { format!("{name}#{same}") };
        let index = state.inputs.len();
        let fixed = self.config.fixed_inputs.as_ref().map(|all| match all.get(index) {
            Some((_, bytes)) => bytes.clone(),
            None => Vec::new(),
        });
        let leaves = scalars(self.module(), source_type, size);
        let given = match (&self.given, &fixed) {
            (Some(_), None) => {
                let n_before = state.inputs.iter_back().filter(|input| input.kind == kind).count();
                self.given_parts((kind, n_before), (size, source_type), &leaves)
            }
            _ => None,
        };
        let is_own = given.is_none();
        let label = if self.begins_otherwise(kind) { format!("{unique}@old") } else { unique.clone() };
        let parts: Vec<InputPart> = leaves
            .into_iter()
            .enumerate()
            .map(|(number, leaf)| {
                let width = 8 * leaf.size as u32;
                let known = self.linked(kind, &leaf.path).filter(|_| leaf.size == 8);
                let term = match &fixed {
                    _ if known.is_some() => self.pool.constant(64, u128::from(known.unwrap_or_default())),
                    Some(bytes) => {
                        let value = (0..leaf.size).rev().fold(0u128, |value, at| {
                            value << 8 | u128::from(bytes.get((leaf.offset + at) as usize).copied().unwrap_or(0))
                        });
                        self.pool.constant(width, value)
                    }
                    None if !is_own => given.as_ref().expect("it is given")[number],
                    // On another path the same name may stand for something of another size.
                    None => self.pool.var(&format!("{label}{}@{width}", leaf.path), width, VarKind::Input),
                };
                InputPart {
                    offset: leaf.offset as u32,
                    size: leaf.size as u32,
                    path: leaf.path,
                    term,
                    source_type: leaf.ty,
                }
            })
            .collect();
        if is_own {
            self.set_apart(kind, &parts);
        }
        let input = Rc::new(Input { name: unique, kind, size: size as u32, parts, source_type });
        state.inputs.push(input.clone());
        input
    }

    /// The source type of an object, when it is that of the whole `size` bytes.
    pub fn source_type_of(&self, state: &State, object: ObjectId, size: u64) -> Option<SourceTypeId> {
        let object = state.memory.get(object)?;
        object.source_type.filter(|_| object.size == size)
    }

    /// Writes an input's parts into an object.
    pub fn write_input(&mut self, state: &mut State, object: ObjectId, offset: u64, input: &Input) {
        for part in &input.parts {
            let value = Value::from_term(&self.pool, part.term);
            self.write_scalar(state, object, (offset + u64::from(part.offset)) as usize, part.size as usize, value);
        }
    }
}

impl Input {
    /// The name without the number that makes it unique.
    pub fn base_name(&self) -> &str {
        self.name.split_once('#').map_or(&self.name, |(base, _)| base)
    }
}
