//! Every named rule with terms it applies to, as text, and the reader of that text.
#![allow(dead_code, reason = "each test file uses a part")]

use incise_term::{Format, Pool, Rounding, Rule, TermId, VarKind};

/// Terms that each rule rewrites: the rule, the width `w`, and texts. In a text `x`, `y`, `z` have width `w`, `n`, `m`
/// a quarter of it, `a`, `b`, `d` width 1; a number has the width of the operand beside it, or the one after its colon.
pub const TABLE: &[(Rule, u32, &[&str])] = &[
    (Rule::FoldConstants, 32, &["(+ 3:32 4:32)", "(sdiv 200:8 3:8)", "(f+ 0x3f800000:32 0x3f800000:32)"]),
    (Rule::FoldIntoIte, 32, &["(+ (ite a 3:32 4:32) 9)", "(zext (ite a 3:8 4:8) 32)", "(<u 7 (ite a 3:32 8:32))"]),
    (Rule::OneValue, 32, &["(<u (zext n 32) 256)", "(= (| x 1) (<< y 1))", "(<s (sext n 32) -129)"]),
    (Rule::BitSum, 32, &["(+ a b)", "(- a b)", "(neg a)"]),
    (Rule::AddZero, 32, &["(+ x 0)"]),
    (Rule::AddConstants, 32, &["(+ (+ x 7) 0xfffffff0)"]),
    (Rule::AddConstantOut, 32, &["(+ (+ x 7) y)", "(+ y (+ x 7))", "(+ (+ x 7) (+ y 8))"]),
    (Rule::AddToDifference, 32, &["(+ (- 7 x) 9)"]),
    (Rule::AddNegation, 32, &["(+ x (neg y))", "(+ (neg x) y)", "(+ (neg x) (neg y))"]),
    (Rule::AddCancel, 32, &["(+ (- x y) y)", "(+ y (- x y))"]),
    (Rule::AddSelf, 32, &["(+ x x)"]),
    (Rule::AddComplement, 32, &["(+ x (~ x))"]),
    (Rule::AddDisjoint, 32, &["(+ (zext n 32) (<< x 8))"]),
    (Rule::SubSelf, 32, &["(- x x)"]),
    (Rule::SubConstant, 32, &["(- x 5)"]),
    (Rule::SubFromConstant, 32, &["(- 0 x)", "(- -1 x)"]),
    (Rule::SubNegation, 32, &["(- x (neg y))"]),
    (Rule::SubCancel, 32, &["(- (+ x y) y)", "(- (+ x y) x)", "(- x (+ x y))", "(- (- x y) x)", "(- x (- x y))"]),
    (Rule::SubConstantOut, 32, &["(- (+ x 5) y)", "(- x (+ y 5))", "(- x (- 5 y))", "(- 9 (+ y 5))"]),
    (Rule::NegNeg, 32, &["(neg (neg x))"]),
    (Rule::NegSub, 32, &["(neg (- x y))"]),
    (Rule::NegAddConstant, 32, &["(neg (+ x 5))"]),
    (Rule::NegTruth, 32, &["(neg (zext a 32))"]),
    (Rule::BitProduct, 32, &["(* a b)"]),
    (Rule::MulTrivial, 32, &["(* x 0)", "(* x 1)", "(* x -1)"]),
    (Rule::MulPowerOfTwo, 32, &["(* x 8)", "(* x 0x80000000)"]),
    (Rule::MulConstants, 8, &["(* (* x 3) 5)", "(* (* x 3) y)", "(* y (* x 3))"]),
    (Rule::MulDistribute, 8, &["(* (+ x 5) 3)"]),
    (Rule::MulNegation, 8, &["(* (neg x) 3)", "(* (neg x) (neg y))"]),
    (Rule::MulTruth, 8, &["(* x (zext a 8))", "(* (zext a 8) 5)"]),
    (
        Rule::DivTrivial,
        8,
        &[
            "(udiv x 0)",
            "(udiv x 1)",
            "(urem x 0)",
            "(urem x 1)",
            "(sdiv x 1)",
            "(sdiv x -1)",
            "(srem x 0)",
            "(srem x 1)",
            "(srem x -1)",
        ],
    ),
    (Rule::DivPowerOfTwo, 16, &["(udiv x 16)", "(urem x 16)", "(udiv x 0x8000)"]),
    (Rule::DivDiv, 8, &["(udiv (udiv x 3) 5)", "(udiv (udiv x 7) 11)"]),
    (Rule::DivNarrow, 16, &["(udiv (zext n 16) 10)", "(urem (zext n 16) 10)"]),
    (Rule::RemSmall, 16, &["(urem (zext n 16) (| x 0x100))"]),
    (Rule::DivUnsigned, 8, &["(sdiv (zext n 8) (zext m 8))", "(srem (zext n 8) (zext m 8))"]),
    (Rule::DivByNegative, 8, &["(sdiv x -3)", "(srem x -3)", "(sdiv x -4)", "(srem x -4)"]),
    (Rule::SdivPowerOfTwo, 8, &["(sdiv x 8)", "(srem x 8)", "(sdiv x 0x40)", "(srem x 2)"]),
    (Rule::BitwiseTrivial, 32, &["(& x 0)", "(& x -1)", "(| x 0)", "(| x -1)", "(^ x 0)"]),
    (Rule::BitwiseSelf, 32, &["(& x x)", "(| x x)", "(^ x x)"]),
    (
        Rule::BitwiseComplement,
        32,
        &[
            "(& x (~ x))",
            "(| (~ x) x)",
            "(^ x (~ x))",
            "(& (<u x y) (<=u y x))",
            "(| (<s x y) (<=s y x))",
            "(& (<u x 9) (<u 8 x))",
            "(| (<=s x 9) (<s 9 x))",
        ],
    ),
    (Rule::BitwiseConstants, 32, &["(& (& x 0x5a5a) 0xf5f5)", "(| (| x 0x5a5a) 0x3333)", "(^ (^ x 0x5a5a) 0x3333)"]),
    (Rule::BitwiseConstantOut, 32, &["(& (& x 0x5a5a) y)", "(| y (| x 0x5a5a))", "(^ (^ x 0x5a5a) y)"]),
    (Rule::Absorb, 32, &["(& x (| x y))", "(| x (& y x))"]),
    (Rule::BitwiseRepeat, 32, &["(& x (& x y))", "(| (| x y) y)", "(^ x (^ y x))"]),
    (Rule::AbsorbComplement, 32, &["(& x (| (~ x) y))", "(| x (& y (~ x)))", "(& a (| b (~ a)))"]),
    (
        Rule::AndMask,
        32,
        &["(& x 0xff)", "(& x 0xff00)", "(& x 0xffff0000)", "(& x 0xff0000ff)", "(& x 0x7fffffff)", "(& x 0x80000000)"],
    ),
    (Rule::AndZext, 32, &["(& (zext n 32) x)", "(& x (zext n 32))"]),
    (Rule::BitwiseZext, 32, &["(| (zext n 32) (zext m 32))", "(^ (zext n 32) (zext a 32))"]),
    (
        Rule::BitwiseSext,
        32,
        &["(& (sext n 32) (sext m 32))", "(| (sext n 32) (sext m 32))", "(^ (sext n 32) (sext m 32))"],
    ),
    (
        Rule::BitwiseConcat,
        32,
        &["(& (:: x n) 0x5a5a5a5a5a:40)", "(| (:: x n) (:: y m))", "(| (zext n 32) 0x8001)", "(^ (zext n 32) 0x8001)"],
    ),
    (Rule::OrConcat, 32, &["(| (<< x 8) (zext n 32))", "(^ (:: n 0:24) (zext m 32))"]),
    (Rule::AndEqualities, 32, &["(& (= x 3) (= x 4))", "(& (= x 3) (~ (= x 4)))"]),
    (Rule::XorOnes, 32, &["(^ x -1)"]),
    (Rule::XorNot, 32, &["(^ (~ x) y)", "(^ x (~ y))"]),
    (Rule::XorTruth, 32, &["(^ a b)"]),
    (Rule::NotNot, 32, &["(~ (~ x))"]),
    (Rule::NotComparison, 32, &["(~ (<u x y))", "(~ (<=u x y))", "(~ (<s x y))", "(~ (<=s x y))"]),
    (Rule::NotSum, 32, &["(~ (+ x 5))", "(~ (- 5 x))", "(~ (neg x))"]),
    (Rule::NotSext, 32, &["(~ (sext n 32))"]),
    (Rule::NotConcat, 32, &["(~ (:: 3:8 x))", "(~ (:: x 3:8))", "(~ (zext n 32))"]),
    (Rule::ShiftZero, 32, &["(<< 0 x)", "(>>u 0 x)", "(>>s 0 x)"]),
    (Rule::ShlConstant, 32, &["(<< x 5)", "(<< x 0)", "(<< x 32)", "(<< x 0x80000000)"]),
    (Rule::LshrConstant, 32, &["(>>u x 5)", "(>>u x 0)", "(>>u x 33)"]),
    (Rule::AshrConstant, 32, &["(>>s x 5)", "(>>s x 0)", "(>>s x 31)", "(>>s x 99)"]),
    (Rule::AshrUnsigned, 32, &["(>>s (zext n 32) x)"]),
    (Rule::ConcatZero, 32, &["(:: 0:8 x)"]),
    (Rule::ConcatRight, 32, &["(:: (:: x n) m)"]),
    (Rule::ConcatZext, 32, &["(:: (zext n 32) m)"]),
    (Rule::ConcatConstants, 32, &["(:: 3:8 (:: 5:8 x))"]),
    (
        Rule::ConcatSlices,
        32,
        &[
            "(:: (slice x 8 8) (slice x 0 8))",
            "(:: (slice x 16 8) (:: (slice x 8 8) (slice x 0 8)))",
            "(:: (slice x 16 8) (:: (slice x 8 8) n))",
        ],
    ),
    (Rule::ExtractExtract, 32, &["(slice (slice x 8 16) 4 4)"]),
    (
        Rule::ExtractQuotient,
        32,
        &["(slice (* (zext n 32) 205) 11 8)", "(slice (* (zext n 32) 171) 9 5)", "(slice (* (zext n 32) 205) 11 12)"],
    ),
    (Rule::ExtractConcat, 32, &["(slice (:: x n) 0 8)", "(slice (:: x n) 9 3)", "(slice (:: x n) 4 8)"]),
    (Rule::ExtractZext, 32, &["(slice (zext n 32) 2 3)", "(slice (zext n 32) 9 3)", "(slice (zext n 32) 4 8)"]),
    (Rule::ExtractSext, 32, &["(slice (sext n 32) 2 3)", "(slice (sext n 32) 9 3)", "(slice (sext n 32) 4 8)"]),
    (
        Rule::ExtractBitwise,
        32,
        &[
            "(slice (~ x) 3 9)",
            "(slice (& x 0x5a5a5a) 3 9)",
            "(slice (| x 0x5a5a5a) 3 9)",
            "(slice (^ x 0x5a5a5a) 3 9)",
        ],
    ),
    (
        Rule::ExtractLow,
        32,
        &[
            "(slice (+ x 0x12345) 0 8)",
            "(slice (- x y) 0 8)",
            "(slice (* (zext n 32) (sext m 32)) 0 8)",
            "(slice (neg x) 0 8)",
            "(slice (- 0x12345 x) 0 8)",
        ],
    ),
    (Rule::ExtractIte, 32, &["(slice (ite a x 0x12345) 4 8)", "(slice (ite a 0x12345 x) 4 8)"]),
    (Rule::ZextZext, 32, &["(zext (zext n 16) 32)"]),
    (Rule::SextSext, 32, &["(sext (sext n 16) 32)"]),
    (Rule::SextUnsigned, 32, &["(sext (zext n 16) 32)", "(sext (>>u x 1) 64)"]),
    (Rule::EqSelf, 32, &["(= x x)"]),
    (Rule::EqTruth, 32, &["(= a 1)", "(= a 0)", "(~ (= (zext a 32) 0))"]),
    (Rule::EqNegations, 32, &["(= (~ x) (~ y))", "(= (neg x) (neg y))", "(= (~ a) b)", "(= a (~ b))"]),
    (Rule::EqInvert, 32, &["(= (~ x) 5)", "(= (neg x) 5)", "(= (- 7 x) 5)", "(= (^ x 0x5a5a) 5)"]),
    (Rule::EqAddConstant, 32, &["(= (+ x 5) 3)", "(= (+ x 5) (+ y 9))", "(= (+ x 5) y)"]),
    (Rule::EqCancel, 32, &["(= (+ x y) x)", "(= x (+ y x))", "(= (- x y) x)"]),
    (Rule::EqDifferenceZero, 32, &["(= (- x y) 0)", "(= (^ x y) 0)"]),
    (Rule::EqMulOdd, 8, &["(= (* x 7) 91)", "(= (* x 0xef) 1)"]),
    (
        Rule::EqZext,
        32,
        &["(= (zext n 32) 200)", "(= (zext n 32) 256)", "(= (zext n 32) (zext m 32))", "(= (zext n 32) (zext a 32))"],
    ),
    (
        Rule::EqSext,
        32,
        &["(= (sext n 32) -3)", "(= (sext n 32) 200)", "(= (sext n 32) (sext m 32))", "(= (sext n 32) (sext a 32))"],
    ),
    (Rule::EqConcat, 32, &["(= (:: x n) 0x123456789a:40)", "(= (:: x n) (:: y m))"]),
    (Rule::EqIte, 32, &["(= (ite a 5 x) 5)", "(= (ite a 5 x) 6)", "(= (ite a x 5) 5)", "(= (ite a x 5) 6)"]),
    (Rule::EqBitwise, 32, &["(= (| x y) 0)", "(= (& x y) -1)"]),
    (Rule::CompareSelf, 32, &["(<u x x)", "(<=u x x)", "(<s x x)", "(<=s x x)"]),
    (Rule::CompareTruth, 32, &["(<u a b)", "(<=u a b)", "(<s a b)", "(<=s a b)"]),
    (
        Rule::CompareStrict,
        32,
        &[
            "(<=u x 5)",
            "(<=u 5 x)",
            "(<=s x 5)",
            "(<=s 5 x)",
            "(<=u x -1)",
            "(<=u 0 x)",
            "(<=s x 0x7fffffff)",
            "(<=s 0x80000000 x)",
        ],
    ),
    (
        Rule::CompareEnd,
        32,
        &[
            "(<u x 1)",
            "(<u 0 x)",
            "(<u x -1)",
            "(<u -2 x)",
            "(<s x 0x80000001)",
            "(<s 0x80000000 x)",
            "(<s x 0x7fffffff)",
            "(<s 0x7ffffffe x)",
        ],
    ),
    (
        Rule::CompareZext,
        32,
        &[
            "(<u (zext n 32) (zext m 32))",
            "(<s (zext n 32) (zext m 32))",
            "(<=u (zext n 32) 9)",
            "(<s 9 (zext n 32))",
            "(<=s (zext n 32) (zext a 32))",
        ],
    ),
    (
        Rule::CompareSext,
        32,
        &[
            "(<u (sext n 32) (sext m 32))",
            "(<s (sext n 32) (sext m 32))",
            "(<=u (sext n 32) -9)",
            "(<s -9 (sext n 32))",
            "(<s (sext n 32) (sext (slice x 0 16) 32))",
        ],
    ),
    (Rule::CompareUnsigned, 32, &["(<s (& x 0x70707070) (& y 0x70707070))", "(<=s (| x 0x80000000) (| y 0x80000000))"]),
    (
        Rule::CompareAddConstant,
        32,
        &[
            "(<u (+ (zext n 32) 5) 9)",
            "(<u 9 (+ (zext n 32) 5))",
            "(<s (+ (sext n 32) 5) 9)",
            "(<s -9 (+ (sext n 32) 5))",
            "(<u (+ (| x 0x100) -5) 0x1000)",
        ],
    ),
    (Rule::IteTrivial, 32, &["(ite a x x)", "(ite 1:1 x y)"]),
    (Rule::IteNot, 32, &["(ite (~ a) x y)", "(ite (<=u x y) x y)", "(ite (<=s x y) x y)"]),
    (
        Rule::IteTruth,
        32,
        &[
            "(ite a 1:1 0:1)",
            "(ite a 0:1 1:1)",
            "(ite a 1:1 b)",
            "(ite a 0:1 b)",
            "(ite a b 0:1)",
            "(ite a b 1:1)",
            "(ite a a b)",
            "(ite a (~ a) b)",
            "(ite a b a)",
            "(ite a b (~ a))",
        ],
    ),
    (Rule::IteBit, 32, &["(ite a 1:32 0)", "(ite a 0:32 1)", "(ite a -1:32 0)", "(ite a 0:32 -1)"]),
    (Rule::IteSameCondition, 32, &["(ite a (ite a x y) z)", "(ite a x (ite a y z))"]),
    (
        Rule::IteMerge,
        32,
        &["(ite a x (ite b x y))", "(ite a x (ite b y x))", "(ite a (ite b x y) y)", "(ite a (ite b y x) y)"],
    ),
    (Rule::IteEqual, 32, &["(ite (= x y) x y)", "(ite (= x y) y x)", "(ite (= x 5) 5 x)"]),
    (
        Rule::IteZext,
        32,
        &[
            "(ite a (zext n 32) (zext m 32))",
            "(ite a (zext n 32) 9)",
            "(ite a 9 (zext n 32))",
            "(ite a (zext n 32) (zext b 32))",
        ],
    ),
    (Rule::FpCompareSelf, 32, &["(f= x x)", "(f< x x)", "(f<= x x)"]),
    (Rule::FpCompareNan, 32, &["(f= x 0x7fc00000)", "(f< 0xff800001 x)", "(f<= x 0x7fc00000)"]),
    (
        Rule::FpCompareWidened,
        32,
        &[
            "(f= (fconv x 64) (fconv y 64))",
            "(f< (fconv x 64) (fconv y 64))",
            "(f<= (fconv x 64) 0x3fe0000000000000)",
            "(f< 0xbff8000000000000 (fconv x 64))",
        ],
    ),
    (
        Rule::FpNeutral,
        16,
        &["(f* x 0x3c00)", "(f* 0x3c00 x)", "(f/ x 0x3c00)", "(f+ x 0x8000)", "(f+ 0x8000 x)", "(f- x 0)"],
    ),
    (Rule::FpMinusOne, 16, &["(f* x 0xbc00)", "(f* 0xbc00 x)", "(f/ x 0xbc00)"]),
    (Rule::FpCommute, 16, &["(f+ 0x3e00 x)", "(f* 0x4500 x)", "(f* 0x4500 (f+ x y))"]),
    (Rule::FpAddSelf, 16, &["(f+ x x)"]),
    (Rule::FpSubConstant, 16, &["(f- x 0x3e00)", "(f- x 0x7c00)", "(f- x 0x8000)"]),
    (
        Rule::FpScaleTwice,
        16,
        &["(f* (f* x 0x4000) 0x4400)", "(f* 0x7000 (f* x 0x4000))", "(f* (f* 0x3c00 (f* x 0x4000)) 0x4000)"],
    ),
    (Rule::FpQuietOperand, 16, &["(f< (f* 0x3c00 x) y)", "(f+ y (f- x 0))", "(f<= y (f/ x 0x3c00))"]),
    (Rule::FpDivPowerOfTwo, 16, &["(f/ x 0x4000)", "(f/ x 0x7800)", "(f/ x 0xb400)", "(f/ x 0x0800)"]),
    (Rule::FpConvertBack, 32, &["(fconv (fconv x 64) 32)"]),
    (Rule::FpFromExtended, 32, &["(ffrom_u (zext n 32) 32)", "(ffrom_s (sext n 32) 32)", "(ffrom_s (zext n 32) 32)"]),
    (Rule::FpIntegerBack, 32, &["(fto_s (ffrom_s n 32) 16)", "(fto_u (ffrom_u n 32) 8)", "(fto_s (ffrom_u n 32) 9)"]),
    (Rule::FpIntegral, 32, &["(fround (ffrom_s n 32))", "(fround (ffrom_u n 32))"]),
];

/// Builds the term that a text denotes.
pub fn read(pool: &mut Pool, w: u32, text: &str) -> TermId {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut tokens: Vec<&str> = spaced.split_whitespace().rev().collect();
    let term = Reader { pool, w }.term(&mut tokens, None);
    assert!(tokens.is_empty(), "text after the end of {text}");
    term
}

struct Reader<'a> {
    pool: &'a mut Pool,
    w: u32,
}

fn format_of(width: u32) -> Format {
    match width {
        16 => Format::F16,
        32 => Format::F32,
        _ => Format::F64,
    }
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit()) || token.len() > 1 && token.starts_with('-')
}

fn number(token: &str) -> u128 {
    let (negative, digits) = match token.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, token),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let value = value.expect("a number of the table");
    if negative { value.wrapping_neg() } else { value }
}

impl Reader<'_> {
    fn term(&mut self, tokens: &mut Vec<&str>, width: Option<u32>) -> TermId {
        let token = tokens.pop().expect("a term");
        if token == "(" {
            let term = self.application(tokens);
            assert_eq!(tokens.pop(), Some(")"));
            return term;
        }
        if is_number(token) {
            let (value, width) = match token.split_once(':') {
                Some((value, width)) => (value, number(width) as u32),
                None => (token, width.expect("a number beside a term")),
            };
            return self.pool.constant(width, number(value));
        }
        let width = match token {
            "x" | "y" | "z" => self.w,
            "n" | "m" => self.w / 4,
            _ => 1,
        };
        self.pool.var(token, width, VarKind::Input)
    }

    /// Two operands, of which one may be a number that takes the width of the other.
    fn operands(&mut self, tokens: &mut Vec<&str>) -> (TermId, TermId) {
        let first = *tokens.last().expect("an operand");
        if is_number(first) && !first.contains(':') {
            tokens.pop();
            let b = self.term(tokens, None);
            let a = self.pool.constant(self.pool.width(b), number(first));
            return (a, b);
        }
        let a = self.term(tokens, None);
        let b = self.term(tokens, Some(self.pool.width(a)));
        (a, b)
    }

    fn application(&mut self, tokens: &mut Vec<&str>) -> TermId {
        let op = tokens.pop().expect("an operator");
        match op {
            "~" | "neg" | "fround" => {
                let a = self.term(tokens, None);
                match op {
                    "~" => self.pool.not(a),
                    "neg" => self.pool.neg(a),
                    _ => {
                        let format = format_of(self.pool.width(a));
                        self.pool.fp_round_to_integral(format, Rounding::Zero, a)
                    }
                }
            }
            "zext" | "sext" | "fconv" | "ffrom_u" | "ffrom_s" | "fto_u" | "fto_s" => {
                let a = self.term(tokens, None);
                let have = self.pool.width(a);
                let width = number(tokens.pop().expect("a width")) as u32;
                match op {
                    "zext" => self.pool.zext(a, width),
                    "sext" => self.pool.sext(a, width),
                    "fconv" => self.pool.fp_convert(format_of(have), format_of(width), a),
                    "ffrom_u" => self.pool.fp_from_uint(format_of(width), a),
                    "ffrom_s" => self.pool.fp_from_sint(format_of(width), a),
                    "fto_u" => self.pool.fp_to_uint(format_of(have), a, width),
                    _ => self.pool.fp_to_sint(format_of(have), a, width),
                }
            }
            "slice" => {
                let a = self.term(tokens, None);
                let lo = number(tokens.pop().expect("a bit")) as u32;
                let width = number(tokens.pop().expect("a width")) as u32;
                self.pool.extract(a, lo, width)
            }
            "ite" => {
                let c = self.term(tokens, None);
                let (a, b) = self.operands(tokens);
                self.pool.ite(c, a, b)
            }
            "::" => {
                let (a, b) = (self.term(tokens, None), self.term(tokens, None));
                self.pool.concat(a, b)
            }
            _ => {
                let (a, b) = self.operands(tokens);
                self.binary(op, a, b)
            }
        }
    }

    fn binary(&mut self, op: &str, a: TermId, b: TermId) -> TermId {
        let p = &mut *self.pool;
        let format = format_of(p.width(a));
        match op {
            "+" => p.add(a, b),
            "-" => p.sub(a, b),
            "*" => p.mul(a, b),
            "udiv" => p.udiv(a, b),
            "urem" => p.urem(a, b),
            "sdiv" => p.sdiv(a, b),
            "srem" => p.srem(a, b),
            "&" => p.and(a, b),
            "|" => p.or(a, b),
            "^" => p.xor(a, b),
            "<<" => p.shl(a, b),
            ">>u" => p.lshr(a, b),
            ">>s" => p.ashr(a, b),
            "=" => p.eq(a, b),
            "<u" => p.ult(a, b),
            "<=u" => p.ule(a, b),
            "<s" => p.slt(a, b),
            "<=s" => p.sle(a, b),
            "f=" => p.fp_eq(format, a, b),
            "f<" => p.fp_lt(format, a, b),
            "f<=" => p.fp_le(format, a, b),
            "f+" => p.fp_add(format, a, b),
            "f-" => p.fp_sub(format, a, b),
            "f*" => p.fp_mul(format, a, b),
            "f/" => p.fp_div(format, a, b),
            _ => panic!("the table has no operator {op}"),
        }
    }
}
