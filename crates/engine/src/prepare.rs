//! Prepares a program for execution: globals get their objects, constants their values, declarations their models.

use crate::config::Config;
use crate::engine::{EXTERNAL_BASE, EXTERNAL_STEP, Engine, LABEL_BASE, function_address, write_value};
use crate::ledger::Ledger;
use crate::library::builtin;
use crate::memory::{Memory, ObjectId, ObjectKind};
use crate::stats::Stats;
use crate::value::Value;
use incise_ir::{Const, ConstExpr, Id, IdVec, Module, Type, TypeId};
use incise_solver::Solver;
use incise_term::Pool;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl<'p> Engine<'p> {
    /// Prepares a program: globals get their objects, constants their values, declarations their models.
    pub fn new(program: &'p Module, config: &'p Config, solver: Solver) -> Engine<'p> {
        Engine::with_pool(program, config, Pool::new(), solver)
    }

    /// The same with terms that are there already.
    pub fn with_pool(program: &'p Module, config: &'p Config, pool: Pool, solver: Solver) -> Engine<'p> {
        let mut n_coverage_bits = 0;
        let coverage_base = program
            .functions
            .iter()
            .map(|function| {
                function
                    .blocks
                    .iter()
                    .map(|block| {
                        let base = n_coverage_bits;
                        n_coverage_bits += 1 + block.terminator.kind.successors().len() as u32;
                        base
                    })
                    .collect()
            })
            .collect();
        let mut engine = Engine {
            program,
            config,
            pool,
            solver,
            ledger: Ledger::default(),
            stats: Stats::default(),
            spawned: Vec::new(),
            records: false,
            guide: None,
            finished: Vec::new(),
            decision_log: None,
            explored_sides: None,
            plan: None,
            answers: BTreeSet::new(),
            unfollowed: Vec::new(),
            undefined: BTreeSet::new(),
            from_outside: (0, 0),
            n_activations: 0,
            pointees: Vec::new(),
            outside: BTreeMap::new(),
            given: None,
            given_when: Vec::new(),
            shared: Vec::new(),
            kept: BTreeMap::new(),
            bounded: BTreeSet::new(),
            result_object: None,
            consts: IdVec::new(),
            builtins: program
                .functions
                .iter()
                .map(|function| if function.is_declaration() { builtin(&function.name) } else { None })
                .collect(),
            globals: IdVec::new(),
            bits: program.types.ids().map(|ty| program.types.bits(ty).min(u64::from(u32::MAX)) as u32).collect(),
            coverage_base,
            n_coverage_bits,
            initial_memory: Memory::default(),
            loop_exits: FxHashMap::default(),
            loop_heads: FxHashMap::default(),
            table_reads: FxHashMap::default(),
        };
        engine.prepare_globals();
        engine.consts = program.consts.iter().map(|constant| engine.constant(constant)).collect();
        engine
    }

    fn prepare_globals(&mut self) {
        let program = self.program;
        let mut memory = Memory::default();
        for global in program.globals.iter() {
            let object = (global.init.is_some()).then(|| {
                let id = memory.allocate(
                    global.size,
                    u64::from(global.align),
                    ObjectKind::Global,
                    Rc::from(global.source_name.as_str()),
                    true,
                );
                let object = memory.get_mut(id).expect("just made");
                object.writable = !global.constant;
                object.source_type = global.source_type;
                id
            });
            self.globals.push(object);
        }
        // Addresses exist only now: initialisers may refer to any global.
        self.initial_memory = memory;
        let mut memory = self.initial_memory.clone();
        for (id, global) in program.globals.iter_ids() {
            if let (Some(object), Some(init)) = (self.globals[id], &global.init) {
                let value_type = global.ty;
                self.write_constant(&mut memory, object, 0, init, value_type);
            }
        }
        self.initial_memory = memory;
    }

    fn write_constant(&mut self, memory: &mut Memory, object: ObjectId, offset: u64, constant: &Const, ty: TypeId) {
        let program = self.program;
        match (constant, program.types.get(ty)) {
            // Padding and the rest of a union are unspecified in LLVM IR; every compiler emits zeros there.
            (Const::Zero(_) | Const::Undefined(_), _) => {}
            (Const::Bytes(bytes), _) => {
                let target = memory.get_mut(object).expect("a global's object");
                target.write_bytes(&mut self.pool, offset as usize, bytes);
            }
            (Const::Wide { width, words }, _) => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let target = memory.get_mut(object).expect("a global's object");
                target.write_bytes(&mut self.pool, offset as usize, &bytes[..width.div_ceil(8) as usize]);
            }
            (Const::Aggregate { members, .. }, Type::Array { elem, stride, .. }) => {
                for (index, member) in members.iter().enumerate() {
                    self.write_constant(memory, object, offset + index as u64 * stride, member, *elem);
                }
            }
            (Const::Aggregate { members, .. }, Type::Struct { fields, .. }) => {
                for (member, field) in members.iter().zip(fields) {
                    self.write_constant(memory, object, offset + field.offset, member, field.ty);
                }
            }
            (Const::Aggregate { members, .. }, Type::Vector { elem, .. }) => {
                let stride = program.types.store_size(*elem);
                for (index, member) in members.iter().enumerate() {
                    self.write_constant(memory, object, offset + index as u64 * stride, member, *elem);
                }
            }
            _ => {
                let size = program.types.store_size(ty) as usize;
                let value = self.constant(constant);
                let target = memory.get_mut(object).expect("a global's object");
                write_value(&mut self.pool, target, offset as usize, size, value);
            }
        }
    }

    /// The value of a constant.
    pub fn constant(&mut self, constant: &Const) -> Value {
        match constant {
            Const::Bits { width, value } if *width <= 64 => Value::Int(*value as u64),
            Const::Bits { width, value } => Value::Term(self.pool.constant(*width, *value)),
            // Limbs, as `step::wide` has them.
            Const::Wide { words, .. } => Value::Aggregate(words.iter().map(|word| Value::Int(*word)).collect()),
            Const::Null => Value::Int(0),
            Const::Undefined(ty) => self.undefined(*ty),
            Const::Zero(ty) => self.zero(*ty),
            Const::Global { id, offset } => match self.globals[*id] {
                Some(object) => {
                    let base = self.initial_memory.get(object).expect("a global's object").address;
                    Value::Ptr { object, address: base.wrapping_add_signed(*offset) }
                }
                None => Value::Int(EXTERNAL_BASE + EXTERNAL_STEP * id.index() as u64),
            },
            Const::Function(id) => Value::Int(function_address(*id)),
            Const::Label(function, block) => {
                Value::Int(LABEL_BASE + ((function.index() as u64) << 24 | block.index() as u64) * 4)
            }
            Const::Bytes(bytes) => Value::Aggregate(bytes.iter().map(|byte| Value::Int(u64::from(*byte))).collect()),
            Const::Aggregate { members, .. } => {
                Value::Aggregate(members.iter().map(|member| self.constant(member)).collect())
            }
            Const::Expr(expr) => self.constant_expr(expr),
            Const::Unsupported(_) => Value::Undefined,
        }
    }

    fn constant_expr(&mut self, expr: &ConstExpr) -> Value {
        match expr {
            ConstExpr::Cast { kind, value, from, to } => {
                let value = self.constant(value);
                self.cast(*kind, *from, *to, &value)
            }
            ConstExpr::Binary { op, ty, left, right } => {
                let (left, right) = (self.constant(left), self.constant(right));
                self.binary(*op, *ty, &left, &right)
            }
            ConstExpr::Compare { predicate, ty, left, right } => {
                let (left, right) = (self.constant(left), self.constant(right));
                self.compare(*predicate, *ty, &left, &right)
            }
            ConstExpr::Offset { base, offset } => {
                let base = self.constant(base);
                self.offset_pointer(&base, &Value::Int(*offset as u64))
            }
        }
    }
}
