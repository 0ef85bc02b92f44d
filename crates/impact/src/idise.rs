//! Impact by calling context: a set for a function's own changes and one for each way in, composed along calls.
//!
//! *Source*: [idise-icsm2012] §III-A (call graph with an edge for each call site, impact sets for own changes and for
//! each formal parameter, annotated edges) and §III-B.2 (the sets that hold in a calling context).
//!
//! *In*: two versions and the functions where execution may start. *Out*: [`CallImpact`]: the sets, the annotated call
//! graph, and every context that can be reached, as a finite table. Functions that call each other go round in it.
//!
//! # Invariants
//! - A set is computed once for a function and a way in; a context is a union of them. The rules go along edges one by
//!   one, so the union of what two seeds reach is what the two together reach.
//! - Function pointers are followed to all functions that points-to analysis finds.
//!
//! # Deviations
//! 1. The rules are those of `precise`: forward to a fixed point, then backward to a fixed point. Fig. 3(a) repeats
//!    forward and backward data flow together, which would go forward again from what was only reached backward (in
//!    Fig. 2, from l0 to everything), and has no rule from a branch to what it decides.
//! 2. Memory is a way in like a formal parameter, a cell at a time: the figure has only arguments.
//! 3. What is only reached backward annotates no edge with a formal: it holds the same value as before. But where an
//!    impacted node reads what a call gives back, the callee is entered backward (l. 6 of Fig. 3(a) says "la ∈ P").
//! 4. A call that is itself changed, or whose old version is impacted, annotates all its formals.
//! 5. A function with very many contexts gets joined ones, which are larger.

use crate::calls::Version;
use crate::precise::{backward, forward};
use crate::program::own;
use crate::set::{Impact, Rule};
use incise_base::{IdSet, Next, Worklist};
use incise_deps::{CellId, NodeId, ProgramFacts, VarId};
use incise_diff::ProgramDiff;
use incise_ir::{FuncId, IdVec};
use std::collections::{BTreeMap, BTreeSet};

/// Where the impact in a function comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// Changes in the function, and in what it calls.
    Own,
    /// A formal parameter, by position.
    Formal(u32),
    /// Memory, a cell of it.
    Memory(CellId),
    /// Nothing comes in: what an impacted node of a caller reads of the result is computed here.
    Result,
    /// The same for a cell of memory that is written here.
    Written(CellId),
}

/// What a call hands over: `actual ↦ formal`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Flow {
    /// The way into the callee.
    pub into: Source,
    /// What carries it in the caller; none where the call itself is changed.
    pub through: Option<VarId>,
}

/// What impact from one source makes of a function.
#[derive(Clone, Debug, Default)]
pub struct SourceSet {
    /// The impacted nodes.
    #[doc(alias = "Imp")]
    pub impact: Impact,
    /// What goes on into callees, by call.
    #[doc(alias = "CallGraphAnnotations")]
    pub flows: BTreeMap<(NodeId, FuncId), BTreeSet<Flow>>,
}

/// An edge of the call graph.
#[derive(Clone, Debug)]
pub struct CallEdge {
    /// Who calls.
    pub caller: FuncId,
    /// Where.
    pub site: NodeId,
    /// Whom.
    pub callee: FuncId,
    /// What is handed over, and for which sources of impact in the caller.
    pub flows: BTreeMap<Flow, BTreeSet<Source>>,
}

/// The position of a context in its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContextId(pub usize);

/// A function as it is called.
#[derive(Clone, Debug)]
pub struct Context {
    /// The function.
    pub function: FuncId,
    /// The call by which it was met first; none for a start of execution.
    pub called_from: Option<(ContextId, NodeId)>,
    /// Where impact comes from.
    pub sources: BTreeSet<Source>,
    /// The impacted nodes.
    pub impact: Impact,
    /// The context of what a call runs.
    pub calls: BTreeMap<(NodeId, FuncId), ContextId>,
}

/// The impact of a change by calling context, in the new version.
#[derive(Clone, Debug, Default)]
pub struct CallImpact {
    /// The sets that were asked for; all formals of functions that can be reached.
    pub sets: BTreeMap<(FuncId, Source), SourceSet>,
    /// The call graph as far as it can be reached, by caller, call and callee.
    pub edges: Vec<CallEdge>,
    /// The contexts; callers come before what they call first.
    pub contexts: Vec<Context>,
    /// The context of each start of execution.
    pub roots: BTreeMap<FuncId, ContextId>,
}

/// Contexts of one function that are kept apart.
const APART: usize = 32;

/// The impact of the change by calling context, for execution that starts in one of `roots`.
#[doc(alias = "iDiSE")]
pub fn idise(base: &ProgramFacts, modified: &ProgramFacts, diff: &ProgramDiff, roots: &[FuncId]) -> CallImpact {
    let (base, modified) = (Version::new(base), Version::new(modified));
    let own = own(&base, &modified, diff).modified;
    let mut builder = Builder { version: &modified, own, found: CallImpact::default() };
    for root in roots {
        builder.root(*root);
    }
    builder.finish()
}

struct Builder<'a> {
    version: &'a Version<'a>,
    own: IdVec<FuncId, Impact>,
    found: CallImpact,
}

impl Builder<'_> {
    fn root(&mut self, root: FuncId) {
        if self.version.procedure(root).is_none() || self.found.roots.contains_key(&root) {
            return;
        }
        let mut work = Worklist::new(Next::First);
        let id = self.context(root, BTreeSet::from([Source::Own]), None, &mut work);
        self.found.roots.insert(root, id);
        while let Some(id) = work.pop_unbounded() {
            self.follow(id, &mut work);
        }
    }

    /// The context of a function with these sources; a new one is put on the list of work.
    fn context(
        &mut self,
        function: FuncId,
        mut sources: BTreeSet<Source>,
        called_from: Option<(ContextId, NodeId)>,
        work: &mut Worklist<ContextId>,
    ) -> ContextId {
        let of_function = || self.found.contexts.iter().enumerate().filter(|(_, context)| context.function == function);
        if of_function().count() >= APART {
            sources.extend(of_function().flat_map(|(_, context)| context.sources.iter().copied()));
        }
        if let Some((known, _)) = of_function().find(|(_, context)| context.sources == sources) {
            return ContextId(known);
        }
        let mut impact = Impact::new();
        for source in &sources {
            impact.join(&self.set(function, *source).impact);
        }
        let id = ContextId(self.found.contexts.len());
        self.found.contexts.push(Context { function, called_from, sources, impact, calls: BTreeMap::new() });
        work.push(id);
        id
    }

    /// The contexts of what a context calls.
    fn follow(&mut self, id: ContextId, work: &mut Worklist<ContextId>) {
        let Context { function, sources, .. } = self.found.contexts[id.0].clone();
        let Some(facts) = self.version.facts.functions[function].as_ref() else { return };
        for (site, callees) in &facts.calls {
            for callee in callees.iter().filter(|callee| self.version.procedure(**callee).is_some()) {
                let mut entering = BTreeSet::from([Source::Own]);
                for source in &sources {
                    let flows = self.set(function, *source).flows.get(&(*site, *callee)).cloned();
                    entering.extend(flows.into_iter().flatten().map(|flow| flow.into));
                }
                let context = self.context(*callee, entering, Some((id, *site)), work);
                self.found.contexts[id.0].calls.insert((*site, *callee), context);
            }
        }
    }

    /// The set of a function for a source, computed when it is first asked for.
    fn set(&mut self, function: FuncId, source: Source) -> &SourceSet {
        if !self.found.sets.contains_key(&(function, source)) {
            let set = self.compute(function, source);
            self.found.sets.insert((function, source), set);
        }
        &self.found.sets[&(function, source)]
    }

    fn compute(&self, function: FuncId, source: Source) -> SourceSet {
        let mut set = SourceSet::default();
        let (Some(facts), Some(procedure)) =
            (self.version.facts.functions[function].as_ref(), self.version.procedure(function))
        else {
            return set;
        };
        let entering = match source {
            Source::Own => None,
            Source::Formal(position) => facts.nodes.params.get(position as usize).map(|param| facts.local_var(*param)),
            Source::Memory(cell) => Some(facts.cell_var(cell)),
            Source::Result | Source::Written(_) => return self.given_back(function, source),
        };
        match entering {
            None => set.impact = self.own[function].clone(),
            Some(var) => {
                for node in procedure.relations.reads_on_entry(var) {
                    set.impact.add(node, Rule::Argument, None, Some(var));
                }
            }
        }
        forward(procedure, &mut set.impact);
        for (site, callees) in &facts.calls {
            let Some(reason) = set.impact.reason(*site) else { continue };
            let is_changed = matches!(reason.rule, Rule::Changed | Rule::Removed);
            let reads_entering = entering.filter(|var| procedure.relations.reads_on_entry(*var).any(|n| n == *site));
            let flows = procedure.relations.flows_to(*site).filter(|flow| set.impact.contains(flow.from));
            let carried: IdSet<VarId> = flows.map(|flow| flow.var).chain(reads_entering).collect();
            for callee in callees {
                let Some(target) = self.version.facts.functions[*callee].as_ref() else { continue };
                let Some(relations) = self.version.relations[*callee].as_ref() else { continue };
                let mut into = BTreeSet::new();
                let arguments = facts.args.get(site).into_iter().flatten();
                for ((position, _), reads) in target.nodes.params.iter().enumerate().zip(arguments) {
                    let mut through =
                        reads.iter().copied().filter(|var| is_changed || carried.contains(*var)).peekable();
                    let formal = Source::Formal(position as u32);
                    if through.peek().is_none() && is_changed {
                        into.insert(Flow { into: formal, through: None });
                    }
                    into.extend(through.map(|var| Flow { into: formal, through: Some(var) }));
                }
                for var in carried.iter() {
                    let Some(cell) = facts.cell(var) else { continue };
                    if relations.reads_on_entry(target.cell_var(cell)).next().is_some() {
                        into.insert(Flow { into: Source::Memory(cell), through: Some(var) });
                    }
                }
                if !into.is_empty() {
                    set.flows.insert((*site, *callee), into);
                }
            }
        }
        backward(procedure, &mut set.impact);
        self.ask_back(function, &mut set);
        set
    }

    /// What a function does to give something back.
    fn given_back(&self, function: FuncId, source: Source) -> SourceSet {
        let mut set = SourceSet::default();
        let (Some(facts), Some(procedure)) =
            (self.version.facts.functions[function].as_ref(), self.version.procedure(function))
        else {
            return set;
        };
        for (node, does) in facts.facts.nodes.iter_ids() {
            let gives = match source {
                Source::Written(cell) => does.defs.contains(&facts.cell_var(cell)),
                _ => facts.facts.flow.successors(node).is_empty() && !does.uses.is_empty(),
            };
            if gives {
                set.impact.add(node, Rule::DataBackward, None, None);
            }
        }
        backward(procedure, &mut set.impact);
        self.ask_back(function, &mut set);
        set
    }

    /// Adds what calls are asked to give back: what an impacted node reads.
    fn ask_back(&self, function: FuncId, set: &mut SourceSet) {
        let (Some(facts), Some(procedure)) =
            (self.version.facts.functions[function].as_ref(), self.version.procedure(function))
        else {
            return;
        };
        for (site, callees) in facts.calls.iter().filter(|(site, _)| set.impact.contains(**site)) {
            for flow in procedure.relations.flows_from(*site).iter().filter(|flow| set.impact.contains(flow.to)) {
                let into = facts.cell(flow.var).map_or(Source::Result, Source::Written);
                for callee in callees {
                    set.flows.entry((*site, *callee)).or_default().insert(Flow { into, through: Some(flow.var) });
                }
            }
        }
    }

    /// Adds the sets of all formals, and the edges.
    fn finish(mut self) -> CallImpact {
        let functions: BTreeSet<FuncId> = self.found.contexts.iter().map(|context| context.function).collect();
        for function in functions {
            let Some(facts) = self.version.facts.functions[function].as_ref() else { continue };
            for position in 0..facts.nodes.params.len() {
                self.set(function, Source::Formal(position as u32));
            }
            for (site, callees) in &facts.calls {
                for callee in callees.iter().filter(|callee| self.version.procedure(**callee).is_some()) {
                    let mut flows: BTreeMap<Flow, BTreeSet<Source>> = BTreeMap::new();
                    let from =
                        (function, Source::Own)..=(function, Source::Written(incise_ir::Id::new(u32::MAX as usize)));
                    for ((_, source), set) in self.found.sets.range(from) {
                        for flow in set.flows.get(&(*site, *callee)).into_iter().flatten() {
                            flows.entry(*flow).or_default().insert(*source);
                        }
                    }
                    self.found.edges.push(CallEdge { caller: function, site: *site, callee: *callee, flows });
                }
            }
        }
        self.found
    }
}

impl CallImpact {
    /// The nodes of a function that are impacted in some context.
    pub fn impacted(&self, function: FuncId) -> Impact {
        let mut all = Impact::new();
        for context in self.contexts.iter().filter(|context| context.function == function) {
            all.join(&context.impact);
        }
        all
    }
}
