//! Gates as clauses (Tseitin's encoding), each gate once: equal gates share their output.

use super::sweep::Sweeper;
use super::{Gate, Lit, SatSolver};
use incise_circuit::{Gates, Relations};
use rustc_hash::FxHashMap;

/// A builder of circuits in a SAT solver.
pub(crate) struct Cnf<S> {
    pub(crate) sat: S,
    truth: Lit,
    gates: FxHashMap<Gate, Lit>,
    /// Replaces gates by equal ones, if present.
    pub(super) sweeper: Option<Box<Sweeper>>,
}

impl<S: SatSolver> Cnf<S> {
    pub(crate) fn new(mut sat: S) -> Cnf<S> {
        let truth = sat.new_variable(&[]);
        sat.add_clause(&[truth]);
        Cnf { sat, truth, gates: FxHashMap::default(), sweeper: None }
    }

    /// A builder whose equal gates become one as they are made.
    pub(super) fn sweeping(sat: S, mut sweeper: Sweeper) -> Cnf<S> {
        let mut cnf = Cnf::new(sat);
        sweeper.truth(cnf.truth);
        cnf.sweeper = Some(Box::new(sweeper));
        cnf
    }

    /// The output of a gate, defined by `clauses` when it is new.
    fn gate(&mut self, gate: Gate, clauses: impl FnOnce(&mut S, Lit)) -> Lit {
        if let Some(&known) = self.gates.get(&gate) {
            return known;
        }
        let output = match gate {
            Gate::And(a, b) | Gate::Xor(a, b) => self.sat.new_variable(&[a, b]),
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) | Gate::Xor3(a, b, c) => self.sat.new_variable(&[a, b, c]),
        };
        clauses(&mut self.sat, output);
        let output = match &mut self.sweeper {
            Some(sweeper) => sweeper.gate(&mut self.sat, gate, output),
            None => output,
        };
        self.gates.insert(gate, output);
        output
    }

    fn negative(lit: Lit) -> bool {
        lit.0 & 1 == 1
    }

    fn with_sign(lit: Lit, negate: bool) -> Lit {
        Lit(lit.0 ^ u32::from(negate))
    }
}

impl<S: SatSolver> Gates for Cnf<S> {
    type Lit = Lit;

    fn constant(&self, value: bool) -> Lit {
        if value { self.truth } else { !self.truth }
    }

    fn as_constant(&self, a: Lit) -> Option<bool> {
        if a == self.truth {
            Some(true)
        } else if a == !self.truth {
            Some(false)
        } else {
            None
        }
    }

    fn not(&self, a: Lit) -> Lit {
        !a
    }

    fn in_order(&self, a: &[Lit], b: &[Lit]) -> bool {
        a <= b
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            _ if a == b => return a,
            _ if a == !b => return self.constant(false),
            _ => {}
        }
        self.gate(Gate::And(a, b), |sat, out| {
            sat.add_clause(&[!out, a]);
            sat.add_clause(&[!out, b]);
            sat.add_clause(&[out, !a, !b]);
        })
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(value), _) => return Self::with_sign(b, value),
            (_, Some(value)) => return Self::with_sign(a, value),
            _ if a == b => return self.constant(false),
            _ if a == !b => return self.constant(true),
            _ => {}
        }
        let negate = Self::negative(a) ^ Self::negative(b);
        let (a, b) = (Lit(a.0 & !1), Lit(b.0 & !1));
        let (a, b) = (a.min(b), a.max(b));
        let out = self.gate(Gate::Xor(a, b), |sat, out| {
            sat.add_clause(&[!out, a, b]);
            sat.add_clause(&[!out, !a, !b]);
            sat.add_clause(&[out, !a, b]);
            sat.add_clause(&[out, a, !b]);
        });
        Self::with_sign(out, negate)
    }

    fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if let Some(known) = self.as_constant(condition) {
            return if known { then } else { otherwise };
        }
        let (condition, then, otherwise) =
            if Self::negative(condition) { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        match (self.as_constant(then), self.as_constant(otherwise)) {
            (Some(true), _) => return self.or(condition, otherwise),
            (Some(false), _) => return self.and(!condition, otherwise),
            (_, Some(true)) => return self.or(!condition, then),
            (_, Some(false)) => return self.and(condition, then),
            _ => {}
        }
        if then == condition {
            return self.or(condition, otherwise);
        }
        if then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == !condition {
            return self.or(!condition, then);
        }
        let negate = Self::negative(then);
        let (then, otherwise) = (Self::with_sign(then, negate), Self::with_sign(otherwise, negate));
        let out = self.gate(Gate::Mux(condition, then, otherwise), |sat, out| {
            sat.add_clause(&[!condition, !then, out]);
            sat.add_clause(&[!condition, then, !out]);
            sat.add_clause(&[condition, !otherwise, out]);
            sat.add_clause(&[condition, otherwise, !out]);
            // Implied, and lets the output propagate before the condition is known.
            sat.add_clause(&[!then, !otherwise, out]);
            sat.add_clause(&[then, otherwise, !out]);
        });
        Self::with_sign(out, negate)
    }

    fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        for (known, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            match self.as_constant(known) {
                Some(true) => return self.or(x, y),
                Some(false) => return self.and(x, y),
                None => {}
            }
            if x == y {
                return x;
            }
            if x == !y {
                return known;
            }
        }
        // majority(¬a, ¬b, ¬c) = ¬majority(a, b, c)
        let negate = Self::negative(a);
        let [a, b, c] = [a, b, c].map(|lit| Self::with_sign(lit, negate));
        let out = self.gate(Gate::Majority(a, b, c), |sat, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                sat.add_clause(&[!x, !y, out]);
                sat.add_clause(&[x, y, !out]);
            }
        });
        Self::with_sign(out, negate)
    }

    fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let constant = [a, b, c].into_iter().any(|lit| self.as_constant(lit).is_some());
        let negate = Self::negative(a) ^ Self::negative(b) ^ Self::negative(c);
        let mut inputs = [a, b, c].map(|lit| Lit(lit.0 & !1));
        inputs.sort_unstable();
        let [a1, b1, c1] = inputs;
        if constant || a1 == b1 || b1 == c1 {
            let ab = self.xor(a, b);
            return self.xor(ab, c);
        }
        let out = self.gate(Gate::Xor3(a1, b1, c1), |sat, out| {
            for signs in 0..8u32 {
                let [x, y, z] = [0, 1, 2].map(|i| signs >> i & 1 == 1);
                // Forbid each row of the truth table with the wrong output.
                let value = x ^ y ^ z;
                sat.add_clause(&[
                    Self::with_sign(a1, x),
                    Self::with_sign(b1, y),
                    Self::with_sign(c1, z),
                    Self::with_sign(out, !value),
                ]);
            }
        });
        Self::with_sign(out, negate)
    }

    fn all(&mut self, literals: &[Lit]) -> Lit {
        let mut inputs: Vec<Lit> = literals.iter().copied().filter(|&lit| lit != self.truth).collect();
        inputs.sort_unstable();
        inputs.dedup();
        // A variable and its negation are neighbours.
        if inputs.contains(&!self.truth) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.constant(false);
        }
        match *inputs {
            [] => self.constant(true),
            [only] => only,
            [a, b] => self.and(a, b),
            _ => {
                let out = self.sat.new_variable(&inputs);
                let mut clause: Vec<Lit> = inputs.iter().map(|&lit| !lit).collect();
                for &lit in &inputs {
                    self.sat.add_clause(&[!out, lit]);
                }
                clause.push(out);
                self.sat.add_clause(&clause);
                match &mut self.sweeper {
                    Some(sweeper) => sweeper.all(&mut self.sat, &inputs, out),
                    None => out,
                }
            }
        }
    }
}

impl<S: SatSolver> Relations for Cnf<S> {
    fn fresh(&mut self) -> Lit {
        let lit = self.sat.new_variable(&[]);
        if let Some(sweeper) = &mut self.sweeper {
            sweeper.free(lit);
        }
        lit
    }

    fn assert_clause(&mut self, literals: &[Lit]) {
        self.sat.link(literals);
        self.sat.add_clause(literals);
    }
}
