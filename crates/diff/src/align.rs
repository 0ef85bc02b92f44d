//! The longest common subsequence of two sequences of texts.
//!
//! # Deviations
//! 1. Where the table would have more than [`LARGEST_TABLE`] entries, texts that occur once in each sequence are paired first, as
//!    many as are in the same order in both, and tables are made for what is between them; so the result need not be the longest.

use std::collections::BTreeMap;

/// Entries of the greatest table.
const LARGEST_TABLE: usize = 1 << 20;

/// Part of a sequence.
#[derive(Clone, Copy)]
struct Part<'a> {
    items: &'a [u32],
    /// Its position in the whole.
    start: usize,
}

impl<'a> Part<'a> {
    fn slice(self, range: std::ops::Range<usize>) -> Part<'a> {
        Part { items: &self.items[range.clone()], start: self.start + range.start }
    }
}

/// Positions that belong together, in order.
pub fn align(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    align_within(left, right, LARGEST_TABLE)
}

fn align_within(left: &[String], right: &[String], largest: usize) -> Vec<(usize, usize)> {
    // Equal texts get equal numbers.
    let mut numbers: BTreeMap<&String, u32> = BTreeMap::new();
    for text in left.iter().chain(right) {
        let next = numbers.len() as u32;
        numbers.entry(text).or_insert(next);
    }
    let numbered = |texts: &[String]| texts.iter().map(|text| numbers[text]).collect::<Vec<u32>>();
    let mut pairs = Vec::new();
    let (left, right) = (numbered(left), numbered(right));
    parts(Part { items: &left, start: 0 }, Part { items: &right, start: 0 }, largest, &mut pairs);
    pairs
}

/// Equal ends are taken first; the rest is the textbook table, if it is not too large.
fn parts(left: Part, right: Part, largest: usize, pairs: &mut Vec<(usize, usize)>) {
    let prefix = left.items.iter().zip(right.items).take_while(|(a, b)| a == b).count();
    let (left_rest, right_rest) = (&left.items[prefix..], &right.items[prefix..]);
    let suffix = left_rest.iter().rev().zip(right_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (left_end, right_end) = (left.items.len() - suffix, right.items.len() - suffix);
    let (left_middle, right_middle) = (left.slice(prefix..left_end), right.slice(prefix..right_end));
    pairs.extend((0..prefix).map(|position| (left.start + position, right.start + position)));
    let anchors = if left_middle.items.len().saturating_mul(right_middle.items.len()) > largest {
        anchors(left_middle.items, right_middle.items)
    } else {
        Vec::new()
    };
    if anchors.is_empty() {
        let found = middle(left_middle.items, right_middle.items).into_iter();
        pairs.extend(found.map(|(a, b)| (left_middle.start + a, right_middle.start + b)));
    } else {
        let (mut left_from, mut right_from) = (0, 0);
        for (a, b) in anchors.into_iter().chain([(left_middle.items.len(), right_middle.items.len())]) {
            parts(left_middle.slice(left_from..a), right_middle.slice(right_from..b), largest, pairs);
            // The anchor itself begins the next part.
            (left_from, right_from) = (a, b);
        }
    }
    pairs.extend((0..suffix).map(|from_end| (left.start + left_end + from_end, right.start + right_end + from_end)));
}

fn middle(left: &[u32], right: &[u32]) -> Vec<(usize, usize)> {
    let width = right.len() + 1;
    let mut longest = vec![0u32; (left.len() + 1) * width];
    for (i, a) in left.iter().enumerate().rev() {
        for (j, b) in right.iter().enumerate().rev() {
            longest[i * width + j] = if a == b {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < left.len() && j < right.len() {
        if left[i] == right[j] {
            pairs.push((i, j));
            i += 1;
            j += 1;
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Texts that occur once in each, as many as are in the same order: the longest increasing subsequence of their positions.
fn anchors(left: &[u32], right: &[u32]) -> Vec<(usize, usize)> {
    let once = |sequence: &[u32]| {
        let mut places: BTreeMap<u32, Option<usize>> = BTreeMap::new();
        for (position, text) in sequence.iter().enumerate() {
            places.entry(*text).and_modify(|place| *place = None).or_insert(Some(position));
        }
        places
    };
    let (in_left, in_right) = (once(left), once(right));
    let both = |(position, text): (usize, &u32)| {
        let is_single = in_left.get(text)?.is_some();
        let other = (*in_right.get(text)?)?;
        is_single.then_some((position, other))
    };
    let candidates: Vec<(usize, usize)> = left.iter().enumerate().filter_map(both).collect();
    // For each length, the candidate with the least end; and for each candidate the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    for (position, candidate) in candidates.iter().enumerate() {
        let length = ends.partition_point(|end| candidates[*end].1 < candidate.1);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = position,
            None => ends.push(position),
        }
    }
    let mut found: Vec<(usize, usize)> =
        std::iter::successors(ends.last().copied(), |at| before[*at]).map(|at| candidates[at]).collect();
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::{align, align_within};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn texts(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    /// The length of the longest common subsequence, from its definition.
    fn longest(left: &[String], right: &[String]) -> usize {
        match (left.split_first(), right.split_first()) {
            (Some((a, left_rest)), Some((b, right_rest))) => {
                let both = if a == b { 1 + longest(left_rest, right_rest) } else { 0 };
                both.max(longest(left_rest, right)).max(longest(left, right_rest))
            }
            _ => 0,
        }
    }

    #[test]
    fn alignments_are_common_subsequences_and_none_is_longer() {
        let words = ["", "a", "ab", "abc", "acb", "bca", "aabb", "abab", "xaybz", "abcabc", "cbacba", "zzab"];
        for left in words.map(texts) {
            for right in words.map(texts) {
                let pairs = align(&left, &right);
                assert!(pairs.iter().all(|&(a, b)| left[a] == right[b]));
                assert!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
                assert_eq!(pairs.len(), longest(&left, &right), "{left:?} {right:?}");
            }
        }
    }

    /// With anchors: still common subsequences, and all of it when one sequence is the other with some texts left out.
    #[test]
    fn anchored_alignments_are_common_subsequences() {
        let mut random = StdRng::seed_from_u64(31);
        for _ in 0..2_000 {
            let mut some = |most: u32| -> Vec<String> {
                (0..random.random_range(0..30)).map(|_| random.random_range(0..most).to_string()).collect()
            };
            let (left, right) = (some(40), some(40));
            let pairs = align_within(&left, &right, 0);
            assert!(pairs.iter().all(|&(a, b)| left[a] == right[b]));
            assert!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
            assert!(pairs.len() <= align(&left, &right).len());
            let all: Vec<String> = (0..30).map(|number| number.to_string()).collect();
            let kept: Vec<String> = all.iter().filter(|_| random.random_bool(0.7)).cloned().collect();
            assert_eq!(align_within(&all, &kept, 0).len(), kept.len());
        }
    }
}
