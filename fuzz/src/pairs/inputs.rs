//! The inputs of a pair, and the values that both versions are run on.

use super::ast::{Expr, Program, Shape, Stmt, Type, Variable};
use super::pair::Pair;
use super::random_expr::one;
use super::visit::{blocks, exprs};
use crate::rng::Rng;
use std::collections::BTreeSet;

/// Combinations of inputs that are run.
const COUNT: usize = 3000;
/// Of these, at most so many are all combinations of a few values each.
const GRID: usize = 1200;

/// One number of the inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The variable that it is in.
    pub variable: String,
    /// The element or member in it.
    pub part: Part,
    /// Its type.
    pub ty: Type,
}

/// Where in a variable a number is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// It is the variable.
    Whole,
    /// An element of an array, or behind a pointer.
    Element(u32),
    /// A member of a struct, or of one behind a pointer.
    Member(String),
    /// Whether the pointer is null; then nothing is behind it.
    Null,
}

/// The values of all slots: integers sign-extended, floating-point numbers by their bits.
pub type Values = Vec<u64>;

/// The numbers in a variable.
pub fn slots_of(program: &Program, variable: &Variable) -> Vec<Slot> {
    let slot = |part: Part, ty: Type| Slot { variable: variable.name.clone(), part, ty };
    match variable.shape {
        Shape::Scalar(ty) => vec![slot(Part::Whole, ty)],
        Shape::Array(ty, len) => (0..len).map(|index| slot(Part::Element(index), ty)).collect(),
        Shape::Struct => program.members.iter().map(|(name, ty)| slot(Part::Member(name.clone()), *ty)).collect(),
        Shape::Pointer => Vec::new(),
    }
}

/// The slots of a pair: parameters, then globals where these are inputs.
pub fn slots(pair: &Pair) -> Vec<Slot> {
    let globals: &[Variable] = if pair.global_inputs { &pair.base.globals } else { &[] };
    let params = pair.base.entry().params.iter().flat_map(|param| {
        let is_pointer = matches!(param.shape, Shape::Array(..) | Shape::Struct);
        let null = Slot { variable: param.name.clone(), part: Part::Null, ty: Type::Bool };
        slots_of(&pair.base, param).into_iter().chain(is_pointer.then_some(null))
    });
    params.chain(globals.iter().flat_map(|global| slots_of(&pair.base, global))).collect()
}

/// The numbers in the text of both versions.
fn constants(pair: &Pair) -> Vec<i64> {
    let mut found = BTreeSet::new();
    for program in [&pair.base, &pair.modified] {
        let mut program = program.clone();
        exprs(&mut program, &mut |_, expr| match expr {
            Expr::Const(number) => drop(found.insert(*number)),
            Expr::Quarters(number) => drop(found.insert(*number / 4)),
            _ => {}
        });
        blocks(&mut program, &mut |_, block| {
            for stmt in block {
                if let Stmt::Switch(_, cases, _) = stmt {
                    found.extend(cases.iter().map(|case| case.value));
                }
            }
        });
    }
    found.into_iter().collect()
}

/// A number as a value of a type.
pub fn convert(number: i64, ty: Type) -> u64 {
    match ty {
        Type::Bool => u64::from(number & 1 != 0),
        Type::Float => u64::from((number as f32).to_bits()),
        Type::Double => (number as f64).to_bits(),
        _ => {
            let shift = 64 - ty.bits();
            let high = (number as u64) << shift;
            if ty.is_signed() { ((high as i64) >> shift) as u64 } else { high >> shift }
        }
    }
}

fn edges(ty: Type) -> Vec<u64> {
    if ty.is_float() {
        let wide = [0.0, -0.0, 0.25, 1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30, -1e-30, 16_777_217.0];
        let bits =
            |number: &f64| if ty == Type::Float { u64::from((*number as f32).to_bits()) } else { number.to_bits() };
        return wide.iter().map(bits).collect();
    }
    let (low, high) = match ty.is_signed() {
        true => (-1i64 << (ty.bits() - 1), !(-1i64 << (ty.bits() - 1))),
        false => (0, (1i64 << ty.bits()) - 1),
    };
    let mut values = vec![low, high, high - 1, low.wrapping_add(1), 0, 1, -1, high / 2 + 1, 127, 128, 255, 256];
    if ty.bits() >= 32 {
        values.extend([32767, 32768, 65535, 65536]);
    }
    values.into_iter().map(|value| convert(value, ty)).collect()
}

/// The values that both versions are run on.
pub fn sample(pair: &Pair, slots: &[Slot], rng: &mut Rng) -> Vec<Values> {
    let constants = constants(pair);
    let mut found = grid(slots, &constants);
    while found.len() < COUNT {
        let mut values: Values = slots.iter().map(|slot| draw(slot, &constants, rng)).collect();
        if rng.chance(25) && slots.len() > 1 {
            // Two inputs that are equal, or nearly so.
            let (from, to) = (rng.below(slots.len() as u64) as usize, rng.below(slots.len() as u64) as usize);
            if !slots[from].ty.is_float() && !slots[to].ty.is_float() && slots[to].part != Part::Null {
                values[to] = convert((values[from] as i64).wrapping_add(rng.range(-1, 1)), slots[to].ty);
            }
        }
        found.push(values);
    }
    found
}

/// All combinations of a few values each, as many of them as there may be.
fn grid(slots: &[Slot], constants: &[i64]) -> Vec<Values> {
    let mut each = 1usize;
    while (each + 1).checked_pow(slots.len() as u32).is_some_and(|count| count <= GRID) {
        each += 1;
    }
    let choices: Vec<Vec<u64>> = slots
        .iter()
        .map(|slot| {
            let near = constants.iter().flat_map(|number| [*number, number + 1, number - 1]);
            let all = [0, 1, -1, 2, 3].into_iter().chain(near).map(|number| convert(number, slot.ty));
            let mut distinct = Vec::new();
            for value in all {
                let most = if slot.part == Part::Null { 1 } else { each };
                if !distinct.contains(&value) && distinct.len() < most {
                    distinct.push(value);
                }
            }
            distinct
        })
        .collect();
    let mut found: Vec<Values> = vec![Vec::new()];
    for choice in &choices {
        found = found
            .iter()
            .flat_map(|values| choice.iter().map(|value| [values.as_slice(), &[*value]].concat()))
            .collect();
    }
    found
}

fn draw(slot: &Slot, constants: &[i64], rng: &mut Rng) -> u64 {
    let ty = slot.ty;
    if slot.part == Part::Null {
        return u64::from(rng.chance(10));
    }
    match rng.below(20) {
        0..=6 => convert(rng.range(-4, 12), ty),
        7..=11 if !constants.is_empty() => convert(*one(rng, constants) + rng.range(-1, 1), ty),
        12..=15 => *one(rng, &edges(ty)),
        16 if ty.is_float() => {
            let number = rng.range(-40, 160) as f64 / 16.0;
            if ty == Type::Float { u64::from((number as f32).to_bits()) } else { number.to_bits() }
        }
        _ => convert((rng.bits() >> rng.below(64)) as i64, ty),
    }
}
