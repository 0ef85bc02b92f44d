//! C expressions as terms, for lists of refactorings: `x`, `y`, `z` are signed, `u`, `v`, `w` unsigned, of the width asked
//! for; `f`, `g`, `h` are doubles. `wide` and `uwide` are twice as wide; literals have the width asked for.

use incise_term::{Format, Pool, TermId, VarKind, concrete};

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Integer { width: u32, signed: bool },
    Double,
}

#[derive(Clone, Copy)]
struct Value {
    term: TermId,
    kind: Type,
}

struct Reader<'a> {
    pool: &'a mut Pool,
    width: u32,
    tokens: Vec<String>,
    at: usize,
}

/// The term of a C expression.
pub fn read(pool: &mut Pool, width: u32, text: &str) -> TermId {
    let mut reader = Reader { pool, width, tokens: tokens(text), at: 0 };
    let value = reader.choice();
    assert_eq!(reader.at, reader.tokens.len(), "the rest of {text}");
    value.term
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        if chars[at].is_alphanumeric() {
            while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '.') {
                at += 1;
            }
        } else {
            let pair: String = chars[at..(at + 2).min(chars.len())].iter().collect();
            at += if ["<<", ">>", "<=", ">=", "==", "!=", "&&", "||"].contains(&pair.as_str()) { 2 } else { 1 };
        }
        tokens.push(chars[start..at].iter().collect());
    }
    tokens
}

const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn int(&self) -> Type {
        Type::Integer { width: self.width, signed: true }
    }

    fn choice(&mut self) -> Value {
        let condition = self.level(0);
        if !self.take("?") {
            return condition;
        }
        let then = self.choice();
        assert!(self.take(":"));
        let otherwise = self.choice();
        let truth = self.truth(condition);
        let kind = self.common(then.kind, otherwise.kind);
        let (then, otherwise) = (self.convert(then, kind), self.convert(otherwise, kind));
        Value { term: self.pool.ite(truth, then.term, otherwise.term), kind }
    }

    fn level(&mut self, level: usize) -> Value {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1);
        while operators.contains(&self.peek()) {
            let operator = self.peek().to_owned();
            self.at += 1;
            let right = self.level(level + 1);
            left = self.binary(&operator, left, right);
        }
        left
    }

    fn unary(&mut self) -> Value {
        if self.take("-") {
            let value = self.unary();
            let term = match value.kind {
                Type::Double => self.pool.fp_neg(Format::F64, value.term),
                Type::Integer { .. } => self.pool.neg(value.term),
            };
            return Value { term, kind: value.kind };
        }
        if self.take("~") {
            let value = self.unary();
            return Value { term: self.pool.not(value.term), kind: value.kind };
        }
        if self.take("!") {
            let value = self.unary();
            let truth = self.truth(value);
            let negated = self.pool.not(truth);
            return self.truth_value(negated);
        }
        if self.take("(") {
            if let Some(kind) = self.cast() {
                let value = self.unary();
                return self.convert(value, kind);
            }
            let value = self.choice();
            assert!(self.take(")"), "expected ) at {:?}", &self.tokens[self.at..]);
            return value;
        }
        let token = self.peek().to_owned();
        self.at += 1;
        self.leaf(&token)
    }

    fn cast(&mut self) -> Option<Type> {
        let kind = match self.peek() {
            "int" => self.int(),
            "unsigned" => Type::Integer { width: self.width, signed: false },
            "wide" => Type::Integer { width: 2 * self.width, signed: true },
            "uwide" => Type::Integer { width: 2 * self.width, signed: false },
            "u8" => Type::Integer { width: 8, signed: false },
            "i8" => Type::Integer { width: 8, signed: true },
            "u16" => Type::Integer { width: 16, signed: false },
            "double" => Type::Double,
            _ => return None,
        };
        self.at += 1;
        assert!(self.take(")"));
        Some(kind)
    }

    fn leaf(&mut self, token: &str) -> Value {
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            if token.contains('.') {
                let bits = token.parse::<f64>().expect("a number").to_bits();
                return Value { term: self.pool.constant(64, u128::from(bits)), kind: Type::Double };
            }
            let value = match token.strip_prefix("0x") {
                Some(digits) => u128::from_str_radix(digits, 16),
                None => token.parse(),
            };
            let term = self.pool.constant(self.width, value.expect("a number"));
            let signed = !concrete::is_negative(self.width, self.pool.as_const(term).expect("constant"));
            return Value { term, kind: Type::Integer { width: self.width, signed } };
        }
        let kind = match token {
            "f" | "g" | "h" => Type::Double,
            _ => Type::Integer { width: self.width, signed: !matches!(token, "u" | "v" | "w") },
        };
        let width = if kind == Type::Double { 64 } else { self.width };
        Value { term: self.pool.var(token, width, VarKind::Input), kind }
    }

    fn common(&self, a: Type, b: Type) -> Type {
        match (a, b) {
            (Type::Integer { width: v, signed: s }, Type::Integer { width: w, signed: t }) => {
                let width = v.max(w).max(self.width.min(32));
                let signed = (s || v < width) && (t || w < width);
                Type::Integer { width, signed }
            }
            _ => Type::Double,
        }
    }

    fn convert(&mut self, value: Value, kind: Type) -> Value {
        let term = match (value.kind, kind) {
            (Type::Double, Type::Double) => value.term,
            (Type::Integer { signed: true, .. }, Type::Double) => self.pool.fp_from_sint(Format::F64, value.term),
            (Type::Integer { .. }, Type::Double) => self.pool.fp_from_uint(Format::F64, value.term),
            (Type::Double, Type::Integer { width, signed: true }) => {
                self.pool.fp_to_sint(Format::F64, value.term, width)
            }
            (Type::Double, Type::Integer { width, .. }) => self.pool.fp_to_uint(Format::F64, value.term, width),
            (Type::Integer { width: from, signed }, Type::Integer { width: to, .. }) => {
                if to < from {
                    self.pool.extract(value.term, 0, to)
                } else if signed {
                    self.pool.sext(value.term, to)
                } else {
                    self.pool.zext(value.term, to)
                }
            }
        };
        Value { term, kind }
    }

    fn truth(&mut self, value: Value) -> TermId {
        let zero = self.pool.constant(self.pool.width(value.term), 0);
        self.pool.ne(value.term, zero)
    }

    fn truth_value(&mut self, truth: TermId) -> Value {
        Value { term: self.pool.zext(truth, self.width), kind: self.int() }
    }

    fn binary(&mut self, operator: &str, a: Value, b: Value) -> Value {
        if operator == "&&" || operator == "||" {
            let (a, b) = (self.truth(a), self.truth(b));
            let both = if operator == "&&" { self.pool.and(a, b) } else { self.pool.or(a, b) };
            return self.truth_value(both);
        }
        if operator == "<<" || operator == ">>" {
            let a = self.convert(a, self.common(a.kind, self.int()));
            let b = self.convert(b, a.kind);
            let Type::Integer { signed, .. } = a.kind else { panic!("a float is shifted") };
            let term = match operator {
                "<<" => self.pool.shl(a.term, b.term),
                _ if signed => self.pool.ashr(a.term, b.term),
                _ => self.pool.lshr(a.term, b.term),
            };
            return Value { term, kind: a.kind };
        }
        let kind = self.common(a.kind, b.kind);
        let (a, b) = (self.convert(a, kind).term, self.convert(b, kind).term);
        let p = &mut *self.pool;
        let format = Format::F64;
        if kind == Type::Double {
            let term = match operator {
                "+" => p.fp_add(format, a, b),
                "-" => p.fp_sub(format, a, b),
                "*" => p.fp_mul(format, a, b),
                "/" => p.fp_div(format, a, b),
                _ => {
                    let truth = match operator {
                        "<" => p.fp_lt(format, a, b),
                        "<=" => p.fp_le(format, a, b),
                        ">" => p.fp_lt(format, b, a),
                        ">=" => p.fp_le(format, b, a),
                        "==" => p.fp_eq(format, a, b),
                        "!=" => {
                            let equal = p.fp_eq(format, a, b);
                            p.not(equal)
                        }
                        _ => panic!("{operator} on floats"),
                    };
                    return self.truth_value(truth);
                }
            };
            return Value { term, kind };
        }
        let signed = matches!(kind, Type::Integer { signed: true, .. });
        let term = match (operator, signed) {
            ("+", _) => p.add(a, b),
            ("-", _) => p.sub(a, b),
            ("*", _) => p.mul(a, b),
            ("/", true) => p.sdiv(a, b),
            ("/", false) => p.udiv(a, b),
            ("%", true) => p.srem(a, b),
            ("%", false) => p.urem(a, b),
            ("&", _) => p.and(a, b),
            ("|", _) => p.or(a, b),
            ("^", _) => p.xor(a, b),
            _ => {
                let truth = match (operator, signed) {
                    ("<", true) => p.slt(a, b),
                    ("<", false) => p.ult(a, b),
                    ("<=", true) => p.sle(a, b),
                    ("<=", false) => p.ule(a, b),
                    (">", true) => p.slt(b, a),
                    (">", false) => p.ult(b, a),
                    (">=", true) => p.sle(b, a),
                    (">=", false) => p.ule(b, a),
                    ("==", _) => p.eq(a, b),
                    ("!=", _) => p.ne(a, b),
                    _ => panic!("no operator {operator}"),
                };
                return self.truth_value(truth);
            }
        };
        Value { term, kind }
    }
}
