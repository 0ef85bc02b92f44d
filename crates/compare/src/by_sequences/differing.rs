//! Looks for sequences of calls after which two versions differ: best first, then by walks.

use crate::by_coupling::palette::palette;
use crate::by_paths::comparison_input::{ComparisonInput, Version};
use crate::by_sequences::arguments::Arguments;
use crate::by_sequences::best_first::BestFirst;
use crate::by_sequences::callee::Callee;
use crate::by_sequences::product::{Budget, Call, Product};
use crate::by_sequences::search::Search;
use incise_engine::{ExploreError, Limits, Machine, MakeSolver};

/// Bytes of the stack: terms can be deep.
const STACK: usize = 256 << 20;
/// What may be spent until something is found.
const SEARCH: Budget = Budget { steps: 24_000, solves: 900, statements: 6_000_000 };

/// A call with known arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownCall {
    /// The function: its number among the tasks.
    pub function: usize,
    /// The bytes of its arguments in the old version, by position; of a pointer, of what it points to.
    pub base: Vec<Vec<u8>>,
    /// The same in the new version.
    pub modified: Vec<Vec<u8>>,
}

/// Calls, the last of which shows a difference.
pub type CallSequence = Vec<KnownCall>;

/// Looks for sequences of calls of these functions after which somebody sees a difference; each ends with another function.
pub fn differing_sequences(
    tasks: &[ComparisonInput<'_>],
    solver: MakeSolver<'_>,
    limits: Limits<'_>,
) -> Result<Vec<CallSequence>, ExploreError> {
    std::thread::scope(|scope| {
        let search = || searched(tasks, solver, limits);
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
        worker.expect("a thread can be started").join().expect("a search does not panic")
    })
}

fn searched(
    tasks: &[ComparisonInput<'_>],
    solver: MakeSolver<'_>,
    limits: Limits<'_>,
) -> Result<Vec<CallSequence>, ExploreError> {
    let mut machines = Vec::new();
    for task in tasks {
        machines.push(Machine::new(task.modified.module, task.modified.config, None, solver()?));
    }
    let mut callees = Vec::new();
    for (task, machine) in tasks.iter().zip(&mut machines) {
        callees.push(Callee::new(*task, machine.engine(), Version { plan: None, ..task.base })?);
    }
    let Some(root) = callees.first_mut().and_then(Callee::root) else { return Ok(Vec::new()) };
    let numbers = palette([tasks[0].base.module, tasks[0].modified.module]);
    let arguments = Arguments::new(numbers.clone(), callees.len());
    let product = Product { callees, limits, budget: SEARCH };
    let mut search = Search::new(product, arguments, root);
    BestFirst::new(&mut search, &numbers).run();
    search.walks();
    let Search { mut product, found, .. } = search;
    let known = |product: &mut Product<'_, '_, '_>, (function, values): Call| {
        let (base, modified) = product.callees[function].arguments(&values);
        KnownCall { function, base, modified }
    };
    Ok(found.into_iter().map(|calls| calls.into_iter().map(|call| known(&mut product, call)).collect()).collect())
}
