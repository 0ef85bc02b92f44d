//! What was found, in terms of source lines.

use incise_deps::{FunctionFacts, NodeId, SourceNames, node_text};
use incise_diff::{ProgramDiff, Side};
use incise_impact::{FunctionImpact, Impact, ProgramImpact};
use incise_ir::{FuncId, Function, Module, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Everything that a report is made from.
pub struct View<'a> {
    /// The old version.
    pub base: Side<'a>,
    /// The new version.
    pub modified: Side<'a>,
    /// What differs.
    pub difference: &'a ProgramDiff,
    /// What that influences.
    pub found: &'a ProgramImpact,
    /// The function that was asked for.
    pub function: Option<&'a str>,
    /// The source files that were read, old and new.
    pub sources: (Sources, Sources),
}

/// The lines of source files, each read once; of one that cannot be read, none.
pub struct Sources {
    folder: PathBuf,
    files: Mutex<BTreeMap<PathBuf, Arc<Vec<String>>>>,
}

impl Sources {
    /// Those of a version; relative names belong to its folder.
    pub fn of(folder: &Path) -> Sources {
        Sources { folder: folder.to_owned(), files: Mutex::default() }
    }
    fn lines(&self, path: PathBuf) -> Arc<Vec<String>> {
        let read = |path: &Path| -> Vec<String> {
            let bytes = std::fs::read(path).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        };
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.entry(path).or_insert_with_key(|path| Arc::new(read(path))).clone()
    }
}

/// Which version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// The old one.
    Old,
    /// The new one.
    New,
}

/// One version of one function.
pub struct VersionView<'a> {
    /// The program.
    pub module: &'a Module,
    /// The function.
    pub id: FuncId,
    /// Its facts.
    pub facts: &'a FunctionFacts,
    /// Its impacted nodes.
    pub set: &'a Impact,
    changed: BTreeSet<NodeId>,
}

impl<'a> View<'a> {
    /// The functions to report on.
    pub fn functions(&self) -> impl Iterator<Item = &'a FunctionImpact> {
        self.found.functions.iter().filter(|function| self.function.is_none_or(|name| self.name(function) == name))
    }
    /// The functions that are changed or impacted.
    pub fn touched(&self) -> impl Iterator<Item = &'a FunctionImpact> {
        self.functions().filter(|function| is_touched(function))
    }
    /// Whether something differs in what is reported on.
    pub fn is_changed(&self) -> bool {
        match self.function {
            Some(_) => self.touched().next().is_some(),
            None => !self.difference.is_unchanged(),
        }
    }
    /// The function's name in the new version, or in the old one if it is gone.
    pub fn name(&self, function: &FunctionImpact) -> &'a str {
        match (function.modified, function.base) {
            (Some(id), _) => &self.modified.module.functions[id.0].source_name,
            (None, Some(id)) => &self.base.module.functions[id.0].source_name,
            (None, None) => "",
        }
    }
    /// Its old version.
    pub fn old(&self, function: &'a FunctionImpact) -> Option<VersionView<'a>> {
        VersionView::new(self.base, function.base?.0, &function.base_set, &function.base_changed)
    }
    /// Its new version.
    pub fn current(&self, function: &'a FunctionImpact) -> Option<VersionView<'a>> {
        VersionView::new(self.modified, function.modified?.0, &function.mod_set, &function.mod_changed)
    }
    /// One of its versions.
    pub fn version(&self, which: Which, function: &'a FunctionImpact) -> Option<VersionView<'a>> {
        match which {
            Which::Old => self.old(function),
            Which::New => self.current(function),
        }
    }
    /// The function with this id in one version.
    pub fn impact_of(&self, which: Which, id: FuncId) -> Option<&'a FunctionImpact> {
        self.found.functions.iter().find(|function| match which {
            Which::Old => function.base.is_some_and(|base| base.0 == id),
            Which::New => function.modified.is_some_and(|modified| modified.0 == id),
        })
    }
}

fn is_touched(function: &FunctionImpact) -> bool {
    function.signature_changed
        || function.base.is_none()
        || function.modified.is_none()
        || !function.base_changed.is_empty()
        || !function.mod_changed.is_empty()
        || !function.mod_set.is_empty()
}

impl<'a> VersionView<'a> {
    fn new(side: Side<'a>, id: FuncId, set: &'a Impact, changed: &[NodeId]) -> Option<Self> {
        let facts = side.facts.functions[id].as_ref()?;
        Some(VersionView { module: side.module, id, facts, set, changed: changed.iter().copied().collect() })
    }
    /// The function.
    pub fn function(&self) -> &'a Function {
        &self.module.functions[self.id]
    }
    /// The file that it is in.
    pub fn file(&self) -> String {
        self.module.files.get(self.function().span.file).map(|file| file.path.clone()).unwrap_or_default()
    }
    /// The nodes that a reader of the source sees.
    pub fn visible(&self) -> impl Iterator<Item = NodeId> {
        let visible = |node: &NodeId| self.facts.nodes.is_visible(self.function(), *node);
        self.facts.nodes.sites.ids().filter(visible)
    }
    /// Where a node stands.
    pub fn span(&self, node: NodeId) -> Span {
        self.facts.nodes.span(self.function(), node)
    }
    /// A node as text.
    pub fn text(&self, node: NodeId) -> String {
        let names = SourceNames { module: self.module, function: self.function() };
        node_text(self.module, self.function(), &self.facts.nodes, node, &names)
    }
    /// Whether a node changed itself.
    pub fn is_changed(&self, node: NodeId) -> bool {
        self.changed.contains(&node)
    }
    /// Lines of the function's file with a changed node.
    pub fn changed_lines(&self) -> BTreeSet<u32> {
        self.lines(|node| self.is_changed(node))
    }
    /// Lines of the function's file with an impacted or changed node.
    pub fn impacted_lines(&self) -> BTreeSet<u32> {
        self.lines(|node| self.is_changed(node) || self.set.contains(node))
    }
    fn lines(&self, wanted: impl Fn(NodeId) -> bool) -> BTreeSet<u32> {
        let nodes = self.visible().filter(|node| wanted(*node)).map(|node| self.span(node));
        nodes.filter(|span| span.file == self.function().span.file && span.is_known()).map(|span| span.line).collect()
    }
    /// The lines of the function in its file, numbered; empty when the file cannot be read.
    pub fn source(&self, sources: &Sources) -> Vec<(u32, String)> {
        let span = self.function().span;
        let Some(file) = self.module.files.get(span.file).filter(|_| span.is_known()) else { return Vec::new() };
        let lines = sources.lines(sources.folder.join(&file.directory).join(&file.path));
        let blocks = self.function().blocks.iter();
        let spans = blocks.flat_map(|block| block.stmts.iter().map(|stmt| stmt.span).chain([block.terminator.span]));
        let last = spans.filter(|other| other.file == span.file).map(|other| other.line).max().unwrap_or(span.line);
        let numbered = (1..).zip(lines.iter());
        let first = (span.line as usize).saturating_sub(1);
        numbered.skip(first).take_while(|(number, _)| *number <= last).map(|(n, line)| (n, line.clone())).collect()
    }
}
