//! Which globals differ, and what globals are called in comparisons.
//!
//! A constant without a name of its own (a string, the image of an initialised array) is called by its contents.

use crate::version::{Base, Mod};
use incise_deps::type_text;
use incise_ir::{Const, ConstExpr, Global, GlobalId, IdVec, Module};
use std::collections::{BTreeMap, BTreeSet};

/// A global that is in both versions.
#[derive(Clone, Copy, Debug)]
pub struct GlobalPair {
    /// In the old version.
    pub base: Base<GlobalId>,
    /// In the new version.
    pub modified: Mod<GlobalId>,
    /// Whether type, size, alignment and qualifiers are the same.
    pub same_shape: bool,
}

/// What was found about globals.
pub struct GlobalDiff {
    /// Names in comparisons, old version; a global whose type or size differs has another in each version.
    pub base_names: IdVec<GlobalId, String>,
    /// The same, new version.
    pub mod_names: IdVec<GlobalId, String>,
    /// Globals of the old version whose initial value differs.
    pub base_values: BTreeSet<GlobalId>,
    /// The same, new version.
    pub mod_values: BTreeSet<GlobalId>,
    /// Globals that are in both, old and new, and whether their types, sizes and qualifiers are the same.
    pub pairs: Vec<GlobalPair>,
    /// Names of all that differ, are new, or are gone, for people.
    pub changed: Vec<String>,
}

/// Compares the globals of two versions.
pub fn globals(base: &Module, modified: &Module) -> GlobalDiff {
    let (base_own, mod_own) = (own_names(base), own_names(modified));
    let (base_index, mod_index) = (index(&base_own), index(&mod_own));
    let mut shape: BTreeSet<&str> = BTreeSet::new();
    let mut value: BTreeSet<String> = BTreeSet::new();
    let mut changed: BTreeSet<String> = BTreeSet::new();
    let mut pairs = Vec::new();
    for (name, &old) in &base_index {
        let Some(&new) = mod_index.get(name) else {
            changed.insert((*name).to_owned());
            continue;
        };
        let ids = (Base(old), Mod(new));
        let (old, new) = (&base.globals[old], &modified.globals[new]);
        let same_shape = shape_text(base, old) == shape_text(modified, new);
        pairs.push(GlobalPair { base: ids.0, modified: ids.1, same_shape });
        if !same_shape {
            shape.insert(name);
            changed.insert((*name).to_owned());
        }
        if value_text(base, &base_own, old) != value_text(modified, &mod_own, new) {
            value.insert((*name).to_owned());
            changed.insert((*name).to_owned());
        }
    }
    changed.extend(mod_index.keys().filter(|name| !base_index.contains_key(*name)).map(|name| (*name).to_owned()));
    // A constant that is called by its contents shows its change in its name.
    changed.retain(|name| !name.starts_with("constant "));
    spread(base, &base_own, &mut value);
    spread(modified, &mod_own, &mut value);
    let tag = |names: &IdVec<GlobalId, String>, version: &str| {
        let tagged =
            |name: &String| if shape.contains(name.as_str()) { format!("{name}#{version}") } else { name.clone() };
        names.iter().map(tagged).collect()
    };
    let differing = |names: &IdVec<GlobalId, String>| {
        names.iter_ids().filter(|(_, name)| value.contains(*name)).map(|(id, _)| id).collect()
    };
    GlobalDiff {
        base_names: tag(&base_own, "base"),
        mod_names: tag(&mod_own, "mod"),
        base_values: differing(&base_own),
        mod_values: differing(&mod_own),
        pairs,
        changed: changed.into_iter().collect(),
    }
}

/// A global that holds the address of one that differs differs too.
fn spread(module: &Module, names: &IdVec<GlobalId, String>, value: &mut BTreeSet<String>) {
    loop {
        let before = value.len();
        for (id, global) in module.globals.iter_ids() {
            let mut held = Vec::new();
            global.init.iter().for_each(|init| mentioned(init, &mut held));
            if held.iter().any(|other| value.contains(&names[*other])) {
                value.insert(names[id].clone());
            }
        }
        if value.len() == before {
            return;
        }
    }
}

fn index(names: &IdVec<GlobalId, String>) -> BTreeMap<&str, GlobalId> {
    names.iter_ids().map(|(id, name)| (name.as_str(), id)).collect()
}

fn own_names(module: &Module) -> IdVec<GlobalId, String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let nameless = |global: &Global| {
        global.internal && global.constant && (global.name.starts_with(".str") || global.name.starts_with("__const"))
    };
    let plain: IdVec<GlobalId, String> = module.globals.iter().map(|global| global.source_name.clone()).collect();
    let mut names = IdVec::new();
    for global in module.globals.iter() {
        let name = if nameless(global) {
            format!("constant {} {}", shape_text(module, global), value_text(module, &plain, global))
        } else {
            global.source_name.clone()
        };
        let ordinal = seen.entry(name.clone()).or_default();
        // Two statics of different files may share a name; equal constants may share theirs.
        let shared = *ordinal > 0 && !nameless(global);
        names.push(if shared { format!("{name}#{ordinal}") } else { name });
        *ordinal += 1;
    }
    names
}

fn shape_text(module: &Module, global: &Global) -> String {
    format!(
        "{} {} {} {} {}",
        type_text(module, global.ty),
        global.size,
        global.align,
        global.constant,
        global.thread_local
    )
}

fn value_text(module: &Module, names: &IdVec<GlobalId, String>, global: &Global) -> String {
    global.init.as_ref().map_or_else(|| String::from("elsewhere"), |init| constant_text(module, names, init))
}

fn constant_text(module: &Module, names: &IdVec<GlobalId, String>, constant: &Const) -> String {
    let text = |inner: &Const| constant_text(module, names, inner);
    match constant {
        Const::Bits { width, value } => format!("{value}:{width}"),
        Const::Wide { width, words } => format!("{words:?}:{width}"),
        Const::Null => String::from("null"),
        Const::Undefined(ty) => format!("undefined {}", type_text(module, *ty)),
        Const::Zero(ty) => format!("zero {}", type_text(module, *ty)),
        Const::Global { id, offset } => format!("&{}{offset:+}", names[*id]),
        Const::Function(id) => module.functions[*id].source_name.clone(),
        Const::Label(id, block) => format!("{}:{block}", module.functions[*id].source_name),
        Const::Bytes(bytes) => format!("{bytes:?}"),
        Const::Aggregate { members, .. } => format!("{{{}}}", members.iter().map(text).collect::<Vec<_>>().join(", ")),
        Const::Expr(inner) => match &**inner {
            ConstExpr::Cast { kind, value, to, .. } => format!("{kind:?}({} {})", text(value), type_text(module, *to)),
            ConstExpr::Binary { op, left, right, .. } => format!("{op:?}({}, {})", text(left), text(right)),
            ConstExpr::Compare { predicate, left, right, .. } => {
                format!("{predicate:?}({}, {})", text(left), text(right))
            }
            ConstExpr::Offset { base, offset } => format!("({}{offset:+})", text(base)),
        },
        Const::Unsupported(text) => format!("unsupported {text}"),
    }
}

/// The globals that a constant mentions.
pub fn mentioned(constant: &Const, found: &mut Vec<GlobalId>) {
    match constant {
        Const::Global { id, .. } => found.push(*id),
        Const::Aggregate { members, .. } => members.iter().for_each(|member| mentioned(member, found)),
        Const::Expr(inner) => match &**inner {
            ConstExpr::Cast { value, .. } => mentioned(value, found),
            ConstExpr::Offset { base, .. } => mentioned(base, found),
            ConstExpr::Binary { left, right, .. } | ConstExpr::Compare { left, right, .. } => {
                mentioned(left, found);
                mentioned(right, found);
            }
        },
        _ => {}
    }
}
