//! Bytes as a person reads them: by their type in the source.

use incise_engine::{POINTS_ON, is_outside_function, size_of};
use incise_ir::{Module, SourceField, SourceType, SourceTypeId};
use serde_json::{Value, json};

/// The type behind aliases and qualifiers.
pub(crate) fn strip(module: &Module, mut ty: SourceTypeId) -> SourceTypeId {
    while let SourceType::Alias { ty: inner, .. } | SourceType::Qualified { ty: inner, .. } = &module.source_types[ty] {
        ty = *inner;
    }
    ty
}

/// A value of a source type: integers as numbers, characters and strings as C writes them, floats with their bits,
/// arrays and structs member by member, anything else as digits.
pub(crate) fn readable(module: &Module, ty: Option<SourceTypeId>, bytes: &[u8]) -> Value {
    let digits = || Value::String(crate::bytes::Hex(bytes.to_vec()).to_string());
    let Some(ty) = ty else {
        return if matches!(bytes.len(), 1 | 2 | 4 | 8) { integer(bytes, true) } else { digits() };
    };
    match &module.source_types[strip(module, ty)] {
        SourceType::Int { boolean: true, .. } if bytes.len() == 1 => match bytes[0] {
            0 => json!(false),
            1 => json!(true),
            other => json!(other),
        },
        SourceType::Int { character: true, .. } if bytes.len() == 1 => Value::String(character(bytes[0])),
        SourceType::Int { signed, size, .. } if *size == bytes.len() as u64 => integer(bytes, *signed),
        SourceType::Enum { size, signed, values, .. } if *size == bytes.len() as u64 => {
            let number = signed_value(bytes, *signed);
            match values.iter().find(|(_, value)| i128::from(*value) == number) {
                Some((name, _)) => Value::String(name.clone()),
                None => integer(bytes, *signed),
            }
        }
        SourceType::Pointer { .. } if bytes == POINTS_ON.to_le_bytes() => Value::String(String::from("->")),
        SourceType::Pointer { .. } if u64::try_from(unsigned_value(bytes)).is_ok_and(is_outside_function) => {
            Value::String(String::from("a function"))
        }
        SourceType::Float { .. } => float(bytes).unwrap_or_else(digits),
        SourceType::Array { len: Some(len), elem, .. } if *len > 0 && (bytes.len() as u64).is_multiple_of(*len) => {
            let character =
                matches!(module.source_types[strip(module, *elem)], SourceType::Int { character: true, size: 1, .. });
            if character {
                return Value::String(string(bytes));
            }
            let step = bytes.len() / *len as usize;
            Value::Array(bytes.chunks(step.max(1)).map(|chunk| readable(module, Some(*elem), chunk)).collect())
        }
        SourceType::Array { len: None, elem, .. } => match size_of(module, *elem) {
            Some(step @ 1..) if (bytes.len() as u64).is_multiple_of(step) => {
                Value::Array(bytes.chunks(step as usize).map(|chunk| readable(module, Some(*elem), chunk)).collect())
            }
            _ => digits(),
        },
        SourceType::Record { union: false, fields, .. } => {
            let mut members = serde_json::Map::new();
            for field in fields {
                let (from, to) = (field.bit_offset / 8, (field.bit_offset + field.bit_size) / 8);
                let whole = field.bit_offset % 8 == 0 && field.bit_size % 8 == 0;
                match bytes.get(from as usize..to as usize) {
                    Some(bytes) if whole => {
                        members.insert(field.name.clone(), readable(module, Some(field.ty), bytes));
                    }
                    _ => return digits(),
                }
            }
            Value::Object(members)
        }
        _ => digits(),
    }
}

fn unsigned_value(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

fn signed_value(bytes: &[u8], signed: bool) -> i128 {
    let value = unsigned_value(bytes);
    let unused = 128 - 8 * bytes.len().min(16) as u32;
    if signed && unused < 128 { ((value << unused) as i128) >> unused } else { value as i128 }
}

/// A number; one that JSON's readers may round is written as a string.
fn integer(bytes: &[u8], signed: bool) -> Value {
    if bytes.len() > 8 {
        return Value::String(if signed {
            signed_value(bytes, true).to_string()
        } else {
            unsigned_value(bytes).to_string()
        });
    }
    match (signed, signed_value(bytes, signed)) {
        (true, value) => json!(value as i64),
        (false, value) => json!(value as u64),
    }
}

/// The shortest decimal that gives the same float, and its bits.
fn float(bytes: &[u8]) -> Option<Value> {
    let bits = unsigned_value(bytes);
    let decimal = match bytes.len() {
        4 => format!("{:?}", f32::from_bits(bits as u32)),
        8 => format!("{:?}", f64::from_bits(bits as u64)),
        _ => return None,
    };
    Some(json!({ "value": decimal, "bits": format!("{bits:#0width$x}", width = 2 + 2 * bytes.len()) }))
}

/// A character as C writes it.
fn character(byte: u8) -> String {
    format!("'{}'", escaped(byte, b'\'', None))
}

/// Bytes as a C string literal.
pub(crate) fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for (index, byte) in bytes.iter().enumerate() {
        text.push_str(&escaped(*byte, b'"', bytes.get(index + 1).copied()));
    }
    text.push('"');
    text
}

/// One character of a literal. Octal escapes end after three digits, hexadecimal ones would not; a digit after a short
/// one would be taken for a part of it.
fn escaped(byte: u8, quote: u8, next: Option<u8>) -> String {
    match byte {
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        b'\\' => "\\\\".into(),
        b'?' => "\\?".into(),
        0 if !next.is_some_and(|next| next.is_ascii_digit()) => "\\0".into(),
        byte if byte == quote => format!("\\{}", byte as char),
        0x20..=0x7e => (byte as char).to_string(),
        byte => format!("\\{byte:03o}"),
    }
}

/// The type as C writes it; `None` where a declaration needs more than a name before the declarator.
pub(crate) fn c_type(module: &Module, ty: SourceTypeId) -> Option<String> {
    Some(match &module.source_types[ty] {
        SourceType::Void => "void".into(),
        SourceType::Int { name, .. } | SourceType::Float { name, .. } | SourceType::Alias { name, .. } => name.clone(),
        SourceType::Pointer { to } => match module.source_types[strip(module, *to)] {
            SourceType::Function { .. } | SourceType::Array { .. } => return None,
            _ => format!("{} *", c_type(module, *to)?),
        },
        SourceType::Record { fields, size, .. } if is_complex(module, fields) => match size {
            8 => "float _Complex".into(),
            16 => "double _Complex".into(),
            32 => "long double _Complex".into(),
            _ => return None,
        },
        SourceType::Record { name, union, .. } if !name.is_empty() => {
            format!("{} {name}", if *union { "union" } else { "struct" })
        }
        SourceType::Enum { name, .. } if !name.is_empty() => format!("enum {name}"),
        SourceType::Qualified { qualifier, ty } => match &module.source_types[*ty] {
            SourceType::Pointer { .. } => format!("{} {qualifier}", c_type(module, *ty)?),
            _ => format!("{qualifier} {}", c_type(module, *ty)?),
        },
        _ => return None,
    })
}

/// Whether a record stands for a complex number: its parts have a type without a name.
fn is_complex(module: &Module, fields: &[SourceField]) -> bool {
    let is_nameless = |ty| matches!(&module.source_types[ty], SourceType::Float { name, .. } if name.is_empty());
    matches!(fields, [real, imaginary] if real.ty == imaginary.ty && is_nameless(real.ty))
}

/// The type in words for a reader, arrays included.
pub(crate) fn type_text(module: &Module, ty: SourceTypeId) -> Option<String> {
    match &module.source_types[ty] {
        SourceType::Array { len, elem, .. } => {
            let len = len.map(|len| len.to_string()).unwrap_or_default();
            let inner = type_text(module, *elem)?;
            // The outer dimension stands first.
            Some(match inner.find('[') {
                Some(at) => format!("{}[{len}]{}", &inner[..at], &inner[at..]),
                None => format!("{inner}[{len}]"),
            })
        }
        _ => c_type(module, ty),
    }
}

/// For each byte of a type whether it is part of an address.
pub(crate) fn mark_addresses(module: &Module, ty: SourceTypeId, at: usize, marks: &mut [bool]) {
    match &module.source_types[strip(module, ty)] {
        SourceType::Pointer { .. } => marks.iter_mut().skip(at).take(8).for_each(|mark| *mark = true),
        SourceType::Array { len: Some(len), elem, size } if *len > 0 => {
            for index in 0..*len {
                mark_addresses(module, *elem, at + (index * (size / len)) as usize, marks);
            }
        }
        SourceType::Record { fields, .. } => {
            for field in fields {
                mark_addresses(module, field.ty, at + (field.bit_offset / 8) as usize, marks);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{character, float, integer, string};
    use serde_json::json;

    #[test]
    fn integers_are_signed_as_their_type_is() {
        assert_eq!(integer(&[0xff, 0xff], true), json!(-1));
        assert_eq!(integer(&[0xff, 0xff], false), json!(65535));
        assert_eq!(integer(&[0xff; 8], false), json!(u64::MAX));
        assert_eq!(integer(&[0xff; 16], true), json!("-1"));
        assert_eq!(integer(&[0xff; 16], false), json!(u128::MAX.to_string()));
    }

    #[test]
    fn floats_are_the_shortest_decimal_with_their_bits() {
        assert_eq!(float(&0.1f64.to_le_bytes()), Some(json!({"value": "0.1", "bits": "0x3fb999999999999a"})));
        assert_eq!(float(&(-0.0f32).to_le_bytes()), Some(json!({"value": "-0.0", "bits": "0x80000000"})));
        assert_eq!(float(&f32::NAN.to_le_bytes()), Some(json!({"value": "NaN", "bits": "0x7fc00000"})));
    }

    #[test]
    fn characters_and_strings_are_written_as_in_c() {
        assert_eq!(character(b'a'), "'a'");
        assert_eq!(character(b'\''), "'\\''");
        assert_eq!(character(0), "'\\0'");
        assert_eq!(string(b"a\"\x001\xff\x01"), r#""a\"\0001\377\001""#);
        assert_eq!(string(b"\0\0"), r#""\0\0""#);
    }
}
