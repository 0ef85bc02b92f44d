//! Vocabulary of the laws, as terms of one floating-point format.

use incise_term::{Format, Pool, TermId, concrete};

/// Operands and result of one operation.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) operands: [TermId; 3],
    pub(super) result: TermId,
}

/// What a law is written with.
pub(super) struct Speech<'p> {
    pub(super) pool: &'p mut Pool,
    pub(super) format: Format,
}

impl Speech<'_> {
    pub(super) fn nan(&mut self, x: TermId) -> TermId {
        self.pool.fp_is_nan(self.format, x)
    }

    pub(super) fn number(&mut self, x: TermId) -> TermId {
        let nan = self.nan(x);
        self.pool.not(nan)
    }

    pub(super) fn zero(&mut self, x: TermId) -> TermId {
        self.pool.fp_is_zero(self.format, x)
    }

    pub(super) fn infinite(&mut self, x: TermId) -> TermId {
        self.pool.fp_is_inf(self.format, x)
    }

    pub(super) fn abs(&mut self, x: TermId) -> TermId {
        self.pool.fp_abs(self.format, x)
    }

    pub(super) fn neg(&mut self, x: TermId) -> TermId {
        self.pool.fp_neg(self.format, x)
    }

    pub(super) fn sign(&mut self, x: TermId) -> TermId {
        self.pool.extract(x, self.format.width() - 1, 1)
    }

    pub(super) fn positive_zero(&mut self) -> TermId {
        self.pool.constant(self.format.width(), 0)
    }

    pub(super) fn one(&mut self) -> TermId {
        self.pool.constant(self.format.width(), concrete::fp_from_uint(self.format, 1))
    }

    pub(super) fn lt(&mut self, x: TermId, y: TermId) -> TermId {
        self.pool.fp_lt(self.format, x, y)
    }

    pub(super) fn le(&mut self, x: TermId, y: TermId) -> TermId {
        self.pool.fp_le(self.format, x, y)
    }

    pub(super) fn all(&mut self, parts: &[TermId]) -> TermId {
        let mut all = self.pool.true_();
        for &part in parts {
            all = self.pool.bool_and(all, part);
        }
        all
    }

    pub(super) fn any(&mut self, parts: &[TermId]) -> TermId {
        let mut any = self.pool.false_();
        for &part in parts {
            any = self.pool.bool_or(any, part);
        }
        any
    }

    pub(super) fn implies(&mut self, x: TermId, y: TermId) -> TermId {
        self.pool.implies(x, y)
    }

    pub(super) fn equivalent(&mut self, x: TermId, y: TermId) -> TermId {
        self.pool.eq(x, y)
    }

    pub(super) fn same_bits(&mut self, x: TermId, y: TermId) -> TermId {
        self.pool.eq(x, y)
    }

    /// The same bits, or both NaNs.
    pub(super) fn same(&mut self, x: TermId, y: TermId) -> TermId {
        let (x_is_nan, y_is_nan) = (self.nan(x), self.nan(y));
        let both = self.pool.bool_and(x_is_nan, y_is_nan);
        let equal = self.pool.eq(x, y);
        self.pool.bool_or(equal, both)
    }

    /// `x` and `y` are numbers, and `x <= y` but for their signs.
    pub(super) fn smaller(&mut self, x: TermId, y: TermId) -> TermId {
        let (x, y) = (self.abs(x), self.abs(y));
        self.le(x, y)
    }
}
