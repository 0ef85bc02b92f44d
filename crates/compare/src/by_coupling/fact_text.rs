//! Facts as a person reads them: `count == 8 - left`, `head <= 7`.

use crate::by_coupling::fact::{Fact, Test};
use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::writer::Modulus;
use crate::role::Role;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The facts, those between the versions first; what holds of all elements of arrays is one text.
pub(crate) fn texts(slots: &Slots, facts: &[Fact]) -> Vec<String> {
    let names = Names::of(slots);
    let relates = |fact: &&Fact| fact.places().iter().map(|(role, _)| *role).collect::<BTreeSet<_>>().len() > 1;
    let between = facts.iter().filter(relates);
    let within = facts.iter().filter(|fact| !relates(fact));
    let mut found: Vec<String> = Vec::new();
    for fact in between.chain(within) {
        let text = any_element(&names.fact(fact));
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The text with `i` for the first index and for others that are the same, `j` for another.
fn any_element(text: &str) -> String {
    let (mut found, mut rest) = (String::new(), text);
    let mut indices: Vec<&str> = Vec::new();
    while let Some((before, after)) = rest.split_once('[') {
        let Some((index, after)) = after.split_once(']') else { break };
        let number = indices.iter().position(|known| *known == index).unwrap_or_else(|| {
            indices.push(index);
            indices.len() - 1
        });
        let letter = ["i", "j", "k"].get(number).copied().unwrap_or("l");
        let _ = write!(found, "{before}[{letter}]");
        rest = after;
    }
    found + rest
}

struct Names<'a> {
    slots: &'a Slots,
    in_both: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    fn of(slots: &'a Slots) -> Names<'a> {
        let base: BTreeSet<&str> = slots.base.iter().map(|slot| slot.text.as_str()).collect();
        let modified = slots.modified.iter().map(|slot| slot.text.as_str());
        Names { slots, in_both: modified.filter(|name| base.contains(name)).collect() }
    }

    fn name(&self, place: Place) -> String {
        let text = &self.slots.get(place).text;
        match place.0 {
            Role::Base if self.in_both.contains(text.as_str()) => format!("old {text}"),
            Role::Mod if self.in_both.contains(text.as_str()) => format!("new {text}"),
            _ => text.clone(),
        }
    }

    fn test(&self, test: &Test) -> String {
        match test {
            Test::Is(place, number) => format!("{} == {number}", self.name(*place)),
            Test::IsNot(place, number) => format!("{} != {number}", self.name(*place)),
            Test::AtLeast(place, number) => format!("{} >= {number}", self.name(*place)),
            Test::Below(place, number) => format!("{} < {number}", self.name(*place)),
            Test::Bit(place, bit) => format!("bit {bit} of {}", self.name(*place)),
        }
    }

    fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::Linear(terms, constant, modulus) => self.linear(terms, *constant, *modulus),
            Fact::AtLeast(place, number) => format!("{} >= {number}", self.name(*place)),
            Fact::AtMost(place, number) => format!("{} <= {number}", self.name(*place)),
            Fact::NotAbove(a, b) => format!("{} <= {}", self.name(*a), self.name(*b)),
            Fact::Cases(places, rows) => {
                let name = |place: &Place| self.name(*place);
                let names: Vec<String> = places.iter().map(name).collect();
                let row = |row: &Vec<i128>| {
                    let numbers: Vec<String> = row.iter().map(i128::to_string).collect();
                    numbers.join("/")
                };
                let rows: Vec<String> = rows.iter().map(row).collect();
                format!("{} is one of {}", names.join("/"), rows.join(", "))
            }
            Fact::Iff(a, b) => format!("{} exactly when {}", self.test(a), self.test(b)),
            Fact::Formula(formula) => formula.text().to_owned(),
            Fact::When(test, fact) => format!("{} when {}", self.fact(fact), self.test(test)),
        }
    }

    fn linear(&self, terms: &[(i64, Place)], constant: i128, modulus: Modulus) -> String {
        // The first slot stands alone on the left.
        let Some(((own, place), rest)) = terms.split_first() else { return String::new() };
        let sign = if *own < 0 { -1 } else { 1 };
        let left = match own.abs() {
            1 => self.name(*place),
            factor => format!("{factor} * {}", self.name(*place)),
        };
        let mut right = String::new();
        let constant = constant.wrapping_mul(sign);
        if constant != 0 || rest.is_empty() {
            let _ = write!(right, "{constant}");
        }
        for (factor, place) in rest {
            let factor = -factor * sign as i64;
            let name = self.name(*place);
            let operator = match (right.is_empty(), factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let _ = match factor.abs() {
                1 => write!(right, "{operator}{name}"),
                factor => write!(right, "{operator}{factor} * {name}"),
            };
        }
        match modulus {
            Modulus::Number(number) => format!("{left} == {right} modulo {number}"),
            Modulus::None | Modulus::Bits(_) => format!("{left} == {right}"),
        }
    }
}
