//! How copies of functions are put in the places of their calls.

use super::along::Along;
use super::{Copy, CopyId, Expansion, Outside};
use crate::cells::{CellId, Cells};
use crate::external::{External, external};
use crate::facts::{Facts, Kind, Node, NodeId, VarId};
use crate::inclusion::ObjectId;
use crate::nodes::Site;
use crate::points_to::ObjectKind;
use crate::program::{FunctionFacts, ProgramFacts};
use crate::vars::VarSet;
use incise_graph::{Digraph, IdSet, components};
use incise_ir::{FuncId, Function, Id, IdVec, LocalId, Module, Operand, Rvalue, StmtKind, TermKind};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// More nodes than this are not made by copying; where a path is given, beside those that it comes to.
const MAX_NODES: usize = 20_000;
const MAX_NODES_BESIDE_PATH: usize = 2_000;

pub(super) struct Builder<'a> {
    module: &'a Module,
    program: &'a ProgramFacts,
    /// The path that the copies are made for, if they are.
    along: Option<Along<'a>>,
    expansion: Expansion,
    n_vars: usize,
    /// Functions that can call themselves.
    recursive: IdVec<FuncId, bool>,
    /// The copy of a function that all calls share.
    shared: BTreeMap<FuncId, CopyId>,
    pending: Vec<CopyId>,
    /// Objects that arguments are copies of: what was copied outlives what overwrites the original.
    copied: Copied,
}

enum Copied {
    Any,
    These(IdSet<ObjectId>),
}

impl<'a> Builder<'a> {
    pub(super) fn new(module: &'a Module, program: &'a ProgramFacts, along: Option<Along<'a>>) -> Builder<'a> {
        let mut calls = Digraph::new(module.functions.len());
        for (id, facts) in program.functions.iter_ids() {
            let callees: BTreeSet<FuncId> =
                facts.iter().flat_map(|facts| facts.calls.values().flatten().copied()).collect();
            callees.into_iter().for_each(|callee| calls.add_edge(id, callee));
        }
        let found = components(&calls);
        let circular = |id: FuncId| found.members[found.of[id]].len() > 1 || calls.successors(id).contains(&id);
        let copied = copied(module, program, along.is_some());
        let expansion = Expansion {
            facts: Facts::new(),
            end: NodeId::new(0),
            decided: IdVec::new(),
            outside: IdVec::new(),
            globals: VarSet::default(),
            n_cells: program.cells.len(),
            copies: IdVec::new(),
            children: FxHashMap::default(),
            origins: IdVec::new(),
            passes: BTreeMap::new(),
            backs: BTreeMap::new(),
            part_of: BTreeMap::new(),
        };
        Builder {
            module,
            program,
            along,
            expansion,
            // The last two are the number of inputs, and what is still allocated.
            n_vars: program.cells.len() + 2,
            recursive: module.functions.ids().map(circular).collect(),
            shared: BTreeMap::new(),
            pending: Vec::new(),
            copied,
        }
    }

    /// The program from a function on.
    pub(super) fn expanded(mut self, entry: FuncId) -> Expansion {
        let first = self.copy(entry, None);
        self.expand();
        let cells = (0..self.program.cells.len()).map(CellId::new).filter(|cell| self.is_global(*cell));
        let globals = cells.map(|cell| VarId::new(cell.index())).collect();
        let end = self.expansion.copies[first].exit;
        Expansion { globals, end, ..self.expansion }
    }

    fn inputs(&self) -> VarId {
        VarId::new(self.program.cells.len())
    }

    fn allocated(&self) -> VarId {
        VarId::new(self.program.cells.len() + 1)
    }

    /// A node that only hands values over.
    fn pass(&mut self, node: Node) -> NodeId {
        self.push(node, VarSet::default(), Outside::Nothing, None)
    }

    fn push(&mut self, node: Node, decided: VarSet, outside: Outside, origin: Option<(CopyId, NodeId)>) -> NodeId {
        self.expansion.decided.push(decided);
        self.expansion.outside.push(outside);
        self.expansion.origins.push(origin);
        self.expansion.facts.push_node(node)
    }

    /// A copy of a function without its edges and calls, which follow; the one for the path if it enters it by this call.
    fn copy(&mut self, function: FuncId, caller: Option<(CopyId, NodeId)>) -> CopyId {
        let context = self.along.as_ref().and_then(|along| along.context(function, caller));
        let is_shared = context.is_none() && self.recursive[function];
        if context.is_none()
            && let Some(copy) = self.shared.get(&function)
        {
            return *copy;
        }
        let facts = self.program.functions[function].as_ref().expect("a function with a body");
        let body = &self.module.functions[function];
        let first = self.expansion.facts.nodes.len();
        let copy = self.expansion.copies.push(Copy {
            function,
            first,
            first_var: self.n_vars,
            exit: NodeId::new(first + facts.facts.nodes.len()),
            shared: is_shared,
        });
        if let (Some(along), Some(context)) = (&mut self.along, context) {
            along.made(copy, context);
        }
        // After the locals: the result, arguments past the named ones, and what was decided to read arguments.
        self.n_vars += body.locals.len() + 3;
        for (id, node) in facts.facts.nodes.iter_ids() {
            let node = self.node(copy, body, facts, id, node);
            let decided = facts.decided.get(&id).into_iter().flatten().map(|var| self.var(copy, facts, *var)).collect();
            self.push(node, decided, self.outside(facts, id), Some((copy, id)));
        }
        let kills: VarSet = if self.recursive[function] {
            VarSet::default()
        } else {
            let ends = |object: &ObjectId| self.ends_with(function, *object) && !self.is_copied(*object);
            let objects = self.program.points_to.objects.ids().filter(ends);
            objects.flat_map(|object| self.program.cells.all(object)).map(|cell| VarId::new(cell.index())).collect()
        };
        self.pass(Node { kind: Kind::Other, defs: VarSet::default(), kills, uses: VarSet::default() });
        let max_nodes = if self.along.is_some() { MAX_NODES_BESIDE_PATH } else { MAX_NODES };
        if is_shared || context.is_none() && self.expansion.facts.nodes.len() > max_nodes {
            self.shared.insert(function, copy);
        }
        self.pending.push(copy);
        copy
    }

    fn is_copied(&self, object: ObjectId) -> bool {
        match &self.copied {
            Copied::Any => true,
            Copied::These(objects) => objects.contains(object),
        }
    }

    /// The functions that a node calls and that have copies of their own.
    fn entered(&self, facts: &FunctionFacts, node: NodeId) -> BTreeSet<FuncId> {
        match &self.along {
            Some(along) => facts.entered(node, along.enters),
            None => facts.calls.get(&node).cloned().unwrap_or_default(),
        }
    }

    fn calls_elsewhere(&self, facts: &FunctionFacts, node: NodeId) -> bool {
        facts.calls_elsewhere(node, self.along.as_ref().map_or(&|_| true, |along| along.enters))
    }

    /// Whether an object is a variable of the function.
    fn ends_with(&self, function: FuncId, object: ObjectId) -> bool {
        let ObjectKind::Site(owner, local) = self.program.points_to.objects[object] else { return false };
        let is_variable = |stmt: &incise_ir::Stmt| matches!(&stmt.kind, StmtKind::Assign { dst, value: Rvalue::Alloca { .. } } if *dst == local);
        owner == function && self.module.functions[owner].blocks.iter().any(|block| block.stmts.iter().any(is_variable))
    }

    fn var(&self, copy: CopyId, facts: &FunctionFacts, var: VarId) -> VarId {
        match facts.cell(var) {
            Some(cell) => VarId::new(cell.index()),
            None => VarId::new(self.expansion.copies[copy].first_var + var.index()),
        }
    }

    fn local(&self, copy: CopyId, local: LocalId) -> VarId {
        VarId::new(self.expansion.copies[copy].first_var + local.index())
    }

    fn result(&self, copy: CopyId) -> VarId {
        let copy = &self.expansion.copies[copy];
        VarId::new(copy.first_var + self.module.functions[copy.function].locals.len())
    }

    fn varargs(&self, copy: CopyId) -> VarId {
        VarId::new(self.result(copy).index() + 1)
    }

    /// What a call decided to read its arguments: what is called depends on that.
    fn choice(&self, copy: CopyId, facts: &FunctionFacts, call: NodeId) -> Option<VarId> {
        facts.decided.contains_key(&call).then(|| VarId::new(self.result(copy).index() + 2))
    }

    /// What a node may have from functions without a body.
    fn outside(&self, facts: &FunctionFacts, id: NodeId) -> Outside {
        let of = |name: &String| match external(name) {
            _ if makes_inputs(name) => Outside::Inputs,
            External::Unknown => Outside::Unknown,
            _ => Outside::Known,
        };
        let names = facts.externals.get(&id).into_iter().flatten().map(|id| &self.module.functions[*id].name);
        let unknown = facts.unknown.contains(&id).then_some(Outside::Unknown);
        names.map(of).chain(unknown).max().unwrap_or(Outside::Nothing)
    }

    /// What a node of a copy writes and reads.
    fn node(&self, copy: CopyId, body: &Function, facts: &FunctionFacts, id: NodeId, node: &Node) -> Node {
        let calls = !self.entered(facts, id).is_empty();
        let elsewhere = self.calls_elsewhere(facts, id);
        let shared = self.expansion.copies[copy].shared;
        let map = |var: &VarId| self.var(copy, facts, *var);
        let (mut defs, mut uses): (Vec<VarId>, Vec<VarId>);
        if calls && !elsewhere {
            // What is called has a copy of its own. The arguments are handed over by nodes of their own.
            defs = self.choice(copy, facts, id).into_iter().collect();
            let args = facts.args.get(&id).into_iter().flatten();
            uses = facts.targets.get(&id).into_iter().chain(args).flatten().map(map).collect();
        } else {
            defs = node.defs.iter().map(map).chain(self.choice(copy, facts, id).filter(|_| calls)).collect();
            uses = node.uses.iter().map(map).collect();
        }
        let keeps = |var: &&VarId| match facts.cell(**var) {
            Some(cell) => !self.place_is_copied(cell) && (!self.recursive[self.function(copy)] || self.is_global(cell)),
            None => !shared,
        };
        let mut kills: Vec<VarId> = match calls {
            true => self.choice(copy, facts, id).filter(|_| !shared).into_iter().collect(),
            false => node.kills.iter().filter(keeps).map(map).collect(),
        };
        if self.along.is_none() {
            self.add_what_a_search_sees(copy, facts, id, node, &mut defs, &mut uses);
        }
        if body.variadic {
            uses.push(self.varargs(copy));
        }
        if let Site::End(block) = facts.nodes.sites[id]
            && matches!(body.blocks[block].terminator.kind, TermKind::Return(_))
        {
            defs.push(self.result(copy));
            if !shared {
                kills.push(self.result(copy));
            }
        }
        Node {
            kind: node.kind,
            defs: defs.into_iter().collect(),
            kills: kills.into_iter().collect(),
            uses: uses.into_iter().collect(),
        }
    }

    /// What a reader of the source does not take for a dependence, but a search does: a computation that fails is seen at the next node, an input is
    /// named by its number, and an access fails where memory was given back.
    fn add_what_a_search_sees(
        &self,
        copy: CopyId,
        facts: &FunctionFacts,
        id: NodeId,
        node: &Node,
        defs: &mut Vec<VarId>,
        uses: &mut Vec<VarId>,
    ) {
        uses.extend(facts.before.get(&id).into_iter().flatten().map(|var| self.var(copy, facts, *var)));
        if facts.externals.get(&id).into_iter().flatten().any(|name| makes_inputs(&self.module.functions[*name].name)) {
            defs.push(self.inputs());
            uses.push(self.inputs());
        }
        if facts.externals.get(&id).into_iter().flatten().any(|name| frees(&self.module.functions[*name].name)) {
            defs.push(self.allocated());
        }
        if node.defs.iter().chain(&node.uses).any(|var| facts.cell(*var).is_some_and(|cell| self.may_be_freed(cell))) {
            uses.push(self.allocated());
        }
    }

    /// Whether a cell may belong to what an argument is a copy of.
    fn place_is_copied(&self, cell: CellId) -> bool {
        match self.program.cells.place(cell) {
            Some((object, _)) => self.is_copied(object),
            None => matches!(self.copied, Copied::Any),
        }
    }

    fn function(&self, copy: CopyId) -> FuncId {
        self.expansion.copies[copy].function
    }

    fn is_global(&self, cell: CellId) -> bool {
        cell != Cells::world()
            && self
                .program
                .cells
                .place(cell)
                .is_some_and(|(object, _)| matches!(self.program.points_to.objects[object], ObjectKind::Global(_)))
    }

    /// Whether a cell may be memory that `free` gives back.
    fn may_be_freed(&self, cell: CellId) -> bool {
        let Some((object, _)) = self.program.cells.place(cell) else { return true };
        match self.program.points_to.objects[object] {
            ObjectKind::Global(_) | ObjectKind::Function(_) => false,
            ObjectKind::Site(owner, _) => !self.ends_with(owner, object),
            ObjectKind::Outside => true,
        }
    }

    /// Adds the edges and the calls of all copies.
    fn expand(&mut self) {
        while let Some(copy) = self.pending.pop() {
            let facts = self.program.functions[self.function(copy)].as_ref().expect("a function with a body");
            let (first, exit) = (self.expansion.copies[copy].first, self.expansion.copies[copy].exit);
            let body = &self.module.functions[self.function(copy)];
            for id in facts.facts.nodes.ids() {
                let node = NodeId::new(first + id.index());
                let mut from = node;
                let callees = self.entered(facts, id);
                if !callees.is_empty() {
                    from = self.calls(copy, facts, id, node, &callees);
                }
                for next in facts.facts.flow.successors(id) {
                    self.expansion.facts.edge(from, NodeId::new(first + next.index()));
                }
                if let Site::End(block) = facts.nodes.sites[id]
                    && matches!(body.blocks[block].terminator.kind, TermKind::Return(_))
                {
                    self.expansion.facts.edge(from, exit);
                }
            }
        }
    }

    /// Puts what a node calls behind it; gives the node where control goes on.
    fn calls(
        &mut self,
        copy: CopyId,
        facts: &FunctionFacts,
        id: NodeId,
        node: NodeId,
        callees: &BTreeSet<FuncId>,
    ) -> NodeId {
        let site = facts.nodes.sites[id];
        let body = &self.module.functions[self.function(copy)];
        let dst = match site {
            Site::Stmt(block, position) => match &body.blocks[block].stmts[position].kind {
                StmtKind::Call { dst, .. } => *dst,
                _ => None,
            },
            Site::End(_) => None,
        };
        let mut results = Vec::new();
        let mut exits = Vec::new();
        for callee in callees {
            let child = self.copy(*callee, Some((copy, id)));
            self.expansion.children.insert((copy, id, *callee), child);
            let mut from = node;
            let mut passes = Vec::new();
            for pass in self.passes(copy, facts, id, child) {
                let pass = self.pass(pass);
                self.expansion.part_of.insert(pass, node);
                self.expansion.facts.edge(from, pass);
                passes.push(pass);
                from = pass;
            }
            self.expansion.passes.insert((node, *callee), passes);
            let first = NodeId::new(self.expansion.copies[child].first);
            self.expansion.facts.edge(from, first);
            results.push(self.result(child));
            exits.push(self.expansion.copies[child].exit);
        }
        let defs: VarSet = dst.map(|local| self.local(copy, local)).into_iter().collect();
        let kills =
            if self.expansion.copies[copy].shared || callees.len() > 1 { VarSet::default() } else { defs.clone() };
        let back = Node { kind: Kind::Write, defs, kills, uses: results.into_iter().collect() };
        let back = self.pass(back);
        self.expansion.part_of.insert(back, node);
        self.expansion.backs.insert(node, back);
        exits.into_iter().for_each(|exit| self.expansion.facts.edge(exit, back));
        if self.calls_elsewhere(facts, id) {
            self.expansion.facts.edge(node, back);
        }
        back
    }

    /// The nodes that hand arguments over.
    fn passes(&self, copy: CopyId, facts: &FunctionFacts, id: NodeId, child: CopyId) -> Vec<Node> {
        let callee = self.function(child);
        let callee_body = &self.module.functions[callee];
        let variables = &self.program.functions[callee].as_ref().expect("a function with a body").nodes.params;
        let shared = self.expansion.copies[child].shared;
        let mut found = Vec::new();
        let no_args = Vec::new();
        for (position, arg) in facts.args.get(&id).unwrap_or(&no_args).iter().enumerate() {
            let uses = arg.iter().map(|var| self.var(copy, facts, *var)).chain(self.choice(copy, facts, id)).collect();
            let param = callee_body.params.get(position);
            let defs: VarSet = match (param, variables.get(position)) {
                (Some(param), Some(variable)) => {
                    [self.local(child, param.local), self.local(child, *variable)].into_iter().collect()
                }
                _ => [self.varargs(child)].into_iter().collect(),
            };
            let kills = if shared || param.is_none() { VarSet::default() } else { defs.clone() };
            found.push(Node { kind: Kind::Write, defs, kills, uses });
        }
        found
    }
}

/// Objects that arguments may be copies of; any, if there are such arguments at all and `exactly` does not ask for more.
fn copied(module: &Module, program: &ProgramFacts, exactly: bool) -> Copied {
    let params =
        module.functions.iter_ids().flat_map(|(id, function)| function.params.iter().map(move |param| (id, param)));
    let mut params = params.filter(|(_, param)| param.byval.is_some()).peekable();
    if !exactly && params.peek().is_some() {
        return Copied::Any;
    }
    let mut objects = IdSet::new();
    for (id, param) in params.filter(|(id, _)| !module.functions[*id].is_declaration()) {
        objects.union_with(&program.points_to.operand(module, id, Operand::Local(param.local)));
    }
    Copied::These(objects)
}

/// Whether a function without a body gives memory back: an access then fails although nothing that it reads was written.
fn frees(name: &str) -> bool {
    matches!(name, "free" | "cfree" | "realloc" | "reallocarray")
}

/// Whether a function without a body makes an input, which is named by its number.
fn makes_inputs(name: &str) -> bool {
    const NAMES: [&str; 10] = [
        "klee_make_symbolic",
        "klee_int",
        "klee_range",
        "rand",
        "random",
        "lrand48",
        "srand",
        "srandom",
        "clock",
        "getpid",
    ];
    NAMES.contains(&name) || name.starts_with("__VERIFIER_nondet") || name.starts_with("incise_")
}
