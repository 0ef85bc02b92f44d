//! Objects of which only one content is tried, though a caller can give others: globals that hold pointers, `errno`, the program's name.
//!
//! Whoever reads what the path has not written rests on that content, and so does a comparison of what one version writes and the other
//! does not.

use crate::ledger::Weakness;
use crate::list::SharedList;
use crate::memory::ObjectId;
use incise_term::TermId;
use std::collections::BTreeSet;

/// The variable behind `errno` in the models.
pub(crate) const ERRNO: &str = "error_number";

/// The ledger entry for a read of such an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What it makes of the answer.
    pub weakness: Weakness,
    /// Why.
    pub why: String,
}

/// A write to such an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptWrite {
    pub(crate) object: ObjectId,
    /// The offset, as a number or a term.
    pub(crate) offset: Result<u64, TermId>,
    pub(crate) size: u64,
}

impl KeptWrite {
    /// Where it is, and how long.
    pub fn place(&self) -> (Result<u64, TermId>, u64) {
        (self.offset, self.size)
    }
}

/// The writes to such objects on a path.
#[derive(Clone, Default, Debug)]
pub struct KeptWrites(SharedList<KeptWrite>);

impl KeptWrites {
    pub(crate) fn add(&mut self, write: KeptWrite) {
        if self.0.iter_back().next() != Some(&write) {
            self.0.push(write);
        }
    }

    /// The writes to an object, in order.
    pub fn of(&self, object: ObjectId) -> Vec<&KeptWrite> {
        self.0.in_order().into_iter().filter(|write| write.object == object).collect()
    }

    /// Which bytes of an object were written; nothing if that depends on inputs.
    pub fn bytes(&self, object: ObjectId) -> Option<BTreeSet<u64>> {
        let ranges = self.of(object).into_iter().map(|write| Some((write.offset.ok()?, write.size)));
        let ranges: Option<Vec<(u64, u64)>> = ranges.collect();
        Some(ranges?.into_iter().flat_map(|(start, size)| start..start + size).collect())
    }

    /// Forgets what was written to an object: somebody else may have written to it.
    pub(crate) fn forget(&mut self, object: ObjectId) {
        self.add(KeptWrite { object, offset: Ok(0), size: 0 });
    }

    /// Whether all these bytes of an object were written, and not forgotten.
    pub(crate) fn cover(&self, object: ObjectId, (start, size): (u64, u64)) -> bool {
        let mut known = self.of(object);
        let n_forgotten = known.iter().rposition(|write| write.size == 0).map_or(0, |last| last + 1);
        known.drain(..n_forgotten);
        let is_written = |at: u64| {
            known.iter().any(|write| write.offset.is_ok_and(|offset| offset <= at && at < offset + write.size))
        };
        (start..start + size).all(is_written)
    }
}
