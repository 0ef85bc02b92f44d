//! Which writes may be the last ones: what somebody sees who looks when the entry has returned.
//!
//! *In*: a program as one procedure. *Out*: for a variable the definitions that reach the end of the entry.

use crate::expansion::Expansion;
use crate::ids::{NodeId, VarId};
use incise_base::{IdSet, depth_first};
use rustc_hash::FxHashMap;

/// Definitions that reach the end of the entry, each variable's looked for once.
pub struct AtEnd<'a> {
    expansion: &'a Expansion,
    known: FxHashMap<VarId, IdSet<NodeId>>,
}

impl<'a> AtEnd<'a> {
    /// Of a program.
    pub fn new(expansion: &'a Expansion) -> AtEnd<'a> {
        AtEnd { expansion, known: FxHashMap::default() }
    }

    /// The nodes whose value of a variable may be there when the entry has returned; what ends with the entry is not.
    pub fn definitions(&mut self, var: VarId) -> &IdSet<NodeId> {
        let expansion = self.expansion;
        self.known.entry(var).or_insert_with(|| {
            let (nodes, flow) = (&expansion.facts.nodes, &expansion.facts.flow);
            let mut seen = IdSet::new();
            let passes = |at: NodeId| !nodes[at].kills.contains(&var);
            depth_first(
                &mut vec![expansion.end],
                |at| seen.insert(at) && passes(at),
                |at| flow.predecessors(at).iter().copied(),
            );
            seen.iter().filter(|at| nodes[*at].defs.contains(&var)).collect()
        })
    }
}
