//! What a comparison found, in plain data.

use incise_engine::{ErrorKind, Ledger, PathRecord, Stats};
use incise_explain::Formula;
use incise_guide::dgse::Tasks;
use incise_ir::{GlobalId, SourceTypeId};
use incise_solver::SolverStats;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Something that is observed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Observable {
    /// How the run ended.
    Ending,
    /// What the entry function returned.
    Result,
    /// A global variable, or a scalar in one.
    Global(String),
    /// A scalar behind a pointer parameter.
    Memory(String),
    /// An output stream by number.
    Stream(i32),
    /// What is written to a file, as its inputs are called.
    File(String),
    /// The calls of functions without a body.
    Calls,
}

impl Observable {
    /// What a reader calls it.
    pub fn name(&self) -> String {
        match self {
            Observable::Ending => String::from("ends"),
            Observable::Result => String::from("return"),
            Observable::Global(name) | Observable::Memory(name) => name.clone(),
            Observable::File(name) => format!("file {name}"),
            Observable::Calls => String::from("calls"),
            Observable::Stream(1) => String::from("stdout"),
            Observable::Stream(2) => String::from("stderr"),
            Observable::Stream(number) => format!("stream {number}"),
        }
    }
}

/// What holds an observed value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holder {
    /// The result.
    Result,
    /// A global of the new version, with the linker's name.
    Global(GlobalId, String),
    /// What a pointer parameter points to.
    Pointee(u32),
    /// `errno`.
    Errno,
    /// Memory that is reached through pointers which the run left behind.
    Reached(Reach),
    /// Anything else.
    Elsewhere,
}

/// A way through pointers that a run left behind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reach {
    /// What holds the first pointer: the result, a global or what a parameter points to.
    pub from: Box<Holder>,
    /// Where each pointer is, the first one from the start of its holder, the others from where the pointer before points.
    pub pointers: Vec<i64>,
    /// How many bytes of the last object are before where the last pointer points.
    pub lead: i64,
}

impl Holder {
    /// What a pointer that is so many bytes from the holder's start leads to.
    pub(crate) fn through(&self, offset: u64, lead: i64) -> Holder {
        let offset = offset as i64;
        match self {
            Holder::Elsewhere => Holder::Elsewhere,
            Holder::Reached(reach) => {
                let pointers = reach.pointers.iter().copied().chain([offset - reach.lead]).collect();
                Holder::Reached(Reach { from: reach.from.clone(), pointers, lead })
            }
            from => Holder::Reached(Reach { from: Box::new(from.clone()), pointers: vec![offset], lead }),
        }
    }
}

/// What bytes hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holds {
    /// A number or text.
    Number,
    /// A float.
    Float,
    /// A pointer.
    Pointer,
}

/// The bytes of an observed value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bytes {
    /// What holds them.
    pub of: Holder,
    /// From which byte on.
    pub offset: u64,
    /// How many.
    pub size: u64,
    /// What they hold.
    pub holds: Holds,
}

/// In what two runs differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DifferenceKind {
    /// In a value that is left behind.
    Value,
    /// In what is written.
    Output,
    /// In how they end.
    Ending,
}

/// A value to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// So many bits, of this type of the version's own module.
    Bits(u128, u32, Option<SourceTypeId>),
    /// Text as it is.
    Plain(String),
    /// What was written to a stream.
    Bytes(Vec<u8>),
}

/// One version's side of a difference.
#[derive(Clone, Debug)]
pub struct Side {
    /// The path with the shown input: how it ends and what it leaves behind.
    pub record: PathRecord,
    /// The observed values that differ.
    pub values: Vec<Text>,
}

/// Why a difference is held back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeldBack {
    /// It depends on inputs that only one version was given.
    GivenApart,
    /// It needs values of private state other than the initial ones; the names of that state.
    NeedsPrivateState(BTreeSet<String>),
    /// It is one of private state only.
    OnlyPrivateState,
    /// It depends on memory that was never written.
    Unwritten,
}

impl std::fmt::Display for HeldBack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HeldBack::GivenApart => f.write_str(
                "the versions were given different inputs: a parameter, a global or what a pointer leads to has another type now",
            ),
            HeldBack::NeedsPrivateState(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let names = names.join(", ");
                write!(f, "it needs a value of private state ({names}) that no sequence of calls was shown to reach")
            }
            HeldBack::Unwritten => f.write_str("it depends on uninitialised memory, which nobody gives"),
            HeldBack::OnlyPrivateState => {
                f.write_str("only private state differs, and no sequence of calls was shown to observe that")
            }
        }
    }
}

/// A behaviour that is different now.
#[derive(Clone, Debug)]
pub struct Difference {
    /// In what.
    pub kind: DifferenceKind,
    /// What differs for the shown input.
    pub places: Vec<(Observable, Option<Bytes>)>,
    /// For which inputs, in the names of the source; nothing when it is too large to be written down.
    pub condition: Formula,
    /// Whether it holds for exactly those inputs.
    pub exact: bool,
    /// Of a condition that is too long to be read: a shorter one that implies it.
    pub case: Option<Formula>,
    /// Of a condition that is too long to be read: a shorter one that it implies.
    pub within: Option<Formula>,
    /// Inputs behind pointer parameters, as conditions name them, and the number of the object that each is a part of.
    pub pointees: BTreeMap<String, u32>,
    /// Pairs of paths that show it.
    pub n_paths: u64,
    /// The old version.
    pub base: Side,
    /// The new version.
    pub modified: Side,
    /// The undefined behaviour without which it would not be there.
    pub only_by: Option<String>,
    /// Why no caller was shown to produce it, if that is so: then it is no difference yet.
    pub held: Option<HeldBack>,
}

/// Which versions have an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ErrorStatus {
    /// Only the new one.
    New,
    /// Only the old one.
    Fixed,
    /// Both, for the same inputs.
    Both,
}

/// An error of one version or of both.
#[derive(Clone, Debug)]
pub struct ErrorFound {
    /// What went wrong.
    pub kind: ErrorKind,
    /// In which versions, for the inputs that lead to it.
    pub status: ErrorStatus,
    /// The old version's path with the shown input.
    pub base: PathRecord,
    /// The new version's path with the shown input.
    pub modified: PathRecord,
    /// Pairs of paths that end in it.
    pub n_paths: u64,
}

/// What a comparison found.
pub struct Comparison {
    /// The differences, those with the simplest conditions first.
    pub differences: Vec<Difference>,
    /// Errors by kind, place and status.
    pub errors: Vec<ErrorFound>,
    /// Paths of the new version, when they were kept, and whether something differs on them.
    pub paths: Vec<(PathRecord, bool)>,
    /// Paths of the new version on which something differs.
    pub n_differing_paths: u64,
    /// Pairs of paths that were compared.
    pub n_pairs: u64,
    /// Counts of the new version's exploration.
    pub modified: Stats,
    /// Counts of the old version's runs.
    pub base: Stats,
    /// What weakens the answer.
    pub ledger: Ledger,
    /// What the solver did.
    pub solver: Vec<SolverStats>,
    /// Wall-clock time.
    pub wall: Duration,
    /// Where paths may have been left out: whether every input is one of a path that was compared, found out where these are few.
    pub covers: bool,
    /// What became of the tasks, where the new version was explored by dependence.
    pub tasks: Option<Tasks>,
}
