//! Two versions, read, linked and completed, with the options that the project adds.

use super::pair::{Analysis, EntryPair};
use super::select;
use super::visible::Visible;
use crate::assume;
use crate::explore::{limited, solver_config, ub_policy};
use crate::failure::Failure;
use crate::messages;
use crate::request::{ComparisonRequest, Globals};
use crate::source_location::{self, Origin, duration};
use crate::value_parsers;
use crate::versions::Version;
use crate::watchdog::Watchdog;
use incise_base::Budget;
use incise_engine::{
    AliasCase, Aspect, Config, Entry, Nesting, Observation, SeenAtEnd, Weakness, alias_cases, beside_cases,
    is_restrict_parameter, left_out, named_globals, only_read, parameter_names, pointed_to, reads_arguments, size_of,
};
use incise_frontend::project::{MANIFEST, Manifest};
use incise_ir::{Function, Module};
use incise_report::{LedgerLine, Revisions};
use incise_solver::{PER_SECOND, SolverConfig};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;
use tracing::debug_span;

/// How often one branch of a loop is decided by default.
const LOOP_BOUND: u32 = 16;
/// The work of a solver query when no time was asked for.
const WORK_PER_QUERY: u64 = 5 * PER_SECOND;

/// Visits of a fixpoint that fit into a second.
const VISITS_PER_SECOND: u64 = 1_000_000;

/// Two versions, ready to be compared.
pub struct LoadedVersions {
    /// The options, completed by what the project says.
    pub options: ComparisonRequest,
    /// What the new version's `incise.toml` says.
    pub manifest: Manifest,
    /// The old version.
    pub base: Version,
    /// The new version.
    pub modified: Version,
    /// What was left out or taken from elsewhere.
    pub notes: Vec<String>,
    /// Parts of the versions that are not there.
    pub missing: Vec<String>,
    /// Who decides conditions.
    pub solver: SolverConfig,
    /// The commits that are compared, if they are some.
    pub revisions: Option<Revisions>,
    /// Who ends the command in time.
    pub watchdog: Watchdog,
}

impl LoadedVersions {
    /// Reads, links and completes them.
    pub fn of(
        options: &ComparisonRequest,
        mut base: Origin,
        mut modified: Origin,
        watchdog: &Watchdog,
    ) -> Result<LoadedVersions, Failure> {
        let _stage = debug_span!("load").entered();
        let revisions =
            base.is_revision().then(|| Revisions { base: base.label.clone(), modified: modified.label.clone() });
        let manifest = modified.manifest.clone();
        let options = with_project_defaults(options, &manifest)?;
        if let Some(time) = options.limits.timeout {
            watchdog.limit(time);
        }
        let modules = source_location::load(&mut base, &mut modified, &select::wanted(&options))?;
        let notes = notes(&base, &modified);
        let missing = missing(&base, &modified);
        let (mut base, mut modified) = (Version::of(base, modules.0)?, Version::of(modified, modules.1)?);
        takes_arguments(&options, &base, &modified)?;
        if !options.assume.is_empty() {
            assume::add_to_both(&options, &mut base, &mut modified)?;
        }
        let solver = solver_config(&options.limits, WORK_PER_QUERY, watchdog.deadline())?;
        let watchdog = watchdog.clone();
        Ok(LoadedVersions { options, manifest, base, modified, notes, missing, solver, revisions, watchdog })
    }

    /// What changed and what that reaches.
    pub fn analysis(&self) -> Analysis<'_> {
        let budget = Budget::new(self.watchdog.whole_time().as_secs().max(1).saturating_mul(VISITS_PER_SECOND));
        Analysis::of(&self.base.program.linked, &self.modified.program.linked, budget, self.options.jobs)
    }

    /// The functions that were asked for; without any those that were changed.
    pub fn entries(&self, analysis: &Analysis) -> Result<Vec<EntryPair>, Failure> {
        match self.options.function.as_slice() {
            [] => Ok(analysis.changed(&|name| self.manifest.ignores(name))),
            names => analysis.asked(names),
        }
    }

    /// How runs of the old and of the new version start. What one version reads is an input of both: the other passes it on.
    pub fn configs(&self, pair: &EntryPair) -> (Config, Config) {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        let names = parameter_names(&modified.functions[pair.modified]);
        let named = (named_globals(base, pair.base), named_globals(modified, pair.modified));
        let configured = |name: &str, more_inputs: BTreeSet<String>| {
            config(&self.options, entry(name), self.watchdog.time_left()).with(|run| {
                run.environment.parameter_names = names.clone();
                run.environment.assumption = assume::configured(&self.options.assume);
                run.environment.more_inputs = more_inputs;
                let reads = [&base.functions[pair.base], &modified.functions[pair.modified]].map(reads_arguments);
                if let Some(any) = &mut run.environment.any_arguments {
                    any.even_unread = reads.contains(&true);
                }
            })
        };
        (configured(&pair.base_name, named.1), configured(&pair.name, named.0))
    }

    /// What the pointers of a function can be, by the new version, and what of that is left out. A promise of one version only, such as
    /// that a pointer is not null, does not bind the callers of the other.
    pub fn cases(&self, pair: &EntryPair) -> (Vec<AliasCase>, Vec<LedgerLine>) {
        if pair.name == "main" {
            return (vec![AliasCase::default()], Vec::new());
        }
        let module = &self.modified.program.linked;
        let function = &self.promised_by_both(pair);
        let nesting = Nesting { depth: self.options.max_nesting };
        let left_out = left_out(module, function, nesting).into_iter();
        let mut left_out: Vec<LedgerLine> =
            left_out.map(|detail| LedgerLine::new(Weakness::NestingBound, detail)).collect();
        left_out.extend(self.newly_restrict(pair));
        (alias_cases(module, function, nesting), left_out)
    }

    /// Cases in which two pointer parameters point into one array, an element apart.
    pub fn beside_cases(&self, pair: &EntryPair) -> Vec<AliasCase> {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        let (old, new) = (&base.functions[pair.base], self.promised_by_both(pair));
        let unit = |module: &Module, function: &Function, index: usize| {
            let param = function.params.get(index)?;
            pointed_to(module, function.locals[param.local].source_type).and_then(|ty| size_of(module, ty))
        };
        // Elements of another size lie elsewhere.
        let same = (0..new.params.len()).all(|index| unit(base, old, index) == unit(modified, &new, index));
        let nesting = Nesting { depth: self.options.max_nesting };
        if same && pair.name != "main" { beside_cases(modified, &new, nesting) } else { Vec::new() }
    }

    /// Callers of the old version could pass one object to parameters that only the new one declares `restrict`.
    fn newly_restrict(&self, pair: &EntryPair) -> Option<LedgerLine> {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        let (old, new) = (&base.functions[pair.base], &modified.functions[pair.modified]);
        let is_new = |at: &usize| is_restrict_parameter(modified, new, *at) && !is_restrict_parameter(base, old, *at);
        let index = (0..new.params.len()).find(is_new).filter(|_| new.params.len() > 1)?;
        let name = &parameter_names(new)[index];
        let detail =
            format!("objects that overlap were not given for `{name}`, which only the new version declares restrict");
        Some(LedgerLine::new(Weakness::Alias, detail))
    }

    /// The new version of a function with the promises about its parameters that the old one makes too.
    fn promised_by_both(&self, pair: &EntryPair) -> Function {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        let mut function = modified.functions[pair.modified].clone();
        let old = &base.functions[pair.base];
        for (index, param) in function.params.iter_mut().enumerate() {
            let was = old.params.get(index);
            param.not_null &= was.is_some_and(|was| was.not_null);
            param.at_least = param.at_least.min(was.map_or(0, |was| was.at_least));
        }
        function
    }

    /// What is looked at. Where `main` ends, what runs at exit is run too.
    pub fn observation(&self, pair: &EntryPair) -> Observation {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        let at_end =
            if pair.name == "main" { SeenAtEnd::default() } else { SeenAtEnd::of(base).or(SeenAtEnd::of(modified)) };
        Observation { at_end, ..self.options.observed() }
    }

    /// The globals that are looked at.
    pub fn visible(&self, pair: &EntryPair) -> Visible {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        match entry(&pair.name) {
            Entry::Function(_) if self.options.globals() != Globals::Initial => {
                let mut names = named_globals(base, pair.base);
                names.extend(named_globals(modified, pair.modified));
                // What nobody writes is after the call what it was before: a changed initial value is no function's doing.
                let unwritten = only_read(base).intersection(&only_read(modified)).cloned().collect();
                Visible::only(modified, names.difference(&unwritten).cloned().collect())
            }
            _ => Visible::all(),
        }
    }
}

/// What both versions leave out, each entry once.
fn notes(base: &Origin, modified: &Origin) -> Vec<String> {
    let mut notes = modified.notes.clone();
    notes.extend(base.notes.iter().filter(|note| !modified.notes.contains(note)).map(|note| {
        let label = &base.label;
        format!("{label}: {note}")
    }));
    notes
}

/// Submodules that one of the versions does not have: their files are in neither comparison.
fn missing(base: &Origin, modified: &Origin) -> Vec<String> {
    let mut found = Vec::new();
    let names: BTreeSet<&PathBuf> = base.left_out.keys().chain(modified.left_out.keys()).collect();
    for name in names {
        let (was, is) = (base.left_out.get(name), modified.left_out.get(name));
        if [was, is].contains(&Some(&None)) {
            found.push(format!("{} cannot be read", name.display()));
        } else if was != is {
            found.push(format!("{} has changed and is not compiled; incise.toml can name it", name.display()));
        }
    }
    for origin in [base, modified] {
        found.extend(
            origin
                .missing_submodules()
                .map(|folder| format!("{}: the submodule {} is not there", origin.label, folder.display())),
        );
    }
    found
}

/// The options, completed by what the project says.
fn with_project_defaults(options: &ComparisonRequest, manifest: &Manifest) -> Result<ComparisonRequest, Failure> {
    let mut options = options.clone();
    if options.function.is_empty() && options.entry.is_none() {
        options.function.clone_from(&manifest.entries);
    }
    options.function.extend(options.entry.clone());
    let wrong = |key: &str, problem: String| messages::wrong(MANIFEST, format!("`{key}`: {problem}"));
    if let (None, Some(callers)) = (options.callers, &manifest.callers) {
        options.callers = Some(value_parsers::callers(&callers.text()).map_err(|message| wrong("callers", message))?);
    }
    if let (None, Some(globals)) = (options.globals, &manifest.globals) {
        options.globals = Some(value_parsers::globals(globals).map_err(|message| wrong("globals", message))?);
    }
    if let (None, Some(alloc)) = (options.limits.alloc, &manifest.alloc) {
        options.limits.alloc = Some(value_parsers::alloc(alloc).map_err(|message| wrong("alloc", message))?);
    }
    for name in &manifest.accept_within {
        let accepted = value_parsers::restriction(name).map_err(|message| wrong("accept_within", message))?;
        options.accept_within.push(accepted);
    }
    options.allow_interface |= manifest.allow_interface;
    let (limits, bounds) = (&mut options.limits, &manifest.bounds);
    limits.loop_bound = limits.loop_bound.or(bounds.loops);
    limits.max_depth = limits.max_depth.or(bounds.depth);
    limits.timeout = limits.timeout.or(duration("timeout", &bounds.timeout)?);
    limits.solver_timeout = limits.solver_timeout.or(duration("solver_timeout", &bounds.solver_timeout)?);
    Ok(options)
}

/// Where runs start.
pub fn entry(name: &str) -> Entry {
    if name == "main" { Entry::Main } else { Entry::Function(name.to_owned()) }
}

/// How runs are bounded and what surrounds them.
pub fn config(options: &ComparisonRequest, entry: Entry, time: Duration) -> Config {
    limited(&options.limits).with(|run| {
        run.entry = entry;
        run.environment.globals = options.globals().start();
        run.checks.ub = ub_policy(options.ub);
        run.search.keep_paths = options.paths;
        run.comparison.suppose_undecided = true;
        run.environment.open_pointees = true;
        run.comparison.log_accesses = true;
        // What is not compared cannot be taken to be answered alike.
        run.comparison.doubts_unwritten = true;
        run.comparison.calls_are_events = options.observe.contains(&Aspect::Calls);
        run.environment.pointee_elements = options.max_elements.max(1);
        run.search.order = options.order.order();
        run.search.seed = options.seed;
        run.bounds.loop_bound = run.bounds.loop_bound.or(Some(LOOP_BOUND));
        run.bounds.timeout = Some(time);
    })
}

/// Arguments are read by `main` only.
fn takes_arguments(options: &ComparisonRequest, base: &Version, modified: &Version) -> Result<(), Failure> {
    let option = match &options.limits {
        limits if !limits.sym_args.is_empty() => "--sym-args",
        limits if !limits.arg.is_empty() => "--arg",
        _ => return Ok(()),
    };
    let has_main = |version: &Version| {
        let module = &version.program.linked;
        module.function("main").is_some_and(|id| module.has_body(id))
    };
    if has_main(base) && has_main(modified) {
        return Ok(());
    }
    Err(messages::refused(messages::no_effect(option, "without a function `main` in both versions")))
}
