//! The relations on one path.
//!
//! *Source*: [dgse-tse2017] Def. 5, which takes the relations of Defs 1–4 dynamically: between what ran. *In*: a path as the points that
//! it comes to. *Out*: which of them depend on which earlier ones, and the relevant path slice of a point, also of a side that the path does not
//! take where it comes to its branch.

use crate::branch_points::{Dependence, PointId, Points};
use crate::facts::Facts;
use crate::ids::VarId;
use crate::interactive::Interactive;
use incise_base::closure;
use std::collections::{BTreeMap, BTreeSet};

/// How something that ran depends on something earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OnPath {
    /// By control, data, or potentially.
    Traditional(Dependence),
    /// They meet at this point.
    Interactive(PointId),
}

/// A path with what depends on what.
pub struct PathDependences<'a> {
    facts: &'a Facts,
    points: &'a Points,
    meetings: &'a Interactive,
    /// The points that it comes to.
    pub path: Vec<PointId>,
    /// For each of them what it depends on, by position.
    pub on: Vec<BTreeMap<usize, BTreeSet<OnPath>>>,
}

impl<'a> PathDependences<'a> {
    /// Of a path from the start.
    pub fn of(facts: &'a Facts, points: &'a Points, meetings: &'a Interactive, path: Vec<PointId>) -> Self {
        let mut found = PathDependences { facts, points, meetings, path, on: Vec::new() };
        for position in 0..found.path.len() {
            let on = found.of_point(position, found.path[position]);
            found.on.push(on);
        }
        found
    }

    /// What a point depends on if the path comes to it at a position.
    fn of_point(&self, position: usize, point: PointId) -> BTreeMap<usize, BTreeSet<OnPath>> {
        let mut found: BTreeMap<usize, BTreeSet<OnPath>> = BTreeMap::new();
        let nodes = &self.facts.nodes;
        let node = |position: usize| &nodes[self.points.points[self.path[position]].node];
        for var in &nodes[self.points.points[point].node].uses {
            for earlier in (0..position).rev() {
                if node(earlier).defs.contains(var) {
                    found.entry(earlier).or_default().insert(OnPath::Traditional(Dependence::Data(*var)));
                }
                if node(earlier).kills.contains(var) {
                    break;
                }
            }
        }
        for on in self.points.on(point) {
            let Some(earlier) = self.path[..position].iter().rposition(|other| *other == on) else { continue };
            for how in self.points.how(on, point) {
                let holds = match how {
                    Dependence::Control => true,
                    Dependence::Data(_) => false,
                    // What the other side would have written is not overwritten since.
                    Dependence::Potential(var) => {
                        (earlier + 1..position).all(|between| !node(between).kills.contains(&var))
                    }
                };
                if holds {
                    found.entry(earlier).or_default().insert(OnPath::Traditional(how));
                }
            }
        }
        for (earlier, first) in self.path[..position].iter().enumerate() {
            let overwritten = |var: &VarId| (earlier + 1..position).any(|between| node(between).kills.contains(var));
            let is_gone = !node(earlier).defs.is_empty() && node(earlier).defs.iter().all(overwritten);
            if let Some(meeting) = self.meetings.get(&(*first, point))
                && !is_gone
            {
                found.entry(earlier).or_default().insert(OnPath::Interactive(meeting.at));
            }
        }
        found
    }

    /// The relevant path slice of a point at a position: the positions before it that it depends on, directly or not ([dgse-tse2017] Def. 5).
    #[doc(alias = "rps")]
    pub fn slice(&self, position: usize, point: PointId) -> BTreeSet<usize> {
        closure(self.of_point(position, point).into_keys(), |earlier| self.on[earlier].keys().copied())
    }
}
