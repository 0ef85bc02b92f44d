//! Pieces of C text that know how tightly they bind, so that parentheses are written only where they are needed,
//! or where C's precedence is one that readers do not trust (shifts and bitwise operators).

use crate::written::Formula;

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
    seen: Seen,
}

/// What there is to see in an expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Seen {
    /// Where the conjuncts of a conjunction end, the last one apart.
    ends: Vec<usize>,
    inputs: Vec<String>,
    has_disjunction: bool,
    has_choice: bool,
}

impl Seen {
    /// The same inside another expression, together with what else is in it.
    fn inside(self, others: impl IntoIterator<Item = Seen>) -> Seen {
        let mut seen = Seen { ends: Vec::new(), ..self };
        for other in others {
            seen.inputs.extend(other.inputs);
            seen.has_disjunction |= other.has_disjunction;
            seen.has_choice |= other.has_choice;
        }
        seen
    }
}

impl Text {
    pub(crate) fn new(level: Level, text: impl Into<String>) -> Text {
        Text { text: text.into(), level, operator: "", seen: Seen::default() }
    }

    /// The expression that reads an input.
    pub(crate) fn input(text: &str) -> Text {
        let seen = Seen { inputs: vec![text.to_owned()], ..Seen::default() };
        Text { seen, ..Text::atom(text) }
    }

    /// An expression that needs no parentheses and that another one is a part of.
    pub(crate) fn around(text: String, part: Text) -> Text {
        Text { seen: part.seen.inside([]), ..Text::atom(text) }
    }

    pub(crate) fn atom(text: impl Into<String>) -> Text {
        Text::new(Level::Atom, text)
    }

    pub(crate) fn into_formula(self) -> Formula {
        let Seen { ends, inputs, has_disjunction, has_choice } = self.seen;
        Formula { text: self.text, ends, inputs: inputs.into_iter().collect(), has_disjunction, has_choice }
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
    pub(crate) fn binary(level: Level, operator: &'static str, mut left: Text, mut right: Text) -> Text {
        let (least_left, least_right) = level.operands();
        // The bitwise operators associate.
        let chains = |operand: &Text| operand.level == level && operand.operator == operator && level < Level::Equality;
        let is_whole = (chains(&left), chains(&right));
        let (left_seen, right_seen) = (std::mem::take(&mut left.seen), std::mem::take(&mut right.seen));
        let left = if is_whole.0 { left.text } else { left.within(least_left) };
        let right = if is_whole.1 { right.text } else { right.within(least_right) };
        let text = format!("{left} {operator} {right}");
        let mut ends = Vec::new();
        if level == Level::And {
            let start = text.len() - right.len();
            ends.extend(left_seen.ends.iter().copied().chain([left.len()]));
            ends.extend(right_seen.ends.iter().map(|end| start + end));
        }
        let seen = left_seen.inside([right_seen]);
        let has_disjunction = seen.has_disjunction || level == Level::Or;
        Text { text, level, operator, seen: Seen { ends, has_disjunction, ..seen } }
    }

    /// `operator operand`: `!`, `~`, `-`, or a cast.
    pub(crate) fn unary(operator: &str, mut operand: Text) -> Text {
        let clash = operator == "-" && operand.text.starts_with('-');
        let seen = std::mem::take(&mut operand.seen).inside([]);
        let operand = if clash { format!("({})", operand.text) } else { operand.within(Level::Unary) };
        Text { seen, ..Text::new(Level::Unary, format!("{operator}{operand}")) }
    }

    /// `condition ? yes : no`
    pub(crate) fn choice(condition: Text, yes: Text, no: Text) -> Text {
        let seen = condition.seen.clone().inside([yes.seen.clone(), no.seen.clone()]);
        let text =
            format!("{} ? {} : {}", condition.within(Level::Or), yes.within(Level::Or), no.within(Level::Choice));
        Text { seen: Seen { has_choice: true, ..seen }, ..Text::new(Level::Choice, text) }
    }

    /// `function(arguments)`
    pub(crate) fn call(function: &str, arguments: &[Text]) -> Text {
        let seen = Seen::default().inside(arguments.iter().map(|argument| argument.seen.clone()));
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.text.as_str()).collect();
        Text { seen, ..Text::atom(format!("{function}({})", arguments.join(", "))) }
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
