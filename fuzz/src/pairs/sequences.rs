//! The theorem that `exact` keeps (`guide/src/exact.rs`): every sequence of impacted decisions that a run of the new version can make is found,
//! exactly once, and no other.
//!
//! The truth is what `full` explores, restricted to the lines at which `exact` decides. Only lines of the compared function itself are
//! looked at: what it calls is skipped at one call and run at another, and a line does not say which. Paths that stop early are left
//! out where `exact` may have skipped what stops them. Which function a call through the table takes is no decision of a branch: two paths
//! may differ in it alone, so that a sequence may be found twice where there is such a call.

use super::ast::{ENTRY, TABLE};
use serde_json::Value;
use std::collections::BTreeSet;

/// Decisions of a path, in order.
type Sequence = Vec<String>;

/// The pointers that are null.
type Shape = Vec<String>;

struct Path {
    shape: Shape,
    decisions: Sequence,
    returns: bool,
}

/// The paths in a report's function; nothing when it was not decided path by path.
fn paths(function: &Value) -> Option<Vec<Path>> {
    let path = |path: &Value| {
        let is_null = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        let null = path["inputs"].as_object()?.iter().filter(|(_, value)| is_null(value));
        let decisions = path["decisions"].as_array()?.iter().map(|decision| decision.as_str().map(String::from));
        Some(Path {
            shape: null.map(|(name, _)| name.clone()).collect(),
            decisions: decisions.collect::<Option<_>>()?,
            returns: path["ends"] == "return",
        })
    };
    function["paths"].as_array()?.iter().map(path).collect()
}

/// The line of a decision such as `12T` or `7:case 3`.
fn line(decision: &str) -> u32 {
    let digits = decision.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

/// The lines of the compared function in a version's text.
fn own_lines(text: &str) -> std::ops::RangeInclusive<u32> {
    let opens = |line: &str| line.contains(&format!(" {ENTRY}(")) && line.ends_with('{');
    let first = text.lines().position(opens).unwrap_or(0);
    let length = text.lines().skip(first).position(|line| line == "}").unwrap_or(0);
    first as u32 + 1..=(first + length) as u32 + 1
}

/// In what the sequences of two guides differ; `full` and `exact` are the functions of their reports, `text` the new version. Nothing is
/// said when one of them was not decided path by path.
pub fn compare(full: &Value, exact: &Value, text: &str) -> Option<Result<(), String>> {
    let (full, exact) = (paths(full)?, paths(exact)?);
    let own = own_lines(text);
    // For each shape a search of its own was made, which may have skipped other things.
    let shapes: BTreeSet<&Shape> = full.iter().chain(&exact).map(|path| &path.shape).collect();
    let of = |paths: &'_ [Path], shape: &Shape| -> Vec<(Sequence, bool)> {
        let these = paths.iter().filter(|path| path.shape == *shape);
        these.map(|path| (path.decisions.clone(), path.returns)).collect()
    };
    let once = !text.contains(&format!("{TABLE}["));
    Some(shapes.into_iter().try_for_each(|shape| one_shape(&of(&full, shape), &of(&exact, shape), &own, once)))
}

/// The sequences of both guides, each with whether it ends with a return; `once` says that none may be there twice.
fn one_shape(
    full: &[(Sequence, bool)],
    exact: &[(Sequence, bool)],
    own: &std::ops::RangeInclusive<u32>,
    once: bool,
) -> Result<(), String> {
    if exact.is_empty() {
        return Ok(()); // decided otherwise
    }
    let only_own = |sequence: &Sequence| -> Sequence {
        sequence.iter().filter(|decision| own.contains(&line(decision))).cloned().collect()
    };
    let mut seen = BTreeSet::new();
    if let Some((twice, _)) = exact.iter().find(|(sequence, returns)| once && *returns && !seen.insert(sequence)) {
        return Err(format!("exact finds {twice:?} twice"));
    }
    let found: BTreeSet<Sequence> = exact.iter().map(|(sequence, _)| only_own(sequence)).collect();
    let lines: BTreeSet<u32> = found.iter().flatten().map(|decision| line(decision)).collect();
    let impacted = |sequence: &Sequence| -> Sequence {
        only_own(sequence).into_iter().filter(|decision| lines.contains(&line(decision))).collect()
    };
    let wanted: Vec<(Sequence, bool)> = full.iter().map(|(sequence, returns)| (impacted(sequence), *returns)).collect();
    if let Some((lost, _)) = wanted.iter().find(|(sequence, returns)| *returns && !found.contains(sequence)) {
        return Err(format!("full has the impacted decisions {lost:?}, exact has not"));
    }
    let fits = |sequence: &Sequence| {
        wanted.iter().any(|(known, returns)| known == sequence || !*returns && sequence.starts_with(known))
    };
    match found.iter().find(|sequence| !fits(sequence)) {
        Some(extra) => Err(format!("exact has the decisions {extra:?}, full has not")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::compare;
    use serde_json::{Value, json};

    /// Lines 2 to 9 are the function's.
    const TEXT: &str = "int g;\nint entry(int x) {\n\n\n\n\n\n\n}\n";

    fn report(paths: &[&[&str]]) -> Value {
        let paths: Vec<Value> =
            paths.iter().map(|path| json!({ "inputs": {}, "decisions": path, "ends": "return" })).collect();
        json!({ "paths": paths })
    }

    #[test]
    fn sequences_are_projected_to_what_exact_decides() {
        let full = report(&[&["3T", "5T"], &["3T", "5F"], &["3F", "5T"], &["3F", "5F"]]);
        assert_eq!(compare(&full, &report(&[&["5T"], &["5F"]]), TEXT), Some(Ok(())));
        assert_eq!(compare(&full, &json!({}), TEXT), None);
    }

    #[test]
    fn lost_doubled_and_invented_sequences_are_noticed() {
        let full = report(&[&["3T", "5T"], &["3F", "5T"], &["3F", "5F"]]);
        let noticed = |paths: &[&[&str]]| compare(&full, &report(paths), TEXT).expect("both have paths").is_err();
        assert!(!noticed(&[&["3T", "5T"], &["3F", "5T"], &["3F", "5F"]]));
        assert!(noticed(&[&["3T", "5T"], &["3F", "5T"]]));
        assert!(noticed(&[&["3T", "5T"], &["3T", "5F"], &["3F", "5T"], &["3F", "5F"]]));
        assert!(noticed(&[&["5T"], &["5F"], &["5F"]]));
    }
}
