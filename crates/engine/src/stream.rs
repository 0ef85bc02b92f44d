//! Streams that the program reads: standard input and files, and the files that it has asked for.

use crate::input::Input;
use crate::value::Value;
use incise_term::TermId;
use std::rc::Rc;

/// The size of a stream, and where its descriptor is: runtime/libc/stream.h.
pub(crate) const STREAM_BYTES: u64 = 216;
pub(crate) const STREAM_DESCRIPTOR: usize = 112;

/// The file behind a stream that a caller gives, by the number of the object that it is.
pub fn given_file(number: u32) -> String {
    format!("incise-stream-{number}")
}

/// The name of a file as its inputs have it.
pub(crate) fn shown(label: &str) -> &str {
    label.strip_prefix("file(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(label)
}

/// An open file.
#[derive(Clone, Debug)]
pub struct Stream {
    pub(crate) open: bool,
    /// The symbolic contents, made when first read; `None` for an output stream.
    pub(crate) contents: Option<Rc<Contents>>,
    /// Name of the symbolic file; standard input has none.
    pub(crate) name: Option<String>,
    pub(crate) position: u64,
    /// Which of [`OpenedFile`]s it is, if nobody has named the file.
    pub(crate) file: Option<usize>,
    pub(crate) access: Access,
}

/// How what is done with a file ends that is only read: nobody sees it when the process has ended.
pub const ONLY_READ: &str = "only read";

/// What a program asks of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    /// Whether it is made where there is none.
    pub(crate) creates: bool,
    /// Whether what is written comes after its end.
    pub(crate) appends: bool,
}

impl Access {
    /// In words; what is only read begins with [`ONLY_READ`].
    pub(crate) fn text(self) -> String {
        let Access { reads, writes, creates, appends } = self;
        match writes {
            false => String::from(ONLY_READ),
            true => format!("written, reads {reads}, creates {creates}, appends {appends}"),
        }
    }

    const READING: Access = Access { reads: true, writes: false, creates: false, appends: false };
}

/// A file that a path has asked for and that nobody has named.
#[derive(Clone, Debug, Default)]
pub struct OpenedFile {
    /// The bytes of its name.
    pub(crate) name: Vec<Value>,
    /// What its inputs are called.
    pub(crate) label: Rc<str>,
    /// Whether it could be opened as it is.
    pub(crate) is_there: Option<bool>,
    /// Whether it could be opened to be made.
    pub(crate) is_created: Option<bool>,
    pub(crate) contents: Option<Rc<Contents>>,
    /// Whether the program has written to it.
    pub(crate) is_written: bool,
    /// Whether the caller has opened it.
    pub(crate) is_given: bool,
    /// Calls of functions without body before it was asked for.
    pub(crate) n_events: u32,
}

impl OpenedFile {
    /// What was answered before.
    pub(crate) fn answer(&self, creates: bool) -> Option<bool> {
        if creates { self.is_created } else { self.is_there }
    }
}

#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) bytes: Rc<Input>,
    pub(crate) size: TermId,
    pub(crate) bound: u32,
    /// Whether the user has given the bound.
    pub(crate) is_given: bool,
}

impl Stream {
    /// How much of it was read.
    pub fn position(&self) -> u64 {
        self.position
    }
    /// Standard input, output and error.
    pub fn standard() -> Vec<Stream> {
        (0..3)
            .map(|_| Stream {
                open: true,
                contents: None,
                name: None,
                position: 0,
                file: None,
                access: Access::READING,
            })
            .collect()
    }
}
