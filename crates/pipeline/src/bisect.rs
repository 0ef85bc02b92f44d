//! `incise bisect`: which commit first behaves differently from a good one.
//!
//! Every commit is compared with the good one, by a proof or a difference of functions, or by native runs of a test. Between a commit that
//! behaves as the good one and a later one that does not there is a commit that changes that; halving finds it with few comparisons.
//! Where behaviour changed and changed back, that is one of the commits that change it.

use crate::diff;
use crate::diff::load::LoadedVersions;
use crate::diff::visible::Visible;
use crate::draft::{Draft, Form};
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::native::stopped;
use crate::request::{BisectRequest, Callers};
use crate::source_location::{self, Origin};
use crate::verdict::{self, CLEAN, FOUND};
use crate::watchdog::{DEFAULT_LIMIT, Watchdog};
use incise_engine::{Aspect, named_globals};
use incise_history::{Commit, Repository, Revision, range};
use incise_ir::{FuncId, Function, Module};
use incise_replay::{Observed, Replayer, Sanitize, Test, differences};
use incise_report::{
    BisectCommit, BisectStep, BisectVerdict, Bisected, ComparisonCommand, DiffVerdict, Findings, diffed_text,
};
use std::collections::BTreeMap;
use std::path::Path;

/// What a commit does.
#[derive(Clone)]
enum Behaviour {
    Same,
    Changed(String),
    Unknown(String),
}

/// Runs the command.
pub fn run(options: &BisectRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let asked = &options.diff;
    let form = asked.form;
    let typed = |position: usize| asked.versions.versions.get(position).map_or("", String::as_str);
    let draft = Draft::begin(nothing_found(typed(0), typed(1), by(options)), form, watchdog);
    watchdog.phase("reading the history");
    let repository = Repository::of(Path::new("."))?;
    let (good, bad) = ends(options, &repository)?;
    if !repository.is_ancestor(&good.id, &bad.id)? {
        return Err(messages::wrong(&good.short, format!("not an ancestor of {}", bad.short)));
    }
    let commits = repository.between(&good.id, &bad.id)?;
    if commits.is_empty() {
        return Err(messages::refused(format!("no commit between {} and {}", good.short, bad.short)));
    }
    draft.update(|known| *known = nothing_found(&good.id, &bad.id, by(options)));
    let judge = Judge {
        options,
        repository: &repository,
        good: &good,
        commits: &commits,
        test: None,
        known: BTreeMap::new(),
        steps: Vec::new(),
        draft: &draft,
        watchdog,
    };
    let mut judge = judge.run_good()?;
    let last = commits.len() - 1;
    let isolated = match judge.look(last)? {
        Behaviour::Same => None,
        Behaviour::Unknown(reason) => {
            return Err(messages::wrong(&bad.short, format!("cannot be compared with {}: {reason}", good.short)));
        }
        Behaviour::Changed(_) => Some(judge.isolate(last)?),
    };
    let found = isolated.clone().unwrap_or_default();
    let document = Bisected {
        verdict: match (&isolated, found.as_slice()) {
            (None, _) => BisectVerdict::NoChange,
            (_, [_]) => BisectVerdict::Found,
            _ => BisectVerdict::NotIsolated,
        },
        commits: found.iter().map(|index| entry(&commits[*index])).collect(),
        looked_at: judge.steps.clone(),
        ..nothing_found(&good.id, &bad.id, by(options))
    };
    let form = Form { quiet: false, ..options.diff.form };
    let text = form.print(&document, String::new, |_| judge.text(&document, &good, &found))?;
    Ok(Answer { text, code: verdict::code_of_bisection(&document) })
}

/// The document when no commit was looked at.
fn nothing_found(good: &str, bad: &str, by: String) -> Bisected {
    Bisected {
        schema: String::from(incise_report::SCHEMA),
        command: String::from("bisect"),
        verdict: BisectVerdict::NotIsolated,
        good: good.to_owned(),
        bad: bad.to_owned(),
        by,
        commits: Vec::new(),
        looked_at: Vec::new(),
        stopped: None,
    }
}

/// What is looked at.
fn by(options: &BisectRequest) -> String {
    match (&options.test, options.diff.function.as_slice()) {
        (Some(file), _) => format!("the test {}", file.display()),
        (None, []) => String::from("every function"),
        (None, names) => format!("the function {}", names.join(", ")),
    }
}

/// Starts the time of what is done with one commit, where the time of the whole command is not limited.
fn begin(options: &BisectRequest, commit: &Commit, watchdog: &Watchdog) {
    if options.diff.limits.timeout.is_none() {
        watchdog.restart(DEFAULT_LIMIT);
    }
    watchdog.phase(format!("looking at {}", commit.short));
}

/// The good and the bad commit, named as two words or as a range.
fn ends(options: &BisectRequest, repository: &Repository) -> Result<(Commit, Commit), Failure> {
    let commit = |revision: &Revision| match revision {
        Revision::Commit { id, name } => Ok(Commit { id: id.clone(), short: name.clone(), subject: String::new() }),
        other => Err(messages::wrong(other.name(), "not a commit")),
    };
    match options.diff.versions.versions.as_slice() {
        [good, bad] => {
            Ok((commit(&Revision::commit(repository, good)?)?, commit(&Revision::commit(repository, bad)?)?))
        }
        [word] if word.contains("..") => {
            let range = range(repository, Some(word), false)?;
            Ok((commit(&range.base)?, commit(&range.modified)?))
        }
        _ => Err(messages::refused("`incise bisect` needs a good and a bad commit")),
    }
}

fn entry(commit: &Commit) -> BisectCommit {
    BisectCommit { id: commit.id.clone(), subject: commit.subject.clone() }
}

/// Compares commits with the good one, each once.
struct Judge<'a> {
    options: &'a BisectRequest,
    repository: &'a Repository,
    good: &'a Commit,
    commits: &'a [Commit],
    /// The test and what the good commit does with it.
    test: Option<(Test, Observed)>,
    known: BTreeMap<usize, Behaviour>,
    steps: Vec<BisectStep>,
    draft: &'a Draft<Bisected>,
    watchdog: &'a Watchdog,
}

impl<'a> Judge<'a> {
    /// Runs the test, if there is one, at the good commit.
    fn run_good(mut self) -> Result<Judge<'a>, Failure> {
        if let Some(file) = &self.options.test {
            let test = Test::read(file)?;
            begin(self.options, self.good, self.watchdog);
            let (_, observed) = self.run(&test, self.good)?;
            self.test = Some((test, observed));
        }
        Ok(self)
    }

    fn origin(&self, commit: &Commit) -> Result<Origin, Failure> {
        let revision = Revision::Commit { id: commit.id.clone(), name: commit.short.clone() };
        source_location::revision(self.repository, &revision, &self.options.diff.versions)
    }

    /// Runs the test at a commit.
    fn run(&self, test: &Test, commit: &Commit) -> Result<(Replayer, Observed), Failure> {
        let origin = self.origin(commit)?;
        let made = if self.options.diff.observe.contains(&Aspect::Calls) { Replayer::answering } else { Replayer::new };
        let replayer = made(&origin.files, &origin.frontend, &test.entry, Sanitize::No)?;
        let observed = replayer.replay(test)?;
        Ok((replayer, observed))
    }

    /// What a commit does, compared with the good one.
    fn look(&mut self, index: usize) -> Result<Behaviour, Failure> {
        if let Some(known) = self.known.get(&index) {
            return Ok(known.clone());
        }
        if self.watchdog.stopping().is_some() {
            self.watchdog.give_up();
        }
        let commit = &self.commits[index];
        begin(self.options, commit, self.watchdog);
        let behaviour = match &self.test {
            Some((test, expected)) => match self.run(test, commit) {
                Ok((replayer, observed)) => by_runs(self.options, &replayer, test, expected, &observed),
                Err(failure) => Behaviour::Unknown(first_line(&failure)),
            },
            None => match self.compare(self.good, commit) {
                Ok(findings) => by_diff(&findings),
                Err(failure) => Behaviour::Unknown(first_line(&failure)),
            },
        };
        let (word, detail) = match &behaviour {
            Behaviour::Same => ("same", String::new()),
            Behaviour::Changed(what) => ("changed", what.clone()),
            Behaviour::Unknown(why) => ("unknown", why.clone()),
        };
        self.steps.push(BisectStep { commit: entry(commit), behaviour: word.to_owned(), detail });
        self.draft.update(|known| known.looked_at.clone_from(&self.steps));
        self.known.insert(index, behaviour.clone());
        Ok(behaviour)
    }

    fn compare(&self, old: &Commit, new: &Commit) -> Result<Findings, Failure> {
        let mut options = self.options.diff.clone();
        // What is asked is whether it changed, not who sees it.
        options.callers.get_or_insert(Callers::Levels(0));
        if options.function.is_empty() {
            options.callers = self.options.diff.callers.or(Some(Callers::Main));
        }
        options.form.quiet = true;
        let ready = LoadedVersions::of(&options, self.origin(old)?, self.origin(new)?, self.watchdog)?;
        diff::versions(&ready, ComparisonCommand::Bisect, None)
    }

    /// The first commit that behaves differently, given one that does: all between the last that behaves as before and the first
    /// that does not, when those between cannot be judged.
    fn isolate(&mut self, bad: usize) -> Result<Vec<usize>, Failure> {
        // Everything before `first` behaves as the good one, or cannot be judged; `bad` does not.
        let (mut first, mut bad) = (0, bad);
        loop {
            let middle = first + (bad - first) / 2;
            // Those that cannot be judged are passed over, nearest first.
            let mut candidates: Vec<usize> = (first..bad).collect();
            candidates.sort_by_key(|index| (index.abs_diff(middle), *index));
            let mut judged = None;
            for index in candidates {
                match self.look(index)? {
                    Behaviour::Unknown(_) => {}
                    behaviour => {
                        judged = Some((index, matches!(behaviour, Behaviour::Same)));
                        break;
                    }
                }
            }
            match judged {
                Some((index, true)) => first = index + 1,
                Some((index, false)) => bad = index,
                None => return Ok((first..=bad).collect()),
            }
        }
    }

    /// What a person reads.
    fn text(&self, document: &Bisected, good: &Commit, found: &[usize]) -> Result<String, Failure> {
        let by = by(self.options);
        let n_looked = self.steps.len();
        let of = self.commits.len();
        Ok(match found {
            [] => format!("no change: {by} behaves at {} as at {}\n", self.commits[of - 1].short, good.short),
            [index] => {
                let commit = &self.commits[*index];
                let before = if *index == 0 { good } else { &self.commits[*index - 1] };
                let step = self.steps.iter().find(|step| step.commit.id == commit.id);
                let detail = step.map(|step| step.detail.as_str()).unwrap_or_default();
                let what = if self.test.is_some() { format!("{by} behaves differently") } else { detail.to_owned() };
                let mut text = format!(
                    "{} {}\n  the first commit at which {what} from {}; {n_looked} of {of} commits looked at\n",
                    commit.short, commit.subject, good.short
                );
                if self.test.is_some() {
                    text.push_str(&format!("  {detail}\n"));
                } else {
                    begin(self.options, commit, self.watchdog);
                    let difference = self.compare(before, commit)?;
                    text.push_str(&format!("\n{}", diffed_text(&difference, self.options.diff.form.style)));
                }
                text
            }
            several => {
                let mut text = format!("one of these {} commits; not all of them can be judged:\n", several.len());
                for index in several {
                    let commit = &self.commits[*index];
                    let step = document.looked_at.iter().find(|step| step.commit.id == commit.id);
                    let why = step.map(|step| format!("  ({}: {})", step.behaviour, step.detail)).unwrap_or_default();
                    text.push_str(&format!("  {} {}{why}\n", commit.short, commit.subject));
                }
                text
            }
        })
    }
}

/// What native runs of the test show.
fn by_runs(
    options: &BisectRequest,
    replayer: &Replayer,
    test: &Test,
    expected: &Observed,
    observed: &Observed,
) -> Behaviour {
    let aspects = options.diff.observed().aspects;
    let function = test.entry.function();
    let (mut expected, mut observed) = (expected.clone(), observed.clone());
    if let Some(id) = function.and_then(|name| entry_of(replayer.module(), name)) {
        let visible = Visible::only(replayer.module(), named_globals(replayer.module(), id));
        visible.restrict(&mut expected);
        visible.restrict(&mut observed);
    }
    let seen = differences(replayer.module(), test, &expected, &observed, aspects);
    if seen.is_empty() {
        return Behaviour::Same;
    }
    let ends = format!("{} before, {} now", stopped(&expected.stopped), stopped(&observed.stopped));
    Behaviour::Changed(format!("{} differs ({ends})", seen.join(", ")))
}

fn entry_of(module: &Module, name: &str) -> Option<FuncId> {
    let named = |(_, function): &(FuncId, &Function)| function.source_name == name && !function.is_declaration();
    module.functions.iter_ids().find(named).map(|(id, _)| id)
}

/// What a comparison shows.
fn by_diff(findings: &Findings) -> Behaviour {
    let named = |verdict: DiffVerdict| -> Vec<String> {
        let found = findings.functions.iter().filter(|function| function.verdict == verdict);
        found.map(|function| format!("{}()", function.name)).collect()
    };
    if findings.verdict == DiffVerdict::DifferentInterface {
        return Behaviour::Unknown(String::from("the interface has changed"));
    }
    match verdict::code_of_comparison(findings) {
        CLEAN => Behaviour::Same,
        FOUND => {
            let names = named(DiffVerdict::Different);
            let verb = if names.len() == 1 { "behaves" } else { "behave" };
            Behaviour::Changed(format!("{} {verb} differently", names.join(", ")))
        }
        _ => Behaviour::Unknown(format!("{} undecided", named(findings.verdict).join(", "))),
    }
}

fn first_line(failure: &Failure) -> String {
    failure.to_string().lines().next().unwrap_or_default().to_owned()
}
