//! How files are turned into a program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What clang is asked to do to the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Optimise {
    /// Nothing: branches and variables are the source's, as long as no input is IR. The default, and what everything is tuned for.
    #[default]
    Nothing,
    /// `-O0`, which differs from [`Nothing`](Optimise::Nothing) in marking functions `optnone`, leaving out lifetimes, and leaving
    /// `?:` between constants the `select` that clang makes of it.
    O0,
    /// `-O1`.
    O1,
    /// `-O2`.
    O2,
}

impl Optimise {
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            // The reader turns the checks into marks of signed shifts.
            Optimise::Nothing => {
                &["-O1", "-Xclang", "-disable-llvm-passes", "-fsanitize=shift-base", "-fsanitize-trap=shift-base"]
            }
            Optimise::O0 => &["-O0"],
            Optimise::O1 => &["-O1"],
            Optimise::O2 => &["-O2"],
        }
    }

    /// What a program is told about it. Code that nothing is done to says that nothing is inlined, so that the C library's
    /// headers bring no bodies of their own for `tolower`, `atoi`, `getchar` and others.
    pub(crate) fn macros(self) -> &'static [&'static str] {
        match self {
            Optimise::Nothing => &["-D__NO_INLINE__", "-U__OPTIMIZE__"],
            Optimise::O0 | Optimise::O1 | Optimise::O2 => &[],
        }
    }
}

/// Where results are remembered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Cache {
    /// In `$INCISE_CACHE_DIR`, else `$XDG_CACHE_HOME/incise`, else `~/.cache/incise`.
    #[default]
    Standard,
    /// In this folder.
    At(PathBuf),
    /// Nowhere.
    Off,
}

impl Cache {
    /// The folder; `None` when results are not remembered.
    pub fn folder(&self) -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        match self {
            Cache::Off => None,
            Cache::At(folder) => Some(folder.clone()),
            Cache::Standard => set("INCISE_CACHE_DIR")
                .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("incise")))
                .or_else(|| set("HOME").map(|folder| folder.join(".cache/incise"))),
        }
    }
}

/// How files are turned into a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The compiler; else `$INCISE_CLANG`, else `clang-19` down to `clang-14` and `clang` on the path.
    pub clang: Option<PathBuf>,
    /// The LLVM reader; else `$INCISE_LLVM`, else `incise-llvm` beside this program or one folder up.
    pub reader: Option<PathBuf>,
    /// The user's flags for clang.
    pub flags: Vec<String>,
    /// What clang is asked to do to the code.
    pub optimise: Optimise,
    /// Where results are remembered.
    pub cache: Cache,
    /// Folders with headers that come with incise (`incise.h`, `klee/klee.h`).
    pub include_dirs: Vec<PathBuf>,
    /// The folder that clang runs in and that relative names of inputs belong to, as far as results are concerned `.`: the same
    /// tree in another place gives the same program. Without it, the current folder, by its name.
    pub tree: Option<PathBuf>,
    /// Flags of single inputs, by their names, after the user's.
    pub flags_of: BTreeMap<PathBuf, Vec<String>>,
    /// How long the LLVM reader may take, 60 seconds by default.
    pub reader_limit: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            clang: None,
            reader: None,
            flags: Vec::new(),
            optimise: Optimise::default(),
            cache: Cache::default(),
            include_dirs: Vec::new(),
            tree: None,
            flags_of: BTreeMap::new(),
            reader_limit: Duration::from_secs(60),
        }
    }
}

impl Options {
    /// Where an input is.
    pub(crate) fn place(&self, input: &Path) -> PathBuf {
        self.tree.as_ref().map_or_else(|| input.to_owned(), |tree| tree.join(input))
    }
}
