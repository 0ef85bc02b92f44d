//! Event order: which steps must be run so that observable events (outputs, possible errors) keep their order.
//!
//! An error ends a run, so an error in a step that is skipped could be hidden or could hide something: the versions agree
//! on everything that is run, and yet what is run stands before the error in one version and after it in the other. A step that
//! can fail is skipped only if that cannot be.
//!
//! # Invariants
//! - Let an influenced step that can fail, or an influenced output, be before a skipped step that can fail. It is of another kind than the skipped
//!   one, and nothing of its kind is run after the skipped one. So if what is run agrees, both versions come to the skipped step
//!   with the same output behind them, and both fail there or neither does.

use super::backward::Backward;
use super::forward::Forward;
use super::model::{Ends, Failures, SlicedProgram};
use incise_base::{Budget, Exhausted, Next, Worklist};
use incise_deps::NodeId;
use incise_ir::{FuncId, Id, IdVec};

/// An output counts as one more kind of thing that happens.
const OUTPUT: Failures = 128;

/// What happens in a version that a change influences.
pub struct ObservableEvents {
    /// Whether an output is influenced.
    pub output: bool,
    /// Steps that may end the run in an influenced way.
    pub ends: Vec<(FuncId, NodeId)>,
    /// Whether control comes where it must not, or never leaves, in an influenced way: no step of the other version corresponds.
    pub dead: bool,
}

impl ObservableEvents {
    /// Has the events that can end a run executed.
    pub fn require_ends(&self, needed: &mut Backward) {
        self.ends.iter().for_each(|(function, node)| needed.run_event(*function, *node));
    }

    /// Finds it.
    pub fn of(version: &SlicedProgram, forward: &Forward) -> ObservableEvents {
        let mut found = ObservableEvents { output: false, ends: Vec::new(), dead: false };
        for (id, body) in version.reached() {
            for (node, step) in body.steps.iter_ids() {
                let marked = forward.is_marked(id, node);
                if body.is_dead(node) {
                    let before = body.flow.predecessors(node);
                    // The call of `exit` before it says all.
                    let stopped = |node: &NodeId| body.steps[*node].acts && body.steps[*node].ends == Ends::Always;
                    if before.is_empty() || !before.iter().all(stopped) {
                        found.dead |= marked;
                    } else {
                        continue;
                    }
                }
                found.output |= step.output && marked;
                // Whether a call of a known function ends the program is for the steps of that function to say.
                let ends = step.ends == Ends::Always || (step.ends == Ends::May && step.call.is_none());
                if (ends || step.fails != 0) && forward.is_touched(id, node) {
                    found.ends.push((id, node));
                }
            }
        }
        found
    }
}

/// Control flow of a whole version: into calls and back to every place that a function is called from.
pub struct Supergraph {
    first: IdVec<FuncId, usize>,
    /// Edges by position, forward and backward.
    next: Vec<Vec<usize>>,
    previous: Vec<Vec<usize>>,
}

impl Supergraph {
    /// Of a version.
    pub fn of(version: &SlicedProgram) -> Supergraph {
        let mut first = IdVec::new();
        let mut n_steps = 0;
        for body in version.bodies.iter() {
            first.push(n_steps);
            n_steps += body.as_ref().map_or(0, |body| body.steps.len());
        }
        let mut graph = Supergraph { first, next: vec![Vec::new(); n_steps], previous: vec![Vec::new(); n_steps] };
        for (id, body) in version.reached() {
            for (node, step) in body.steps.iter_ids() {
                let after = body.flow.successors(node);
                after.iter().for_each(|next| graph.edge((id, node), (id, *next)));
                for target in step.call.iter().flat_map(|call| &call.targets) {
                    let Some(callee) = &version.bodies[*target] else { continue };
                    graph.edge((id, node), (*target, NodeId::new(0)));
                    for (end, _) in callee.steps.iter_ids().filter(|(_, step)| step.returns) {
                        after.iter().for_each(|next| graph.edge((*target, end), (id, *next)));
                    }
                }
            }
        }
        graph
    }
    fn at(&self, (function, node): (FuncId, NodeId)) -> usize {
        self.first[function] + node.index()
    }
    fn edge(&mut self, from: (FuncId, NodeId), to: (FuncId, NodeId)) {
        let (from, to) = (self.at(from), self.at(to));
        self.next[from].push(to);
        self.previous[to].push(from);
    }
}

/// For each place the kinds of what happens strictly before it along the edges.
fn spread(edges: &[Vec<usize>], happens: &[Failures], budget: &mut Budget) -> Result<Vec<Failures>, Exhausted> {
    let mut kinds = vec![0; edges.len()];
    let mut work = Worklist::new(Next::Last);
    work.extend((0..edges.len()).filter(|at| happens[*at] != 0));
    while let Some(at) = work.pop(budget)? {
        for next in &edges[at] {
            let more = (kinds[at] | happens[at]) & !kinds[*next];
            if more != 0 {
                kinds[*next] |= more;
                work.push(*next);
            }
        }
    }
    Ok(kinds)
}

/// What must be run and compared although no change influences it.
#[derive(Default)]
pub struct Hidden {
    /// Steps that can fail.
    pub steps: Vec<(FuncId, NodeId)>,
    /// Whether an output is made or not depending on which of several errors of one kind ends the run.
    pub output: bool,
}

/// What may happen around each step of a version, as kinds.
pub struct Around<'a> {
    version: &'a SlicedProgram,
    graph: &'a Supergraph,
    /// Influenced, before it.
    before: Vec<Failures>,
    /// Run, after it.
    after: Vec<Failures>,
}

impl<'a> Around<'a> {
    /// Finds it.
    pub fn of(
        version: &'a SlicedProgram,
        graph: &'a Supergraph,
        forward: &Forward,
        needed: &Backward,
        budget: &mut Budget,
    ) -> Result<Around<'a>, Exhausted> {
        let kinds = |counts: &dyn Fn(FuncId, NodeId) -> bool| {
            let mut happens = vec![0; graph.next.len()];
            for (id, body) in version.reached() {
                for (node, step) in body.steps.iter_ids().filter(|(node, _)| counts(id, *node)) {
                    happens[graph.at((id, node))] = step.fails | if step.output { OUTPUT } else { 0 };
                }
            }
            happens
        };
        let influenced = kinds(&|id, node| forward.is_touched(id, node));
        let run = kinds(&|id, node| needed.runs(id, node));
        let before = spread(&graph.next, &influenced, budget)?;
        let after = spread(&graph.previous, &run, budget)?;
        Ok(Around { version, graph, before, after })
    }
    fn at(&self, function: FuncId, node: NodeId) -> (Failures, Failures) {
        if self.version.bodies[function].is_none() {
            return (0, 0);
        }
        let at = self.graph.at((function, node));
        (self.before[at], self.after[at])
    }
    /// Finds the steps that can fail and are skipped somewhere although what is run could change places with them. What happens around the
    /// partner of a step counts too.
    pub fn hidden(
        &self,
        needed: &Backward,
        partner: impl Fn(FuncId, NodeId) -> Option<(FuncId, NodeId)>,
        other: &Around,
    ) -> Hidden {
        let mut found = Hidden::default();
        for (id, body) in self.version.reached() {
            for (node, step) in body.steps.iter_ids().filter(|(_, step)| step.fails != 0 || step.output) {
                let here = self.at(id, node);
                let there = partner(id, node).map_or((0, 0), |(id, node)| other.at(id, node));
                let (before, after) = (here.0 | there.0, here.1 | there.1);
                let changes_places = before & after;
                found.output |= step.output && changes_places & !OUTPUT != 0;
                let fails = step.fails != 0 && (step.fails & before != 0 || changes_places != 0);
                if fails && !needed.runs_always(id, node) {
                    found.steps.push((id, node));
                }
            }
        }
        found
    }
}
