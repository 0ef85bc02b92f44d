//! Which local of the old version is which of the new one.
//!
//! If the two functions are the same up to the names of locals, that renaming is the map. Otherwise parameters
//! belong together by position, variables by name and type, and what is left by how often the two stand at the same place
//! in statements of the same shape.

use crate::align::align;
use crate::names::{KeyNames, SharedNames};
use crate::version::Side;
use incise_deps::{FunctionFacts, NodeId, Site, node_text, type_text};
use incise_ir::library;
use incise_ir::{Callee, FuncId, Function, IdVec, LocalId, LocalKind, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// One function of one version.
#[derive(Clone, Copy)]
pub struct One<'a> {
    /// The version.
    pub side: Side<'a>,
    /// Names of globals and functions.
    pub shared: &'a SharedNames,
    /// The function.
    pub id: FuncId,
}

impl<'a> One<'a> {
    /// The function.
    pub fn function(&self) -> &'a Function {
        &self.side.module.functions[self.id]
    }
    /// Its facts.
    pub fn facts(&self) -> &'a FunctionFacts {
        self.side.facts.functions[self.id].as_ref().expect("paired functions have bodies")
    }
    /// The text of a node with these names, and the locals in it in order.
    pub fn key(&self, node: NodeId, locals: &IdVec<LocalId, String>) -> (String, Vec<LocalId>) {
        if self.fails_an_assertion(node) {
            // Its arguments are file, line and text: where it stands and what its variables are called.
            return (String::from("an assertion fails"), Vec::new());
        }
        let names = KeyNames::new(self.shared, locals);
        let text = node_text(self.side.module, self.function(), &self.facts().nodes, node, &names);
        (text, names.asked.into_inner())
    }
    fn fails_an_assertion(&self, node: NodeId) -> bool {
        let Site::Stmt(block, position) = self.facts().nodes.sites[node] else { return false };
        match &self.function().blocks[block].stmts[position].kind {
            StmtKind::Call { callee: Callee::Direct(callee), .. } => {
                let callee = &self.side.module.functions[*callee];
                callee.blocks.is_empty() && library::facts(&callee.name).assertion_text.is_some()
            }
            _ => false,
        }
    }
    fn shapes(&self, nodes: &[NodeId]) -> (Vec<String>, Vec<Vec<LocalId>>) {
        let types = self.function().locals.iter();
        let blank = types.map(|local| format!("#{}", type_text(self.side.module, local.ty))).collect();
        nodes.iter().map(|node| self.key(*node, &blank)).unzip()
    }
}

/// The map from locals of the old version to those of the new one; one to one.
pub fn locals(base: One, modified: One, base_nodes: &[NodeId], mod_nodes: &[NodeId]) -> BTreeMap<LocalId, LocalId> {
    let (base_shapes, base_asked) = base.shapes(base_nodes);
    let (mod_shapes, mod_asked) = modified.shapes(mod_nodes);
    let (base_params, mod_params) = (&base.facts().nodes.params, &modified.facts().nodes.params);
    let params = || base_params.iter().copied().zip(mod_params.iter().copied());
    if base_shapes == mod_shapes && base_params.len() == mod_params.len() {
        let pairs = base_asked.iter().flatten().copied().zip(mod_asked.iter().flatten().copied());
        if let Some(map) = one_to_one(params().chain(pairs)) {
            return map;
        }
    }
    let mut map = Map::default();
    for (old, new) in params() {
        map.add(old, new);
    }
    let (base_named, mod_named) = (named(base), named(modified));
    for (key, old) in &base_named {
        if let Some(new) = mod_named.get(key) {
            map.add(*old, *new);
        }
    }
    let mut votes: BTreeMap<(LocalId, LocalId), usize> = BTreeMap::new();
    for (old, new) in align(&base_shapes, &mod_shapes) {
        for pair in base_asked[old].iter().copied().zip(mod_asked[new].iter().copied()) {
            *votes.entry(pair).or_default() += 1;
        }
    }
    let mut ranked: Vec<((LocalId, LocalId), usize)> = votes.into_iter().collect();
    ranked.sort_by_key(|(pair, count)| (std::cmp::Reverse(*count), *pair));
    for ((old, new), _) in ranked {
        let (from, to) = (&base.function().locals[old], &modified.function().locals[new]);
        let same_type = type_text(base.side.module, from.ty) == type_text(modified.side.module, to.ty);
        if from.kind == to.kind && same_type {
            map.add(old, new);
        }
    }
    map.forward
}

#[derive(Default)]
struct Map {
    forward: BTreeMap<LocalId, LocalId>,
    taken: BTreeSet<LocalId>,
}

impl Map {
    fn add(&mut self, old: LocalId, new: LocalId) {
        if !self.forward.contains_key(&old) && !self.taken.contains(&new) {
            self.forward.insert(old, new);
            self.taken.insert(new);
        }
    }
}

fn one_to_one(pairs: impl Iterator<Item = (LocalId, LocalId)>) -> Option<BTreeMap<LocalId, LocalId>> {
    let (mut forward, mut backward) = (BTreeMap::new(), BTreeMap::new());
    for (old, new) in pairs {
        if *forward.entry(old).or_insert(new) != new || *backward.entry(new).or_insert(old) != old {
            return None;
        }
    }
    Some(forward)
}

/// Variables by name, type and which of that name it is.
fn named(one: One) -> BTreeMap<(String, String, usize), LocalId> {
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for (id, local) in one.function().locals.iter_ids() {
        let has_place = local.kind == LocalKind::Variable || local.span.is_known();
        if !has_place || local.name.is_empty() {
            continue;
        }
        let key = (local.name.clone(), type_text(one.side.module, local.ty));
        let ordinal = seen.entry(key.clone()).or_default();
        found.insert((key.0, key.1, *ordinal), id);
        *ordinal += 1;
    }
    found
}
