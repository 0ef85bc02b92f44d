//! One function of one version, with the names under which dumps show its parts.

use incise_deps::{FunctionFacts, NodeId, Site, SourceNames, VarId, node_text};
use incise_diff::Side;
use incise_ir::{FuncId, Function, LocalId, TermKind};

/// A function with a body.
#[derive(Clone, Copy)]
pub struct Body<'a> {
    /// The version.
    pub side: Side<'a>,
    /// The function.
    pub id: FuncId,
    /// Its facts.
    pub facts: &'a FunctionFacts,
}

impl<'a> Body<'a> {
    /// The function with this id, if it has a body.
    pub fn of(side: Side<'a>, id: FuncId) -> Option<Body<'a>> {
        Some(Body { side, id, facts: side.facts.functions[id].as_ref()? })
    }

    pub fn function(&self) -> &'a Function {
        &self.side.module.functions[self.id]
    }

    /// Name and place.
    pub fn heading(&self) -> String {
        format!("{}  {}", self.function().source_name, self.side.module.place(self.function().span))
    }

    /// The nodes that do something.
    pub fn acting(&self) -> impl Iterator<Item = NodeId> {
        let body = *self;
        body.facts.nodes.sites.ids().filter(move |node| body.acts(*node))
    }

    /// Whether a node does something: control does not only pass.
    pub fn acts(&self, node: NodeId) -> bool {
        match self.facts.nodes.sites[node] {
            Site::Stmt(..) => true,
            Site::End(block) => {
                let end = &self.function().blocks[block].terminator.kind;
                !matches!(end, TermKind::Goto(_) | TermKind::Unreachable | TermKind::Return(None))
            }
        }
    }

    /// Id, source line and text of a node.
    pub fn row(&self, node: NodeId) -> String {
        format!("{:<4} {:>4}  {}", node.to_string(), self.line(node), self.text(node))
    }

    /// The source line of a node, `-` where the compiler added it.
    pub fn line(&self, node: NodeId) -> String {
        let span = self.facts.nodes.span(self.function(), node);
        if span.is_known() { span.line.to_string() } else { String::from("-") }
    }

    pub fn text(&self, node: NodeId) -> String {
        let names = SourceNames { module: self.side.module, function: self.function() };
        node_text(self.side.module, self.function(), &self.facts.nodes, node, &names)
    }

    /// The name of a variable; a temporary has that of its local.
    pub fn var(&self, var: VarId) -> String {
        match self.facts.cell(var) {
            Some(_) => self.side.facts.var_name(self.side.module, self.id, var),
            None => self.local(incise_ir::Id::new(incise_ir::Id::index(var))),
        }
    }

    pub fn local(&self, local: LocalId) -> String {
        let name = &self.function().locals[local].name;
        if name.is_empty() { local.to_string() } else { name.clone() }
    }

    /// A side of a branch.
    pub fn side_of(&self, branch: NodeId, edge: u32) -> String {
        let Site::End(block) = self.facts.nodes.sites[branch] else { return branch.to_string() };
        format!("{branch}:{}", side_name(&self.function().blocks[block].terminator.kind, edge))
    }
}

/// A side of a branch without the branch: `T`, `F`, `case 3`, `default`.
pub fn side_name(end: &TermKind, edge: u32) -> String {
    match end {
        TermKind::Switch { cases, .. } => match cases.get(edge as usize) {
            Some((labels, _)) => format!("case {labels}"),
            None => String::from("default"),
        },
        TermKind::IndirectGoto { .. } => format!("target {edge}"),
        _ => String::from(if edge == 0 { "T" } else { "F" }),
    }
}
