//! The four relations of a function in terms of source lines.

use super::names::Names;
use incise_deps::{
    Dependence, FunctionFacts, NodeId, OnPath, PointId, Points, ProgramFacts, SourceNames, VarId, interactive,
    node_text,
};
use incise_ir::{FuncId, Function, Id, LocalId, LocalKind, Module};
use incise_report::{FunctionRelations, Label, Relation};
use std::collections::{BTreeMap, BTreeSet};

/// A statement, or a side of a branch, that depends on another.
pub struct Dependent {
    /// On which.
    pub from: Label,
    /// Which.
    pub to: Label,
    /// Whether both belong to one statement.
    pub is_same_statement: bool,
    /// How.
    pub how: OnPath,
}

/// The relations of a function while they are collected.
pub struct Collected {
    /// What was found.
    pub found: FunctionRelations,
}

impl Collected {
    /// Nothing yet.
    pub fn new(module: &Module, id: FuncId) -> Self {
        let function = &module.functions[id];
        let found = FunctionRelations {
            name: function.source_name.clone(),
            file: module.files.get(function.span.file).map(|file| file.path.clone()).unwrap_or_default(),
            pairs: BTreeMap::new(),
            texts: BTreeMap::new(),
            calls: Vec::new(),
            slices: Vec::new(),
        };
        Collected { found }
    }

    /// Of a function with a body, or of some of its nodes.
    pub fn of(
        module: &Module,
        program: &ProgramFacts,
        id: FuncId,
        only: Option<&BTreeSet<NodeId>>,
    ) -> Option<FunctionRelations> {
        let facts = program.functions[id].as_ref()?;
        let points = Points::of(&facts.facts, &|var| holds_on_entry(&module.functions[id], facts, var));
        let meetings = interactive(&facts.facts, &points);
        let names = Names::of(module, program, &BTreeSet::from([id]));
        let shown = |point: PointId| {
            let point = points.points[point];
            let is_asked_for = only.is_none_or(|only| only.contains(&point.node));
            let label = || names.label(id, point.node, point.side);
            (names.is_visible(id, point.node) && is_asked_for).then(label)
        };
        let at = |point: PointId| {
            let point = points.points[point];
            names.is_visible(id, point.node).then(|| names.label(id, point.node, point.side))
        };
        let mut found = Collected::new(module, id);
        let mut add = |from: PointId, to: PointId, how: OnPath| {
            let is_same_statement = points.points[from].node == points.points[to].node;
            if let (Some(from), Some(to)) = (shown(from), shown(to)) {
                let dependent = Dependent { from, to, is_same_statement, how };
                found.add(dependent, &|var| program.var_name(module, id, var), &at);
            }
        };
        for ((to, from), how) in &points.dependences {
            how.iter().for_each(|how| add(*from, *to, OnPath::Traditional(*how)));
        }
        for ((first, second), meeting) in &meetings {
            add(*first, *second, OnPath::Interactive(meeting.at));
        }
        found.add_texts(module, program, &names, id);
        Some(found.found)
    }

    /// Adds that a statement depends on another. What different statements of a line have with each other is left out.
    pub fn add(
        &mut self,
        dependent: Dependent,
        var_name: &dyn Fn(VarId) -> String,
        label: &dyn Fn(PointId) -> Option<Label>,
    ) {
        let Dependent { from, to, is_same_statement, how } = dependent;
        if !is_same_statement && from == to {
            return;
        }
        let (kind, through, at) = match how {
            OnPath::Traditional(Dependence::Control) => (Relation::Control, None, None),
            OnPath::Traditional(Dependence::Data(var)) => (Relation::Data, Some(var), None),
            OnPath::Traditional(Dependence::Potential(var)) => (Relation::Potential, Some(var), None),
            OnPath::Interactive(at) => (Relation::Interactive, None, Some(at)),
        };
        let evidence = self.found.pairs.entry(kind).or_default().entry((from, to)).or_default();
        evidence.through.extend(through.map(var_name));
        evidence.at = evidence.at.take().or_else(|| at.and_then(label));
    }

    /// Adds what stands on the lines of a function.
    pub fn add_texts(&mut self, module: &Module, program: &ProgramFacts, names: &Names, id: FuncId) {
        let function = &module.functions[id];
        let Some(facts) = program.functions[id].as_ref() else { return };
        let source = SourceNames { module, function };
        for node in facts.nodes.sites.ids().filter(|node| names.is_visible(id, *node)) {
            let line = self.found.texts.entry(names.label(id, node, None).line()).or_default();
            if line.function.is_empty() {
                line.function = function.source_name.clone();
            }
            line.statements.insert(node_text(module, function, &facts.nodes, node, &source));
        }
    }
}

/// Memory and parameters hold something from the start.
pub fn holds_on_entry(function: &Function, facts: &FunctionFacts, var: VarId) -> bool {
    facts.cell(var).is_some()
        || function.locals[LocalId::new(var.index())].kind == LocalKind::Param
        || facts.nodes.params.iter().any(|param| facts.local_var(*param) == var)
}
