//! Native runs of what was found: a difference that two native runs do not show is none.

use crate::cli::{Aspect, DiffOptions};
use crate::failure::Failure;
use crate::native::stopped;
use crate::versions::Version;
use incise_compare::{Comparison, Difference};
use incise_engine::{Config, Entry};
use incise_report::{DiffVerdict, FunctionDiffed, LedgerLine, Native, diff_verdict};
use incise_task::{Aspects, BuildError, Observed, Replayer, Sanitize, Test, TestEntry, differences};

/// Both versions, compiled for one entry.
struct Built {
    base: Replayer,
    modified: Replayer,
}

impl Built {
    fn new(
        base: &Version,
        modified: &Version,
        entry: &(TestEntry, TestEntry),
        how: Sanitize,
    ) -> Result<Built, BuildError> {
        Ok(Built {
            base: Replayer::new(&base.files, &base.frontend, &entry.0, how)?,
            modified: Replayer::new(&modified.files, &modified.frontend, &entry.1, how)?,
        })
    }
    fn run(&self, tests: &(Test, Test)) -> Result<(Observed, Observed), Failure> {
        Ok((self.base.replay(&tests.0)?, self.modified.replay(&tests.1)?))
    }
}

/// Runs the witness of each difference on both versions; what is not seen natively is no difference, and weakens the verdict.
pub fn replay(
    options: &DiffOptions,
    base: &Version,
    modified: &Version,
    configs: (&Config, &Config),
    comparison: &Comparison,
    found: &mut FunctionDiffed,
) -> Result<(), Failure> {
    if comparison.differences.is_empty() {
        return Ok(());
    }
    let entry = |config: &Config| match &config.entry {
        Entry::Main => TestEntry::Main,
        Entry::Function(name) => TestEntry::Function(name.clone()),
    };
    let entries = (entry(configs.0), entry(configs.1));
    let plain = Built::new(base, modified, &entries, Sanitize::No);
    let mut watched: Option<Result<Built, BuildError>> = None;
    for (line, difference) in found.differences.iter_mut().zip(&comparison.differences) {
        let plain = match &plain {
            Ok(plain) => plain,
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default();
                line.native =
                    Native { outcome: String::from("not-run"), detail: format!("it does not build natively: {first}") };
                continue;
            }
        };
        let tests = tests(base, modified, configs, difference);
        let (native, replayed) = see(options, plain, &tests, &entries)?;
        (line.native, line.replayed) = (native, replayed);
        if !line.replayed {
            let watched =
                watched.get_or_insert_with(|| Built::new(base, modified, &entries, Sanitize::AddressAndUndefined));
            if let Ok(watched) = watched {
                let (native, replayed) = see(options, watched, &tests, &entries)?;
                if replayed {
                    (line.native, line.replayed) = (native, replayed);
                }
            }
        }
    }
    settle(comparison, found);
    Ok(())
}

fn tests(base: &Version, modified: &Version, configs: (&Config, &Config), difference: &Difference) -> (Test, Test) {
    let test = |version: &Version, config: &Config, record| {
        Test::from_path(&version.files, &version.frontend.flags, &version.program.linked, config, record)
    };
    (test(base, configs.0, &difference.base.record), test(modified, configs.1, &difference.modified.record))
}

fn see(
    options: &DiffOptions,
    built: &Built,
    tests: &(Test, Test),
    entries: &(TestEntry, TestEntry),
) -> Result<(Native, bool), Failure> {
    let wanted = |aspect| options.observe.contains(&aspect);
    let aspects = Aspects {
        result: wanted(Aspect::Return),
        globals: wanted(Aspect::Globals),
        memory: wanted(Aspect::Memory),
        output: wanted(Aspect::Output),
        ending: wanted(Aspect::Ending),
    };
    let (old, new) = built.run(tests)?;
    let function = match &entries.1 {
        TestEntry::Main => None,
        TestEntry::Function(name) => Some(name.as_str()),
    };
    let seen = differences(built.modified.module(), function, &old, &new, aspects);
    let ends = format!("{} before, {} now", stopped(&old.stopped), stopped(&new.stopped));
    Ok(if seen.is_empty() {
        (Native { outcome: String::from("contradicted"), detail: format!("both versions do the same ({ends})") }, false)
    } else {
        (Native { outcome: String::from("confirmed"), detail: format!("{} differs ({ends})", seen.join(", ")) }, true)
    })
}

/// Takes out what was not seen, and says so.
fn settle(comparison: &Comparison, found: &mut FunctionDiffed) {
    let unseen = found.differences.iter().filter(|line| line.native.outcome == "contradicted").count() as u64;
    if unseen == 0 {
        return;
    }
    for line in found.differences.iter().filter(|line| line.native.outcome == "contradicted") {
        found.bounds_hit.push(LedgerLine {
            kind: String::from("not-replayed"),
            detail: format!(
                "a difference was predicted for {} that native runs do not show ({}); this is a defect of incise, or the \
                 program depends on something that is not modelled",
                line.call, line.native.detail
            ),
            place: None,
            count: 1,
        });
    }
    found.differences.retain(|line| line.native.outcome != "contradicted");
    found.verdict = diff_verdict(!found.differences.is_empty(), &comparison.ledger);
    if found.verdict != DiffVerdict::Different {
        found.verdict = DiffVerdict::Undecided;
    }
}
