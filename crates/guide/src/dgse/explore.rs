//! Dependence-guided exploration of a program; everything is explored where that is known to be better.

use super::search::{DgseOptions, STACK, Search, Searched};
use super::tasks::Tasks;
use incise_engine::{ExplorationSetup, ExploreError, Machine, PathObserver, explore_observed};

/// Explores a program with one worker; the setup's guide is not asked.
#[doc(alias = "DGSymbolicExec")]
pub fn explore<'p, O: PathObserver<'p>>(
    setup: ExplorationSetup<'_, 'p>,
    options: DgseOptions,
    observer: &(dyn Fn() -> O + Sync),
) -> Result<Searched<O::Found>, ExploreError> {
    let found = std::thread::scope(|scope| {
        let search = || {
            let mut machine = Machine::new(setup.module, setup.config, setup.plan, (setup.solver)()?);
            match Search::new(machine.engine(), options, setup.limits(), &[], O::SEES_ENDS)? {
                Ok(search) => search.run(observer()),
                Err(surprise) => Ok(Err(surprise)),
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
        thread.expect("a thread can be started").join().expect("the search does not panic")
    })?;
    match found {
        Ok(found) => Ok(found),
        Err(reason) => explore_all(setup, reason, observer),
    }
}

/// Explores everything where that is known to be better, for this reason. Nothing is lost.
pub fn explore_all<'p, O: PathObserver<'p>>(
    setup: ExplorationSetup<'_, 'p>,
    reason: String,
    observer: &(dyn Fn() -> O + Sync),
) -> Result<Searched<O::Found>, ExploreError> {
    let report = explore_observed(setup, observer)?;
    let ended = report.stats.completed + report.stats.failed;
    let tasks = Tasks { fallback: Some(reason), feasible: ended, ..Tasks::default() };
    Ok(Searched { report, tasks })
}
