//! Conditions of differences: what the pointers are, and a formula over the other inputs. A condition is rendered once, when it is shown.

use incise_compare::Formula;
use std::collections::BTreeSet;
use std::fmt;

/// What a pointer is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointerValue {
    /// Null.
    Null,
    /// The address of an object.
    NotNull,
    /// The same as another pointer.
    SameAs(String),
}

/// That a pointer is something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerFact {
    /// The expression that reads the pointer.
    pub pointer: String,
    /// What it is.
    pub value: PointerValue,
}

impl fmt::Display for PointerFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PointerFact { pointer, value } = self;
        match value {
            PointerValue::Null => write!(f, "{pointer} == NULL"),
            PointerValue::NotNull => write!(f, "{pointer} != NULL"),
            PointerValue::SameAs(other) => write!(f, "{pointer} == {other}"),
        }
    }
}

/// For which inputs something differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// What the pointers are, as far as the formula does not show it.
    pub pointers: Vec<PointerFact>,
    /// What holds of the other inputs; empty when it is too large to be written down.
    pub formula: Formula,
    /// The objects behind pointers that the formula reads however it is evaluated.
    pub reads: BTreeSet<u32>,
}

impl Condition {
    /// Whether it holds for every input.
    pub fn is_always(&self) -> bool {
        self.pointers.is_empty() && self.formula.is_true()
    }

    /// Whether it could not be written down.
    pub fn is_unknown(&self) -> bool {
        self.pointers.is_empty() && self.formula.is_empty()
    }

    /// Its conjuncts as they are written.
    pub fn conjuncts(&self) -> Vec<String> {
        let pointers = self.pointers.iter().map(PointerFact::to_string);
        match &self.formula {
            formula if self.pointers.is_empty() => formula.conjuncts().map(str::to_owned).collect(),
            formula if formula.is_true() => pointers.collect(),
            formula if formula.has_disjunction() => pointers.chain([format!("({formula})")]).collect(),
            formula => pointers.chain(formula.conjuncts().map(str::to_owned)).collect(),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.conjuncts().join(" && "))
    }
}
