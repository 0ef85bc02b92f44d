//! The impact by calling context.

use incise_base::Digraph;
use incise_deps::NodeId;
use incise_impact::{CallImpact, Impact, Source, idise};
use incise_ir::FuncId;
use incise_report::{
    CallEdgeImpacted, CallFlowImpacted, CallsImpacted, ContextImpacted, FormalImpacted, ImpactView, SetsImpacted,
};
use std::collections::BTreeSet;

/// Everything that can be reached from the function that was asked for, or else from those that nothing calls.
pub fn calls(view: &ImpactView) -> CallsImpacted {
    let facts = view.modified.facts;
    let roots = roots(view);
    let found = idise(view.base.facts, facts, view.difference, &roots);
    let shown = Shown { view, found: &found };
    let functions: BTreeSet<FuncId> = found.contexts.iter().map(|context| context.function).collect();
    CallsImpacted {
        functions: functions.iter().map(|function| shown.sets(*function)).collect(),
        edges: found
            .edges
            .iter()
            .map(|edge| CallEdgeImpacted {
                caller: shown.name(edge.caller),
                line: shown.line(edge.caller, edge.site),
                callee: shown.name(edge.callee),
                flows: edge
                    .flows
                    .iter()
                    .map(|(flow, when)| CallFlowImpacted {
                        actual: flow.through.map(|var| facts.var_name(view.modified.module, edge.caller, var)),
                        formal: shown.source(edge.callee, flow.into),
                        when: when.iter().map(|source| shown.source(edge.caller, *source)).collect(),
                    })
                    .collect(),
            })
            .collect(),
        contexts: found
            .contexts
            .iter()
            .map(|context| ContextImpacted {
                function: shown.name(context.function),
                called_from: context.called_from.map(|(caller, _)| caller.0),
                line: context.called_from.map(|(caller, site)| shown.line(found.contexts[caller.0].function, site)),
                sources: context.sources.iter().map(|source| shown.source(context.function, *source)).collect(),
                lines: shown.lines(context.function, &context.impact),
            })
            .collect(),
    }
}

/// Where execution may start. Of functions that only call each other, the first.
fn roots(view: &ImpactView) -> Vec<FuncId> {
    let module = view.modified.module;
    let facts = view.modified.facts;
    if let Some(name) = view.function {
        let named = module.functions.iter_ids().filter(|(_, function)| function.source_name == name);
        return named.map(|(id, _)| id).collect();
    }
    let mut graph = Digraph::new(module.functions.len());
    for (id, function) in facts.functions.iter_ids() {
        for callee in function.iter().flat_map(|function| function.calls.values().flatten()) {
            graph.add_edge(id, *callee);
        }
    }
    let with_body = || facts.functions.iter_ids().filter(|(_, function)| function.is_some()).map(|(id, _)| id);
    let mut roots: Vec<FuncId> = with_body().filter(|id| graph.predecessors(*id).is_empty()).collect();
    let mut seen: BTreeSet<FuncId> = incise_base::reachable_from(&graph, roots.clone()).into_iter().collect();
    for id in with_body() {
        if !seen.contains(&id) {
            roots.push(id);
            seen.extend(incise_base::reachable_from(&graph, [id]));
        }
    }
    roots
}

struct Shown<'a> {
    view: &'a ImpactView<'a>,
    found: &'a CallImpact,
}

impl Shown<'_> {
    fn name(&self, function: FuncId) -> String {
        self.view.modified.module.functions[function].source_name.clone()
    }

    fn line(&self, function: FuncId, node: NodeId) -> u32 {
        let facts = self.view.modified.facts.functions[function].as_ref();
        facts.map_or(0, |facts| facts.nodes.span(&self.view.modified.module.functions[function], node).line)
    }

    fn lines(&self, function: FuncId, impact: &Impact) -> Vec<u32> {
        let body = &self.view.modified.module.functions[function];
        let Some(facts) = self.view.modified.facts.functions[function].as_ref() else { return Vec::new() };
        let visible = impact.nodes().filter(|node| facts.nodes.is_visible(body, *node));
        visible.map(|node| self.line(function, node)).collect::<BTreeSet<u32>>().into_iter().collect()
    }

    fn source(&self, function: FuncId, source: Source) -> String {
        match source {
            Source::Own => String::from("own"),
            Source::Formal(position) => {
                incise_engine::parameter_name(&self.view.modified.module.functions[function], position as usize)
            }
            Source::Memory(cell) => format!("memory {}", self.view.modified.facts.cells.name(cell)),
            Source::Result => String::from("result"),
            Source::Written(cell) => format!("result in {}", self.view.modified.facts.cells.name(cell)),
        }
    }

    fn sets(&self, function: FuncId) -> SetsImpacted {
        let lines = |source| {
            let set = self.found.sets.get(&(function, source));
            set.map(|set| self.lines(function, &set.impact)).unwrap_or_default()
        };
        let n_formals = self.view.modified.module.functions[function].params.len() as u32;
        SetsImpacted {
            name: self.name(function),
            own: lines(Source::Own),
            formals: (0..n_formals)
                .map(|position| FormalImpacted {
                    name: self.source(function, Source::Formal(position)),
                    lines: lines(Source::Formal(position)),
                })
                .collect(),
        }
    }
}
