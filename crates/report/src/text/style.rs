//! Colours and counts in texts.

/// Whether colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Colours and bold.
    pub colour: bool,
}

impl Style {
    pub(crate) fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }
    pub(crate) fn red(self, text: &str) -> String {
        self.paint("1;31", text)
    }
    pub(crate) fn green(self, text: &str) -> String {
        self.paint("1;32", text)
    }
    pub(crate) fn yellow(self, text: &str) -> String {
        self.paint("1;33", text)
    }
    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }
}

/// A number of things.
pub(crate) fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
