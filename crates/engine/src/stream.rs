//! Streams that the program reads: standard input and symbolic files.

use crate::input::Input;
use incise_term::TermId;
use std::rc::Rc;

/// An open file.
#[derive(Clone, Debug)]
pub struct Stream {
    pub(crate) open: bool,
    /// The symbolic contents, made when first read; `None` for an output stream.
    pub(crate) contents: Option<Rc<Contents>>,
    /// Name of the symbolic file; standard input has none.
    pub(crate) name: Option<String>,
    pub(crate) position: u64,
}

#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) bytes: Rc<Input>,
    pub(crate) size: TermId,
    pub(crate) bound: u32,
}

impl Stream {
    /// How much of it was read.
    pub fn position(&self) -> u64 {
        self.position
    }
    /// Standard input, output and error.
    pub fn standard() -> Vec<Stream> {
        (0..3).map(|_| Stream { open: true, contents: None, name: None, position: 0 }).collect()
    }
}
