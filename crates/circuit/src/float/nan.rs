//! NaN propagation: which NaN is the result.
//!
//! Source: Intel 64 manual, vol. 1, table 4-7 "Rules for handling NaNs", the SSE rows; §4.8.3.7 for the default NaN.

use super::format::Format;
use super::parts::Parts;
use crate::{Gates, integer};

/// The NaN that an operation gives, if it does.
pub(super) struct Nan<L> {
    pub is: L,
    pub sign: L,
    pub fraction: Vec<L>,
}

impl<L: Copy + Eq> Nan<L> {
    /// The first operand that is a NaN, quieted; the default NaN if none is and the operation is invalid.
    pub fn of<G: Gates<Lit = L>>(g: &mut G, format: Format, operands: &[&Parts<L>], invalid: L) -> Nan<L> {
        let mut is = invalid;
        let mut sign = g.constant(true);
        let mut fraction = integer::constant(g, format.fraction_bits(), 0);
        for operand in operands.iter().rev() {
            is = g.or(is, operand.nan);
            sign = g.mux(operand.nan, operand.sign, sign);
            fraction = integer::mux(g, operand.nan, &operand.fraction, &fraction);
        }
        let mut nan = Nan { is, sign, fraction };
        nan.quiet(g);
        nan
    }

    /// The same NaN in another format: quieted, with the sign and as many of the payload's top bits as there is room for.
    pub fn converted<G: Gates<Lit = L>>(g: &mut G, to: Format, operand: &Parts<L>) -> Nan<L> {
        let fraction = align_top(g, &operand.fraction, to.fraction_bits());
        let mut nan = Nan { is: operand.nan, sign: operand.sign, fraction };
        nan.quiet(g);
        nan
    }

    fn quiet<G: Gates<Lit = L>>(&mut self, g: &mut G) {
        if let Some(top) = self.fraction.last_mut() {
            *top = g.constant(true);
        }
    }
}

/// Extend with zeros below or cut off below.
pub(super) fn align_top<G: Gates>(g: &G, a: &[G::Lit], width: usize) -> Vec<G::Lit> {
    let mut result = vec![g.constant(false); width.saturating_sub(a.len())];
    result.extend_from_slice(&a[a.len().saturating_sub(width)..]);
    result
}
