//! Floating-point operators as circuits.

use super::cnf::Cnf;
use super::{Lit, SatSolver};
use incise_term::Op;

/// The literals of a floating-point operator's result.
pub(super) fn blast<S: SatSolver>(
    g: &mut Cnf<S>,
    op: Op,
    width: usize,
    a: &[Lit],
    b: &[Lit],
    c: &[Lit],
) -> Option<Vec<Lit>> {
    let _ = (g, width, a, b, c, op);
    None
}
