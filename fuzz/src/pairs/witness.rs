//! A witness of a report as values of the slots.

use super::ast::Type;
use super::inputs::{Part, Slot, Values, convert};
use serde_json::Value;

/// The values of the slots in a report's `inputs`; what is not named is 0.
pub fn values(slots: &[Slot], inputs: &Value) -> Result<Values, String> {
    slots
        .iter()
        .map(|slot| match find(slot, inputs) {
            found if slot.part == Part::Null => Ok(u64::from(found == Some(&Value::Null))),
            Some(value) => number(value, slot.ty).ok_or_else(|| format!("{value} for {slot:?} is not understood")),
            None => Ok(0),
        })
        .collect()
}

fn find<'a>(slot: &Slot, inputs: &'a Value) -> Option<&'a Value> {
    let name = &slot.variable;
    match &slot.part {
        Part::Whole | Part::Null => inputs.get(name),
        Part::Element(index) => {
            let list = || inputs.get(name).or_else(|| inputs.get(format!("*{name}")))?.get(*index as usize);
            inputs.get(format!("{name}[{index}]")).or_else(list)
        }
        Part::Member(member) => {
            let object = inputs.get(name).or_else(|| inputs.get(format!("*{name}")));
            object
                .and_then(|object| object.get(member))
                .or_else(|| inputs.get(format!("{name}->{member}")))
                .or_else(|| inputs.get(format!("{name}.{member}")))
        }
    }
}

fn number(value: &Value, ty: Type) -> Option<u64> {
    if ty.is_float() {
        let bits =
            |number: f64| if ty == Type::Float { u64::from((number as f32).to_bits()) } else { number.to_bits() };
        let Some(text) = value.as_str() else { return value.as_f64().map(bits) };
        let inside = text.strip_prefix("nan (0x").and_then(|rest| rest.strip_suffix(')'));
        return match inside {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse::<f64>().ok().map(bits),
        };
    }
    if let Some(flag) = value.as_bool() {
        return Some(u64::from(flag));
    }
    let number = value.as_i64().or_else(|| value.as_u64().map(|number| number as i64))?;
    Some(convert(number, ty))
}
