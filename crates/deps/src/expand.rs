//! Builds the expansion: whole-program inlining from one entry, one copy per calling context.
//!
//! *In*: the facts of a program and the function that runs first. *Out*: an [`Expansion`]: [`Facts`] like those of one
//! procedure, so that whatever is computed of a procedure can be computed of the program, each calling context apart; and the way
//! from a call stack to a node.
//!
//! *Source*: [dgse-tse2017] §5.2 takes its relations to be interprocedural "through adopting the techniques" of others;
//! copying is the simplest of them that keeps contexts apart.
//!
//! # Invariants
//! - A function that can call itself, and every function once the copies have too many nodes, has one copy for all its calls.
//!   Control may then go back to a call that it did not come from, which only adds dependences; that where it goes back to depends
//!   on the call is not in the facts: [`Expansion::returns`]. The first activation of the entry has a copy of its own.
//! - In the copy of a function that calls itself nothing is known to be overwritten but globals: what looks like one variable is
//!   one for each activation.
//! - Calls that make inputs depend on those before them: an input is named by its number.

use crate::cells::{CellId, Cells};
use crate::expansion::{Copy, CopyId, Expansion, Outside};
use crate::facts::{Facts, Kind, Node};
use crate::ids::{NodeId, VarId};
use crate::inclusion::ObjectId;
use crate::nodes::Site;
use crate::points_to::ObjectKind;
use crate::program::{FunctionFacts, ProgramFacts};
use crate::vars::VarSet;
use incise_ir::library::{self, Input, LibraryFacts, MemoryEffect};
use incise_ir::{FuncId, Function, Id, IdVec, LocalId, Module, Rvalue, StmtKind, TermKind};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// More nodes than this are not made by copying.
const MAX_NODES: usize = 20_000;

impl Expansion {
    /// Expands a program from a function with a body.
    pub fn of(module: &Module, program: &ProgramFacts, entry: FuncId) -> Option<Expansion> {
        program.functions[entry].as_ref()?;
        let mut builder = Builder::new(module, program);
        let first = builder.copy(entry);
        // The first activation has a copy of its own: nothing comes after its end.
        builder.shared.remove(&entry);
        builder.expand();
        let cells = (0..program.cells.len()).map(CellId::new).filter(|cell| builder.is_global(*cell));
        let globals = cells.map(|cell| VarId::new(cell.index())).collect();
        let mut expansion = Expansion { globals, ..builder.expansion };
        expansion.end = expansion.copies[first].exit;
        expansion.result = VarId::new(expansion.copies[first].first_var + module.functions[entry].locals.len());
        Some(expansion)
    }
}

struct Builder<'a> {
    module: &'a Module,
    program: &'a ProgramFacts,
    expansion: Expansion,
    n_vars: usize,
    /// Functions that can call themselves.
    recursive: IdVec<FuncId, bool>,
    /// The copy of a function that all calls share.
    shared: BTreeMap<FuncId, CopyId>,
    pending: Vec<CopyId>,
    /// Whether arguments are copied in memory: what was copied outlives what overwrites the original.
    has_copied_arguments: bool,
}

impl<'a> Builder<'a> {
    fn new(module: &'a Module, program: &'a ProgramFacts) -> Builder<'a> {
        let byval = |function: &Function| function.params.iter().any(|param| param.byval.is_some());
        let expansion = Expansion {
            facts: Facts::new(),
            end: NodeId::new(0),
            decided: IdVec::new(),
            outside: IdVec::new(),
            speaks: IdVec::new(),
            result: VarId::new(0),
            globals: VarSet::default(),
            n_cells: program.cells.len(),
            copies: IdVec::new(),
            children: FxHashMap::default(),
            origins: IdVec::new(),
        };
        Builder {
            module,
            program,
            expansion,
            // The last two are the number of inputs, and what is still allocated.
            n_vars: program.cells.len() + 2,
            recursive: program.call_graph.recursive(),
            shared: BTreeMap::new(),
            pending: Vec::new(),
            has_copied_arguments: module.functions.iter().any(byval),
        }
    }

    fn inputs(&self) -> VarId {
        VarId::new(self.program.cells.len())
    }

    fn allocated(&self) -> VarId {
        VarId::new(self.program.cells.len() + 1)
    }

    /// A node that only hands values over.
    fn pass(&mut self, node: Node) -> NodeId {
        self.push(node, VarSet::default(), (Outside::Nothing, false), None)
    }

    fn push(
        &mut self,
        node: Node,
        decided: VarSet,
        (outside, speaks): (Outside, bool),
        origin: Option<(CopyId, NodeId)>,
    ) -> NodeId {
        self.expansion.decided.push(decided);
        self.expansion.outside.push(outside);
        self.expansion.speaks.push(speaks);
        self.expansion.origins.push(origin);
        self.expansion.facts.push_node(node)
    }

    /// A copy of a function without its edges and calls, which follow.
    fn copy(&mut self, function: FuncId) -> CopyId {
        if let Some(copy) = self.shared.get(&function) {
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
            shared: self.recursive[function],
        });
        // After the locals: the result, arguments past the named ones, and what was decided to read arguments.
        self.n_vars += body.locals.len() + 3;
        for (id, node) in facts.facts.nodes.iter_ids() {
            let node = self.node(copy, body, facts, id, node);
            let decided = facts.decided.get(&id).into_iter().flatten().map(|var| self.var(copy, facts, *var)).collect();
            self.push(node, decided, (self.outside(facts, id), self.speaks(facts, id)), Some((copy, id)));
        }
        let kills: VarSet = if self.recursive[function] || self.has_copied_arguments {
            VarSet::default()
        } else {
            let ends = |object: &ObjectId| self.ends_with(function, *object);
            let objects = self.program.points_to.objects.ids().filter(ends);
            objects.flat_map(|object| self.program.cells.all(object)).map(|cell| VarId::new(cell.index())).collect()
        };
        self.pass(Node { kind: Kind::Other, defs: VarSet::default(), kills, uses: VarSet::default() });
        if self.recursive[function] || self.expansion.facts.nodes.len() > MAX_NODES {
            self.shared.insert(function, copy);
        }
        self.pending.push(copy);
        copy
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
        let of = |callee: &LibraryFacts| match callee.memory {
            MemoryEffect::Unknown => Outside::Unknown,
            _ if callee.input == Some(Input::Allocation) => Outside::DecidingInputs,
            _ if makes_inputs(callee) => Outside::Inputs,
            _ => Outside::Known,
        };
        let unknown = facts.unknown.contains(&id).then_some(Outside::Unknown);
        self.externals(facts, id).map(of).chain(unknown).max().unwrap_or(Outside::Nothing)
    }

    /// What is known of the functions without a body that a node calls.
    fn externals(&self, facts: &'a FunctionFacts, id: NodeId) -> impl Iterator<Item = &'static LibraryFacts> {
        let names = facts.externals.get(&id).into_iter().flatten().map(|id| &self.module.functions[*id].name);
        names.map(|name| library::facts(name))
    }

    /// Whether a node calls something without a body that is not known to keep quiet.
    fn speaks(&self, facts: &FunctionFacts, id: NodeId) -> bool {
        use MemoryEffect::{Allocates, Copies, Fills, Invisible};
        let is_quiet = |name: &String| {
            library::is_intrinsic(name) || matches!(library::facts(name).memory, Invisible | Allocates | Copies | Fills)
        };
        let mut names = facts.externals.get(&id).into_iter().flatten().map(|id| &self.module.functions[*id].name);
        facts.unknown.contains(&id) || names.any(|name| !is_quiet(name))
    }

    /// What a node of a copy writes and reads.
    fn node(&self, copy: CopyId, body: &Function, facts: &FunctionFacts, id: NodeId, node: &Node) -> Node {
        let calls = facts.calls.contains_key(&id);
        let elsewhere = facts.externals.contains_key(&id) || facts.unknown.contains(&id);
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
        uses.extend(facts.before.get(&id).into_iter().flatten().map(map));
        let keeps = |var: &&VarId| match facts.cell(**var) {
            Some(cell) => !self.has_copied_arguments && (!self.recursive[self.function(copy)] || self.is_global(cell)),
            None => !self.recursive[self.function(copy)],
        };
        let mut kills: Vec<VarId> = match calls {
            true => self.choice(copy, facts, id).filter(|_| !self.recursive[self.function(copy)]).into_iter().collect(),
            false => node.kills.iter().filter(keeps).map(map).collect(),
        };
        if self.externals(facts, id).any(makes_inputs) {
            defs.push(self.inputs());
            uses.push(self.inputs());
        }
        // An access to freed memory fails although nothing that it reads was written.
        if self.externals(facts, id).any(|callee| callee.frees) {
            defs.push(self.allocated());
        }
        if node.defs.iter().chain(&node.uses).any(|var| facts.cell(*var).is_some_and(|cell| self.may_be_freed(cell))) {
            uses.push(self.allocated());
        }
        if body.variadic {
            uses.push(self.varargs(copy));
        }
        if let Site::End(block) = facts.nodes.sites[id]
            && matches!(body.blocks[block].terminator.kind, TermKind::Return(_))
        {
            defs.push(self.result(copy));
            if !self.recursive[self.function(copy)] {
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
                if let Some(callees) = facts.calls.get(&id) {
                    from = self.calls(copy, facts, id, node, callees);
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
            let child = self.copy(*callee);
            self.expansion.children.insert((copy, id, *callee), child);
            let mut from = node;
            for pass in self.passes(copy, facts, id, child) {
                let pass = self.pass(pass);
                self.expansion.facts.edge(from, pass);
                from = pass;
            }
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
        exits.into_iter().for_each(|exit| self.expansion.facts.edge(exit, back));
        if facts.externals.contains_key(&id) || facts.unknown.contains(&id) {
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

/// Whether a function makes an input, which is named by its number.
fn makes_inputs(callee: &LibraryFacts) -> bool {
    matches!(callee.input, Some(Input::Marker | Input::Environment | Input::Allocation | Input::Seed))
}
