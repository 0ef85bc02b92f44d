//! What every native run needs beside the program, compiled once and remembered: in the cache's folder, by its text and the
//! compiler's path, size and time.

use incise_frontend::Options;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

/// How it is compiled.
const FLAGS: [&str; 4] = ["-O0", "-g", "-w", "-pthread"];

/// The compiled text of a file of runtime/replay; nothing if it cannot be remembered, and is to be compiled with the program.
pub(crate) fn object(options: &Options, clang: &Path, text: &str) -> Option<PathBuf> {
    let cache = options.cache.folder()?;
    let metadata = std::fs::metadata(clang).ok()?;
    let time = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let mut hasher = blake3::Hasher::new();
    for part in [text.as_bytes(), clang.as_os_str().as_encoded_bytes(), FLAGS.join(" ").as_bytes()] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.update(&metadata.len().to_le_bytes());
    hasher.update(&time.as_nanos().to_le_bytes());
    let object = cache.join(format!("replay-{}.o", hasher.finalize().to_hex()));
    if object.is_file() {
        return Some(object);
    }
    std::fs::create_dir_all(&cache).ok()?;
    // It appears whole or not at all.
    let folder = tempfile::Builder::new().prefix("replay-").tempdir_in(&cache).ok()?;
    let (source, made) = (folder.path().join("replay.c"), folder.path().join("replay.o"));
    std::fs::write(&source, text).ok()?;
    let mut command = Command::new(clang);
    command.args(FLAGS).arg("-c").arg(&source).arg("-o").arg(&made);
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    (status.success() && std::fs::rename(&made, &object).is_ok()).then_some(object)
}
