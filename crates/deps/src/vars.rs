//! Sets of variables of a node: most have one or two members, those of a call may have thousands.

use crate::ids::VarId;

/// A set of variables, in order.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct VarSet {
    members: Vec<VarId>,
}

impl VarSet {
    /// Whether a variable is in it.
    pub fn contains(&self, var: &VarId) -> bool {
        self.members.binary_search(var).is_ok()
    }
    /// The members in order.
    pub fn iter(&self) -> std::slice::Iter<'_, VarId> {
        self.members.iter()
    }
    /// Number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
    /// Takes all out.
    pub fn clear(&mut self) {
        self.members.clear();
    }
    /// The first member that another set has too.
    pub fn first_in(&self, other: &VarSet) -> Option<VarId> {
        let (mut left, mut right) = (self.members.as_slice(), other.members.as_slice());
        while let (Some(here), Some(there)) = (left.first(), right.first()) {
            match here.cmp(there) {
                std::cmp::Ordering::Equal => return Some(*here),
                std::cmp::Ordering::Less => left = &left[left.partition_point(|var| var < there)..],
                std::cmp::Ordering::Greater => right = &right[right.partition_point(|var| var < here)..],
            }
        }
        None
    }
}

impl FromIterator<VarId> for VarSet {
    fn from_iter<It: IntoIterator<Item = VarId>>(vars: It) -> Self {
        let mut members: Vec<VarId> = vars.into_iter().collect();
        if !members.is_sorted_by(|left, right| left < right) {
            members.sort_unstable();
            members.dedup();
        }
        members.shrink_to_fit();
        VarSet { members }
    }
}

impl<'a> IntoIterator for &'a VarSet {
    type Item = &'a VarId;
    type IntoIter = std::slice::Iter<'a, VarId>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::fmt::Debug for VarSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
