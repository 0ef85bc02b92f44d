//! What a call leaves behind pointer parameters, and a returned struct, as a native run showed it: expected of a test from then on.
//!
//! Addresses, padding and the bits of a NaN are not expected.

use crate::bytes::Partial;
use crate::from_path::entry_function;
use crate::replayer::{Observed, StopReason};
use crate::test::{ExpectedMemory, Test, TestEntry};
use incise_engine::{scalars, strip};
use incise_ir::{Module, SourceType, SourceTypeId};

impl Test {
    /// Expects what a native run of the test left in memory. `module` is the program without libc models.
    pub fn expect_memory(&mut self, module: &Module, observed: &Observed) {
        let TestEntry::Function(name) = &self.entry else { return };
        let Some(function) = entry_function(module, name).map(|id| &module.functions[id]) else { return };
        if observed.stopped != StopReason::Returned {
            return;
        }
        self.expected.memory.clear();
        for (number, bytes) in &observed.pointees {
            let param = function.params.get(*number as usize);
            let ty = param.and_then(|param| function.locals[param.local].source_type);
            let target = ty.and_then(|ty| match &module.source_types[strip(module, ty)] {
                SourceType::Pointer { to } => Some(*to),
                _ => None,
            });
            let unit = target.and_then(|ty| incise_engine::size_of(module, ty)).filter(|unit| *unit > 0);
            let unit = unit.unwrap_or(bytes.len() as u64).max(1) as usize;
            let mut known: Vec<Option<u8>> =
                bytes.chunks(unit).flat_map(|element| comparable(module, target, element)).collect();
            for (from, offset) in observed.links.keys() {
                if *from == i64::from(*number) {
                    known.iter_mut().skip(*offset as usize).take(8).for_each(|byte| *byte = None);
                }
            }
            self.expected.memory.push(ExpectedMemory { argument: Some(*number), bytes: Partial(known) });
        }
        let ret = function.source_type.and_then(|ty| match &module.source_types[ty] {
            SourceType::Function { ret, .. } => Some(*ret),
            _ => None,
        });
        if let (Some(ret), Some(bytes)) = (ret, &observed.result)
            && let SourceType::Record { size, .. } = &module.source_types[strip(module, ret)]
            && *size as usize == bytes.len()
        {
            let bytes = Partial(comparable(module, Some(ret), bytes));
            self.expected.memory.push(ExpectedMemory { argument: None, bytes });
        }
    }
}

/// The bytes of a value that can be compared.
fn comparable(module: &Module, ty: Option<SourceTypeId>, bytes: &[u8]) -> Vec<Option<u8>> {
    let mut known: Vec<Option<u8>> = bytes.iter().copied().map(Some).collect();
    for scalar in scalars(module, ty, bytes.len() as u64) {
        let range = scalar.offset as usize..((scalar.offset + scalar.size) as usize).min(bytes.len());
        let own = scalar.ty.or(ty).map(|ty| &module.source_types[strip(module, ty)]);
        let is_open = scalar.path.starts_with("[pad ")
            || match own {
                Some(SourceType::Pointer { .. }) => true,
                Some(SourceType::Float { .. }) => crate::differ::is_nan(&bytes[range.clone()]),
                _ => false,
            };
        if is_open {
            known[range].iter_mut().for_each(|byte| *byte = None);
        }
    }
    known
}
