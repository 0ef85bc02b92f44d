//! What can be known of a library function.

use super::model::Model;

/// What a call does to the memory of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryEffect {
    /// Nothing that a reader of the source would see: the call itself is not in the source.
    Invisible,
    /// Gives a new object.
    Allocates,
    /// Reads what its arguments point to, writes nothing that the program can read.
    Reads,
    /// Neither reads nor writes: gives a number or an input, or ends the program.
    None,
    /// Copies from what its second argument points to into what the first does.
    Copies,
    /// Writes what its first argument points to.
    Fills,
    /// Anything: reads and writes all that its arguments lead to and all that is visible outside.
    Unknown,
}

/// Where an input comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// A marker makes it.
    Marker,
    /// The environment answers: time, random numbers, variables.
    Environment,
    /// The environment decides whether there is memory.
    Allocation,
    /// No input itself: it moves where the next ones come from.
    Seed,
    /// Standard input and files, byte by byte.
    Stream,
}

/// Where a function writes text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// Standard output, buffered.
    Stdout,
    /// Standard error, and nobody learns whether that failed.
    Stderr,
    /// The stream that this argument is, buffered.
    File(usize),
    /// The descriptor that this argument is, at once.
    Descriptor(usize),
}

impl Output {
    /// Whether the text waits in a buffer.
    pub fn is_buffered(self) -> bool {
        matches!(self, Output::Stdout | Output::File(_))
    }
}

/// How a function reads from a stream or a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Through a buffer, which may read ahead.
    Buffered,
    /// What it gives and no more.
    AtOnce,
}

/// Which argument is the format of `printf` and its relatives: what it converts follows it in the call, or is in the list that follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `printf`.
    Call(usize),
    /// `vprintf`.
    List(usize),
}

/// What a function does to control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// It returns.
    Returns,
    /// It ends the program.
    Ends,
    /// It ends the program, or the path, for some arguments.
    MayEnd,
    /// Control comes back in a way that no graph shows.
    Jumps,
    /// A function that it is given runs beside the program.
    StartsThread,
    /// It belongs to the interface of threads.
    OfThreads,
    /// A function that it is given is called at any time.
    HandlesSignal,
    /// A function that it is given is called when the program ends.
    RunsAtExit,
}

/// When a mathematical function sets `errno`: to `EDOM` by its domain, to `ERANGE` by its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errno {
    /// Never.
    Never,
    /// Domain: below this number.
    Below(i8),
    /// Domain: below this number; range: at it.
    BelowOrAt(i8),
    /// Domain: an infinite argument.
    Infinite,
    /// Domain: further than 1 from 0.
    BeyondOne,
    /// Domain: further than 1 from 0; range: at 1 and -1.
    BeyondOrAtOne,
    /// Domain: a remainder by zero, or of something infinite.
    Remainder,
    /// Range only, for arguments that are not known.
    Range,
    /// For arguments that are not known.
    Sometimes,
}

/// State of the library that no comparison looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// Which file is opened.
    FileOpened,
    /// For which file an open stream stands.
    FileReopened,
    /// That a file is closed.
    FileClosed,
    /// The position in a file.
    FilePosition,
    /// When buffered text is written.
    BufferWritten,
    /// That buffered text is lost.
    BufferLost,
    /// The seed of random numbers.
    RandomSeed,
    /// The state of random numbers.
    RandomState,
    /// Whether a stream failed or ended.
    StreamState,
    /// Where `strtok` goes on.
    TokenPosition,
    /// Where `getopt` goes on.
    OptionPosition,
    /// The locale.
    Locale,
    /// The variables of the environment.
    EnvironmentVariables,
    /// Which functions run at exit.
    ExitHandlers,
    /// The flags and modes of floating-point arithmetic.
    FloatEnvironment,
}

/// What is known of a library function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryFacts {
    /// The engine's model of it.
    pub model: Option<Model>,
    /// What it does to memory.
    pub memory: MemoryEffect,
    /// Whether it gives memory back.
    pub frees: bool,
    /// The input that it makes.
    pub input: Option<Input>,
    /// Where it writes.
    pub output: Option<Output>,
    /// Its format.
    pub format: Option<Format>,
    /// How it reads from a stream or a descriptor.
    pub reads: Option<Reading>,
    /// What it does to control.
    pub control: Control,
    /// When it sets `errno`, for mathematical functions.
    pub errno: Errno,
    /// Whether its result depends on the locale.
    pub by_locale: bool,
    /// Whether its argument has to be an `unsigned char` or `EOF`.
    pub takes_character: bool,
    /// What it changes that is not compared.
    pub hidden: Option<Hidden>,
    /// Whether it asks the system, as POSIX says: it returns, calls nothing of the program, keeps no pointers, gives -1 and sets `errno` where it
    /// fails, and a number from 0 on where it does not.
    pub asks_system: bool,
    /// What such a function can answer.
    pub answers: Answers,
    /// The argument that is the text of a failed assertion.
    pub assertion_text: Option<usize>,
    /// Whether a native replay itself needs it (runtime/replay).
    pub used_by_replay: bool,
    /// Whether a generated harness itself needs it.
    pub used_by_harness: bool,
}

/// What a function that asks the system can answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// -1, or a number from 0 on.
    Number,
    /// -1, or 0.
    Status,
    /// 0 or 1.
    Truth,
    /// Permission bits.
    Permissions,
    /// -1, or a number from 0 to that argument.
    UpTo(usize),
}

impl LibraryFacts {
    /// Nothing is known.
    pub const UNKNOWN: LibraryFacts = LibraryFacts {
        model: None,
        memory: MemoryEffect::Unknown,
        frees: false,
        input: None,
        output: None,
        format: None,
        reads: None,
        control: Control::Returns,
        errno: Errno::Never,
        by_locale: false,
        takes_character: false,
        hidden: None,
        asks_system: false,
        answers: Answers::Number,
        assertion_text: None,
        used_by_replay: false,
        used_by_harness: false,
    };
}

/// A function of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryFunction {
    /// Its name in the table: without types.
    pub name: &'static str,
    /// What it does.
    pub facts: LibraryFacts,
}
