//! Rendered conditions: C text with the structure that a reader sees in it.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;

/// A C expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formula {
    pub(crate) text: String,
    pub(crate) ends: Vec<usize>,
    pub(crate) inputs: BTreeSet<String>,
    pub(crate) has_disjunction: bool,
    pub(crate) has_choice: bool,
}

impl Formula {
    /// Whether it is written as true.
    pub fn is_true(&self) -> bool {
        self.text == "1"
    }

    /// Whether `||` is somewhere in it.
    pub fn has_disjunction(&self) -> bool {
        self.has_disjunction
    }

    /// Whether all inputs are read however it is evaluated: no `||` and no `?:` is in it.
    pub fn reads_all(&self) -> bool {
        !self.has_disjunction && !self.has_choice
    }

    /// The inputs that are read, as they are written.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(String::as_str)
    }

    /// The operands of a conjunction; of anything else there is one.
    pub fn conjuncts(&self) -> impl Iterator<Item = &str> {
        let starts = [0].into_iter().chain(self.ends.iter().map(|end| end + " && ".len()));
        let ends = self.ends.iter().copied().chain([self.text.len()]);
        starts.zip(ends).map(|(start, end)| &self.text[start..end])
    }
}

impl From<&str> for Formula {
    fn from(text: &str) -> Formula {
        Formula { text: text.to_owned(), ..Formula::default() }
    }
}

impl Deref for Formula {
    type Target = str;
    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq<str> for Formula {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for Formula {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}
