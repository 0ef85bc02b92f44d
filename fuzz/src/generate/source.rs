//! C text in the making.

/// C text in the making: lines, indented by the blocks around them.
#[derive(Default, Debug)]
pub struct Source {
    text: String,
    depth: usize,
}

impl Source {
    /// One line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }
    /// A line that opens a block.
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(format!("{} {{", line.as_ref()));
        self.depth += 1;
    }
    /// Closes a block and opens the next part of the same statement.
    pub fn next(&mut self, line: impl AsRef<str>) {
        self.depth -= 1;
        self.line(format!("}} {} {{", line.as_ref()));
        self.depth += 1;
    }
    /// Closes a block; `after` follows the brace.
    pub fn close(&mut self, after: &str) {
        self.depth -= 1;
        self.line(format!("}}{after}"));
    }
    /// The text.
    pub fn finish(self) -> String {
        assert_eq!(self.depth, 0, "every block is closed");
        self.text
    }
}
