//! Running one version from where it is to its next visits of loops and its ends.

use incise_engine::{DepthFirst, Engine, IsOver, Limits, PathEnd, Ran, State};

/// Why a proof failed that had no time left.
pub const TIME_UP: &str = "the time was up";
/// Pieces of path that one run may end in.
const ENDS: usize = 4000;
/// Statements between two looks at the limits.
const STRIDE: u32 = 32;

/// Runs a state to its next visits of loops and its ends; why that failed.
pub fn segment(
    engine: &mut Engine<'_, '_>,
    state: State,
    limits: Limits,
) -> Result<Vec<(State, PathEnd)>, &'static str> {
    let mut search = DepthFirst::new(state, limits, STRIDE);
    let mut found = Vec::new();
    while let Some(mut state) = search.pending.pop() {
        let ran = engine.run_path(&mut state, &mut search);
        found.append(&mut engine.run.finished);
        match ran {
            Ran::Infeasible => {}
            Ran::End(PathEnd::Cut) if !state.paused => return Err("a bound was met"),
            Ran::End(end) => found.push((state, end)),
            Ran::Left(IsOver) => return Err(TIME_UP),
        }
        if found.len() > ENDS {
            return Err("too many pieces of path");
        }
        if limits.is_over(&mut engine.context.solver) {
            return Err(TIME_UP);
        }
    }
    Ok(found)
}

/// A state that was paused, to be taken up again.
pub fn taken_up(state: &State) -> State {
    let mut state = state.clone();
    state.paused = false;
    state.resumed = true;
    state.top_mut().decided.clear();
    state.retry_facts.clear();
    state
}
