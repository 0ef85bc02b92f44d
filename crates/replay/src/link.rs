//! From object files to an executable, the way clang would do it, which is asked once and remembered: what clang adds is where
//! start-up code and libraries are. Starting clang for it takes longer than the linking.

use crate::remembered::Remembered;
use incise_frontend::Options;
use incise_process::Limits;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands for the result and for the object files while clang is asked.
const RESULT: &str = "incise-result";
const OBJECTS: &str = "incise-objects.o";
/// What a line ends with in what is remembered: no argument contains it.
const END: char = '\0';
/// The environment that clang and the linker read.
const ENVIRONMENT: [&str; 3] = ["COMPILER_PATH", "LIBRARY_PATH", "GCC_EXEC_PREFIX"];

/// What an executable is linked from.
pub(crate) struct Parts<'a> {
    pub(crate) objects: &'a [PathBuf],
    /// Functions that are replaced by ours.
    pub(crate) wrapped: &'a [String],
    pub(crate) flags: &'a [String],
    pub(crate) executable: &'a Path,
}

/// Links; `false` if that did not work, and clang is to be asked to do it.
pub(crate) fn directly(options: &Options, clang: &Path, parts: &Parts) -> bool {
    let Some(line) = remembered_line(options, clang, parts.flags) else { return false };
    let Some((linker, arguments)) = line.split_first() else { return false };
    let mut command = Command::new(linker);
    for argument in arguments {
        match argument.as_str() {
            RESULT => {
                command.arg(parts.executable);
            }
            OBJECTS => {
                command.args(parts.objects).args(parts.wrapped.iter().map(|name| format!("--wrap={name}")));
            }
            other => {
                command.arg(other);
            }
        }
    }
    let status = incise_process::status(&mut command, &Limits::COMPILER);
    status.is_ok_and(|status| status.success())
}

/// The linker and its arguments.
fn remembered_line(options: &Options, clang: &Path, flags: &[String]) -> Option<Vec<String>> {
    let variables = ENVIRONMENT.map(|name| std::env::var(name).unwrap_or_default());
    let parts: Vec<&str> = flags.iter().chain(&variables).map(String::as_str).collect();
    let remembered = Remembered::new(options, clang, ("link", "txt"), &parts)?;
    let file = remembered.get(|file| {
        let line = asked(clang, flags, file.parent()?)?;
        std::fs::write(file, line.join(&END.to_string())).ok()
    })?;
    let text = std::fs::read_to_string(file).ok()?;
    Some(text.split(END).map(str::to_owned).collect())
}

/// What clang says it would run; it wants to see a file, which is put into a folder.
fn asked(clang: &Path, flags: &[String], folder: &Path) -> Option<Vec<String>> {
    std::fs::write(folder.join(OBJECTS), []).ok()?;
    let mut command = Command::new(std::path::absolute(clang).ok()?);
    command.args(["-###", "-pthread", "-o", RESULT, OBJECTS]).args(flags).arg("-lm").current_dir(folder);
    let output = incise_process::output(&mut command, &Limits::COMPILER).ok()?;
    let text = String::from_utf8(output.stderr).ok()?;
    let line = words(text.lines().rev().find(|line| line.trim_start().starts_with('"'))?)?;
    let is_there = |what: &str| line.iter().filter(|word| *word == what).count() == 1;
    let is_whole = Path::new(line.first()?).is_file() && is_there(RESULT) && is_there(OBJECTS);
    (is_whole && !line.iter().any(|word| word.contains(END))).then_some(line)
}

/// The words of a line in which each stands in quotes, with a backslash before what would end or change it.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut characters = line.trim().chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' => continue,
            '"' => {}
            _ => return None,
        }
        let mut word = String::new();
        loop {
            match characters.next()? {
                '"' => break,
                '\\' => word.push(characters.next()?),
                other => word.push(other),
            }
        }
        words.push(word);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quoted_words_are_taken_apart() {
        let expected = ["/usr/bin/ld", "a b", "say \"\\$\""].map(str::to_owned);
        assert_eq!(words(r#" "/usr/bin/ld" "a b" "say \"\\\$\"""#).unwrap(), expected);
        assert_eq!(words("ld -o x"), None);
        assert_eq!(words("\"ld"), None);
    }
}
