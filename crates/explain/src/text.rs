//! Pieces of C text that know how tightly they bind, so that parentheses are written only where they are needed,
//! or where C's precedence is one that readers do not trust (shifts and bitwise operators).

use std::fmt;

/// How tightly an expression binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Order,
    Shift,
    Sum,
    Product,
    Unary,
    Atom,
}

impl Level {
    /// The least level an operand on the left, and one on the right, may have without parentheses.
    fn operands(self) -> (Level, Level) {
        match self {
            // `&&` and `||` associate, also in the order of evaluation.
            Level::Choice => (Level::Or, Level::Choice),
            Level::Or => (Level::Or, Level::Or),
            Level::And => (Level::And, Level::And),
            Level::BitOr | Level::BitXor | Level::BitAnd => (Level::Unary, Level::Unary),
            Level::Equality | Level::Order => (Level::Shift, Level::Shift),
            Level::Shift => (Level::Unary, Level::Unary),
            Level::Sum => (Level::Sum, Level::Product),
            Level::Product => (Level::Product, Level::Unary),
            Level::Unary => (Level::Unary, Level::Unary),
            Level::Atom => (Level::Atom, Level::Atom),
        }
    }
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    text: String,
    level: Level,
    /// The operator at the root, where a chain of it needs no parentheses.
    operator: &'static str,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Text {
    pub(crate) fn new(level: Level, text: impl Into<String>) -> Text {
        Text { text: text.into(), level, operator: "" }
    }

    pub(crate) fn atom(text: impl Into<String>) -> Text {
        Text::new(Level::Atom, text)
    }

    pub(crate) fn into_string(self) -> String {
        self.text
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn level(&self) -> Level {
        self.level
    }

    fn within(self, least: Level) -> String {
        if self.level < least { format!("({})", self.text) } else { self.text }
    }

    /// `left operator right`
    pub(crate) fn binary(level: Level, operator: &'static str, left: Text, right: Text) -> Text {
        let (least_left, least_right) = level.operands();
        // The bitwise operators associate.
        let chains = |operand: &Text| operand.level == level && operand.operator == operator && level < Level::Equality;
        let left = if chains(&left) { left.text } else { left.within(least_left) };
        let right = if chains(&right) { right.text } else { right.within(least_right) };
        let text = format!("{left} {operator} {right}");
        Text { text, level, operator }
    }

    /// `operator operand`: `!`, `~`, `-`, or a cast.
    pub(crate) fn unary(operator: &str, operand: Text) -> Text {
        let clash = operator == "-" && operand.text.starts_with('-');
        let operand = if clash { format!("({})", operand.text) } else { operand.within(Level::Unary) };
        Text::new(Level::Unary, format!("{operator}{operand}"))
    }

    /// `condition ? yes : no`
    pub(crate) fn choice(condition: Text, yes: Text, no: Text) -> Text {
        let text =
            format!("{} ? {} : {}", condition.within(Level::Or), yes.within(Level::Or), no.within(Level::Choice));
        Text::new(Level::Choice, text)
    }

    /// `function(arguments)`
    pub(crate) fn call(function: &str, arguments: &[Text]) -> Text {
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.text.as_str()).collect();
        Text::atom(format!("{function}({})", arguments.join(", ")))
    }
}

/// How much there is to read: names, numbers and operators, each once; what a cast or a call needs counts too.
pub(crate) fn measure(text: &str) -> usize {
    let mut count = 0;
    let mut previous = ' ';
    for c in text.chars() {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '\'');
        let counts = match c {
            ' ' | '(' | ')' | '{' | '}' | ',' | ';' => false,
            _ if word(c) => !word(previous),
            _ => word(previous) || matches!(previous, ' ' | '(' | ')'),
        };
        count += usize::from(counts);
        previous = c;
    }
    count
}
