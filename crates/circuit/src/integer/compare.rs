//! Comparison: one `majority` a bit, along the borrow of a subtraction whose difference nobody needs.

use crate::Gates;

/// a = b
pub fn eq<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let differences: Vec<_> = a.iter().zip(b).map(|(&x, &y)| g.xor(x, y)).collect();
    is_zero(g, &differences)
}

/// a = 0
pub fn is_zero<G: Gates>(g: &mut G, a: &[G::Lit]) -> G::Lit {
    let some = g.any(a);
    g.not(some)
}

/// a < b, unsigned
pub fn ult<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    let strict = g.constant(false);
    unsigned(g, a, b, strict)
}

/// a ≤ b, unsigned
pub fn ule<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    let loose = g.constant(true);
    unsigned(g, a, b, loose)
}

/// a < b, signed
pub fn slt<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    let strict = g.constant(false);
    signed(g, a, b, strict)
}

/// a ≤ b, signed
pub fn sle<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    let loose = g.constant(true);
    signed(g, a, b, loose)
}

fn unsigned<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit], when_equal: G::Lit) -> G::Lit {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let mut less = when_equal;
    for (&x, &y) in a.iter().zip(b) {
        less = g.majority(g.not(x), y, less);
    }
    less
}

fn signed<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit], when_equal: G::Lit) -> G::Lit {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let Some(top) = a.len().checked_sub(1) else { return when_equal };
    let less = unsigned(g, &a[..top], &b[..top], when_equal);
    // A set sign makes a value smaller, not larger.
    g.majority(a[top], g.not(b[top]), less)
}
