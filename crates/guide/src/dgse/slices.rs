//! The relevant path conditions of outputs: a guided search that writes down what is seen at the end of its runs.
//!
//! *In*: an engine and lists of outputs. *Out*: [`Slices`]: for each list all its relevant path conditions, each with a state in which a run
//! under it ended.
//!
//! # Promise
//! If slices are given at all, then every run of the program comes to the end of the entry, and for every input and every list of outputs
//! 1. some slice has conditions that the input satisfies: the decisions on the input's path at places that matter to the outputs
//!    are followed one by one, each as some run decided it (invariants 2 and 3 of `relation.rs`, for the nodes of the outputs);
//! 2. what the outputs hold after the input's run is what they hold in the state of that slice, as terms over the inputs: it follows from
//!    the decisions at these places (invariant 1).
//!
//! Nothing is given where a run ends otherwise, a question was not decided, or something weakens the answer. What the relation promises
//! is looked after: that the conditions of an output are those of its last decision (Lemma 5.1), and that what is seen under the same
//! conditions at the end of several runs is the same.

use super::outputs::Output;
use super::recorder::{Recorder, Same, classes};
use super::relation::Interaction;
use super::relevant_conditions::ChainId;
use super::run::{Ended, Run};
use super::search::{DgseOptions, Search};
use super::tasks::{Task, TaskOrder};
use incise_engine::{Engine, ExploreError, Limits, PathEnd, State, Weakness};
use incise_term::TermId;
use std::rc::Rc;

/// A relevant path condition of outputs.
pub struct Slice {
    /// The conditions in the order of the path.
    pub conditions: Vec<TermId>,
    /// A state in which a run under them ended.
    pub state: Rc<State>,
}

/// All of them.
pub struct Slices {
    /// The state before the first statement.
    pub first: State,
    /// For each list of outputs its class: those to which the same places matter are one.
    pub class_of: Vec<usize>,
    /// The slices of each class.
    pub classes: Vec<Vec<Slice>>,
    /// Runs.
    pub n_runs: u64,
}

/// Finds the slices of outputs; or why they are not known.
pub fn slices<'a, 'p>(
    engine: Engine<'a, 'p>,
    order: TaskOrder,
    outputs: &[Vec<Output>],
    limits: Limits<'a>,
    same: &'a mut Same<'a, 'p>,
) -> Result<Result<Slices, String>, ExploreError> {
    let options = DgseOptions { interaction: Interaction::Closed, order, gives_up: false };
    let mut search = match Search::new(engine, options, limits, outputs, true)? {
        Ok(search) => search,
        Err(reason) => return Ok(Err(reason)),
    };
    let (class_of, classes) = classes(&search.known(), outputs.len());
    search.recorder = Some(Recorder { classes, same, n_runs: 0 });
    while let Some(task) = search.queue.pop() {
        if let Err(reason) = search.slice(task) {
            return Ok(Err(reason));
        }
    }
    let Some(Recorder { classes, n_runs, .. }) = search.recorder.take() else { unreachable!("set above") };
    let classes = {
        let known = search.known();
        let slice = |(chain, state): (ChainId, Rc<State>)| Slice { conditions: known.chains.conditions(chain), state };
        classes.into_iter().map(|class| class.slices.into_iter().map(slice).collect()).collect()
    };
    let Search { engine, first, .. } = search;
    engine.run.explored_sides = None;
    Ok(Ok(Slices { first, class_of, classes, n_runs }))
}

impl Search<'_, '_> {
    /// Runs a task to the end of the entry, or knows that no input satisfies it; anything else is why there are no slices.
    fn slice(&mut self, mut task: Task) -> Result<(), String> {
        let (ended, _) = self.run_task(&mut task);
        match ended {
            Ended::Infeasible => {}
            Ended::Stopped => return Err(String::from("the time was up")),
            Ended::Undecided => {
                return Err(String::from("a query was not decided; raise --solver-timeout or --solver-conflicts"));
            }
            Ended::Path(run) => {
                let returns = matches!(run.end, Some(PathEnd::Return | PathEnd::Exit));
                if run.is_left || !run.is_whole || !returns || !run.failures.is_empty() {
                    return Err(why(&run));
                }
                self.path(task, *run)?;
                self.engine.run.finished.clear();
            }
        }
        let stats = &self.engine.run.stats;
        if stats.failed > 0 || stats.cut > 0 || stats.assumed_away > 0 {
            return Err(String::from("a run does not come to the end of the function"));
        }
        if stats.undecided > 0 {
            return Err(String::from("a query was not decided; raise --solver-timeout or --solver-conflicts"));
        }
        if let Some((entry, _)) =
            self.engine.run.ledger.iter().find(|(entry, _)| entry.weakness != Weakness::Assumption)
        {
            return Err(entry.detail.clone());
        }
        if self.limits.is_over(&mut self.engine.context.solver) {
            return Err(String::from("the time was up"));
        }
        Ok(())
    }
}

/// Why a run shows nothing at the end of the entry.
fn why(run: &Run) -> String {
    let failed = run.failures.first().map(|(_, _, end)| end).or(run.end.as_ref());
    match failed {
        Some(PathEnd::Error(error)) => format!("a run ends with an error ({})", error.kind.name()),
        Some(PathEnd::Cut) => String::from("a run was cut short"),
        Some(PathEnd::Exit) => String::from("a run exits"),
        Some(PathEnd::Return) | None => String::from("a run does not come to the end of the function"),
    }
}
