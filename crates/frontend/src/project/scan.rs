//! A C file as text: what it includes, which macros, functions and variables it defines, and which names each of these mentions.
//!
//! Nothing is preprocessed. Both sides of a condition are read; a brace that only one side opens counts once. What is found is
//! for choosing files: a definition that is missed is found again by the name that stays undefined.

use super::calls::Calls;
use super::token::{Token, tokens};
use blake3::{Hash, Hasher};
use std::collections::{BTreeMap, BTreeSet};

/// A file.
#[derive(Clone, Debug, Default)]
pub(super) struct Scanned {
    /// The last parts of the names of files that it includes.
    pub(super) includes: BTreeSet<String>,
    /// Whether a name of a file is computed by a macro.
    pub(super) computes_includes: bool,
    /// Whether names are made by `##`.
    pub(super) pastes: bool,
    /// Macros and the names in them.
    pub(super) macros: BTreeMap<String, BTreeSet<String>>,
    /// Functions and variables.
    pub(super) definitions: Vec<Definition>,
    /// Names outside of definitions.
    pub(super) outside: BTreeSet<String>,
    /// Everything but the definitions.
    pub(super) rest: Option<Hash>,
}

/// A function or a variable.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) is_function: bool,
    /// Names in it.
    pub(super) uses: BTreeSet<String>,
    /// Names before its body or value.
    pub(super) head: BTreeSet<String>,
    /// How it calls, and what it may store.
    pub(super) calls: Calls,
    /// Its text without comments and white space.
    pub(super) text: Hash,
    /// Where it begins.
    pub(super) line: usize,
}

/// Reads a file.
pub(super) fn scan(text: &str) -> Scanned {
    let mut scanned = Scanned::default();
    let mut rest = Hasher::new();
    let mut depth = 0usize;
    let mut open: Vec<(Token, usize)> = Vec::new();
    let mut conditions: Vec<usize> = Vec::new();
    for (token, line) in tokens(text) {
        match &token {
            Token::Directive(name, after) => {
                directive(&mut scanned, name, after);
                match name.as_str() {
                    "if" | "ifdef" | "ifndef" => conditions.push(depth),
                    "else" | "elif" => depth = conditions.last().copied().unwrap_or(depth),
                    "endif" => drop(conditions.pop()),
                    _ => {}
                }
                // Inside of a definition it is part of it.
                match open.is_empty() {
                    true => add(&mut rest, &format!("#{name} {after}")),
                    false => open.push((token, line)),
                }
                continue;
            }
            Token::Other(sign) if sign == "{" => depth += 1,
            Token::Other(sign) if sign == "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let sign = if let Token::Other(sign) = &token { sign.clone() } else { String::new() };
        open.push((token, line));
        let ends = depth == 0 && (sign == ";" && !declares_parameters(&open) || sign == "}" && is_function(&open));
        if ends {
            close(&mut scanned, &mut rest, std::mem::take(&mut open));
        }
    }
    close(&mut scanned, &mut rest, open);
    scanned.rest = Some(rest.finalize());
    scanned
}

fn add(hasher: &mut Hasher, text: &str) {
    hasher.update(text.as_bytes());
    hasher.update(&[0]);
}

fn text_of(token: &Token) -> String {
    match token {
        Token::Name(text) | Token::Other(text) => text.clone(),
        Token::Directive(name, after) => format!("#{name} {after}"),
    }
}

/// What is before the first brace or `=` of a declaration.
fn head(open: &[(Token, usize)]) -> &[(Token, usize)] {
    let is_end = |(token, _): &(Token, usize)| matches!(token, Token::Other(sign) if sign == "{" || sign == "=");
    &open[..open.iter().position(is_end).unwrap_or(open.len())]
}

fn is_name(token: &(Token, usize), names: &[&str]) -> bool {
    matches!(&token.0, Token::Name(name) if names.contains(&name.as_str()))
}

/// Whether a declaration is a function with a body: parentheses before the brace, and no struct's.
fn is_function(open: &[(Token, usize)]) -> bool {
    let head = head(open);
    let braces = open.get(head.len()).is_some_and(|(token, _)| *token == Token::Other(String::from("{")));
    let is_type = is_name(head.first().unwrap_or(&(Token::Other(String::new()), 0)), &["typedef"]);
    let closes = head.iter().rposition(|(token, _)| *token == Token::Other(String::from(")")));
    // `struct s f(int x) {` is one, `struct __attribute__((packed)) s {` is not.
    let is_record = closes.is_none_or(|closes| {
        let (before, after) = head.split_at(closes);
        after.iter().any(|token| is_name(token, &["struct", "union", "enum"]))
            || before.iter().any(|token| is_name(token, &["struct", "union", "enum"])) && function_name(head).is_none()
    });
    braces && !is_type && !is_record
}

/// Whether a declaration so far is the beginning of a function whose parameters are declared after the parentheses.
fn declares_parameters(open: &[(Token, usize)]) -> bool {
    let is = |index: usize, sign: &str| matches!(&open[index].0, Token::Other(other) if other == sign);
    let Some(opens) = (0..open.len()).find(|index| is(*index, "(")) else { return false };
    let Some(closes) = (opens..open.len()).find(|index| is(*index, ")")) else { return false };
    let after = &open[closes + 1..];
    let plain = after.iter().all(|(token, _)| match token {
        Token::Name(name) => !ATTRIBUTES.contains(&name.as_str()),
        Token::Other(sign) => ["*", ",", ";", "[", "]"].contains(&sign.as_str()),
        Token::Directive(..) => true,
    });
    let n_names = after.iter().filter(|(token, _)| matches!(token, Token::Name(_))).count();
    opens > 0 && matches!(open[opens - 1].0, Token::Name(_)) && plain && n_names >= 2
}

const ATTRIBUTES: [&str; 6] = ["__attribute__", "__attribute", "__declspec", "__asm__", "asm", "_Alignas"];

/// The name before the first parenthesis that is no attribute's.
fn function_name(head: &[(Token, usize)]) -> Option<String> {
    let mut depth = 0usize;
    let mut last: Option<&str> = None;
    let mut skipped = false;
    for (token, _) in head {
        match token {
            Token::Name(name) if depth == 0 => last = Some(name),
            Token::Other(sign) if sign == "(" => {
                let is_attribute = last.is_some_and(|name| ATTRIBUTES.contains(&name));
                if depth == 0 && !is_attribute && last.is_some() {
                    return last.map(str::to_owned);
                }
                skipped |= is_attribute;
                depth += 1;
            }
            Token::Other(sign) if sign == ")" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && skipped {
                    last = None;
                }
            }
            _ => {}
        }
    }
    None
}

/// The names that a declaration of variables defines.
fn variables(open: &[(Token, usize)]) -> Vec<String> {
    let no_variable = ["typedef", "extern", "struct", "union", "enum", "_Static_assert", "static_assert"];
    let first = open.first();
    let is_type_only = first.is_some_and(|token| is_name(token, &["typedef", "extern", "_Static_assert"]));
    let mut found = Vec::new();
    let (mut depth, mut last, mut in_value, mut is_tag) = (0usize, None, false, false);
    for (token, _) in open {
        match token {
            Token::Name(name) if depth == 0 && !in_value => {
                let is_keyword = no_variable.contains(&name.as_str());
                if !is_keyword && !is_tag {
                    last = Some(name.clone());
                }
                is_tag = ["struct", "union", "enum"].contains(&name.as_str());
            }
            Token::Other(sign) => match sign.as_str() {
                "(" | "{" | "[" => {
                    // A prototype defines nothing; `int (*p)(int)` has its name inside.
                    if sign == "(" && depth == 0 && !in_value && last.is_some() {
                        return Vec::new();
                    }
                    depth += 1;
                }
                ")" | "}" | "]" => depth = depth.saturating_sub(1),
                "=" | "," | ";" if depth == 0 => {
                    if !in_value {
                        found.extend(last.take());
                    }
                    in_value = sign == "=";
                }
                _ => {}
            },
            _ => {}
        }
    }
    if is_type_only { Vec::new() } else { found }
}

/// Ends a declaration.
fn close(scanned: &mut Scanned, rest: &mut Hasher, open: Vec<(Token, usize)>) {
    let Some(&(_, line)) = open.first() else { return };
    let is_function = is_function(&open);
    let names = if is_function { function_name(head(&open)).into_iter().collect() } else { variables(&open) };
    let mut uses: BTreeSet<String> = BTreeSet::new();
    let mut hasher = Hasher::new();
    for (token, _) in &open {
        match token {
            Token::Name(name) => drop(uses.insert(name.clone())),
            Token::Directive(_, after) => uses.extend(words(after)),
            Token::Other(_) => {}
        }
        add(&mut hasher, &text_of(token));
    }
    let text = hasher.finalize();
    // A type that is defined with a variable matters to others than those that mention the variable.
    let is_type = !is_function && head(&open).len() < open.len() && {
        let braces = open.get(head(&open).len()).is_some_and(|(token, _)| *token == Token::Other(String::from("{")));
        braces && head(&open).iter().any(|token| is_name(token, &["struct", "union", "enum"]))
    };
    if names.is_empty() || is_type {
        add(rest, text.to_hex().as_str());
        scanned.outside.extend(uses.iter().cloned());
    }
    let head: BTreeSet<String> = head(&open)
        .iter()
        .filter_map(|(token, _)| if let Token::Name(name) = token { Some(name.clone()) } else { None })
        .collect();
    let tokens: Vec<&Token> = open.iter().map(|(token, _)| token).collect();
    let calls = Calls::of(&tokens, is_function);
    let definition = |name: String| {
        let (uses, head, calls) = (uses.clone(), head.clone(), calls.clone());
        Definition { name, is_function, uses, head, calls, text, line }
    };
    scanned.definitions.extend(names.into_iter().map(definition));
}

fn directive(scanned: &mut Scanned, name: &str, after: &str) {
    scanned.outside.extend(words(after));
    // What is only asked for (`__has_include`) counts as well: the answer decides.
    for asked in after.split("__has_").skip(1) {
        if let Some((_, named)) = asked.split_once('(').filter(|(what, _)| is_include(what.trim())) {
            include(scanned, named);
        }
    }
    match name {
        name if is_include(name) => include(scanned, after),
        "define" => {
            scanned.pastes |= after.contains("##");
            let mut all = words(after).into_iter();
            if let Some(name) = all.next() {
                scanned.macros.entry(name).or_default().extend(all);
            }
        }
        _ => {}
    }
}

/// Directives that name a file.
fn is_include(name: &str) -> bool {
    matches!(name, "include" | "include_next" | "import" | "embed")
}

/// Notes the file that a directive names.
fn include(scanned: &mut Scanned, named: &str) {
    let quoted = named.trim().trim_start_matches(['"', '<']);
    if quoted.len() == named.trim().len() {
        scanned.computes_includes = true;
    }
    let file = quoted.split(['"', '>']).next().unwrap_or_default();
    let last = file.rsplit('/').next().unwrap_or_default();
    scanned.includes.insert(last.to_owned());
}

/// The names in a text.
fn words(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = text.split(|letter: char| !is_part(letter));
    words
        .filter(|word| word.starts_with(|first: char| first.is_alphabetic() || first == '_'))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        scan(text).definitions.into_iter().map(|definition| definition.name).collect()
    }

    #[test]
    fn functions_and_variables_are_found() {
        assert_eq!(names("static int f(int x) { return g(x); }\nint table[] = { 1, 2 }, n;\n"), ["f", "table", "n"]);
        assert_eq!(
            names("int proto(int);\nextern int e;\ntypedef struct { int a; } t;\nstruct s { int b; };\n"),
            [""; 0]
        );
        assert_eq!(names("__attribute__((noinline)) struct s *make(void) { return 0; }\n"), ["make"]);
        assert_eq!(names("struct s { int a; } one = { 1 };\nint old(a) int a; { return a; }\n"), ["one", "old"]);
        assert_eq!(names("#if A\nint f(int a) {\n#else\nint f(long a) {\n#endif\nreturn 0; }\nint g;\n"), ["f", "g"]);
        assert_eq!(
            names("char c = '{'; char *s = \"}{\"; /* { */ // {\nint h(void) { return '\\''; }"),
            ["c", "s", "h"]
        );
    }

    #[test]
    fn what_a_definition_mentions_is_known() {
        let scanned =
            scan("#include \"a/b.h\"\n#define CALL(x) f(x) \\\n  + g\nint h(int y) { return CALL(y) + k; }\n");
        assert!(scanned.includes.contains("b.h"));
        let asking = scan("#if defined X && __has_include( <c/d.h> )\n#endif\n");
        assert!(asking.includes.contains("d.h") && !asking.computes_includes);
        assert_eq!(scanned.macros["CALL"].iter().collect::<Vec<_>>(), ["f", "g", "x"]);
        let uses = &scanned.definitions[0].uses;
        assert!(uses.contains("CALL") && uses.contains("k") && !uses.contains("f"));
        assert_eq!(scanned.definitions[0].line, 4);
    }

    #[test]
    fn comments_and_white_space_are_no_text() {
        let (one, two) = (scan("int f(int x) { return x; }"), scan("/* f */\nint f( int x )\n{\n  return x; // x\n}"));
        assert_eq!(one.definitions[0].text, two.definitions[0].text);
        assert_eq!(one.rest, two.rest);
        assert_ne!(one.definitions[0].text, scan("int f(int x) { return -x; }").definitions[0].text);
    }
}
