//! What changed, what that reaches, and which functions are compared for it.

use crate::failure::Failure;
use incise_compare::{Compared, Observe};
use incise_deps::{FunctionFacts, NodeId, ProgramFacts};
use incise_diff::{Base, Mod, ProgramDiff, Side, diff};
use incise_graph::{Digraph, components, reachable_from};
use incise_guide::dise::Published;
use incise_guide::{ExactPlan, Globals, Outputs, exact};
use incise_impact::{FunctionImpact, Impact, ProgramImpact, Rules, impact};
use incise_ir::{FuncId, Id, Module};
use incise_report::{ImpactLines, Lines};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The static part of a comparison.
pub struct Analysis<'a> {
    base: &'a Module,
    modified: &'a Module,
    base_facts: ProgramFacts,
    mod_facts: ProgramFacts,
    difference: ProgramDiff,
    found: ProgramImpact,
    /// By the published rules, once they are asked for.
    published: OnceCell<ProgramImpact>,
}

/// A function that is compared.
pub struct EntryPair {
    /// Its name in the new version.
    pub name: String,
    /// Its name in the old version.
    pub base_name: String,
    /// In the old version.
    pub base: FuncId,
    /// In the new version.
    pub modified: FuncId,
}

/// What a published search is directed by.
pub struct Searched<'a> {
    /// The function's facts.
    pub facts: &'a FunctionFacts,
    /// Its impacted nodes.
    pub impact: &'a Impact,
}

/// What a plan leaves to be compared.
pub fn compared(outputs: &Outputs) -> Compared {
    let globals = outputs.globals.iter().map(|global| (global.modified.0, global.bytes.clone())).collect();
    Compared {
        result: outputs.result,
        globals: Some(globals),
        memory: outputs.outside || outputs.heap,
        output: outputs.stream,
    }
}

impl<'a> Analysis<'a> {
    /// Finds what changed and what that reaches.
    pub fn of(base: &'a Module, modified: &'a Module) -> Analysis<'a> {
        let (base_facts, mod_facts) = (ProgramFacts::of(base, &[]), ProgramFacts::of(modified, &[]));
        let difference = diff(Side { module: base, facts: &base_facts }, Side { module: modified, facts: &mod_facts });
        let found = impact(Rules::Precise, &base_facts, &mod_facts, &difference);
        Analysis { base, modified, base_facts, mod_facts, difference, found, published: OnceCell::new() }
    }

    /// The functions that were asked for; without any those that were changed, and `main` if the change reaches it.
    pub fn entries(&self, asked: &[String]) -> Result<Vec<EntryPair>, Failure> {
        if asked.is_empty() {
            let chosen = self.difference.pairs.iter().filter(|pair| {
                let name = &self.modified.functions[pair.modified.0].source_name;
                !pair.is_unchanged() || name == "main" && self.touches(pair.modified.0)
            });
            return Ok(chosen.map(|pair| self.pair(pair.base.0, pair.modified.0)).collect());
        }
        asked.iter().map(|name| self.named(name)).collect()
    }

    fn named(&self, name: &str) -> Result<EntryPair, Failure> {
        let is_named = |module: &Module, id: FuncId| {
            let function = &module.functions[id];
            function.source_name == name || function.name == name
        };
        if let Some(pair) = self.difference.pairs.iter().find(|pair| is_named(self.modified, pair.modified.0)) {
            return Ok(self.pair(pair.base.0, pair.modified.0));
        }
        let has = |module: &Module| {
            module.functions.iter_ids().any(|(id, function)| !function.is_declaration() && is_named(module, id))
        };
        Err(Failure::Other(match (has(self.base), has(self.modified)) {
            (true, false) => format!("the function `{name}` is only in the old version"),
            (false, true) => format!("the function `{name}` is only in the new version"),
            _ => format!("no function `{name}` with a body in either version"),
        }))
    }

    fn pair(&self, base: FuncId, modified: FuncId) -> EntryPair {
        EntryPair {
            name: self.modified.functions[modified].source_name.clone(),
            base_name: self.base.functions[base].source_name.clone(),
            base,
            modified,
        }
    }

    fn impact_of(&self, id: FuncId) -> Option<&FunctionImpact> {
        self.found.functions.iter().find(|function| function.modified.is_some_and(|other| other.0 == id))
    }

    fn touches(&self, id: FuncId) -> bool {
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
        repeats(&self.base_facts, pair.base) || repeats(&self.mod_facts, pair.modified)
    }

    /// Whether a global differs, is new, or is gone.
    pub fn globals_differ(&self) -> bool {
        !self.difference.globals.is_empty()
    }

    /// Changed and impacted lines of a function.
    pub fn lines(&self, pair: &EntryPair) -> ImpactLines {
        let Some(found) = self.impact_of(pair.modified) else { return ImpactLines::default() };
        let mut lines = ImpactLines::default();
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

    fn sides(&self) -> (Side<'_>, Side<'_>) {
        (Side { module: self.base, facts: &self.base_facts }, Side { module: self.modified, facts: &self.mod_facts })
    }

    /// What of the two versions needs to be run.
    pub fn plan(&self, pair: &EntryPair, observe: &Observe, arithmetic: bool) -> ExactPlan {
        let observe = incise_guide::Observe {
            result: observe.result,
            globals: if observe.globals { Globals::All } else { Globals::Only(BTreeSet::new()) },
            memory: observe.memory,
            output: observe.output,
            ending: observe.ending,
            arithmetic,
        };
        let (base, modified) = self.sides();
        exact(base, modified, &self.difference, (Base(pair.base), Mod(pair.modified)), &observe)
    }

    /// The nodes that the published rules find impacted in a function.
    pub fn published(&self, published: Published, pair: &EntryPair) -> Option<Searched<'_>> {
        let found = self.published.get_or_init(|| {
            let rules = match published {
                Published::Pldi11 => Rules::Pldi11,
                Published::Tosem14 => Rules::Tosem14,
            };
            impact(rules, &self.base_facts, &self.mod_facts, &self.difference)
        });
        let function = found.functions.iter().find(|function| function.modified == Some(Mod(pair.modified)))?;
        Some(Searched { facts: self.mod_facts.functions[pair.modified].as_ref()?, impact: &function.mod_set })
    }

    /// Functions that only the old version has.
    pub fn removed(&self) -> Vec<String> {
        self.difference.removed.iter().map(|id| self.base.functions[id.0].source_name.clone()).collect()
    }

    /// Functions that only the new version has.
    pub fn added(&self) -> Vec<String> {
        self.difference.added.iter().map(|id| self.modified.functions[id.0].source_name.clone()).collect()
    }
}

/// Whether code that is reached from a function may come to the same place twice.
fn repeats(facts: &ProgramFacts, entry: FuncId) -> bool {
    let mut calls: Digraph<FuncId> = Digraph::new(facts.functions.len());
    for (id, function) in facts.functions.iter_ids() {
        for callee in function.iter().flat_map(|function| function.calls.values().flatten()) {
            calls.add_edge(id, *callee);
        }
    }
    let reached = reachable_from(&calls, [entry]);
    let is_round = |function: &FunctionFacts| {
        let flow = &function.facts.flow;
        !function.externals.is_empty() || !function.unknown.is_empty() || has_cycle(flow)
    };
    let own = reached.iter().any(|id| facts.functions[*id].as_ref().is_none_or(is_round));
    own || has_cycle(&calls)
}

fn has_cycle<I: Id>(graph: &Digraph<I>) -> bool {
    let components = components(graph);
    components.members.len() < graph.len() || graph.nodes().any(|node| graph.successors(node).contains(&node))
}
