//! The search on a control-flow graph with a feasibility oracle instead of an engine: what the papers' tables show.

use super::search::Search;
use super::successors::Successors;
use incise_deps::NodeId;

/// A program as far as the search sees it.
pub trait Abstract {
    /// What is known along a path.
    type State: Clone;
    /// The node at which the program starts.
    fn first(&self) -> NodeId;
    /// What is known at first.
    fn start(&self) -> Self::State;
    /// How many sides a node has, feasible or not: more than one only for a branch.
    fn n_sides(&self, node: NodeId) -> usize;
    /// The feasible successors of a node, as the program has them; none at the end of the program.
    #[doc(alias = "GetSuccessors")]
    fn successors(&self, node: NodeId, state: &Self::State) -> Vec<(NodeId, Self::State)>;
}

/// What happened to a path that arrived at the last of these nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The search went on there.
    Visited,
    /// The path was pruned there.
    Pruned,
    /// It was the end of the path, after it was visited.
    Ended,
}

/// What the search found, in the measures of [dise-tosem2014] Tables IV–VI.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The paths that were run to their end, in the order of the search.
    pub paths: Vec<Vec<NodeId>>,
    /// The first state and every feasible successor of a branch, those that were pruned too.
    pub n_states: u64,
    /// Paths that were pruned.
    pub n_prunings: u64,
    /// Successors of branches that are not feasible.
    pub n_infeasible: u64,
    /// Paths that reached the bound.
    pub n_cut: u64,
}

/// Searches from the first node, depth first, along paths of at most `bound` nodes. `observe` sees every arrival.
pub fn simulate<P: Abstract>(
    program: &P,
    bound: usize,
    search: &mut Search,
    successors: &mut Successors,
    mut observe: impl FnMut(&[NodeId], Step, &Search),
) -> Outcome {
    let mut outcome = Outcome { n_states: 1, ..Outcome::default() };
    let mut pending = vec![(vec![program.first()], program.start())];
    while let Some((path, state)) = pending.pop() {
        let node = *path.last().expect("a path has a first node");
        if path.len() > bound {
            outcome.n_cut += 1;
            search.ended();
            continue;
        }
        if !search.arrive(node) {
            outcome.n_prunings += 1;
            observe(&path, Step::Pruned, search);
            continue;
        }
        observe(&path, Step::Visited, search);
        let next = program.successors(node, &state);
        if next.is_empty() {
            search.ended();
            observe(&path, Step::Ended, search);
            outcome.paths.push(path);
            continue;
        }
        if program.n_sides(node) > 1 {
            outcome.n_states += next.len() as u64;
            outcome.n_infeasible += (program.n_sides(node) - next.len()) as u64;
        }
        let targets: Vec<NodeId> = next.iter().map(|(target, _)| *target).collect();
        for position in successors.order(search, &targets).into_iter().rev() {
            let (target, state) = next[position].clone();
            pending.push((path.iter().copied().chain([target]).collect(), state));
        }
    }
    outcome
}
