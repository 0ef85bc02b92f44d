//! One function: its parameters, locals and blocks.

use super::Lowering;
use super::debug::{Variable, Variables};
use super::promote::promotable;
use crate::decision::Decisions;
use crate::raw::{Attr, Block, Opcode, TyKind, Value, ValueKind};
use incise_ir::{
    Block as IrBlock, BlockId, Effect, FileId, Function, Id, IdVec, Local, LocalId, LocalKind, Operand, Param,
    Promises, Rvalue, SourceTypeId, Span, Stmt, StmtKind, TermKind, Terminator, TypeId,
};
use std::collections::HashMap;

/// A function under construction.
pub struct Body<'a> {
    pub module: &'a mut Lowering,
    pub locals: IdVec<LocalId, Local>,
    pub blocks: IdVec<BlockId, IrBlock>,
    /// Which `select` is a branch.
    pub decisions: Decisions,
    /// The local that holds an SSA value.
    pub local_of: HashMap<Value, LocalId>,
    /// The variable that a promoted `alloca` became.
    pub promoted: HashMap<Value, LocalId>,
    pub variables: Variables,
    /// The statements of the block under construction.
    pub stmts: Vec<Stmt>,
}

/// Lowers a function or a declaration.
pub fn lower(module: &mut Lowering, function: Value) -> Function {
    let ty = function.value_type();
    let ret = module.ty_or_void(ty.returned());
    let subprogram = function.subprogram();
    let name = function.name();
    let mut source_name = String::new();
    let mut source_type: Option<SourceTypeId> = None;
    let mut span = Span::unknown();
    if let Some(subprogram) = subprogram {
        // File, scope, name, linkage name, type.
        let operands = subprogram.operands();
        source_name = operands.get(2).copied().flatten().map(|name| name.string()).unwrap_or_default();
        source_type = operands.get(4).copied().flatten().map(|ty| module.source_type(ty));
        let file: FileId = module.file_of_scope(subprogram);
        span = Span { file, line: subprogram.subprogram_line(), column: 0 };
    }
    if source_name.is_empty() {
        source_name.clone_from(&name);
    }
    let blocks = function.blocks();
    let variables = module.variables(&blocks);
    let n_blocks = Decisions::n_blocks(module.selects, &blocks);
    let decisions = Decisions::new(module.selects, blocks.len());
    let mut body = Body {
        module,
        locals: IdVec::new(),
        blocks: (0..n_blocks).map(|_| unfinished()).collect(),
        decisions,
        local_of: HashMap::new(),
        promoted: HashMap::new(),
        variables,
        stmts: Vec::new(),
    };
    let params = body.params(function);
    body.declare_locals(&blocks);
    let ends: HashMap<Block, BlockId> = blocks.iter().map(|&block| (block, body.block(block))).collect();
    body.phis(&blocks, &ends);
    Function {
        name,
        source_name,
        params,
        ret,
        source_type,
        variadic: ty.is_variadic(),
        internal: body.module.is_internal(function),
        symbol: body.module.symbol(function),
        noreturn: function.has_attribute(None, Attr::NoReturn),
        promises: Promises { effect: effect(function), nonnull_result: function.result_has_attribute(Attr::NonNull) },
        locals: body.locals,
        blocks: body.blocks,
        span,
    }
}

/// What `memory(…)` says: two bits for each kind of memory, the higher one for writing.
fn effect(function: Value) -> Effect {
    const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;
    match function.function_attribute_value(Attr::Memory) {
        Some(0) => Effect::None,
        Some(bits) if bits & WRITES == 0 => Effect::Reads,
        _ => Effect::Any,
    }
}

/// What stands in the place of a block that is not lowered yet.
fn unfinished() -> IrBlock {
    let terminator = Terminator { kind: TermKind::Unreachable, span: Span::unknown() };
    IrBlock { name: String::new(), stmts: Vec::new(), terminator }
}

impl Body<'_> {
    fn params(&mut self, function: Value) -> Vec<Param> {
        let params = function.params();
        let lower = |(index, param): (usize, Value)| {
            let index = index as u32;
            let byval = function.byval_param(index).map(|(ty, align)| self.module.byval(ty, align));
            let variable = self.param_variable(param).or_else(|| self.coerced(param));
            let ty = self.module.ty_or_void(param.ty());
            let local = self.local(LocalKind::Param, param.name(), ty, variable);
            self.local_of.insert(param, local);
            let at_least = function.attribute_value(index, Attr::Dereferenceable);
            Param {
                local,
                byval,
                sret: function.has_attribute(Some(index), Attr::SRet),
                signed: function.has_attribute(Some(index), Attr::SignExt),
                not_null: at_least > 0 || function.has_attribute(Some(index), Attr::NonNull),
                at_least,
            }
        };
        params.into_iter().enumerate().map(lower).collect()
    }

    /// The source's parameter whose value arrives in `param`: the variable that lives there (`byval`), that debug
    /// information says it is the value of, or that it is stored to unchanged or after widening a `_Bool`. Of several, the
    /// one that LLVM's name names.
    fn param_variable(&self, param: Value) -> Option<Variable> {
        let declared = &self.variables.declared;
        if let Some(variable) = declared.get(&param) {
            return Some(variable.clone());
        }
        let is_bool = param.ty().kind() == TyKind::LLVMIntegerTypeKind && param.ty().int_width() == 1;
        let users = param.users();
        let widened = users.iter().filter(|user| is_bool && user.is_instruction() && user.opcode() == Opcode::LLVMZExt);
        let stored = [param].iter().chain(widened).flat_map(|&value| stored_to(value)).collect::<Vec<Value>>();
        let named = self.variables.named.get(&param).into_iter().flatten();
        let candidates: Vec<&Variable> = named.chain(stored.iter().filter_map(|slot| declared.get(slot))).collect();
        let name = param.name();
        let best = candidates.iter().find(|variable| variable.name == name).or(candidates.first());
        best.map(|&variable| variable.clone())
    }

    fn local(&mut self, kind: LocalKind, name: String, ty: TypeId, variable: Option<Variable>) -> LocalId {
        let local = match variable {
            Some(variable) => {
                Local { name: variable.name, kind, ty, source_type: variable.source_type, span: variable.span }
            }
            None => Local { name, kind, ty, source_type: None, span: Span::unknown() },
        };
        self.locals.push(local)
    }

    /// Gives a local to every promoted `alloca` and then to every value.
    fn declare_locals(&mut self, blocks: &[Block]) {
        let entry = blocks.first().map_or(Vec::new(), |entry| entry.instructions());
        for alloca in entry.into_iter().filter(|&instruction| promotable(instruction)) {
            let Ok(ty) = self.module.ty(alloca.allocated()) else { continue };
            let variable = self.variables.declared.get(&alloca).cloned();
            let local = self.local(LocalKind::Variable, alloca.name(), ty, variable);
            self.promoted.insert(alloca, local);
        }
        for instruction in blocks.iter().flat_map(|block| block.instructions()) {
            let nothing = instruction.ty().kind() == TyKind::LLVMVoidTypeKind;
            if nothing || instruction.is_no_op_cast() || self.promoted.contains_key(&instruction) {
                continue;
            }
            let variable = self.variables.named.get(&instruction).and_then(|all| all.first()).cloned();
            let is_named_phi = instruction.opcode() == Opcode::LLVMPHI && variable.is_some();
            let kind = if is_named_phi { LocalKind::Variable } else { LocalKind::Temp };
            let ty = self.module.ty_or_void(instruction.ty());
            let local = self.local(kind, instruction.name(), ty, variable);
            self.local_of.insert(instruction, local);
        }
    }

    pub(super) fn statement(&mut self, instruction: Value) {
        let span = self.module.span(instruction.debug_location());
        let kind = match self.instruction(instruction) {
            Ok(Some(kind)) => kind,
            Ok(None) => return,
            Err(reason) => {
                let text = instruction.text();
                StmtKind::Unsupported(if text == reason { text } else { format!("{text} ({reason})") })
            }
        };
        let declared = match &kind {
            StmtKind::Assign { value: Rvalue::Alloca { .. }, .. } if !span.is_known() => {
                self.variables.declared.get(&instruction).map(|variable| variable.span)
            }
            _ => None,
        };
        self.stmts.push(Stmt { kind, span: declared.unwrap_or(span) });
    }

    /// The operand that reads a value.
    pub fn operand(&mut self, value: Value) -> Operand {
        let value = value.behind_no_op_casts();
        if let Some(&local) = self.local_of.get(&value) {
            return Operand::Local(local);
        }
        if value.kind() == ValueKind::LLVMMetadataAsValueValueKind {
            return self.module.const_operand(incise_ir::Const::Unsupported(value.text()));
        }
        self.module.constant_operand(value)
    }

    /// The number of an LLVM block.
    pub fn block_id(&self, block: Block) -> BlockId {
        self.module.blocks.get(&block).map_or(BlockId::new(0), |&(_, id)| id)
    }
}

/// The stack slots of a value's type that it is stored to.
fn stored_to(value: Value) -> Vec<Value> {
    let stores = value
        .users()
        .into_iter()
        .filter(|user| user.is_instruction() && user.opcode() == Opcode::LLVMStore && user.operand(0) == value);
    let slots = stores.map(|store| store.operand(1));
    slots.filter(|slot| slot.allocated_type() == Some(value.ty())).collect()
}
