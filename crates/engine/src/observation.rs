//! The observation model: which facts of an ending are compared. Requests, guides, comparisons and native runs use the same.

use incise_ir::library::{self, Control, Model};
use incise_ir::{Function, GlobalId, Module};
use std::collections::BTreeMap;

/// A fact of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Aspect {
    /// What the function returns
    Return,
    /// Globals after the call
    Globals,
    /// Memory behind pointer parameters
    Memory,
    /// What is printed
    Output,
    /// How it ends: return, exit code, which error
    Ending,
    /// Calls of functions that have neither a body nor a model; without it such a call leaves the verdict undecided
    Calls,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Aspect; 6] =
        [Aspect::Return, Aspect::Globals, Aspect::Memory, Aspect::Output, Aspect::Ending, Aspect::Calls];

    /// As it is written in requests and reports.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Return => "return",
            Aspect::Globals => "globals",
            Aspect::Memory => "memory",
            Aspect::Output => "output",
            Aspect::Ending => "ending",
            Aspect::Calls => "calls",
        }
    }
}

/// A set of aspects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspects(u8);

impl Aspects {
    /// All of them.
    pub const ALL: Aspects = Aspects((1 << Aspect::ALL.len()) - 1);

    /// Whether an aspect is in it.
    pub fn has(self, aspect: Aspect) -> bool {
        self.0 >> aspect as u8 & 1 != 0
    }

    /// The others.
    pub fn without(self, aspect: Aspect) -> Aspects {
        Aspects(self.0 & !(1 << aspect as u8))
    }
}

impl FromIterator<Aspect> for Aspects {
    fn from_iter<I: IntoIterator<Item = Aspect>>(aspects: I) -> Aspects {
        Aspects(aspects.into_iter().fold(0, |set, aspect| set | 1 << aspect as u8))
    }
}

/// What equal floats are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum FloatEquality {
    /// The same bits
    #[default]
    Bits,
    /// The same value: -0.0 equals 0.0, NaN equals NaN
    Value,
    /// Not further apart than this.
    #[cfg_attr(feature = "clap", value(skip))]
    Within(f64),
}

/// Which ends of a program inside a function let somebody look at the memory that it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeenAtEnd {
    /// After `exit`: functions that run at exit, which a caller that is not there may have too.
    pub exit: bool,
    /// After `abort`: functions that handle signals.
    pub abort: bool,
}

impl SeenAtEnd {
    /// Who may look when a function of a program ends it.
    pub fn of(module: &Module) -> SeenAtEnd {
        let calls = |control: Control| {
            let is_used = |function: &Function| library::facts(&function.name).control == control;
            module.functions.iter().any(|function| function.is_declaration() && is_used(function))
        };
        let has_main = module.function("main").is_some_and(|id| module.has_body(id));
        let exit = !has_main || !module.destructors.is_empty() || calls(Control::RunsAtExit);
        SeenAtEnd { exit, abort: calls(Control::HandlesSignal) }
    }

    /// Who may look at one of two versions.
    #[must_use]
    pub fn or(self, other: SeenAtEnd) -> SeenAtEnd {
        SeenAtEnd { exit: self.exit || other.exit, abort: self.abort || other.abort }
    }

    /// Whether somebody may look after a call of a function that ends the program.
    pub fn is_seen_after(self, function: &Function) -> bool {
        let facts = library::facts(&function.name);
        match facts.model {
            Some(Model::Abort | Model::FailAssertion) => self.abort,
            _ => self.exit && (function.noreturn || facts.control == Control::Ends),
        }
    }
}

/// What of a program's behaviour is looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation {
    /// The facts.
    pub aspects: Aspects,
    /// Whether memory is looked at where the program ends inside the function.
    pub at_end: SeenAtEnd,
    /// What equal floats are; all NaNs are one value.
    pub floats: FloatEquality,
}

impl Default for Observation {
    fn default() -> Self {
        Observation { aspects: Aspects::ALL, at_end: SeenAtEnd::default(), floats: FloatEquality::Bits }
    }
}

impl Observation {
    /// Whether an aspect is looked at.
    pub fn has(&self, aspect: Aspect) -> bool {
        self.aspects.has(aspect)
    }
}

/// Globals of the new version and which of their bytes (first byte, the byte after the last); all of them without a list.
pub type GlobalBytes = BTreeMap<GlobalId, Option<Vec<(u64, u64)>>>;

/// What the plans leave to be compared; the rest is known to be the same.
#[derive(Clone, PartialEq, Debug)]
pub struct ObservedSubset {
    /// The result.
    pub result: bool,
    /// Memory of globals; all of it without a list.
    pub globals: Option<GlobalBytes>,
    /// Memory behind pointers.
    pub memory: bool,
    /// Output streams, and calls of functions without a body.
    pub output: bool,
}

impl Default for ObservedSubset {
    fn default() -> Self {
        ObservedSubset { result: true, globals: None, memory: true, output: true }
    }
}

impl ObservedSubset {
    /// Whether these bytes of a global are compared.
    pub fn has(&self, global: GlobalId, offset: u64, size: u64) -> bool {
        match &self.globals {
            None => true,
            Some(all) => match all.get(&global) {
                None => false,
                Some(None) => true,
                Some(Some(ranges)) => ranges.iter().any(|(start, end)| *start < offset + size && offset < *end),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_into_it() {
        for (position, aspect) in Aspect::ALL.into_iter().enumerate() {
            assert_eq!(aspect as usize, position);
            let others = Aspects::ALL.without(aspect);
            assert!(!others.has(aspect) && Aspect::ALL.into_iter().all(|other| other == aspect || others.has(other)));
            assert_eq!(Aspect::ALL.into_iter().filter(|other| *other != aspect).collect::<Aspects>(), others);
        }
        assert_eq!(Aspect::ALL.into_iter().collect::<Aspects>(), Aspects::ALL);
    }
}
