//! Impact of the change on a pair of functions: lines, branches, what needs to be run.

use super::call_graph;
use super::pair::{Analysis, EntryPair};
use incise_compare::{Branches, Touched};
use incise_deps::{FunctionFacts, NodeId, ProgramFacts, Site};
use incise_diff::{Base, Mod, diff};
use incise_engine::Observation;
use incise_guide::dise::Published;
use incise_guide::{ExactPlan, PlanRequest, ProgramPair, exact};
use incise_impact::{CallImpact, FunctionImpact, Impact, Rules, idise, impact};
use incise_ir::{BlockId, FuncId, Module};
use incise_report::{ImpactLines, Lines};
use std::collections::BTreeSet;
use tracing::debug_span;

/// What a published search is directed by.
pub struct Searched<'a> {
    /// The function's facts.
    pub facts: &'a FunctionFacts,
    /// Its impacted nodes.
    pub impact: &'a Impact,
}

impl Analysis<'_> {
    pub(super) fn impact_of(&self, id: FuncId) -> Option<&FunctionImpact> {
        self.found.functions.iter().find(|function| function.modified.is_some_and(|other| other.0 == id))
    }

    pub(super) fn touches(&self, id: FuncId) -> bool {
        self.impact_of(id).is_some_and(|function| {
            function.signature_changed || !function.mod_set.is_empty() || !function.base_set.is_empty()
        })
    }

    /// Whether the change can make a difference to the function.
    pub fn is_reached(&self, pair: &EntryPair) -> bool {
        self.touches(pair.modified)
    }

    /// Whether a run of either version may come to the same place twice: loops, recursion, and what is not known to have none.
    pub fn may_repeat(&self, pair: &EntryPair) -> bool {
        call_graph::may_cycle(&self.base_facts, pair.base) || call_graph::may_cycle(&self.mod_facts, pair.modified)
    }

    /// Changed and impacted lines of a function.
    pub fn lines(&self, pair: &EntryPair) -> ImpactLines {
        let function = &self.modified.functions[pair.modified];
        let file = self.modified.files.get(function.span.file).map(|file| file.path.clone()).unwrap_or_default();
        let mut lines = ImpactLines { file, ..ImpactLines::default() };
        let Some(found) = self.impact_of(pair.modified) else { return lines };
        let side = |module: &Module, facts: &ProgramFacts, id: FuncId, set: &Impact, changed: &[NodeId]| {
            let function = &module.functions[id];
            let Some(facts) = facts.functions[id].as_ref() else { return Default::default() };
            let changed: BTreeSet<NodeId> = changed.iter().copied().collect();
            let visible: Vec<NodeId> =
                facts.nodes.sites.ids().filter(|node| facts.nodes.is_visible(function, *node)).collect();
            let line_of = |node: &NodeId| facts.nodes.span(function, *node).line;
            let is_impacted = |node: &NodeId| changed.contains(node) || set.contains(*node);
            let unique =
                |nodes: Vec<u32>| nodes.into_iter().collect::<BTreeSet<u32>>().into_iter().collect::<Vec<u32>>();
            let impacted: Vec<NodeId> = visible.iter().filter(|node| is_impacted(node)).copied().collect();
            (
                unique(visible.iter().filter(|node| changed.contains(node)).map(line_of).collect()),
                unique(impacted.iter().map(line_of).collect()),
                (impacted.len() as u64, visible.len() as u64),
            )
        };
        if let Some(id) = found.modified {
            let (changed, impacted, statements) =
                side(self.modified, &self.mod_facts, id.0, &found.mod_set, &found.mod_changed);
            lines.changed = Lines { base: Vec::new(), modified: changed };
            lines.impacted = Lines { base: Vec::new(), modified: impacted };
            lines.statements = statements;
        }
        if let Some(id) = found.base {
            let (changed, impacted, _) = side(self.base, &self.base_facts, id.0, &found.base_set, &found.base_changed);
            lines.changed.base = changed;
            lines.impacted.base = impacted;
        }
        lines
    }

    /// What of the two versions needs to be run.
    pub fn plan(&self, pair: &EntryPair, observe: &Observation, arithmetic: bool) -> ExactPlan {
        let _stage = debug_span!("plan", entry = pair.name).entered();
        let asked = PlanRequest { aspects: observe.aspects, at_end: observe.at_end, arithmetic, budget: self.budget };
        let (base, modified) = self.sides();
        let programs = ProgramPair { base, modified, diff: &self.difference };
        exact(programs, (Base(pair.base), Mod(pair.modified)), asked)
    }

    /// The nodes that the published rules find impacted in a function.
    pub fn published(&self, published: Published, pair: &EntryPair) -> Option<Searched<'_>> {
        let (rules, cell) = match published {
            Published::Pldi11 => (Rules::Pldi11, &self.published[0]),
            Published::Tosem14 => (Rules::Tosem14, &self.published[1]),
        };
        let found = cell.get_or_init(|| impact(rules, &self.base_facts, &self.mod_facts, &self.difference));
        let function = found.functions.iter().find(|function| function.modified == Some(Mod(pair.modified)))?;
        Some(Searched { facts: self.mod_facts.functions[pair.modified].as_ref()?, impact: &function.mod_set })
    }

    /// The blocks of the old and of the new version in which something changed, as far as runs of a function are concerned.
    pub fn touched(&self, pair: &EntryPair) -> (Touched, Touched) {
        let signature = self.impact_of(pair.modified).is_some_and(|function| function.signature_changed);
        if signature || !self.globals().is_empty() && pair.name == "main" {
            return (Touched::Everywhere, Touched::Everywhere);
        }
        let blocks = |facts: &ProgramFacts, id: FuncId, nodes: &[NodeId]| -> Vec<(FuncId, BlockId)> {
            let Some(facts) = facts.functions[id].as_ref() else { return Vec::new() };
            let block = |node: &NodeId| match facts.nodes.sites[*node] {
                Site::Stmt(block, _) | Site::End(block) => (id, block),
            };
            nodes.iter().map(block).collect()
        };
        let (mut base, mut modified) = (BTreeSet::new(), BTreeSet::new());
        for function in &self.found.functions {
            if let Some(id) = function.base {
                base.extend(blocks(&self.base_facts, id.0, &function.base_changed));
            }
            if let Some(id) = function.modified {
                modified.extend(blocks(&self.mod_facts, id.0, &function.mod_changed));
            }
        }
        (Touched::Blocks(base), Touched::Blocks(modified))
    }

    /// The branches of the old and of the new version that the change can influence in runs of a function.
    pub fn impacted_branches(&self, pair: &EntryPair) -> (Branches, Branches) {
        let branches = |facts: &ProgramFacts, impact: &CallImpact| -> Branches {
            let mut found = Branches::new();
            for context in &impact.contexts {
                let Some(facts) = facts.functions[context.function].as_ref() else { continue };
                for node in context.impact.nodes() {
                    if let Site::End(block) = facts.nodes.sites[node] {
                        found.insert((context.function, block));
                    }
                }
            }
            found
        };
        let (base, modified) = self.sides();
        let reverse = diff(modified, base);
        let old = idise(&self.mod_facts, &self.base_facts, &reverse, &[pair.base]);
        (branches(&self.base_facts, &old), branches(&self.mod_facts, &self.calls(pair)))
    }

    /// Whether the end of a block of the new version is changed.
    pub fn is_end_changed(&self, function: FuncId, block: BlockId) -> bool {
        let facts = self.mod_facts.functions[function].as_ref();
        let changed = self.impact_of(function).map(|function| function.mod_changed.as_slice()).unwrap_or_default();
        facts.is_some_and(|facts| changed.iter().any(|node| facts.nodes.sites[*node] == Site::End(block)))
    }

    /// Lines of the new version with something that changed in one of these blocks.
    pub fn changed_lines(&self, blocks: &Branches) -> Vec<u32> {
        let mut lines = BTreeSet::new();
        for function in &self.found.functions {
            let Some(id) = function.modified else { continue };
            let Some(facts) = self.mod_facts.functions[id.0].as_ref() else { continue };
            let body = &self.modified.functions[id.0];
            for node in function.mod_changed.iter().filter(|node| facts.nodes.is_visible(body, **node)) {
                let (Site::Stmt(block, _) | Site::End(block)) = facts.nodes.sites[*node];
                if blocks.contains(&(id.0, block)) {
                    lines.insert(facts.nodes.span(body, *node).line);
                }
            }
        }
        lines.into_iter().collect()
    }

    /// The impact by calling context of what starts in a function of the new version.
    pub fn calls(&self, pair: &EntryPair) -> CallImpact {
        idise(&self.base_facts, &self.mod_facts, &self.difference, &[pair.modified])
    }
}
