//! What the pointers of a test are: its parameters, and those in what they lead to, as the engine is told.

use crate::from_path::entry_function;
use crate::test::{Test, TestInputKind};
use incise_engine::{Pointer, PointerField, pointed_to, scalars, size_of};
use incise_ir::{Function, Module, SourceTypeId};
use std::collections::BTreeMap;

/// The pointer parameters of a function as a test has them, by position, and the pointers in what they point to.
pub fn shape(module: &Module, function: &Function, test: &Test) -> (Vec<Pointer>, Vec<PointerField>) {
    let n_params = function.params.len();
    let target = |index: usize| pointed_to(module, function.locals[function.params[index].local].source_type);
    let mut types: BTreeMap<u32, SourceTypeId> =
        (0..n_params).filter_map(|index| Some((index as u32, target(index)?))).collect();
    let (mut pointers, mut links) = (vec![Pointer::Fresh; n_params], Vec::new());
    for input in &test.inputs {
        match input.kind {
            TestInputKind::Null(index) if (index as usize) < n_params => pointers[index as usize] = Pointer::Null,
            TestInputKind::Same(index, other) if (index as usize) < n_params && other < index => {
                pointers[index as usize] = Pointer::SameAs(other);
            }
            TestInputKind::Beside(index, other, bytes) if (index as usize) < n_params && other < index => {
                pointers[index as usize] = Pointer::Beside(other, bytes);
            }
            TestInputKind::Link { from, offset, to } => {
                let Some(ty) = types.get(&from).copied() else { continue };
                let leaves = scalars(module, Some(ty), size_of(module, ty).unwrap_or(0));
                let Some(leaf) = leaves.into_iter().find(|leaf| leaf.offset == u64::from(offset)) else { continue };
                if let (Some(to), Some(ty)) = (to, pointed_to(module, leaf.ty)) {
                    types.entry(to).or_insert(ty);
                }
                links.push(PointerField { from, path: leaf.path, to, at_bound: false });
            }
            _ => {}
        }
    }
    (pointers, links)
}

/// The same of the function that a test starts at; nothing where it starts at `main`.
pub(crate) fn own_shape(module: &Module, test: &Test) -> (Vec<Pointer>, Vec<PointerField>) {
    let Some(name) = test.entry.function() else { return Default::default() };
    let function = entry_function(module, name).map(|id| &module.functions[id]);
    function.map(|function| shape(module, function, test)).unwrap_or_default()
}

/// How many elements the test has of what a pointer points to; nothing where no array is behind any.
pub(crate) fn n_elements(test: &Test) -> Option<u64> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for input in &test.inputs {
        if let TestInputKind::Pointee(number) = input.kind
            && input.name.ends_with(']')
        {
            *counts.entry(number).or_default() += 1;
        }
    }
    counts.into_values().max()
}
