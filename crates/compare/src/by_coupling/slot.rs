//! Slots: the scalars of the private globals of a version that some function can write.

use incise_engine::{holds_pointer, only_read, scalars, strip};
use incise_ir::{Const, Global, Module, SourceType};
use std::collections::BTreeSet;

/// A scalar of private state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The global, by the linker's name.
    pub global: String,
    /// Bytes from its start.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Whether it is a signed number.
    pub signed: bool,
    /// Whether it is a number; of others only bits are compared.
    pub is_number: bool,
    /// As the source names it, such as `queue.items[3]`.
    pub text: String,
}

impl Slot {
    /// Bits.
    pub fn width(&self) -> u32 {
        8 * self.size
    }

    /// The number that bits stand for.
    pub fn number(&self, bits: u128) -> i128 {
        let unused = 128 - self.width();
        if self.signed { ((bits << unused) as i128) >> unused } else { ((bits << unused) >> unused) as i128 }
    }

    /// Where it is in an array: the name without the last index, and that index.
    pub fn element(&self) -> Option<(&str, i64)> {
        let (array, index) = self.text.strip_suffix(']')?.rsplit_once('[')?;
        Some((array, index.parse().ok()?))
    }
}

/// The most bytes of a global whose scalars are slots.
const MAX_GLOBAL: u64 = 1024;
/// The most slots of a version.
const MAX_SLOTS: usize = 600;

/// The slots of a version; nothing where there are too many. Globals that hold pointers, and those whose initial value is no plain bytes,
/// have none: reading such a global weakens what a run says.
pub fn slots(module: &Module, left_out: &BTreeSet<String>) -> Option<Vec<Slot>> {
    let mut found = Vec::new();
    for global in private_globals(module).filter(|global| !left_out.contains(&global.name)) {
        let is_plain = global.init.as_ref().is_some_and(is_plain)
            && global.size <= MAX_GLOBAL
            && !global.source_type.is_some_and(|ty| holds_pointer(module, ty));
        if !is_plain {
            continue;
        }
        for scalar in scalars(module, global.source_type, global.size) {
            if scalar.path.starts_with("[pad ") {
                continue;
            }
            let ty = scalar.ty.map(|ty| &module.source_types[strip(module, ty)]);
            let signed =
                matches!(ty, Some(SourceType::Int { signed: true, .. } | SourceType::Enum { signed: true, .. }));
            let is_number =
                matches!(ty, Some(SourceType::Int { .. } | SourceType::Enum { .. }) | None) && scalar.size <= 8;
            found.push(Slot {
                global: global.name.clone(),
                offset: scalar.offset as u32,
                size: scalar.size as u32,
                signed,
                is_number,
                text: format!("{}{}", global.source_name, scalar.path),
            });
        }
        if found.len() > MAX_SLOTS {
            return None;
        }
    }
    Some(found)
}

/// Static globals of the user that some function can write.
fn private_globals(module: &Module) -> impl Iterator<Item = &Global> {
    let unwritten: BTreeSet<String> = only_read(module);
    let is_private = move |global: &&Global| {
        let is_model = module.files.get(global.span.file).is_some_and(|file| file.path.starts_with('<'));
        global.internal && !global.constant && global.init.is_some() && !is_model && !unwritten.contains(&global.name)
    };
    module.globals.iter().filter(is_private)
}

/// Whether an initial value has no addresses in it.
fn is_plain(init: &Const) -> bool {
    match init {
        Const::Aggregate { members, .. } => members.iter().all(is_plain),
        Const::Global { .. } | Const::Function(_) | Const::Label(..) | Const::Expr(_) | Const::Unsupported(_) => false,
        _ => true,
    }
}
