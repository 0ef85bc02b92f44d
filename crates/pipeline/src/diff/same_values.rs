//! Checks that the native runs of two versions are given one set of values, as one caller gives them.
//!
//! A parameter holds one number, in the type of each version; memory, external globals and arguments of `main` hold the same bytes. Private state is each version's
//! own.

use crate::versions::Version;
use incise_engine::{Config, HistoryCall, declared_type, positions, strip};
use incise_ir::{FloatKind, Function, Module, SourceType, Type};
use incise_replay::{Test, TestInputKind};
use std::collections::BTreeMap;

/// A version, and how its runs start.
type Side<'a> = (&'a Version, &'a Config);

/// The same; otherwise what the versions would be given differently.
pub(super) fn given_alike((old, new): &(Test, Test), base: Side<'_>, modified: Side<'_>) -> Result<(), String> {
    let module = &modified.0.program.linked;
    let is_private = |name: &str| module.global(name).is_none_or(|id| module.globals[id].internal);
    let (old, new) = (values(old, base, is_private), values(new, modified, is_private));
    for (key, was) in &old {
        let Some(is) = new.get(key) else { continue };
        let same_number = was.number.zip(is.number).map(|(was, is)| was.is_same(is));
        if !same_number.unwrap_or_else(|| are_same(&was.bytes, &is.bytes)) {
            return Err(format!("the versions would be given different values of {key}"));
        }
    }
    Ok(())
}

/// Whether two objects hold the same. What only the longer one has, an array that grew, is that version's own and starts as zero.
fn are_same(was: &[u8], is: &[u8]) -> bool {
    let (short, long) = if was.len() <= is.len() { (was, is) } else { (is, was) };
    long.starts_with(short) && long[short.len()..].iter().all(|byte| *byte == 0)
}

/// What is given in one place.
#[derive(Default)]
struct Given {
    bytes: Vec<u8>,
    number: Option<Number>,
}

fn values(test: &Test, (version, config): Side<'_>, is_private: impl Fn(&str) -> bool) -> BTreeMap<String, Given> {
    let module = &version.program.linked;
    let mut all: BTreeMap<String, Given> = BTreeMap::new();
    for input in &test.inputs {
        let mut number = None;
        let key = match &input.kind {
            TestInputKind::Parameter(at) => {
                let (call, index) = (at / HistoryCall::STRIDE, (at % HistoryCall::STRIDE) as usize);
                let name = match call.checked_sub(1).map(|call| config.environment.history.get(call as usize)) {
                    Some(call) => call.map_or("", |call| call.function.as_str()),
                    None => config.entry.name(),
                };
                let function = module.function(name).map(|id| &module.functions[id]);
                let position = function.and_then(|function| positions(module, function).get(index).copied().flatten());
                let is_whole = position.is_some_and(|position| position.is_whole);
                number = function
                    .filter(|_| is_whole)
                    .and_then(|function| Number::of(module, function, index, &input.bytes.0));
                let number = position.map_or(index, |position| position.declared) + 1;
                if call == 0 { format!("parameter {number}") } else { format!("parameter {number} of call {call}") }
            }
            TestInputKind::Pointee(number) => format!("memory behind parameter {}", number + 1),
            TestInputKind::ArgumentCount => String::from("argc"),
            TestInputKind::Argument(number) => format!("argument {number}"),
            TestInputKind::Global(name) if !is_private(name) => format!("`{name}`"),
            _ => continue,
        };
        let given = all.entry(key).or_default();
        given.bytes.extend(&input.bytes.0);
        given.number = number;
    }
    all
}

/// A number of some type.
#[derive(Clone, Copy)]
enum Number {
    Bool(bool),
    Integer(i128),
    Float(f64),
}

impl Number {
    /// What a parameter holds, if it is a number that can be compared here.
    fn of(module: &Module, function: &Function, index: usize, bytes: &[u8]) -> Option<Number> {
        let local = &function.locals[function.params.get(index)?.local];
        let ty = &module.source_types[strip(module, declared_type(module, function, index)?)];
        if bytes.is_empty() || bytes.len() > 16 {
            return None;
        }
        let bits = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        let unused = 128 - 8 * bytes.len() as u32;
        match (module.types.get(local.ty), ty) {
            (Type::Int(_), SourceType::Int { boolean: true, .. }) => Some(Number::Bool(bits != 0)),
            (Type::Int(_), SourceType::Int { signed: true, .. } | SourceType::Enum { signed: true, .. }) => {
                Some(Number::Integer(((bits << unused) as i128) >> unused))
            }
            (Type::Int(_), SourceType::Int { .. } | SourceType::Enum { .. }) => {
                i128::try_from(bits).ok().map(Number::Integer)
            }
            (Type::Float(FloatKind::Float), _) => Some(Number::Float(f64::from(f32::from_bits(bits as u32)))),
            (Type::Float(FloatKind::Double), _) => Some(Number::Float(f64::from_bits(bits as u64))),
            _ => None,
        }
    }

    fn is_same(self, other: Number) -> bool {
        match (self, other) {
            (Number::Integer(was), Number::Integer(is)) => was == is,
            (Number::Bool(was), Number::Bool(is)) => was == is,
            (Number::Float(was), Number::Float(is)) => was == is || was.is_nan() && is.is_nan(),
            (Number::Integer(integer), Number::Float(float)) | (Number::Float(float), Number::Integer(integer)) => {
                integer as f64 == float
            }
            // A call converts every number to `_Bool`.
            (Number::Bool(bit), Number::Integer(integer)) | (Number::Integer(integer), Number::Bool(bit)) => {
                bit == (integer != 0)
            }
            (Number::Bool(bit), Number::Float(float)) | (Number::Float(float), Number::Bool(bit)) => {
                bit == (float != 0.0)
            }
        }
    }
}
