//! Floating-point operators in SMT-LIB, with the NaN bits of the crate's rules.
//!
//! `rem` is C's `fmod`, SMT-LIB's `fp.rem` is IEEE's: `fmod(a, b)` is, with the sign of `a`, the IEEE remainder `r`
//! of the magnitudes, or `r + |b|`, which is exact, if that is negative.

use super::bits::literal;
use crate::concrete;
use crate::op::{Format, Op, Rounding};

/// Commands that must come first, and the expression of the bits.
pub(super) struct Printed {
    pub(super) preamble: String,
    pub(super) body: String,
}

/// The operator applied to named children; `number` makes fresh names.
pub(super) fn print(op: Op, width: u32, operand_width: u32, number: usize, args: &[String]) -> Printed {
    let plain = |body: String| Printed { preamble: String::new(), body };
    let test = |name: &str, format: Format| {
        let [a, b] = [value(format, &args[0]), value(format, &args[1])];
        plain(format!("(ite ({name} {a} {b}) #b1 #b0)"))
    };
    let rounded = |name: &str, format: Format| {
        let values: Vec<String> = args.iter().map(|arg| value(format, arg)).collect();
        bits_of(format, number, args, &format!("({name} RNE {})", values.join(" ")))
    };
    match op {
        Op::FpAdd(format) => rounded("fp.add", format),
        Op::FpSub(format) => rounded("fp.sub", format),
        Op::FpMul(format) => rounded("fp.mul", format),
        Op::FpDiv(format) => rounded("fp.div", format),
        Op::FpFma(format) => rounded("fp.fma", format),
        Op::FpSqrt(format) => rounded("fp.sqrt", format),
        Op::FpRem(format) => bits_of(format, number, args, &remainder(format, &args[0], &args[1])),
        Op::FpRoundToIntegral(format, rounding) => {
            let mode = match rounding {
                Rounding::NearestEven => "RNE",
                Rounding::NearestAway => "RNA",
                Rounding::Zero => "RTZ",
                Rounding::Up => "RTP",
                Rounding::Down => "RTN",
            };
            let result = format!("(fp.roundToIntegral {mode} {})", value(format, &args[0]));
            bits_of(format, number, args, &result)
        }
        Op::FpEq(format) => test("fp.eq", format),
        Op::FpLt(format) => test("fp.lt", format),
        Op::FpLe(format) => test("fp.leq", format),
        Op::FpConvert { from, to } => convert(from, to, number, &args[0]),
        Op::FpFromUint(format) => {
            let (e, s) = sizes(format);
            bits_of(format, number, &[], &format!("((_ to_fp_unsigned {e} {s}) RNE {})", args[0]))
        }
        Op::FpFromSint(format) => {
            let (e, s) = sizes(format);
            bits_of(format, number, &[], &format!("((_ to_fp {e} {s}) RNE {})", args[0]))
        }
        Op::FpToUint(format) => plain(to_integer(format, width, false, &args[0])),
        Op::FpToSint(format) => plain(to_integer(format, width, true, &args[0])),
        _ => panic!("{op:?} on {operand_width} bits is not a floating-point operator"),
    }
}

/// Exponent bits, and significand bits with the hidden one.
fn sizes(format: Format) -> (u32, u32) {
    (format.exponent_bits(), format.fraction_bits() + 1)
}

/// The float with these bits.
fn value(format: Format, bits: &str) -> String {
    let (e, s) = sizes(format);
    if !format.has_explicit_integer_bit() {
        return format!("((_ to_fp {e} {s}) {bits})");
    }
    // Unsupported encodings are NaNs; a pseudo-denormal has exponent 1.
    let exponent = format!("((_ extract 78 64) {bits})");
    let pseudo_denormal = format!("(and (= {exponent} {}) (= ((_ extract 63 63) {bits}) #b1))", literal(15, 0));
    let exponent = format!("(ite {pseudo_denormal} {} {exponent})", literal(15, 1));
    let ieee = format!("(concat ((_ extract 79 79) {bits}) {exponent} ((_ extract 62 0) {bits}))");
    let nan = format!("(_ NaN {e} {s})");
    format!("(ite {} {nan} ((_ to_fp {e} {s}) {ieee}))", is_unsupported(bits))
}

fn is_unsupported(bits: &str) -> String {
    let no_exponent = format!("(= ((_ extract 78 64) {bits}) {})", literal(15, 0));
    format!("(and (not {no_exponent}) (= ((_ extract 63 63) {bits}) #b0))")
}

fn is_nan(format: Format, bits: &str) -> String {
    format!("(fp.isNaN {})", value(format, bits))
}

/// The bits of a NaN, quieted.
fn quiet(format: Format, bits: &str) -> String {
    let width = format.width();
    let quiet_bit = literal(width, 1 << (format.fraction_bits() - 1));
    let quieted = format!("(bvor {bits} {quiet_bit})");
    if !format.has_explicit_integer_bit() {
        return quieted;
    }
    let default = literal(width, concrete::default_nan(format));
    format!("(ite {} {default} {quieted})", is_unsupported(bits))
}

/// A fresh constant that has the bits of `result`; NaNs come from the first NaN operand, or are the default.
fn bits_of(format: Format, number: usize, operands: &[String], result: &str) -> Printed {
    let default = literal(format.width(), concrete::default_nan(format));
    let nan = operands.iter().rev().fold(default, |otherwise, operand| {
        format!("(ite {} {} {otherwise})", is_nan(format, operand), quiet(format, operand))
    });
    with_nan(format, number, &nan, result)
}

fn with_nan(format: Format, number: usize, nan: &str, result: &str) -> Printed {
    let (e, s) = sizes(format);
    let fresh = format!("r!{number}");
    let float = format!("v!{number}");
    let preamble = format!(
        "(define-fun {float} () (_ FloatingPoint {e} {s}) {result})\n\
         (declare-fun {fresh} () (_ BitVec {}))\n\
         (assert (or (fp.isNaN {float}) (= ((_ to_fp {e} {s}) {fresh}) {float})))\n",
        e + s
    );
    let bits = if format.has_explicit_integer_bit() {
        let exponent = format!("((_ extract 77 63) {fresh})");
        let integer_bit = format!("(ite (= {exponent} {}) #b0 #b1)", literal(15, 0));
        format!("(concat ((_ extract 78 63) {fresh}) {integer_bit} ((_ extract 62 0) {fresh}))")
    } else {
        fresh
    };
    Printed { preamble, body: format!("(ite (fp.isNaN {float}) {nan} {bits})") }
}

fn remainder(format: Format, a: &str, b: &str) -> String {
    let (a, b) = (value(format, a), value(format, b));
    let (e, s) = sizes(format);
    let zero = format!("(_ +zero {e} {s})");
    let nearest = format!("(fp.rem (fp.abs {a}) (fp.abs {b}))");
    let moved = format!("(ite (fp.lt {nearest} {zero}) (fp.add RNE {nearest} (fp.abs {b})) (fp.abs {nearest}))");
    format!("(ite (fp.isNegative {a}) (fp.neg {moved}) {moved})")
}

fn convert(from: Format, to: Format, number: usize, a: &str) -> Printed {
    let (e, s) = sizes(to);
    let quieted = quiet(from, a);
    let (have, want) = (from.fraction_bits(), to.fraction_bits());
    let fraction = if want >= have {
        let all = format!("((_ extract {} 0) {quieted})", have - 1);
        if want == have { all } else { format!("(concat {all} {})", literal(want - have, 0)) }
    } else {
        format!("((_ extract {} {}) {quieted})", have - 1, have - want)
    };
    let exponent = literal(to.exponent_bits(), concrete::mask(to.exponent_bits()));
    let sign = format!("((_ extract {top} {top}) {quieted})", top = from.width() - 1);
    let integer_bit = if to.has_explicit_integer_bit() { " #b1" } else { "" };
    let nan = format!("(concat {sign} {exponent}{integer_bit} {fraction})");
    with_nan(to, number, &nan, &format!("((_ to_fp {e} {s}) RNE {})", value(from, a)))
}

/// Toward zero; 0 unless the truncated value is within the width.
fn to_integer(format: Format, width: u32, is_signed: bool, a: &str) -> String {
    let float = value(format, a);
    let whole = format!("(fp.roundToIntegral RTZ {float})");
    let n_bits = if is_signed { width - 1 } else { width };
    // 2^n_bits, or infinity if the format does not reach it: then every finite number is below.
    let limit = power_of_two(format, n_bits);
    let below = format!("(fp.lt {whole} {})", value(format, &literal(format.width(), limit)));
    let above = if is_signed {
        let least = literal(format.width(), concrete::fp_neg(format, limit));
        // Not below the least number; minus infinity is, also where it stands for an unreachable one.
        let reaches = if concrete::fp_is_inf(format, limit) { "fp.lt" } else { "fp.leq" };
        format!("({reaches} {} {whole})", value(format, &least))
    } else {
        format!("(fp.leq {} {whole})", value(format, &literal(format.width(), 0)))
    };
    let name = if is_signed { "fp.to_sbv" } else { "fp.to_ubv" };
    format!("(ite (and {below} {above}) ((_ {name} {width}) RTZ {float}) {})", literal(width, 0))
}

fn power_of_two(format: Format, exponent: u32) -> u128 {
    let two = concrete::fp_from_uint(format, 2);
    let one = concrete::fp_from_uint(format, 1);
    (0..exponent).fold(one, |power, _| concrete::fp_mul(format, power, two))
}
