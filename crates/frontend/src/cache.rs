//! Results remembered by content.
//!
//! The key is a hash of everything that is known before a process starts: the inputs' paths and bytes, the current
//! folder, the flags for clang and for the reader, the environment that clang reads, and the compiler's and the reader's path, size and time. An
//! entry also lists the headers that clang read, each with its hash, and the files that could have been found instead of them
//! ([`shadows`]); it is used only if all are as they were. What is remembered is the bitcode of one input, or the program of all.
//!
//! In a tree ([`Options::tree`](crate::Options::tree)) names are relative to it and the current folder does not count, so
//! that an entry of one revision serves another that has the same files.
//!
//! # Deviations
//! 1. A unit that asks `__has_include` outside the system's headers is not remembered: what it asked for is not known.
//! 2. An entry that cannot be written or is damaged is as good as none: the result is computed.

use crate::eviction::TEMPORARY;
use crate::input::Input;
use crate::{protocol, shadows};
use blake3::{Hash, Hasher};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// What a result depends on, apart from headers.
pub(crate) struct Key<'a> {
    /// The inputs, each with its flags.
    pub(crate) inputs: &'a [(&'a Input, Vec<OsString>)],
    pub(crate) clang: Option<&'a Path>,
    /// For a program; bitcode has none.
    pub(crate) reader: Option<&'a Path>,
    pub(crate) tree: Option<&'a Path>,
    pub(crate) selects_are_branches: bool,
}

/// The environment that changes what clang does.
const ENVIRONMENT: [&str; 5] =
    ["CPATH", "C_INCLUDE_PATH", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS", "COMPILER_PATH"];

impl Key<'_> {
    fn hash(&self) -> Hash {
        let mut hasher = Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(protocol::HEADER.as_bytes());
        match self.tree {
            Some(_) => add(b"a tree"),
            None => add(std::env::current_dir().unwrap_or_default().as_os_str().as_bytes()),
        }
        for tool in [self.reader, self.clang] {
            add(&stamp(tool));
        }
        for name in ENVIRONMENT {
            add(std::env::var_os(name).unwrap_or_default().as_bytes());
        }
        add(&[u8::from(self.selects_are_branches)]);
        for (input, flags) in self.inputs {
            add(&(flags.len() as u64).to_le_bytes());
            for flag in flags {
                add(flag.as_bytes());
            }
            add(input.path.as_os_str().as_bytes());
            add(&input.bytes);
        }
        hasher.finalize()
    }
}

/// Path, size and time of a tool.
pub(crate) fn stamp(tool: Option<&Path>) -> Vec<u8> {
    let Some(tool) = tool else { return Vec::new() };
    let mut stamp = tool.as_os_str().as_bytes().to_vec();
    if let Ok(metadata) = std::fs::metadata(tool) {
        let time = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        stamp.extend(metadata.len().to_le_bytes());
        stamp.extend(time.map_or(0, |time| time.as_nanos()).to_le_bytes());
    }
    stamp
}

/// The file of a result by the hash of its key.
pub(crate) fn named(folder: &Path, key: Hash) -> PathBuf {
    let name = key.to_hex();
    folder.join(&name[..2]).join(&name[2..])
}

/// What a file holds after its hash, if it is undamaged.
pub(crate) fn read(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = std::fs::read(file).ok()?;
    let (hash, body) = bytes.split_at_checked(blake3::OUT_LEN)?;
    if blake3::hash(body).as_bytes() != hash {
        return None;
    }
    Some(bytes.split_off(blake3::OUT_LEN))
}

/// Writes such a file. It appears whole or not at all.
pub(crate) fn write(file: &Path, body: &[u8]) {
    let Some(folder) = file.parent() else { return };
    let _not_written = std::fs::create_dir_all(folder)
        .and_then(|()| tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder))
        .and_then(|mut whole| {
            whole.write_all(blake3::hash(body).as_bytes())?;
            whole.write_all(body)?;
            whole.persist(file).map_err(|error| error.error)
        });
}

/// What an entry's file holds, after its hash.
#[derive(Serialize, Deserialize)]
struct Content {
    headers: Vec<(Vec<u8>, [u8; 32])>,
    namesakes: [u8; 32],
    result: Vec<u8>,
}

/// The place of one result.
pub(crate) struct Entry {
    file: PathBuf,
    tree: PathBuf,
    /// Where headers are looked for.
    folders: BTreeSet<PathBuf>,
}

/// Asks whether a file is there without reading it.
const ASKS: &[u8] = b"__has_include";

/// Where the system's own headers are.
const SYSTEM: &str = "/usr";

impl Entry {
    pub(crate) fn new(folder: &Path, key: &Key<'_>) -> Entry {
        Entry {
            file: named(folder, key.hash()),
            tree: key.tree.map(Path::to_owned).unwrap_or_default(),
            folders: shadows::folders(key.inputs.iter().flat_map(|(_, flags)| flags)),
        }
    }

    /// The result and the headers that were read for it, if there is an undamaged one and all headers are as they were.
    pub(crate) fn load(&self) -> Option<(Vec<u8>, Vec<PathBuf>)> {
        let content: Content = postcard::from_bytes(&read(&self.file)?).ok()?;
        let unchanged = |(path, hash): &(Vec<u8>, [u8; 32])| {
            let path = self.tree.join(OsString::from_vec(path.clone()));
            std::fs::read(path).is_ok_and(|bytes| blake3::hash(&bytes).as_bytes() == hash)
        };
        if !content.headers.iter().all(unchanged) {
            return None;
        }
        let headers = content.headers.into_iter().map(|(path, _)| PathBuf::from(OsString::from_vec(path)));
        let headers: Vec<PathBuf> = headers.collect();
        (content.namesakes == self.namesakes(&headers)).then_some((content.result, headers))
    }

    /// Remembers a result. It appears whole or not at all; one that cannot be remembered is computed again.
    pub(crate) fn save(&self, read: &[PathBuf], result: &[u8]) {
        let mut headers = Vec::new();
        let mut names: Vec<&OsStr> = read.iter().map(|path| path.as_os_str()).collect();
        names.sort_unstable();
        names.dedup();
        for name in &names {
            let Ok(bytes) = std::fs::read(self.tree.join(name)) else { return };
            if !Path::new(name).starts_with(SYSTEM) && bytes.windows(ASKS.len()).any(|part| part == ASKS) {
                return;
            }
            headers.push((name.as_bytes().to_vec(), *blake3::hash(&bytes).as_bytes()));
        }
        let namesakes = self.namesakes(&names.iter().map(PathBuf::from).collect::<Vec<_>>());
        let Ok(body) = postcard::to_allocvec(&Content { headers, namesakes, result: result.to_vec() }) else { return };
        write(&self.file, &body);
    }

    /// The files that could have been found instead of those that were read, as one value.
    fn namesakes(&self, read: &[PathBuf]) -> [u8; 32] {
        let mut hasher = Hasher::new();
        for path in shadows::namesakes(&self.tree, &self.folders, read) {
            hasher.update(path.as_os_str().as_bytes());
            hasher.update(&[0]);
        }
        *hasher.finalize().as_bytes()
    }
}
