//! A node as text: with folded temporaries spelled out, so that equal texts mean the same computation.
//!
//! Two uses, told apart by [`Names::exact`]: for people, C-like and without types; for comparing versions, with every type, flag
//! and alignment that the compiler saw.

use crate::ids::NodeId;
use crate::nodes::{FunctionNodes, Site};
use incise_ir::{
    BinaryOp, Callee, Const, ConstExpr, FuncId, Function, GlobalId, LocalId, Module, Operand, Predicate, Rvalue,
    StmtKind, TermKind, Type, TypeId,
};

/// How things are named.
pub trait Names {
    /// A local that is not folded, or whose address is meant.
    fn local(&self, local: LocalId) -> String;
    /// A global.
    fn global(&self, global: GlobalId) -> String;
    /// A function.
    fn function(&self, function: FuncId) -> String;
    /// Whether types, flags and alignment are part of the text.
    fn exact(&self) -> bool;
}

/// The names of the source.
pub struct SourceNames<'a> {
    /// The program.
    pub module: &'a Module,
    /// The function.
    pub function: &'a Function,
}

impl Names for SourceNames<'_> {
    fn local(&self, local: LocalId) -> String {
        let name = &self.function.locals[local].name;
        if name.is_empty() { local.to_string() } else { name.clone() }
    }
    fn global(&self, global: GlobalId) -> String {
        self.module.globals[global].source_name.clone()
    }
    fn function(&self, function: FuncId) -> String {
        self.module.functions[function].source_name.clone()
    }
    fn exact(&self) -> bool {
        false
    }
}

/// The text of a node.
pub fn node_text(
    module: &Module,
    function: &Function,
    nodes: &FunctionNodes,
    node: NodeId,
    names: &dyn Names,
) -> String {
    let renderer = Renderer { module, function, nodes, names };
    match nodes.sites[node] {
        Site::Stmt(block, position) => renderer.statement(&function.blocks[block].stmts[position].kind),
        Site::End(block) => renderer.end(&function.blocks[block].terminator.kind),
    }
}

struct Renderer<'a> {
    module: &'a Module,
    function: &'a Function,
    nodes: &'a FunctionNodes,
    names: &'a dyn Names,
}

impl Renderer<'_> {
    fn statement(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Assign { dst, value } => {
                let ty = self.ty(self.function.locals[*dst].ty);
                let text = match value {
                    Rvalue::Use(value) => self.number(*value, self.function.locals[*dst].ty),
                    value => self.rvalue(*dst, value),
                };
                format!("{}{ty} = {text}", self.names.local(*dst))
            }
            StmtKind::ParallelCopy(copies) => {
                let copy = |(dst, source): &(LocalId, Operand)| {
                    format!(
                        "{}{} = {}",
                        self.names.local(*dst),
                        self.ty(self.function.locals[*dst].ty),
                        self.number(*source, self.function.locals[*dst].ty)
                    )
                };
                copies.iter().map(copy).collect::<Vec<_>>().join(", ")
            }
            StmtKind::Store { ptr, value, ty, align, volatile, atomic } => {
                let how = self.how(*align, *volatile, *atomic);
                format!("{}{}{how} = {}", self.pointed(*ptr), self.ty(*ty), self.number(*value, *ty))
            }
            StmtKind::Call { dst, callee, args, byval, ret, variadic } => {
                let target = match callee {
                    Callee::Direct(id) => self.names.function(*id),
                    Callee::Indirect(target) => format!("(*{})", self.operand(*target)),
                    Callee::Asm { text, constraints } => format!("asm {text:?} {constraints:?}"),
                };
                let args: Vec<String> = args
                    .iter()
                    .map(|(operand, ty)| format!("{}{}", self.number(*operand, *ty), self.ty(*ty)))
                    .collect();
                let call = format!("{target}({})", args.join(", "));
                let exact = if self.names.exact() {
                    format!(" {byval:?} {variadic:?}{}", self.ty(*ret))
                } else {
                    String::new()
                };
                match dst.filter(|dst| self.names.exact() || !self.function.locals[*dst].name.starts_with("call")) {
                    Some(dst) => format!("{} = {call}{exact}", self.names.local(dst)),
                    None => format!("{call}{exact}"),
                }
            }
            StmtKind::Fence => String::from("fence"),
            StmtKind::Unsupported(text) => format!("unsupported {text}"),
        }
    }
    fn end(&self, kind: &TermKind) -> String {
        match kind {
            TermKind::Goto(_) => String::from("goto"),
            TermKind::Branch { cond, .. } => format!("if {}", self.operand(*cond)),
            TermKind::Switch { value, ty, cases, .. } => {
                let cases: Vec<String> =
                    cases.iter().map(|(labels, _)| labels.to_string().replace(", ", ",")).collect();
                format!("switch {}{} [{}]", self.operand(*value), self.ty(*ty), cases.join(" "))
            }
            TermKind::IndirectGoto { target, targets } => {
                format!("goto *{} of {}", self.operand(*target), targets.len())
            }
            TermKind::Return(Some(value)) => format!("return {}", self.number(*value, self.function.ret)),
            TermKind::Return(None) => String::from("return"),
            TermKind::Unreachable => String::from("unreachable"),
            TermKind::Unsupported(text) => format!("unsupported {text}"),
        }
    }
    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Local(local) => match self.nodes.folded(self.function, local) {
                Some(value) => self.rvalue(local, value),
                None => self.names.local(local),
            },
            Operand::Int(value) => value.to_string(),
            Operand::Const(id) => self.constant(&self.module.consts[id]),
        }
    }
    /// An operand of a type: for people, an integer has its sign unless the operator is an unsigned one.
    fn number(&self, operand: Operand, ty: TypeId) -> String {
        match (operand, self.module.types.get(ty)) {
            (Operand::Int(bits), Type::Int(width @ 2..=64)) if !self.names.exact() => {
                (((bits << (64 - width)) as i64) >> (64 - width)).to_string()
            }
            _ => self.operand(operand),
        }
    }
    /// What a pointer points to.
    fn pointed(&self, ptr: Operand) -> String {
        let text = self.operand(ptr);
        match text.strip_prefix('&') {
            Some(object) if !self.names.exact() => object.to_owned(),
            _ => format!("*{text}"),
        }
    }
    fn rvalue(&self, dst: LocalId, value: &Rvalue) -> String {
        let operand = |operand: &Operand| self.operand(*operand);
        match value {
            Rvalue::Use(value) => operand(value),
            Rvalue::Uninit => String::from("uninit"),
            Rvalue::Binary { op, flags, ty, left, right } => {
                let flags = if self.names.exact() {
                    format!("{}{}{}", u8::from(flags.nsw), u8::from(flags.nuw), u8::from(flags.exact))
                } else {
                    String::new()
                };
                let number = |operand: Operand| match op {
                    BinaryOp::UDiv | BinaryOp::URem => self.operand(operand),
                    _ => self.number(operand, *ty),
                };
                format!("({} {}{flags}{} {})", number(*left), self.binary(*op), self.ty(*ty), number(*right))
            }
            Rvalue::FNeg { ty, value } => format!("-{}{}", operand(value), self.ty(*ty)),
            Rvalue::Compare { predicate, ty, left, right } => {
                let number = |operand: Operand| match predicate {
                    Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => self.operand(operand),
                    _ => self.number(operand, *ty),
                };
                format!("({} {}{} {})", number(*left), self.predicate(*predicate), self.ty(*ty), number(*right))
            }
            Rvalue::Cast { kind, from, to, value } if self.names.exact() => {
                format!("{kind:?}({}{}{})", operand(value), self.ty(*from), self.ty(*to))
            }
            Rvalue::Cast { value, .. } => operand(value),
            Rvalue::Select { cond, ty, left, right, .. } => {
                let (left, right) = (self.number(*left, *ty), self.number(*right, *ty));
                format!("({} ?{} {left} : {right})", operand(cond), self.ty(*ty))
            }
            Rvalue::Offset { base, offset, indices, inbounds, .. } => {
                let mut text = operand(base);
                if *offset != 0 {
                    text.push_str(&format!("{offset:+}"));
                }
                for (index, ty, scale) in indices {
                    text.push_str(&format!("[{}{} * {scale}]", operand(index), self.ty(*ty)));
                }
                if self.names.exact() { format!("({text} {inbounds})") } else { text }
            }
            Rvalue::Load { ptr, ty, align, volatile, atomic, .. } => {
                format!("{}{}{}", self.pointed(*ptr), self.ty(*ty), self.how(*align, *volatile, *atomic))
            }
            Rvalue::Alloca { elem_size, count, align, .. } => {
                let size = if self.names.exact() {
                    format!("<{elem_size} x {} align {align}>", operand(count))
                } else {
                    String::new()
                };
                format!("&{}{size}", self.names.local(dst))
            }
            Rvalue::Extract { value, path } => format!("{}.{path:?}", operand(value)),
            Rvalue::Insert { value, ty, member, path } => {
                format!("{}{} with {path:?} = {}", operand(value), self.ty(*ty), operand(member))
            }
            Rvalue::AtomicRmw { op, ptr, value, ty } => {
                format!("atomic {op:?} {}{} {}", self.pointed(*ptr), self.ty(*ty), operand(value))
            }
            Rvalue::CmpXchg { ptr, expected, new, ty } => {
                format!("cmpxchg {}{} {} {}", self.pointed(*ptr), self.ty(*ty), operand(expected), operand(new))
            }
            Rvalue::VaArg { list, ty } => format!("va_arg {}{}", operand(list), self.ty(*ty)),
            Rvalue::ExtractElement { .. } | Rvalue::InsertElement { .. } | Rvalue::Shuffle { .. } => self.vector(value),
        }
    }
    fn vector(&self, value: &Rvalue) -> String {
        let operands: Vec<String> = value.operands().iter().map(|operand| self.operand(*operand)).collect();
        let what = match value {
            Rvalue::Shuffle { mask, ty, .. } => format!("shuffle {mask:?}{}", self.ty(*ty)),
            Rvalue::ExtractElement { .. } => String::from("element"),
            _ => String::from("with element"),
        };
        format!("{what}({})", operands.join(", "))
    }
    fn constant(&self, constant: &Const) -> String {
        match constant {
            Const::Bits { width, value } if self.names.exact() => format!("{value}:{width}"),
            Const::Bits { value, .. } => value.to_string(),
            Const::Null => String::from("null"),
            Const::Undefined(ty) => format!("undefined{}", self.ty(*ty)),
            Const::Zero(ty) => format!("zero{}", self.ty(*ty)),
            Const::Global { id, offset: 0 } => format!("&{}", self.names.global(*id)),
            Const::Global { id, offset } => format!("&{}{offset:+}", self.names.global(*id)),
            Const::Function(id) => self.names.function(*id),
            Const::Label(id, block) => format!("{}:{block}", self.names.function(*id)),
            Const::Bytes(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
            Const::Wide { width, words } => format!("{words:?}:{width}"),
            Const::Aggregate { ty, members } => {
                let members: Vec<String> = members.iter().map(|member| self.constant(member)).collect();
                format!("{{{}}}{}", members.join(", "), self.ty(*ty))
            }
            Const::Expr(inner) => match &**inner {
                ConstExpr::Cast { kind, value, from, to } => {
                    format!("{kind:?}({}{}{})", self.constant(value), self.ty(*from), self.ty(*to))
                }
                ConstExpr::Binary { op, ty, left, right } => {
                    format!("({} {}{} {})", self.constant(left), self.binary(*op), self.ty(*ty), self.constant(right))
                }
                ConstExpr::Compare { predicate, ty, left, right } => {
                    let predicate = self.predicate(*predicate);
                    format!("({} {predicate}{} {})", self.constant(left), self.ty(*ty), self.constant(right))
                }
                ConstExpr::Offset { base, offset } => format!("({}{offset:+})", self.constant(base)),
            },
            Const::Unsupported(text) => format!("unsupported {text}"),
        }
    }
    fn how(&self, align: u32, volatile: bool, atomic: bool) -> String {
        if self.names.exact() { format!("<{align} {volatile} {atomic}>") } else { String::new() }
    }
    fn ty(&self, id: TypeId) -> String {
        if self.names.exact() { format!(":{}", type_text(self.module, id)) } else { String::new() }
    }
    fn binary(&self, op: BinaryOp) -> String {
        let sign = match op {
            BinaryOp::Add | BinaryOp::FAdd => "+",
            BinaryOp::Sub | BinaryOp::FSub => "-",
            BinaryOp::Mul | BinaryOp::FMul => "*",
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::FDiv => "/",
            BinaryOp::URem | BinaryOp::SRem | BinaryOp::FRem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::LShr | BinaryOp::AShr => ">>",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
        };
        if self.names.exact() { format!("{op:?}") } else { sign.to_owned() }
    }
    fn predicate(&self, predicate: Predicate) -> String {
        let sign = match predicate {
            Predicate::Eq | Predicate::FOeq | Predicate::FUeq => "==",
            Predicate::Ne | Predicate::FOne | Predicate::FUne => "!=",
            Predicate::Ult | Predicate::Slt | Predicate::FOlt | Predicate::FUlt => "<",
            Predicate::Ule | Predicate::Sle | Predicate::FOle | Predicate::FUle => "<=",
            Predicate::Ugt | Predicate::Sgt | Predicate::FOgt | Predicate::FUgt => ">",
            Predicate::Uge | Predicate::Sge | Predicate::FOge | Predicate::FUge => ">=",
            _ => return format!("{predicate:?}"),
        };
        if self.names.exact() { format!("{predicate:?}") } else { sign.to_owned() }
    }
}

/// A machine type with its layout.
pub fn type_text(module: &Module, id: TypeId) -> String {
    match module.types.get(id) {
        Type::Void => String::from("void"),
        Type::Int(width) => format!("i{width}"),
        Type::Float(kind) => format!("{kind:?}"),
        Type::Ptr => String::from("ptr"),
        Type::Vector { len, elem } => format!("<{len} x {}>", type_text(module, *elem)),
        Type::Array { len, elem, stride } => format!("[{len} x {} by {stride}]", type_text(module, *elem)),
        Type::Struct { fields, size } => {
            let field = |field: &incise_ir::Field| format!("{}:{}", field.offset, type_text(module, field.ty));
            format!("{{{} size {size}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
    }
}
