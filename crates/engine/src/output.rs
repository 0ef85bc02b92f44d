//! The recorded output streams. What is printed may be symbolic: it is kept as terms with their conversion and becomes
//! text once the inputs are known.

use crate::event::CallEvent;
use crate::format::{Conversion, format_value};
use incise_term::{Assignment, Evaluator, Pool, TermId};
use std::rc::Rc;

/// The stream of calls of functions without a body.
pub const CALLS: i32 = -1;

/// What is done with files but reading and writing: which are opened to be written, closed, and where writing goes on.
pub const FILES: i32 = -3;

/// Reads, in [`State::turns`](crate::State::turns).
pub const INPUT: i32 = -2;

/// Something written to a stream.
#[derive(Clone, Debug)]
pub struct OutputItem {
    /// 1 for standard output, 2 for standard error, [`CALLS`] for events, [`FILES`] for what is done with files, others for files.
    pub stream: i32,
    /// What.
    pub piece: OutputPiece,
}

/// A piece of output.
#[derive(Clone, Debug)]
pub enum OutputPiece {
    /// Bytes as they are.
    Bytes(Rc<[u8]>),
    /// One symbolic byte.
    Byte(TermId),
    /// A symbolic value with its conversion.
    Formatted(Rc<Conversion>, TermId),
    /// A call of a function without a body, a line when it is text.
    Event(Rc<CallEvent>),
}

impl OutputPiece {
    /// The term that a piece of text depends on.
    pub fn term(&self) -> Option<TermId> {
        match self {
            OutputPiece::Bytes(_) | OutputPiece::Event(_) => None,
            OutputPiece::Byte(term) | OutputPiece::Formatted(_, term) => Some(*term),
        }
    }
    /// The bytes under an assignment.
    pub fn render(&self, pool: &Pool, evaluator: &mut Evaluator, assignment: &Assignment, out: &mut Vec<u8>) {
        match self {
            OutputPiece::Bytes(bytes) => out.extend_from_slice(bytes),
            OutputPiece::Byte(term) => out.push(evaluator.eval(pool, assignment, *term) as u8),
            OutputPiece::Formatted(conversion, term) => {
                let value = evaluator.eval(pool, assignment, *term);
                out.extend_from_slice(&format_value(conversion, value, pool.width(*term)));
            }
            OutputPiece::Event(event) => {
                out.extend_from_slice(event.text(pool, evaluator, assignment).as_bytes());
                out.push(b'\n');
            }
        }
    }
}
