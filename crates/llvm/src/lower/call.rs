//! Calls: of functions, through pointers, of inline assembly and of intrinsics.

use super::Unsupported;
use super::function::Body;
use super::promote::{Lifetime, lifetime};
use crate::raw::{Attr, TyKind, Value, ValueKind};
use incise_ir::{Callee, Rvalue, StmtKind};

impl Body<'_> {
    pub(super) fn call(&mut self, call: Value) -> Result<Option<StmtKind>, Unsupported> {
        if let Some(marker) = lifetime(call) {
            let slot = call.operand(call.n_args() - 1).behind_no_op_casts();
            if let Some(&dst) = self.promoted.get(&slot) {
                let begins = marker == Lifetime::Start;
                return Ok(begins.then_some(StmtKind::Assign { dst, value: Rvalue::Uninit }));
            }
        }
        let ty = call.called_type();
        let callee = self.callee(call.called())?;
        let ret = self.module.ty(ty.returned())?;
        let n = call.n_args();
        let mut args = Vec::with_capacity(n as usize);
        let mut byval = Vec::with_capacity(n as usize);
        for index in 0..n {
            let arg = call.operand(index);
            if call.arg_has(index, Attr::InAlloca) || call.arg_has(index, Attr::Preallocated) {
                return Err(call.text());
            }
            // Metadata arguments of intrinsics have no type here; their operand says what they are.
            let ty = match arg.ty().kind() {
                TyKind::LLVMMetadataTypeKind => self.module.void(),
                _ => self.module.ty(arg.ty())?,
            };
            args.push((self.operand(arg), ty));
            byval.push(call.byval_arg(index).map(|(ty, align)| self.module.byval(ty, align)));
        }
        let dst = self.local_of.get(&call).copied();
        let variadic = ty.is_variadic().then(|| ty.n_params());
        Ok(Some(StmtKind::Call { dst, callee, args, byval, ret, variadic }))
    }

    fn callee(&mut self, called: Value) -> Result<Callee, Unsupported> {
        match called.kind() {
            ValueKind::LLVMFunctionValueKind => {
                self.module.functions.get(&called).map(|&id| Callee::Direct(id)).ok_or_else(|| called.text())
            }
            ValueKind::LLVMGlobalAliasValueKind => self.callee(called.aliasee()),
            ValueKind::LLVMGlobalIFuncValueKind => Err(format!("ifunc {}", called.name())),
            ValueKind::LLVMInlineAsmValueKind => {
                let (text, constraints) = called.assembly();
                Ok(Callee::Asm { text, constraints })
            }
            _ => Ok(Callee::Indirect(self.operand(called))),
        }
    }
}
