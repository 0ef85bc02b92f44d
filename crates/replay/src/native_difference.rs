//! Whether two native runs, of two versions on the same inputs, differ, and in what.

use crate::from_path::entry_function;
use crate::replayer::{Observed, StopReason};
use crate::test::{ReachedFrom, ReachedKind, Test};
use incise_engine::{Aspect, Aspects, scalars, strip};
use incise_ir::{Module, SourceType, SourceTypeId};

/// In what two native runs of a test differ; empty when they do not. `module` is the new version's program. Addresses, which
/// differ from one executable to the next, and the bits inside NaNs are not compared.
pub fn differences(
    module: &Module,
    test: &Test,
    base: &Observed,
    modified: &Observed,
    aspects: Aspects,
) -> Vec<String> {
    let looked = &test.expected.reached;
    let mut found = Vec::new();
    let mut note = |wanted: bool, differs: bool, what: &str| {
        if wanted && differs {
            found.push(what.to_owned());
        }
    };
    let same_end = ending(&base.stopped) == ending(&modified.stopped) && asserted(base) == asserted(modified);
    note(aspects.has(Aspect::Ending), !same_end, "ending");
    note(aspects.has(Aspect::Calls), base.calls != modified.calls, "calls");
    note(aspects.has(Aspect::Output), base.stdout != modified.stdout, "standard output");
    note(aspects.has(Aspect::Output), base.files != modified.files, "a file");
    if !matches!(base.stopped, StopReason::Sanitizer(_) | StopReason::Signal(_)) {
        note(aspects.has(Aspect::Output), base.stderr != modified.stderr, "standard error");
    }
    if !same_end || base.stopped != StopReason::Returned {
        return found;
    }
    let function = test.entry.function().and_then(|name| entry_function(module, name)).map(|id| &module.functions[id]);
    let result_type = function.and_then(|function| match &module.source_types[function.source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    });
    if let (Some(old), Some(new)) = (&base.result, &modified.result) {
        note(aspects.has(Aspect::Return), !same(module, result_type, old, new), "result");
    }
    for (name, old) in &base.globals {
        let Some(new) = modified.globals.get(name) else { continue };
        let ty = module.globals.iter().find(|global| global.name == *name).and_then(|global| global.source_type);
        note(aspects.has(Aspect::Globals), !same(module, ty, old, new), name);
    }
    let is_pointer =
        result_type.is_some_and(|ty| matches!(module.source_types[strip(module, ty)], SourceType::Pointer { .. }));
    for (place, old) in &base.links {
        let differs = modified.links.get(place).is_some_and(|new| new != old);
        match place.0 {
            -1 => note(aspects.has(Aspect::Return) && is_pointer, differs, "result"),
            number => note(aspects.has(Aspect::Memory), differs, &format!("memory behind argument {number}")),
        }
    }
    for (number, one) in looked.iter().enumerate() {
        let (Some(old), Some(new)) = (base.reached.get(&number), modified.reached.get(&number)) else { continue };
        let is_same = match (old, new) {
            (Some(old), Some(new)) => old == new || one.holds == ReachedKind::Float && is_nan(old) && is_nan(new),
            (old, new) => old.is_some() == new.is_some(),
        };
        let aspect = match one.from {
            ReachedFrom::Result => Aspect::Return,
            ReachedFrom::Global(_) | ReachedFrom::Errno => Aspect::Globals,
            ReachedFrom::Object(_) => Aspect::Memory,
        };
        note(aspects.has(aspect), !is_same, &one.name);
    }
    for (number, old) in &base.pointees {
        let Some(new) = modified.pointees.get(number) else { continue };
        // Where pointers lead was looked at above.
        let (old, new) = (&without_links(*number, old, base), &without_links(*number, new, modified));
        let param = function.and_then(|function| function.params.get(*number as usize).map(|param| (function, param)));
        let ty = param.and_then(|(function, param)| function.locals[param.local].source_type);
        let target = ty.and_then(|ty| match &module.source_types[strip(module, ty)] {
            SourceType::Pointer { to } => Some(*to),
            _ => None,
        });
        let unit = target.and_then(|ty| incise_engine::size_of(module, ty)).filter(|unit| *unit > 0);
        let unit = unit.unwrap_or(old.len() as u64).max(1) as usize;
        let differs =
            old.len() != new.len() || old.chunks(unit).zip(new.chunks(unit)).any(|(a, b)| !same(module, target, a, b));
        note(aspects.has(Aspect::Memory), differs, &format!("memory behind argument {number}"));
    }
    found
}

/// What an object holds, without its pointers to other objects.
fn without_links(number: u32, bytes: &[u8], observed: &Observed) -> Vec<u8> {
    let mut kept = bytes.to_vec();
    for (from, offset) in observed.links.keys() {
        if *from == i64::from(number) {
            kept.iter_mut().skip(*offset as usize).take(8).for_each(|byte| *byte = 0);
        }
    }
    kept
}

/// Whether two values of a type are the same to a program that does not look at addresses.
fn same(module: &Module, ty: Option<SourceTypeId>, a: &[u8], b: &[u8]) -> bool {
    if a == b {
        return true;
    }
    if a.len() != b.len() {
        return false;
    }
    scalars(module, ty, a.len() as u64).iter().all(|scalar| {
        let own = scalar.ty.or(ty).map(|ty| &module.source_types[strip(module, ty)]);
        // The machine's long double has ten bytes, and padding.
        let is_extended = matches!(own, Some(SourceType::Float { size: 16, .. })) && scalar.size == 16;
        let size = if is_extended { EXTENDED as u64 } else { scalar.size };
        let range = scalar.offset as usize..(scalar.offset + size) as usize;
        let (a, b) = (&a[range.clone()], &b[range]);
        a == b
            || scalar.path.starts_with("[pad ")
            || match own {
                Some(SourceType::Pointer { .. }) => true,
                Some(SourceType::Float { .. }) => is_nan(a) && is_nan(b),
                _ => false,
            }
    })
}

pub(crate) fn is_nan(bytes: &[u8]) -> bool {
    match bytes.len() {
        4 => bytes.try_into().is_ok_and(|bytes| f32::from_le_bytes(bytes).is_nan()),
        8 => bytes.try_into().is_ok_and(|bytes| f64::from_le_bytes(bytes).is_nan()),
        EXTENDED | 16 => {
            let has_all_ones = bytes[8] == 0xff && bytes[9] & 0x7f == 0x7f;
            has_all_ones && (bytes[..7].iter().any(|byte| *byte != 0) || bytes[7] & 0x7f != 0)
        }
        _ => false,
    }
}

/// Bytes of a long double that are not padding.
pub(crate) const EXTENDED: usize = 10;

/// Whether a run was ended by a failed assertion, which is not what a call of `abort` is although the signal is the same: glibc
/// and musl say so.
fn asserted(observed: &Observed) -> bool {
    let says = |text: &[u8]| observed.stderr.windows(text.len()).any(|part| part == text);
    matches!(observed.stopped, StopReason::Signal(_)) && (says(b": Assertion `") || says(b"Assertion failed: "))
}

/// How a run ended, as far as it is compared.
fn ending(stopped: &StopReason) -> String {
    match stopped {
        StopReason::Sanitizer(report) => format!("sanitizer {:?}", report.kinds),
        other => format!("{other:?}"),
    }
}
