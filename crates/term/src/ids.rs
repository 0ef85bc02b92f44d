//! Ids of terms and functions.

use serde::{Deserialize, Serialize};

/// A term of a pool. In builds with debug assertions it knows which: another pool refuses it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId {
    number: u32,
    #[cfg(debug_assertions)]
    pool: u64,
}

impl TermId {
    /// The term at a position of a pool.
    #[inline]
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "pools are told apart in debug builds only"))]
    pub(crate) fn new(pool: u64, number: u32) -> TermId {
        TermId {
            number,
            #[cfg(debug_assertions)]
            pool,
        }
    }

    /// A number in the place of a child.
    #[inline]
    pub(crate) fn raw(number: u32) -> TermId {
        TermId::new(0, number)
    }

    /// The number that [`TermId::raw`] has put in the place of a child.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.number
    }

    /// The position in the pool of this identity; a term of another pool is a fault of ours.
    #[inline]
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "pools are told apart in debug builds only"))]
    pub(crate) fn index_in(self, pool: u64) -> usize {
        #[cfg(debug_assertions)]
        assert_eq!(self.pool, pool, "a term of another pool");
        self.index()
    }

    /// The position of this term, dense from zero; children come before parents.
    #[inline]
    pub fn index(self) -> usize {
        self.number as usize
    }
}

/// An uninterpreted function of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct FunId(pub(crate) u32);

impl FunId {
    /// The position of this function, dense from zero.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
