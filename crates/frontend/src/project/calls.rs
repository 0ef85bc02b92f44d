//! How the text of a function or variable calls, and which names it may store: for finding who calls through a pointer.
//!
//! *In*: the tokens of a definition. *Out*: the numbers of arguments of its calls through pointers (`table[i](x)`, `(*p)(x)`, `s->f(x)`,
//! `f(x)(y)`, `p(x)` where `p` is its own), its calls by name, and the names that it mentions without calling them.

use super::token::Token;
use std::collections::BTreeSet;

/// How a definition calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Calls {
    /// Names that are mentioned without being called: perhaps a function's whose address is taken.
    pub(super) mentioned: BTreeSet<String>,
    /// Numbers of arguments of calls through pointers.
    pub(super) through_pointers: BTreeSet<usize>,
    /// Calls by a name, with the number of arguments: a function, or a variable that is a pointer to one.
    pub(super) by_name: BTreeSet<(String, usize)>,
    /// Of a function: how many parameters it has; not known where there may be any number.
    pub(super) n_params: Option<usize>,
}

/// What has parentheses after it and is no call.
const KEYWORDS: [&str; 12] = [
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
    "_Alignof",
    "__attribute__",
    "__typeof__",
    "typeof",
    "_Generic",
    "else",
];

impl Calls {
    /// Looks at a definition.
    pub(super) fn of(tokens: &[&Token], is_function: bool) -> Calls {
        let mut found = Calls::default();
        let body = if is_function { tokens.iter().position(|token| is(token, "{")).unwrap_or(0) } else { 0 };
        let sign = |at: usize, sign: &str| tokens.get(at).is_some_and(|token| is(token, sign));
        let mut opened: Vec<usize> = Vec::new();
        let mut closes_what: Vec<Option<usize>> = vec![None; tokens.len()];
        for at in 0..tokens.len() {
            if sign(at, "(") || sign(at, "[") {
                opened.push(at);
            } else if sign(at, ")") || sign(at, "]") {
                closes_what[at] = opened.pop();
            }
            if let Token::Name(name) = tokens[at]
                && !sign(at + 1, "(")
                && (at > body || !is_function)
            {
                found.mentioned.insert(name.clone());
            }
        }
        let own: BTreeSet<&String> = tokens
            .iter()
            .enumerate()
            .filter_map(|(at, token)| match token {
                Token::Name(name) if !sign(at + 1, "(") => Some(name),
                _ => None,
            })
            .collect();
        for at in (1..tokens.len()).filter(|at| sign(*at, "(")) {
            let count = arguments(tokens, at);
            if is_function && at < body {
                // The first parentheses after a name are the parameters'.
                if found.n_params.is_none() && matches!(tokens[at - 1], Token::Name(name) if !is_word(name)) {
                    found.n_params = parameters(tokens, at, count);
                }
                continue;
            }
            match tokens[at - 1] {
                Token::Name(name) if is_word(name) => {}
                Token::Name(name) => {
                    let is_member = at > 1 && (sign(at - 2, ".") || sign(at - 2, ">"));
                    if is_member || own.contains(name) {
                        found.through_pointers.insert(count);
                    } else {
                        found.by_name.insert((name.clone(), count));
                    }
                }
                _ if sign(at - 1, "]") => drop(found.through_pointers.insert(count)),
                _ if sign(at - 1, ")") => {
                    let before = closes_what[at - 1];
                    let is_dereference = before.is_some_and(|open| sign(open + 1, "*"));
                    let is_result = before
                        .and_then(|open| open.checked_sub(1))
                        .is_some_and(|at| matches!(tokens[at], Token::Name(name) if !is_word(name)));
                    if is_dereference || is_result {
                        found.through_pointers.insert(count);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

fn is(token: &Token, sign: &str) -> bool {
    matches!(token, Token::Other(other) if other == sign)
}

fn is_word(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// How many things the parentheses that open here separate by commas.
fn arguments(tokens: &[&Token], open: usize) -> usize {
    let (mut depth, mut count, mut is_empty) = (0usize, 1, true);
    for token in &tokens[open..] {
        if is(token, "(") || is(token, "[") || is(token, "{") {
            depth += 1;
            is_empty &= depth == 1;
        } else if is(token, ")") || is(token, "]") || is(token, "}") {
            depth -= 1;
            if depth == 0 {
                break;
            }
        } else {
            is_empty = false;
            count += usize::from(depth == 1 && is(token, ","));
        }
    }
    if is_empty { 0 } else { count }
}

/// How many parameters there are; not known of `()` and `...`.
fn parameters(tokens: &[&Token], open: usize, count: usize) -> Option<usize> {
    let close = tokens[open..].iter().position(|token| is(token, ")")).map_or(tokens.len(), |at| open + at);
    let inside = &tokens[open + 1..close];
    match inside {
        [] => None,
        [Token::Name(name)] if name == "void" => Some(0),
        _ if inside.iter().any(|token| is(token, ".")) => None,
        _ => Some(count),
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::*;

    fn calls(text: &str) -> Calls {
        scan(text).definitions.remove(0).calls
    }

    #[test]
    fn calls_through_pointers_are_counted_by_their_arguments() {
        let through = |body: &str| calls(&format!("int f(int (*cb)(int), int x) {{ {body} }}")).through_pointers;
        assert_eq!(through("return ops[x](x, g(1, 2));"), [2].into());
        assert_eq!(through("return (*p)(x) + s->read(x, x, x) + t.w();"), [0, 1, 3].into());
        assert_eq!(through("return cb(x) + make(1)(2, 3);"), [1, 2].into());
        assert_eq!(through("if (x) (void)x; return (int)(x) + g(x) + sizeof(x);"), [].into());
    }

    #[test]
    fn parameters_are_counted() {
        assert_eq!(calls("int f(int (*cb)(int, int), int x) { return 0; }").n_params, Some(2));
        assert_eq!(calls("__attribute__((noinline)) int f(void) { return 0; }").n_params, Some(0));
        assert_eq!(calls("int f(const char *format, ...) { return 0; }").n_params, None);
        assert_eq!(calls("int f() { return 0; }").n_params, None);
    }

    #[test]
    fn what_is_mentioned_without_a_call_may_be_stored() {
        let found = calls("struct ops table = { .read = low, wrap(high), &other };");
        assert!(["low", "high", "other"].iter().all(|name| found.mentioned.contains(*name)), "{found:?}");
        assert!(!calls("int f(int x) { return low(x); }").mentioned.contains("low"));
        assert!(calls("int f(int x) { return give(low, x); }").mentioned.contains("low"));
    }
}
