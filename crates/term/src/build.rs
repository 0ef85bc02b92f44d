//! Builders of bit-vector terms.
//!
//! Each checks widths, then hands the operator to [`Pool::make`], which simplifies if the pool rewrites.
//! Comparisons exist in four forms only: `ugt`, `uge`, `sgt`, `sge` swap their operands and `ne` is `not eq`,
//! in both kinds of pool.

use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;
use crate::rewrite::{self, MAX_CALLS, MAX_DEPTH};

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, a: TermId, b: TermId) -> TermId {
            let width = self.same_width(a, b);
            self.make(Op::$op, width, &[a, b])
        }
    )*};
}

macro_rules! comparison {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, a: TermId, b: TermId) -> TermId {
            self.same_width(a, b);
            self.make(Op::$op, 1, &[a, b])
        }
    )*};
}

impl Pool {
    #[inline]
    pub(crate) fn same_width(&self, a: TermId, b: TermId) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of different widths");
        width
    }

    /// The term with this operator and these children, simplified if the pool rewrites.
    #[inline]
    pub(crate) fn make(&mut self, op: Op, width: u32, children: &[TermId]) -> TermId {
        if self.depth == 0 {
            self.fuel = MAX_CALLS;
        }
        if self.rewriting && self.depth < MAX_DEPTH && self.fuel > 0 {
            self.depth += 1;
            self.fuel -= 1;
            let simplified = rewrite::simplify(self, op, width, children);
            self.depth -= 1;
            if let Some(simplified) = simplified {
                debug_assert_eq!(self.width(simplified), width, "a rule for {op:?} changed the width");
                return simplified;
            }
        }
        self.node(op, width, children)
    }

    binary! {
        /// Sum.
        add = Add;
        /// Difference.
        sub = Sub;
        /// Product.
        mul = Mul;
        /// Unsigned quotient.
        udiv = Udiv;
        /// Signed quotient.
        sdiv = Sdiv;
        /// Unsigned remainder.
        urem = Urem;
        /// Signed remainder.
        srem = Srem;
        /// Bitwise and.
        and = And;
        /// Bitwise or.
        or = Or;
        /// Bitwise exclusive or.
        xor = Xor;
        /// Shift left.
        shl = Shl;
        /// Logical shift right.
        lshr = Lshr;
        /// Arithmetic shift right.
        ashr = Ashr;
    }

    comparison! {
        /// Equality.
        eq = Eq;
        /// Unsigned less than.
        ult = Ult;
        /// Unsigned less than or equal.
        ule = Ule;
        /// Signed less than.
        slt = Slt;
        /// Signed less than or equal.
        sle = Sle;
    }

    /// Complement.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.make(Op::Not, self.width(a), &[a])
    }

    /// Two's complement.
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.make(Op::Neg, self.width(a), &[a])
    }

    /// Inequality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Unsigned greater than.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned greater than or equal.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Signed greater than.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed greater than or equal.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    /// Concatenation; together at most 128 bits.
    pub fn concat(&mut self, hi: TermId, lo: TermId) -> TermId {
        let width = self.width(hi) + self.width(lo);
        assert!(width <= 128, "a term is 1 to 128 bits wide, not {width}");
        self.make(Op::Concat, width, &[hi, lo])
    }

    /// `width` bits of `t` from bit `lo` upward.
    pub fn extract(&mut self, t: TermId, lo: u32, width: u32) -> TermId {
        let have = self.width(t);
        assert!(width >= 1 && lo + width <= have, "bits {lo}+{width} of a term of {have} bits");
        if lo == 0 && width == have {
            return t;
        }
        self.make(Op::Extract { lo }, width, &[t])
    }

    /// Extension by zeros to `width` bits.
    pub fn zext(&mut self, t: TermId, width: u32) -> TermId {
        let have = self.width(t);
        assert!(have <= width && width <= 128, "extension of {have} bits to {width}");
        if have == width { t } else { self.make(Op::Zext, width, &[t]) }
    }

    /// Extension by the sign to `width` bits.
    pub fn sext(&mut self, t: TermId, width: u32) -> TermId {
        let have = self.width(t);
        assert!(have <= width && width <= 128, "extension of {have} bits to {width}");
        if have == width { t } else { self.make(Op::Sext, width, &[t]) }
    }

    /// `a` if `c`, of width 1, is true, else `b`.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.width(c), 1, "a condition has width 1");
        let width = self.same_width(a, b);
        self.make(Op::Ite, width, &[c, a, b])
    }

    /// Conjunction of truth values.
    pub fn bool_and(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.width(a), 1, "a truth value has width 1");
        self.and(a, b)
    }

    /// Disjunction of truth values.
    pub fn bool_or(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.width(a), 1, "a truth value has width 1");
        self.or(a, b)
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.bool_or(not_a, b)
    }

    /// The constant true.
    pub fn true_(&mut self) -> TermId {
        self.constant(1, 1)
    }

    /// The constant false.
    pub fn false_(&mut self) -> TermId {
        self.constant(1, 0)
    }
}
