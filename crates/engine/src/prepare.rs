//! Prepares a program for execution: globals get their objects, constants their values, declarations their models.

use crate::config::Config;
use crate::engine::{
    Context, EXTERNAL_BASE, EXTERNAL_STEP, Engine, LABEL_BASE, Machine, Prepared, Run, function_address, write_value,
};
use crate::library::builtin;
use crate::memory::{Memory, ObjectId, ObjectKind};
use crate::plan::Plan;
use crate::value::Value;
use incise_ir::library::facts;
use incise_ir::{
    Block, Const, ConstExpr, FuncId, Function, GlobalId, Id, IdVec, Module, SourceTypeId, Type, TypeId, is_pointed_to,
};
use incise_solver::Solver;
use std::collections::BTreeMap;
use std::rc::Rc;

impl<'p> Prepared<'p> {
    /// Prepares a program over the terms of a context.
    pub fn new(program: &'p Module, config: &'p Config, plan: Option<&'p Plan>, context: &mut Context) -> Prepared<'p> {
        let mut n_coverage_bits = 0;
        let mut coverage_of = |block: &Block| {
            let base = n_coverage_bits;
            n_coverage_bits += 1 + block.terminator.kind.successors().len() as u32;
            base
        };
        let coverage_base =
            program.functions.iter().map(|function| function.blocks.iter().map(&mut coverage_of).collect()).collect();
        let model = |function: &Function| if function.is_declaration() { builtin(&function.name) } else { None };
        let (globals, initial_memory) = objects(program, config.environment.pointee_elements);
        let mut prepared = Prepared {
            program,
            config,
            plan,
            consts: IdVec::new(),
            builtins: program.functions.iter().map(model).collect(),
            character_functions: IdVec::new(),
            globals,
            bits: program.types.ids().map(|ty| program.types.bits(ty).min(u64::from(u32::MAX)) as u32).collect(),
            coverage_base,
            n_coverage_bits,
            initial_memory,
            function_types: outside_types(program),
        };
        let of_characters =
            |function: &Function| prepared.is_model(function.span) && facts(&function.name).takes_character;
        prepared.character_functions = program.functions.iter().map(of_characters).collect();
        // Initialisers may refer to any global: all have their addresses by now.
        let mut run = Run::default();
        prepared.initial_memory = Engine { prepared: &prepared, run: &mut run, context }.initialise();
        let mut engine = Engine { prepared: &prepared, run: &mut run, context };
        prepared.consts = program.consts.iter().map(|constant| engine.constant(constant)).collect();
        prepared
    }
}

impl<'p> Machine<'p> {
    /// Prepares a program over a context of its own.
    pub fn new(program: &'p Module, config: &'p Config, plan: Option<&'p Plan>, solver: Solver) -> Machine<'p> {
        let mut context = Context::new(solver);
        Machine { prepared: Prepared::new(program, config, plan, &mut context), run: Run::default(), context }
    }
}

/// The declarations that stand for functions to which pointers in memory lead.
fn outside_types(program: &Module) -> BTreeMap<SourceTypeId, FuncId> {
    let declared = program.functions.iter_ids().filter(|(_, function)| is_pointed_to(&function.name));
    declared.filter_map(|(id, function)| Some((function.source_type?, id))).collect()
}

/// An object for every global that is defined, here or by somebody else; so many elements of an array whose length is not known.
fn objects(program: &Module, n_elements: u64) -> (IdVec<GlobalId, Option<ObjectId>>, Memory) {
    let mut memory = Memory::default();
    let mut objects = IdVec::new();
    for global in program.globals.iter() {
        let object = (global.init.is_some() || global.is_outside()).then(|| {
            let (size, align) = (
                program.open_element(global).map_or(global.size, |element| element * n_elements),
                u64::from(global.align),
            );
            let name = Rc::from(global.source_name.as_str());
            let id = memory.allocate(size, align, ObjectKind::Global, name, true);
            let object = memory.get_mut(id).expect("just made");
            object.writable = !global.constant;
            object.source_type = global.source_type;
            id
        });
        objects.push(object);
    }
    (objects, memory)
}

impl Engine<'_, '_> {
    /// Writes the initial values of globals.
    fn initialise(&mut self) -> Memory {
        let program = self.prepared.program;
        let mut memory = self.prepared.initial_memory();
        for (id, global) in program.globals.iter_ids() {
            if let (Some(object), Some(init)) = (self.prepared.globals[id], &global.init) {
                self.write_constant(&mut memory, object, 0, init, global.ty);
            }
        }
        memory
    }

    fn write_constant(&mut self, memory: &mut Memory, object: ObjectId, offset: u64, constant: &Const, ty: TypeId) {
        let program = self.prepared.program;
        match (constant, program.types.get(ty)) {
            // Padding and the rest of a union are unspecified in LLVM IR; every compiler emits zeros there.
            (Const::Zero(_) | Const::Undefined(_), _) => {}
            (Const::Bytes(bytes), _) => {
                let target = memory.get_mut(object).expect("a global's object");
                target.write_bytes(&mut self.context.pool, offset as usize, bytes);
            }
            (Const::Wide { width, words }, _) => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let target = memory.get_mut(object).expect("a global's object");
                target.write_bytes(&mut self.context.pool, offset as usize, &bytes[..width.div_ceil(8) as usize]);
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
                write_value(&mut self.context.pool, target, offset as usize, size, value);
            }
        }
    }

    /// The value of a constant.
    pub fn constant(&mut self, constant: &Const) -> Value {
        match constant {
            Const::Bits { width, value } if *width <= 64 => Value::Int(*value as u64),
            Const::Bits { width, value } => Value::Term(self.context.pool.constant(*width, *value)),
            // Limbs, as `step::wide` has them.
            Const::Wide { words, .. } => Value::Aggregate(words.iter().map(|word| Value::Int(*word)).collect()),
            Const::Null => Value::Int(0),
            Const::Undefined(ty) => self.undefined(*ty),
            Const::Zero(ty) => self.zero(*ty),
            Const::Global { id, offset } => match self.prepared.globals[*id] {
                Some(object) => {
                    let base = self.prepared.initial_memory.get(object).expect("a global's object").address;
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
