//! Values for variables and for applications of uninterpreted functions.

use crate::ids::TermId;
use crate::pool::fresh_identity;
use crate::variables::VarId;
use rustc_hash::FxHashMap;

/// A value for each variable; a variable without one is 0.
///
/// An application of an uninterpreted function is looked up by its term, 0 when absent: whoever fills
/// the table keeps it consistent (equal arguments, equal results).
#[derive(Clone, Debug)]
pub struct Assignment {
    values: Vec<Option<u128>>,
    functions: FxHashMap<TermId, u128>,
    /// Changes with every change of contents, so that an evaluator knows when its memo is stale.
    pub(crate) version: u64,
}

impl Default for Assignment {
    fn default() -> Assignment {
        Assignment::new()
    }
}

impl PartialEq for Assignment {
    fn eq(&self, other: &Assignment) -> bool {
        self.iter().eq(other.iter()) && self.functions == other.functions
    }
}

impl Eq for Assignment {}

impl Assignment {
    /// No variable has a value: each counts as 0.
    pub fn new() -> Assignment {
        Assignment { values: Vec::new(), functions: FxHashMap::default(), version: fresh_identity() }
    }

    /// Gives `var` a value; the caller keeps it within the variable's width.
    pub fn set(&mut self, var: VarId, value: u128) {
        if self.values.len() <= var.index() {
            self.values.resize(var.index() + 1, None);
        }
        if self.values[var.index()] != Some(value) {
            self.values[var.index()] = Some(value);
            self.version = fresh_identity();
        }
    }

    /// Takes the value of `var` away.
    pub fn unset(&mut self, var: VarId) {
        if self.is_set(var) {
            self.values[var.index()] = None;
            self.version = fresh_identity();
        }
    }

    /// The value of `var`, 0 if it has none.
    #[inline]
    pub fn get(&self, var: VarId) -> u128 {
        self.values.get(var.index()).copied().flatten().unwrap_or(0)
    }

    /// Was `var` given a value?
    pub fn is_set(&self, var: VarId) -> bool {
        self.values.get(var.index()).is_some_and(Option::is_some)
    }

    /// The given values, by variable.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, u128)> + '_ {
        let with_id = |(i, value): (usize, &Option<u128>)| value.map(|value| (VarId(i as u32), value));
        self.values.iter().enumerate().filter_map(with_id)
    }

    /// Gives the result of a function application.
    pub fn set_application(&mut self, application: TermId, value: u128) {
        self.functions.insert(application, value);
        self.version = fresh_identity();
    }

    /// The applications that have a result, in no order.
    pub fn applications(&self) -> impl Iterator<Item = (TermId, u128)> + '_ {
        self.functions.iter().map(|(application, value)| (*application, *value))
    }

    /// The result of a function application, 0 if none was given.
    pub fn application(&self, application: TermId) -> u128 {
        self.functions.get(&application).copied().unwrap_or(0)
    }
}
