//! A test: the inputs that take one path and what must come of them. `incise-test/1`, in JSON.
//!
//! `inputs` are in the order in which the run meets them: feeding their bytes back in that order repeats the run.
//! `args`, `stdin` and `files` say the same of the program's surroundings in the form in which a program gets them.

use crate::bytes::{Bytes, Hex, Partial};
use incise_engine::{Config, Entry};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name of the format.
pub const SCHEMA: &str = "incise-test/1";

/// A test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Test {
    /// [`SCHEMA`].
    pub schema: String,
    /// The files of the program, as they were named.
    pub program: Vec<PathBuf>,
    /// The user's compiler flags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// Where execution starts.
    pub entry: TestEntry,
    /// What the prediction was made under.
    pub setup: Setup,
    /// The inputs in order.
    pub inputs: Vec<TestInput>,
    /// Command-line arguments after the program's name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Bytes>,
    /// Standard input, when the program reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<Bytes>,
    /// Files that must exist.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileInput>,
    /// What must come of it.
    pub expected: Expected,
    /// The branches that the inputs decide, in order.
    pub decisions: Vec<DecisionPlace>,
}

/// Where execution starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestEntry {
    /// The whole program.
    Main,
    /// One function.
    Function(String),
    /// Functions called one after the other from program start; the last one is what the test is about. Parameters of the others are numbered by
    /// [`incise_engine::HistoryCall::STRIDE`].
    Sequence(Vec<String>),
}

impl TestEntry {
    /// Where a run starts.
    pub fn of(config: &Config) -> TestEntry {
        match (&config.entry, config.environment.history.as_slice()) {
            (Entry::Main, _) => TestEntry::Main,
            (Entry::Function(name), []) => TestEntry::Function(name.clone()),
            (Entry::Function(name), before) => {
                let before = before.iter().map(|call| call.function.clone());
                TestEntry::Sequence(before.chain([name.clone()]).collect())
            }
        }
    }

    /// The function that the test is about; nothing for a whole program.
    pub fn function(&self) -> Option<&str> {
        match self {
            TestEntry::Main => None,
            TestEntry::Function(name) => Some(name),
            TestEntry::Sequence(names) => names.last().map(String::as_str),
        }
    }

    /// The functions that are called before.
    pub fn history(&self) -> &[String] {
        match self {
            TestEntry::Sequence(names) => names.split_last().map_or(&[], |(_, before)| before),
            TestEntry::Main | TestEntry::Function(_) => &[],
        }
    }
}

/// What undefined behaviour means, in the words of `--ub`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UbMeaning {
    /// It is an error.
    #[default]
    Report,
    /// The machine's result.
    Wrap,
    /// It does not happen.
    Undefined,
}

/// What the prediction was made under.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// What undefined behaviour means.
    pub ub: UbMeaning,
    /// In function mode: whether globals had their initial values.
    #[serde(default, skip_serializing_if = "is_false")]
    pub initial_globals: bool,
    /// Whether lost heap objects are errors.
    #[serde(default, skip_serializing_if = "is_false")]
    pub check_leaks: bool,
    /// Kinds of error that are not looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silenced: Vec<incise_engine::ErrorKind>,
    /// Whether only sanitizers show what the test is about.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sanitized: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What an input is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestInputKind {
    /// Made by a marker such as `klee_make_symbolic`.
    Marker,
    /// A parameter of the entry function.
    Parameter(u32),
    /// A global variable before the entry function is called, by the linker's name.
    Global(String),
    /// What a pointer parameter points to, or an element of it.
    Pointee(u32),
    /// A stream that the caller gives, by the number of the object. What `*name` holds is a [`TestInputKind::File`] called `name`.
    Stream(u32),
    /// A pointer parameter that is null.
    Null(u32),
    /// A pointer parameter that is the same as an earlier one.
    Same(u32, u32),
    /// A pointer parameter that is so many bytes behind an earlier one, or before it.
    Beside(u32, u32, i32),
    /// A pointer in what a pointer parameter points to, or in what such a pointer points to.
    Link {
        /// The object that it is in, by the number of its [`TestInputKind::Pointee`].
        from: u32,
        /// Bytes from its start.
        offset: u32,
        /// The object that it points to; null when there is none.
        to: Option<u32>,
    },
    /// A command-line argument.
    Argument(u32),
    /// How many there are, the program's name among them.
    ArgumentCount,
    /// Standard input.
    Stdin,
    /// Number of bytes that standard input or a file has.
    StreamSize,
    /// A file.
    File,
    /// Whether a file can be opened.
    FileOpened,
    /// What that file is called.
    FileName,
    /// A result of libc that depends on the world, or of a function without a body.
    Environment,
    /// That a function without a body is called, and how much of the memory behind its arguments is looked at.
    Call,
}

/// An input.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TestInput {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: TestInputKind,
    /// All bytes in memory order.
    pub bytes: Hex,
    /// The type in the source.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// The value as a person reads it.
    #[serde(default)]
    pub value: serde_json::Value,
    /// The functions from outside to which pointers in it lead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<TestFunction>,
}

/// A function from outside to which a pointer in an input leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestFunction {
    /// Bytes from the start of the input; the eight bytes there are the function's address.
    pub offset: u32,
    /// What calls of it are called: the pointer as C writes it.
    pub name: String,
    /// The declaration in the program that has its type.
    pub function: String,
}

impl Test {
    /// Whether it has answers for calls of functions without a body, or for accesses of memory outside.
    pub fn answers_calls(&self) -> bool {
        self.inputs.iter().any(|input| input.kind == TestInputKind::Call)
    }
}

impl TestInput {
    /// The functions to which pointers in it lead, with their addresses.
    pub(crate) fn pointed_to(&self) -> impl Iterator<Item = (u64, &TestFunction)> {
        let address = |function: &TestFunction| {
            let bytes = self.bytes.0.get(function.offset as usize..)?.first_chunk::<8>()?;
            Some(u64::from_le_bytes(*bytes))
        };
        self.functions.iter().filter_map(move |function| Some((address(function)?, function)))
    }
}

/// A file that must exist.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileInput {
    /// Its path, relative to where the program runs.
    pub name: Bytes,
    /// What it holds.
    pub content: Bytes,
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The function returns.
    Return,
    /// The program ends, by `exit` or by returning from `main`.
    Exit,
    /// The program runs into an error.
    Error,
}

/// An error that the program runs into.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExpectedError {
    /// What goes wrong.
    pub kind: incise_engine::ErrorKind,
    /// What exactly.
    pub message: String,
    /// The innermost function of the user's.
    pub function: String,
    /// The file.
    pub file: String,
    /// The line; 0 when unknown.
    pub line: u32,
}

/// A value with its bytes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TypedValue {
    /// Its bytes in memory order.
    pub bytes: Hex,
    /// The type in the source.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// The value as a person reads it.
    #[serde(default)]
    pub value: serde_json::Value,
}

/// A global after the call.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExpectedGlobal {
    /// The linker's name.
    pub name: String,
    /// Its bytes; `??` for those of addresses.
    pub bytes: Partial,
    /// The type in the source.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// The value as a person reads it.
    #[serde(default)]
    pub value: serde_json::Value,
}

/// Memory after the call, as a native run showed it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExpectedMemory {
    /// The parameter, or linked object, that has it; nothing for a struct that is returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<u32>,
    /// Its bytes; `??` for those of addresses and padding.
    pub bytes: Partial,
}

/// Where a pointer points after the call, as a native run showed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExpectedLink {
    /// The object that it is in, by the number of its [`TestInputKind::Pointee`]; nothing for the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// Bytes from its start.
    pub offset: u32,
    /// What it points to.
    pub to: LinkTarget,
}

/// What a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkTarget {
    /// Nothing.
    Null,
    /// The start of an object of the test.
    Object(u32),
    /// Anything else.
    Elsewhere,
}

/// What holds the first pointer of a way through memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReachedFrom {
    /// The result.
    Result,
    /// `errno`.
    Errno,
    /// A global, by the linker's name.
    Global(String),
    /// An object of the test, by the number of its [`TestInputKind::Pointee`].
    Object(u32),
}

/// What reached memory holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReachedKind {
    /// A number or text.
    Number,
    /// A float.
    Float,
    /// A pointer: what it leads to counts, not the address.
    Pointer,
}

/// Memory that is reached through pointers after the call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExpectedReached {
    /// What a reader calls it.
    pub name: String,
    /// What holds the first pointer.
    pub from: ReachedFrom,
    /// Where each pointer is, in bytes from where the one before points, the first one from the start of its holder; last, where the memory is.
    pub offsets: Vec<i64>,
    /// What it holds.
    pub holds: ReachedKind,
    /// Its bytes; `??` for those of addresses, and where nothing was seen yet.
    pub bytes: Partial,
}

/// What must come of a test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Expected {
    /// How it ends.
    pub ends: Ending,
    /// The error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ExpectedError>,
    /// The program's exit code, 0 to 255.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<u8>,
    /// What the function returns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<TypedValue>,
    /// What is written to standard output.
    #[serde(default)]
    pub stdout: Bytes,
    /// What is written to standard error, the message of a failed assertion apart.
    #[serde(default)]
    pub stderr: Bytes,
    /// Globals after the call, in function mode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<ExpectedGlobal>,
    /// What pointer parameters point to after the call, where a native run showed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<ExpectedMemory>,
    /// Where pointers in that memory, and the result, point to after the call, where a native run showed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<ExpectedLink>,
    /// Memory that is reached through pointers after the call, as a native run showed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reached: Vec<ExpectedReached>,
    /// What files that the test opens hold after the run, where a native run showed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileInput>,
    /// Calls of functions without a body, where a native run showed them: the name, then for each argument its bytes in hexadecimal,
    /// or `*` and the bytes that it points to, `??` for those that are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<Vec<String>>,
    /// Whether nothing but the inputs decides this. If not, `guesses` says what else does.
    pub exact: bool,
    /// What the prediction depends on that is not an input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<String>,
}

/// A decided branch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DecisionPlace {
    /// The function.
    pub function: String,
    /// The line of the branch; 0 when unknown.
    pub line: u32,
    /// The block that it ends, as the program's dump numbers it.
    pub block: u32,
    /// Which way: 0 for true and 1 for false; the number of the case, or of cases for none, of a switch.
    pub edge: u32,
}

/// Why a file is no test.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is no JSON, or not of this form.
    #[error("{}: not a test: {error}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It is of another version.
    #[error("{}: the format is `{found}`; this program reads `{SCHEMA}`", file.display())]
    Schema {
        /// The file.
        file: PathBuf,
        /// The version it names.
        found: String,
    },
}

impl Test {
    /// Reads a test.
    pub fn read(file: &Path) -> Result<Test, TestError> {
        let text = std::fs::read(file).map_err(|error| TestError::Unreadable { file: file.to_owned(), error })?;
        let format = |error| TestError::Format { file: file.to_owned(), error };
        let json: serde_json::Value = serde_json::from_slice(&text).map_err(format)?;
        match json.get("schema").and_then(serde_json::Value::as_str) {
            Some(found) if found != SCHEMA => Err(TestError::Schema { file: file.to_owned(), found: found.to_owned() }),
            _ => serde_json::from_value(json).map_err(format),
        }
    }

    /// The test as JSON.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a test has string keys and finite numbers only");
        text.push('\n');
        text
    }

    /// Writes a test.
    pub fn write(&self, file: &Path) -> std::io::Result<()> {
        std::fs::write(file, self.to_json())
    }
}
