//! From what was found to a verdict and an exit code: the one place that says what counts.
//!
//! A difference counts if native runs have shown it and a caller can see it; an error counts if it was not contradicted. Whatever was not looked
//! at, cut off or stopped leaves a question undecided, and never answers it.

use incise_engine::{AliasCase, ErrorKind, Ledger, Weakness};
use incise_report::{
    BisectVerdict, Bisected, Covering, Debugged, DecidedBy, DiffVerdict, ErrorEntry, Explored, Findings,
    FunctionFindings, LedgerLine, NativeOutcome, Tested, Verdict, WholeFindings,
};

/// Nothing found, everything decided.
pub const CLEAN: u8 = 0;
/// An error or a difference was found.
pub const FOUND: u8 = 1;
/// The command could not run.
pub const COULD_NOT_RUN: u8 = 2;
/// Not everything was decided.
pub const UNDECIDED: u8 = 3;

/// The exit code of what was stopped: only what was found for certain is an answer.
fn found_or_undecided(is_found: bool) -> u8 {
    if is_found { FOUND } else { UNDECIDED }
}

fn found_or_clean(is_found: bool) -> u8 {
    if is_found { FOUND } else { CLEAN }
}

/// The verdict of a pair of functions, from what was found and what weakens it.
pub fn of_pair(differs: bool, ledger: &Ledger) -> DiffVerdict {
    if differs {
        return DiffVerdict::Different;
    }
    let mut verdict = DiffVerdict::Equivalent;
    for (entry, _) in ledger.iter() {
        verdict = verdict.max(match entry.weakness {
            // Equal for every function that gives equal results for equal arguments.
            Weakness::Assumption | Weakness::UninterpretedFunction => DiffVerdict::Equivalent,
            weakness if weakness.restriction().is_some() => DiffVerdict::Within,
            _ => DiffVerdict::Undecided,
        });
    }
    verdict
}

/// Whether nothing weakens what was proved, how far structures are followed apart ([`bound_proof`]).
pub fn is_proof(ledger: &Ledger) -> bool {
    let mut left = Ledger::default();
    let others = ledger.iter().filter(|(entry, _)| entry.weakness != Weakness::NestingBound);
    others.into_iter().for_each(|(entry, _)| left.add(entry.weakness, entry.detail.clone(), entry.span));
    of_pair(false, &left) == DiffVerdict::Equivalent
}

/// A proof is about the structures that it started from. Which of their pointers it depends on does not show in what it read.
pub fn bound_proof(found: &mut FunctionFindings, case: &AliasCase) {
    if !matches!(found.decided_by, DecidedBy::LoopInduction | DecidedBy::CallInduction) || !case.is_bounded() {
        return;
    }
    let detail = "structures behind pointers were not followed further; raise --max-nesting";
    bound(found, vec![LedgerLine::new(Weakness::NestingBound, detail)]);
}

/// Whether nothing differs, and it was noted that objects which overlap could matter.
pub fn rests_on_apart_objects(found: &FunctionFindings) -> bool {
    let is_noted = |line: &LedgerLine| line.kind == Weakness::Alias.into();
    found.verdict != DiffVerdict::Different && found.bounds_hit.iter().chain(&found.approximations).any(is_noted)
}

/// Makes an equivalence undecided where there is something that was not looked at.
pub fn weaken(found: &mut FunctionFindings, lines: impl FnOnce() -> Vec<LedgerLine>) {
    if !matches!(found.verdict, DiffVerdict::Equivalent | DiffVerdict::Within) {
        return;
    }
    let lines = lines();
    if !lines.is_empty() {
        found.verdict = DiffVerdict::Undecided;
        found.bounds_hit.extend(lines);
    }
}

/// Makes an equivalence one within restrictions where something was left out.
pub fn bound(found: &mut FunctionFindings, left_out: Vec<LedgerLine>) {
    if !left_out.is_empty() {
        found.verdict = found.verdict.max(DiffVerdict::Within);
        found.differences.iter_mut().for_each(|difference| difference.exact = false);
        found.bounds_hit.extend(left_out);
    }
}

/// The same where it is one.
pub fn bound_equal(found: &mut FunctionFindings, left_out: impl FnOnce() -> Vec<LedgerLine>) {
    if matches!(found.verdict, DiffVerdict::Equivalent | DiffVerdict::Within) {
        bound(found, left_out());
    }
}

/// Makes an equivalence undecided where differences were held back.
pub fn hold_back(found: &mut FunctionFindings, held: Vec<LedgerLine>) {
    if !held.is_empty() {
        found.verdict = found.verdict.max(DiffVerdict::Undecided);
        found.bounds_hit.splice(0..0, held);
    }
}

/// Leaves a function undecided that was being compared when the command was stopped: of what was seen only a difference is an answer.
pub fn stop(found: &mut FunctionFindings) {
    found.verdict = found.verdict.max(DiffVerdict::Undecided);
}

/// The verdict of a comparison that was stopped.
pub fn of_stopped_comparison(functions: &[FunctionFindings]) -> DiffVerdict {
    functions.iter().map(FunctionFindings::seen_by_callers).fold(DiffVerdict::Undecided, DiffVerdict::max)
}

/// The verdict of a comparison: the strongest of its functions, as callers see them, and of what is undecided of the whole.
pub fn of_comparison(functions: &[FunctionFindings], whole: &WholeFindings) -> DiffVerdict {
    let whole = of_whole(whole);
    functions.iter().map(FunctionFindings::seen_by_callers).max().unwrap_or(whole).max(whole)
}

/// The verdict of the files as a whole: an interface that other files use decides, unless the user allows every one.
fn of_whole(whole: &WholeFindings) -> DiffVerdict {
    match (whole.interface.is_empty() || whole.is_interface_allowed, whole.undecided.is_empty()) {
        (false, _) => DiffVerdict::DifferentInterface,
        (true, false) => DiffVerdict::Undecided,
        (true, true) => DiffVerdict::Equivalent,
    }
}

/// Whether an equivalence holds for everything but what the user accepted to be left out.
fn is_within_accepted(function: &FunctionFindings, findings: &Findings) -> bool {
    function.from_callers.is_none() && function.restrictions().iter().all(|one| findings.accept_within.contains(one))
}

/// The exit code of a comparison: accepted differences are none, but what they leave undecided is.
pub fn code_of_comparison(findings: &Findings) -> u8 {
    let left = |function: &FunctionFindings| match function.seen_by_callers() {
        DiffVerdict::Different if !function.is_accepted() => DiffVerdict::Different,
        DiffVerdict::Different if function.bounds_hit.is_empty() && function.approximations.is_empty() => {
            DiffVerdict::Equivalent
        }
        DiffVerdict::Different => DiffVerdict::Undecided,
        DiffVerdict::Within if is_within_accepted(function, findings) => DiffVerdict::Equivalent,
        other => other,
    };
    let strongest = findings.functions.iter().map(left).max().unwrap_or(DiffVerdict::Equivalent);
    match strongest.max(of_whole(&findings.whole)) {
        DiffVerdict::Equivalent => CLEAN,
        DiffVerdict::Different | DiffVerdict::DifferentInterface => FOUND,
        DiffVerdict::Within | DiffVerdict::Undecided => UNDECIDED,
    }
}

/// The exit code of a comparison that was stopped: no equivalence of what was compared answers for the rest.
pub fn code_of_stopped_comparison(findings: &Findings) -> u8 {
    found_or_undecided(code_of_comparison(findings) == FOUND)
}

/// Whether an error counts: what goes wrong only for null does where that was asked for.
fn is_counted(error: &ErrorEntry, null_errors: bool) -> bool {
    null_errors || error.only_for_null.is_empty()
}

/// The verdict of an exploration before native runs.
pub fn of_exploration(document: &Explored, null_errors: bool) -> Verdict {
    let function = &document.function;
    if function.errors.iter().any(|error| is_counted(error, null_errors)) {
        Verdict::Error
    } else if !function.bounds_hit.is_empty() || !function.approximations.is_empty() {
        Verdict::Undecided
    } else {
        Verdict::NoError
    }
}

/// Takes the verdict back where no error counts, once native runs were made. Nested calls that return natively only met a bound,
/// which is reported as such. What goes wrong only for null is set apart, unless it counts.
pub fn settle_exploration(document: &mut Explored, null_errors: bool) {
    let outcome = |error: &ErrorEntry| error.native.as_ref().map(|native| native.outcome);
    document
        .function
        .errors
        .retain(|error| error.kind != ErrorKind::StackOverflow || outcome(error) != Some(NativeOutcome::NotObservable));
    let (counted, apart) =
        std::mem::take(&mut document.function.errors).into_iter().partition(|error| is_counted(error, null_errors));
    (document.function.errors, document.function.null_errors) = (counted, apart);
    let is_approximated = !document.function.approximations.is_empty();
    // An error counts if a native run confirmed it, or nothing speaks against it and it rests on no approximation. How deep a stack is
    // only a machine can say.
    let counts = |error: &ErrorEntry| match outcome(error) {
        Some(NativeOutcome::Confirmed) => true,
        Some(NativeOutcome::Contradicted) => false,
        _ => error.rests_on.is_empty() && !is_approximated && error.kind != ErrorKind::StackOverflow,
    };
    if document.verdict == Verdict::Error && !document.function.errors.iter().any(counts) {
        document.verdict = Verdict::Undecided;
    }
}

/// The exit code of an exploration.
pub fn code_of_exploration(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::NoError => CLEAN,
        Verdict::Error => FOUND,
        Verdict::Undecided => UNDECIDED,
    }
}

/// The exit code of an exploration that was stopped: only what native runs have shown was found.
pub fn code_of_stopped_exploration(document: &Explored) -> u8 {
    let counted = document.function.errors.iter().filter(|error| error.only_for_null.is_empty());
    let natives = counted.filter_map(|error| error.native.as_ref());
    found_or_undecided(natives.into_iter().any(|native| native.outcome == NativeOutcome::Confirmed))
}

/// The exit code of a search for tests that cover a change.
pub fn code_of_covering(document: &Covering) -> u8 {
    let not_reached: u64 = document.functions.iter().map(|function| function.not_reached).sum();
    if not_reached == 0 { CLEAN } else { UNDECIDED }
}

/// The exit code of a selection of tests.
pub fn code_of_tests(document: &Tested) -> u8 {
    let undecided = document.functions.iter().any(|function| !function.bounds_hit.is_empty());
    let something = !document.obsolete.is_empty()
        || document.functions.iter().any(|function| !function.selected.is_empty() || !function.added.is_empty());
    match (something, undecided) {
        (true, _) => FOUND,
        (false, true) => UNDECIDED,
        (false, false) => CLEAN,
    }
}

/// The exit code of a selection that was stopped: only a new test that shows a difference was found.
pub fn code_of_stopped_tests(document: &Tested) -> u8 {
    let mut added = document.functions.iter().flat_map(|function| &function.added);
    found_or_undecided(added.any(|test| test.differs))
}

/// The exit code of a search for why a test fails.
pub fn code_of_debugging(document: &Debugged) -> u8 {
    match (document.fails, document.undecided.is_empty()) {
        (false, _) => CLEAN,
        (true, false) if document.suspects.is_empty() => UNDECIDED,
        (true, _) => FOUND,
    }
}

/// The exit code of such a search that was stopped.
pub fn code_of_stopped_debugging(document: &Debugged) -> u8 {
    found_or_undecided(document.fails)
}

/// The exit code of a search for a commit.
pub fn code_of_bisection(document: &Bisected) -> u8 {
    match document.verdict {
        BisectVerdict::NoChange => CLEAN,
        BisectVerdict::Found => FOUND,
        BisectVerdict::NotIsolated => UNDECIDED,
    }
}

/// The exit code of an impact analysis.
pub fn code_of_impact(is_changed: bool) -> u8 {
    found_or_clean(is_changed)
}

/// The exit code of replayed tests.
pub fn code_of_replay(n_disagree: usize, n_not_replayable: usize) -> u8 {
    match (n_disagree, n_not_replayable) {
        (0, 0) => CLEAN,
        (0, _) => UNDECIDED,
        _ => FOUND,
    }
}

/// The exit code of what is only printed: a dump, or relations of a program.
pub fn code_of_print(is_complete: bool) -> u8 {
    if is_complete { CLEAN } else { UNDECIDED }
}
