//! The call graph of a version, and cycles in it and in control flow.

use incise_base::{Digraph, components, reachable_from};
use incise_deps::{FunctionFacts, ProgramFacts};
use incise_ir::{FuncId, Id};

/// Who may call whom.
pub fn calls(facts: &ProgramFacts) -> Digraph<FuncId> {
    let mut calls: Digraph<FuncId> = Digraph::new(facts.functions.len());
    for (id, function) in facts.functions.iter_ids() {
        for callee in function.iter().flat_map(|function| function.calls.values().flatten()) {
            calls.add_edge(id, *callee);
        }
    }
    calls
}

/// Whether code that is reached from a function may come to the same place twice: cyclic control flow, recursion, unknown calls.
pub fn may_cycle(facts: &ProgramFacts, entry: FuncId) -> bool {
    let calls = calls(facts);
    let reached = reachable_from(&calls, [entry]);
    let is_round = |function: &FunctionFacts| {
        let flow = &function.facts.flow;
        !function.externals.is_empty() || !function.unknown.is_empty() || has_cycle(flow)
    };
    let own = reached.iter().any(|id| facts.functions[*id].as_ref().is_none_or(is_round));
    own || has_cycle(&calls)
}

fn has_cycle<I: Id>(graph: &Digraph<I>) -> bool {
    let components = components(graph);
    components.members.len() < graph.len() || graph.nodes().any(|node| graph.successors(node).contains(&node))
}
