//! Terms as vectors of literals, least significant bit first.
//!
//! A term is blasted once per instance. An application of an uninterpreted function is a vector of fresh variables, and
//! for any two applications of one function "equal arguments, equal results" is a clause of the instance (Ackermann).
//! These clauses hold in every interpretation, so they may stay when other queries come.

use super::cnf::Cnf;
use super::sweep::Sweeper;
use super::{Limit, Lit, SatSolver, Spent, Status};
use incise_circuit::{Gates, Relations, integer};
use incise_term::{FunId, Op, Pool, TermId};
use rustc_hash::FxHashMap;

const ABSENT: u32 = u32::MAX;

/// Whether search through its circuit can be long: arithmetic on floats.
fn is_long(op: Op) -> bool {
    matches!(
        op,
        Op::FpAdd(..) | Op::FpSub(..) | Op::FpMul(..) | Op::FpDiv(..) | Op::FpRem(..) | Op::FpFma(..) | Op::FpSqrt(..)
    )
}

/// How two terms are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Comparison {
    Equal,
    Unsigned,
    Signed,
    FloatEqual,
    FloatBelow,
    FloatAtMost,
}

/// The answer of an instance.
pub(crate) enum Verdict {
    Sat,
    /// With a subset of the constraints that is unsatisfiable already.
    Unsat(Vec<TermId>),
    Limit,
}

/// A SAT instance and the terms blasted into it, all of one pool.
pub(crate) struct Blaster<S> {
    cnf: Cnf<S>,
    /// For each term the start of its literals in `literals`.
    starts: Vec<u32>,
    literals: Vec<Lit>,
    applications: FxHashMap<FunId, Vec<TermId>>,
    /// Literals of comparisons of two terms, for the clauses that say how they exclude each other.
    comparisons: FxHashMap<(TermId, TermId, Comparison), Lit>,
    stack: Vec<TermId>,
    /// An operator without a circuit was left unconstrained.
    relaxed: bool,
    /// Operators that make search long are left unconstrained.
    relaxing: bool,
}

impl<S: SatSolver> Blaster<S> {
    pub(crate) fn new(sat: S) -> Blaster<S> {
        Blaster::with(Cnf::new(sat))
    }

    /// An instance in which equal gates become one as they are made.
    pub(crate) fn sweeping(sat: S, limit: Limit) -> Blaster<S> {
        Blaster::with(Cnf::sweeping(sat, Sweeper::new(limit)))
    }

    /// An instance in which computations on floats are left unconstrained: what is unsatisfiable in it is so for certain, and a
    /// model is one only if evaluation confirms it.
    pub(crate) fn relaxing(sat: S) -> Blaster<S> {
        Blaster { relaxing: true, ..Blaster::new(sat) }
    }

    fn with(cnf: Cnf<S>) -> Blaster<S> {
        Blaster {
            cnf,
            starts: Vec::new(),
            literals: Vec::new(),
            applications: FxHashMap::default(),
            comparisons: FxHashMap::default(),
            stack: Vec::new(),
            relaxed: false,
            relaxing: false,
        }
    }

    pub(crate) fn n_variables(&self) -> usize {
        self.cnf.sat.n_variables()
    }

    /// How many variables the latest query depended on.
    pub(crate) fn cone_size(&self) -> usize {
        self.cnf.sat.cone_size()
    }

    /// What the instance and all queries have cost so far.
    pub(crate) fn spent(&self) -> Spent {
        self.cnf.sat.spent()
    }

    /// Was an operator without a circuit left unconstrained? Then a model counts only if evaluation confirms it.
    pub(crate) fn is_relaxed(&self) -> bool {
        self.relaxed
    }

    /// Is the conjunction of the constraints satisfiable?
    pub(crate) fn solve(
        &mut self,
        pool: &Pool,
        constraints: &[TermId],
        limit: Limit,
        stop: Option<&dyn Fn() -> bool>,
    ) -> Verdict {
        let assumptions: Vec<Lit> = constraints.iter().map(|&term| self.literals(pool, term)[0]).collect();
        match self.cnf.sat.solve(&assumptions, limit, stop) {
            Status::Sat => Verdict::Sat,
            Status::Limit => Verdict::Limit,
            Status::Unsat => {
                let in_core = |(_, lit): &(&TermId, &Lit)| self.cnf.sat.in_core(**lit);
                Verdict::Unsat(constraints.iter().zip(&assumptions).filter(in_core).map(|(&term, _)| term).collect())
            }
        }
    }

    /// Suggests a value for a term that is a variable, to be tried first; a term that no query mentioned has no need.
    pub(crate) fn suggest(&mut self, pool: &Pool, term: TermId, value: u128) {
        if let Some(&start) = self.starts.get(term.index())
            && start != ABSENT
        {
            for i in 0..pool.width(term) {
                let bit = self.literals[(start + i) as usize];
                self.cnf.sat.prefer(if value >> i & 1 == 1 { bit } else { !bit });
            }
        }
    }

    /// Gates that sweeping replaced by others.
    #[cfg(test)]
    pub(crate) fn n_merged(&self) -> u64 {
        self.cnf.sweeper.as_ref().map_or(0, |sweeper| sweeper.n_merged)
    }

    /// Sweeping starts near this value of a variable.
    pub(crate) fn start_near(&mut self, pool: &Pool, var: TermId, value: u128) {
        let bits = self.literals(pool, var).to_vec();
        if let Some(sweeper) = &mut self.cnf.sweeper {
            for (i, bit) in bits.into_iter().enumerate() {
                sweeper.near(bit, value >> i & 1 == 1);
            }
        }
    }

    /// From now on sweeping makes one of what is equal where the constraints hold.
    pub(crate) fn sweep_under(&mut self, pool: &Pool, constraints: &[TermId]) {
        let literals: Vec<Lit> = constraints.iter().map(|&term| self.literals(pool, term)[0]).collect();
        if let Some(sweeper) = &mut self.cnf.sweeper {
            sweeper.assume(&literals);
        }
    }

    /// Solves under literals as they are.
    pub(crate) fn solve_literals(&mut self, assumptions: &[Lit], limit: Limit) -> Status {
        self.cnf.sat.solve(assumptions, limit, None)
    }

    /// The value of a blasted term in the model; 0 for one that no query mentioned.
    pub(crate) fn value(&self, pool: &Pool, term: TermId) -> u128 {
        match self.starts.get(term.index()) {
            None | Some(&ABSENT) => 0,
            Some(&start) => {
                let bits = &self.literals[start as usize..][..pool.width(term) as usize];
                bits.iter().rev().fold(0, |value, &bit| value << 1 | u128::from(self.cnf.sat.value(bit)))
            }
        }
    }

    /// Makes a literal true from now on.
    pub(crate) fn require(&mut self, lit: Lit) {
        self.cnf.assert_clause(&[lit]);
    }

    /// The value of a literal in the model.
    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.cnf.sat.value(lit)
    }

    /// The absolute value of a signed number; of a single bit the bit.
    pub(crate) fn magnitude(&mut self, bits: &[Lit]) -> Vec<Lit> {
        match *bits {
            [] => Vec::new(),
            [bit] => vec![bit],
            [.., sign] => integer::negate_if(&mut self.cnf, sign, bits),
        }
    }

    /// The literals of a term.
    pub(crate) fn literals(&mut self, pool: &Pool, term: TermId) -> &[Lit] {
        if self.starts.len() < pool.size() {
            self.starts.resize(pool.size(), ABSENT);
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(term);
        while let Some(&top) = stack.last() {
            if self.starts[top.index()] != ABSENT {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(pool.children(top).iter().filter(|child| self.starts[child.index()] == ABSENT));
            if stack.len() == depth {
                let bits = self.blast(pool, top);
                debug_assert_eq!(bits.len(), pool.width(top) as usize);
                self.starts[top.index()] = u32::try_from(self.literals.len()).expect("fewer than 2^32 literals");
                self.literals.extend(bits);
                stack.pop();
                match pool.op(top) {
                    Op::Uninterpreted(fun) => self.relate_applications(pool, fun, top),
                    op @ (Op::FpEq(_) | Op::FpLt(_) | Op::FpLe(_)) => self.relate_float_comparisons(pool, op, top),
                    op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) => self.relate_comparisons(pool, op, top),
                    _ => {}
                }
            }
        }
        self.stack = stack;
        self.known(pool, term)
    }

    fn known(&self, pool: &Pool, term: TermId) -> &[Lit] {
        &self.literals[self.starts[term.index()] as usize..][..pool.width(term) as usize]
    }

    /// The literals of a term whose children are blasted.
    fn blast(&mut self, pool: &Pool, term: TermId) -> Vec<Lit> {
        let width = pool.width(term) as usize;
        let op = pool.op(term);
        match op {
            Op::Const => {
                let value = pool.as_const(term).expect("a constant has a value");
                return integer::constant(&self.cnf, width, value);
            }
            Op::Var(_) | Op::Uninterpreted(_) => return (0..width).map(|_| self.cnf.fresh()).collect(),
            op if self.relaxing && is_long(op) => {
                self.relaxed = true;
                // Whoever looks at the result looks at the operands, so that a model has values for them.
                let operands: Vec<Lit> =
                    pool.children(term).iter().flat_map(|&child| self.known(pool, child)).copied().collect();
                return (0..width).map(|_| self.cnf.sat.new_variable(&operands)).collect();
            }
            _ => {}
        }
        let mut operands: [Vec<Lit>; 3] = Default::default();
        for (operand, &child) in operands.iter_mut().zip(pool.children(term)) {
            operand.extend_from_slice(self.known(pool, child));
        }
        let [a, b, c] = &operands;
        let g = &mut self.cnf;
        match op {
            Op::Add => integer::add(g, a, b),
            Op::Sub => integer::sub(g, a, b),
            Op::Mul => integer::mul(g, a, b),
            Op::Udiv => integer::udiv(g, a, b),
            Op::Sdiv => integer::sdiv(g, a, b),
            Op::Urem => integer::urem(g, a, b),
            Op::Srem => integer::srem(g, a, b),
            Op::And => a.iter().zip(b).map(|(&x, &y)| g.and(x, y)).collect(),
            Op::Or => a.iter().zip(b).map(|(&x, &y)| g.or(x, y)).collect(),
            Op::Xor => a.iter().zip(b).map(|(&x, &y)| g.xor(x, y)).collect(),
            Op::Not => integer::not(g, a),
            Op::Neg => integer::neg(g, a),
            Op::Shl => integer::shl(g, a, b),
            Op::Lshr => integer::lshr(g, a, b),
            Op::Ashr => integer::ashr(g, a, b),
            Op::Concat => [b.as_slice(), a.as_slice()].concat(),
            Op::Extract { lo } => a[lo as usize..][..width].to_vec(),
            Op::Zext => integer::resize_unsigned(g, a, width),
            Op::Sext => integer::resize_signed(g, a, width),
            Op::Eq => vec![integer::eq(g, a, b)],
            Op::Ult => vec![integer::ult(g, a, b)],
            Op::Ule => vec![integer::ule(g, a, b)],
            Op::Slt => vec![integer::slt(g, a, b)],
            Op::Sle => vec![integer::sle(g, a, b)],
            Op::Ite => integer::mux(g, a[0], b, c),
            _ => super::float::blast(g, op, width, [a, b, c]).unwrap_or_else(|| {
                self.relaxed = true;
                (0..width).map(|_| self.cnf.fresh()).collect()
            }),
        }
    }

    /// Of `a <= b`, `b <= a` and `a == b`: the first two are the third, and one of them holds. A search that knows this
    /// need not find it out bit by bit. Such clauses hold in every interpretation.
    fn relate_comparisons(&mut self, pool: &Pool, op: Op, new: TermId) {
        let (a, b) = (pool.child(new, 0), pool.child(new, 1));
        if pool.width(a) < 3 {
            return;
        }
        let lit = self.known(pool, new)[0];
        // `a < b` is `not (b <= a)`.
        let (a, b, kind, lit) = match op {
            Op::Ule => (a, b, Comparison::Unsigned, lit),
            Op::Ult => (b, a, Comparison::Unsigned, !lit),
            Op::Sle => (a, b, Comparison::Signed, lit),
            Op::Slt => (b, a, Comparison::Signed, !lit),
            _ => (a.min(b), a.max(b), Comparison::Equal, lit),
        };
        self.comparisons.insert((a, b, kind), lit);
        for order in [Comparison::Unsigned, Comparison::Signed] {
            if kind != Comparison::Equal && kind != order {
                continue;
            }
            let find = |key: (TermId, TermId, Comparison)| self.comparisons.get(&key).copied();
            let (below, above) = (find((a, b, order)), find((b, a, order)));
            let equal = find((a.min(b), a.max(b), Comparison::Equal));
            if let (Some(below), Some(above)) = (below, above) {
                self.cnf.assert_clause(&[below, above]);
                if let Some(equal) = equal {
                    self.cnf.assert_clause(&[!below, !above, equal]);
                }
            }
            for one in [below, above].into_iter().flatten() {
                if let Some(equal) = equal {
                    self.cnf.assert_clause(&[!equal, one]);
                }
            }
        }
    }

    /// The same of `a < b`, `a <= b` and `a == b` for floats, none of which holds of a NaN.
    fn relate_float_comparisons(&mut self, pool: &Pool, op: Op, new: TermId) {
        let (a, b) = (pool.child(new, 0), pool.child(new, 1));
        let lit = self.known(pool, new)[0];
        let key = match op {
            Op::FpLt(_) => (a, b, Comparison::FloatBelow),
            Op::FpLe(_) => (a, b, Comparison::FloatAtMost),
            _ => (a.min(b), a.max(b), Comparison::FloatEqual),
        };
        self.comparisons.insert(key, lit);
        let find = |key: (TermId, TermId, Comparison)| self.comparisons.get(&key).copied();
        let equal = find((a.min(b), a.max(b), Comparison::FloatEqual));
        let mut clauses: Vec<Vec<Option<Lit>>> = Vec::new();
        for (a, b) in [(a, b), (b, a)] {
            let (below, above) = (find((a, b, Comparison::FloatBelow)), find((b, a, Comparison::FloatBelow)));
            let (at_most, at_least) = (find((a, b, Comparison::FloatAtMost)), find((b, a, Comparison::FloatAtMost)));
            let not = |lit: Option<Lit>| lit.map(|lit| !lit);
            clauses.push(vec![not(below), not(above)]);
            clauses.push(vec![not(below), not(equal)]);
            clauses.push(vec![not(below), at_most]);
            clauses.push(vec![not(below), not(at_least)]);
            clauses.push(vec![not(equal), at_most]);
            clauses.push(vec![not(at_most), below, equal]);
            clauses.push(vec![not(at_most), not(at_least), equal]);
        }
        for clause in clauses {
            // A clause is about comparisons that were all made.
            if let Some(clause) = clause.into_iter().collect::<Option<Vec<Lit>>>() {
                self.cnf.assert_clause(&clause);
            }
        }
    }

    /// Equal arguments give equal results, for a new application and each earlier one.
    fn relate_applications(&mut self, pool: &Pool, fun: FunId, new: TermId) {
        let earlier = self.applications.entry(fun).or_default();
        let others = earlier.clone();
        earlier.push(new);
        for other in others {
            let mut same = Vec::new();
            for (&a, &b) in pool.children(new).iter().zip(pool.children(other)) {
                let (a, b) = (self.known(pool, a).to_vec(), self.known(pool, b).to_vec());
                same.push(integer::eq(&mut self.cnf, &a, &b));
            }
            let same = self.cnf.all(&same);
            let pairs: Vec<(Lit, Lit)> =
                self.known(pool, new).iter().copied().zip(self.known(pool, other).iter().copied()).collect();
            for (x, y) in pairs {
                self.cnf.assert_clause(&[!same, !x, y]);
                self.cnf.assert_clause(&[!same, x, !y]);
            }
        }
    }
}
