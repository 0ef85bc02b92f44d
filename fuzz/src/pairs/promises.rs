//! What must hold between the native truth about a pair and what incise says about it.

use super::ast::ENTRY;
use super::pair::Kind;
use super::tool::{Compared, Impact, Report};
use super::truth::{Outcome, Row};

/// A promise that was broken: in words, and the number of an input that shows it.
pub type Broken = (String, Option<usize>);

/// A report of a guide, which set of conditions in the rows is its own, and where its witnesses are among the inputs.
#[derive(Debug)]
pub struct Answer<'a> {
    /// The guide.
    pub guide: &'static str,
    /// What it said.
    pub report: &'a Report,
    /// The number of its set; nothing when its conditions are not looked at.
    pub set: Option<usize>,
    /// The inputs that are its witnesses, in the order of its differences.
    pub witnesses: std::ops::Range<usize>,
}

impl Answer<'_> {
    fn decided(&self) -> bool {
        is_decided(&self.report.verdict)
    }
    /// Whether it promises to have found everything.
    pub fn is_complete(&self) -> bool {
        match self.guide {
            "dise" => false,
            "dgse" => self.report.verdict == "equivalent",
            _ => true,
        }
    }
    /// Whether its conditions are to be looked at, and hold of exactly the inputs that differ.
    fn exact(&self) -> bool {
        self.set.is_some() && self.report.approximations.is_empty()
    }
    /// Whether an input must satisfy none of its conditions. `exact` and `dgse` skip what the change cannot influence and take it to come to an
    /// end (`guide/src/exact.rs`): where both versions stop in what they skip, their conditions may be true.
    fn must_not_cover(&self, row: &Row) -> bool {
        match row.outcome {
            Outcome::Same => true,
            Outcome::Stopped => !matches!(self.guide, "exact" | "dgse"),
            Outcome::Differs | Outcome::Unclear | Outcome::Undefined => false,
        }
    }
    /// Whether it reports inputs on which both versions stop in the same way.
    pub fn takes_in_stopped(&self, rows: &[Row]) -> bool {
        rows.iter().any(|row| row.outcome == Outcome::Stopped && self.covers(row).is_some())
    }
    /// Whether all that it says about an input is exact: no condition, or an exact one, is true of it.
    fn is_exact_about(&self, row: &Row) -> bool {
        self.covers(row).is_none_or(|number| self.report.differences[number].exact)
    }
    /// The first of its conditions that is true of an input.
    fn covers(&self, row: &Row) -> Option<usize> {
        row.covered[self.set?]
    }
}

fn first(rows: &[Row], wrong: impl Fn(&Row) -> bool) -> Option<usize> {
    rows.iter().position(wrong)
}

/// The generator's own promises: only planted errors, and what is called a refactoring changes nothing.
pub fn generator(kind: Kind, rows: &[Row]) -> Option<Broken> {
    if let Some(at) = first(rows, |row| row.outcome == Outcome::Undefined) {
        return Some((String::from("generator: undefined behaviour that is not planted"), Some(at)));
    }
    if kind == Kind::Changed {
        return None;
    }
    let at = first(rows, |row| row.outcome == Outcome::Differs)?;
    Some((format!("generator: {kind:?}, and the versions differ natively"), Some(at)))
}

/// What `incise impact` promises.
pub fn impact(kind: Kind, impact: &Impact, rows: &[Row]) -> Option<Broken> {
    if matches!(kind, Kind::Same | Kind::Cosmetic) && impact.changed {
        return Some((format!("impact: {kind:?}, and something changed"), None));
    }
    let at = first(rows, |row| row.outcome == Outcome::Differs)?;
    match impact {
        Impact { changed: false, .. } => {
            Some((String::from("impact: nothing changed, and the versions differ natively"), Some(at)))
        }
        Impact { entry: false, .. } => Some((
            String::from("impact: the change does not reach the function, and the versions differ natively"),
            Some(at),
        )),
        _ => None,
    }
}

/// What one guide of `incise diff` promises.
pub fn one_guide(answer: &Answer, complete: bool, rows: &[Row]) -> Option<Broken> {
    let Answer { guide, report, set, witnesses } = answer;
    for (number, at) in witnesses.clone().enumerate() {
        if matches!(rows[at].outcome, Outcome::Same | Outcome::Stopped) {
            return Some((format!("{guide}: the witness of difference {number} does not differ natively"), Some(at)));
        }
        if set.is_some() && answer.covers(&rows[at]).is_none() {
            return Some((format!("{guide}: the witness of difference {number} satisfies no condition"), Some(at)));
        }
    }
    if answer.exact() {
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| answer.must_not_cover(row)) {
            if let Some(number) = answer.covers(row).filter(|number| report.differences[*number].exact) {
                let condition = &report.differences[number].condition;
                return Some((format!("{guide}: reported, but does not differ natively: {condition}"), Some(at)));
            }
        }
    }
    match (report.verdict.as_str(), report.differences.is_empty()) {
        ("different", true) => return Some((format!("{guide}: different, without a difference"), None)),
        ("equivalent", false) => return Some((format!("{guide}: equivalent, with a difference"), None)),
        _ => {}
    }
    if !complete || !answer.decided() {
        return None;
    }
    // A condition that is too large to be written down stands for one case of it, and says so.
    let is_partial = report.differences.iter().any(|one| one.case.as_ref() == Some(&one.condition));
    let missed = |row: &Row| match report.verdict.as_str() {
        "different" => set.is_some() && !is_partial && answer.covers(row).is_none(),
        _ => true,
    };
    let at = first(rows, |row| row.outcome == Outcome::Differs && missed(row))?;
    Some((format!("{guide}: {}, but an input that differs natively is not reported", report.verdict), Some(at)))
}

/// What the comparison of changed functions and their callers promises: the function that calls them all is among those that differ
/// when it differs natively, and has the verdict that it has by itself.
pub fn callers(compared: &[Compared], alone: Option<&Answer>, rows: &[Row]) -> Option<Broken> {
    let entry = compared.iter().find(|function| function.name == ENTRY);
    if let (Some(entry), Some(alone)) = (entry, alone)
        && alone.decided()
        && is_decided(&entry.verdict)
        && entry.verdict != alone.report.verdict
    {
        let what = format!("callers: the entry is {}, by itself it is {}", entry.verdict, alone.report.verdict);
        return Some((what, None));
    }
    let at = first(rows, |row| row.outcome == Outcome::Differs)?;
    let missed = match entry {
        Some(entry) => entry.verdict == "equivalent",
        // What is equivalent by itself needs no callers, unless they can do what was assumed away.
        None => compared.iter().all(|function| function.verdict == "equivalent" && !function.assumes),
    };
    missed.then(|| (String::from("callers: the entry is not told to differ, and differs natively"), Some(at)))
}

fn is_decided(verdict: &str) -> bool {
    matches!(verdict, "equivalent" | "different")
}

/// What two guides promise each other: `exact` says what `full` says.
pub fn same_answers(full: &Answer, exact: &Answer, rows: &[Row]) -> Option<Broken> {
    if !full.decided() || !exact.decided() {
        return None;
    }
    if full.report.verdict != exact.report.verdict {
        return Some((format!("full: {}, exact: {}", full.report.verdict, exact.report.verdict), None));
    }
    if !full.exact() || !exact.exact() {
        return None;
    }
    let at = first(rows, |row| {
        row.outcome != Outcome::Stopped && full.covers(row).is_some() != exact.covers(row).is_some()
    })?;
    Some((String::from("full and exact report different inputs"), Some(at)))
}

/// What two guides promise each other: where both are decided, they say the same.
pub fn same_verdict(one: &Answer, other: &Answer) -> Option<Broken> {
    let differs = one.decided() && other.decided() && one.report.verdict != other.report.verdict;
    let (first, second) = (&one.report.verdict, &other.report.verdict);
    differs.then(|| (format!("{}: {first}, {}: {second}", one.guide, other.guide), None))
}

/// `dise` and `dgse` may miss differences, and never have one that `full` does not have.
pub fn no_more(full: &Answer, less: &Answer, rows: &[Row]) -> Option<Broken> {
    if !full.decided() {
        return None;
    }
    let guide = less.guide;
    if full.report.verdict == "equivalent" && !less.report.differences.is_empty() {
        return Some((format!("full: equivalent, and {guide} reports a difference"), None));
    }
    if !full.exact() || !less.exact() {
        return None;
    }
    let takes_in = |row: &Row| less.must_not_cover(row) || row.outcome != Outcome::Stopped;
    let at = first(rows, |row| {
        takes_in(row) && less.covers(row).is_some() && less.is_exact_about(row) && full.covers(row).is_none()
    })?;
    Some((format!("{guide} reports an input that full does not"), Some(at)))
}
