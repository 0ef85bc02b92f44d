//! How a person names a statement or a side of a branch: by its line; by its file too where several have such a line; by the number of the call
//! where a path enters its function several times.

use incise_deps::{NodeId, ProgramFacts, Site};
use incise_ir::{BlockId, FileId, FuncId, Module, Span, TermKind};
use incise_report::Label;
use std::collections::{BTreeMap, BTreeSet};

/// What the statements of some functions are called.
pub struct Names<'a> {
    /// The program.
    pub module: &'a Module,
    /// Its facts.
    pub program: &'a ProgramFacts,
    /// The files that have statements on a line.
    files: BTreeMap<u32, BTreeSet<FileId>>,
    /// Blocks that end in the choice of what a call enters.
    choices: BTreeMap<BlockId, Vec<Option<FuncId>>>,
}

impl<'a> Names<'a> {
    /// Of the statements of these functions among each other.
    pub fn of(module: &'a Module, program: &'a ProgramFacts, functions: &BTreeSet<FuncId>) -> Self {
        let mut found = Names { module, program, files: BTreeMap::new(), choices: BTreeMap::new() };
        for id in functions {
            let nodes = program.functions[*id].iter().flat_map(|facts| facts.nodes.sites.ids());
            for node in nodes.filter(|node| found.is_visible(*id, *node)).collect::<Vec<_>>() {
                let span = found.span(*id, node);
                found.files.entry(span.line).or_default().insert(span.file);
            }
        }
        found
    }

    /// Names alike of a program in which these functions were copied into each other.
    pub fn in_place_of<'b>(
        &self,
        module: &'b Module,
        program: &'b ProgramFacts,
        choices: &BTreeMap<BlockId, Vec<Option<FuncId>>>,
    ) -> Names<'b> {
        Names { module, program, files: self.files.clone(), choices: choices.clone() }
    }

    /// The name of a node of a function, or of a side of it.
    pub fn label(&self, function: FuncId, node: NodeId, side: Option<u32>) -> Label {
        let span = self.span(function, node);
        let is_one_of_several = self.files.get(&span.line).is_some_and(|files| files.len() > 1);
        let site = self.program.functions[function].as_ref().map(|facts| facts.nodes.sites[node]);
        let side = side.zip(site).map(|(side, site)| (side, self.side_name(function, site, side)));
        Label { file: is_one_of_several.then(|| self.file(span.file)), line: span.line, side, call: None }
    }

    /// What a call through a pointer is called as a decision for what it enters.
    pub fn choice(&self, callee: Option<FuncId>) -> String {
        format!(":{}", callee.map_or("outside", |callee| self.function(callee)))
    }

    fn side_name(&self, function: FuncId, site: Site, side: u32) -> String {
        let Site::End(block) = site else { return String::new() };
        match self.choices.get(&block).and_then(|choices| choices.get(side as usize)) {
            Some(callee) => self.choice(*callee),
            None => side_name(&self.module.functions[function].blocks[block].terminator.kind, side),
        }
    }

    /// Whether a reader of the source sees a node as a step.
    pub fn is_visible(&self, function: FuncId, node: NodeId) -> bool {
        let facts = self.program.functions[function].as_ref();
        facts.is_some_and(|facts| facts.nodes.is_visible(&self.module.functions[function], node))
    }

    /// The name of a function.
    pub fn function(&self, id: FuncId) -> &'a str {
        &self.module.functions[id].source_name
    }

    /// The name of the file of a label, also where it can be left out.
    pub fn file_of(&self, function: FuncId, node: NodeId) -> String {
        self.file(self.span(function, node).file)
    }

    fn span(&self, function: FuncId, node: NodeId) -> Span {
        let facts = self.program.functions[function].as_ref();
        facts.map_or_else(Span::unknown, |facts| facts.nodes.span(&self.module.functions[function], node))
    }

    /// Without the folder, unless files of several folders have the name.
    fn file(&self, id: FileId) -> String {
        let path = |id: FileId| self.module.files.get(id).map_or("", |file| file.path.as_str());
        let last = |path: &'a str| path.rsplit('/').next().unwrap_or(path);
        let all: BTreeSet<FileId> = self.files.values().flatten().copied().collect();
        let others = all.into_iter().filter(|other| path(*other) != path(id));
        let is_unique = others.map(path).all(|other| last(other) != last(path(id)));
        if is_unique { last(path(id)).to_owned() } else { path(id).to_owned() }
    }
}

fn side_name(end: &TermKind, side: u32) -> String {
    match end {
        TermKind::Branch { .. } => String::from(if side == 0 { "T" } else { "F" }),
        TermKind::Switch { cases, .. } => match cases.get(side as usize) {
            Some((labels, _)) => format!(":case {labels}"),
            None => String::from(":default"),
        },
        _ => format!(":{side}"),
    }
}
