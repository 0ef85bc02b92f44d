//! What changed, what that reaches, and which functions are compared for it.

use crate::diff::rounds;
use crate::failure::Failure;
use crate::request::Callers;
use incise_compare::{Branches, Observe, ObservedSubset, Touched};
use incise_deps::{FunctionFacts, NodeId, ProgramFacts, Site};
use incise_diff::{Base, Mod, ProgramDiff, Side, diff};
use incise_guide::dise::Published;
use incise_guide::{ExactPlan, Globals, Outputs, exact};
use incise_impact::{CallImpact, FunctionImpact, Impact, ProgramImpact, Rules, idise, impact};
use incise_ir::{BlockId, FuncId, Function, GlobalId, Module, Span};
use incise_replay::Observed;
use incise_report::{ImpactLines, Lines};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// The static part of a comparison.
pub struct Analysis<'a> {
    pub(super) base: &'a Module,
    pub(super) modified: &'a Module,
    pub(super) base_facts: ProgramFacts,
    pub(super) mod_facts: ProgramFacts,
    pub(super) difference: ProgramDiff,
    pub(super) found: ProgramImpact,
    /// By the published rules of 2011 and of 2014, once they are asked for.
    published: [OnceCell<ProgramImpact>; 2],
    /// Whether groups of recursive functions, by their first, were proved to do the same.
    lemmas: RefCell<BTreeMap<FuncId, bool>>,
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

/// What a plan leaves to be compared, of the globals that are visible.
pub fn compared(outputs: &Outputs, visible: &Visible) -> ObservedSubset {
    let globals = outputs.globals.iter().map(|global| (global.modified.0, global.bytes.clone()));
    ObservedSubset {
        result: outputs.result,
        globals: Some(globals.filter(|(id, _)| visible.has(*id)).collect()),
        memory: outputs.outside || outputs.heap,
        output: outputs.stream,
    }
}

/// The globals that a function may have to do with. Of another the value before the call is any, the same in both versions, and
/// not its concern; a comparison that starts from initial values sees all.
pub struct Visible {
    ids: Option<BTreeSet<GlobalId>>,
    names: BTreeSet<String>,
}

impl Visible {
    /// All globals.
    pub fn all() -> Visible {
        Visible { ids: None, names: BTreeSet::new() }
    }

    /// Those of these names, the linker's, in the new version.
    pub fn only(modified: &Module, names: BTreeSet<String>) -> Visible {
        let named = modified.globals.iter_ids().filter(|(_, global)| names.contains(&global.name));
        Visible { ids: Some(named.map(|(id, _)| id).collect()), names }
    }

    fn has(&self, id: GlobalId) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.contains(&id))
    }

    /// All of them are compared.
    pub fn everything(&self) -> ObservedSubset {
        let globals = self.ids.as_ref().map(|ids| ids.iter().map(|id| (*id, None)).collect());
        ObservedSubset { globals, ..ObservedSubset::default() }
    }

    /// Takes the others out of what a native run showed.
    pub fn restrict(&self, observed: &mut Observed) {
        if self.ids.is_some() {
            observed.globals.retain(|name, _| self.names.contains(name));
        }
    }
}

impl<'a> Analysis<'a> {
    /// Finds what changed and what that reaches.
    pub fn of(base: &'a Module, modified: &'a Module) -> Analysis<'a> {
        let (base_facts, mod_facts) = (ProgramFacts::of(base, &[]), ProgramFacts::of(modified, &[]));
        let difference = diff(Side { module: base, facts: &base_facts }, Side { module: modified, facts: &mod_facts });
        let found = impact(Rules::Precise, &base_facts, &mod_facts, &difference);
        Analysis {
            base,
            modified,
            base_facts,
            mod_facts,
            difference,
            found,
            published: [OnceCell::new(), OnceCell::new()],
            lemmas: RefCell::default(),
        }
    }

    /// The functions of these names.
    pub fn asked(&self, names: &[String]) -> Result<Vec<EntryPair>, Failure> {
        let mut found = Vec::new();
        for name in names {
            found.extend(self.named(name)?);
        }
        Ok(found)
    }

    /// The functions that were changed, those left out that `ignored` says.
    pub fn changed(&self, ignored: &dyn Fn(&str) -> bool) -> Vec<EntryPair> {
        let changed = self.difference.pairs.iter().filter(|pair| !pair.is_unchanged());
        let pairs = changed.map(|pair| self.pair(pair.base.0, pair.modified.0));
        pairs.filter(|pair| !ignored(self.source_name(pair))).collect()
    }

    /// The functions of both versions that call one of these, level by level, as far as the change reaches them.
    pub fn callers(&self, of: &[EntryPair], how_far: Callers, ignored: &dyn Fn(&str) -> bool) -> Vec<EntryPair> {
        let levels = match how_far {
            Callers::Levels(levels) => levels,
            Callers::All | Callers::Main => u32::MAX,
        };
        let by_id: BTreeMap<FuncId, FuncId> =
            self.difference.pairs.iter().map(|pair| (pair.modified.0, pair.base.0)).collect();
        let is_wanted = |id: FuncId| {
            let name = &self.modified.functions[id].source_name;
            !ignored(name) && self.touches(id) && !is_library(self.modified, id)
        };
        let mut known: BTreeSet<FuncId> = of.iter().map(|pair| pair.modified).collect();
        let mut level: Vec<FuncId> = known.iter().copied().collect();
        let mut found = Vec::new();
        for number in 0.. {
            // What differs in a static function is seen only from its callers, however far up.
            let goes_on = |id: &&FuncId| number < levels || levels > 0 && self.modified.functions[**id].internal;
            let next: BTreeSet<FuncId> =
                level.iter().filter(goes_on).flat_map(|id| self.calling(*id)).filter(|id| known.insert(*id)).collect();
            if next.is_empty() {
                break;
            }
            found.extend(next.iter().copied().filter(|id| by_id.contains_key(id) && is_wanted(*id)));
            level = next.into_iter().collect();
        }
        if how_far == Callers::Main {
            found.clear();
        }
        let main = self.modified.function("main").filter(|id| by_id.contains_key(id) && is_wanted(*id));
        if let Some(main) =
            main.filter(|id| how_far != Callers::Levels(0) && of.iter().all(|pair| pair.modified != *id))
        {
            found.retain(|id| *id != main);
            found.push(main);
        }
        found.into_iter().map(|id| self.pair(by_id[&id], id)).collect()
    }

    /// Functions of the new version that may call one.
    pub(super) fn calling(&self, callee: FuncId) -> impl Iterator<Item = FuncId> {
        let facts = self.mod_facts.functions.iter_ids();
        facts.filter_map(move |(id, facts)| {
            let calls = facts.as_ref()?.calls.values();
            calls.into_iter().any(|callees| callees.contains(&callee)).then_some(id)
        })
    }

    /// The functions of the new version that one may call, directly or through others.
    pub fn reaches(&self, id: FuncId) -> BTreeSet<FuncId> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let calls = self.mod_facts.functions[id].iter().flat_map(|facts| facts.calls.values().flatten());
            pending.extend(calls.copied().filter(|callee| seen.insert(*callee)));
        }
        seen
    }

    /// Whether a function was changed itself.
    pub fn is_changed(&self, pair: &EntryPair) -> bool {
        self.difference.pairs.iter().any(|diff| diff.modified.0 == pair.modified && !diff.is_unchanged())
    }

    /// Whether a function is the same by itself in both versions and all that it reaches and that changed is among `equivalent`: then
    /// nothing can differ in it.
    pub fn follows(&self, pair: &EntryPair, equivalent: &BTreeSet<FuncId>) -> bool {
        let changed = |id: &FuncId| {
            let diff = self.difference.pairs.iter().find(|diff| diff.modified.0 == *id);
            !self.modified.functions[*id].is_declaration() && diff.is_none_or(|diff| !diff.is_unchanged())
        };
        let reached = self.reaches(pair.modified);
        self.difference.globals.is_empty()
            && !changed(&pair.modified)
            && reached.iter().filter(|id| changed(id)).all(|id| equivalent.contains(id))
    }

    /// What the source of the new version calls a function.
    pub fn source_name(&self, pair: &EntryPair) -> &str {
        &self.modified.functions[pair.modified].source_name
    }

    /// The functions that the source calls so, which may be a `static` of each of several files, or the one that the linker does.
    fn named(&self, name: &str) -> Result<Vec<EntryPair>, Failure> {
        let paired = |is_named: &dyn Fn(&Function) -> bool| -> Vec<EntryPair> {
            let pairs = self.difference.pairs.iter();
            let named = pairs.filter(|pair| is_named(&self.modified.functions[pair.modified.0]));
            named.map(|pair| self.pair(pair.base.0, pair.modified.0)).collect()
        };
        let by_source = paired(&|function| function.source_name == name);
        let found = if by_source.is_empty() { paired(&|function| function.name == name) } else { by_source };
        if !found.is_empty() {
            return Ok(found);
        }
        let is_named = |module: &Module, id: FuncId| {
            let function = &module.functions[id];
            function.source_name == name || function.name == name
        };
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
        EntryPair { name: entry_name(self.modified, modified), base_name: entry_name(self.base, base), base, modified }
    }

    pub(super) fn impact_of(&self, id: FuncId) -> Option<&FunctionImpact> {
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
        rounds::repeats(&self.base_facts, pair.base) || rounds::repeats(&self.mod_facts, pair.modified)
    }

    /// Globals that differ, are new, or are gone.
    pub fn globals(&self) -> &[String] {
        &self.difference.globals
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

    /// The function of the new version with its counterpart in the old one.
    pub fn pair_of(&self, modified: FuncId) -> Option<EntryPair> {
        let pair = self.difference.pairs.iter().find(|pair| pair.modified.0 == modified)?;
        Some(self.pair(pair.base.0, modified))
    }

    /// Whether the group of recursive functions that begins with this one was proved to do the same, once that was tried.
    pub fn lemma(&self, first: FuncId) -> Option<bool> {
        self.lemmas.borrow().get(&first).copied()
    }

    /// Remembers whether a group was proved to do the same.
    pub fn remember_lemma(&self, first: FuncId, proved: bool) {
        self.lemmas.borrow_mut().insert(first, proved);
    }

    /// The two versions.
    pub fn sides(&self) -> (Side<'_>, Side<'_>) {
        (Side { module: self.base, facts: &self.base_facts }, Side { module: self.modified, facts: &self.mod_facts })
    }

    /// What of the two versions needs to be run.
    pub fn plan(&self, pair: &EntryPair, observe: &Observe, arithmetic: bool) -> ExactPlan {
        let observe = incise_guide::Observe {
            result: observe.result,
            globals: if observe.globals { Globals::All } else { Globals::Only(BTreeSet::new()) },
            memory: observe.memory,
            output: observe.output || observe.calls,
            ending: observe.ending,
            arithmetic,
        };
        let (base, modified) = self.sides();
        exact(base, modified, &self.difference, (Base(pair.base), Mod(pair.modified)), &observe)
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

    /// Whether a version has a function with a body, of this name.
    pub fn has(&self, name: &str) -> (bool, bool) {
        let has = |module: &Module| {
            let named = |function: &incise_ir::Function| function.source_name == name || function.name == name;
            module.functions.iter().any(|function| !function.is_declaration() && named(function))
        };
        (has(self.base), has(self.modified))
    }

    /// The impact by calling context of what starts in a function of the new version.
    pub fn calls(&self, pair: &EntryPair) -> CallImpact {
        idise(&self.base_facts, &self.mod_facts, &self.difference, &[pair.modified])
    }

    /// The facts of the new version.
    pub fn mod_facts(&self) -> &ProgramFacts {
        &self.mod_facts
    }

    /// Functions that only the old version has.
    pub fn removed(&self) -> Vec<String> {
        let removed = self.difference.removed.iter().filter(|id| !is_library(self.base, id.0));
        removed.map(|id| self.base.functions[id.0].source_name.clone()).collect()
    }

    /// Functions that only the new version has.
    pub fn added(&self) -> Vec<String> {
        let added = self.difference.added.iter().filter(|id| !is_library(self.modified, id.0));
        added.map(|id| self.modified.functions[id.0].source_name.clone()).collect()
    }

    /// Variables of the source that differ, are new, or are gone.
    pub fn variables(&self) -> Vec<String> {
        let is_variable = |name: &&String| {
            let own = |module: &Module| {
                let found = module.globals.iter().find(|global| global.source_name == **name);
                found.is_some_and(|global| global.span.is_known() && !is_model(module, global.span))
            };
            own(self.base) || own(self.modified)
        };
        self.difference.globals.iter().filter(is_variable).cloned().collect()
    }
}

/// Whether a function comes with incise.
pub(super) fn is_library(module: &Module, id: FuncId) -> bool {
    is_model(module, module.functions[id].span)
}

/// Whether a place is in what comes with incise.
pub fn is_model(module: &Module, span: Span) -> bool {
    module.files.get(span.file).is_some_and(|file| file.path.starts_with('<'))
}

/// The name under which runs start from a function: the source's, unless another function has it as well (two files with a `static` of one
/// name), then the linker's.
fn entry_name(module: &Module, id: FuncId) -> String {
    let function = &module.functions[id];
    let is_shared = module.functions.iter_ids().any(|(other, one)| {
        other != id
            && !one.is_declaration()
            && (one.source_name == function.source_name || one.name == function.source_name)
    });
    if is_shared { function.name.clone() } else { function.source_name.clone() }
}
