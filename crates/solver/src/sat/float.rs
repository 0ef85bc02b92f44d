//! Floating-point operators as circuits.
//!
//! The circuits read an x87 pattern whose integer bit contradicts its exponent as if it did not; terms say it is a NaN
//! that quiets to the default one. Such operands are replaced by the default NaN before they reach a circuit.

use super::cnf::Cnf;
use super::{Lit, SatSolver};
use incise_circuit::{Gates, float, integer};
use incise_term::{Format, Op, Rounding};

fn circuit_format(format: Format) -> float::Format {
    match format {
        Format::F16 => float::Format::F16,
        Format::BF16 => float::Format::BF16,
        Format::F32 => float::Format::F32,
        Format::F64 => float::Format::F64,
        Format::X87 => float::Format::X87,
        Format::F128 => float::Format::F128,
    }
}

fn circuit_rounding(rounding: Rounding) -> float::Rounding {
    match rounding {
        Rounding::NearestEven => float::Rounding::NearestEven,
        Rounding::NearestAway => float::Rounding::NearestAway,
        Rounding::Zero => float::Rounding::Zero,
        Rounding::Up => float::Rounding::Up,
        Rounding::Down => float::Rounding::Down,
    }
}

/// An operand as the circuits may have it.
fn supported<S: SatSolver>(g: &mut Cnf<S>, format: Format, a: &[Lit]) -> Vec<Lit> {
    if format != Format::X87 || a.is_empty() {
        return a.to_vec();
    }
    let fraction_bits = format.fraction_bits() as usize;
    let integer_bit = a[fraction_bits];
    let exponent = &a[fraction_bits + 1..a.len() - 1];
    let normal = g.any(exponent);
    let unsupported = g.and(normal, !integer_bit);
    // Sign, exponent, integer bit and top fraction bit are set.
    let default_nan: Vec<Lit> = (0..a.len()).map(|i| g.constant(i + 1 >= fraction_bits)).collect();
    integer::mux(g, unsupported, &default_nan, a)
}

/// The literals of a floating-point operator's result; `None` if it has no circuit.
pub(super) fn blast<S: SatSolver>(g: &mut Cnf<S>, op: Op, width: usize, [a, b, c]: [&[Lit]; 3]) -> Option<Vec<Lit>> {
    let operands = match op.operand_format() {
        Some(format) => [a, b, c].map(|operand| supported(g, format, operand)),
        None => [a, b, c].map(<[Lit]>::to_vec),
    };
    let [a, b, c] = &operands;
    let format = circuit_format;
    Some(match op {
        Op::FpAdd(f) => float::add(g, format(f), a, b),
        Op::FpSub(f) => float::sub(g, format(f), a, b),
        Op::FpMul(f) => float::mul(g, format(f), a, b),
        Op::FpDiv(f) => float::div(g, format(f), a, b),
        Op::FpRem(f) => return float::rem(g, format(f), a, b),
        Op::FpFma(f) => float::fma(g, format(f), a, b, c),
        Op::FpSqrt(f) => float::sqrt(g, format(f), a),
        Op::FpRoundToIntegral(f, rounding) => float::round_to_integral(g, format(f), a, circuit_rounding(rounding)),
        Op::FpEq(f) => vec![float::eq(g, format(f), a, b)],
        Op::FpLt(f) => vec![float::lt(g, format(f), a, b)],
        Op::FpLe(f) => vec![float::le(g, format(f), a, b)],
        Op::FpConvert { from, to } => float::convert(g, format(from), format(to), a),
        Op::FpFromUint(f) => float::from_unsigned(g, format(f), a),
        Op::FpFromSint(f) => float::from_signed(g, format(f), a),
        Op::FpToUint(f) => float::to_unsigned(g, format(f), a, width).bits,
        Op::FpToSint(f) => float::to_signed(g, format(f), a, width).bits,
        _ => return None,
    })
}
