//! Objects that are declared and defined in none of the given files (`extern int limit;`): somebody else defines them, so that they exist in
//! every run and hold whatever that one puts there.
//!
//! *In*: a module. *Out*: which of its globals are such objects, and a source type for each, since compilers write none for a declaration.
//!
//! # Deviations
//! 1. The type is made from the machine's: integers are signed, members are called by their offsets (`at_4`). A byte is a `_Bool` where the
//!    program reads one bit of it.
//! 2. Objects of the C library and of the linker, and weak symbols, are none: the machine has its own, or there is none.

use crate::ids::{GlobalId, LocalId, SourceTypeId, TypeId};
use crate::module::{Global, Module};
use crate::source_type::{SourceField, SourceType};
use crate::stmt::{Operand, Rvalue, StmtKind};
use crate::types::Type;
use crate::{Const, Function};
use std::collections::BTreeSet;

/// What the C library defines itself. Names that begin with an underscore are its own as well.
const OF_LIBRARY: &str = "stdin stdout stderr environ optarg optind opterr optopt signgam timezone daylight tzname \
    program_invocation_name program_invocation_short_name sys_errlist sys_nerr sys_siglist error_message_count \
    error_one_per_line error_print_progname getdate_err h_errno re_syntax_options argp_program_version \
    argp_program_bug_address argp_program_version_hook argp_err_exit_status obstack_alloc_failed_handler \
    obstack_exit_failure in6addr_any in6addr_loopback loc1 loc2 locs svc_fdset svc_pollfd rpc_createerr \
    edata etext end llvm.used llvm.compiler.used";

impl Global {
    /// Whether somebody outside the given files defines it.
    pub fn is_outside(&self) -> bool {
        self.init.is_none() && !self.internal && !self.symbol.weak && !is_of_library(&self.name)
    }
}

impl Module {
    /// The bytes of one element, if a global is an array of unknown length that somebody else defines.
    pub fn open_element(&self, global: &Global) -> Option<u64> {
        match self.types.get(global.ty) {
            Type::Array { len: 0, stride, .. } if global.is_outside() && *stride > 0 => Some(*stride),
            _ => None,
        }
    }
}

fn is_of_library(name: &str) -> bool {
    name.starts_with(['_', '.']) || OF_LIBRARY.split_whitespace().any(|own| own == name)
}

/// Gives objects from outside a source type.
pub fn type_outside_objects(module: &mut Module) {
    let untyped = |(id, global): (GlobalId, &Global)| {
        let is_untyped = global.is_outside() && global.source_type.is_none();
        is_untyped.then_some((id, global.ty))
    };
    let untyped: Vec<(GlobalId, TypeId)> = module.globals.iter_ids().filter_map(untyped).collect();
    for (id, ty) in untyped {
        let bits = boolean_places(module, id);
        let made = source_type(module, ty, Place { offset: 0, step: 0 }, &bits);
        module.globals[id].source_type = made;
    }
}

/// Bytes at an offset, and at every multiple of a step from there; only that one if the step is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    offset: u64,
    step: u64,
}

impl Place {
    fn meets(self, other: Place) -> bool {
        let (distance, step) = (self.offset.abs_diff(other.offset), greatest_divisor(self.step, other.step));
        if step == 0 { distance == 0 } else { distance.is_multiple_of(step) }
    }
}

fn greatest_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Where the program reads a `_Bool` of a global.
fn boolean_places(module: &Module, id: GlobalId) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for function in module.functions.iter() {
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Assign { value: Rvalue::Load { ptr, boolean: true, .. }, .. } = &stmt.kind {
                found.extend(place_in(module, function, *ptr, id));
            }
        }
    }
    found
}

/// The place in a global that an address names.
fn place_in(module: &Module, function: &Function, ptr: Operand, id: GlobalId) -> Option<Place> {
    match ptr {
        Operand::Const(constant) => match &module.consts[constant] {
            Const::Global { id: named, offset } if *named == id => {
                Some(Place { offset: u64::try_from(*offset).ok()?, step: 0 })
            }
            _ => None,
        },
        Operand::Local(local) => match defined_once(function, local)? {
            Rvalue::Use(inner) => place_in(module, function, *inner, id),
            Rvalue::Offset { base, offset, indices, .. } => {
                let base = place_in(module, function, *base, id)?;
                let step =
                    indices.iter().fold(base.step, |step, (_, _, scale)| greatest_divisor(step, scale.unsigned_abs()));
                Some(Place { offset: base.offset.checked_add_signed(*offset)?, step })
            }
            _ => None,
        },
        Operand::Int(_) => None,
    }
}

fn defined_once(function: &Function, local: LocalId) -> Option<&Rvalue> {
    let mut values = function.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { dst, value } if *dst == local => Some(value),
        _ => None,
    });
    values.next().filter(|_| values.next().is_none())
}

/// The source type that a machine type comes from, as far as that can be told.
fn source_type(module: &mut Module, ty: TypeId, at: Place, bits: &BTreeSet<Place>) -> Option<SourceTypeId> {
    let integer = |name: &str, size: u64| SourceType::Int {
        name: name.to_owned(),
        size,
        signed: true,
        character: size == 1,
        boolean: false,
    };
    let made = match module.types.get(ty).clone() {
        Type::Int(8) if bits.iter().any(|bit| bit.meets(at)) => {
            SourceType::Int { name: String::from("_Bool"), size: 1, signed: false, character: false, boolean: true }
        }
        Type::Int(8) => integer("char", 1),
        Type::Int(16) => integer("short", 2),
        Type::Int(32) => integer("int", 4),
        Type::Int(64) => integer("long", 8),
        Type::Float(kind) => {
            let (name, size) = match kind.bits() {
                32 => ("float", 4),
                64 => ("double", 8),
                80 => ("long double", 16),
                _ => return None,
            };
            SourceType::Float { name: name.to_owned(), size }
        }
        Type::Ptr => SourceType::Pointer { to: module.source_types.push(SourceType::Void) },
        Type::Array { len, elem, stride } => {
            let step = greatest_divisor(at.step, stride);
            let elem = source_type(module, elem, Place { offset: at.offset, step }, bits)?;
            SourceType::Array { len: (len > 0).then_some(len), elem, size: len * stride }
        }
        Type::Struct { fields, size } => {
            let mut members = Vec::new();
            for field in fields {
                let bit_size = 8 * module.types.store_size(field.ty);
                let place = Place { offset: at.offset + field.offset, step: at.step };
                let ty = source_type(module, field.ty, place, bits)?;
                let name = format!("at_{}", field.offset);
                members.push(SourceField { name, bit_offset: 8 * field.offset, bit_size, ty });
            }
            SourceType::Record { name: String::new(), union: false, size, fields: members }
        }
        _ => return None,
    };
    Some(module.source_types.push(made))
}
