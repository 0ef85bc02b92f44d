//! `incise diff` and `incise verify`: read two versions, find what the change reaches, compare, replay, report.

pub(crate) mod alias_case;
mod assume;
pub(crate) mod baseline;
mod call_graph;
mod case_findings;
mod cover;
mod decide;
mod draft;
mod equivalent_calls;
mod impact;
mod interface;
pub(crate) mod load;
pub(crate) mod pair;
mod reach;
mod recursion;
mod select;
mod strategy;
pub(crate) mod structures;
mod symbols;
mod unobserved;
pub(crate) mod visible;
mod witness;
mod written;

use crate::draft::Draft;
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::out;
use crate::request::ComparisonRequest;
use crate::schedule::{self, Turn};
use crate::source_location;
use crate::verdict;
use crate::watchdog::Watchdog;
use alias_case::AliasCase;
use baseline::Baseline;
use draft::{Comparing, empty};
use incise_base::Stopwatch;
use incise_report::{
    ComparisonCommand, DecidedBy, DiffVerdict, Diffed, Findings, FunctionFindings, LedgerLine, SearchGuide,
    StageWeakness,
};
use load::LoadedVersions;
use pair::{Analysis, EntryPair};
use select::{Compared, PairComparer};
pub(crate) use strategy::reason_to_ignore;
use strategy::{Case, PairTask, Searched};
use tracing::debug_span;

/// The part of the time that every kind of pointers gets at least.
const LEAST_PART: u32 = 16;

/// Runs the command under its name.
pub fn run(options: &ComparisonRequest, command: ComparisonCommand, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let start = Stopwatch::start();
    if let Some(criterion) = options.cover {
        return cover::run(options, criterion, watchdog);
    }
    if let Some(folder) = &options.out {
        out::check(folder, None)?;
    }
    let _replaced = Comparing::begin(empty(options, command), options, None, watchdog);
    watchdog.phase("reading the baseline");
    let mut baseline = options.baseline.as_deref().map(|file| Baseline::read(file, options.accept)).transpose()?;
    let draft = Comparing::begin(empty(options, command), options, baseline.as_ref(), watchdog);
    watchdog.phase("reading the versions");
    let (base, modified) = source_location::both(&options.versions)?;
    let ready = LoadedVersions::of(options, base, modified, watchdog)?;
    let mut findings = versions(&ready, command, Some(&draft))?;
    findings.wall_ms = start.elapsed().as_secs_f64() * 1e3;
    if let Some(baseline) = &baseline {
        baseline.mark(&mut findings);
    }
    let mut code = debug_span!("verdict").in_scope(|| verdict::code_of_comparison(&findings));
    if let (Some(baseline), true) = (&mut baseline, options.accept) {
        if watchdog.stopping().is_some() {
            return Err(messages::refused("stopped before everything was compared; nothing is accepted"));
        }
        let n_accepted = baseline.accept(&findings)?;
        eprintln!("{n_accepted} differences are accepted from now on");
        let mut accepted = findings.clone();
        baseline.mark(&mut accepted);
        code = verdict::code_of_comparison(&accepted);
    }
    let _stage = debug_span!("report").entered();
    let word = || format!("{}\n", draft::word_of(&findings));
    let text = options.form.print(&Diffed::from(&findings), word, |style| Ok(draft::text(&findings, style)))?;
    Ok(Answer { text, code })
}

/// Compares two versions and gives what was found.
pub fn versions(
    ready: &LoadedVersions,
    command: ComparisonCommand,
    draft: Option<&Draft<Comparing>>,
) -> Result<Findings, Failure> {
    let LoadedVersions { options, base, modified, watchdog, .. } = ready;
    let update = |change: &dyn Fn(&mut Comparing)| draft.map_or((), |draft| draft.update(|known| change(known)));
    update(&|known| known.read(base.names(), modified.names(), ready.notes.clone()));
    watchdog.phase("analysing the change");
    let analysis = ready.analysis();
    let comparer = Comparer { versions: ready, analysis: &analysis, draft };
    let selected = select::compare(options, &ready.manifest, &analysis, &comparer)?;
    let mut functions = selected.functions;
    if let Some(folder) = &options.out {
        watchdog.phase("writing tests");
        written::write_tests(folder, ready, &selected.tests, &mut functions)?;
    }
    assume::is_possible(options, &functions)?;
    let notes = ready.notes.clone();
    let is_main_decided = functions.iter().any(|function| {
        function.name == "main" && matches!(function.verdict, DiffVerdict::Equivalent | DiffVerdict::Different)
    });
    let mut undecided =
        if options.function.is_empty() { interface::undecided(&analysis, is_main_decided) } else { Vec::new() };
    undecided.extend(ready.missing.iter().map(|detail| LedgerLine::new(StageWeakness::Missing, detail)));
    let verdict = verdict::of_comparison(&functions, &undecided);
    Ok(Findings {
        base: base.names(),
        modified: modified.names(),
        revisions: ready.revisions.clone(),
        verdict,
        functions,
        seen_from: selected.seen_from,
        undecided,
        globals: analysis.variables(),
        notes: notes.into_iter().chain(selected.notes).collect(),
        removed: analysis.removed(),
        added: analysis.added(),
        ..empty(options, command)
    })
}

/// Compares pairs of functions and keeps the draft.
struct Comparer<'a> {
    versions: &'a LoadedVersions,
    analysis: &'a Analysis<'a>,
    draft: Option<&'a Draft<Comparing>>,
}

impl Comparer<'_> {
    fn update(&self, change: impl FnOnce(&mut Comparing)) {
        if let Some(draft) = self.draft {
            draft.update(change);
        }
    }
}

impl PairComparer for Comparer<'_> {
    fn begin(&self, pairs: &[EntryPair]) {
        let (options, why) = (&self.versions.options, "it was not compared");
        let waiting = |pair| draft::not_compared(options, self.analysis, pair, StageWeakness::Waiting, why);
        let waiting = pairs.iter().map(waiting).collect();
        self.update(|known| known.compare(waiting));
    }

    fn compare(&self, pair: &EntryPair, turn: Turn) -> Result<Compared, Failure> {
        let LoadedVersions { options, watchdog, .. } = self.versions;
        if let Some(kind) = watchdog.stopping() {
            let found = draft::not_compared(options, self.analysis, pair, kind, "the command was stopped before");
            return Ok(Compared { found, tests: Vec::new() });
        }
        watchdog.phase(format!("comparing `{}`", pair.name));
        self.update(|known| known.start(&pair.name));
        // What differs in a static function counts only once its callers were compared.
        let is_private = options.function.is_empty() && self.analysis.is_static(pair);
        let counted = |found: &FunctionFindings| FunctionFindings {
            from_callers: (is_private && found.verdict == DiffVerdict::Different).then_some(DiffVerdict::Undecided),
            ..found.clone()
        };
        let so_far = |found: &FunctionFindings| self.update(|known| known.found(&counted(found), false));
        let mut compared = compare_entry(self.versions, self.analysis, pair, turn, &so_far)?;
        let was_run = compared.found.decided_by.is_executed();
        verdict::weaken(&mut compared.found, || unobserved::unobserved(self.analysis, pair, was_run));
        self.update(|known| known.found(&counted(&compared.found), true));
        Ok(compared)
    }

    fn is_known(&self, found: &FunctionFindings) {
        self.update(|known| known.found(found, true));
    }
}

/// Compares one function; with tests of what differs.
fn compare_entry(
    ready: &LoadedVersions,
    analysis: &Analysis,
    pair: &EntryPair,
    turn: Turn,
    so_far: &(dyn Fn(&FunctionFindings) + Sync),
) -> Result<Compared, Failure> {
    let LoadedVersions { options, modified, watchdog, .. } = ready;
    let time = watchdog.share(turn.n_waiting);
    let lines = analysis.lines(pair);
    let guide = SearchGuide::from(options.guide);
    if !analysis.is_reached(pair) && !strategy::passes_on(options, analysis, pair) {
        let found = FunctionFindings::undisturbed(&pair.name, guide, DecidedBy::NotReached, lines);
        return Ok(Compared { found, tests: Vec::new() });
    }
    let task = PairTask {
        versions: ready,
        analysis,
        pair,
        observe: ready.observation(pair),
        lines,
        natively: witness::Natively::default(),
    };
    let (start, cases) = (Stopwatch::start(), alias_case::alias_cases(&modified.program.linked, pair, options));
    let left_out = alias_case::left_out(&modified.program.linked, pair, &cases, options);
    let numbered: Vec<(usize, &AliasCase)> = cases.iter().enumerate().collect();
    let compare = |(number, alias_case): &(usize, &AliasCase), turn: Turn| -> Result<Searched, Failure> {
        // What the first ones leave of the time is for the others, and each has some.
        let left = time.saturating_sub(start.elapsed()).max(time / LEAST_PART);
        let is_between = number + 1 < cases.len() && *number > 0;
        let time = if is_between { (left / 2).max(time / LEAST_PART) } else { left };
        let time = time.min(watchdog.time_left());
        let mut searched = Case::new(&task, alias_case, time, turn.jobs)?.compare()?;
        searched.found = case_findings::qualify_conditions(searched.found, &modified.program.linked, pair, alias_case);
        Ok(searched)
    };
    let (mut whole, mut tests): (Option<FunctionFindings>, _) = (None, Vec::new());
    schedule::in_order(&numbered, turn.jobs, compare, |Searched { found: part, tests: shown, .. }| {
        tests.extend(shown);
        whole = Some(match whole.take() {
            None => part,
            Some(before) => case_findings::merge_cases(before, part),
        });
        whole.iter().for_each(so_far);
    })?;
    let mut whole = whole.expect("there is always one case");
    verdict::bound(&mut whole, left_out);
    whole.assumptions.extend(assume::lines(options));
    Ok(Compared { found: whole, tests })
}
