//! Two versions paired function by function, with everything that is known of them without running them.

use crate::failure::Failure;
use crate::messages;
use crate::schedule;
use incise_base::Budget;
use incise_deps::ProgramFacts;
use incise_diff::{ProgramDiff, Side, diff};
use incise_impact::{ProgramImpact, Rules, impact};
use incise_ir::{FuncId, Function, Module, Span};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use tracing::debug_span;

/// The static part of a comparison.
pub struct Analysis<'a> {
    pub(super) base: &'a Module,
    pub(super) modified: &'a Module,
    pub(super) base_facts: ProgramFacts,
    pub(super) mod_facts: ProgramFacts,
    pub(crate) difference: ProgramDiff,
    pub(crate) found: ProgramImpact,
    /// By the published rules of 2011 and of 2014, once they are asked for.
    pub(super) published: [OnceLock<ProgramImpact>; 2],
    /// Whether groups of recursive functions, by their first, were proved to do the same.
    lemmas: Mutex<BTreeMap<FuncId, bool>>,
    pub(super) budget: Budget,
}

/// A function that is compared.
#[derive(Clone)]
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

impl<'a> Analysis<'a> {
    /// Finds what changed and what that reaches; the budget is that of each plan.
    pub fn of(base: &'a Module, modified: &'a Module, budget: Budget, jobs: usize) -> Analysis<'a> {
        let stage = debug_span!("pair").entered();
        let facts = |module: &&Module| ProgramFacts::of(module, &[]);
        let [base_facts, mod_facts] = schedule::both([base, modified], jobs, facts);
        let difference = diff(Side { module: base, facts: &base_facts }, Side { module: modified, facts: &mod_facts });
        drop(stage);
        let _stage = debug_span!("impact").entered();
        let found = impact(Rules::Precise, &base_facts, &mod_facts, &difference);
        Analysis {
            base,
            modified,
            base_facts,
            mod_facts,
            difference,
            found,
            published: [OnceLock::new(), OnceLock::new()],
            lemmas: Mutex::default(),
            budget,
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

    /// Whether a function was changed itself.
    pub fn is_changed(&self, pair: &EntryPair) -> bool {
        self.difference.pairs.iter().any(|diff| diff.modified.0 == pair.modified && !diff.is_unchanged())
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
        Err(match (has(self.base), has(self.modified)) {
            (true, false) => messages::no_function(name, "in the new version, only in the old one"),
            (false, true) => messages::no_function(name, "in the old version, only in the new one"),
            _ => messages::no_function(name, messages::IN_VERSIONS),
        })
    }

    pub(super) fn pair(&self, base: FuncId, modified: FuncId) -> EntryPair {
        EntryPair { name: entry_name(self.modified, modified), base_name: entry_name(self.base, base), base, modified }
    }

    /// Globals that differ, are new, or are gone.
    pub fn globals(&self) -> &[String] {
        &self.difference.globals
    }

    /// The function of the new version with its counterpart in the old one.
    pub fn pair_of(&self, modified: FuncId) -> Option<EntryPair> {
        let pair = self.difference.pairs.iter().find(|pair| pair.modified.0 == modified)?;
        Some(self.pair(pair.base.0, modified))
    }

    /// Whether the group of recursive functions that begins with this one was proved to do the same, once that was tried.
    pub fn lemma(&self, first: FuncId) -> Option<bool> {
        self.lemmas.lock().unwrap_or_else(PoisonError::into_inner).get(&first).copied()
    }

    /// Remembers whether a group was proved to do the same.
    pub fn remember_lemma(&self, first: FuncId, proved: bool) {
        self.lemmas.lock().unwrap_or_else(PoisonError::into_inner).insert(first, proved);
    }

    /// The two versions.
    pub fn sides(&self) -> (Side<'_>, Side<'_>) {
        (Side { module: self.base, facts: &self.base_facts }, Side { module: self.modified, facts: &self.mod_facts })
    }

    /// Whether a version has a function with a body, of this name.
    pub fn has(&self, name: &str) -> (bool, bool) {
        let has = |module: &Module| {
            let named = |function: &incise_ir::Function| function.source_name == name || function.name == name;
            module.functions.iter().any(|function| !function.is_declaration() && named(function))
        };
        (has(self.base), has(self.modified))
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
