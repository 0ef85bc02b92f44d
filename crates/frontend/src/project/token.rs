//! Tokens of C as text, without preprocessing.

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Name(String),
    Other(String),
    /// A directive, its name and what follows.
    Directive(String, String),
}

/// The tokens of a text without comments, each with its line.
pub(super) fn tokens(text: &str) -> Vec<(Token, usize)> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line, mut line_begins) = (0, 1, true);
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    while at < letters.len() {
        let letter = letters[at];
        match (letter, letters.get(at + 1).copied()) {
            ('\n', _) => {
                line += 1;
                line_begins = true;
                at += 1;
            }
            ('\\', Some('\n')) => {
                line += 1;
                at += 2;
            }
            (letter, _) if letter.is_whitespace() => at += 1,
            ('/', Some('/')) => at = line_end(&letters, at),
            ('/', Some('*')) => {
                let end = comment_end(&letters, at);
                line += letters[at..end].iter().filter(|letter| **letter == '\n').count();
                at = end;
            }
            ('#', _) if line_begins => {
                let (text, end, n_lines) = directive_text(&letters, at + 1);
                let text = text.trim();
                let split = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
                let (name, after) = text.split_at(split);
                found.push((Token::Directive(name.to_owned(), after.trim().to_owned()), line));
                line += n_lines;
                at = end;
            }
            ('"' | '\'', _) => {
                let end = literal_end(&letters, at);
                found.push((Token::Other(letters[at..end].iter().collect()), line));
                at = end;
                line_begins = false;
            }
            (letter, _) if is_part(letter) => {
                let end = (at..letters.len()).find(|index| !is_part(letters[*index])).unwrap_or(letters.len());
                let word: String = letters[at..end].iter().collect();
                let token = if letter.is_ascii_digit() { Token::Other(word) } else { Token::Name(word) };
                found.push((token, line));
                at = end;
                line_begins = false;
            }
            _ => {
                found.push((Token::Other(letter.to_string()), line));
                at += 1;
                line_begins = false;
            }
        }
    }
    found
}

fn line_end(letters: &[char], from: usize) -> usize {
    (from..letters.len()).find(|at| letters[*at] == '\n').unwrap_or(letters.len())
}

fn comment_end(letters: &[char], from: usize) -> usize {
    let ends = |at: &usize| letters[*at] == '*' && letters.get(at + 1) == Some(&'/');
    (from + 2..letters.len()).find(ends).map_or(letters.len(), |at| at + 2)
}

/// The end of a string or a character; of one that is not closed, the end of its line.
fn literal_end(letters: &[char], from: usize) -> usize {
    let quote = letters[from];
    let mut at = from + 1;
    while at < letters.len() && letters[at] != '\n' {
        match letters[at] {
            '\\' => at += 2,
            letter if letter == quote => return at + 1,
            _ => at += 1,
        }
    }
    at.min(letters.len())
}

/// A directive with its continuation lines, comments left out; where it ends and how many lines it has more than one.
fn directive_text(letters: &[char], from: usize) -> (String, usize, usize) {
    let (mut text, mut at, mut n_lines) = (String::new(), from, 0);
    while at < letters.len() && letters[at] != '\n' {
        match (letters[at], letters.get(at + 1).copied()) {
            ('\\', Some('\n')) => {
                n_lines += 1;
                text.push(' ');
                at += 2;
            }
            ('/', Some('/')) => at = line_end(letters, at),
            ('/', Some('*')) => {
                let end = comment_end(letters, at);
                n_lines += letters[at..end].iter().filter(|letter| **letter == '\n').count();
                text.push(' ');
                at = end;
            }
            (letter, _) => {
                text.push(letter);
                at += 1;
            }
        }
    }
    (text, at, n_lines)
}
