//! Reachability from and to a pair of functions, in either version: which code a verdict must account for.

use super::call_graph;
use super::pair::{Analysis, EntryPair, is_library, is_model};
use super::unobserved::{Seen, in_loops};
use incise_base::{Digraph, components, reachable_from};
use incise_deps::{NodeId, ProgramFacts, Site};
use incise_diff::{Base, Mod};
use incise_engine::{Action, EndAction, Plan, only_read};
use incise_guide::ExactPlan;
use incise_impact::Impact;
use incise_ir::{Const, ConstExpr, FuncId, Function, Global, GlobalId, Module, Operand, TermKind, function_text};
use std::collections::BTreeSet;

impl<'a> Analysis<'a> {
    /// The old and the new version as seen from a pair of functions.
    pub fn versions(&self, pair: &EntryPair) -> Vec<Seen<'_>> {
        let influenced = |changed: &[NodeId], set: &Impact| changed.iter().copied().chain(set.nodes()).collect();
        let old = Seen {
            module: self.base,
            facts: &self.base_facts,
            entry: pair.base,
            reached: Seen::reached_from(self.base, pair.base),
            influenced: Box::new(move |id| {
                let found = self.found.functions.iter().find(|function| function.base == Some(Base(id)));
                found.map(|found| influenced(&found.base_changed, &found.base_set)).unwrap_or_default()
            }),
            is_changed: Box::new(|id| {
                let pair = self.difference.pairs.iter().find(|pair| pair.base == Base(id));
                pair.is_none_or(|pair| !pair.is_unchanged())
            }),
        };
        let new = Seen {
            module: self.modified,
            facts: &self.mod_facts,
            entry: pair.modified,
            reached: Seen::reached_from(self.modified, pair.modified),
            influenced: Box::new(move |id| {
                let found = self.impact_of(id);
                found.map(|found| influenced(&found.mod_changed, &found.mod_set)).unwrap_or_default()
            }),
            is_changed: Box::new(|id| {
                let pair = self.difference.pairs.iter().find(|pair| pair.modified == Mod(id));
                pair.is_none_or(|pair| !pair.is_unchanged())
            }),
        };
        vec![old, new]
    }

    /// The old and the new program.
    pub fn modules(&self) -> (&'a Module, &'a Module) {
        (self.base, self.modified)
    }

    /// How many functions of the user's both versions have.
    pub fn n_paired(&self) -> usize {
        self.difference.pairs.iter().filter(|pair| !is_library(self.modified, pair.modified.0)).count()
    }

    /// Variables of both versions that begin with another value, in the new version. Those that nothing writes are not among them:
    /// who reads them is compared with both values.
    pub fn initial_values(&self) -> Vec<&'a Global> {
        let unwritten: BTreeSet<String> =
            only_read(self.base).intersection(&only_read(self.modified)).cloned().collect();
        let pairs = self.difference.global_pairs.iter().map(|pair| pair.modified.0);
        let changed = pairs.filter(|id| self.difference.mod_values.contains(id)).map(|id| &self.modified.globals[id]);
        changed
            .filter(|global| {
                let is_own = global.span.is_known() && !is_model(self.modified, global.span);
                is_own && !(global.internal && (global.constant || unwritten.contains(&global.name)))
            })
            .collect()
    }

    /// Whether a variable of the new version begins with another value.
    pub fn begins_otherwise(&self, id: GlobalId) -> bool {
        self.difference.mod_values.contains(&id)
    }

    /// The globals that both versions have, old and new.
    pub fn global_pairs(&self) -> impl Iterator<Item = (GlobalId, GlobalId)> {
        self.difference.global_pairs.iter().map(|pair| (pair.base.0, pair.modified.0))
    }

    /// A function that runs before or after `main` and changed, is new, or is gone: where it is, and its name.
    pub fn changed_constructor(&self) -> Option<(String, String)> {
        let is_in = |module: &Module, id: FuncId| all_of(module).any(|other| other == id);
        let named = |module: &Module, id: FuncId| {
            let function = &module.functions[id];
            (module.place(function.span), function.source_name.clone())
        };
        let changed = |module: &'a Module, id: FuncId, is_new: bool| {
            let reached = Seen::reached_from(module, id);
            reached.iter().any(|id| {
                let pair = self
                    .difference
                    .pairs
                    .iter()
                    .find(|pair| if is_new { pair.modified.0 == *id } else { pair.base.0 == *id });
                pair.is_none_or(|pair| !pair.is_unchanged())
            })
        };
        let new = all_of(self.modified).find(|id| {
            let pair = self.difference.pairs.iter().find(|pair| pair.modified.0 == *id);
            changed(self.modified, *id, true) || pair.is_none_or(|pair| !is_in(self.base, pair.base.0))
        });
        let old = || {
            all_of(self.base).find(|id| {
                let pair = self.difference.pairs.iter().find(|pair| pair.base.0 == *id);
                pair.is_none_or(|pair| !is_in(self.modified, pair.modified.0))
            })
        };
        // Who comes first may matter to both.
        let names = |module: &Module| -> Vec<String> {
            all_of(module).map(|id| module.functions[id].source_name.clone()).collect()
        };
        let reordered = || all_of(self.modified).next().filter(|_| names(self.base) != names(self.modified));
        new.map(|id| named(self.modified, id))
            .or_else(|| old().map(|id| named(self.base, id)))
            .or_else(|| reordered().map(|id| named(self.modified, id)))
    }

    /// Functions that have changed and whose control flow is not known as a whole: where each is, and its name.
    pub fn changed_behind_assembly(&self) -> Vec<(String, String)> {
        let is_unknown = |function: &Function| {
            function.blocks.iter().any(|block| matches!(block.terminator.kind, TermKind::Unsupported(_)))
        };
        // Without the lines.
        let text = |module: &Module, function: &Function| -> Vec<String> {
            let text = function_text(module, function);
            text.lines().map(|line| line.rsplit_once(" ; ").map_or(line, |(code, _)| code).to_owned()).collect()
        };
        let mut found = Vec::new();
        for pair in &self.difference.pairs {
            let (was, is) = (&self.base.functions[pair.base.0], &self.modified.functions[pair.modified.0]);
            let matters = is_unknown(was) || is_unknown(is);
            if matters && text(self.base, was) != text(self.modified, is) {
                found.push((self.modified.place(is.span), is.source_name.clone()));
            }
        }
        found
    }

    /// The functions that call one of the new version, in either version, by their ids in the new one; nothing if one of them is only in
    /// one version, or if its address is taken.
    pub fn all_callers(&self, pair: &EntryPair) -> Option<Vec<FuncId>> {
        let mut found: BTreeSet<FuncId> = self.calling(pair.modified).collect();
        for (id, facts) in self.base_facts.functions.iter_ids() {
            let calls = facts.iter().flat_map(|facts| facts.calls.values().flatten());
            if calls.into_iter().any(|callee| *callee == pair.base) {
                found.insert(self.difference.pairs.iter().find(|other| other.base == Base(id))?.modified.0);
            }
        }
        let is_paired = |id: &FuncId| self.difference.pairs.iter().any(|pair| pair.modified.0 == *id);
        let escapes = takes_address(self.base, pair.base) || takes_address(self.modified, pair.modified);
        (!escapes && found.iter().all(is_paired)).then(|| found.into_iter().collect())
    }

    /// Whether a function is `static` in both versions.
    pub fn is_static(&self, pair: &EntryPair) -> bool {
        self.base.functions[pair.base].internal && self.modified.functions[pair.modified].internal
    }

    /// Whether a plan leaves out a loop or a recursion in which something changed: whether that ends is not looked at then.
    pub fn leaves_out_loop(&self, pair: &EntryPair, plan: &ExactPlan) -> bool {
        let left_out = |facts: &ProgramFacts, of: &Plan, id: FuncId, changed: &[NodeId], reached: &BTreeSet<FuncId>| {
            let Some(function) = facts.functions[id].as_ref().filter(|_| reached.contains(&id)) else { return false };
            let (loops, calls) = (in_loops(facts, id), call_graph::calls(facts));
            let recurses = |node: &NodeId| {
                let callees = function.calls.get(node).into_iter().flatten();
                callees.into_iter().any(|callee| reachable_from(&calls, [*callee]).contains(&id))
            };
            let mut rounds = changed.iter().filter(|node| loops.contains(node) || recurses(node)).peekable();
            // A loop that nothing leaves may consist of jumps alone, which no comparison of statements sees.
            let is_endless = !changed.is_empty() && has_endless_loop(&function.facts.flow);
            let Some(plan) = of.functions.get(id).and_then(Option::as_ref).filter(|_| plan.reached) else {
                return !plan.reached && (is_endless || rounds.peek().is_some());
            };
            is_endless
                || rounds.any(|node| match function.nodes.sites[*node] {
                    Site::Stmt(block, position) => plan.blocks[block].stmts[position] != Action::Run,
                    Site::End(block) => plan.blocks[block].end != EndAction::Run,
                })
        };
        let reached = (Seen::reached_from(self.base, pair.base), Seen::reached_from(self.modified, pair.modified));
        self.found.functions.iter().any(|function| {
            let old = function
                .base
                .is_some_and(|id| left_out(&self.base_facts, &plan.base, id.0, &function.base_changed, &reached.0));
            old || function
                .modified
                .is_some_and(|id| left_out(&self.mod_facts, &plan.modified, id.0, &function.mod_changed, &reached.1))
        })
    }
}

/// The functions that run before and after `main`.
fn all_of(module: &Module) -> impl Iterator<Item = FuncId> + '_ {
    module.constructors.iter().chain(&module.destructors).copied()
}

/// Whether some cycle has no edge that leaves it.
fn has_endless_loop(flow: &Digraph<NodeId>) -> bool {
    components(flow).members.iter().any(|group| {
        let inside = |node: &NodeId| flow.successors(*node).iter().all(|next| group.contains(next));
        let is_cycle = group.len() > 1 || flow.successors(group[0]).contains(&group[0]);
        is_cycle && group.iter().all(inside)
    })
}

/// Whether the address of a function is used other than to call it.
fn takes_address(module: &Module, id: FuncId) -> bool {
    let names = |constant: &Const| constant_names(constant, id);
    let in_code = module.functions.iter().flat_map(|function| function.blocks.iter()).any(|block| {
        let operands = block.stmts.iter().flat_map(|stmt| stmt.kind.operands());
        operands
            .chain(block.terminator.kind.operands())
            .any(|operand| matches!(operand, Operand::Const(constant) if names(&module.consts[constant])))
    });
    in_code || module.globals.iter().filter_map(|global| global.init.as_ref()).any(names)
}

fn constant_names(constant: &Const, id: FuncId) -> bool {
    match constant {
        Const::Function(function) => *function == id,
        Const::Aggregate { members, .. } => members.iter().any(|member| constant_names(member, id)),
        Const::Expr(expr) => match expr.as_ref() {
            ConstExpr::Cast { value, .. } | ConstExpr::Offset { base: value, .. } => constant_names(value, id),
            ConstExpr::Binary { left, right, .. } | ConstExpr::Compare { left, right, .. } => {
                constant_names(left, id) || constant_names(right, id)
            }
        },
        _ => false,
    }
}
