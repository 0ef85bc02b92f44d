//! Files that do not depend on the program, made once and kept in the cache's folder, by what they are made from and the
//! compiler's path, size and time.

use incise_frontend::Options;
use incise_process::Folder;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The place of such a file.
pub(crate) struct Remembered {
    folder: PathBuf,
    file: PathBuf,
}

impl Remembered {
    /// By kind and parts; nothing if nothing is to be remembered.
    pub(crate) fn new(
        options: &Options,
        clang: &Path,
        (kind, extension): (&str, &str),
        parts: &[&str],
    ) -> Option<Remembered> {
        let folder = options.cache.folder()?;
        let metadata = std::fs::metadata(clang).ok()?;
        let time = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let mut hasher = blake3::Hasher::new();
        for part in parts.iter().map(|part| part.as_bytes()).chain([clang.as_os_str().as_encoded_bytes()]) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.update(&metadata.len().to_le_bytes());
        hasher.update(&time.as_nanos().to_le_bytes());
        let file = folder.join(format!("{kind}-{}.{extension}", hasher.finalize().to_hex()));
        Some(Remembered { folder, file })
    }

    /// The file, made if it is not there yet. It appears whole or not at all.
    pub(crate) fn get(self, make: impl FnOnce(&Path) -> Option<()>) -> Option<PathBuf> {
        if self.file.is_file() {
            return Some(self.file);
        }
        std::fs::create_dir_all(&self.folder).ok()?;
        let temporary = Folder::within(&self.folder, "replay-").ok()?;
        let made = temporary.path().join(self.file.file_name()?);
        make(&made)?;
        std::fs::rename(&made, &self.file).ok()?;
        Some(self.file)
    }
}
