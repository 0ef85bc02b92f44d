//! One run: the program from a state to the end of a path.

use incise_engine::{DecisionKind, Engine, Limits, LoggedDecision, PathEnd, Stack, State, Stop, spots};
use incise_ir::{FuncId, TermKind};

/// How a run ended.
pub enum Ended {
    /// No input satisfies the task.
    Infeasible,
    /// The solver did not decide whether one does; the ledger has it.
    Undecided,
    /// The run was stopped from outside.
    Stopped,
    /// A path.
    Path(Box<Run>),
}

/// A path.
pub struct Run {
    /// What was decided, in order.
    pub log: Vec<LoggedDecision>,
    /// Errors on the way, each with the position of its decision.
    pub failures: Vec<(usize, State, PathEnd)>,
    /// Other sides, each with the position of its decision and among its others.
    pub forks: Vec<(usize, usize, Box<State>)>,
    /// Where it ended.
    pub stack: Stack,
    /// The number of the last statement.
    pub step: u64,
    /// How it ended; nothing when an assumption failed.
    pub end: Option<PathEnd>,
    /// Whether it came to the end of the entry function.
    pub is_whole: bool,
    /// Whether the bound on loops cut it short.
    pub is_bounded: bool,
    /// Whether it was left since its rest is known; it counts as one that came to the end.
    pub is_left: bool,
    /// Possible sides that were not tried in the rest that is known.
    pub n_left_out: u32,
    /// The last state.
    pub state: State,
}

/// Whether the rest of a run is known, of what was decided and where it is; nothing when it never will be.
pub type Watch<'a> = &'a mut dyn FnMut(&[LoggedDecision], &State) -> Option<bool>;

/// So many statements are run before it is asked again.
const STRIDE: u64 = 8;

/// Runs the program from a state to the end of a path; always the first side that is possible. `log` is empty.
pub fn run(
    engine: &mut Engine<'_, '_>,
    mut state: State,
    log: Vec<LoggedDecision>,
    limits: Limits<'_>,
    mut watch: Option<Watch<'_>>,
) -> Ended {
    engine.run.decision_log = Some(log);
    let (mut failures, mut forks) = (Vec::new(), Vec::new());
    let mut n_seen = 0;
    let entry = engine.prepared.entry();
    let mut since_check = 0;
    for n_steps in 0u64.. {
        since_check += 1;
        let is_due = limits.is_due(since_check, &engine.context.solver);
        if is_due {
            since_check = 0;
        }
        if is_due && limits.is_over(&mut engine.context.solver) || limits.is_stopped() {
            engine.run.decision_log = None;
            engine.run.finished.clear();
            return Ended::Stopped;
        }
        let outcome = engine.step(&mut state);
        if !engine.run.spawned.is_empty() {
            let mut spawned = std::mem::take(&mut engine.run.spawned);
            let log = engine.run.decision_log.as_deref().unwrap_or_default();
            forks.extend(other_sides(log, n_seen, &state, &mut spawned));
            // What was allocated is used again.
            engine.run.spawned = spawned;
        }
        let finished = std::mem::take(&mut engine.run.finished);
        if !finished.is_empty() {
            let log = engine.run.decision_log.as_deref().unwrap_or_default();
            let is_failed = |logged: &LoggedDecision| logged.forked && logged.kind == DecisionKind::Check;
            let failed = (n_seen..log.len()).filter(|position| is_failed(&log[*position]));
            // They were counted when they ended and will be again when they are handed on.
            engine.run.stats.failed -= finished.len() as u64;
            failures.extend(failed.zip(finished).map(|(position, (state, end))| (position, state, end)));
        }
        n_seen = engine.run.decision_log.as_ref().map_or(0, Vec::len);
        let mut is_left = false;
        let end = match outcome {
            Ok(()) => {
                if let Some(is_known) = watch.as_mut().filter(|_| n_steps % STRIDE == STRIDE - 1) {
                    match is_known(engine.run.decision_log.as_deref().unwrap_or_default(), &state) {
                        Some(answer) => is_left = answer,
                        None => watch = None,
                    }
                }
                if !is_left {
                    continue;
                }
                Some(PathEnd::Return)
            }
            Err(Stop::Infeasible) => None,
            Err(Stop::End(end)) => Some(end),
        };
        let run = Run {
            log: engine.run.decision_log.take().unwrap_or_default(),
            failures,
            forks,
            stack: spots(&state),
            step: state.steps,
            is_whole: is_left
                || matches!(end, Some(PathEnd::Return | PathEnd::Exit)) && is_at_end(engine, &state, entry),
            is_bounded: end == Some(PathEnd::Cut) && is_bounded(engine, &state),
            is_left,
            n_left_out: 0,
            end,
            state,
        };
        return Ended::Path(Box::new(run));
    }
    unreachable!("a run ends")
}

/// Which decision each state that was forked off belongs to, and which of its other sides it is.
fn other_sides(
    log: &[LoggedDecision],
    first: usize,
    state: &State,
    spawned: &mut Vec<State>,
) -> Vec<(usize, usize, Box<State>)> {
    let forked = |position: &usize| log[*position].forked && log[*position].kind != DecisionKind::Check;
    let mut positions = (first..log.len()).filter(forked);
    let mut found = Vec::new();
    let mut at = None;
    for other in spawned.drain(..) {
        let is_branch = at.is_some_and(|at: usize| log[at].kind == DecisionKind::Branch);
        if !is_branch {
            at = positions.next();
        }
        let Some(position) = at else { break };
        let side = match log[position].kind {
            DecisionKind::Branch => {
                // The sides in the order of the edges, without the one that was taken.
                let edge = |state: &State| state.last_decision().map_or(0, |decision| decision.edge);
                edge(&other) as usize - usize::from(edge(&other) > edge(state))
            }
            _ => 0,
        };
        found.push((position, side, Box::new(other)));
    }
    found
}

/// Whether a state stands where the entry function returns.
fn is_at_end(engine: &Engine<'_, '_>, state: &State, entry: FuncId) -> bool {
    let frame = state.top();
    let block = &engine.prepared.function(frame.function).blocks[frame.block];
    state.thread().depth == 0
        && frame.function == entry
        && frame.index as usize >= block.stmts.len()
        && matches!(block.terminator.kind, TermKind::Return(_))
}

/// Whether a state stands at a branch that was decided more often than the bound on loops allows.
fn is_bounded(engine: &Engine<'_, '_>, state: &State) -> bool {
    let frame = state.top();
    engine
        .prepared
        .config
        .bounds
        .loop_bound
        .is_some_and(|limit| frame.decided.iter().any(|(block, count)| *block == frame.block && *count > limit))
}
