//! Chains of comparisons: `a < b`, `b ≤ c`, `c < a` cannot be.
//!
//! Comparisons between terms are difference constraints over the integers: `a < b` is `a - b ≤ -1`. A cycle of negative
//! weight proves unsatisfiability whatever the terms are. Without one, Bellman and Ford's relaxation turns the witness of
//! the component into values that satisfy them; these are checked by evaluation and count only if every constraint holds.
//!
//! Signed and unsigned comparisons are separate graphs. Bounds of the width are edges to a node for zero.

use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId};
use std::rc::Rc;

/// Graphs with more nodes than this are left to SAT.
const MAX_NODES: usize = 64;
/// Bounds of wider terms do not fit the arithmetic here.
const MAX_WIDTH: u32 = 120;

/// `from - to ≤ weight`
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    weight: i128,
}

/// The comparisons of one signedness.
struct Graph {
    signed: bool,
    /// Node 0 is zero.
    nodes: Vec<Option<TermId>>,
    edges: Vec<Edge>,
}

/// A comparison between two terms.
#[derive(Clone, Copy)]
enum Comparison {
    Less { signed: bool, strict: bool },
    Equal,
    Different,
}

fn comparison(pool: &Pool, term: TermId) -> Option<(Comparison, TermId, TermId)> {
    let (inner, negated) = match pool.op(term) {
        Op::Not => (pool.child(term, 0), true),
        _ => (term, false),
    };
    let (signed, strict) = match pool.op(inner) {
        Op::Eq => {
            let kind = if negated { Comparison::Different } else { Comparison::Equal };
            return Some((kind, pool.child(inner, 0), pool.child(inner, 1)));
        }
        Op::Ult => (false, true),
        Op::Ule => (false, false),
        Op::Slt => (true, true),
        Op::Sle => (true, false),
        _ => return None,
    };
    let (a, b) = (pool.child(inner, 0), pool.child(inner, 1));
    // ¬(a < b) is b ≤ a.
    let (a, b, strict) = if negated { (b, a, !strict) } else { (a, b, strict) };
    Some((Comparison::Less { signed, strict }, a, b))
}

/// A value as the integer it stands for.
fn integer(signed: bool, width: u32, value: u128) -> i128 {
    if signed && value >> (width - 1) & 1 == 1 { value as i128 - (mask(width) as i128 + 1) } else { value as i128 }
}

impl Graph {
    fn node(&mut self, pool: &Pool, term: TermId) -> Option<usize> {
        if let Some(known) = self.nodes.iter().position(|&node| node == Some(term)) {
            return Some(known);
        }
        let width = pool.width(term);
        if self.nodes.len() == MAX_NODES || width > MAX_WIDTH {
            return None;
        }
        let at = self.nodes.len();
        self.nodes.push(Some(term));
        let (least, most) = match pool.as_const(term) {
            Some(value) => (integer(self.signed, width, value), integer(self.signed, width, value)),
            None if self.signed => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            None => (0, mask(width) as i128),
        };
        self.edges.push(Edge { from: at, to: 0, weight: most });
        self.edges.push(Edge { from: 0, to: at, weight: -least });
        Some(at)
    }

    fn below(&mut self, pool: &Pool, a: TermId, b: TermId, strict: bool) -> Option<()> {
        let (from, to) = (self.node(pool, a)?, self.node(pool, b)?);
        self.edges.push(Edge { from, to, weight: -i128::from(strict) });
        Some(())
    }

    /// The comparisons among the constraints; `None` if there are too many terms.
    fn of(pool: &Pool, signed: bool, constraints: &[TermId]) -> Option<Graph> {
        let mut graph = Graph { signed, nodes: vec![None], edges: Vec::new() };
        for &constraint in constraints {
            match comparison(pool, constraint) {
                Some((Comparison::Less { signed: s, strict }, a, b)) if s == signed => {
                    graph.below(pool, a, b, strict)?;
                }
                Some((Comparison::Equal, a, b)) if pool.width(a) > 1 => {
                    graph.below(pool, a, b, false)?;
                    graph.below(pool, b, a, false)?;
                }
                _ => {}
            }
        }
        Some(graph)
    }

    /// Values for the nodes that satisfy every edge, near the given ones; `None` if there are none.
    fn relax(&self, mut values: Vec<i128>) -> Option<Vec<i128>> {
        for _ in 0..=self.nodes.len() {
            let mut stable = true;
            for edge in &self.edges {
                let bound = values[edge.to] + edge.weight;
                if values[edge.from] > bound {
                    values[edge.from] = bound;
                    stable = false;
                }
            }
            if stable {
                let zero = values[0];
                values.iter_mut().for_each(|value| *value -= zero);
                return Some(values);
            }
        }
        None
    }
}

impl Solver {
    /// Decides by the comparisons alone, where they suffice.
    pub(crate) fn by_order(&mut self, pool: &Pool, query: &Query) -> Option<Decided> {
        let (kind, a, b) = comparison(pool, query.term)?;
        if pool.width(a) == 1 || query.has_applications {
            return None;
        }
        match kind {
            Comparison::Less { signed, .. } => self.by_graph(pool, query, signed, &[]),
            Comparison::Equal => {
                self.by_graph(pool, query, true, &[]).or_else(|| self.by_graph(pool, query, false, &[]))
            }
            // Different is one above the other: satisfiable if either is, unsatisfiable if neither.
            Comparison::Different => {
                let first = self.by_graph(pool, query, true, &[(a, b)]);
                if let Some(Decided::Sat(_)) = first {
                    return first;
                }
                match (first, self.by_graph(pool, query, true, &[(b, a)])) {
                    (_, sat @ Some(Decided::Sat(_))) => sat,
                    (Some(Decided::Unsat), Some(Decided::Unsat)) => Some(Decided::Unsat),
                    _ => None,
                }
            }
        }
    }

    fn by_graph(&mut self, pool: &Pool, query: &Query, signed: bool, less: &[(TermId, TermId)]) -> Option<Decided> {
        let mut graph = Graph::of(pool, signed, query.constraints())?;
        for &(a, b) in less {
            graph.below(pool, a, b, true)?;
        }
        for (&var, &value) in pool.set_members(query.vars).iter().zip(query.values.iter()) {
            self.scratch.set(var, value);
        }
        let mut start = vec![0; graph.nodes.len()];
        for (value, node) in start.iter_mut().zip(&graph.nodes) {
            if let Some(term) = *node {
                *value = integer(signed, pool.width(term), self.scratch.eval(pool, term));
            }
        }
        let Some(solution) = graph.relax(start) else { return Some(Decided::Unsat) };
        let mut values = query.values.to_vec();
        for (&value, node) in solution.iter().zip(&graph.nodes) {
            if let Some(term) = *node
                && let Op::Var(var) = pool.op(term)
            {
                let value = value as u128 & mask(pool.width(term));
                values[query.position(pool, var)] = value;
                self.scratch.set(var, value);
            }
        }
        if !query.constraints().iter().all(|&term| self.scratch.holds(pool, term)) {
            return None;
        }
        let values: Rc<[u128]> = values.into();
        Some(Decided::Sat(self.component(pool, query, values, query.base.applications.clone(), false)))
    }
}
