//! The `printf` family: to a recorded stream, or to memory.
//!
//! A symbolic number printed to a stream stays a term with its conversion; printed to memory it becomes digits, one path per number of digits.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::error::ErrorKind;
use crate::format::{Amount, Conversion, Length, Piece, format_string, format_value, parse};
use crate::ledger::Weakness;
use crate::library::files;
use crate::output::OutputPiece;
use crate::state::State;
use crate::value::Value;
use incise_ir::TypeId;
use incise_ir::library::{Format, Output};
use incise_term::TermId;
use std::rc::Rc;

/// Where a `FILE` keeps its descriptor: in glibc, and in runtime/libc/stream.h.
const FILE_DESCRIPTOR: usize = 112;

/// Where the next argument comes from.
enum Arguments {
    Call { next: usize },
    List { area: Value, offset: u64 },
}

/// A converted piece: bytes, or a symbolic number with its conversion.
enum Printed {
    Bytes(Vec<Value>),
    Number(Rc<Conversion>, TermId),
}

pub(super) fn to_stream(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let stream = match engine.library_facts(site).output {
        None | Some(Output::Stdout) => 1,
        Some(Output::Stderr) => 2,
        Some(Output::Descriptor(index)) => engine.concrete_arg(state, site, index)? as i32,
        Some(Output::File(index)) => {
            let file = engine.arg(state, site, index);
            let (object, place) = engine.resolve(state, &file, FILE_DESCRIPTOR as u64 + 4, false)?;
            let offset = engine.concrete_place(state, place)?;
            engine.read_scalar(state, object, offset + FILE_DESCRIPTOR, 4).concrete().unwrap_or(1) as i32
        }
    };
    let printed = convert(engine, state, site)?;
    if !files::begin_writing(state, stream) {
        return engine.result(state, site, Value::Int(u64::from(u32::MAX)));
    }
    let mut count = Some(0u64);
    for piece in printed {
        match piece {
            Printed::Bytes(bytes) => {
                count = count.map(|count| count + bytes.len() as u64);
                engine.emit_bytes(state, stream, bytes)?;
            }
            Printed::Number(conversion, term) => {
                count = None;
                engine.check_initialised(state, term, "output")?;
                engine.emit(state, stream, OutputPiece::Formatted(conversion, term));
            }
        }
    }
    let result = match count {
        Some(count) => Value::Int(count),
        None => Value::Term(engine.fresh_opaque(state, "printf result", 32)),
    };
    engine.result(state, site, result)
}

/// `sprintf`.
pub(super) fn to_memory(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    write_text(engine, state, site, None)
}

/// `snprintf`: the second argument is the size of the buffer.
pub(super) fn to_buffer(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let limit = engine.arg(state, site, 1);
    write_text(engine, state, site, Some(limit))
}

fn write_text(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>, limit: Option<Value>) -> Step<Next> {
    let target = engine.arg(state, site, 0);
    let mut bytes: Vec<Value> = Vec::new();
    for piece in convert(engine, state, site)? {
        match piece {
            Printed::Bytes(more) => bytes.extend(more),
            Printed::Number(conversion, term) => bytes.extend(engine.symbolic_digits(state, &conversion, term)?),
        }
    }
    let length = bytes.len() as u64;
    let limit = match limit {
        Some(limit) => up_to(engine, state, &limit, length + 1)?,
        None => length + 1,
    };
    let Some(kept) = limit.checked_sub(1) else { return engine.result(state, site, Value::Int(length)) };
    let (object, place) = engine.resolve(state, &target, kept + 1, true)?;
    let offset = engine.concrete_place(state, place)?;
    bytes.truncate(kept as usize);
    bytes.push(Value::Int(0));
    for (index, byte) in bytes.into_iter().enumerate() {
        engine.write_scalar(state, object, offset + index, 1, byte);
    }
    engine.result(state, site, Value::Int(length))
}

/// A number, or `most` if it is larger: which larger one it is does not matter.
fn up_to(engine: &mut Engine<'_, '_>, state: &mut State, number: &Value, most: u64) -> Step<u64> {
    let term = match number {
        Value::Int(number) => return Ok((*number).min(most)),
        number => engine.term(number, 64),
    };
    engine.check_initialised(state, term, "an argument")?;
    let bound = engine.context.pool.constant(64, u128::from(most));
    let is_less = engine.context.pool.ult(term, bound);
    let is_less = engine.value(is_less);
    if engine.decide(state, &is_less)? { engine.concretise(state, term) } else { Ok(most) }
}

fn convert(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Vec<Printed>> {
    let at = engine.library_facts(site).format.expect("a row of this model has a format");
    let (Format::Call(index) | Format::List(index)) = at;
    let format = engine.arg(state, site, index);
    let Some(format) = engine.concrete_string(state, &format)? else {
        return engine.cut(state, Weakness::Unsupported, "not supported: a symbolic printf format");
    };
    let mut arguments = match at {
        Format::List(_) => {
            let pointer = engine.arg(state, site, index + 1);
            engine.argument_list(state, &pointer)?
        }
        Format::Call(_) => Arguments::Call { next: index + 1 },
    };
    let mut printed = Vec::new();
    for piece in parse(&format) {
        match piece {
            Piece::Text(text) => {
                printed.push(Printed::Bytes(text.into_iter().map(|byte| Value::Int(u64::from(byte))).collect()));
            }
            Piece::Bad(text) => {
                return engine.cut(state, Weakness::Unsupported, format!("not supported: printf conversion `{text}`"));
            }
            Piece::Convert(mut conversion, width, precision) => {
                match width {
                    Amount::None => {}
                    Amount::Fixed(width) => conversion.width = width,
                    Amount::Argument => {
                        let width = engine.next_int(state, site, &mut arguments)?;
                        conversion.left |= width < 0;
                        conversion.width = width.unsigned_abs() as usize;
                    }
                }
                match precision {
                    Amount::None => {}
                    Amount::Fixed(precision) => conversion.precision = Some(precision),
                    Amount::Argument => {
                        let precision = engine.next_int(state, site, &mut arguments)?;
                        conversion.precision = (precision >= 0).then_some(precision as usize);
                    }
                }
                printed.push(engine.convert_one(state, site, conversion, &mut arguments)?);
            }
        }
    }
    Ok(printed)
}

impl Engine<'_, '_> {
    fn argument_list(&mut self, state: &mut State, pointer: &Value) -> Step<Arguments> {
        let (object, place) = self.resolve(state, pointer, 24, true)?;
        let offset = self.concrete_place(state, place)?;
        let area = self.read_scalar(state, object, offset + 8, 8);
        Ok(Arguments::List { area, offset: 0 })
    }

    fn next_argument(
        &mut self,
        state: &mut State,
        site: &CallSite<'_>,
        arguments: &mut Arguments,
        size: usize,
    ) -> Step<(Value, u32)> {
        match arguments {
            Arguments::Call { next } => {
                let Some((_, ty)) = site.args.get(*next) else {
                    return self.error(state, ErrorKind::BadArgument, "printf has fewer arguments than its format");
                };
                let ty: TypeId = *ty;
                let value = self.arg(state, site, *next);
                *next += 1;
                Ok((value, self.prepared.width(ty)))
            }
            Arguments::List { area, offset } => {
                let align = if size > 8 { 16 } else { 8 };
                *offset = offset.next_multiple_of(align);
                let pointer = self.offset_pointer(&area.clone(), &Value::Int(*offset));
                *offset += (size as u64).next_multiple_of(8);
                let (object, place) = self.resolve(state, &pointer, size as u64, false)?;
                let at = self.concrete_place(state, place)?;
                let value = match self.read_scalar(state, object, at, size) {
                    Value::Undefined => Value::Term(self.fresh_undefined(state, 8 * size as u32)),
                    value => value,
                };
                Ok((value, 8 * size as u32))
            }
        }
    }

    fn next_int(&mut self, state: &mut State, site: &CallSite<'_>, arguments: &mut Arguments) -> Step<i32> {
        let (value, _) = self.next_argument(state, site, arguments, 4)?;
        let value = match value {
            Value::Int(value) => value,
            other => {
                let term = self.term(&other, 32);
                self.concretise(state, term)?
            }
        };
        Ok(value as i32)
    }

    fn convert_one(
        &mut self,
        state: &mut State,
        site: &CallSite<'_>,
        conversion: Conversion,
        arguments: &mut Arguments,
    ) -> Step<Printed> {
        let literal =
            |bytes: Vec<u8>| Printed::Bytes(bytes.into_iter().map(|byte| Value::Int(u64::from(byte))).collect());
        match conversion.letter {
            b's' => {
                let (pointer, _) = self.next_argument(state, site, arguments, 8)?;
                if pointer.concrete() == Some(0) {
                    return Ok(literal(format_string(&conversion, b"(null)")));
                }
                let limit = conversion.precision.map_or(u64::MAX, |precision| precision as u64);
                let bytes = self.c_string_up_to(state, &pointer, limit)?;
                let concrete: Option<Vec<u8>> = bytes.iter().map(|byte| byte.concrete().map(|b| b as u8)).collect();
                match concrete {
                    Some(bytes) => Ok(literal(format_string(&conversion, &bytes))),
                    None => {
                        let missing = conversion.width.saturating_sub(bytes.len());
                        let spaces = vec![Value::Int(u64::from(b' ')); missing];
                        Ok(Printed::Bytes(if conversion.left {
                            [bytes, spaces].concat()
                        } else {
                            [spaces, bytes].concat()
                        }))
                    }
                }
            }
            b'n' => self.cut(state, Weakness::Unsupported, "not supported: printf conversion `%n`"),
            letter => {
                let size = match (letter, conversion.length) {
                    (b'p', _) | (_, Length::Long) => 8,
                    (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', Length::LongDouble) => 10,
                    (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', _) => 8,
                    _ => 4,
                };
                let (value, width) = self.next_argument(state, site, arguments, size)?;
                if width > 64 && (size != 10 || width != 80) {
                    return self.error(state, ErrorKind::BadArgument, "a printf argument of the wrong type");
                }
                if width == 80 {
                    let term = self.term(&value, 80);
                    return Ok(match self.context.pool.as_const(term) {
                        Some(bits) => literal(format_value(&conversion, bits, 80)),
                        None => Printed::Number(Rc::new(conversion), term),
                    });
                }
                match value.concrete() {
                    Some(value) => Ok(literal(format_value(&conversion, u128::from(value), width))),
                    None => {
                        let term = self.term(&value, width);
                        Ok(Printed::Number(Rc::new(conversion), term))
                    }
                }
            }
        }
    }

    /// The characters of a symbolic integer; the sign and the number of digits are decided.
    fn symbolic_digits(&mut self, state: &mut State, conversion: &Conversion, term: TermId) -> Step<Vec<Value>> {
        let base: u128 = match conversion.letter {
            b'd' | b'i' | b'u' => 10,
            b'x' | b'X' => 16,
            b'o' => 8,
            b'c' => {
                let byte = self.context.pool.extract(term, 0, 8);
                return Ok(vec![self.value(byte)]);
            }
            letter => {
                let text = format!("not supported: sprintf of a symbolic value by `%{}`", letter as char);
                return self.cut(state, Weakness::Unsupported, text);
            }
        };
        if conversion.width > 0 || conversion.precision.is_some() || conversion.alternate {
            return self.cut(state, Weakness::Unsupported, "not supported: sprintf of a symbolic value with a width");
        }
        let width = match conversion.length {
            Length::Char => 8,
            Length::Short => 16,
            Length::Default => 32,
            Length::Long | Length::LongDouble => 64,
        }
        .min(self.context.pool.width(term));
        let mut number = self.context.pool.extract(term, 0, width);
        let mut out = Vec::new();
        if matches!(conversion.letter, b'd' | b'i') {
            let sign = self.context.pool.extract(number, width - 1, 1);
            let sign = self.value(sign);
            if self.decide(state, &sign)? {
                number = self.context.pool.neg(number);
                out.push(Value::Int(u64::from(b'-')));
            } else if conversion.plus {
                out.push(Value::Int(u64::from(b'+')));
            }
        }
        let mut powers = vec![1u128];
        loop {
            let next = powers[powers.len() - 1] * base;
            if next >= 1u128 << width {
                break;
            }
            let limit = self.context.pool.constant(width, next);
            let longer = self.context.pool.uge(number, limit);
            let longer = self.value(longer);
            if !self.decide(state, &longer)? {
                break;
            }
            powers.push(next);
        }
        for power in powers.into_iter().rev() {
            let (power, base) = (self.context.pool.constant(width, power), self.context.pool.constant(width, base));
            let shifted = self.context.pool.udiv(number, power);
            let digit = self.context.pool.urem(shifted, base);
            let digit = self.context.pool.extract(digit, 0, 8.min(width));
            let ten = self.context.pool.constant(8, 10);
            let small = self.context.pool.ult(digit, ten);
            let (zero, letter) = (
                self.context.pool.constant(8, u128::from(b'0')),
                self.context.pool.constant(8, u128::from(if conversion.letter == b'X' { b'A' } else { b'a' } - 10)),
            );
            let (low, high) = (self.context.pool.add(digit, zero), self.context.pool.add(digit, letter));
            let character = self.context.pool.ite(small, low, high);
            out.push(self.value(character));
        }
        Ok(out)
    }
}
