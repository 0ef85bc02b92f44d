//! Completes a program with the functions and globals that a library defines: only what is needed, transitively.
//!
//! *In*: the program and a library. *Out*: the program, in which every function that it calls, does not define and the library defines
//! has a body. Existing ids of the program keep their meaning; what is added comes after.

use crate::constant::{Const, ConstExpr};
use crate::function::Function;
use crate::ids::{ConstId, FileId, FuncId, GlobalId, SourceTypeId, TypeId};
use crate::module::Module;
use crate::span::Span;
use crate::stmt::{Callee, Operand, Rvalue, Stmt, StmtKind, TermKind};
use crate::types::{Field, Type};
use std::collections::{HashMap, VecDeque};

/// Gives bodies from `library` to the functions that `program` calls but does not define, unless `keep` says that
/// somebody else provides them. Globals that the program declares and the library defines are completed likewise.
pub fn link_missing(program: &mut Module, library: &Module, keep: impl Fn(&str) -> bool) {
    let mut linker = Linker {
        library,
        functions: HashMap::new(),
        globals: HashMap::new(),
        types: HashMap::new(),
        consts: HashMap::new(),
        files: HashMap::new(),
        pending_functions: VecDeque::new(),
        pending_globals: VecDeque::new(),
        program,
    };
    linker.seed(&keep);
    linker.seed_state();
    while linker.step(&keep) {}
}

/// Before names of what is `static` in the library.
const LIBRARY: &str = "<library>";

/// Whether a name is one that linking gave to something of the library.
pub fn is_of_library(name: &str) -> bool {
    name.starts_with(LIBRARY) || is_nameless(name) && name.ends_with(".library")
}

/// A name that nothing in a C program can have, for what is `static` in the library.
fn library_name(name: &str) -> String {
    if is_nameless(name) { format!("{name}.library") } else { format!("{LIBRARY}.{name}") }
}

/// Whether the compiler made the name up, for a literal.
fn is_nameless(name: &str) -> bool {
    name.starts_with('.') || name.starts_with("__const")
}

struct Linker<'a> {
    program: &'a mut Module,
    library: &'a Module,
    functions: HashMap<FuncId, FuncId>,
    globals: HashMap<GlobalId, GlobalId>,
    types: HashMap<TypeId, TypeId>,
    consts: HashMap<ConstId, ConstId>,
    files: HashMap<FileId, FileId>,
    pending_functions: VecDeque<FuncId>,
    pending_globals: VecDeque<GlobalId>,
}

impl Linker<'_> {
    fn seed(&mut self, keep: &impl Fn(&str) -> bool) {
        let library_functions: HashMap<&str, FuncId> = self
            .library
            .functions
            .iter_ids()
            .filter(|(_, function)| !function.is_declaration() && !function.internal)
            .map(|(id, function)| (function.name.as_str(), id))
            .collect();
        for (id, function) in self.program.functions.iter_ids() {
            if function.is_declaration()
                && !keep(&function.name)
                && let Some(&source) = library_functions.get(function.name.as_str())
            {
                self.functions.insert(source, id);
                self.pending_functions.push_back(source);
            }
        }
        let library_globals: HashMap<&str, GlobalId> = self
            .library
            .globals
            .iter_ids()
            .filter(|(_, global)| global.init.is_some() && !global.internal)
            .map(|(id, global)| (global.name.as_str(), id))
            .collect();
        for (id, global) in self.program.globals.iter_ids() {
            if global.init.is_none()
                && let Some(&source) = library_globals.get(global.name.as_str())
            {
                self.globals.insert(source, id);
                self.pending_globals.push_back(source);
            }
        }
    }

    /// The library's own state is part of every program, whatever it calls: programs can be compared by it.
    fn seed_state(&mut self) {
        let library = self.library;
        let states = library.globals.iter_ids().filter(|(_, global)| {
            global.internal && !global.constant && global.init.is_some() && !is_nameless(&global.name)
        });
        for (id, _) in states {
            self.global_id(id);
        }
    }

    fn step(&mut self, keep: &impl Fn(&str) -> bool) -> bool {
        if let Some(source) = self.pending_functions.pop_front() {
            let target = self.functions[&source];
            let body = self.function(&self.library.functions[source].clone(), keep);
            let declared = &self.program.functions[target];
            // The program's own declaration may differ in details (K&R style); the body's view is the one that runs.
            let (name, source_name) = (declared.name.clone(), declared.source_name.clone());
            self.program.functions[target] = Function { name, source_name, ..body };
            return true;
        }
        if let Some(source) = self.pending_globals.pop_front() {
            let target = self.globals[&source];
            let mut global = self.library.globals[source].clone();
            global.ty = self.ty(global.ty);
            global.source_type = None;
            global.span = self.span(global.span);
            global.init = global.init.map(|init| self.constant(&init, keep));
            let declared = &self.program.globals[target];
            (global.name, global.source_name) = (declared.name.clone(), declared.source_name.clone());
            self.program.globals[target] = global;
            return true;
        }
        false
    }

    fn function_id(&mut self, source: FuncId, keep: &impl Fn(&str) -> bool) -> FuncId {
        if let Some(&target) = self.functions.get(&source) {
            return target;
        }
        let function = &self.library.functions[source];
        let existing = if function.internal { None } else { self.program.function(&function.name) };
        let target = existing.unwrap_or_else(|| {
            let mut declaration = function.clone();
            declaration.blocks = Default::default();
            declaration.source_type = None;
            declaration.ret = self.ty(function.ret);
            for local in declaration.locals.iter_mut() {
                local.ty = self.ty(local.ty);
                local.source_type = None;
                local.span = self.span(local.span);
            }
            declaration.span = self.span(declaration.span);
            if declaration.internal {
                declaration.name = library_name(&declaration.name);
                declaration.source_name.clone_from(&declaration.name);
            }
            self.program.functions.push(declaration)
        });
        self.functions.insert(source, target);
        let defined_here = !self.program.functions[target].is_declaration();
        if !function.is_declaration() && !defined_here && (function.internal || !keep(&function.name)) {
            self.pending_functions.push_back(source);
        }
        target
    }

    fn global_id(&mut self, source: GlobalId) -> GlobalId {
        if let Some(&target) = self.globals.get(&source) {
            return target;
        }
        let global = &self.library.globals[source];
        let existing = if global.internal { None } else { self.program.global(&global.name) };
        let target = existing.unwrap_or_else(|| {
            let mut copy = global.clone();
            copy.init = None;
            if copy.internal {
                copy.name = library_name(&copy.name);
                copy.source_name.clone_from(&copy.name);
            }
            self.program.globals.push(copy)
        });
        self.globals.insert(source, target);
        if self.program.globals[target].init.is_none() {
            self.pending_globals.push_back(source);
        }
        target
    }

    fn ty(&mut self, source: TypeId) -> TypeId {
        if let Some(&target) = self.types.get(&source) {
            return target;
        }
        let ty = match self.library.types.get(source).clone() {
            Type::Vector { len, elem } => Type::Vector { len, elem: self.ty(elem) },
            Type::Array { len, elem, stride } => Type::Array { len, elem: self.ty(elem), stride },
            Type::Struct { fields, size } => Type::Struct {
                fields: fields.into_iter().map(|field| Field { offset: field.offset, ty: self.ty(field.ty) }).collect(),
                size,
            },
            scalar => scalar,
        };
        let target = self.program.types.intern(ty);
        self.types.insert(source, target);
        target
    }

    fn span(&mut self, source: Span) -> Span {
        let Some(file) = self.library.files.get(source.file) else { return source };
        let target = *self.files.entry(source.file).or_insert_with(|| {
            let existing = self.program.files.iter_ids().find(|(_, other)| *other == file).map(|(id, _)| id);
            existing.unwrap_or_else(|| self.program.files.push(file.clone()))
        });
        Span { file: target, ..source }
    }

    fn constant(&mut self, source: &Const, keep: &impl Fn(&str) -> bool) -> Const {
        match source {
            Const::Undefined(ty) => Const::Undefined(self.ty(*ty)),
            Const::Zero(ty) => Const::Zero(self.ty(*ty)),
            Const::Global { id, offset } => Const::Global { id: self.global_id(*id), offset: *offset },
            Const::Function(id) => Const::Function(self.function_id(*id, keep)),
            Const::Label(id, block) => Const::Label(self.function_id(*id, keep), *block),
            Const::Aggregate { ty, members } => Const::Aggregate {
                ty: self.ty(*ty),
                members: members.iter().map(|member| self.constant(member, keep)).collect(),
            },
            Const::Expr(expr) => Const::Expr(Box::new(match expr.as_ref() {
                ConstExpr::Cast { kind, value, from, to } => ConstExpr::Cast {
                    kind: *kind,
                    value: self.constant(value, keep),
                    from: self.ty(*from),
                    to: self.ty(*to),
                },
                ConstExpr::Binary { op, ty, left, right } => ConstExpr::Binary {
                    op: *op,
                    ty: self.ty(*ty),
                    left: self.constant(left, keep),
                    right: self.constant(right, keep),
                },
                ConstExpr::Compare { predicate, ty, left, right } => ConstExpr::Compare {
                    predicate: *predicate,
                    ty: self.ty(*ty),
                    left: self.constant(left, keep),
                    right: self.constant(right, keep),
                },
                ConstExpr::Offset { base, offset } => {
                    ConstExpr::Offset { base: self.constant(base, keep), offset: *offset }
                }
            })),
            plain => plain.clone(),
        }
    }

    fn const_id(&mut self, source: ConstId, keep: &impl Fn(&str) -> bool) -> ConstId {
        if let Some(&target) = self.consts.get(&source) {
            return target;
        }
        let constant = self.constant(&self.library.consts[source].clone(), keep);
        let target = self.program.consts.push(constant);
        self.consts.insert(source, target);
        target
    }

    fn function(&mut self, source: &Function, keep: &impl Fn(&str) -> bool) -> Function {
        let mut function = source.clone();
        function.ret = self.ty(function.ret);
        function.source_type = None;
        function.span = self.span(function.span);
        for local in function.locals.iter_mut() {
            local.ty = self.ty(local.ty);
            local.source_type = None;
            local.span = self.span(local.span);
        }
        for block in function.blocks.iter_mut() {
            for stmt in &mut block.stmts {
                self.stmt(stmt, keep);
            }
            block.terminator.span = self.span(block.terminator.span);
            match &mut block.terminator.kind {
                TermKind::Branch { cond: operand, .. }
                | TermKind::IndirectGoto { target: operand, .. }
                | TermKind::Return(Some(operand)) => self.operand(operand, keep),
                TermKind::Switch { value, ty, .. } => {
                    self.operand(value, keep);
                    *ty = self.ty(*ty);
                }
                TermKind::Goto(_) | TermKind::Return(None) | TermKind::Unreachable | TermKind::Unsupported(_) => {}
            }
        }
        function
    }

    fn operand(&mut self, operand: &mut Operand, keep: &impl Fn(&str) -> bool) {
        if let Operand::Const(id) = operand {
            *id = self.const_id(*id, keep);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt, keep: &impl Fn(&str) -> bool) {
        stmt.span = self.span(stmt.span);
        match &mut stmt.kind {
            StmtKind::Assign { value, .. } => self.rvalue(value, keep),
            StmtKind::ParallelCopy(copies) => {
                for (_, operand) in copies {
                    self.operand(operand, keep);
                }
            }
            StmtKind::Store { ptr, value, ty, .. } => {
                self.operand(ptr, keep);
                self.operand(value, keep);
                *ty = self.ty(*ty);
            }
            StmtKind::Call { callee, args, ret, .. } => {
                match callee {
                    Callee::Direct(id) => *id = self.function_id(*id, keep),
                    Callee::Indirect(target) => self.operand(target, keep),
                    Callee::Asm { .. } => {}
                }
                for (operand, ty) in args {
                    self.operand(operand, keep);
                    *ty = self.ty(*ty);
                }
                *ret = self.ty(*ret);
            }
            StmtKind::Fence | StmtKind::Unsupported(_) => {}
        }
    }

    fn rvalue(&mut self, value: &mut Rvalue, keep: &impl Fn(&str) -> bool) {
        let mut operands: Vec<&mut Operand> = Vec::new();
        let mut types: Vec<&mut TypeId> = Vec::new();
        match value {
            Rvalue::Uninit => {}
            Rvalue::Use(value) | Rvalue::Extract { value, .. } => operands.push(value),
            Rvalue::Binary { ty, left, right, .. }
            | Rvalue::Compare { ty, left, right, .. }
            | Rvalue::Shuffle { ty, left, right, .. } => {
                types.push(ty);
                operands.extend([left, right]);
            }
            Rvalue::FNeg { ty, value } | Rvalue::Load { ptr: value, ty, .. } | Rvalue::VaArg { list: value, ty } => {
                types.push(ty);
                operands.push(value);
            }
            Rvalue::Cast { from, to, value, .. } => {
                types.extend([from, to]);
                operands.push(value);
            }
            Rvalue::Select { cond, ty, left, right, .. } => {
                types.push(ty);
                operands.extend([cond, left, right]);
            }
            Rvalue::Offset { base, indices, .. } => {
                operands.push(base);
                for (operand, ty, _) in indices {
                    operands.push(operand);
                    types.push(ty);
                }
            }
            Rvalue::Alloca { count, count_ty, source_type, .. } => {
                operands.push(count);
                types.push(count_ty);
                *source_type = None::<SourceTypeId>;
            }
            Rvalue::Insert { value, ty, member, .. } => {
                types.push(ty);
                operands.extend([value, member]);
            }
            Rvalue::ExtractElement { value, ty, index, index_ty } => {
                types.extend([ty, index_ty]);
                operands.extend([value, index]);
            }
            Rvalue::InsertElement { value, ty, member, index, index_ty } => {
                types.extend([ty, index_ty]);
                operands.extend([value, member, index]);
            }
            Rvalue::AtomicRmw { ptr, value, ty, .. } => {
                types.push(ty);
                operands.extend([ptr, value]);
            }
            Rvalue::CmpXchg { ptr, expected, new, ty } => {
                types.push(ty);
                operands.extend([ptr, expected, new]);
            }
        }
        for operand in operands {
            self.operand(operand, keep);
        }
        for ty in types {
            *ty = self.ty(*ty);
        }
    }
}
