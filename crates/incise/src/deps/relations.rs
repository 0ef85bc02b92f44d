//! The four relations of a function in terms of source lines.

use super::path;
use crate::cli::KindName;
use crate::failure::Failure;
use incise_deps::{
    Dependence, NodeId, OnPath, PathDependences, Point, PointId, Points, ProgramFacts, Site, SourceNames, VarId,
    interactive, node_text,
};
use incise_ir::{FuncId, Function, LocalId, LocalKind, Module, TermKind};
use incise_report::{DependenceEdge, FunctionDependences, PathSlice};
use std::collections::{BTreeMap, BTreeSet};

/// A statement, or a side of a branch, as a person names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Label {
    /// The line.
    pub line: u32,
    /// Which side, in the order of the branch's edges, and what it is called.
    pub side: Option<(u32, String)>,
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = self.side.as_ref().map_or("", |(_, name)| name.as_str());
        write!(f, "{}{side}", self.line)
    }
}

/// What a pair rests on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// The variables that carry it.
    pub through: BTreeSet<String>,
    /// Where the two meet.
    pub at: Option<Label>,
}

/// The relations of a function.
pub struct FunctionRelations {
    /// The function.
    pub name: String,
    /// The file.
    pub file: String,
    /// By relation and pair.
    pub pairs: BTreeMap<KindName, BTreeMap<(Label, Label), Evidence>>,
    /// What stands on a line.
    pub texts: BTreeMap<u32, BTreeSet<String>>,
    /// On a path: what matters to each decision.
    pub slices: Vec<PathSlice>,
}

/// What of a function is asked for.
#[derive(Clone, Copy)]
pub enum Extent<'a> {
    /// All of it.
    All,
    /// These nodes.
    Only(&'a BTreeSet<NodeId>),
    /// What runs on the path that takes these sides.
    Path(&'a str),
}

impl FunctionRelations {
    /// Of a function with a body.
    pub fn of(module: &Module, program: &ProgramFacts, id: FuncId, extent: Extent) -> Result<Option<Self>, Failure> {
        let Some(facts) = program.functions[id].as_ref() else { return Ok(None) };
        let function = &module.functions[id];
        // Memory and parameters hold something from the start.
        let on_entry = |var: VarId| {
            use incise_ir::Id;
            facts.cell(var).is_some() || function.locals[LocalId::new(var.index())].kind == LocalKind::Param || {
                facts.nodes.params.iter().any(|param| facts.local_var(*param) == var)
            }
        };
        let points = Points::of(&facts.facts, &on_entry);
        let meetings = interactive(&facts.facts, &points);
        let is_shown = |point: PointId| {
            let node = points.points[point].node;
            let is_asked_for = if let Extent::Only(only) = extent { only.contains(&node) } else { true };
            facts.nodes.is_visible(function, node) && is_asked_for
        };
        let label = |point: PointId| label(function, facts, points.points[point]);
        let mut found = FunctionRelations {
            name: function.source_name.clone(),
            file: module.files.get(function.span.file).map(|file| file.path.clone()).unwrap_or_default(),
            pairs: BTreeMap::new(),
            texts: BTreeMap::new(),
            slices: Vec::new(),
        };
        let on_path = match extent {
            Extent::Path(sides) => {
                let path = path::followed(&facts.facts, &points, sides, &label)?;
                Some(PathDependences::of(&facts.facts, &points, &meetings, path))
            }
            _ => None,
        };
        if let Some(on_path) = &on_path {
            found.slices = path::slices(on_path, &points, &label, &is_shown);
        }
        let mut add = |kind: KindName, from: PointId, to: PointId, through: Option<VarId>, at: Option<PointId>| {
            let same_line =
                from != to && points.points[from].node != points.points[to].node && label(from) == label(to);
            if same_line || !is_shown(from) || !is_shown(to) {
                return;
            }
            let evidence = found.pairs.entry(kind).or_default().entry((label(from), label(to))).or_default();
            evidence.through.extend(through.map(|var| program.var_name(module, id, var)));
            evidence.at = evidence
                .at
                .take()
                .or_else(|| at.filter(|at| facts.nodes.is_visible(function, points.points[*at].node)).map(label));
        };
        let mut add_how = |from: PointId, to: PointId, how: OnPath| match how {
            OnPath::Traditional(Dependence::Control) => add(KindName::Control, from, to, None, None),
            OnPath::Traditional(Dependence::Data(var)) => add(KindName::Data, from, to, Some(var), None),
            OnPath::Traditional(Dependence::Potential(var)) => add(KindName::Potential, from, to, Some(var), None),
            OnPath::Interactive(at) => add(KindName::Interactive, from, to, None, Some(at)),
        };
        match &on_path {
            Some(on_path) => {
                for (position, on) in on_path.on.iter().enumerate() {
                    for (earlier, how) in
                        on.iter().flat_map(|(earlier, how)| how.iter().map(move |how| (*earlier, *how)))
                    {
                        add_how(on_path.path[earlier], on_path.path[position], how);
                    }
                }
            }
            None => {
                for ((to, from), how) in &points.dependences {
                    how.iter().for_each(|how| add_how(*from, *to, OnPath::Traditional(*how)));
                }
                for ((first, second), meeting) in &meetings {
                    add_how(*first, *second, OnPath::Interactive(meeting.at));
                }
            }
        }
        let names = SourceNames { module, function };
        for node in facts.nodes.sites.ids().filter(|node| facts.nodes.is_visible(function, *node)) {
            let line = facts.nodes.span(function, node).line;
            let text = node_text(module, function, &facts.nodes, node, &names);
            found.texts.entry(line).or_default().insert(text);
        }
        Ok(Some(found))
    }

    /// The pairs of a relation, if it is asked for.
    pub fn of_kind(&self, kind: KindName, wanted: &[KindName]) -> Option<&BTreeMap<(Label, Label), Evidence>> {
        static NONE: BTreeMap<(Label, Label), Evidence> = BTreeMap::new();
        (wanted.is_empty() || wanted.contains(&kind)).then(|| self.pairs.get(&kind).unwrap_or(&NONE))
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
            slices: self.slices.clone(),
        }
    }
}

fn label(function: &Function, facts: &incise_deps::FunctionFacts, point: Point) -> Label {
    let line = facts.nodes.span(function, point.node).line;
    let side = point.side.map(|side| (side, side_name(function, facts.nodes.sites[point.node], side)));
    Label { line, side }
}

fn side_name(function: &Function, site: Site, side: u32) -> String {
    let Site::End(block) = site else { return String::new() };
    match &function.blocks[block].terminator.kind {
        TermKind::Branch { .. } => String::from(if side == 0 { "T" } else { "F" }),
        TermKind::Switch { cases, .. } => match cases.get(side as usize) {
            Some((value, _)) => format!(":case {value}"),
            None => String::from(":default"),
        },
        _ => format!(":{side}"),
    }
}
