//! Values as the source would write them.

use incise_engine::{InputKind, InputValue, PartValue};
use incise_ir::{Module, SourceType, SourceTypeId};
use serde_json::{Map, Value, json};

/// The type behind aliases and qualifiers.
fn strip(module: &Module, mut ty: SourceTypeId) -> &SourceType {
    while let SourceType::Alias { ty: inner, .. } | SourceType::Qualified { ty: inner, .. } = &module.source_types[ty] {
        ty = *inner;
    }
    &module.source_types[ty]
}

fn signed(value: u128, bits: u32) -> i128 {
    let shift = 128 - bits;
    ((value << shift) as i128) >> shift
}

/// A scalar as JSON: numbers where JSON can hold them exactly, text otherwise.
pub fn scalar(module: &Module, ty: Option<SourceTypeId>, value: u128, size: u32) -> Value {
    let bits = (8 * size).min(128);
    let integer = |value: i128| match i64::try_from(value) {
        Ok(value) => json!(value),
        Err(_) => match u64::try_from(value) {
            Ok(value) => json!(value),
            Err(_) => json!(value.to_string()),
        },
    };
    match ty.map(|ty| strip(module, ty)) {
        Some(SourceType::Int { signed: false, .. } | SourceType::Enum { signed: false, .. }) => {
            match u64::try_from(value) {
                Ok(value) => json!(value),
                Err(_) => json!(value.to_string()),
            }
        }
        Some(SourceType::Float { size: 4, .. }) => float(f64::from(f32::from_bits(value as u32)), value, 4),
        Some(SourceType::Float { size: 8, .. }) => float(f64::from_bits(value as u64), value, 8),
        Some(SourceType::Pointer { .. }) if value == u128::from(incise_engine::POINTS_ON) => json!("->"),
        Some(SourceType::Pointer { .. }) if u64::try_from(value).is_ok_and(incise_engine::is_outside_function) => {
            json!("a function")
        }
        Some(SourceType::Float { .. } | SourceType::Pointer { .. }) => json!(format!("{value:#x}")),
        Some(_) => integer(signed(value, bits)),
        // Bytes of nothing known are bytes; wider ones are read as C's default integers.
        None if size == 1 => json!(value as u8),
        None => integer(signed(value, bits)),
    }
}

fn float(number: f64, bits: u128, size: u32) -> Value {
    if number.is_finite() && !(number == 0.0 && number.is_sign_negative()) {
        // The shortest text that reads back as the same float.
        let text = if size == 4 { format!("{:?}", f32::from_bits(bits as u32)) } else { format!("{number:?}") };
        return text.parse::<f64>().ok().and_then(serde_json::Number::from_f64).map_or(json!(text), Value::Number);
    }
    if number.is_nan() {
        return json!(format!("nan ({bits:#x})"));
    }
    json!(format!("{number:?}"))
}

/// A scalar as text.
pub fn scalar_text(module: &Module, ty: Option<SourceTypeId>, value: u128, size: u32) -> String {
    match scalar(module, ty, value, size) {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// An input as JSON: a number, a list, an object by member, or text for bytes.
pub fn input_value(module: &Module, input: &InputValue) -> Value {
    match input.kind {
        InputKind::Stdin | InputKind::File => return json!(escaped(&input.bytes)),
        // What follows its end is no part of it.
        InputKind::Argument(_) | InputKind::FileName => {
            return json!(escaped(input.bytes.split(|byte| *byte == 0).next().unwrap_or_default()));
        }
        _ => {}
    }
    let part_value = |part: &PartValue| scalar(module, part.source_type, part.value, part.size);
    match input.parts.as_slice() {
        [part] if part.path.is_empty() => scalar(module, part.source_type.or(input.source_type), part.value, part.size),
        parts if parts.iter().all(|part| is_index(&part.path)) => Value::Array(parts.iter().map(part_value).collect()),
        parts => {
            let mut members = Map::new();
            for part in parts.iter().filter(|part| !part.path.starts_with("[pad")) {
                members.insert(part.path.trim_start_matches('.').to_string(), part_value(part));
            }
            Value::Object(members)
        }
    }
}

fn is_index(path: &str) -> bool {
    path.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).is_some_and(|index| index.parse::<u64>().is_ok())
}

/// Bytes as C would write them between quotes.
pub fn escaped(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| match byte {
            b'\n' => String::from("\\n"),
            b'\t' => String::from("\\t"),
            b'\r' => String::from("\\r"),
            b'\\' => String::from("\\\\"),
            0x20..0x7f => char::from(*byte).to_string(),
            other => format!("\\x{other:02x}"),
        })
        .collect()
}
