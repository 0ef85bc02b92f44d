//! Two versions of a program: which functions belong together, and what differs in each pair.

use crate::function::{FunctionDiff, Values, function};
use crate::globals::{GlobalPair, globals};
use crate::locals::One;
use crate::names::SharedNames;
use crate::version::{Base, Mod, Side};
use incise_deps::type_text;
use incise_ir::{FuncId, Function, GlobalId, Id, IdVec, LocalId, Module};
use std::collections::{BTreeMap, BTreeSet};

/// What differs between two versions.
pub struct ProgramDiff {
    /// Functions that are in both, in the order of the new version.
    pub pairs: Vec<FunctionDiff>,
    /// Functions that are new.
    pub added: Vec<Mod<FuncId>>,
    /// Functions that are gone.
    pub removed: Vec<Base<FuncId>>,
    /// Globals that differ, are new, or are gone.
    pub globals: Vec<String>,
    /// Globals that are in both.
    pub global_pairs: Vec<GlobalPair>,
    /// Globals of the old version with another initial value, directly or through an address that they hold.
    pub base_values: BTreeSet<GlobalId>,
    /// The same, new version.
    pub mod_values: BTreeSet<GlobalId>,
}

impl ProgramDiff {
    /// Whether nothing differs.
    pub fn is_unchanged(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.globals.is_empty()
            && self.pairs.iter().all(FunctionDiff::is_unchanged)
    }
}

/// Compares two versions.
pub fn diff(base: Side, modified: Side) -> ProgramDiff {
    let global = globals(base.module, modified.module);
    let mut base_shared = SharedNames { globals: global.base_names, functions: own_names(base.module) };
    let mut mod_shared = SharedNames { globals: global.mod_names, functions: own_names(modified.module) };
    let pairs = pair(base, modified, &mut base_shared, &mut mod_shared);
    // A call means the same only if the callee takes and gives the same.
    sign(base.module, &mut base_shared);
    sign(modified.module, &mut mod_shared);
    let values = Values { base: &global.base_values, modified: &global.mod_values };
    let compare = |&(old, new): &(FuncId, FuncId)| {
        let signature_changed = signature(base.module, &base.module.functions[old])
            != signature(modified.module, &modified.module.functions[new]);
        let old = One { side: base, shared: &base_shared, id: old };
        let new = One { side: modified, shared: &mod_shared, id: new };
        function(old, new, &values, signature_changed)
    };
    let old: BTreeSet<FuncId> = pairs.iter().map(|(old, _)| *old).collect();
    let new: BTreeSet<FuncId> = pairs.iter().map(|(_, new)| *new).collect();
    ProgramDiff {
        pairs: pairs.iter().map(compare).collect(),
        added: defined(modified.module).filter(|id| !new.contains(id)).map(Mod).collect(),
        removed: defined(base.module).filter(|id| !old.contains(id)).map(Base).collect(),
        globals: global.changed,
        global_pairs: global.pairs,
        base_values: global.base_values,
        mod_values: global.mod_values,
    }
}

fn defined(module: &Module) -> impl Iterator<Item = FuncId> {
    module.functions.iter_ids().filter(|(_, function)| !function.is_declaration()).map(|(id, _)| id)
}

fn own_names(module: &Module) -> IdVec<FuncId, String> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names = IdVec::new();
    for function in module.functions.iter() {
        let ordinal = seen.entry(&function.source_name).or_default();
        let name =
            if *ordinal > 0 { format!("{}#{ordinal}", function.source_name) } else { function.source_name.clone() };
        names.push(name);
        *ordinal += 1;
    }
    names
}

/// Pairs by name, then what is left by contents; a renamed function gets its new name on the old side too.
fn pair(
    base: Side,
    modified: Side,
    base_names: &mut SharedNames,
    mod_names: &mut SharedNames,
) -> Vec<(FuncId, FuncId)> {
    let by_name: BTreeMap<&String, FuncId> = defined(base.module).map(|id| (&base_names.functions[id], id)).collect();
    let mut pairs: Vec<(FuncId, FuncId)> = Vec::new();
    for new in defined(modified.module) {
        if let Some(old) = by_name.get(&mod_names.functions[new]) {
            pairs.push((*old, new));
        }
    }
    let old_left: Vec<FuncId> = defined(base.module).filter(|id| pairs.iter().all(|(old, _)| old != id)).collect();
    let mut new_left: Vec<FuncId> =
        defined(modified.module).filter(|id| pairs.iter().all(|(_, new)| new != id)).collect();
    let mut renamed = Vec::new();
    for old in old_left {
        let print = fingerprint(One { side: base, shared: base_names, id: old });
        let same = |new: &FuncId| fingerprint(One { side: modified, shared: mod_names, id: *new }) == print;
        if let Some(position) = new_left.iter().position(same) {
            renamed.push((old, new_left.remove(position)));
        }
    }
    for (old, new) in renamed {
        base_names.functions[old] = mod_names.functions[new].clone();
        pairs.push((old, new));
    }
    pairs.sort_by_key(|(_, new)| *new);
    pairs
}

/// The text of a function with locals numbered as they occur and its own name left out.
fn fingerprint(one: One) -> String {
    let mut numbers: BTreeMap<LocalId, usize> = BTreeMap::new();
    let params = one.facts().nodes.params.iter().copied();
    let blank: IdVec<LocalId, String> = one.function().locals.iter().map(|_| String::from("#")).collect();
    let asked = one.facts().nodes.sites.ids().flat_map(|node| one.key(node, &blank).1);
    for local in params.chain(asked) {
        let next = numbers.len();
        numbers.entry(local).or_insert(next);
    }
    let name = |local: LocalId| numbers.get(&local).map_or_else(String::new, |number| format!("#{number}"));
    let names: IdVec<LocalId, String> = one.function().locals.ids().map(name).collect();
    let own = format!("{}(", one.shared.functions[one.id]);
    let mut text = signature(one.side.module, one.function());
    for node in one.facts().nodes.sites.ids() {
        let successors: Vec<usize> = one.facts().facts.flow.successors(node).iter().map(|next| next.index()).collect();
        text.push_str(&format!("{} {successors:?}\n", one.key(node, &names).0.replace(&own, "itself(")));
    }
    text
}

fn sign(module: &Module, names: &mut SharedNames) {
    for (id, function) in module.functions.iter_ids() {
        let signed = format!("{} {}", names.functions[id], signature(module, function));
        names.functions[id] = signed;
    }
}

fn signature(module: &Module, function: &Function) -> String {
    let param = |param: &incise_ir::Param| {
        let ty = type_text(module, function.locals[param.local].ty);
        format!("{ty} {:?} {} {}", param.byval, param.sret, param.signed)
    };
    let params: Vec<String> = function.params.iter().map(param).collect();
    format!("<{} {} {}>", type_text(module, function.ret), params.join(", "), function.variadic)
}
