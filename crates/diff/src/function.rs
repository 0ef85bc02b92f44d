//! Two versions of one function, node by node.

use crate::align::align;
use crate::globals::mentioned;
use crate::locals::{One, locals};
use crate::version::{Base, Mod};
use incise_deps::{Kind, NodeId, Site, control_dependence};
use incise_ir::{Callee, FuncId, GlobalId, Id, IdVec, LocalId, Operand, Rvalue, StmtKind, TermKind};
use std::collections::{BTreeMap, BTreeSet};

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It computes the same under the same branches.
    Unchanged,
    /// It stands for another computation, or under other branches, than the node it is paired with.
    Changed,
    /// It is only in this version: removed from the old one, or added to the new one.
    Alone,
}

/// Two versions of one function.
#[derive(Clone, Debug)]
pub struct FunctionDiff {
    /// The old one.
    pub base: Base<FuncId>,
    /// The new one.
    pub modified: Mod<FuncId>,
    /// Marks of the old nodes.
    pub base_marks: IdVec<NodeId, Mark>,
    /// Marks of the new nodes.
    pub mod_marks: IdVec<NodeId, Mark>,
    /// Unchanged and changed nodes, old to new.
    #[doc(alias = "diffMap")]
    pub to_mod: BTreeMap<Base<NodeId>, Mod<NodeId>>,
    /// Unchanged and changed nodes, new to old.
    pub to_base: BTreeMap<Mod<NodeId>, Base<NodeId>>,
    /// Locals that correspond, old to new.
    pub locals: BTreeMap<Base<LocalId>, Mod<LocalId>>,
    /// Whether parameters or result have other types.
    pub signature_changed: bool,
}

impl FunctionDiff {
    /// Whether nothing differs.
    pub fn is_unchanged(&self) -> bool {
        let same = |mark: &Mark| *mark == Mark::Unchanged;
        !self.signature_changed && self.base_marks.iter().all(same) && self.mod_marks.iter().all(same)
    }
}

/// Initial values that differ, for one version.
pub struct Values<'a> {
    /// Of the old version.
    pub base: &'a BTreeSet<GlobalId>,
    /// Of the new version.
    pub modified: &'a BTreeSet<GlobalId>,
}

/// Compares two versions of a function.
pub fn function(base: One, modified: One, values: &Values, signature_changed: bool) -> FunctionDiff {
    let (base_nodes, mod_nodes) = (acting(base), acting(modified));
    let map = locals(base, modified, &base_nodes, &mod_nodes);
    let mod_names: IdVec<LocalId, String> =
        modified.function().locals.ids().map(|local| format!("L{}", local.index())).collect();
    let base_name = |local: LocalId| match map.get(&local) {
        Some(new) => mod_names[*new].clone(),
        None => format!("B{}", local.index()),
    };
    let base_names: IdVec<LocalId, String> = base.function().locals.ids().map(base_name).collect();
    let base_side = Keyed::new(base, base_nodes, &base_names, values.base, "old initial value");
    let mod_side = Keyed::new(modified, mod_nodes, &mod_names, values.modified, "new initial value");
    let pairs: Vec<(NodeId, NodeId)> = align(&base_side.keys, &mod_side.keys)
        .into_iter()
        .map(|(old, new)| (base_side.nodes[old], mod_side.nodes[new]))
        .collect();
    let same = under_the_same_branches(base, modified, &pairs);
    let mut found = FunctionDiff {
        base: Base(base.id),
        modified: Mod(modified.id),
        base_marks: passing(base, &base_side.nodes),
        mod_marks: passing(modified, &mod_side.nodes),
        to_mod: BTreeMap::new(),
        to_base: BTreeMap::new(),
        locals: map.iter().map(|(old, new)| (Base(*old), Mod(*new))).collect(),
        signature_changed,
    };
    for &(old, new) in &pairs {
        found.pair(old, new, if same.contains(&(old, new)) { Mark::Unchanged } else { Mark::Changed });
    }
    found.pair_gaps(&base_side, &mod_side);
    found
}

/// The nodes of one version that do something, each with the text that it is compared by.
struct Keyed<'a> {
    one: One<'a>,
    nodes: Vec<NodeId>,
    keys: Vec<String>,
}

impl<'a> Keyed<'a> {
    /// The nodes with these names of locals; what reads one of `values` gets a tag that the other version does not have.
    fn new(
        one: One<'a>,
        nodes: Vec<NodeId>,
        names: &IdVec<LocalId, String>,
        values: &BTreeSet<GlobalId>,
        tag: &str,
    ) -> Keyed<'a> {
        let text = |node: &NodeId| {
            let (text, _) = one.key(*node, names);
            if reads_any(one, *node, values) { format!("{text} {tag}") } else { text }
        };
        let keys = nodes.iter().map(text).collect();
        Keyed { one, nodes, keys }
    }

    /// What a node does to which variable.
    fn target(&self, at: usize) -> &str {
        let key = &self.keys[at];
        match self.one.facts().facts.nodes[self.nodes[at]].kind {
            Kind::Cond => key.split(' ').next().unwrap_or_default(),
            _ => key.split(" = ").next().and_then(|text| text.split('(').next()).unwrap_or_default(),
        }
    }
}

impl FunctionDiff {
    fn pair(&mut self, old: NodeId, new: NodeId, mark: Mark) {
        self.base_marks[old] = mark;
        self.mod_marks[new] = mark;
        self.to_mod.insert(Base(old), Mod(new));
        self.to_base.insert(Mod(new), Base(old));
    }
    /// Between two paired nodes, what does the same kind of thing to the same variable was changed rather than replaced.
    fn pair_gaps(&mut self, base: &Keyed, modified: &Keyed) {
        let (base_nodes, mod_nodes) = (&base.nodes, &modified.nodes);
        let (mut old, mut new) = (0, 0);
        while old < base_nodes.len() && new < mod_nodes.len() {
            let old_paired = self.to_mod.get(&Base(base_nodes[old])).copied();
            let new_paired = self.to_base.contains_key(&Mod(mod_nodes[new]));
            match (old_paired, new_paired) {
                (Some(_), true) => {
                    old += 1;
                    new += 1;
                }
                (Some(_), false) => new += 1,
                (None, true) => old += 1,
                (None, false) => {
                    let end = mod_nodes[new..].iter().position(|node| self.to_base.contains_key(&Mod(*node)));
                    let gap = new..end.map_or(mod_nodes.len(), |end| new + end);
                    let wanted = base.target(old);
                    let partner = gap.clone().find(|&at| modified.target(at) == wanted);
                    if let Some(partner) = partner {
                        self.pair(base_nodes[old], mod_nodes[partner], Mark::Changed);
                        new = partner + 1;
                    }
                    old += 1;
                }
            }
        }
    }
}

/// The nodes that do something: not those where control only passes.
fn acting(one: One) -> Vec<NodeId> {
    let blocks = &one.function().blocks;
    let acts = |site: &Site| match site {
        Site::Stmt(..) => true,
        Site::End(block) => {
            let end = &blocks[*block].terminator.kind;
            !matches!(end, TermKind::Goto(_) | TermKind::Unreachable | TermKind::Return(None))
        }
    };
    one.facts().nodes.sites.iter_ids().filter(|(_, site)| acts(site)).map(|(node, _)| node).collect()
}

fn passing(one: One, acting: &[NodeId]) -> IdVec<NodeId, Mark> {
    let acting: BTreeSet<&NodeId> = acting.iter().collect();
    let mark = |node| if acting.contains(&node) { Mark::Alone } else { Mark::Unchanged };
    one.facts().nodes.sites.ids().map(mark).collect()
}

/// The pairs whose nodes depend on the same edges of the same branches, as far as those branches are such pairs themselves.
fn under_the_same_branches(base: One, modified: One, pairs: &[(NodeId, NodeId)]) -> BTreeSet<(NodeId, NodeId)> {
    let controls = |one: One| {
        let mut found: BTreeMap<NodeId, BTreeSet<(NodeId, u32)>> = BTreeMap::new();
        for control in control_dependence(&one.facts().facts.flow) {
            found.entry(control.dependent).or_default().insert((control.branch, control.edge));
        }
        found
    };
    let (base_controls, mod_controls) = (controls(base), controls(modified));
    let mut same: BTreeSet<(NodeId, NodeId)> = pairs.iter().copied().collect();
    loop {
        let to_mod: BTreeMap<NodeId, NodeId> = same.iter().copied().collect();
        let paired: BTreeSet<NodeId> = to_mod.values().copied().collect();
        let fits = |&(old, new): &(NodeId, NodeId)| {
            let old = base_controls.get(&old).into_iter().flatten();
            let new = mod_controls.get(&new).into_iter().flatten();
            let mapped: BTreeSet<(NodeId, u32)> =
                old.filter_map(|(branch, edge)| to_mod.get(branch).map(|branch| (*branch, *edge))).collect();
            let kept: BTreeSet<(NodeId, u32)> = new.filter(|(branch, _)| paired.contains(branch)).copied().collect();
            mapped == kept
        };
        let kept: BTreeSet<(NodeId, NodeId)> = same.iter().filter(|pair| fits(pair)).copied().collect();
        if kept.len() == same.len() {
            return same;
        }
        same = kept;
    }
}

/// Whether a node mentions one of these globals other than to overwrite it.
fn reads_any(one: One, node: NodeId, globals: &BTreeSet<GlobalId>) -> bool {
    if globals.is_empty() {
        return false;
    }
    let mut found = Vec::new();
    let function = one.function();
    match one.facts().nodes.sites[node] {
        Site::Stmt(block, position) => match &function.blocks[block].stmts[position].kind {
            StmtKind::Store { ptr, value, .. } => {
                collect(one, *value, &mut found);
                address(one, *ptr, &mut found);
            }
            StmtKind::Assign { value, .. } => {
                value.operands().into_iter().for_each(|inner| collect(one, inner, &mut found))
            }
            StmtKind::Call { callee, args, .. } => {
                if let Callee::Indirect(target) = callee {
                    collect(one, *target, &mut found);
                }
                args.iter().for_each(|(arg, _)| collect(one, *arg, &mut found));
            }
            StmtKind::ParallelCopy(copies) => copies.iter().for_each(|(_, source)| collect(one, *source, &mut found)),
            StmtKind::Fence | StmtKind::Unsupported(_) => {}
        },
        Site::End(block) => match &function.blocks[block].terminator.kind {
            TermKind::Branch { cond: operand, .. }
            | TermKind::Switch { value: operand, .. }
            | TermKind::IndirectGoto { target: operand, .. }
            | TermKind::Return(Some(operand)) => collect(one, *operand, &mut found),
            _ => {}
        },
    }
    found.iter().any(|global| globals.contains(global))
}

fn collect(one: One, operand: Operand, found: &mut Vec<GlobalId>) {
    match operand {
        Operand::Local(local) => {
            if let Some(value) = one.facts().nodes.folded(one.function(), local) {
                value.operands().into_iter().for_each(|inner| collect(one, inner, found));
            }
        }
        Operand::Int(_) => {}
        Operand::Const(id) => mentioned(&one.side.module.consts[id], found),
    }
}

/// What is read to compute where a store goes: of `table[i] = …` it is `i`, not `table`.
fn address(one: One, ptr: Operand, found: &mut Vec<GlobalId>) {
    if let Operand::Local(local) = ptr {
        match one.facts().nodes.folded(one.function(), local) {
            Some(Rvalue::Offset { base, indices, .. }) => {
                address(one, *base, found);
                indices.iter().for_each(|(index, _, _)| collect(one, *index, found));
            }
            Some(Rvalue::Use(inner)) => address(one, *inner, found),
            _ => collect(one, ptr, found),
        }
    }
}
