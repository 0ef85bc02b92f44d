//! `incise test`: which tests of a suite to run again after a change, which to add, and which to give up.
//!
//! *Source*: [dise-tosem2014] §6.3, Table IX: selection and augmentation by the conditions of impacted paths.

use crate::diff::load::LoadedVersions;
use crate::diff::pair::{Analysis, EntryPair};
use crate::diff::visible::compared;
use crate::draft::Draft;
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::out::{self, Out};
use crate::request::{Expect, GuideName, TestRequest};
use crate::schedule::{self, Turn};
use crate::source_location;
use crate::suite::{self, Fitted, Given};
use crate::verdict;
use crate::versions::Version;
use crate::watchdog::Watchdog;
use incise_base::Stopwatch;
use incise_compare::{ComparisonInput, ImpactedPair, ImpactedPairs, Membership, impacted_pairs};
use incise_engine::{Aspect, Config, UbPolicy, Weakness};
use incise_replay::{
    HarnessProgram, PROGRAM, Replayer, Sanitize, Test, TestEntry, compare, differences, unanswered_names,
};
use incise_report::{
    FunctionTested, LedgerLine, NewTest, ObsoleteTest, SelectedTest, StageWeakness, Tested, call, inputs, ledger_lines,
    tested_text,
};
use incise_solver::Solver;
use std::collections::BTreeMap;

/// Runs the command.
pub fn run(options: &TestRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let start = Stopwatch::start();
    let asked = &options.diff;
    let Some(folder) = &asked.suite else { return Err(messages::refused("`incise test` needs --suite DIR")) };
    if let Some(new) = &asked.out {
        out::check(new, Some(folder))?;
    }
    let form = asked.form;
    let draft = Draft::begin(untested(options, &[]), form, watchdog);
    watchdog.phase("reading the tests");
    let given = suite::read(folder)?;
    let mut document = untested(options, &given);
    draft.update(|known| known.clone_from(&document));
    watchdog.phase("reading the versions");
    let (base, modified) = source_location::both(&asked.versions)?;
    let ready = LoadedVersions::of(asked, base, modified, watchdog)?;
    let asked = &ready.options;
    (document.base, document.modified) = (ready.base.names(), ready.modified.names());
    watchdog.phase("analysing the change");
    let analysis = ready.analysis();
    let work = Work { expect: options.expect, ready: &ready, analysis: &analysis };
    let assigned = work.assigned(&given, &mut document)?;
    draft.update(|known| *known = so_far(&document, &given, &assigned));
    let test = |(pair, tests): &(EntryPair, Vec<&Given>), turn: Turn| -> Result<PairTested, Failure> {
        if watchdog.stopping().is_some() {
            watchdog.give_up();
        }
        watchdog.phase(format!("looking for tests of `{}`", pair.name));
        work.test_pair(pair, tests, turn.jobs)
    };
    let (mut new_tests, mut waiting) = (Vec::new(), assigned.as_slice());
    schedule::in_order(&assigned, asked.jobs, test, |PairTested { found, obsolete, new_tests: made }| {
        document.functions.push(found);
        document.obsolete.extend(obsolete);
        new_tests.extend(made);
        waiting = &waiting[1..];
        draft.update(|known| *known = so_far(&document, &given, waiting));
    })?;
    watchdog.phase("writing tests");
    if let Some(folder) = &asked.out {
        work.write(folder, &new_tests, &mut document.functions)?;
    }
    document.rerun = rerun(&given, &document);
    document.wall_ms = start.elapsed().as_secs_f64() * 1e3;
    let word = || document.rerun.iter().map(|line| format!("{line}\n")).collect();
    let text = asked.form.print(&document, word, |style| Ok(tested_text(&document, style)))?;
    Ok(Answer { text, code: verdict::code_of_tests(&document) })
}

/// The document when nothing is known yet: every test is to be run again.
fn untested(options: &TestRequest, given: &[Given]) -> Tested {
    Tested {
        schema: String::from(incise_report::SCHEMA),
        command: String::from("test"),
        base: Vec::new(),
        modified: Vec::new(),
        expect: String::from(if options.expect == Expect::Base { "base" } else { "mod" }),
        tests: given.len() as u64,
        functions: Vec::new(),
        obsolete: Vec::new(),
        rerun: given.iter().map(|test| test.name.clone()).collect(),
        wall_ms: 0.0,
        stopped: None,
    }
}

/// The document while functions wait: all their tests are to be run again.
fn so_far(document: &Tested, given: &[Given], waiting: &[(EntryPair, Vec<&Given>)]) -> Tested {
    let mut known = document.clone();
    for (pair, tests) in waiting {
        let selected = tests.iter().map(|test| SelectedTest { test: test.name.clone(), condition: None }).collect();
        let line = LedgerLine::new(StageWeakness::NotLookedAt, "the command was stopped before");
        known.functions.push(FunctionTested { selected, bounds_hit: vec![line], ..untouched(&pair.name) });
    }
    known.rerun = rerun(given, &known);
    // New tests are written when all are known.
    known.functions.iter_mut().flat_map(|function| &mut function.added).for_each(|test| test.file = None);
    known
}

/// What to run again: by `incise replay` where the test is ours.
fn rerun(given: &[Given], document: &Tested) -> Vec<String> {
    let selected = document.functions.iter().flat_map(|function| &function.selected);
    let line = |test: &SelectedTest| match given.iter().find(|one| one.name == test.test) {
        Some(one) if one.test().is_some() => format!("incise replay {} {}", test.test, document.modified.join(" ")),
        _ => test.test.clone(),
    };
    selected.map(line).collect()
}

struct Work<'a> {
    expect: Expect,
    ready: &'a LoadedVersions,
    analysis: &'a Analysis<'a>,
}

/// A pair of functions whose pointer parameters are of one kind each, and how its runs start.
struct PairCase<'a> {
    pair: &'a EntryPair,
    base: Config,
    modified: Config,
}

/// What is to be done about one function.
struct PairTested {
    found: FunctionTested,
    obsolete: Vec<ObsoleteTest>,
    new_tests: Vec<Made>,
}

/// A new test, and where in the document it stands.
struct Made {
    test: Test,
    function: String,
    position: usize,
}

impl Work<'_> {
    /// The functions that are tested or changed, each with its tests.
    fn assigned<'g>(
        &self,
        given: &'g [Given],
        document: &mut Tested,
    ) -> Result<Vec<(EntryPair, Vec<&'g Given>)>, Failure> {
        let changed = self.ready.entries(self.analysis)?;
        let mut by_name: BTreeMap<String, Vec<&Given>> = BTreeMap::new();
        for test in given {
            let name = match &test.entry {
                Some(TestEntry::Main) => String::from("main"),
                Some(entry) => entry.function().unwrap_or_default().to_owned(),
                None => match changed.as_slice() {
                    [only] => only.name.clone(),
                    _ => {
                        return Err(messages::without_entry(&test.name));
                    }
                },
            };
            let functions = &self.ready.options.function;
            let is_asked = functions.is_empty() || functions.contains(&name);
            match self.analysis.has(&name) {
                (_, false) => {
                    let why = format!("the function `{name}` is gone");
                    document.obsolete.push(ObsoleteTest { test: test.name.clone(), why });
                }
                _ if !is_asked => {}
                (false, true) => document.functions.push(FunctionTested {
                    selected: vec![SelectedTest { test: test.name.clone(), condition: None }],
                    ..untouched(&name)
                }),
                (true, true) => by_name.entry(name).or_default().push(test),
            }
        }
        let mut all = Vec::new();
        for pair in changed {
            let tests = by_name.remove(&pair.name).unwrap_or_default();
            all.push((pair, tests));
        }
        for (name, tests) in by_name {
            all.extend(self.analysis.asked(std::slice::from_ref(&name))?.into_iter().map(|pair| (pair, tests.clone())));
        }
        Ok(all)
    }

    fn configs(&self, pair: &EntryPair) -> (Config, Config) {
        let quick = |config: Config| config.with(|run| run.search.keep_paths = false);
        let (base, modified) = self.ready.configs(pair);
        (quick(base), quick(modified))
    }

    /// What is to be done about one function.
    fn test_pair(&self, pair: &EntryPair, tests: &[&Given], jobs: usize) -> Result<PairTested, Failure> {
        let configs = self.configs(pair);
        let (mut obsolete, mut new_tests) = (Vec::new(), Vec::new());
        let mut fitting: Vec<(&Given, Fitted)> = Vec::new();
        for test in tests {
            match test.fit(&self.ready.modified.program.linked, &configs.1) {
                Ok(fitted) => fitting.push((test, fitted)),
                Err(why) => obsolete.push(ObsoleteTest { test: test.name.clone(), why }),
            }
        }
        let mut found = untouched(&pair.name);
        if !self.analysis.is_reached(pair) {
            found.unaffected = fitting.iter().map(|(test, _)| test.name.clone()).collect();
            return Ok(PairTested { found, obsolete, new_tests });
        }
        let mut selected: BTreeMap<usize, Option<String>> = BTreeMap::new();
        for alias_case in self.ready.cases(pair).0 {
            let case = PairCase { pair, base: alias_case.of(&configs.0), modified: alias_case.of(&configs.1) };
            let of_case: Vec<usize> =
                (0..fitting.len()).filter(|number| fitting[*number].1.alias_case.is_like(&alias_case)).collect();
            let inputs = |number: &usize| fitting[*number].1.inputs.iter().cloned().collect();
            let (base, modified) = self.analysis.touched(pair);
            let question = Membership { base, modified, tests: of_case.iter().map(inputs).collect() };
            let pairs = self.pairs(&case, &question, jobs)?;
            found.unimpacted_paths += pairs.n_unimpacted;
            found.impacted_paths += pairs.pairs.len() as u64;
            let module = &self.ready.modified.program.linked;
            found.bounds_hit.extend(ledger_lines(module, &pairs.ledger, Weakness::loses_paths));
            let mut uncovered = Vec::new();
            for one in &pairs.pairs {
                for number in &one.tests {
                    let known = selected.entry(of_case[*number]).or_default();
                    *known = known.take().or_else(|| Some(one.condition.clone()));
                }
                for number in &one.unsure {
                    selected.entry(of_case[*number]).or_default();
                }
                if one.tests.is_empty() {
                    uncovered.push(one);
                }
            }
            for (line, test) in self.added(&case, &uncovered, jobs)? {
                let position = found.added.len();
                new_tests.extend(test.map(|test| Made { test, function: pair.name.clone(), position }));
                found.added.push(line);
            }
        }
        // What was not looked at may be where a test goes.
        if !found.bounds_hit.is_empty() {
            (0..fitting.len()).for_each(|number| {
                selected.entry(number).or_default();
            });
        }
        for (number, (test, _)) in fitting.iter().enumerate() {
            match selected.remove(&number) {
                Some(condition) => found.selected.push(SelectedTest { test: test.name.clone(), condition }),
                None => found.unaffected.push(test.name.clone()),
            }
        }
        Ok(PairTested { found, obsolete, new_tests })
    }

    /// The pairs of impacted paths.
    fn pairs(&self, case: &PairCase, question: &Membership, jobs: usize) -> Result<ImpactedPairs, Failure> {
        let PairCase { pair, base, modified } = case;
        let observe = self.ready.observation(pair);
        let visible = self.ready.visible(pair);
        let plan = (self.ready.options.guide == GuideName::Exact)
            .then(|| self.analysis.plan(pair, &observe, modified.checks.ub == UbPolicy::Report))
            .filter(|plan| plan.reached && plan.everything.is_none());
        let what = plan.as_ref().map(|plan| compared(&plan.outputs, &visible)).unwrap_or_default();
        let everything = visible.everything();
        let task = ComparisonInput {
            base: incise_compare::Version {
                module: &self.ready.base.program.linked,
                config: base,
                plan: plan.as_ref().map(|plan| &plan.base),
            },
            modified: incise_compare::Version {
                module: &self.ready.modified.program.linked,
                config: modified,
                plan: plan.as_ref().map(|plan| &plan.modified),
            },
            observe: &observe,
            compared: if plan.is_some() { &what } else { &everything },
            defined: None,
            guide: None,
            coupling: None,
            dependence: None,
            jobs,
        };
        let solver = || Solver::new(self.ready.solver.clone());
        Ok(impacted_pairs(task, question, &solver, &self.ready.watchdog.search())?)
    }

    /// New tests for impacted paths that no test takes, each run natively on both versions.
    fn added(
        &self,
        case: &PairCase,
        uncovered: &[&ImpactedPair],
        jobs: usize,
    ) -> Result<Vec<(NewTest, Option<Test>)>, Failure> {
        if uncovered.is_empty() {
            return Ok(Vec::new());
        }
        let pair = case.pair;
        let entry = |name: &str| match name {
            "main" => TestEntry::Main,
            name => TestEntry::Function(name.to_owned()),
        };
        let answers = self.ready.options.observe.contains(&Aspect::Calls);
        let made = if answers { Replayer::answering } else { Replayer::new };
        let replayer =
            |version: &Version, name: &str| made(version.files(), version.frontend(), &entry(name), Sanitize::No);
        let built = match (replayer(&self.ready.base, &pair.base_name), replayer(&self.ready.modified, &pair.name)) {
            (Ok(base), Ok(modified)) => Ok((base, modified)),
            (Err(error), _) | (_, Err(error)) => Err(error.to_string().lines().next().unwrap_or_default().to_owned()),
        };
        let visible = self.ready.visible(pair);
        let added = |one: &&ImpactedPair, _: Turn| -> Result<Option<(NewTest, Option<Test>)>, Failure> {
            let (Some(base), Some(modified)) = (&one.base, &one.modified) else { return Ok(None) };
            let completed = |version: &Version, config: &Config, record| {
                let flags = &version.frontend().flags;
                version
                    .completed(config, Test::from_path(version.files(), flags, &version.program.linked, config, record))
            };
            let tests = (
                completed(&self.ready.base, &case.base, base),
                completed(&self.ready.modified, &case.modified, modified),
            );
            let mut line = NewTest {
                condition: one.condition.clone(),
                inputs: inputs(&self.ready.modified.program.linked, modified),
                call: call(&self.ready.modified.program.linked, &pair.name, modified),
                differs: false,
                file: None,
                not_written: None,
            };
            let mut made = None;
            match &built {
                Err(error) => line.not_written = Some(format!("it does not build natively: {error}")),
                Ok((old, new)) => {
                    let seen = (old.replay(&tests.0)?, new.replay(&tests.1)?);
                    let mut looked = seen.clone();
                    visible.restrict(&mut looked.0);
                    visible.restrict(&mut looked.1);
                    let aspects = self.ready.options.observed().aspects;
                    line.differs = !differences(new.module(), &tests.1, &looked.0, &looked.1, aspects).is_empty();
                    let (mut kept, observed, module) = match self.expect {
                        Expect::Base => (tests.0, &seen.0, old.module()),
                        Expect::Mod => (tests.1, &seen.1, new.module()),
                    };
                    kept.expect_memory(module, observed);
                    let agreement = compare(&kept, None, observed);
                    if agreement.agrees {
                        made = Some(kept);
                    } else {
                        line.not_written = Some(agreement.differences.join("; "));
                    }
                }
            }
            Ok(Some((line, made)))
        };
        Ok(schedule::each(uncovered, jobs, added)?.into_iter().flatten().collect())
    }

    /// Writes the new tests, and their places into the document.
    fn write(&self, folder: &std::path::Path, made: &[Made], functions: &mut [FunctionTested]) -> Result<(), Failure> {
        let (version, other) = match self.expect {
            Expect::Base => (&self.ready.base, &self.ready.modified),
            Expect::Mod => (&self.ready.modified, &self.ready.base),
        };
        let others = unanswered_names(&other.program.own, &other.program.linked);
        let program = HarnessProgram { own: &version.program.own, linked: &version.program.linked, others: &others };
        let mut tests: Vec<Test> = made.iter().map(|made| made.test.clone()).collect();
        let out = Out::begin(folder, &self.ready.watchdog)?;
        let suite = out.suite("");
        let files = if version.origin.is_revision() {
            // What a test expects is a program that is nowhere else: it stays beside the tests.
            version.origin.keep(&out.place().join(PROGRAM))?;
            tests.iter_mut().for_each(|test| test.flags.extend(version.origin.flags()));
            suite.asserting_beside().write(program, &tests)?
        } else {
            suite.asserting(&version.origin.folder).write(program, &tests)?
        };
        out.finish()?;
        for (made, file) in made.iter().zip(files) {
            for function in functions.iter_mut().filter(|function| function.name == made.function) {
                if let Some(line) = function.added.get_mut(made.position) {
                    line.file = Some(file.display().to_string());
                }
            }
        }
        Ok(())
    }
}

fn untouched(name: &str) -> FunctionTested {
    FunctionTested {
        name: name.to_owned(),
        impacted_paths: 0,
        unimpacted_paths: 0,
        selected: Vec::new(),
        unaffected: Vec::new(),
        added: Vec::new(),
        bounds_hit: Vec::new(),
    }
}
