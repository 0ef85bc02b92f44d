//! A short run of each fuzzer from fixed seeds, and the seeds that once showed a bug. The LLVM reader must have been built
//! (`cargo build -p incise-llvm`) and csmith be installed (`scripts/setup.sh` does).

use incise_frontend::Optimise;
use incise_fuzz::analysed::Setting;
use incise_fuzz::batch::{self, Tally};
use incise_fuzz::features::LEVELS;
use incise_fuzz::pairs::tool::Tool;
use incise_fuzz::verdict::Verdict;
use incise_fuzz::{completeness, csmith, dependence, features, states};
use incise_guide::dgse::Interaction;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

/// Programs at a time.
const JOBS: usize = 2;

fn run(count: usize, first: u64, check: &(dyn Fn(u64, &Path) -> Verdict + Sync)) {
    let Tally { passed, failed, too_long, unusable } = batch::run(count, first, JOBS, check, &|_, _| {});
    assert!(failed.is_empty(), "{failed:#?}");
    // Out of time is no pass: these seeds are chosen so that none is.
    assert!(too_long.is_empty(), "{too_long:#?}");
    assert_eq!(passed, count, "replaced: {unusable:#?}");
}

/// A level for each seed, so that all have their turn.
fn level(seed: u64) -> Optimise {
    LEVELS[seed as usize % LEVELS.len()]
}

/// Whether csmith's programs are to be compared; only who says so goes without.
fn with_csmith() -> bool {
    let without = std::env::var_os("INCISE_WITHOUT_CSMITH").is_some();
    assert!(without || csmith::exists(), "csmith is not installed; INCISE_WITHOUT_CSMITH=1 goes without");
    !without
}

#[test]
fn csmith_programs_agree() {
    if !with_csmith() {
        return;
    }
    run(12, 500, &|seed, folder| {
        let options = csmith::Options { float: seed % 2 == 0, builtins: seed % 5 == 0 };
        csmith::check(seed, options, &Setting { optimise: level(seed / 2), ..Setting::default() }, folder)
    });
}

#[test]
fn programs_of_every_feature_agree() {
    run(30, 500, &|seed, folder| features::check(seed, None, &[level(seed)], &Setting::default(), folder));
}

#[test]
fn all_paths_are_found_and_no_other() {
    run(30, 500, &|seed, folder| completeness::check(seed, &Setting::default(), folder));
}

/// The incise that was built.
fn tool() -> Tool {
    Tool::beside(Duration::from_secs(120))
}

#[test]
fn modules_laid_out_otherwise_are_not_confused_with_faulty_ones() {
    let counts = states::Counts::default();
    run(10, 500, &|seed, folder| states::check(seed, &tool(), &counts, folder));
    println!("{}", counts.summary());
}

/// A tool that always gives the same answer is wrong about one of the two pairs of a module.
#[test]
fn wrong_answers_about_modules_are_noticed() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    for (verdict, code, complaint) in [("equivalent", 0, "called equivalent"), ("different", 1, "called different")] {
        let binary = scratch.path().join(verdict);
        let text = format!("#!/bin/sh\necho '{{\"verdict\": \"{verdict}\", \"functions\": []}}'\nexit {code}\n");
        std::fs::write(&binary, text).expect("a script can be written");
        std::fs::set_permissions(&binary, std::fs::Permissions::from_mode(0o755)).expect("a script can be run");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let wrong = Tool { binary, ..tool() };
        let found = states::check(500, &wrong, &states::Counts::default(), folder.path());
        assert!(matches!(&found, Verdict::Disagree(text) if text.contains(complaint)), "{found:?}");
    }
}

/// The seeds of `seeds.txt`.
#[test]
fn kept_seeds_agree() {
    for line in include_str!("../seeds.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [generator, option, seed] = words.as_slice() else { panic!("not understood: {line}") };
        let seed: u64 = seed.parse().expect("a seed is a number");
        let option = Some(*option).filter(|option| *option != "-");
        if *generator == "csmith" && !with_csmith() {
            continue;
        }
        run(1, seed, &|seed, folder| match *generator {
            "csmith" => {
                let options = csmith::Options { float: option == Some("float"), builtins: option == Some("builtins") };
                csmith::check(seed, options, &Setting::default(), folder)
            }
            "features" => features::check(seed, option, &LEVELS, &Setting::default(), folder),
            "paths" => completeness::check(seed, &Setting::default(), folder),
            "states" => states::check(seed, &tool(), &states::Counts::default(), folder),
            "dgse" => dependence::check(seed, &Setting::default(), &dependence::Counts::default(), folder),
            other => panic!("no such generator: {other}"),
        });
    }
}

#[test]
fn exploration_guided_by_dependence_loses_nothing() {
    let (setting, counts) = (Setting::default(), dependence::Counts::default());
    run(20, 3, &|seed, folder| dependence::check(seed, &setting, &counts, folder));
}

/// That something is lost would be noticed: without interactive dependence it is, and in loops also with the pairs of
/// [dgse-tse2017] Alg. 3 alone.
#[test]
fn what_is_lost_without_interactive_dependence_is_noticed() {
    let file = incise_fuzz::analysed::repository().join("tests/papers/dgse-tse2017/rounds.c");
    let verdict = |interaction| {
        let counts = dependence::Counts { interaction, ..Default::default() };
        dependence::check_file(&file, 3, &Setting::default(), &counts)
    };
    assert_eq!(verdict(Interaction::Closed), Verdict::Agree);
    assert!(matches!(verdict(Interaction::Printed), Verdict::Disagree(_)));
    assert!(matches!(verdict(Interaction::None), Verdict::Disagree(_)));
}
