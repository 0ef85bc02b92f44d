//! What a call leaves behind pointer parameters, a returned struct, and calls of functions without a body, as a native run showed it:
//! expected of a test from then on.
//!
//! Addresses, padding and the bits of a NaN are not expected.

use crate::bytes::{Bytes, Partial};
use crate::from_path::entry_function;
use crate::native_difference::EXTENDED;
use crate::replayer::{Observed, StopReason};
use crate::test::{ExpectedLink, ExpectedMemory, FileInput, LinkTarget, ReachedKind, Test};
use incise_engine::{scalars, strip};
use incise_ir::{Module, SourceType, SourceTypeId};

impl Test {
    /// Expects what a native run of the test left in memory and has written. `module` is the program without libc models.
    pub fn expect_memory(&mut self, module: &Module, observed: &Observed) {
        self.expected.calls = Some(observed.calls.clone()).filter(|calls| !calls.is_empty());
        // What functions without a model write is known only now.
        if matches!(observed.stopped, StopReason::Returned | StopReason::Exit(_)) {
            self.expected.stdout = Bytes(observed.stdout.clone());
            self.expected.stderr = Bytes(observed.stderr.clone());
        }
        if matches!(observed.stopped, StopReason::Returned | StopReason::Exit(_)) {
            let left = observed.files.iter();
            let left =
                left.map(|(name, content)| FileInput { name: Bytes(name.clone()), content: Bytes(content.clone()) });
            self.expected.files = left.collect();
        }
        let Some(name) = self.entry.function() else { return };
        let Some(function) = entry_function(module, name).map(|id| &module.functions[id]) else { return };
        if observed.stopped != StopReason::Returned {
            return;
        }
        for (number, reached) in self.expected.reached.iter_mut().enumerate() {
            let seen = observed.reached.get(&number).cloned().flatten();
            let is_open = |bytes: &[u8]| match reached.holds {
                ReachedKind::Number => false,
                ReachedKind::Float => crate::native_difference::is_nan(bytes),
                ReachedKind::Pointer => true,
            };
            if let Some(seen) = seen.filter(|seen| !is_open(seen)) {
                reached.bytes = Partial(seen.into_iter().map(Some).collect());
            }
        }
        self.expected.memory.clear();
        self.expected.links.clear();
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
        if let (Some(ret), Some(bytes)) = (ret, &observed.result) {
            let size = match &module.source_types[strip(module, ret)] {
                SourceType::Record { size, .. } => Some(*size),
                // What was predicted is expected already.
                SourceType::Int { size, .. } | SourceType::Float { size, .. } if self.expected.result.is_none() => {
                    Some(*size)
                }
                _ => None,
            };
            // A struct in registers fills them up: what is behind it is not its own.
            if let Some(size) = size.filter(|size| *size > 0 && !bytes.is_empty()) {
                let own = &bytes[..bytes.len().min(size as usize)];
                let bytes = Partial(comparable(module, Some(ret), own));
                self.expected.memory.push(ExpectedMemory { argument: None, bytes });
            }
        }
        let is_pointer = |ty| matches!(module.source_types[strip(module, ty)], SourceType::Pointer { .. });
        let gives_pointer = ret.is_some_and(is_pointer);
        for ((from, offset), to) in &observed.links {
            let from = u32::try_from(*from).ok();
            if from.is_none() && !gives_pointer {
                continue;
            }
            let to = match to {
                0 => LinkTarget::Null,
                number if *number > 0 => LinkTarget::Object(*number as u32 - 1),
                _ => LinkTarget::Elsewhere,
            };
            self.expected.links.push(ExpectedLink { from, offset: *offset, to });
        }
    }
}

/// The bytes of a value that can be compared.
pub(crate) fn comparable(module: &Module, ty: Option<SourceTypeId>, bytes: &[u8]) -> Vec<Option<u8>> {
    let mut known: Vec<Option<u8>> = bytes.iter().copied().map(Some).collect();
    for scalar in scalars(module, ty, bytes.len() as u64) {
        let range = scalar.offset as usize..((scalar.offset + scalar.size) as usize).min(bytes.len());
        let own = scalar.ty.or(ty).map(|ty| &module.source_types[strip(module, ty)]);
        let is_open = scalar.path.starts_with("[pad ")
            || match own {
                Some(SourceType::Pointer { .. }) => true,
                Some(SourceType::Float { .. }) => crate::native_difference::is_nan(&bytes[range.clone()]),
                _ => false,
            };
        // The machine's long double has ten bytes.
        let is_extended = matches!(own, Some(SourceType::Float { size: 16, .. }));
        let range = if is_extended && !is_open { range.end.min(range.start + EXTENDED)..range.end } else { range };
        if is_open || is_extended {
            known[range].iter_mut().for_each(|byte| *byte = None);
        }
    }
    known
}
