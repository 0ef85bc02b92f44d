//! The four relations of a function in terms of source lines.

use crate::cli::KindName;
use incise_deps::{
    Dependence, Interactive, NodeId, Point, PointId, Points, ProgramFacts, Site, SourceNames, VarId, interactive,
    node_text,
};
use incise_ir::{FuncId, Function, LocalId, LocalKind, Module, TermKind};
use incise_report::{DependenceEdge, FunctionDependences};
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
}

impl FunctionRelations {
    /// Of a function with a body; of the nodes `only`, if there is such a set.
    pub fn of(module: &Module, program: &ProgramFacts, id: FuncId, only: Option<&BTreeSet<NodeId>>) -> Option<Self> {
        let facts = program.functions[id].as_ref()?;
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
            facts.nodes.is_visible(function, node) && only.is_none_or(|only| only.contains(&node))
        };
        let label = |point: PointId| label(function, facts, points.points[point]);
        let mut found = FunctionRelations {
            name: function.source_name.clone(),
            file: module.files.get(function.span.file).map(|file| file.path.clone()).unwrap_or_default(),
            pairs: BTreeMap::new(),
            texts: BTreeMap::new(),
        };
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
        for ((to, from), how) in &points.dependences {
            for how in how {
                match how {
                    Dependence::Control => add(KindName::Control, *from, *to, None, None),
                    Dependence::Data(var) => add(KindName::Data, *from, *to, Some(*var), None),
                    Dependence::Potential(var) => add(KindName::Potential, *from, *to, Some(*var), None),
                }
            }
        }
        met(&meetings, &mut add);
        let names = SourceNames { module, function };
        for node in facts.nodes.sites.ids().filter(|node| facts.nodes.is_visible(function, *node)) {
            let line = facts.nodes.span(function, node).line;
            let text = node_text(module, function, &facts.nodes, node, &names);
            found.texts.entry(line).or_default().insert(text);
        }
        Some(found)
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
        }
    }
}

fn met(meetings: &Interactive, add: &mut impl FnMut(KindName, PointId, PointId, Option<VarId>, Option<PointId>)) {
    for ((first, second), meeting) in meetings {
        add(KindName::Interactive, *first, *second, None, Some(meeting.at));
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
