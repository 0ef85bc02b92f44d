//! Models nearest to zero of comparisons between variables and constants.
//!
//! Differences are convex: once every bound is tight, each value between a variable's bounds belongs to a solution. So the
//! variables can be fixed one after the other, each at the value nearest to zero that its bounds allow.

use super::graph::{Comparison, Graph, comparison};
use crate::domain::distance_from_zero;
use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId, VarId};

/// Larger than any bound, small enough to be added.
const UNBOUNDED: i128 = 1 << 125;

/// Values for the variables, in their order each as near to zero as the earlier ones allow, if the constraints are
/// comparisons of one signedness between variables and constants, none of them "different".
pub(crate) fn nearest_zero(pool: &Pool, constraints: &[TermId], variables: &[VarId]) -> Option<Vec<(VarId, u128)>> {
    let mut signedness = None;
    for &constraint in constraints {
        let (kind, a, b) = comparison(pool, constraint)?;
        let simple = |term: TermId| matches!(pool.op(term), Op::Var(_) | Op::Const);
        if !simple(a) || !simple(b) || pool.width(a) == 1 {
            return None;
        }
        match kind {
            Comparison::Less { signed, .. } if *signedness.get_or_insert(signed) == signed => {}
            Comparison::Equal => {}
            _ => return None,
        }
    }
    let graph = Graph::of(pool, signedness.unwrap_or(true), constraints)?;
    let n = graph.nodes.len();
    // bounds[i * n + j] is the least known upper bound of i - j.
    let mut bounds = vec![UNBOUNDED; n * n];
    for i in 0..n {
        bounds[i * n + i] = 0;
    }
    for edge in &graph.edges {
        let bound = &mut bounds[edge.from * n + edge.to];
        *bound = (*bound).min(edge.weight);
    }
    for k in 0..n {
        through(&mut bounds, n, k);
    }
    let mut values = Vec::with_capacity(variables.len());
    for &var in variables {
        let term = pool.var_term(var);
        let width = pool.width(term);
        let Some(node) = graph.nodes.iter().position(|&node| node == Some(term)) else {
            values.push((var, 0));
            continue;
        };
        let (least, most) = (-bounds[node], bounds[node * n]);
        let pattern = |value: i128| value as u128 & mask(width);
        let candidates = [least, most, 0i128.clamp(least, most)];
        let value = candidates.into_iter().min_by_key(|&value| distance_from_zero(width, pattern(value)))?;
        bounds[node * n] = value;
        bounds[node] = -value;
        // What became tighter runs through the variable or through zero.
        through(&mut bounds, n, node);
        through(&mut bounds, n, 0);
        values.push((var, pattern(value)));
    }
    Some(values)
}

/// Tightens every bound by going through one node.
fn through(bounds: &mut [i128], n: usize, k: usize) {
    for i in 0..n {
        let to = bounds[i * n + k];
        if to >= UNBOUNDED {
            continue;
        }
        for j in 0..n {
            let bound = to + bounds[k * n + j];
            if bound < bounds[i * n + j] {
                bounds[i * n + j] = bound;
            }
        }
    }
}
