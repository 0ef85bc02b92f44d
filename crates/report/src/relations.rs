//! Relations of a function in terms of source lines: what depends on what.

use crate::document::deps::{DependenceEdge, FunctionDependences, PathCall, PathSlice};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A relation between statements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// Runs because a branch took a side.
    Control,
    /// Reads what was written.
    Data,
    /// Reads what the other side of a branch would have overwritten.
    Potential,
    /// Two statements meet at a third.
    Interactive,
}

impl Relation {
    /// All of them, in the order of reports.
    pub const ALL: [Relation; 4] = [Relation::Control, Relation::Data, Relation::Potential, Relation::Interactive];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Control => "control",
            Relation::Data => "data",
            Relation::Potential => "potential",
            Relation::Interactive => "interactive",
        }
    }
}

/// A statement, or a side of a branch, as a person names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Label {
    /// The file, where the line alone does not say it.
    pub file: Option<String>,
    /// The line.
    pub line: u32,
    /// Which side, in the order of the branch's edges, and what it is called.
    pub side: Option<(u32, String)>,
    /// Which of several calls of its function on a path, from 1.
    pub call: Option<usize>,
}

impl Label {
    /// Where it stands.
    pub fn line(&self) -> Line {
        (self.file.clone(), self.line)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        write!(f, "{}{}", self.line, self.side.as_ref().map_or("", |(_, name)| name.as_str()))?;
        self.call.map_or(Ok(()), |call| write!(f, "#{call}"))
    }
}

/// A line as it is named.
pub type Line = (Option<String>, u32);

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
pub struct LineText {
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
    pub pairs: BTreeMap<Relation, BTreeMap<(Label, Label), Evidence>>,
    /// What stands on the lines.
    pub texts: BTreeMap<Line, LineText>,
    /// On a path: the calls that it enters.
    pub calls: Vec<PathCall>,
    /// On a path: what matters to each decision.
    pub slices: Vec<PathSlice>,
}

impl FunctionRelations {
    /// The pairs of a relation, if it is asked for.
    pub fn of_kind(&self, kind: Relation, wanted: &[Relation]) -> Option<&BTreeMap<(Label, Label), Evidence>> {
        static NONE: BTreeMap<(Label, Label), Evidence> = BTreeMap::new();
        (wanted.is_empty() || wanted.contains(&kind)).then(|| self.pairs.get(&kind).unwrap_or(&NONE))
    }

    /// What stands on the line of a label.
    pub fn text(&self, label: &Label) -> String {
        let statements = self.texts.get(&label.line()).map(|text| text.statements.iter().cloned().collect::<Vec<_>>());
        statements.unwrap_or_default().join("; ")
    }

    /// For the JSON document.
    pub fn document(&self, wanted: &[Relation]) -> FunctionDependences {
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
            control: edges(Relation::Control),
            data: edges(Relation::Data),
            potential: edges(Relation::Potential),
            interactive: edges(Relation::Interactive),
            calls: self.calls.clone(),
            slices: self.slices.clone(),
        }
    }
}
