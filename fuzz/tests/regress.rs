//! Every program in `tests/regress` once showed a bug: the engine must print and return what the native binary does, at
//! each optimisation level of the analysed code.

use incise_frontend::Optimise;
use incise_fuzz::agreement::{compare, truth};
use incise_fuzz::analysed::{Setting, repository};
use incise_fuzz::verdict::Verdict;

#[test]
fn fixed_bugs_stay_fixed() {
    let folder = repository().join("tests/regress");
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut sources: Vec<_> = entries
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    assert!(!sources.is_empty());
    let scratch = tempfile::tempdir().expect("a temporary folder");
    for source in sources {
        let run = truth(&source, &[], scratch.path()).unwrap_or_else(|reason| panic!("{}: {reason}", source.display()));
        for optimise in [Optimise::Nothing, Optimise::O0, Optimise::O1, Optimise::O2] {
            let verdict = compare(&source, &run, &Setting { optimise, ..Setting::default() });
            assert_eq!(verdict, Verdict::Agree, "{} at {optimise:?}", source.display());
        }
    }
}
