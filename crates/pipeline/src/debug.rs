//! `incise debug`: which decision makes a test fail that passed before.
//!
//! *Source*: [idise-icsm2012] §IV-B.

use crate::diff::load::LoadedVersions;
use crate::diff::pair::{Analysis, EntryPair};
use crate::diff::visible::Visible;
use crate::draft::{Draft, Form};
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::request::{ComparisonRequest, DebugRequest};
use crate::schedule::{self, Turn};
use crate::source_location;
use crate::suite;
use crate::verdict;
use crate::versions::Version;
use crate::watchdog::Watchdog;
use incise_compare::{ComparisonInput, Suspect, SuspectError, Suspicion, suspects};
use incise_engine::{Aspects, Config, ObservedSubset, PathRecord};
use incise_ir::Span;
use incise_replay::{Replayer, Sanitize, Test, TestEntry, differences};
use incise_report::{Debugged, SuspectEntry, call, debugged_text, decision_text, inputs};
use incise_solver::Solver;

/// Runs the command.
pub fn run(options: &DebugRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let asked = &options.diff;
    let form = asked.form;
    let draft = Draft::begin(undecided(options), form, watchdog);
    watchdog.phase("reading the test");
    let given = suite::read(&options.test)?;
    let [test] = given.as_slice() else {
        let n_tests = given.len();
        return Err(messages::wrong(options.test.display(), format!("{n_tests} tests; `incise debug` takes one")));
    };
    watchdog.phase("reading the versions");
    let (base, modified) = source_location::both(&asked.versions)?;
    let ready = LoadedVersions::of(asked, base, modified, watchdog)?;
    let (asked, base, modified) = (&ready.options, &ready.base, &ready.modified);
    watchdog.phase("following the test");
    let analysis = ready.analysis();
    let pair = entry(&options.diff, (&ready, &analysis), &test.name, test.entry.as_ref())?;
    let module = &modified.program.linked;
    let unbounded = |config: Config| config.with(|run| run.bounds.loop_bound = None);
    let (old, new) = ready.configs(&pair);
    let configs = (unbounded(old), unbounded(new));
    let does_not_fit = |why: String| messages::wrong(&test.name, format!("does not fit: {why}"));
    let fitted = test.fit(module, &configs.1).map_err(does_not_fit)?;
    test.fit(&base.program.linked, &configs.0).map_err(does_not_fit)?;
    let shaped = |config: &Config| fitted.alias_case.of(config);
    let configs = (shaped(&configs.0), shaped(&configs.1));
    let (everything, observe) = (ObservedSubset::default(), asked.observed());
    let task = ComparisonInput {
        base: incise_compare::Version { module: &base.program.linked, config: &configs.0, plan: None },
        modified: incise_compare::Version { module, config: &configs.1, plan: None },
        observe: &observe,
        compared: &everything,
        defined: None,
        guide: None,
        coupling: None,
        dependence: None,
        // One path is followed.
        jobs: 1,
    };
    let impacted = analysis.impacted_branches(&pair);
    let given_inputs = fitted.inputs.into_iter().collect();
    let found = suspects(task, &given_inputs, (&impacted.0, &impacted.1), &|| Solver::new(ready.solver.clone()));
    let found = found.map_err(|error: SuspectError| messages::wrong(&test.name, error))?;
    let native = Native::new(&ready, (&configs.0, &configs.1), &pair)?;
    watchdog.phase("running the test natively");
    let differs = native.differs(&found.base, &found.modified)?;
    let mut document = document(options, &ready, &pair, &found, &analysis);
    (document.fails, document.differs) = (!differs.is_empty(), differs);
    draft.update(|known| known.clone_from(&document));
    if document.fails {
        let entry = |suspect: &Suspect, _: Turn| -> Result<SuspectEntry, Failure> {
            let place = module.functions[suspect.decision.function].blocks[suspect.decision.block].terminator.span;
            let (file, source) = source(modified, place);
            Ok(SuspectEntry {
                function: module.functions[suspect.decision.function].source_name.clone(),
                file,
                line: place.line,
                source,
                decision: decision_text(module, &suspect.decision),
                changed: analysis.is_end_changed(suspect.decision.function, suspect.decision.block),
                passes: native.differs(&suspect.base, &suspect.modified)?.is_empty(),
                inputs: inputs(module, &suspect.modified),
                call: call(module, &pair.name, &suspect.modified),
            })
        };
        document.suspects = schedule::each(&found.suspects, asked.jobs, entry)?;
        // Stable: the order of the path decides among equals.
        document.suspects.sort_by_key(|suspect| (!suspect.passes, !suspect.changed));
    }
    let form = Form { quiet: false, ..asked.form };
    let text = form.print(&document, String::new, |style| Ok(debugged_text(&document, style)))?;
    Ok(Answer { text, code: verdict::code_of_debugging(&document) })
}

/// The document when nothing is known yet.
fn undecided(options: &DebugRequest) -> Debugged {
    Debugged {
        schema: String::from(incise_report::SCHEMA),
        command: String::from("debug"),
        base: Vec::new(),
        modified: Vec::new(),
        test: options.test.display().to_string(),
        function: String::new(),
        fails: false,
        differs: Vec::new(),
        constraints: 0,
        removed_constraints: 0,
        suspects: Vec::new(),
        undecided: Vec::new(),
        changed_lines: Vec::new(),
        stopped: None,
    }
}

/// The function that the test calls.
fn entry(
    given: &ComparisonRequest,
    (ready, analysis): (&LoadedVersions, &Analysis),
    test: &str,
    entry: Option<&TestEntry>,
) -> Result<EntryPair, Failure> {
    let named = entry.map(|entry| match entry {
        TestEntry::Main => "main",
        other => other.function().unwrap_or_default(),
    });
    // Options only: functions that the project names are no choice for this test.
    let asked = given.function.iter().chain(&given.entry).find(|asked| named.is_some_and(|named| *asked != named));
    if let (Some(asked), Some(named)) = (asked, named) {
        return Err(messages::wrong(test, format!("a test of `{named}`, not of `{asked}`")));
    }
    if let Some(name) = entry.and_then(TestEntry::function)
        && !(given.limits.arg.is_empty() && given.limits.sym_args.is_empty())
    {
        let option = if given.limits.arg.is_empty() { "--sym-args" } else { "--arg" };
        return Err(messages::wrong(test, messages::no_effect(option, &format!("on a test of `{name}`"))));
    }
    let mut pairs = match entry {
        Some(TestEntry::Main) => analysis.asked(&[String::from("main")])?,
        Some(entry) => analysis.asked(&[entry.function().unwrap_or_default().to_owned()])?,
        None => ready.entries(analysis)?,
    };
    if pairs.len() == 1
        && let Some(pair) = pairs.pop()
    {
        return Ok(pair);
    }
    Err(messages::without_entry(test))
}

fn document(
    options: &DebugRequest,
    ready: &LoadedVersions,
    pair: &EntryPair,
    found: &Suspicion,
    analysis: &Analysis,
) -> Debugged {
    let module = &ready.modified.program.linked;
    let (old, new) = (found.base_constraints, found.mod_constraints);
    Debugged {
        base: ready.base.names(),
        modified: ready.modified.names(),
        function: pair.name.clone(),
        constraints: (old.all + new.all) as u64,
        removed_constraints: (old.all - old.kept + new.all - new.kept) as u64,
        undecided: found.undecided.iter().map(|decision| decision_text(module, decision)).collect(),
        changed_lines: analysis.changed_lines(&found.run),
        ..undecided(options)
    }
}

/// The file and the text of a line, as far as they can be read.
fn source(version: &Version, place: Span) -> (String, String) {
    let Some(file) = version.program.linked.files.get(place.file) else { return (String::new(), String::new()) };
    let path = version.origin.folder.join(&file.directory).join(&file.path);
    let text = std::fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let line = text.lines().nth((place.line as usize).saturating_sub(1)).unwrap_or_default();
    (file.path.clone(), line.to_owned())
}

/// Both versions, compiled.
struct Native<'a> {
    ready: &'a LoadedVersions,
    visible: Visible,
    configs: (&'a Config, &'a Config),
    base: Replayer,
    modified: Replayer,
    aspects: Aspects,
}

impl<'a> Native<'a> {
    fn new(
        ready: &'a LoadedVersions,
        configs: (&'a Config, &'a Config),
        pair: &EntryPair,
    ) -> Result<Native<'a>, Failure> {
        let replayer = |version: &Version, name: &str| {
            let entry = if name == "main" { TestEntry::Main } else { TestEntry::Function(name.to_owned()) };
            Replayer::new(version.files(), version.frontend(), &entry, Sanitize::No)
        };
        Ok(Native {
            base: replayer(&ready.base, &pair.base_name)?,
            modified: replayer(&ready.modified, &pair.name)?,
            aspects: ready.options.observed().aspects,
            ready,
            visible: ready.visible(pair),
            configs,
        })
    }

    /// In what the versions differ on an input.
    fn differs(&self, base: &PathRecord, modified: &PathRecord) -> Result<Vec<String>, Failure> {
        let test = |version: &Version, config: &Config, record: &PathRecord| {
            Test::from_path(version.files(), &version.frontend().flags, &version.program.linked, config, record)
        };
        let mut old = self.base.replay(&test(&self.ready.base, self.configs.0, base))?;
        let test = test(&self.ready.modified, self.configs.1, modified);
        let mut new = self.modified.replay(&test)?;
        self.visible.restrict(&mut old);
        self.visible.restrict(&mut new);
        Ok(differences(self.modified.module(), &test, &old, &new, self.aspects))
    }
}
