//! A function explored for everything that its pointers can be: a run for each alias case, merged into one report.
//!
//! How long the objects behind pointers are nobody knows. Runs start with few elements. A case in which an access went past them is run again
//! with more, as far as the work for that goes, unless a number was asked for; what is left is a bound that the report names.

use crate::failure::Failure;
use crate::program::Exploration;
use crate::watchdog::Watchdog;
use incise_engine::{
    AliasCase, Config, Entry, ErrorKind, ErrorSite, NULL_CALL, Nesting, NullPointer, PathEnd, PathRecord, Report,
    Weakness, alias_cases, entry_function, left_out,
};
use incise_guide::dgse::Tasks;
use incise_solver::PER_SECOND;
use std::collections::{BTreeMap, BTreeSet};

/// Elements of what a pointer points to, unless a number was asked for.
const ELEMENTS: [u64; 3] = [4, 16, 64];
/// The work of all runs with more elements than the first.
const LONGER: u64 = 4 * PER_SECOND;
/// A run with more elements is one only where this many fewer took less than the work for it.
const GROWTH: u64 = 4;

/// What was found in all cases.
pub struct InCases {
    /// The report.
    pub report: Report,
    /// What became of the tasks of a search guided by dependence.
    pub tasks: Option<Tasks>,
    /// Workers of each run.
    pub jobs: usize,
    /// For each error what is null in the cases in which it was found.
    pub nulls: BTreeMap<ErrorSite, Vec<Vec<NullPointer>>>,
}

/// A run: its report, the tasks if there were some, and its work.
pub struct OneCase {
    /// The report.
    pub report: Report,
    /// What became of the tasks.
    pub tasks: Option<Tasks>,
    /// What it took.
    pub work: u64,
}

/// Explores one case.
type Run<'a> = &'a dyn Fn(&Config) -> Result<OneCase, Failure>;

/// Explores all cases; `run` explores one.
pub fn explore_cases(exploration: Exploration, watchdog: &Watchdog, run: Run<'_>) -> Result<InCases, Failure> {
    let Exploration { options, program, config, .. } = exploration;
    let module = &program.linked;
    let function = match &config.entry {
        Entry::Main => None,
        Entry::Function(name) => entry_function(module, name),
    };
    let nesting = Nesting { depth: options.max_nesting };
    let cases = function.map_or_else(|| vec![AliasCase::default()], |function| alias_cases(module, function, nesting));
    let mut found: Option<InCases> = None;
    let mut left = LONGER;
    for case in &cases {
        let one = with_enough_elements(options.max_elements, &case.of(config), watchdog, run, &mut left)?;
        let nulls = function.map(|function| case.nulls(module, function)).unwrap_or_default();
        found = Some(match found {
            None => InCases::first(one, &nulls),
            Some(before) => before.and(one, &nulls),
        });
    }
    let mut found = found.expect("there is always one case");
    for detail in function.map(|function| left_out(module, function, nesting)).unwrap_or_default() {
        found.report.ledger.add(Weakness::NestingBound, detail, None);
    }
    Ok(found)
}

/// Runs a case with more elements as long as accesses go past them.
fn with_enough_elements(
    asked: Option<u64>,
    config: &Config,
    watchdog: &Watchdog,
    run: Run<'_>,
    left: &mut u64,
) -> Result<OneCase, Failure> {
    let lengths = asked.map_or_else(|| ELEMENTS.to_vec(), |length| vec![length.max(1)]);
    let configured = |elements: u64, work: Option<u64>| {
        config.clone().with(|run| {
            run.environment.pointee_elements = elements;
            run.bounds.work = work;
            run.bounds.timeout = Some(watchdog.time_left());
        })
    };
    let mut found = run(&configured(lengths[0], None))?;
    for elements in &lengths[1..] {
        let is_cut = |weakness| matches!(weakness, Weakness::Timeout | Weakness::WorkBound | Weakness::Interrupted);
        let has =
            |report: &Report, is: &dyn Fn(Weakness) -> bool| report.ledger.iter().any(|(entry, _)| is(entry.weakness));
        if !found.report.ledger.wants_elements()
            || has(&found.report, &is_cut)
            || found.work.saturating_mul(GROWTH) > *left
        {
            break;
        }
        let longer = run(&configured(*elements, Some(*left)))?;
        *left = left.saturating_sub(longer.work);
        if has(&longer.report, &is_cut) {
            // What it found is there all the same.
            found.report.found.add_errors(longer.report.found);
            break;
        }
        found = longer;
    }
    Ok(found)
}

impl InCases {
    fn first(one: OneCase, nulls: &[NullPointer]) -> InCases {
        let sites = one.report.found.errors.iter();
        let of_errors = sites.map(|(site, (record, _))| (*site, vec![blamed(record, nulls)])).collect();
        InCases { jobs: one.report.solver.len().max(1), report: one.report, tasks: one.tasks, nulls: of_errors }
    }

    fn and(mut self, one: OneCase, nulls: &[NullPointer]) -> InCases {
        for (site, (record, _)) in &one.report.found.errors {
            self.nulls.entry(*site).or_default().push(blamed(record, nulls));
        }
        self.report.append(one.report);
        self.tasks = match (self.tasks, one.tasks) {
            (Some(mut all), Some(more)) => {
                all.append(more);
                Some(all)
            }
            (all, more) => all.or(more),
        };
        self
    }

    /// What must be null for an error, one of several alternatives; nothing if it needs no null pointer. Null is how lists and trees end: what
    /// goes wrong there needs none. Where a pointer is null in every case, only an access through it is blamed on that.
    pub fn only_for_null(&self, site: &ErrorSite) -> Vec<String> {
        let is_blamed =
            |null: &&NullPointer| !null.ends_structure && (!null.at_bound || site.0 == ErrorKind::NullAccess);
        let blamed = |nulls: &Vec<NullPointer>| -> BTreeSet<String> {
            nulls.iter().filter(is_blamed).map(|null| null.pointer.clone()).collect()
        };
        let cases: BTreeSet<BTreeSet<String>> = self.nulls.get(site).into_iter().flatten().map(blamed).collect();
        if cases.iter().any(BTreeSet::is_empty) {
            return Vec::new();
        }
        let is_least = |case: &&BTreeSet<String>| !cases.iter().any(|other| other != *case && other.is_subset(case));
        let shown = |case: &BTreeSet<String>| case.iter().cloned().collect::<Vec<String>>().join(" and ");
        cases.iter().filter(is_least).map(shown).collect()
    }
}

/// What is null where an error was found: pointers of the case, and the pointer to a function from outside through which a call goes.
fn blamed(record: &PathRecord, nulls: &[NullPointer]) -> Vec<NullPointer> {
    let mut found = nulls.to_vec();
    if let PathEnd::Error(error) = &record.end
        && let (ErrorKind::NullAccess, Some(called)) = (error.kind, error.message.strip_prefix(NULL_CALL))
    {
        let pointer = called.trim_matches([' ', '`']).to_owned();
        found.push(NullPointer { pointer, ends_structure: false, at_bound: false });
    }
    found
}
