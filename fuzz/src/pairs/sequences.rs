//! The theorem that `exact` keeps (ALGORITHMS §2): every sequence of impacted decisions that a run of the new version can make is found,
//! exactly once, and no other.
//!
//! The truth is what `full` explores, restricted to the lines at which `exact` decides. Only lines of the compared function itself are
//! looked at: what it calls is skipped at one call and run at another, and a line does not say which. Paths that stop early are left
//! out where `exact` may have skipped what stops them.

use super::ast::ENTRY;
use serde_json::Value;
use std::collections::BTreeSet;

/// Decisions of a path, in order.
type Sequence = Vec<String>;

struct Path {
    decisions: Sequence,
    returns: bool,
}

/// The paths in a report's function; nothing when it was not decided path by path.
fn paths(function: &Value) -> Option<Vec<Path>> {
    let path = |path: &Value| {
        let decisions = path["decisions"].as_array()?.iter().map(|decision| decision.as_str().map(String::from));
        Some(Path { decisions: decisions.collect::<Option<_>>()?, returns: path["ends"] == "return" })
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
    let only_own = |sequence: &Sequence| -> Sequence {
        sequence.iter().filter(|decision| own.contains(&line(decision))).cloned().collect()
    };
    let mut seen = BTreeSet::new();
    if let Some(twice) = exact.iter().find(|path| path.returns && !seen.insert(&path.decisions)) {
        return Some(Err(format!("exact finds {:?} twice", twice.decisions)));
    }
    let found: BTreeSet<Sequence> = exact.iter().map(|path| only_own(&path.decisions)).collect();
    let lines: BTreeSet<u32> = found.iter().flatten().map(|decision| line(decision)).collect();
    let impacted = |path: &Path| -> Sequence {
        only_own(&path.decisions).into_iter().filter(|decision| lines.contains(&line(decision))).collect()
    };
    let wanted: Vec<(Sequence, bool)> = full.iter().map(|path| (impacted(path), path.returns)).collect();
    if let Some((lost, _)) = wanted.iter().find(|(sequence, returns)| *returns && !found.contains(sequence)) {
        return Some(Err(format!("full has the impacted decisions {lost:?}, exact has not")));
    }
    let fits = |sequence: &Sequence| {
        wanted.iter().any(|(known, returns)| known == sequence || !*returns && sequence.starts_with(known))
    };
    match found.iter().find(|sequence| !fits(sequence)) {
        Some(extra) => Some(Err(format!("exact has the decisions {extra:?}, full has not"))),
        None => Some(Ok(())),
    }
}

#[cfg(test)]
mod tests {
    use super::compare;
    use serde_json::{Value, json};

    /// Lines 2 to 9 are the function's.
    const TEXT: &str = "int g;\nint entry(int x) {\n\n\n\n\n\n\n}\n";

    fn report(paths: &[&[&str]]) -> Value {
        let paths: Vec<Value> = paths.iter().map(|path| json!({ "decisions": path, "ends": "return" })).collect();
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
