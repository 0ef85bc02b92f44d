//! A path of a function by the sides that it takes, and what matters to its decisions.

use super::relations::Label;
use crate::failure::Failure;
use incise_deps::{Facts, PathDependences, PointId, Points};
use incise_report::PathSlice;

/// Longer paths are taken to go round for ever.
const MAX_POINTS: usize = 100_000;

/// The points that a path comes to if it takes these sides, in order (`2F,4T`).
pub fn followed(
    facts: &Facts,
    points: &Points,
    sides: &str,
    label: &dyn Fn(PointId) -> Label,
) -> Result<Vec<PointId>, Failure> {
    let mut wanted = sides.split(',').map(str::trim).filter(|side| !side.is_empty());
    let mut path: Vec<PointId> = Vec::new();
    let mut last = String::from("the start");
    let mut at = points.points.ids().next();
    while let Some(point) = at {
        let node = points.points[point].node;
        let choices = points.of_node(node);
        let taken = match choices {
            [only] => *only,
            _ => {
                let names = choices.iter().map(|side| label(*side).to_string()).collect::<Vec<_>>().join(" or ");
                let Some(side) = wanted.next() else {
                    return Err(Failure::Other(format!("--path ends too early: after {last} comes {names}")));
                };
                let found = choices.iter().find(|choice| label(**choice).to_string() == side);
                let Some(found) = found else {
                    return Err(Failure::Other(format!("--path: after {last} comes {names}, not `{side}`")));
                };
                last = side.to_owned();
                *found
            }
        };
        path.push(taken);
        if path.len() > MAX_POINTS {
            return Err(Failure::Other(format!("--path: after {last} there is no end")));
        }
        let successors = facts.flow.successors(node);
        let next = match points.points[taken].side {
            Some(side) => successors.get(side as usize),
            None => successors.first(),
        };
        at = next.map(|next| points.of_node(*next)[0]);
    }
    match wanted.next() {
        Some(side) => Err(Failure::Other(format!("--path: after {last} the function ends, `{side}` does not come"))),
        None => Ok(path),
    }
}

/// What matters to each decision of a path, the side that it takes first ([dgse-tse2017] Def. 5).
pub fn slices(
    on_path: &PathDependences,
    points: &Points,
    label: &dyn Fn(PointId) -> Label,
    is_shown: &dyn Fn(PointId) -> bool,
) -> Vec<PathSlice> {
    let mut found = Vec::new();
    for (position, taken) in on_path.path.iter().enumerate() {
        let sides = points.of_node(points.points[*taken].node);
        if sides.len() < 2 || !is_shown(*taken) {
            continue;
        }
        let others = sides.iter().filter(|side| *side != taken);
        for side in std::iter::once(taken).chain(others) {
            let mut matter: Vec<PointId> = Vec::new();
            matter.extend(on_path.slice(position, *side).into_iter().map(|earlier| on_path.path[earlier]));
            matter.push(*side);
            let shown: Vec<PointId> = matter.into_iter().filter(|point| is_shown(*point)).collect();
            let mut slice: Vec<String> = shown.iter().map(|point| label(*point).to_string()).collect();
            slice.dedup();
            let decisions = shown.iter().filter(|point| points.points[**point].side.is_some());
            let condition = decisions.map(|point| label(*point).to_string()).collect();
            found.push(PathSlice { side: label(*side).to_string(), taken: side == taken, slice, condition });
        }
    }
    found
}
