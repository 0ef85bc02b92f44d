//! Makes symbolic inputs: names them, splits them into variables and writes them into memory.

use crate::engine::Engine;
use crate::input::{Input, InputKind, InputPart};
use crate::memory::ObjectId;
use crate::source_types::{Scalar, scalars, strip};
use crate::state::State;
use crate::value::Value;
use incise_ir::{SourceType, SourceTypeId};
use incise_term::{TermId, VarKind};
use std::rc::Rc;

impl Engine<'_, '_> {
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
        let fixed = self.prepared.config.environment.fixed_inputs.as_ref().map(|all| match all.get(index) {
            Some((_, bytes)) => bytes.clone(),
            None => Vec::new(),
        });
        let n_before = || state.inputs.iter_back().filter(|input| input.kind == kind).count();
        let known = |n_before| self.prepared.config.environment.known_argument(kind, (n_before, size));
        let has_history = !self.prepared.config.environment.history.is_empty();
        let fixed = fixed.or_else(|| has_history.then(|| known(n_before()).map(<[u8]>::to_vec)).flatten());
        let leaves = match kind {
            InputKind::Argument(_) | InputKind::File => self.characters(size),
            _ => scalars(self.prepared.module(), source_type, size),
        };
        let given = match (&self.run.given, &fixed) {
            (Some(_), None) => {
                let n_before = n_before();
                self.given_parts((kind, n_before), (size, source_type), &leaves)
            }
            _ => None,
        };
        let is_own = given.is_none();
        let label = if self.is_own_state(kind) { format!("{unique}@old") } else { unique.clone() };
        let parts: Vec<InputPart> = leaves
            .into_iter()
            .enumerate()
            .map(|(number, leaf)| {
                let width = 8 * leaf.size as u32;
                let known = self.known_pointer(kind, &leaf).filter(|_| leaf.size == 8);
                let defined = self.defined_part(kind, &leaf);
                let term = match &fixed {
                    _ if known.is_some() => self.context.pool.constant(64, u128::from(known.unwrap_or_default())),
                    Some(bytes) => {
                        let value = (0..leaf.size).rev().fold(0u128, |value, at| {
                            value << 8 | u128::from(bytes.get((leaf.offset + at) as usize).copied().unwrap_or(0))
                        });
                        self.context.pool.constant(width, value)
                    }
                    None if defined.is_some() => defined.expect("it is defined"),
                    None if !is_own => given.as_ref().expect("it is given")[number],
                    // On another path the same name may stand for something of another size.
                    None => self.context.pool.var(&format!("{label}{}@{width}", leaf.path), width, VarKind::Input),
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
        self.outside_functions(state, kind, &unique, &parts);
        let input = Rc::new(Input { name: unique, kind, size: size as u32, parts, source_type });
        state.inputs.push(input.clone());
        input
    }

    /// Bytes, as characters where the program has such a type.
    fn characters(&self, size: u64) -> Vec<Scalar> {
        let types = &self.prepared.module().source_types;
        let is_char = |ty: &SourceType| matches!(ty, SourceType::Int { character: true, signed: true, size: 1, .. });
        let ty = types.iter_ids().find(|(_, ty)| is_char(ty)).map(|(id, _)| id);
        (0..size).map(|offset| Scalar { offset, size: 1, path: format!("[{offset}]"), ty }).collect()
    }

    /// The source type of an object, when it is that of the whole `size` bytes.
    pub fn source_type_of(&self, state: &State, object: ObjectId, size: u64) -> Option<SourceTypeId> {
        let object = state.memory.get(object)?;
        object.source_type.filter(|_| object.size == size)
    }

    /// Writes an input's parts into an object.
    pub fn write_input(&mut self, state: &mut State, object: ObjectId, offset: u64, input: &Input) {
        for part in &input.parts {
            let value = Value::from_term(&self.context.pool, part.term);
            self.write_scalar(state, object, (offset + u64::from(part.offset)) as usize, part.size as usize, value);
        }
    }

    /// All parts of an input as one term.
    pub(crate) fn whole_input(&mut self, input: &Input) -> TermId {
        let mut whole = None;
        for part in &input.parts {
            whole = Some(match whole {
                None => part.term,
                Some(low) => self.context.pool.concat(part.term, low),
            });
        }
        whole.expect("an input has bytes")
    }

    /// A `_Bool` in memory is 0 or 1: any other byte there is no value of its type.
    pub(super) fn booleans_are_bits(&mut self, state: &mut State, input: &Input) {
        let module = self.prepared.module();
        for part in &input.parts {
            let ty = part.source_type.map(|ty| &module.source_types[strip(module, ty)]);
            if matches!(ty, Some(SourceType::Int { boolean: true, .. })) {
                let one = self.context.pool.constant(8 * part.size, 1);
                let in_range = self.context.pool.ule(part.term, one);
                let _ = self.assume(state, in_range);
            }
        }
    }
}
