//! Running one version from where it is to its next visits of loops and its ends.

use incise_engine::{Engine, Limits, PathEnd, State, Stop};

/// Why a proof failed that had no time left.
pub const TIME_UP: &str = "the time was up";
/// Pieces of path that one run may end in.
const ENDS: usize = 4000;

/// Runs a state to its next visits of loops and its ends; why that failed.
pub fn segment(
    engine: &mut Engine<'_, '_>,
    state: State,
    limits: Limits,
) -> Result<Vec<(State, PathEnd)>, &'static str> {
    let mut pending = vec![state];
    let mut found = Vec::new();
    let mut steps = 0u32;
    while let Some(mut state) = pending.pop() {
        loop {
            let outcome = engine.step(&mut state);
            pending.extend(engine.run.spawned.drain(..).rev());
            found.append(&mut engine.run.finished);
            match outcome {
                Ok(()) => {}
                Err(Stop::Infeasible) => break,
                Err(Stop::End(PathEnd::Cut)) if !state.paused => return Err("a bound was met"),
                Err(Stop::End(end)) => {
                    found.push((state, end));
                    break;
                }
            }
            steps += 1;
            if steps.is_multiple_of(32) && limits.is_over(&mut engine.context.solver) {
                return Err(TIME_UP);
            }
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
