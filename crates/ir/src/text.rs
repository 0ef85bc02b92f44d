//! The text form of a module, for people and golden tests: ids print as they are written here.

use crate::constant::Const;
use crate::function::Function;
use crate::ids::TypeId;
use crate::module::Module;
use crate::stmt::{Callee, Operand, Rvalue, StmtKind, TermKind};
use crate::types::Type;
use std::fmt::Write;

/// The whole module as text.
pub fn module_text(module: &Module) -> String {
    let mut out = String::new();
    for global in module.globals.iter() {
        let mutability = if global.constant { "const" } else { "global" };
        let _ = writeln!(out, "{mutability} {} : {} bytes", global.name, global.size);
    }
    for function in module.functions.iter().filter(|function| !function.is_declaration()) {
        out.push('\n');
        out.push_str(&function_text(module, function));
    }
    out
}

/// One function as text.
pub fn function_text(module: &Module, function: &Function) -> String {
    let printer = Printer { module, function };
    let mut out = String::new();
    let params: Vec<String> = function.params.iter().map(|param| printer.local(param.local)).collect();
    let _ = writeln!(out, "{} {}({}) {{", printer.ty(function.ret), function.name, params.join(", "));
    for (id, block) in function.blocks.iter_ids() {
        let _ = writeln!(out, "{id}:    ; {}", block.name);
        for stmt in &block.stmts {
            let _ = writeln!(out, "    {:<60} ; {}", printer.stmt(&stmt.kind), stmt.span.line);
        }
        let text = printer.terminator(&block.terminator.kind);
        let _ = writeln!(out, "    {text:<60} ; {}", block.terminator.span.line);
    }
    out.push_str("}\n");
    out
}

struct Printer<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl Printer<'_> {
    fn local(&self, id: crate::ids::LocalId) -> String {
        let name = &self.function.locals[id].name;
        if name.is_empty() { id.to_string() } else { format!("{id}.{name}") }
    }
    fn ty(&self, id: TypeId) -> String {
        match self.module.types.get(id) {
            Type::Void => String::from("void"),
            Type::Int(width) => format!("i{width}"),
            Type::Float(kind) => format!("{kind:?}").to_lowercase(),
            Type::Ptr => String::from("ptr"),
            Type::Vector { len, elem } => format!("<{len} x {}>", self.ty(*elem)),
            Type::Array { len, elem, .. } => format!("[{len} x {}]", self.ty(*elem)),
            Type::Struct { fields, .. } => {
                format!("{{{}}}", fields.iter().map(|field| self.ty(field.ty)).collect::<Vec<_>>().join(", "))
            }
        }
    }
    fn constant(&self, constant: &Const) -> String {
        match constant {
            Const::Bits { value, .. } => value.to_string(),
            Const::Null => String::from("null"),
            Const::Undefined(_) => String::from("undefined"),
            Const::Zero(_) => String::from("zero"),
            Const::Global { id, offset } => format!("&{}{offset:+}", self.module.globals[*id].name),
            Const::Function(id) => format!("&{}", self.module.functions[*id].name),
            other => format!("{other:?}"),
        }
    }
    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Local(id) => self.local(*id),
            Operand::Int(value) => value.to_string(),
            Operand::Const(id) => self.constant(&self.module.consts[*id]),
        }
    }
    fn operands(&self, operands: &[Operand]) -> String {
        operands.iter().map(|operand| self.operand(operand)).collect::<Vec<_>>().join(", ")
    }
    fn stmt(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Assign { dst, value } => format!("{} = {}", self.local(*dst), self.rvalue(value)),
            StmtKind::ParallelCopy(copies) => copies
                .iter()
                .map(|(dst, source)| format!("{} = {}", self.local(*dst), self.operand(source)))
                .collect::<Vec<_>>()
                .join(" || "),
            StmtKind::Store { ptr, value, ty, .. } => {
                format!("*{} = {} {}", self.operand(ptr), self.ty(*ty), self.operand(value))
            }
            StmtKind::Call { dst, callee, args, .. } => {
                let target = match callee {
                    Callee::Direct(id) => self.module.functions[*id].name.clone(),
                    Callee::Indirect(target) => format!("*{}", self.operand(target)),
                    Callee::Asm { text, .. } => format!("asm {text:?}"),
                };
                let args: Vec<Operand> = args.iter().map(|(operand, _)| *operand).collect();
                let call = format!("call {target}({})", self.operands(&args));
                dst.map_or(call.clone(), |dst| format!("{} = {call}", self.local(dst)))
            }
            StmtKind::Fence => String::from("fence"),
            StmtKind::Unsupported(text) => format!("unsupported {text}"),
        }
    }
    fn rvalue(&self, value: &Rvalue) -> String {
        let operands = self.operands(&value.operands());
        match value {
            Rvalue::Use(_) => operands,
            Rvalue::Uninit => String::from("uninit"),
            Rvalue::Binary { op, ty, .. } => {
                format!("{} {} {operands}", format!("{op:?}").to_lowercase(), self.ty(*ty))
            }
            Rvalue::FNeg { ty, .. } => format!("fneg {} {operands}", self.ty(*ty)),
            Rvalue::Compare { predicate, ty, .. } => {
                format!("{} {} {operands}", format!("{predicate:?}").to_lowercase(), self.ty(*ty))
            }
            Rvalue::Cast { kind, from, to, .. } => {
                format!("{} {} {operands} to {}", format!("{kind:?}").to_lowercase(), self.ty(*from), self.ty(*to))
            }
            Rvalue::Select { .. } => format!("select {operands}"),
            Rvalue::Offset { base, offset, indices, .. } => {
                let mut text = self.operand(base);
                if *offset != 0 {
                    let _ = write!(text, " {offset:+}");
                }
                for (index, _, scale) in indices {
                    let _ = write!(text, " + {}*{scale}", self.operand(index));
                }
                text
            }
            Rvalue::Load { ty, .. } => format!("{} *{operands}", self.ty(*ty)),
            Rvalue::Alloca { elem_size, name, .. } => format!("alloca {name} {operands} x {elem_size}"),
            Rvalue::Extract { path, .. } => format!("extract {operands} at {path:?}"),
            Rvalue::Insert { path, .. } => format!("insert {operands} at {path:?}"),
            Rvalue::ExtractElement { .. } => format!("element {operands}"),
            Rvalue::InsertElement { .. } => format!("with element {operands}"),
            Rvalue::Shuffle { mask, .. } => format!("shuffle {operands} {mask:?}"),
            Rvalue::AtomicRmw { op, .. } => format!("atomic {op:?} {operands}"),
            Rvalue::CmpXchg { .. } => format!("cmpxchg {operands}"),
            Rvalue::VaArg { ty, .. } => format!("va_arg {} {operands}", self.ty(*ty)),
        }
    }
    fn terminator(&self, kind: &TermKind) -> String {
        match kind {
            TermKind::Goto(next) => format!("goto {next}"),
            TermKind::Branch { cond, then, otherwise } => {
                format!("if {} goto {then} else {otherwise}", self.operand(cond))
            }
            TermKind::Switch { value, cases, default, .. } => {
                let cases: Vec<String> = cases.iter().map(|(labels, block)| format!("{labels}: {block}")).collect();
                format!("switch {} [{}] else {default}", self.operand(value), cases.join(", "))
            }
            TermKind::IndirectGoto { target, targets } => format!("goto *{} {targets:?}", self.operand(target)),
            TermKind::Return(value) => {
                value.as_ref().map_or(String::from("return"), |value| format!("return {}", self.operand(value)))
            }
            TermKind::Unreachable => String::from("unreachable"),
            TermKind::Unsupported(text) => format!("unsupported {text}"),
        }
    }
}
