//! The four relations of a function in terms of source lines.

use super::names::{Label, Line, Names};
use crate::request::KindName;
use incise_deps::{
    Dependence, FunctionFacts, NodeId, OnPath, PointId, Points, ProgramFacts, SourceNames, VarId, interactive,
    node_text,
};
use incise_ir::{FuncId, Function, Id, LocalId, LocalKind, Module};
use incise_report::{DependenceEdge, FunctionDependences, PathCall, PathSlice};
use std::collections::{BTreeMap, BTreeSet};

/// What a pair rests on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// The variables that carry it.
    pub through: BTreeSet<String>,
    /// Where the two meet.
    pub at: Option<Label>,
}

/// What stands on a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// The function.
    pub function: String,
    /// The statements.
    pub statements: BTreeSet<String>,
}

/// The relations of a function.
pub struct FunctionRelations {
    /// The function.
    pub name: String,
    /// The file.
    pub file: String,
    /// By relation and pair.
    pub pairs: BTreeMap<KindName, BTreeMap<(Label, Label), Evidence>>,
    /// What stands on the lines.
    pub texts: BTreeMap<Line, Text>,
    /// On a path: the calls that it enters.
    pub calls: Vec<PathCall>,
    /// On a path: what matters to each decision.
    pub slices: Vec<PathSlice>,
}

impl FunctionRelations {
    /// Nothing yet.
    pub fn new(module: &Module, id: FuncId) -> Self {
        let function = &module.functions[id];
        FunctionRelations {
            name: function.source_name.clone(),
            file: module.files.get(function.span.file).map(|file| file.path.clone()).unwrap_or_default(),
            pairs: BTreeMap::new(),
            texts: BTreeMap::new(),
            calls: Vec::new(),
            slices: Vec::new(),
        }
    }

    /// Of a function with a body, or of some of its nodes.
    pub fn of(module: &Module, program: &ProgramFacts, id: FuncId, only: Option<&BTreeSet<NodeId>>) -> Option<Self> {
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
        let mut found = FunctionRelations::new(module, id);
        let mut add = |from: PointId, to: PointId, how: OnPath| {
            let is_same = points.points[from].node == points.points[to].node;
            if let (Some(from), Some(to)) = (shown(from), shown(to)) {
                found.add((from, to), is_same, how, &|var| program.var_name(module, id, var), &at);
            }
        };
        for ((to, from), how) in &points.dependences {
            how.iter().for_each(|how| add(*from, *to, OnPath::Traditional(*how)));
        }
        for ((first, second), meeting) in &meetings {
            add(*first, *second, OnPath::Interactive(meeting.at));
        }
        found.add_texts(module, program, &names, id);
        Some(found)
    }

    /// Adds that the second of a pair depends on the first. What different statements of a line have with each other is left out.
    pub fn add(
        &mut self,
        pair: (Label, Label),
        is_same_statement: bool,
        how: OnPath,
        var_name: &dyn Fn(VarId) -> String,
        label: &dyn Fn(PointId) -> Option<Label>,
    ) {
        if !is_same_statement && pair.0 == pair.1 {
            return;
        }
        let (kind, through, at) = match how {
            OnPath::Traditional(Dependence::Control) => (KindName::Control, None, None),
            OnPath::Traditional(Dependence::Data(var)) => (KindName::Data, Some(var), None),
            OnPath::Traditional(Dependence::Potential(var)) => (KindName::Potential, Some(var), None),
            OnPath::Interactive(at) => (KindName::Interactive, None, Some(at)),
        };
        let evidence = self.pairs.entry(kind).or_default().entry(pair).or_default();
        evidence.through.extend(through.map(var_name));
        evidence.at = evidence.at.take().or_else(|| at.and_then(label));
    }

    /// Adds what stands on the lines of a function.
    pub fn add_texts(&mut self, module: &Module, program: &ProgramFacts, names: &Names, id: FuncId) {
        let function = &module.functions[id];
        let Some(facts) = program.functions[id].as_ref() else { return };
        let source = SourceNames { module, function };
        for node in facts.nodes.sites.ids().filter(|node| names.is_visible(id, *node)) {
            let line = self.texts.entry(names.label(id, node, None).line()).or_default();
            if line.function.is_empty() {
                line.function = function.source_name.clone();
            }
            line.statements.insert(node_text(module, function, &facts.nodes, node, &source));
        }
    }

    /// The pairs of a relation, if it is asked for.
    pub fn of_kind(&self, kind: KindName, wanted: &[KindName]) -> Option<&BTreeMap<(Label, Label), Evidence>> {
        static NONE: BTreeMap<(Label, Label), Evidence> = BTreeMap::new();
        (wanted.is_empty() || wanted.contains(&kind)).then(|| self.pairs.get(&kind).unwrap_or(&NONE))
    }

    /// What stands on the line of a label.
    pub fn text(&self, label: &Label) -> String {
        let statements = self.texts.get(&label.line()).map(|text| text.statements.iter().cloned().collect::<Vec<_>>());
        statements.unwrap_or_default().join("; ")
    }

    /// For the JSON document.
    pub fn document(&self, wanted: &[KindName]) -> FunctionDependences {
        let edges = |kind| -> Vec<DependenceEdge> {
            let edge = |((from, to), evidence): (&(Label, Label), &Evidence)| DependenceEdge {
                from: from.to_string(),
                to: to.to_string(),
                through: evidence.through.iter().cloned().collect(),
                at: evidence.at.as_ref().map(Label::to_string),
            };
            self.of_kind(kind, wanted).into_iter().flatten().map(edge).collect()
        };
        FunctionDependences {
            name: self.name.clone(),
            file: self.file.clone(),
            control: edges(KindName::Control),
            data: edges(KindName::Data),
            potential: edges(KindName::Potential),
            interactive: edges(KindName::Interactive),
            calls: self.calls.clone(),
            slices: self.slices.clone(),
        }
    }
}

/// Memory and parameters hold something from the start.
pub fn holds_on_entry(function: &Function, facts: &FunctionFacts, var: VarId) -> bool {
    facts.cell(var).is_some()
        || function.locals[LocalId::new(var.index())].kind == LocalKind::Param
        || facts.nodes.params.iter().any(|param| facts.local_var(*param) == var)
}
