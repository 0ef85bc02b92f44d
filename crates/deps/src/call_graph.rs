//! Call graph: which function may call which.
//!
//! *In*: what the nodes of each function call, and what pointers may point to. *Out*: a [`CallGraph`] with two sets of edges. A
//! *call* is one of the program's own code, by name or through a pointer. A *callback* is made by code that is not known, for whoever
//! called that code: it may call every function that it knows of, because the function is not static or because its address was
//! passed or stored where such code finds it (thread starts, `atexit`, `signal`, `qsort`).

use crate::effects::Effects;
use crate::inclusion::{OUTSIDE, ObjectId};
use crate::points_to::{ObjectKind, PointsTo};
use incise_base::{Digraph, components};
use incise_ir::{FuncId, Id, IdVec, Module};
use std::collections::BTreeSet;

/// Which function, of those with a body, may call which.
#[derive(Clone, Debug)]
pub struct CallGraph {
    calls: Digraph<FuncId>,
    with_callbacks: Digraph<FuncId>,
}

impl CallGraph {
    /// Of functions with these effects.
    pub(crate) fn of(module: &Module, points_to: &PointsTo, effects: &IdVec<FuncId, &[Effects]>) -> CallGraph {
        let known_outside: BTreeSet<FuncId> = points_to
            .contents(ObjectId::new(OUTSIDE))
            .iter()
            .filter_map(|object| match points_to.objects[object] {
                ObjectKind::Function(id) if !module.functions[id].is_declaration() => Some(id),
                _ => None,
            })
            .collect();
        let n_functions = effects.len();
        let mut found = CallGraph { calls: Digraph::new(n_functions), with_callbacks: Digraph::new(n_functions) };
        for (caller, effects) in effects.iter_ids() {
            let mut callees: BTreeSet<FuncId> =
                effects.iter().flat_map(|effects| effects.calls.iter().copied()).collect();
            callees.iter().for_each(|callee| found.calls.add_edge(caller, *callee));
            if effects.iter().any(|effects| effects.unknown) {
                callees.extend(&known_outside);
            }
            callees.iter().for_each(|callee| found.with_callbacks.add_edge(caller, *callee));
        }
        found
    }

    /// The calls of the program's own code.
    pub fn calls(&self) -> &Digraph<FuncId> {
        &self.calls
    }

    /// The calls, and the callbacks that code which is not known may make.
    pub fn with_callbacks(&self) -> &Digraph<FuncId> {
        &self.with_callbacks
    }

    /// Recursive functions: those that may call themselves, directly or through others, callbacks left out.
    pub fn recursive(&self) -> IdVec<FuncId, bool> {
        let found = components(&self.calls);
        let is_cyclic = |id: FuncId| found.members[found.of[id]].len() > 1 || self.calls.successors(id).contains(&id);
        self.calls.nodes().map(is_cyclic).collect()
    }
}
