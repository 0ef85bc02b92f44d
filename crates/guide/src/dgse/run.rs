//! One run: the program from a state to the end of a path.

use incise_engine::{DecisionKind, Driver, Engine, Limits, LoggedDecision, PathEnd, Ran, Stack, State, Step, spots};
use incise_ir::{FuncId, TermKind};
use std::ops::ControlFlow::{self, Break, Continue};

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
    watch: Option<Watch<'_>>,
) -> Ended {
    engine.run.decision_log = Some(log);
    let mut driver =
        Recorder { limits, watch, failures: Vec::new(), forks: Vec::new(), n_seen: 0, n_steps: 0, since_check: 0 };
    let (end, is_left) = match engine.run_path(&mut state, &mut driver) {
        Ran::Infeasible => (None, false),
        Ran::End(end) => (Some(end), false),
        Ran::Left(Left::Known) => (Some(PathEnd::Return), true),
        Ran::Left(Left::Stopped) => {
            engine.run.decision_log = None;
            engine.run.finished.clear();
            return Ended::Stopped;
        }
    };
    let entry = engine.prepared.entry();
    let run = Run {
        log: engine.run.decision_log.take().unwrap_or_default(),
        failures: driver.failures,
        forks: driver.forks,
        stack: spots(&state),
        step: state.steps,
        is_whole: is_left || matches!(end, Some(PathEnd::Return | PathEnd::Exit)) && is_at_end(engine, &state, entry),
        is_bounded: end == Some(PathEnd::Cut) && is_bounded(engine, &state),
        is_left,
        n_left_out: 0,
        end,
        state,
    };
    Ended::Path(Box::new(run))
}

/// Keeps what is met beside the path, by the decisions that it belongs to.
struct Recorder<'a, 'w> {
    limits: Limits<'a>,
    watch: Option<Watch<'w>>,
    failures: Vec<(usize, State, PathEnd)>,
    forks: Vec<(usize, usize, Box<State>)>,
    /// The decisions before the statement.
    n_seen: usize,
    n_steps: u64,
    since_check: u64,
}

/// Why a run ends before its path does.
enum Left {
    /// It was stopped from outside.
    Stopped,
    /// Its rest is known.
    Known,
}

impl<'p> Driver<'p> for Recorder<'_, '_> {
    type Left = Left;

    fn before(&mut self, engine: &mut Engine<'_, 'p>, _: &mut State) -> ControlFlow<Left> {
        self.since_check += 1;
        let is_due = self.limits.is_due(self.since_check, &engine.context.solver);
        if is_due {
            self.since_check = 0;
        }
        let is_over = is_due && self.limits.is_over(&mut engine.context.solver) || self.limits.is_stopped();
        if is_over { Break(Left::Stopped) } else { Continue(()) }
    }

    fn after(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        state: &mut State,
        outcome: Step<()>,
    ) -> ControlFlow<Left, Step<()>> {
        let log = engine.run.decision_log.as_deref().unwrap_or_default();
        if !engine.run.spawned.is_empty() {
            self.forks.extend(other_sides(log, self.n_seen, state, &mut engine.run.spawned));
        }
        if !engine.run.finished.is_empty() {
            let is_failed = |logged: &LoggedDecision| logged.forked && logged.kind == DecisionKind::Check;
            let failed = (self.n_seen..log.len()).filter(|position| is_failed(&log[*position]));
            let finished = std::mem::take(&mut engine.run.finished);
            // They were counted when they ended and will be again when they are handed on.
            engine.run.stats.failed -= finished.len() as u64;
            self.failures.extend(failed.zip(finished).map(|(position, (state, end))| (position, state, end)));
        }
        self.n_seen = log.len();
        self.n_steps += 1;
        if outcome.is_ok()
            && self.n_steps.is_multiple_of(STRIDE)
            && let Some(is_known) = &mut self.watch
        {
            match is_known(log, state) {
                Some(true) => return Break(Left::Known),
                Some(false) => {}
                None => self.watch = None,
            }
        }
        Continue(outcome)
    }
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
