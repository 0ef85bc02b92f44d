//! Fingerprints the source of what passes between this crate and the LLVM reader, so that a reader built from other
//! source is told apart.

use std::path::{Path, PathBuf};

fn main() {
    let folder = Path::new("../ir/src");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    // FNV-1a, 64 bits.
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // Only what is encoded counts: a change of the printer needs no new reader.
        if text.contains("Deserialize") {
            for byte in text.bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    println!("cargo:rustc-env=INCISE_IR_FINGERPRINT={hash:016x}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
