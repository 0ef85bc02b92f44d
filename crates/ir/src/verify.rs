//! Checks that a module keeps the promises that the engine relies on: every id is in range, every block ends at
//! existing blocks, parameters are the first locals.

use crate::constant::{Const, ConstExpr};
use crate::function::Function;
use crate::ids::{BlockId, FuncId, LocalId, TypeId};
use crate::module::Module;
use crate::stmt::{Callee, Operand, Rvalue, StmtKind, TermKind};
use crate::types::Type;
use incise_base::Id;

/// What is wrong and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function, or the global, that breaks a promise.
    pub item: String,
    /// Which promise.
    pub message: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.item, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks the whole module; the first broken promise is returned.
pub fn verify(module: &Module) -> Result<(), VerifyError> {
    let fail = |item: &str, message: String| Err(VerifyError { item: item.to_string(), message });
    for id in module.types.ids() {
        let inner: Vec<TypeId> = match module.types.get(id) {
            Type::Vector { elem, .. } | Type::Array { elem, .. } => vec![*elem],
            Type::Struct { fields, .. } => fields.iter().map(|field| field.ty).collect(),
            _ => Vec::new(),
        };
        if inner.iter().any(|inner| inner.index() >= id.index()) {
            return fail("types", format!("{id} refers to a type that does not come before it"));
        }
    }
    for constant in module.consts.iter() {
        if let Err(message) = check_const(module, constant) {
            return fail("constants", message);
        }
    }
    for global in module.globals.iter() {
        if let Some(Err(message)) = global.init.as_ref().map(|init| check_const(module, init)) {
            return fail(&global.name, message);
        }
        if global.align != 0 && !global.align.is_power_of_two() {
            return fail(&global.name, format!("alignment {}", global.align));
        }
    }
    for function in module.functions.iter() {
        if let Err(message) = check_function(module, function) {
            return fail(&function.name, message);
        }
    }
    Ok(())
}

fn check_const(module: &Module, constant: &Const) -> Result<(), String> {
    let check_type = |ty: &TypeId| check_type(module, *ty);
    match constant {
        Const::Global { id, .. } if module.globals.get(*id).is_none() => Err(format!("no global {id}")),
        Const::Function(id) | Const::Label(id, _) if module.functions.get(*id).is_none() => {
            Err(format!("no function {id}"))
        }
        Const::Undefined(ty) | Const::Zero(ty) => check_type(ty),
        Const::Aggregate { ty, members } => {
            check_type(ty)?;
            members.iter().try_for_each(|member| check_const(module, member))
        }
        Const::Expr(expr) => match expr.as_ref() {
            ConstExpr::Cast { value, from, to, .. } => {
                check_type(from)?;
                check_type(to)?;
                check_const(module, value)
            }
            ConstExpr::Binary { ty, left, right, .. } | ConstExpr::Compare { ty, left, right, .. } => {
                check_type(ty)?;
                check_const(module, left)?;
                check_const(module, right)
            }
            ConstExpr::Offset { base, .. } => check_const(module, base),
        },
        _ => Ok(()),
    }
}

fn check_type(module: &Module, ty: TypeId) -> Result<(), String> {
    if ty.index() < module.types.ids().count() { Ok(()) } else { Err(format!("no type {ty}")) }
}

fn check_function(module: &Module, function: &Function) -> Result<(), String> {
    for (index, param) in function.params.iter().enumerate() {
        if param.local != LocalId::new(index) || function.locals.get(param.local).is_none() {
            return Err(format!("parameter {index} is not local {index}"));
        }
    }
    let n_types = module.types.ids().count();
    if let Some(local) = function.locals.iter().find(|local| local.ty.index() >= n_types) {
        return Err(format!("local `{}` has no type", local.name));
    }
    let check_local = |local: LocalId| match function.locals.get(local) {
        Some(_) => Ok(()),
        None => Err(format!("no local {local}")),
    };
    let check_operand = |operand: &Operand| match operand {
        Operand::Local(local) => check_local(*local),
        Operand::Const(id) if module.consts.get(*id).is_none() => Err(format!("no constant {id}")),
        _ => Ok(()),
    };
    let check_block = |block: BlockId| match function.blocks.get(block) {
        Some(_) => Ok(()),
        None => Err(format!("no block {block}")),
    };
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.written().into_iter().try_for_each(check_local)?;
            stmt.kind.operands().iter().try_for_each(check_operand)?;
            if let StmtKind::Call { callee, args, byval, .. } = &stmt.kind {
                if args.len() != byval.len() {
                    return Err(String::from("a call with fewer by-value marks than arguments"));
                }
                match callee {
                    Callee::Direct(id) if module.functions.get(*id).is_none() => {
                        return Err(format!("no function {id}"));
                    }
                    _ => {}
                }
            }
        }
        check_terminator(&block.terminator.kind, &check_operand)?;
        block.terminator.kind.successors().into_iter().try_for_each(check_block)?;
    }
    Ok(())
}

fn check_terminator(kind: &TermKind, check_operand: &impl Fn(&Operand) -> Result<(), String>) -> Result<(), String> {
    kind.operands().iter().try_for_each(check_operand)
}

impl StmtKind {
    /// The locals that the statement writes.
    pub fn written(&self) -> Vec<LocalId> {
        match self {
            StmtKind::Assign { dst, .. } => vec![*dst],
            StmtKind::ParallelCopy(copies) => copies.iter().map(|(dst, _)| *dst).collect(),
            StmtKind::Call { dst, .. } => dst.iter().copied().collect(),
            StmtKind::Store { .. } | StmtKind::Fence | StmtKind::Unsupported(_) => Vec::new(),
        }
    }
    /// The operands that the statement reads, in order.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            StmtKind::Assign { value, .. } => value.operands(),
            StmtKind::ParallelCopy(copies) => copies.iter().map(|(_, source)| *source).collect(),
            StmtKind::Store { ptr, value, .. } => vec![*ptr, *value],
            StmtKind::Call { callee, args, .. } => {
                let target = match callee {
                    Callee::Indirect(target) => Some(*target),
                    _ => None,
                };
                target.into_iter().chain(args.iter().map(|(operand, _)| *operand)).collect()
            }
            StmtKind::Fence | StmtKind::Unsupported(_) => Vec::new(),
        }
    }
}

impl TermKind {
    /// The operands that the terminator reads.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            TermKind::Branch { cond, .. } => vec![*cond],
            TermKind::Switch { value, .. } => vec![*value],
            TermKind::IndirectGoto { target, .. } => vec![*target],
            TermKind::Return(value) => value.iter().copied().collect(),
            TermKind::Goto(_) | TermKind::Unreachable | TermKind::Unsupported(_) => Vec::new(),
        }
    }
}

impl Rvalue {
    /// The operands that are read, in order.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            Rvalue::Uninit => Vec::new(),
            Rvalue::Use(value)
            | Rvalue::FNeg { value, .. }
            | Rvalue::Cast { value, .. }
            | Rvalue::Extract { value, .. } => vec![*value],
            Rvalue::Binary { left, right, .. }
            | Rvalue::Compare { left, right, .. }
            | Rvalue::Shuffle { left, right, .. } => vec![*left, *right],
            Rvalue::Select { cond, left, right, .. } => vec![*cond, *left, *right],
            Rvalue::Offset { base, indices, .. } => {
                std::iter::once(*base).chain(indices.iter().map(|(index, _, _)| *index)).collect()
            }
            Rvalue::Load { ptr, .. } => vec![*ptr],
            Rvalue::Alloca { count, .. } => vec![*count],
            Rvalue::Insert { value, member, .. } => vec![*value, *member],
            Rvalue::ExtractElement { value, index, .. } => vec![*value, *index],
            Rvalue::InsertElement { value, member, index, .. } => vec![*value, *member, *index],
            Rvalue::AtomicRmw { ptr, value, .. } => vec![*ptr, *value],
            Rvalue::CmpXchg { ptr, expected, new, .. } => vec![*ptr, *expected, *new],
            Rvalue::VaArg { list, .. } => vec![*list],
        }
    }
}

/// Keeps the reading of ids honest in tests of other crates.
impl Module {
    /// Whether `id` names a function with a body.
    pub fn has_body(&self, id: FuncId) -> bool {
        self.functions.get(id).is_some_and(|function| !function.is_declaration())
    }
}
