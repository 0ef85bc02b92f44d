//! A call of a function that has neither a body nor a model, as something that others see: who was called, with what.
//!
//! # Invariants
//! - A byte that was never written is not known to anybody: it is `None`.

use crate::outside_function::is_outside_function;
use incise_term::{Assignment, Evaluator, Format, Pool, TermId};
use std::fmt::Write;

/// Bytes behind a pointer that are shown.
const SHOWN: usize = 24;
/// The bit of an argument's shape that says that the callee may write the memory.
const WRITTEN: u32 = 1 << 31;
/// The shape of an argument that is no pointer to the program's memory.
const NO_MEMORY: u32 = u32::MAX;

/// How a number is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As a signed integer.
    Signed,
    /// As an unsigned integer.
    Unsigned,
    /// As a float.
    Float(Format),
    /// As an address that is not ours.
    Address,
}

/// What a pointer argument points to, as far as the callee can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A variable with a name that both versions of a program know, and so many bytes into it.
    Named(String, u64),
    /// A `static` variable, and so many bytes into it: the callee has no other way to it.
    Own(String, u64),
    /// Memory that only its contents tell apart: the same object as that argument's, so many bytes further on.
    Like(usize, i64),
    /// Contents only: a literal, or a copy made for the call.
    Contents,
}

/// An argument.
#[derive(Clone, Debug)]
pub enum Passed {
    /// It was never set.
    Unspecified,
    /// A number, or an address that is not one of the program's objects.
    Number(TermId, Reading),
    /// The address of an object of the program, with the bytes from there to its end.
    Pointer {
        /// Of which object.
        to: Target,
        /// The bytes, terms of 8 bits; nothing for one that was never written.
        bytes: Vec<Option<TermId>>,
        /// Whether the callee may write them.
        written: bool,
        /// How the callee's answer is cut into variables: bytes of the declared type.
        unit: u64,
    },
}

/// An access of memory outside the program.
#[derive(Clone, Debug)]
pub struct Access {
    /// The place, the same in two versions and in native runs.
    pub place: String,
    /// What C calls it.
    pub shown: String,
    /// Bits.
    pub width: u32,
}

/// A call of a function without a body, or an access of memory outside.
#[derive(Clone, Debug)]
pub struct CallEvent {
    /// Whom.
    pub function: String,
    /// The arguments in order.
    pub args: Vec<Passed>,
    /// Bits of the result; 0 for none.
    pub result: u32,
    /// The access, if it is no call.
    pub access: Option<Access>,
}

impl CallEvent {
    /// How much of the memory behind each argument is looked at: four bytes (how many bytes, with the highest bit set if the callee may
    /// write them; all ones if there is none), then for each byte whether it is known. Of an access the place as text.
    pub fn shape(&self) -> Vec<u8> {
        let mut shape = Vec::new();
        if let Some(access) = &self.access {
            return access.place.clone().into_bytes();
        }
        for passed in &self.args {
            match passed {
                Passed::Pointer { bytes, written, .. } => {
                    let size = bytes.len() as u32 | if *written { WRITTEN } else { 0 };
                    shape.extend(size.to_le_bytes());
                    shape.extend(bytes.iter().map(|byte| u8::from(byte.is_some())));
                }
                _ => shape.extend(NO_MEMORY.to_le_bytes()),
            }
        }
        shape
    }

    /// The call as a person reads it.
    pub fn text(&self, pool: &Pool, evaluator: &mut Evaluator, assignment: &Assignment) -> String {
        if let Some(Access { shown, width, .. }) = &self.access {
            return match self.args.get(1) {
                None => format!("read {shown} ({width} bits)"),
                Some(Passed::Number(term, _)) => {
                    format!("write {shown} = {:#x} ({width} bits)", evaluator.eval(pool, assignment, *term))
                }
                Some(_) => format!("write {shown} = ? ({width} bits)"),
            };
        }
        let mut text = format!("{}(", self.function);
        for (index, passed) in self.args.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            match passed {
                Passed::Unspecified => text.push('?'),
                Passed::Number(term, reading) => {
                    let value = evaluator.eval(pool, assignment, *term);
                    text.push_str(&number(value, pool.width(*term), *reading));
                }
                Passed::Pointer { to, bytes, .. } => {
                    let known: Vec<Option<u8>> = bytes
                        .iter()
                        .map(|byte| byte.map(|term| evaluator.eval(pool, assignment, term) as u8))
                        .collect();
                    match to {
                        Target::Named(name, 0) | Target::Own(name, 0) => text.push_str(&format!("&{name}")),
                        Target::Named(name, offset) | Target::Own(name, offset) => {
                            text.push_str(&format!("&{name}+{offset}"))
                        }
                        Target::Like(..) | Target::Contents => {}
                    }
                    text.push_str(&contents(&known));
                }
            }
        }
        text.push(')');
        text
    }
}

fn number(value: u128, width: u32, reading: Reading) -> String {
    match reading {
        Reading::Signed if width <= 64 => {
            let shift = 64 - width;
            (((value as u64) << shift) as i64 >> shift).to_string()
        }
        Reading::Float(Format::F32) => f32::from_bits(value as u32).to_string(),
        Reading::Float(Format::F64) => f64::from_bits(value as u64).to_string(),
        Reading::Float(_) => format!("{value:#x}"),
        Reading::Address if value == 0 => String::from("NULL"),
        Reading::Address if is_outside_function(value as u64) => String::from("a function"),
        Reading::Address => format!("{value:#x}"),
        Reading::Signed | Reading::Unsigned => value.to_string(),
    }
}

/// A string between quotes, other bytes in hexadecimal.
fn contents(bytes: &[Option<u8>]) -> String {
    let string: Vec<u8> = bytes.iter().map_while(|byte| byte.filter(|byte| *byte != 0)).collect();
    let ends = bytes.get(string.len()) == Some(&Some(0));
    let plain = string.iter().all(|byte| (b' '..=b'~').contains(byte) && *byte != b'"' && *byte != b'\\');
    let rest_is_zero = bytes[string.len().min(bytes.len())..].iter().all(|byte| matches!(byte, None | Some(0)));
    if ends && plain && rest_is_zero && !string.is_empty() {
        return format!("\"{}\"", String::from_utf8_lossy(&string));
    }
    let mut text = String::from("{");
    for (index, byte) in bytes.iter().take(SHOWN).enumerate() {
        if index > 0 {
            text.push(' ');
        }
        match byte {
            Some(byte) => {
                let _ = write!(text, "{byte:02x}");
            }
            None => text.push_str("??"),
        }
    }
    if bytes.len() > SHOWN {
        text.push('…');
    }
    text.push('}');
    text
}

/// A call that may have set `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MathsCall {
    /// The function, without its suffix.
    pub function: &'static str,
    /// The format of its arguments.
    pub format: Format,
    /// Its arguments.
    pub args: [Option<TermId>; 2],
}
