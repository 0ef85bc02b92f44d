//! The worklist of Alg. 2 and its counts.

use super::entry::Entry;
use super::known_suffix::Model;
use super::relevant_conditions::{ChainId, Chains};
use incise_engine::State;
use incise_term::TermId;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

/// Which task comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TaskOrder {
    /// The newest.
    #[default]
    Depth,
    /// The oldest.
    Breadth,
    /// Any, by a seed.
    Random(u64),
}

/// Conditions under which the program is to be run: `⟨pcon, ψ⟩` of [dgse-tse2017] Alg. 2, l. 5.
#[derive(Clone)]
pub struct Task {
    /// The relevant path condition.
    #[doc(alias = "pcon")]
    pub chain: ChainId,
    /// The condition that was turned round; none in the first task.
    #[doc(alias = "psi")]
    pub side: Option<TermId>,
    /// Whether a whole run comes to it.
    pub must_come: bool,
    /// Reasons for which earlier runs of the task ended early, each turned round.
    pub without: Vec<TermId>,
    /// The number of all those conditions.
    pub n_conditions: u32,
    /// Whether it looks for an error and for nothing else.
    pub is_check: bool,
    /// A state that satisfies it, if the run that it comes from leads to one; otherwise it is run from the start.
    pub start: Option<Start>,
    /// The run that the state came from, once it is run.
    pub from: Option<From>,
    /// Of one with a state: a run that shows what comes when nothing has to do any more with what is decided otherwise.
    pub model: Option<Model>,
    /// Possible sides in front of it that were not tried since others of the kind were.
    pub n_left_out: u32,
}

impl Task {
    /// The task without conditions.
    pub fn first() -> Task {
        Task {
            chain: Chains::empty(),
            side: None,
            must_come: false,
            without: Vec::new(),
            n_conditions: 0,
            is_check: false,
            start: None,
            from: None,
            model: None,
            n_left_out: 0,
        }
    }
    /// A task for a side of a decision with what matters to it, run from the start.
    pub fn new(side: Entry, n_conditions: u32) -> Task {
        Task { chain: side.chain, side: Some(side.taken), n_conditions, ..Task::first() }
    }
    /// All conditions.
    pub fn conditions(&self, chains: &Chains) -> Vec<TermId> {
        let mut conditions = chains.conditions(self.chain);
        conditions.extend(self.side);
        conditions.extend(&self.without);
        conditions
    }
}

/// What is known of a run.
#[derive(Clone, Copy, Debug)]
pub struct From {
    /// Whether it went on to the end of the entry function.
    pub is_whole: bool,
    /// Whether nothing was asked of its inputs but what it decided.
    pub is_free: bool,
}

/// Where a run goes on from.
#[derive(Clone)]
pub struct Start {
    /// The state.
    pub state: Box<State>,
    /// What was decided on the run that it comes from,
    pub entries: Rc<Vec<Entry>>,
    /// of which it has this many,
    pub n_entries: usize,
    /// and then another side.
    pub other: Entry,
    /// That run.
    pub from: From,
}

/// Tasks in some order.
pub struct Queue {
    /// Which task comes next.
    pub order: TaskOrder,
    tasks: VecDeque<Task>,
    random: u64,
}

impl Queue {
    /// With the first task: no conditions.
    pub fn new(order: TaskOrder) -> Queue {
        let random = if let TaskOrder::Random(seed) = order { seed } else { 0 };
        Queue { order, tasks: VecDeque::from([Task::first()]), random }
    }
    /// Adds a task.
    pub fn push(&mut self, task: Task) {
        self.tasks.push_back(task);
    }
    /// The next task.
    pub fn pop(&mut self) -> Option<Task> {
        match self.order {
            TaskOrder::Depth => self.tasks.pop_back(),
            TaskOrder::Breadth => self.tasks.pop_front(),
            TaskOrder::Random(_) => {
                if self.tasks.is_empty() {
                    return None;
                }
                let position = (split_mix(&mut self.random) % self.tasks.len() as u64) as usize;
                self.tasks.swap_remove_back(position)
            }
        }
    }
    /// Tasks that wait.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// What became of the tasks: [dgse-tse2017] Tables 5–7.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    /// Paths: tasks that were run, those apart whose path was known.
    pub feasible: u64,
    /// Tasks at branches that no input satisfies.
    pub infeasible: u64,
    /// Checks that cannot fail under what matters to them, where it took a question of its own to see that.
    pub safe_checks: u64,
    /// Runs that took a path that was known.
    pub repeated: u64,
    /// Runs that were left where their rest was known.
    pub left: u64,
    /// Decisions that were not tried the other way because the same was tried before.
    pub redundant: u64,
    /// Questions about tasks, with the number of conditions in all of them.
    pub questions: u64,
    /// Conditions in all questions.
    pub conditions: u64,
    /// Time for those that were answered with yes.
    pub sat_time: Duration,
    /// Time for those that were answered with no.
    pub unsat_time: Duration,
    /// Time to find out what depends on what.
    pub analysis_time: Duration,
    /// How many paths had ended how long after the start ([dgse-tse2017] Fig. 6).
    pub path_ends: Vec<(u64, Duration)>,
    /// Nodes of the expanded program.
    pub n_nodes: usize,
    /// Why everything was taken to matter to everything, if it was.
    pub fallback: Option<String>,
}

impl Tasks {
    /// Adds what became of the tasks of a later search.
    pub fn append(&mut self, later: Tasks) {
        let (n_paths, time) = self.path_ends.last().copied().unwrap_or_default();
        self.path_ends.extend(later.path_ends.into_iter().map(|(paths, at)| (n_paths + paths, time + at)));
        self.feasible += later.feasible;
        self.infeasible += later.infeasible;
        self.safe_checks += later.safe_checks;
        self.repeated += later.repeated;
        self.left += later.left;
        self.redundant += later.redundant;
        self.questions += later.questions;
        self.conditions += later.conditions;
        self.sat_time += later.sat_time;
        self.unsat_time += later.unsat_time;
        self.analysis_time += later.analysis_time;
        self.n_nodes = self.n_nodes.max(later.n_nodes);
        self.fallback = self.fallback.take().or(later.fallback);
    }

    /// Whether it is to be noted when the last path ended: of many paths one in a hundred.
    pub fn is_noted(&self) -> bool {
        self.path_ends.last().is_none_or(|(n_paths, _)| self.feasible > n_paths + n_paths / 100)
    }
}
