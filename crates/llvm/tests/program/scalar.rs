//! A small interpreter for functions over integers, written from the documentation of the representation alone, to
//! compare with native runs.

use incise_ir::*;

/// The value of a local.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Int(u64),
    Label(BlockId),
    Unset,
}

/// What a conditional branch or switch did: function, block, and side or value.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Branch(usize, usize, u64),
    Switch(usize, usize, u64),
}

pub struct Machine<'a> {
    pub module: &'a Module,
    pub trace: Vec<Event>,
    pub steps: usize,
}

fn mask(value: u64, width: u32) -> u64 {
    if width >= 64 { value } else { value & ((1 << width) - 1) }
}

fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

impl<'a> Machine<'a> {
    pub fn new(module: &'a Module) -> Self {
        Machine { module, trace: Vec::new(), steps: 0 }
    }

    fn width(&self, ty: TypeId) -> u32 {
        match self.module.types.get(ty) {
            Type::Int(width) => *width,
            other => panic!("not an integer: {other:?}"),
        }
    }

    fn read(&self, locals: &[Value], operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => locals[local.index()],
            Operand::Int(value) => Value::Int(value),
            Operand::Const(id) => match &self.module.consts[id] {
                Const::Label(_, block) => Value::Label(*block),
                Const::Undefined(_) => Value::Int(0),
                other => panic!("not a scalar: {other:?}"),
            },
        }
    }

    fn int(&self, locals: &[Value], operand: Operand) -> u64 {
        match self.read(locals, operand) {
            Value::Int(value) => value,
            other => panic!("not an integer: {other:?}"),
        }
    }

    /// Calls a function with integer arguments.
    pub fn call(&mut self, id: FuncId, args: &[u64]) -> Value {
        let function = &self.module.functions[id];
        if function.is_declaration() {
            return Value::Int(self.intrinsic(function, args));
        }
        let mut locals = vec![Value::Unset; function.locals.len()];
        for (param, &arg) in function.params.iter().zip(args) {
            locals[param.local.index()] = Value::Int(mask(arg, self.width(function.locals[param.local].ty)));
        }
        let mut at = BlockId::new(0);
        loop {
            self.steps += 1;
            assert!(self.steps < 1_000_000, "does not end");
            for stmt in &function.blocks[at].stmts {
                self.step(&mut locals, &stmt.kind);
            }
            let place = (id.index(), at.index());
            at = match &function.blocks[at].terminator.kind {
                TermKind::Goto(next) => *next,
                TermKind::Branch { cond, then, otherwise } => {
                    let cond = self.int(&locals, *cond);
                    self.trace.push(Event::Branch(place.0, place.1, cond));
                    if cond == 1 { *then } else { *otherwise }
                }
                TermKind::Switch { value, cases, default, .. } => {
                    let value = self.int(&locals, *value);
                    self.trace.push(Event::Switch(place.0, place.1, value));
                    cases.iter().find(|(labels, _)| labels.has(u128::from(value))).map_or(*default, |(_, block)| *block)
                }
                TermKind::IndirectGoto { target, targets } => match self.read(&locals, *target) {
                    Value::Label(block) => {
                        assert!(targets.contains(&block));
                        block
                    }
                    other => panic!("not a label: {other:?}"),
                },
                TermKind::Return(Some(value)) => return self.read(&locals, *value),
                TermKind::Return(None) => return Value::Unset,
                other => panic!("{other:?}"),
            };
        }
    }

    fn intrinsic(&self, function: &Function, args: &[u64]) -> u64 {
        let width = self.width(function.ret);
        let (a, b) = (args[0], args.get(1).copied().unwrap_or_default());
        let name = function.name.as_str();
        match name.split('.').nth(1).unwrap_or_default() {
            "smax" => mask(signed(a, width).max(signed(b, width)) as u64, width),
            "smin" => mask(signed(a, width).min(signed(b, width)) as u64, width),
            "umax" => a.max(b),
            "umin" => a.min(b),
            "abs" => mask(signed(a, width).wrapping_abs() as u64, width),
            "ctpop" => u64::from(a.count_ones()),
            _ => panic!("{name} is not known here"),
        }
    }

    fn step(&mut self, locals: &mut [Value], stmt: &StmtKind) {
        match stmt {
            StmtKind::Assign { dst, value } => locals[dst.index()] = self.value(locals, value),
            StmtKind::ParallelCopy(copies) => {
                let values: Vec<Value> = copies.iter().map(|(_, from)| self.read(locals, *from)).collect();
                for ((to, _), value) in copies.iter().zip(values) {
                    locals[to.index()] = value;
                }
            }
            StmtKind::Call { dst, callee: Callee::Direct(id), args, .. } => {
                let args: Vec<u64> = args.iter().map(|(arg, _)| self.int(locals, *arg)).collect();
                let result = self.call(*id, &args);
                if let Some(dst) = dst {
                    locals[dst.index()] = result;
                }
            }
            other => panic!("not a statement over integers: {other:?}"),
        }
    }

    fn value(&self, locals: &[Value], rvalue: &Rvalue) -> Value {
        match rvalue {
            Rvalue::Use(operand) => self.read(locals, *operand),
            Rvalue::Uninit => Value::Unset,
            Rvalue::Binary { op, ty, left, right, .. } => {
                let (a, b, width) = (self.int(locals, *left), self.int(locals, *right), self.width(*ty));
                let (sa, sb) = (signed(a, width), signed(b, width));
                Value::Int(mask(
                    match op {
                        BinaryOp::Add => a.wrapping_add(b),
                        BinaryOp::Sub => a.wrapping_sub(b),
                        BinaryOp::Mul => a.wrapping_mul(b),
                        BinaryOp::UDiv => a / b,
                        BinaryOp::URem => a % b,
                        BinaryOp::SDiv => sa.wrapping_div(sb) as u64,
                        BinaryOp::SRem => sa.wrapping_rem(sb) as u64,
                        BinaryOp::Shl => a << b,
                        BinaryOp::LShr => a >> b,
                        BinaryOp::AShr => (sa >> b) as u64,
                        BinaryOp::And => a & b,
                        BinaryOp::Or => a | b,
                        BinaryOp::Xor => a ^ b,
                        other => panic!("{other:?}"),
                    },
                    width,
                ))
            }
            Rvalue::Compare { predicate, ty, left, right } => {
                let (a, b, width) = (self.int(locals, *left), self.int(locals, *right), self.width(*ty));
                let (sa, sb) = (signed(a, width), signed(b, width));
                Value::Int(u64::from(match predicate {
                    Predicate::Eq => a == b,
                    Predicate::Ne => a != b,
                    Predicate::Ult => a < b,
                    Predicate::Ule => a <= b,
                    Predicate::Ugt => a > b,
                    Predicate::Uge => a >= b,
                    Predicate::Slt => sa < sb,
                    Predicate::Sle => sa <= sb,
                    Predicate::Sgt => sa > sb,
                    Predicate::Sge => sa >= sb,
                    other => panic!("{other:?}"),
                }))
            }
            Rvalue::Cast { kind, from, to, value } => {
                let value = self.int(locals, *value);
                let (from, to) = (self.width(*from), self.width(*to));
                Value::Int(match kind {
                    CastKind::Trunc => mask(value, to),
                    CastKind::ZExt => value,
                    CastKind::SExt => mask(signed(value, from) as u64, to),
                    other => panic!("{other:?}"),
                })
            }
            Rvalue::Select { cond, left, right, .. } => {
                self.read(locals, if self.int(locals, *cond) == 1 { *left } else { *right })
            }
            other => panic!("not over integers: {other:?}"),
        }
    }
}
