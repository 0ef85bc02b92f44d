//! Inlining along one path: each call that the path enters is replaced by a copy of its callee.
//!
//! *In*: a program and a [`Walk`] through it. *Out*: an [`Inlined`] program with one more function, in which the path enters nothing, so that
//! whatever is computed of one function can be computed of the path.
//!
//! *Source*: [dgse-tse2017] §5.2 takes its relations to be interprocedural "through adopting the techniques" of others; copying is the simplest of
//! them that keeps contexts apart, and pointers with them.
//!
//! # Invariants
//! - Each call that the path enters has a copy of what it calls, also where a function calls itself. Two activations have the same copy exactly
//!   when the same call of the same copy entered them, in two rounds of a loop.
//! - What a call beside the path enters is copied too, unless it can call itself or there is too much of it already: then it stays a call, with
//!   all that it does.
//! - The branches come in the order of the walk's decisions; a call that may enter several functions is one of them.
//! - It is there to be read, not to be run.

mod rename;

use crate::concrete_path::{ActivationId, Step, Walk};
use crate::ids::NodeId;
use crate::nodes::{Site, argument_copies};
use crate::program::ProgramFacts;
use incise_ir::{
    Block, BlockId, Callee, FuncId, Function, Id, IdVec, Labels, Local, LocalId, LocalKind, Module, Operand, Rvalue,
    Span, Stmt, StmtKind, TermKind, Terminator,
};
use rename::{blocks_of_end, locals_of_end, locals_of_statement};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

incise_base::ids! {
    /// A copy of a function in the place of a call.
    InlineId("i");
}

/// More statements than this are not made by copying what is beside the path.
const MAX_STATEMENTS_BESIDE: usize = 400;

/// A program in which a path enters nothing.
pub struct Inlined {
    /// The program; functions that were there before have the same ids.
    pub module: Module,
    /// The function that the path is one of.
    pub entry: FuncId,
    /// The copies: which function, and where it begins. The first is the function that runs first.
    pub copies: IdVec<InlineId, (FuncId, BlockId)>,
    /// The copy that each block belongs to.
    pub copy_of: IdVec<BlockId, InlineId>,
    /// Blocks that end in the choice of what a call enters, with what may be chosen.
    pub choices: BTreeMap<BlockId, Vec<Option<FuncId>>>,
}

/// A copy that is being made.
#[derive(Clone)]
struct Copy {
    function: FuncId,
    /// Its place on the path, if it has one.
    context: Option<usize>,
    first_local: usize,
    first_block: usize,
    /// Where it returns to, and where its result goes.
    back: Option<(BlockId, Option<LocalId>)>,
}

/// By context, call and function: the context that the path comes to by entering it.
type Contexts = BTreeMap<(usize, NodeId, FuncId), usize>;

/// A call that is being replaced.
struct Call<'a> {
    dst: Option<LocalId>,
    args: &'a [(Operand, incise_ir::TypeId)],
    span: Span,
}

struct Inliner<'a> {
    module: &'a Module,
    program: &'a ProgramFacts,
    enters: &'a dyn Fn(FuncId) -> bool,
    /// The calls that the path enters, rounds of loops taken together, and those that it comes to.
    contexts: Contexts,
    reached: BTreeSet<(usize, NodeId)>,
    /// Functions that can call themselves.
    recursive: IdVec<FuncId, bool>,
    /// What copies a struct that is passed by value.
    copier: FuncId,
    n_statements: usize,
    locals: IdVec<LocalId, Local>,
    blocks: IdVec<BlockId, Block>,
    copies: IdVec<InlineId, Copy>,
    copy_of: IdVec<BlockId, InlineId>,
    choices: BTreeMap<BlockId, Vec<Option<FuncId>>>,
    pending: VecDeque<InlineId>,
}

impl Inlined {
    /// The program for a walk that enters these functions.
    pub fn of(module: &Module, program: &ProgramFacts, walk: &Walk, enters: &dyn Fn(FuncId) -> bool) -> Inlined {
        let entry = walk.activations.iter().next().expect("a walk begins in a function").function;
        let copier = FuncId::new(module.functions.len());
        let (contexts, reached) = contexts(walk);
        let mut inliner = Inliner {
            module,
            program,
            enters,
            contexts,
            reached,
            recursive: program.call_graph.recursive(),
            copier,
            n_statements: 0,
            locals: IdVec::new(),
            blocks: IdVec::new(),
            copies: IdVec::new(),
            copy_of: IdVec::new(),
            choices: BTreeMap::new(),
            pending: VecDeque::new(),
        };
        inliner.reserve(entry, Some(0), None);
        while let Some(copy) = inliner.pending.pop_front() {
            inliner.fill(copy);
        }
        let first = |copy: &Copy| (copy.function, BlockId::new(copy.first_block));
        let copies = inliner.copies.iter().map(first).collect();
        let Inliner { locals, blocks, copy_of, choices, .. } = inliner;
        let mut module = module.clone();
        let original = &module.functions[entry];
        let whole = Function { name: format!("{} along a path", original.name), locals, blocks, ..original.clone() };
        module.functions.push(copying(original));
        let entry = module.functions.push(whole);
        Inlined { module, entry, copies, copy_of, choices }
    }
}

/// A function without a body that copies memory.
fn copying(like: &Function) -> Function {
    Function {
        name: String::from("llvm.memcpy.argument"),
        source_name: String::from("memcpy"),
        params: Vec::new(),
        source_type: None,
        variadic: true,
        internal: true,
        noreturn: false,
        promises: Default::default(),
        locals: IdVec::new(),
        blocks: IdVec::new(),
        ..like.clone()
    }
}

/// The contexts of a path, and the nodes that it comes to in each.
fn contexts(walk: &Walk) -> (Contexts, BTreeSet<(usize, NodeId)>) {
    let mut contexts = Contexts::new();
    let mut of: IdVec<ActivationId, usize> = IdVec::new();
    for activation in walk.activations.iter() {
        let next = contexts.len() + 1;
        of.push(match activation.caller {
            Some((caller, call)) => *contexts.entry((of[caller], call, activation.function)).or_insert(next),
            None => 0,
        });
    }
    let at = |step: &Step| match *step {
        Step::At { activation, node, .. } => Some((of[activation], node)),
        _ => None,
    };
    (contexts, walk.steps.iter().filter_map(at).collect())
}

impl Inliner<'_> {
    /// Makes room for a copy of a function.
    fn reserve(
        &mut self,
        function: FuncId,
        context: Option<usize>,
        back: Option<(BlockId, Option<LocalId>)>,
    ) -> InlineId {
        let body = &self.module.functions[function];
        let (first_local, first_block) = (self.locals.len(), self.blocks.len());
        let is_entry = self.copies.is_empty();
        for local in body.locals.iter() {
            let kind = match local.kind {
                // What is passed is assigned by the call.
                LocalKind::Param if !is_entry => LocalKind::Variable,
                kind => kind,
            };
            self.locals.push(Local { kind, ..local.clone() });
        }
        let copy = self.copies.push(Copy { function, context, first_local, first_block, back });
        for block in body.blocks.iter() {
            self.block(copy, block.name.clone());
        }
        self.pending.push_back(copy);
        copy
    }

    /// An empty block that does not go on yet.
    fn block(&mut self, copy: InlineId, name: String) -> BlockId {
        let terminator = Terminator { kind: TermKind::Unreachable, span: Span::unknown() };
        self.copy_of.push(copy);
        self.blocks.push(Block { name, stmts: Vec::new(), terminator })
    }

    /// Writes the text of a copy.
    fn fill(&mut self, id: InlineId) {
        let copy = self.copies[id].clone();
        let body = &self.module.functions[copy.function];
        let facts = self.program.functions[copy.function].as_ref().expect("a function with a body");
        let of_calls = facts.calls.keys().map(|node| (facts.nodes.sites[*node], *node));
        let calls: BTreeMap<Site, NodeId> = of_calls.collect();
        let arguments = if copy.back.is_some() { argument_copies(body) } else { Vec::new() };
        let mut local = |local: &mut LocalId| *local = LocalId::new(copy.first_local + local.index());
        for (block, contents) in body.blocks.iter_ids() {
            let mut at = BlockId::new(copy.first_block + block.index());
            for (position, stmt) in contents.stmts.iter().enumerate() {
                if block.index() == 0 && arguments.contains(&position) {
                    continue;
                }
                self.n_statements += 1;
                let mut stmt = stmt.clone();
                locals_of_statement(&mut stmt.kind, &mut local);
                match calls.get(&Site::Stmt(block, position)) {
                    Some(node) => at = self.call(id, *node, at, stmt),
                    None => self.blocks[at].stmts.push(stmt),
                }
            }
            let mut end = contents.terminator.clone();
            locals_of_end(&mut end.kind, &mut local);
            blocks_of_end(&mut end.kind, &mut |next| *next = BlockId::new(copy.first_block + next.index()));
            if let (Some((back, dst)), TermKind::Return(value)) = (copy.back, &end.kind) {
                // What the compiler gathers of several `return` statements is where the result is already.
                if let (Some(dst), Some(value)) = (dst, value)
                    && self.gathered(&copy).is_none()
                {
                    let kind = StmtKind::Assign { dst, value: Rvalue::Use(*value) };
                    self.blocks[at].stmts.push(Stmt { kind, span: end.span });
                }
                end = Terminator { kind: TermKind::Goto(back), span: Span::unknown() };
            }
            self.blocks[at].terminator = end;
        }
    }

    /// The local in which the compiler gathers what the `return` statements of a function give.
    fn gathered(&self, copy: &Copy) -> Option<LocalId> {
        let facts = self.program.functions[copy.function].as_ref()?;
        let body = &self.module.functions[copy.function];
        let value = |block: &Block| match &block.terminator.kind {
            TermKind::Return(value) => Some(*value),
            _ => None,
        };
        let values: Vec<Option<Operand>> = body.blocks.iter().filter_map(value).collect();
        let [Some(value)] = values.as_slice() else { return None };
        let local = facts.nodes.gathered(body, *value)?;
        Some(LocalId::new(copy.first_local + local.index()))
    }

    /// Puts what a call enters in its place, if it enters something; gives the block where it goes on.
    fn call(&mut self, caller: InlineId, node: NodeId, at: BlockId, stmt: Stmt) -> BlockId {
        let copy = self.copies[caller].clone();
        let facts = self.program.functions[copy.function].as_ref().expect("a function with a body");
        let choices = facts.choices(node, self.enters);
        let is_reached = copy.context.is_some_and(|context| self.reached.contains(&(context, node)));
        let StmtKind::Call { dst, callee, args, .. } = &stmt.kind else {
            self.blocks[at].stmts.push(stmt);
            return at;
        };
        let call = Call { dst: *dst, args, span: stmt.span };
        match choices.as_slice() {
            [Some(function)] if self.is_copied(copy.context, node, *function) => {
                let back = self.block(caller, String::from("back"));
                let context = self.context(copy.context, node, *function);
                let first = self.enter(at, back, context, *function, &call);
                self.blocks[at].terminator = Terminator { kind: TermKind::Goto(first), span: Span::unknown() };
                back
            }
            [_, _, ..] if is_reached => {
                let back = self.block(caller, String::from("back"));
                let mut sides = Vec::new();
                for choice in &choices {
                    let side = self.block(caller, String::from("side"));
                    sides.push(side);
                    // Each side has its own way back, with its own result.
                    let (next, last) = match choice {
                        Some(function) if self.is_copied(copy.context, node, *function) => {
                            let last = self.block(caller, String::from("back"));
                            let context = self.context(copy.context, node, *function);
                            (self.enter(side, last, context, *function, &call), last)
                        }
                        _ => {
                            let mut stmt = stmt.clone();
                            if let (StmtKind::Call { callee, .. }, Some(function)) = (&mut stmt.kind, choice) {
                                *callee = Callee::Direct(*function);
                            }
                            self.blocks[side].stmts.push(stmt);
                            (back, side)
                        }
                    };
                    self.blocks[side].terminator = Terminator { kind: TermKind::Goto(next), span: Span::unknown() };
                    self.blocks[last].terminator = Terminator { kind: TermKind::Goto(back), span: Span::unknown() };
                }
                let value = if let Callee::Indirect(target) = callee { *target } else { Operand::Int(0) };
                let default = sides.pop().expect("several sides");
                let cases =
                    sides.into_iter().enumerate().map(|(case, side)| (Labels(vec![case as u128]), side)).collect();
                let ty = self.module.functions[copy.function].ret;
                let kind = TermKind::Switch { value, ty, cases, default };
                self.blocks[at].terminator = Terminator { kind, span: stmt.span };
                self.choices.insert(at, choices);
                back
            }
            _ => {
                self.blocks[at].stmts.push(stmt);
                at
            }
        }
    }

    fn context(&self, caller: Option<usize>, node: NodeId, function: FuncId) -> Option<usize> {
        self.contexts.get(&(caller?, node, function)).copied()
    }

    fn is_copied(&self, caller: Option<usize>, node: NodeId, function: FuncId) -> bool {
        self.context(caller, node, function).is_some()
            || !self.recursive[function] && self.n_statements < MAX_STATEMENTS_BESIDE
    }

    /// Hands the arguments over at the end of a block and the result at the beginning of another; gives where a copy of the function begins.
    fn enter(&mut self, at: BlockId, back: BlockId, context: Option<usize>, function: FuncId, call: &Call) -> BlockId {
        let body = &self.module.functions[function];
        let id = self.reserve(function, context, Some((back, None)));
        let mut copy = self.copies[id].clone();
        let given = format!("the result of {}()", body.source_name);
        if let Some(dst) = call.dst {
            let result = match self.gathered(&copy) {
                Some(local) => {
                    self.locals[local].name = given;
                    local
                }
                None => {
                    let local = Local { name: given, kind: LocalKind::Variable, ..self.locals[dst].clone() };
                    self.locals.push(local)
                }
            };
            copy.back = Some((back, Some(result)));
            let kind = StmtKind::Assign { dst, value: Rvalue::Use(Operand::Local(result)) };
            self.blocks[back].stmts.push(Stmt { kind, span: call.span });
        }
        self.copies[id] = copy.clone();
        for position in 0..body.params.len().min(call.args.len()) {
            self.pass(at, &copy, position, call);
        }
        BlockId::new(copy.first_block)
    }

    /// Hands one argument over.
    fn pass(&mut self, at: BlockId, copy: &Copy, position: usize, call: &Call) {
        let body = &self.module.functions[copy.function];
        let (param, arg) = (&body.params[position], call.args[position]);
        let renamed = |local: LocalId| LocalId::new(copy.first_local + local.index());
        let mut stmts = Vec::new();
        if let Some((size, align)) = param.byval {
            let local = &mut self.locals[renamed(param.local)];
            local.kind = LocalKind::Temp;
            let (elem_size, count, name) = (size, Operand::Int(1), local.name.clone());
            let value = Rvalue::Alloca { elem_size, count, count_ty: arg.1, align, name, source_type: None };
            stmts.push(StmtKind::Assign { dst: renamed(param.local), value });
            let args = vec![(Operand::Local(renamed(param.local)), arg.1), arg, (Operand::Int(size), arg.1)];
            let (callee, byval) = (Callee::Direct(self.copier), vec![None; 3]);
            stmts.push(StmtKind::Call { dst: None, callee, args, byval, ret: body.ret, variadic: None });
        } else {
            let moved = argument_copies(body);
            let entry = &body.blocks[BlockId::new(0)].stmts;
            for position in &moved {
                let mut kind = entry[*position].kind.clone();
                locals_of_statement(&mut kind, &mut |local| *local = renamed(*local));
                match &mut kind {
                    StmtKind::Assign { value: Rvalue::Use(source), .. } | StmtKind::Store { value: source, .. }
                        if *source == Operand::Local(renamed(param.local)) =>
                    {
                        *source = arg.0;
                        stmts.push(kind);
                    }
                    _ => {}
                }
            }
            if is_read(body, param.local, &moved) {
                stmts.push(StmtKind::Assign { dst: renamed(param.local), value: Rvalue::Use(arg.0) });
            }
        }
        self.blocks[at].stmts.extend(stmts.into_iter().map(|kind| Stmt { kind, span: call.span }));
    }
}

/// Whether something reads a local but these statements of the first block.
fn is_read(body: &Function, local: LocalId, but: &[usize]) -> bool {
    let reads = |operands: Vec<Operand>| operands.contains(&Operand::Local(local));
    body.blocks.iter_ids().any(|(block, contents)| {
        let stmts = contents.stmts.iter().enumerate();
        let mut others = stmts.filter(|(position, _)| block.index() != 0 || !but.contains(position));
        others.any(|(_, stmt)| reads(stmt.kind.operands())) || reads(contents.terminator.kind.operands())
    })
}
