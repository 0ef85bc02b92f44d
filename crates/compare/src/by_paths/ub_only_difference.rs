//! Whether a difference is there only through undefined behaviour: both versions are run again under its conditions, with what C
//! leaves undefined taken not to happen; a difference of which no run is left exists only by it.

use crate::by_paths::comparison_input::{ComparisonInput, Version};
use crate::by_paths::old_version_runner::OldVersionRunner;
use incise_engine::{Config, Context, Engine, ErrorKind, Limits, PathEnd, State};
use incise_solver::{Extend, PathCondition};
use incise_term::TermId;
use std::collections::BTreeSet;

/// Conditions past which it is not looked for.
const MAX_CONDITIONS: usize = 16;

/// Both versions, defined.
pub(crate) struct Defined<'p> {
    old: OldVersionRunner<'p>,
    new: OldVersionRunner<'p>,
}

impl<'p> Defined<'p> {
    /// Prepares both versions over the engine's terms.
    pub(crate) fn new(
        task: &ComparisonInput<'p>,
        configs: (&'p Config, &'p Config),
        engine: &mut Engine<'_, 'p>,
    ) -> Option<Self> {
        let (base, modified) = (&task.base, &task.modified);
        let (base, modified) = (Version { config: configs.0, ..*base }, Version { config: configs.1, ..*modified });
        let old = OldVersionRunner::new(engine, base, task.coupling).ok()?;
        let new = OldVersionRunner::new(engine, modified, None).ok()?;
        Some(Defined { old, new })
    }

    /// What is undefined wherever one of the conditions holds; nothing if that is not so, or not known. `point` is one input
    /// among them.
    pub(crate) fn needs(
        &mut self,
        context: &mut Context,
        conditions: &[Vec<TermId>],
        point: &[TermId],
        limits: Limits,
    ) -> Option<String> {
        if conditions.len() > MAX_CONDITIONS || self.is_defined(context, point, limits) {
            return None;
        }
        if conditions.iter().any(|condition| self.is_defined(context, condition, limits)) {
            return None;
        }
        let kinds: BTreeSet<ErrorKind> =
            self.new.run.undefined.iter().chain(&self.old.run.undefined).copied().collect();
        match kinds.iter().collect::<Vec<_>>()[..] {
            [ErrorKind::Overflow] => Some(String::from("signed overflow")),
            [kind] => Some(format!("undefined behaviour ({})", kind.name())),
            _ => Some(String::from("undefined behaviour")),
        }
    }

    /// Whether some input of a condition may be defined in both versions.
    fn is_defined(&mut self, context: &mut Context, condition: &[TermId], limits: Limits) -> bool {
        let mut path = PathCondition::new();
        for term in condition {
            match context.solver.extend(&mut context.pool, &path, *term) {
                Extend::Sat(extended) => path = extended,
                Extend::Unsat => return false,
                Extend::Unknown(_) => return true,
            }
        }
        let paths = self.new.paths(context, &path, limits);
        let is_run = |(state, _): &(State, PathEnd)| !self.old.paths(context, &state.path_condition, limits).is_empty();
        let defined = paths.iter().any(is_run);
        let is_open =
            |second: &OldVersionRunner| second.whole_ledger().iter().any(|(entry, _)| entry.weakness.loses_paths());
        defined || is_open(&self.new) || is_open(&self.old)
    }
}
