//! The table of all rewrite rules: every simplification the pool makes has a name and an equation here.
//!
//! A pool counts how often each rule fired ([`crate::Pool::fired`]); the tests use the counts to prove that
//! no rule escapes them.

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A named rewrite rule. `x`, `y` are terms, `c`, `d` constants, `w` the width, `b` a truth value.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];
        }
    };
}

rules! {
    // Any operator: rewrite/mod.rs.
    /// An operator on constants is the constant it evaluates to.
    FoldConstants,
    /// `op(ite(b, c, d), e)` with constants is `ite(b, op(c, e), op(d, e))`.
    FoldIntoIte,
    /// A term whose known bits or intervals leave one value is that value.
    OneValue,

    // Sums: rewrite/arith.rs.
    /// `x + y = x ^ y` at width 1; so are difference and, as `x`, negation.
    BitSum,
    /// `x + 0 = x`
    AddZero,
    /// `(x + c) + d = x + (c + d)`
    AddConstants,
    /// `(x + c) + y = (x + y) + c`
    AddConstantOut,
    /// `(c - x) + d = (c + d) - x`
    AddToDifference,
    /// `x + -y = x - y`
    AddNegation,
    /// `(x - y) + y = x`
    AddCancel,
    /// `x + x = x << 1`
    AddSelf,
    /// `x + ~x = -1`
    AddComplement,
    /// `x + y = x | y` when no bit can be set in both
    AddDisjoint,
    /// `x - x = 0`
    SubSelf,
    /// `x - c = x + -c`
    SubConstant,
    /// `0 - x = -x`, `-1 - x = ~x`
    SubFromConstant,
    /// `x - -y = x + y`
    SubNegation,
    /// `(x + y) - y = x`, `x - (x + y) = -y`, `(x - y) - x = -y`, `x - (x - y) = y`
    SubCancel,
    /// `(x + c) - y = (x - y) + c`, `x - (y + c) = (x - y) - c`, `x - (c - y) = (x + y) - c`
    SubConstantOut,
    /// `-(-x) = x`
    NegNeg,
    /// `-(x - y) = y - x`
    NegSub,
    /// `-(x + c) = -c - x`
    NegAddConstant,
    /// `-zext(b) = sext(b)` for `b` of width 1
    NegTruth,

    // Products and quotients: rewrite/product.rs.
    /// `x * y = x & y` at width 1
    BitProduct,
    /// `x * 0 = 0`, `x * 1 = x`, `x * -1 = -x`
    MulTrivial,
    /// `x * 2^k = x << k`
    MulPowerOfTwo,
    /// `(x * c) * d = x * (c * d)`, `(x * c) * y = (x * y) * c`
    MulConstants,
    /// `(x + c) * d = x * d + c * d`
    MulDistribute,
    /// `-x * c = x * -c`, `-x * -y = x * y`
    MulNegation,
    /// `x * zext(b) = ite(b, x, 0)` for `b` of width 1
    MulTruth,
    /// `x udiv 0 = -1`, `x udiv 1 = x`, `x urem 0 = x`, `x urem 1 = 0`, and the signed ones
    DivTrivial,
    /// `x udiv 2^k = x >> k`, `x urem 2^k` = the low `k` bits
    DivPowerOfTwo,
    /// `(x udiv c) udiv d = x udiv (c * d)` when the product fits
    DivDiv,
    /// `zext(x) udiv c = zext(x udiv c)`, also `urem`, when `c` is not zero and fits
    DivNarrow,
    /// `x urem y = x` when `x < y` always
    RemSmall,
    /// `x sdiv y = x udiv y`, `x srem y = x urem y` when neither can be negative
    DivUnsigned,
    /// `x sdiv -c = -(x sdiv c)`, `x srem -c = x srem c`, for `c` other than the smallest
    DivByNegative,
    /// `x sdiv 2^k = (x + bias) >>s k`, `x srem 2^k = x - ((x + bias) & -2^k)`,
    /// where the bias is `2^k - 1` for a negative `x`, else 0
    SdivPowerOfTwo,

    // Bitwise: rewrite/logic.rs.
    /// `x & 0 = 0`, `x & -1 = x`, `x | 0 = x`, `x | -1 = -1`
    BitwiseTrivial,
    /// `x & x = x | x = x`, `x ^ x = 0`
    BitwiseSelf,
    /// `x & ~x = 0`, `x | ~x = -1`, `x ^ ~x = -1`; comparisons have complements too
    BitwiseComplement,
    /// `(x & c) & d = x & (c & d)`, also `|`, `^`
    BitwiseConstants,
    /// `(x & c) & y = (x & y) & c`, also `|`, `^`
    BitwiseConstantOut,
    /// `x & (x | y) = x`, `x | (x & y) = x`
    Absorb,
    /// `x & (x & y) = x & y`, `x | (x | y) = x | y`, `x ^ (x ^ y) = y`
    BitwiseRepeat,
    /// `x & (~x | y) = x & y`, `x | (~x & y) = x | y`
    AbsorbComplement,
    /// `x & c` is a slice between zeros when the ones, or the zeros, of `c` are one run
    AndMask,
    /// `zext(x) & y = zext(x & low bits of y)`
    AndZext,
    /// `zext(x) | zext(y) = zext(x | y)`, also `^`; the narrower one is widened first
    BitwiseZext,
    /// `sext(x) & sext(y) = sext(x & y)`, also `|`, `^`, when equally wide
    BitwiseSext,
    /// `(x :: y) & c` is done part by part, also `|`, `^`, also for two concatenations with the same seam
    BitwiseConcat,
    /// `(x :: 0) | y = x :: y` when only low bits of `y` can be set, also `^`
    OrConcat,
    /// `x == c & x == d = false`, `x == c & x != d = x == c`, for different constants
    AndEqualities,
    /// `x ^ -1 = ~x`
    XorOnes,
    /// `~x ^ y = ~(x ^ y)`
    XorNot,
    /// `x ^ y = !(x == y)` at width 1
    XorTruth,
    /// `~~x = x`
    NotNot,
    /// `!(x < y) = y <= x`, `!(x <= y) = y < x`, unsigned and signed
    NotComparison,
    /// `~(x + c) = ~c - x`, `~(c - x) = x + ~c`, `~-x = x - 1`
    NotSum,
    /// `~sext(x) = sext(~x)`
    NotSext,
    /// `~(c :: x) = ~c :: ~x`, `~(x :: c) = ~x :: ~c`, `~zext(x) = -1 :: ~x`
    NotConcat,

    // Shifts, slices: rewrite/slices.rs.
    /// `0 << x = 0 >> x = 0`
    ShiftZero,
    /// `x << c` is a slice above zeros
    ShlConstant,
    /// `x >>u c` is a slice extended by zeros
    LshrConstant,
    /// `x >>s c` is a slice extended by the sign
    AshrConstant,
    /// `x >>s y = x >>u y` when `x` cannot be negative
    AshrUnsigned,
    /// `0 :: x = zext(x)`
    ConcatZero,
    /// `(x :: y) :: z = x :: (y :: z)`
    ConcatRight,
    /// `zext(x) :: y = zext(x :: y)`
    ConcatZext,
    /// `c :: (d :: x) = (c :: d) :: x`
    ConcatConstants,
    /// Adjacent slices of one term are one slice
    ConcatSlices,
    /// A slice of a slice is a slice
    ExtractExtract,
    /// `(zext(x) * c)[k..]` is `x / d` when `c` is near enough to `2^k / d`
    ExtractQuotient,
    /// A slice of a concatenation is a slice of a part, or a concatenation of slices
    ExtractConcat,
    /// A slice of an extension by zeros is a slice, zero, or an extension
    ExtractZext,
    /// A slice of an extension by the sign is a slice, or an extension
    ExtractSext,
    /// A slice of `x & c`, `x | c`, `x ^ c`, `~x` is taken of the operands
    ExtractBitwise,
    /// The low bits of `+`, `-`, `*` are those of the operands' low bits
    ExtractLow,
    /// A slice of `ite(b, x, c)` is taken of the branches
    ExtractIte,
    /// `zext(zext(x)) = zext(x)`
    ZextZext,
    /// `sext(sext(x)) = sext(x)`
    SextSext,
    /// `sext(x) = zext(x)` when `x` cannot be negative
    SextUnsigned,

    // Equality: rewrite/equal.rs.
    /// `x == x`
    EqSelf,
    /// `x == true` is `x`, `x == false` is `!x`
    EqTruth,
    /// `!x == y = !(x == y)` at width 1, `~x == ~y = x == y`, `-x == -y = x == y`
    EqNegations,
    /// `~x == c = x == ~c`, `-x == c = x == -c`, `c - x == d = x == c - d`, `x ^ c == d = x == c ^ d`
    EqInvert,
    /// `x + c == d = x == d - c`, `x + c == y + d = x == y + (d - c)`, `x + c == y = x == y - c`
    EqAddConstant,
    /// `x + y == x = y == 0`, `x - y == x = y == 0`
    EqCancel,
    /// `x - y == 0 = x == y`, `x ^ y == 0 = x == y`
    EqDifferenceZero,
    /// `x * c == d = x == d * c^-1` for odd `c`
    EqMulOdd,
    /// `zext(x) == c = x == c` when `c` fits, else false; `zext(x) == zext(y)` on the narrow terms
    EqZext,
    /// The same for `sext`
    EqSext,
    /// `x :: y == c` is `x == high c & y == low c`, also for two concatenations with the same seam
    EqConcat,
    /// `ite(b, c, x) == d` is `!b & x == d`, or `b | x == d` when `c = d`
    EqIte,
    /// `x | y == 0` is `x == 0 & y == 0`, `x & y == -1` is `x == -1 & y == -1`
    EqBitwise,

    // Order: rewrite/compare.rs.
    /// `x < x` is false, `x <= x` is true
    CompareSelf,
    /// At width 1 an order is a formula: `x <u y = !x & y`, `x <s y = x & !y`
    CompareTruth,
    /// `x <= c = x < c + 1`, `c <= x = c - 1 < x`
    CompareStrict,
    /// `x <u 1 = x == 0`, `0 <u x = x != 0`, and at the other end, also signed
    CompareEnd,
    /// `zext(x) < zext(y) = x <u y`, `zext(x) < c = x <u c` when `c` fits
    CompareZext,
    /// `sext(x) < sext(y) = x < y`, `sext(x) <s c = x <s c` when `c` fits
    CompareSext,
    /// `x <s y = x <u y` when the signs are known to be the same
    CompareUnsigned,
    /// `x + c < d = x < d - c` when neither side can wrap, also `d < x + c`
    CompareAddConstant,

    // Choices: rewrite/ite.rs.
    /// `ite(true, x, y) = x`, `ite(b, x, x) = x`
    IteTrivial,
    /// `ite(!b, x, y) = ite(b, y, x)`; also of `<=`, which is the negation of `<`
    IteNot,
    /// At width 1, `ite(b, true, x) = b | x`, and the like
    IteTruth,
    /// `ite(b, 1, 0) = zext(b)`, `ite(b, -1, 0) = sext(b)`, also with the branches swapped
    IteBit,
    /// `ite(b, ite(b, x, y), z) = ite(b, x, z)`, also in the other branch, also for `!b`
    IteSameCondition,
    /// `ite(b, x, ite(d, x, y)) = ite(b | d, x, y)`, `ite(b, ite(d, x, y), y) = ite(b & d, x, y)`
    IteMerge,
    /// `ite(x == y, x, y) = y`
    IteEqual,
    /// `ite(b, zext(x), zext(y)) = zext(ite(b, x, y))`, also when one is a constant that fits
    IteZext,

    // Floats: rewrite/float.rs.
    /// `x = x` and `x <= x` when `x` is not a NaN; `x < x` never
    FpCompareSelf,
    /// A comparison with a NaN is false
    FpCompareNan,
    /// A comparison of widened floats, or of one with a constant that is exact in the narrow format,
    /// is a comparison in the narrow format
    FpCompareWidened,
    /// `x * 1 = x / 1 = x + -0 = x - +0 = x`, but for a NaN its quieted form
    FpNeutral,
    /// `x * -1 = x / -1 = -x`, but for a NaN its quieted form
    FpMinusOne,
    /// An operand that is `x`, or `x` made quiet if that is a NaN, is `x`
    FpQuietOperand,
    /// `x + y = y + x`, also `*`, when at most one of them can be a NaN
    FpCommute,
    /// `x + x = x * 2`
    FpAddSelf,
    /// `x - c = x + -c`
    FpSubConstant,
    /// `x / c = x * (1 / c)` when `c` is a power of two whose inverse is exact
    FpDivPowerOfTwo,
    /// `x * c * d = x * (c * d)` when `c` and `d` are powers of two, at least 1
    FpScaleTwice,
    /// A float widened and narrowed again is itself, a NaN quieted
    FpConvertBack,
    /// `from_uint(zext(x)) = from_uint(x)`, `from_sint(sext(x)) = from_sint(x)`, `from_sint(zext(x)) = from_uint(x)`
    FpFromExtended,
    /// An integer that the format holds exactly, converted and converted back, is itself
    FpIntegerBack,
    /// An integer converted to a float is integral
    FpIntegral,
}
