//! Two recorded sequences of calls of functions without a body, call by call.
//!
//! # Invariants
//! - Equal here means: whatever the called functions do, as long as it is a function of the calls so far, they do the same in both runs.
//! - A byte that was never written is equal to anything where the callee can only read: it must not look at it. Where the callee may
//!   write, it may also leave the byte as it is; then a byte that only one version has set is neither equal nor different.

use crate::observation::difference::{Observable, Text};
use crate::observation::nan_bits::nan_bits_differ;
use crate::observation::observed::{Observed, Shown};
use incise_engine::{CALLS, CallEvent, OutputItem, OutputPiece, Passed, Reading, State, Target, is_irrelevant};
use incise_term::{Pool, TermId};

/// What came of it.
#[derive(Default)]
pub(crate) struct ComparedCalls {
    /// What may differ.
    pub(crate) differs: Option<Observed>,
    /// Whether something that was skipped would be needed.
    pub(crate) wrong_plan: bool,
    /// Why the calls cannot be compared.
    pub(crate) unclear: Option<String>,
    /// Which function may see the difference between memory that was set and memory that was not.
    pub(crate) unset: Option<String>,
}

/// Compares the calls of two runs.
pub(crate) fn compare(pool: &mut Pool, new: &State, old: &State) -> ComparedCalls {
    let is_whole = new.n_unlisted_calls == 0 && old.n_unlisted_calls == 0;
    let (new, old) = (new.output.in_order(), old.output.in_order());
    let calls = |items: &[&OutputItem]| -> Vec<std::rc::Rc<CallEvent>> {
        let event = |item: &&OutputItem| match &item.piece {
            OutputPiece::Event(event) => Some(event.clone()),
            _ => None,
        };
        items.iter().filter_map(event).collect()
    };
    let (new, old) = (calls(&new), calls(&old));
    let mut comparison =
        Comparison { differs: pool.constant(1, 0), pool, wrong_plan: false, unclear: None, unset: None };
    for (new, old) in new.iter().zip(&old) {
        comparison.call(new, old);
        if comparison.is_different() || comparison.unclear.is_some() {
            break;
        }
    }
    if new.len() != old.len() && is_whole {
        comparison.always();
    } else if new.len() != old.len() || !is_whole && comparison.is_different() {
        let why = "a function without a body is called with what cannot be compared".to_owned();
        comparison.unclear.get_or_insert(why);
    }
    let Comparison { pool, differs, wrong_plan, unclear, unset } = comparison;
    if unclear.is_some() || pool.is_false(differs) {
        return ComparedCalls { differs: None, wrong_plan, unclear, unset };
    }
    let shown = Shown::Stream(CALLS);
    let observed = Observed {
        place: Observable::Calls,
        at: None,
        differs,
        may_agree: false,
        unseen: None,
        is_private: false,
        new: shown.clone(),
        old: shown,
    };
    ComparedCalls { differs: Some(observed), wrong_plan, unclear: None, unset }
}

struct Comparison<'a> {
    pool: &'a mut Pool,
    differs: TermId,
    wrong_plan: bool,
    unclear: Option<String>,
    unset: Option<String>,
}

impl Comparison<'_> {
    fn always(&mut self) {
        self.differs = self.pool.constant(1, 1);
    }
    /// Whether the calls so far differ for all inputs: what comes after is not answered alike.
    fn is_different(&self) -> bool {
        self.pool.as_const(self.differs) == Some(1)
    }
    fn call(&mut self, new: &CallEvent, old: &CallEvent) {
        if new.function != old.function || new.args.len() != old.args.len() {
            return self.always();
        }
        if new.result != old.result {
            return self.is_unclear(&new.function, "is declared with another result");
        }
        for (a, b) in new.args.iter().zip(&old.args) {
            self.argument(&new.function, a, b);
        }
    }
    fn is_unclear(&mut self, function: &str, why: &str) {
        self.unclear.get_or_insert_with(|| format!("`{function}` has no body and {why} in one of the versions"));
    }
    fn argument(&mut self, function: &str, new: &Passed, old: &Passed) {
        match (new, old) {
            (Passed::Unspecified, _) | (_, Passed::Unspecified) => {
                if !matches!((new, old), (Passed::Unspecified, Passed::Unspecified)) {
                    self.unset = Some(function.to_owned());
                }
            }
            (Passed::Number(a, reading), Passed::Number(b, _)) => self.number(function, *a, *b, *reading),
            (
                Passed::Pointer { to, bytes, written, unit },
                Passed::Pointer { to: was, bytes: old_bytes, written: was_written, unit: old_unit },
            ) => {
                if !same_target(to, was) {
                    if is_of_its_own(to) && is_of_its_own(was) {
                        return self.is_unclear(function, "is given another object of the program's own");
                    }
                    return self.always();
                }
                if (written, unit) != (was_written, old_unit) {
                    return self.is_unclear(function, "is declared with another parameter");
                }
                for (a, b) in bytes.iter().zip(old_bytes) {
                    match (a, b) {
                        (Some(a), Some(b)) => self.number(function, *a, *b, Reading::Unsigned),
                        (None, None) => {}
                        _ => self.unset = Some(function.to_owned()),
                    }
                }
            }
            _ => self.always(),
        }
    }
    fn number(&mut self, function: &str, a: TermId, b: TermId, reading: Reading) {
        if a == b {
            return;
        }
        if is_irrelevant(self.pool, a) || is_irrelevant(self.pool, b) {
            self.wrong_plan = true;
        }
        if self.pool.width(a) != self.pool.width(b) {
            return self.is_unclear(function, "is declared with another parameter");
        }
        let mut here = self.pool.ne(a, b);
        if let Reading::Float(format) = reading {
            let nans = nan_bits_differ(self.pool, format, a, b);
            let (a, b) = (self.pool.fp_up_to_nan(format, a), self.pool.fp_up_to_nan(format, b));
            let (nan_a, nan_b) = (self.pool.fp_is_nan(format, a), self.pool.fp_is_nan(format, b));
            let (nan, same) = (self.pool.and(nan_a, nan_b), self.pool.eq(a, b));
            let equal = self.pool.or(nan, same);
            here = self.pool.not(equal);
            if let Some(nans) = nans {
                here = self.pool.or(here, nans);
            }
        }
        self.differs = self.pool.or(self.differs, here);
    }
}

/// Whether two pointers may mean the same thing to a callee that sees the same bytes behind them.
fn same_target(new: &Target, old: &Target) -> bool {
    match (new, old) {
        // What has no name of its own and is passed once is known by its contents only.
        (Target::Like(..), Target::Contents) | (Target::Contents, Target::Like(..)) => true,
        _ => new == old,
    }
}

/// Whether a callee can know an object only by what it was passed.
fn is_of_its_own(target: &Target) -> bool {
    !matches!(target, Target::Named(..))
}

/// Calls that are shown from where the versions part.
const SHOWN: usize = 3;

/// The texts of two sequences from where they part.
pub(crate) fn shown(new: Text, old: Text) -> (Text, Text) {
    let (Text::Bytes(a), Text::Bytes(b)) = (&new, &old) else { return (new, old) };
    let lines = |bytes: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(bytes).lines().map(std::borrow::ToOwned::to_owned).collect()
    };
    let (a, b) = (lines(a), lines(b));
    let n_equal = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let from_there = |lines: &[String]| {
        let rest = &lines[n_equal..];
        let before = if n_equal > 0 { "… " } else { "" };
        let after = if rest.len() > SHOWN { "; …" } else { "" };
        match rest {
            [] => Text::Plain(String::from("no more calls")),
            _ => Text::Plain(format!("{before}{}{after}", rest[..rest.len().min(SHOWN)].join("; "))),
        }
    };
    (from_there(&a), from_there(&b))
}
