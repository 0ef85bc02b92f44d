//! Something that was found out about a program, remembered beside it.
//!
//! The key is a hash of the program, of what was asked and of this executable's own path, size and time: another build finds out for itself.

use crate::cache::{named, read, stamp, write};
use crate::options::Cache;
use crate::protocol::encode;
use incise_ir::Module;
use std::path::PathBuf;

/// The place of a note.
pub struct Note(PathBuf);

impl Note {
    /// The note on a question about a program; nothing when results are not remembered.
    pub fn new(cache: &Cache, module: &Module, question: &str) -> Option<Note> {
        let folder = cache.folder()?;
        let mut hasher = blake3::Hasher::new();
        let executable = stamp(std::env::current_exe().ok().as_deref());
        for part in [question.as_bytes(), &executable, &encode(module).ok()?] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Some(Note(named(&folder, hasher.finalize())))
    }

    /// What was remembered, if it is there and undamaged.
    pub fn read(&self) -> Option<String> {
        String::from_utf8(read(&self.0)?).ok()
    }

    /// Remembers an answer. One that cannot be remembered is found out again.
    pub fn write(&self, answer: &str) {
        write(&self.0, answer.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_remembered_for_its_question_and_its_program() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::At(folder.path().to_owned());
        let module = Module::default();
        let note = |question: &str| Note::new(&cache, &module, question).expect("there is a cache");
        assert_eq!(note("one").read(), None);
        note("one").write("yes");
        assert_eq!(note("one").read().as_deref(), Some("yes"));
        assert_eq!(note("two").read(), None);
        let other = Module { name: String::from("another"), ..Module::default() };
        assert_eq!(Note::new(&cache, &other, "one").expect("there is a cache").read(), None);
        std::fs::write(&note("one").0, "damaged").expect("it can be written");
        assert_eq!(note("one").read(), None);
        assert!(Note::new(&Cache::Off, &module, "one").is_none());
    }
}
