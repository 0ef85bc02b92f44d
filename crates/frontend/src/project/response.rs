//! Response files: arguments of a command that are in a file, `@FILE`.
//!
//! *Source*: GCC's manual, "Overall Options": arguments are separated by white space, one that contains some is in single or double
//! quotes, any character after a backslash stands for itself, and a file may name others. Names are relative to where the command runs.
//!
//! A build makes such files and git seldom keeps them: one that is not in the tree is taken from where the command was run.

use super::placing::{Placing, normal};
use std::path::{Path, PathBuf};

/// Files may name others so deep.
const DEEPEST: u32 = 16;

/// Arguments with those that are in files.
pub(super) fn expanded(arguments: &[String], directory: &Path, placing: &Placing<'_>) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    expand(arguments, directory, placing, DEEPEST, &mut found)?;
    Ok(found)
}

fn expand(
    arguments: &[String],
    directory: &Path,
    placing: &Placing<'_>,
    depth: u32,
    found: &mut Vec<String>,
) -> Result<(), String> {
    for argument in arguments {
        let Some(name) = argument.strip_prefix('@').filter(|name| !name.is_empty()) else {
            found.push(argument.clone());
            continue;
        };
        if depth == 0 {
            return Err(format!("its response files (@{name}) name each other without end"));
        }
        let path = normal(&directory.join(name));
        let here = placing.relative(&path).map(|relative| placing.tree.join(relative)).filter(|file| file.is_file());
        let file: PathBuf = here.unwrap_or(path);
        let text = std::fs::read_to_string(&file)
            .map_err(|error| format!("cannot read its response file {}: {error}", file.display()))?;
        expand(&words(&text), directory, placing, depth - 1, found)?;
    }
    Ok(())
}

/// The arguments in a text.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', _) => word.get_or_insert_default().extend(letters.next()),
            (letter, Some(open)) if letter == open => quote = None,
            (letter, Some(_)) => word.get_or_insert_default().push(letter),
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, None) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_gcc_does() {
        assert_eq!(words("-DA=1  -I inc\n-DB"), ["-DA=1", "-I", "inc", "-DB"]);
        assert_eq!(words(r#"'-DNAME="a b"' "-Ix y" -DC=\"\\ '' "#), [r#"-DNAME="a b""#, "-Ix y", r#"-DC="\"#, ""]);
        assert_eq!(words(""), Vec::<String>::new());
    }

    #[test]
    fn files_name_files_and_are_found_where_the_command_ran() {
        let folder = tempfile::tempdir().unwrap();
        let (tree, made) = (folder.path().join("tree"), folder.path().join("made"));
        for (place, name, text) in [
            (&made, "b/a.rsp", "-DA @b.rsp"),
            (&made, "b/b.rsp", "-DOLD"),
            (&tree, "b/b.rsp", "-DB"),
            (&made, "l", "@l"),
        ] {
            let file = place.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let places = [made.clone()];
        let placing = Placing { tree: &tree, places: &places };
        let all = |words: &[&str], directory: &Path| {
            expanded(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>(), directory, &placing)
        };
        assert_eq!(all(&["cc", "@a.rsp", "-c"], &made.join("b")).unwrap(), ["cc", "-DA", "-DB", "-c"]);
        assert!(all(&["@none"], &made).unwrap_err().contains("cannot read its response file"));
        assert!(all(&["@l"], &made).unwrap_err().contains("without end"));
    }
}
