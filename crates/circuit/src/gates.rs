//! What a circuit is built from.
//!
//! A builder should fold constants (`and(x, 0) = 0`, `xor(x, 1) = ¬x`, …): circuits rely on it to shrink when an
//! operand is known, they are right without it. The derived gates below fold theirs before they fall back on two-input
//! gates; a CNF builder gains by overriding them with direct encodings (`majority`: 6 clauses, `xor3`: 8, `all`: n + 1).

/// A builder of combinational circuits.
pub trait Gates {
    /// A wire. Negation must be cheap, as the sign of a literal is.
    type Lit: Copy + Eq;

    /// The literal that is always `value`.
    fn constant(&self, value: bool) -> Self::Lit;

    /// The value of a literal that is known to be constant.
    fn as_constant(&self, a: Self::Lit) -> Option<bool>;

    /// ¬a
    fn not(&self, a: Self::Lit) -> Self::Lit;

    /// Whether two operands that commute stand in the order they should: a builder that orders them shares more.
    fn in_order(&self, _a: &[Self::Lit], _b: &[Self::Lit]) -> bool {
        true
    }

    /// a ∧ b
    fn and(&mut self, a: Self::Lit, b: Self::Lit) -> Self::Lit;

    /// a ⊕ b
    fn xor(&mut self, a: Self::Lit, b: Self::Lit) -> Self::Lit;

    /// a ∨ b
    fn or(&mut self, a: Self::Lit, b: Self::Lit) -> Self::Lit {
        let neither = self.and(self.not(a), self.not(b));
        self.not(neither)
    }

    /// `condition ? then : otherwise`
    fn mux(&mut self, condition: Self::Lit, then: Self::Lit, otherwise: Self::Lit) -> Self::Lit {
        if let Some(known) = self.as_constant(condition) {
            return if known { then } else { otherwise };
        }
        if then == otherwise {
            return then;
        }
        if then == self.not(otherwise) {
            return self.xor(condition, otherwise);
        }
        let taken = self.and(condition, then);
        let skipped = self.and(self.not(condition), otherwise);
        self.or(taken, skipped)
    }

    /// At least two of three: the carry of a full adder.
    fn majority(&mut self, a: Self::Lit, b: Self::Lit, c: Self::Lit) -> Self::Lit {
        for (known, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            match self.as_constant(known) {
                Some(true) => return self.or(x, y),
                Some(false) => return self.and(x, y),
                None => {}
            }
        }
        let both = self.and(a, b);
        let one = self.xor(a, b);
        let carried = self.and(one, c);
        self.or(both, carried)
    }

    /// a ⊕ b ⊕ c: the sum of a full adder.
    fn xor3(&mut self, a: Self::Lit, b: Self::Lit, c: Self::Lit) -> Self::Lit {
        let ab = self.xor(a, b);
        self.xor(ab, c)
    }

    /// The conjunction; true of nothing.
    fn all(&mut self, literals: &[Self::Lit]) -> Self::Lit {
        let mut result = self.constant(true);
        for &literal in literals {
            result = self.and(result, literal);
        }
        result
    }

    /// The disjunction; false of nothing.
    fn any(&mut self, literals: &[Self::Lit]) -> Self::Lit {
        let negated: Vec<_> = literals.iter().map(|&a| self.not(a)).collect();
        let none = self.all(&negated);
        self.not(none)
    }
}

/// A builder that can also introduce unconstrained variables and constrain them, for circuits that are smaller as a
/// relation than as a function.
pub trait Relations: Gates {
    /// A new variable.
    fn fresh(&mut self) -> Self::Lit;

    /// Require that one of the literals holds. Circuits assert only what has exactly one solution for the fresh
    /// variables, so that the constraint never excludes an input.
    fn assert_clause(&mut self, literals: &[Self::Lit]);
}
