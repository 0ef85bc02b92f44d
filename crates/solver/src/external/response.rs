//! What solvers print: a verdict, then the values of the terms asked for, in order.

/// The words and parentheses of a response; a name in bars is one word.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'(' | b')' => at += 1,
            b'|' => at = text[at + 1..].find('|').map_or(bytes.len(), |end| at + end + 2),
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                while at < bytes.len() && !bytes[at].is_ascii_whitespace() && !matches!(bytes[at], b'(' | b')') {
                    at += 1;
                }
            }
        }
        tokens.push(&text[start..at]);
    }
    tokens
}

/// The values in the response to `get-value` for `n` terms: `((name value) …)`.
pub(super) fn values(text: &str, n: usize) -> Option<Vec<u128>> {
    let tokens = tokens(text);
    let mut rest = tokens.as_slice();
    expect(&mut rest, "(")?;
    let mut values = Vec::with_capacity(n);
    for _ in 0..n {
        expect(&mut rest, "(")?;
        skip_expression(&mut rest)?;
        values.push(value(&mut rest)?);
        expect(&mut rest, ")")?;
    }
    expect(&mut rest, ")")?;
    Some(values)
}

fn next<'a>(rest: &mut &[&'a str]) -> Option<&'a str> {
    let (first, others) = rest.split_first()?;
    *rest = others;
    Some(first)
}

fn expect(rest: &mut &[&str], token: &str) -> Option<()> {
    (next(rest)? == token).then_some(())
}

fn skip_expression(rest: &mut &[&str]) -> Option<()> {
    let mut depth = 0;
    loop {
        match next(rest)? {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(());
        }
    }
}

/// `#x…`, `#b…` or `(_ bvN width)`.
fn value(rest: &mut &[&str]) -> Option<u128> {
    let token = next(rest)?;
    if let Some(digits) = token.strip_prefix("#x") {
        return u128::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = token.strip_prefix("#b") {
        return u128::from_str_radix(digits, 2).ok();
    }
    if token != "(" {
        return None;
    }
    expect(rest, "_")?;
    let value = next(rest)?.strip_prefix("bv")?.parse().ok()?;
    next(rest)?;
    expect(rest, ")")?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn the_forms_of_values_are_read() {
        assert_eq!(values("((|a b| #x0f)\n (|(c| #b101)(t!3 (_ bv7 12)))", 3), Some(vec![15, 5, 7]));
        assert_eq!(values("(((f x) #x1))", 1), Some(vec![1]));
        assert_eq!(values("((|a| #x0f))", 2), None);
        assert_eq!(values("(error \"line 3\")", 1), None);
        assert_eq!(values("", 1), None);
        assert_eq!(values("((|a", 1), None);
    }
}
