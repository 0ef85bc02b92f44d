//! `incise diff` and `incise verify`: read two versions, find what the change reaches, compare, replay, report.

pub(crate) mod baseline;
mod call_graph;
mod case_findings;
mod coupling;
mod cover;
mod decide;
mod draft;
mod equivalent_calls;
mod escaping;
mod history;
mod impact;
mod interface;
mod known_sequences;
pub(crate) mod load;
mod opened_files;
pub(crate) mod pair;
mod pair_task;
mod private_state;
mod reach;
mod recursion;
mod reentry;
mod same_values;
mod select;
mod sequence;
mod strategy;
mod symbols;
mod unobserved;
pub(crate) mod visible;
mod witness;
mod written;

use crate::assume;
use crate::draft::Draft;
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::out;
use crate::request::ComparisonRequest;
use crate::schedule::{self, Turn};
use crate::source_location;
use crate::verdict;
use crate::watchdog::Watchdog;
use baseline::Baseline;
use draft::{Comparing, empty};
use history::History;
use incise_base::Stopwatch;
use incise_compare::Coupling;
use incise_engine::AliasCase;
use incise_ir::Global;
use incise_report::{
    ComparisonCommand, DecidedBy, DiffVerdict, Diffed, Findings, FunctionFindings, LedgerLine, SearchGuide,
    StageWeakness, WholeFindings,
};
use known_sequences::KnownSequences;
use load::LoadedVersions;
use pair::{Analysis, EntryPair};
use pair_task::{Histories, PairTask};
use private_state::PrivateState;
use select::{Compared, PairComparer};
pub(crate) use strategy::reason_to_ignore;
use strategy::{Case, Searched};
use tracing::{debug, debug_span};

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
    let private = PrivateState::new(ready, &analysis);
    let sequences = KnownSequences::default();
    let comparer = Comparer { versions: ready, analysis: &analysis, draft, private, sequences };
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
    let is_related = |global: &Global| comparer.private.relates_initial_values(global);
    let found = match options.function.is_empty() {
        true => interface::changes(&analysis, is_main_decided, &is_related),
        false => Vec::new(),
    };
    let (interface, mut undecided): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|line| line.kind == StageWeakness::Interface.into());
    undecided.extend(ready.missing.iter().map(|detail| LedgerLine::new(StageWeakness::Missing, detail)));
    let whole = WholeFindings { interface, is_interface_allowed: options.allow_interface, undecided };
    let verdict = verdict::of_comparison(&functions, &whole);
    Ok(Findings {
        base: base.names(),
        modified: modified.names(),
        revisions: ready.revisions.clone(),
        verdict,
        functions,
        seen_from: selected.seen_from,
        whole,
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
    private: PrivateState<'a>,
    sequences: KnownSequences,
}

impl Comparer<'_> {
    fn update(&self, change: impl FnOnce(&mut Comparing)) {
        if let Some(draft) = self.draft {
            draft.update(change);
        }
    }
}

impl Comparer<'_> {
    /// Where a verdict is open: whether a sequence of calls with known arguments shows a difference.
    fn decide_by_calls(&self, pair: &EntryPair, turn: Turn, compared: &mut Compared) -> Result<(), Failure> {
        let is_open = matches!(compared.found.verdict, DiffVerdict::Undecided | DiffVerdict::Within);
        if !is_open || self.versions.watchdog.stopping().is_some() {
            return Ok(());
        }
        let ((old, new), case) = (self.versions.configs(pair), AliasCase::default());
        let (task, configs) = (PairTask::new(self.versions, self.analysis, pair, None), (case.of(&old), case.of(&new)));
        let history = History { task: &task, configs: &configs, jobs: turn.jobs };
        if let Some(shown) = history.known(&self.sequences, self.versions.options.guide.into())? {
            let held = |line: &LedgerLine| line.kind == StageWeakness::HeldBack.into();
            if let Some(at) = compared.found.bounds_hit.iter().position(held) {
                compared.found.bounds_hit.remove(at);
            }
            compared.found = shown.merged(compared.found.clone());
            compared.tests.extend(shown.tests);
        }
        Ok(())
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
        let compare = |coupling, histories| {
            compare_entry(self.versions, self.analysis, pair, Start { turn, coupling, histories }, &so_far)
        };
        // Long histories are tried where it is not proved that none differs.
        let histories = if self.private.may_matter(pair) { Histories::Short } else { Histories::Long };
        let mut compared = compare(None, histories)?;
        let mut used = None;
        if let Some(coupling) = self.private.may_decide(pair, &compared.found) {
            let related = compare(Some(coupling), histories)?;
            for line in related.found.bounds_hit.iter().chain(&related.found.approximations) {
                debug!(entry = pair.name, detail = line.detail, "open from related states");
            }
            if self.private.decides(&compared.found, &related.found) {
                compared = related;
                used = Some(coupling);
            }
        }
        if histories == Histories::Short && PrivateState::is_open(&compared.found) {
            let long = compare(None, Histories::Long)?;
            if long.found.verdict == DiffVerdict::Different || compared.found.invariants.is_empty() {
                (compared, used) = (long, None);
            }
        }
        self.decide_by_calls(pair, turn, &mut compared)?;
        let was_run = compared.found.decided_by.is_executed();
        verdict::weaken(&mut compared.found, || unobserved::unobserved(self.analysis, pair, was_run));
        if let Some(coupling) = used {
            verdict::bound_equal(&mut compared.found, || reentry::between_calls(self.analysis, coupling));
        }
        self.update(|known| known.found(&counted(&compared.found), true));
        Ok(compared)
    }

    fn is_known(&self, found: &FunctionFindings) {
        self.update(|known| known.found(found, true));
    }

    fn settle(&self, pair: &EntryPair, found: &mut FunctionFindings) -> Result<(), Failure> {
        let Some(coupling) = self.private.contradicts(pair, found) else { return Ok(()) };
        let turn = Turn { n_waiting: 0, jobs: self.versions.options.jobs };
        let start = Start { turn, coupling: Some(coupling), histories: Histories::Long };
        let mut related = compare_entry(self.versions, self.analysis, pair, start, &|_| {})?.found;
        verdict::weaken(&mut related, || unobserved::unobserved(self.analysis, pair, true));
        verdict::bound_equal(&mut related, || reentry::between_calls(self.analysis, coupling));
        match related.verdict {
            DiffVerdict::Equivalent | DiffVerdict::Within => *found = related,
            _ => PrivateState::take_back(found),
        }
        self.update(|known| known.found(found, true));
        Ok(())
    }
}

/// What a comparison of a function may use, and from which states.
struct Start<'a> {
    turn: Turn,
    /// How private states are related, where that was proved.
    coupling: Option<&'a Coupling>,
    histories: Histories,
}

/// Compares one function; with tests of what differs.
fn compare_entry(
    ready: &LoadedVersions,
    analysis: &Analysis,
    pair: &EntryPair,
    Start { turn, coupling, histories }: Start<'_>,
    so_far: &(dyn Fn(&FunctionFindings) + Sync),
) -> Result<Compared, Failure> {
    let LoadedVersions { options, modified, watchdog, .. } = ready;
    let time = watchdog.share(turn.n_waiting);
    let guide = SearchGuide::from(options.guide);
    if coupling.is_none() && !analysis.is_reached(pair) && !strategy::passes_on(options, analysis, pair) {
        let found = FunctionFindings::undisturbed(&pair.name, guide, DecidedBy::NotReached, analysis.lines(pair));
        return Ok(Compared { found, tests: Vec::new() });
    }
    let task = PairTask { histories, ..PairTask::new(ready, analysis, pair, coupling) };
    let (start, (cases, left_out)) = (Stopwatch::start(), ready.cases(pair));
    let n_cases = cases.len();
    let compare = |(number, alias_case): &(usize, AliasCase), turn: Turn| -> Result<Searched, Failure> {
        // What the first ones leave of the time is for the others, and each has some.
        let left = time.saturating_sub(start.elapsed()).max(time / LEAST_PART);
        let is_between = number + 1 < n_cases && *number > 0;
        let time = if is_between { (left / 2).max(time / LEAST_PART) } else { left };
        let time = time.min(watchdog.time_left());
        let mut searched = Case::new(&task, alias_case, time, turn.jobs)?.compare()?;
        verdict::bound_proof(&mut searched.found, alias_case);
        searched.found = case_findings::qualify_conditions(searched.found, &modified.program.linked, pair, alias_case);
        Ok(searched)
    };
    let (mut whole, mut tests): (Option<FunctionFindings>, _) = (None, Vec::new());
    // Where it matters that pointers lead to objects apart, they lead into one as well.
    for is_beside in [false, true] {
        let cases = match is_beside {
            false => cases.clone(),
            true if whole.as_ref().is_some_and(verdict::rests_on_apart_objects) => ready.beside_cases(pair),
            true => break,
        };
        let numbered: Vec<(usize, AliasCase)> = cases.into_iter().enumerate().collect();
        schedule::in_order(&numbered, turn.jobs, compare, |Searched { found: part, tests: shown, .. }| {
            tests.extend(shown);
            whole = Some(match whole.take() {
                None => part,
                Some(before) => case_findings::merge_cases(before, part),
            });
            whole.iter().for_each(so_far);
        })?;
    }
    let mut whole = whole.expect("there is always one case");
    verdict::bound(&mut whole, left_out);
    whole.assumptions.extend(assume::lines(&options.assume));
    whole.invariants = coupling.map_or_else(Vec::new, Coupling::texts);
    Ok(Compared { found: whole, tests })
}
