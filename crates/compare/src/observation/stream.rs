//! Two recorded output streams, piece by piece.

use crate::observation::difference::Observable;
use crate::observation::observed::{Observed, Shown};
use incise_engine::{CALLS, Context, FILES, ONLY_READ, OutputItem, OutputPiece, SharedList, State};
use incise_solver::{PathCondition, Values};
use incise_term::{Assignment, Evaluator, Pool, TermId};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Compares what two runs wrote, stream by stream; calls are compared elsewhere.
pub fn compare(pool: &mut Pool, new: &[&OutputItem], old: &[&OutputItem], found: &mut Vec<Observed>) {
    let streams = new.iter().chain(old).map(|item| item.stream).filter(|stream| ![CALLS, FILES].contains(stream));
    let streams: BTreeSet<i32> = streams.collect();
    for stream in streams {
        let pieces = |items: &[&OutputItem]| -> VecDeque<OutputPiece> {
            items.iter().filter(|item| item.stream == stream).map(|item| item.piece.clone()).collect()
        };
        let (differs, may_agree) = one(pool, pieces(new), pieces(old));
        if !pool.is_false(differs) {
            let shown = Shown::Stream(stream);
            let place = Observable::Stream(stream);
            found.push(Observed {
                place,
                at: None,
                differs,
                may_agree,
                unseen: None,
                is_private: false,
                new: shown.clone(),
                old: shown,
            });
        }
    }
}

/// Whether two runs open, close and position other files, or in another way. When the process has ended nobody sees files that are only read.
pub(crate) fn files_differ(has_ended: bool, new: &[&OutputItem], old: &[&OutputItem]) -> bool {
    let done = |items: &[&OutputItem]| -> Vec<Rc<[u8]>> {
        let pieces = items.iter().filter(|item| item.stream == FILES).map(|item| &item.piece);
        let notes = pieces.filter_map(|piece| match piece {
            OutputPiece::Bytes(bytes) => Some(bytes.clone()),
            _ => None,
        });
        notes.filter(|note| !has_ended || !note.trim_ascii_end().ends_with(ONLY_READ.as_bytes())).collect()
    };
    done(new) != done(old)
}

/// Calls files by their names.
pub(crate) fn name_files(state: &State, found: &mut [Observed]) {
    for one in found {
        if let Observable::Stream(number) = one.place
            && let Some(name) = usize::try_from(number).ok().and_then(|number| state.file_name(number))
        {
            one.place = Observable::File(name.to_owned());
        }
    }
}

/// The same output with what can be only one thing under a condition as bytes.
pub fn fixed(
    context: &mut Context,
    condition: &PathCondition,
    output: &SharedList<OutputItem>,
) -> SharedList<OutputItem> {
    let mut found = SharedList::default();
    for item in output.in_order() {
        let mut item = item.clone();
        if let Some(term) = item.piece.term()
            && let Values::Complete(values) = context.solver.values(&mut context.pool, condition, term, 1)
            && let [value] = values.as_slice()
        {
            let constant = context.pool.constant(context.pool.width(term), *value);
            let piece = match &item.piece {
                OutputPiece::Formatted(how, _) => OutputPiece::Formatted(how.clone(), constant),
                _ => OutputPiece::Byte(constant),
            };
            let mut bytes = Vec::new();
            piece.render(&context.pool, &mut Evaluator::new(), &Assignment::new(), &mut bytes);
            item.piece = OutputPiece::Bytes(bytes.into());
        }
        found.push(item);
    }
    found
}

/// Under which condition two streams differ, and whether they can also be equal under it.
fn one(pool: &mut Pool, mut new: VecDeque<OutputPiece>, mut old: VecDeque<OutputPiece>) -> (TermId, bool) {
    let mut differs = pool.constant(1, 0);
    let mut may_agree = false;
    let mut after_number = false;
    loop {
        let (a, b) = match (new.pop_front(), old.pop_front()) {
            (None, None) => return (differs, may_agree),
            (None, Some(piece)) | (Some(piece), None) => {
                let empty = matches!(&piece, OutputPiece::Bytes(bytes) if bytes.is_empty());
                if empty {
                    continue;
                }
                // A longer text differs, unless what came before can make up for it.
                return (pool.constant(1, 1), may_agree || !pool.is_false(differs));
            }
            (Some(a), Some(b)) => (a, b),
        };
        match (a, b) {
            (OutputPiece::Bytes(a), OutputPiece::Bytes(b)) => {
                let common = a.len().min(b.len());
                if a[..common] != b[..common] {
                    return (pool.constant(1, 1), may_agree || !pool.is_false(differs));
                }
                after_number &= common == 0;
                if a.len() > common {
                    new.push_front(OutputPiece::Bytes(a[common..].into()));
                }
                if b.len() > common {
                    old.push_front(OutputPiece::Bytes(b[common..].into()));
                }
            }
            (OutputPiece::Byte(term), OutputPiece::Bytes(bytes)) if !bytes.is_empty() => {
                old.push_front(OutputPiece::Bytes(bytes[1..].into()));
                differs = byte(pool, differs, term, bytes[0]);
            }
            (OutputPiece::Bytes(bytes), OutputPiece::Byte(term)) if !bytes.is_empty() => {
                new.push_front(OutputPiece::Bytes(bytes[1..].into()));
                differs = byte(pool, differs, term, bytes[0]);
            }
            (OutputPiece::Bytes(empty), piece) if empty.is_empty() => old.push_front(piece),
            (piece, OutputPiece::Bytes(empty)) if empty.is_empty() => new.push_front(piece),
            (OutputPiece::Byte(a), OutputPiece::Byte(b)) => {
                let here = pool.ne(a, b);
                differs = pool.or(differs, here);
            }
            (OutputPiece::Formatted(how, a), OutputPiece::Formatted(also, b)) if how == also => {
                if a == b {
                    continue;
                }
                if pool.width(a) != pool.width(b) {
                    return (pool.constant(1, 1), true);
                }
                let here = pool.ne(a, b);
                differs = pool.or(differs, here);
                may_agree |= after_number || !b"diuxXoc".contains(&how.letter) || how.precision == Some(0);
                after_number = true;
            }
            // Other conversions: only the texts tell.
            _ => return (pool.constant(1, 1), true),
        }
    }
}

fn byte(pool: &mut Pool, differs: TermId, term: TermId, byte: u8) -> TermId {
    let byte = pool.constant(8, u128::from(byte));
    let here = pool.ne(term, byte);
    pool.or(differs, here)
}
