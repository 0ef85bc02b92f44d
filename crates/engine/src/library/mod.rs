//! Models of functions that the program does not define: markers, libc, LLVM intrinsics.
//!
//! A model is a Rust function that is given the call with its operands evaluated. It decides before it changes anything (see
//! [`Engine::decide`]). What is easier said in C is in `runtime/libc` and linked on demand.

mod alloc;
mod environment;
mod files;
mod intrinsics;
mod jump;
mod markers;
mod math;
mod memory;
mod output;
mod process;
mod stream;
mod varargs;

pub use alloc::ALLOCATION;
pub(crate) use alloc::is_allocated;

use crate::call::CallSite;
use crate::engine::{Builtin, Engine, Next, Step};
use crate::state::State;
use crate::step::ObjectOffset;
use crate::value::Value;
use incise_ir::library::{self, LibraryFacts, Model};

/// The model of a function, if there is one.
pub(crate) fn builtin(name: &str) -> Option<Builtin> {
    library::facts(name).model.map(code)
}

/// Whether the engine itself models a function, so that no library body is wanted for it.
pub fn is_modelled(name: &str) -> bool {
    library::facts(name).model.is_some()
}

/// The code of a model.
fn code(model: Model) -> Builtin {
    match model {
        Model::Malloc => alloc::malloc,
        Model::Calloc => alloc::calloc,
        Model::Realloc => alloc::realloc,
        Model::Reallocarray => alloc::reallocarray,
        Model::AlignedAlloc => alloc::aligned_alloc,
        Model::PosixMemalign => alloc::posix_memalign,
        Model::Free => alloc::free,
        Model::Alloca => alloc::alloca,
        Model::UsableSize => alloc::usable_size,
        Model::Copy => memory::copy,
        Model::Move => memory::move_bytes,
        Model::Disjoint => memory::disjoint,
        Model::CopyToEnd => memory::copy_to_end,
        Model::Fill => memory::fill,
        Model::LifetimeStart => memory::lifetime_start,
        Model::LifetimeEnd => memory::lifetime_end,
        Model::Print => output::to_stream,
        Model::PrintToMemory => output::to_memory,
        Model::PrintToBuffer => output::to_buffer,
        Model::Exit => process::exit,
        Model::ExitNow => process::exit_now,
        Model::Abort => process::abort,
        Model::FailAssertion => process::assert_fail,
        Model::AtExit => process::at_exit,
        Model::SetJump => jump::set,
        Model::Jump => jump::jump,
        Model::Unsupported => process::unsupported,
        Model::UnsupportedConstruct => process::unsupported_named,
        Model::Random => environment::random,
        Model::Seed | Model::Ignore | Model::Zero => |engine, state, site| engine.result(state, site, Value::Int(0)),
        Model::Time => environment::time,
        Model::NotNegative => environment::number,
        Model::ProcessId => environment::process_id,
        Model::UserId => environment::user_id,
        Model::TimeOfDay => environment::time_of_day,
        Model::ClockTime => environment::clock_time,
        Model::EnvironmentVariable => environment::getenv,
        Model::Read => stream::read,
        Model::Write => stream::write,
        Model::Open => stream::open,
        Model::Close => stream::close,
        Model::Seek => stream::seek,
        Model::StdinByte => stream::stdin_byte,
        Model::Assumed => process::assumed,
        Model::MakeSymbolic => markers::make_symbolic,
        Model::Assume => markers::assume,
        Model::Assert => markers::assert,
        Model::Range => markers::range,
        Model::NamedScalar => markers::named_scalar,
        Model::Nondet => markers::nondet,
        Model::IsSymbolic => markers::is_symbolic,
        Model::SilentExit => markers::silent_exit,
        Model::ReportError => markers::report_error,
        Model::Error => markers::error_marker,
        Model::Exact => math::exact,
        Model::Uninterpreted => math::uninterpreted,
        Model::VaStart => varargs::start,
        Model::VaCopy => varargs::copy,
        Model::VaEnd => |_, _, _| Ok(Next::Statement),
        Model::FirstArgument => intrinsics::first_argument,
        Model::CompilerAssume => intrinsics::assume,
        Model::MinMax => intrinsics::min_max,
        Model::Abs => intrinsics::abs,
        Model::WithOverflow => intrinsics::with_overflow,
        Model::Saturating => intrinsics::saturating,
        Model::Bits => intrinsics::bits,
        Model::MultiplyAdd => intrinsics::multiply_add,
        Model::ObjectSize => intrinsics::object_size,
        Model::IsFpclass => intrinsics::is_fpclass,
        Model::StackSave => intrinsics::stack_save,
        Model::StackRestore => intrinsics::stack_restore,
        Model::PointerMask => intrinsics::pointer_mask,
        Model::SaturatingConversion => intrinsics::saturating_conversion,
        Model::Reduce => intrinsics::reduce,
    }
}

impl Engine<'_, '_> {
    /// What is known of the function that is called.
    pub(crate) fn library_facts(&self, site: &CallSite<'_>) -> &'static LibraryFacts {
        library::facts(&self.prepared.function(site.function).name)
    }

    /// An argument that the model uses: an unspecified one becomes a variable.
    pub(crate) fn arg(&mut self, state: &mut State, site: &CallSite<'_>, index: usize) -> Value {
        match site.args.get(index) {
            Some((Value::Undefined, ty)) => {
                let width = self.prepared.width(*ty);
                Value::Term(self.fresh_undefined(state, width.max(1)))
            }
            Some((value, _)) => value.clone(),
            None => Value::Int(0),
        }
    }

    /// A concrete argument; a symbolic one is followed value by value.
    pub(crate) fn concrete_arg(&mut self, state: &mut State, site: &CallSite<'_>, index: usize) -> Step<u64> {
        match self.arg(state, site, index) {
            Value::Int(value) | Value::Ptr { address: value, .. } => Ok(value),
            Value::Term(term) | Value::SymPtr { address: term, .. } => {
                self.check_initialised(state, term, "an argument")?;
                self.concretise(state, term)
            }
            Value::Undefined | Value::Aggregate(_) => Ok(0),
        }
    }

    /// Gives the call its result and goes on.
    pub(crate) fn result(&mut self, state: &mut State, site: &CallSite<'_>, value: Value) -> Step<Next> {
        if let Some(dst) = site.dst {
            self.set(state, dst, value);
        }
        Ok(Next::Statement)
    }

    /// The string that a pointer points to, up to its end; a symbolic byte that may be the end splits the path.
    pub(crate) fn c_string(&mut self, state: &mut State, pointer: &Value) -> Step<Vec<Value>> {
        self.c_string_up_to(state, pointer, u64::MAX)
    }

    /// At most `limit` bytes of a string.
    pub(crate) fn c_string_up_to(&mut self, state: &mut State, pointer: &Value, limit: u64) -> Step<Vec<Value>> {
        let mut bytes = Vec::new();
        let (object, place) = self.resolve(state, pointer, u64::from(limit > 0), false)?;
        let start = self.concrete_place(state, place)?;
        for index in 0..limit {
            let at = start + index as usize;
            let size = state.memory.get(object).expect("the access was checked").size;
            if at as u64 >= size {
                let checked = state.memory.get(object).expect("the access was checked");
                let (name, address) = (checked.name.clone(), checked.address.wrapping_add(at as u64));
                if self.is_open(object) {
                    self.resolve(state, &Value::Ptr { object, address }, 1, false)?;
                }
                let message = format!("the string in `{name}` has no end");
                return self.error(state, crate::error::ErrorKind::OutOfBounds, message);
            }
            self.note_argument_end(state, object, &ObjectOffset::At(at), 1);
            let byte = match self.read_scalar(state, object, at, 1) {
                Value::Undefined => Value::Term(self.fresh_undefined(state, 8)),
                byte => byte,
            };
            let end = match &byte {
                Value::Int(byte) => *byte == 0,
                other => {
                    let term = self.term(other, 8);
                    let zero = self.context.pool.constant(8, 0);
                    let is_end = self.context.pool.eq(term, zero);
                    let is_end = self.value(is_end);
                    self.decide(state, &is_end)?
                }
            };
            if end {
                break;
            }
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// A concrete string, for names and formats.
    pub(crate) fn concrete_string(&mut self, state: &mut State, pointer: &Value) -> Step<Option<Vec<u8>>> {
        let bytes = self.c_string(state, pointer)?;
        Ok(bytes.iter().map(|byte| byte.concrete().map(|byte| byte as u8)).collect())
    }
}
