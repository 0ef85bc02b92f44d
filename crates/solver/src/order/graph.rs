//! Comparisons as difference constraints between terms.

use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId};

/// Graphs with more nodes than this are left to SAT.
const MAX_NODES: usize = 64;
/// Bounds of wider terms do not fit the arithmetic here.
const MAX_WIDTH: u32 = 120;

/// `from - to ≤ weight`
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: i128,
}

/// The comparisons of one signedness.
pub(super) struct Graph {
    pub(super) signed: bool,
    /// Node 0 is zero.
    pub(super) nodes: Vec<Option<TermId>>,
    pub(super) edges: Vec<Edge>,
}

/// A comparison between two terms.
#[derive(Clone, Copy)]
pub(super) enum Comparison {
    Less { signed: bool, strict: bool },
    Equal,
    Different,
}

pub(super) fn comparison(pool: &Pool, term: TermId) -> Option<(Comparison, TermId, TermId)> {
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
pub(super) fn integer(signed: bool, width: u32, value: u128) -> i128 {
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

    pub(super) fn below(&mut self, pool: &Pool, a: TermId, b: TermId, strict: bool) -> Option<()> {
        let (from, to) = (self.node(pool, a)?, self.node(pool, b)?);
        self.edges.push(Edge { from, to, weight: -i128::from(strict) });
        Some(())
    }

    /// The comparisons among the constraints; `None` if there are too many terms.
    pub(super) fn of(pool: &Pool, signed: bool, constraints: &[TermId]) -> Option<Graph> {
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
    pub(super) fn relax(&self, mut values: Vec<i128>) -> Option<Vec<i128>> {
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
