//! The longest common subsequence of two sequences of texts.

/// Positions that belong together, in order. Equal ends are taken first; the rest is the textbook table.
pub fn align(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    let prefix = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left_rest, right_rest) = (&left[prefix..], &right[prefix..]);
    let suffix = left_rest.iter().rev().zip(right_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let left_middle = &left_rest[..left_rest.len() - suffix];
    let right_middle = &right_rest[..right_rest.len() - suffix];
    let mut pairs: Vec<(usize, usize)> = (0..prefix).map(|position| (position, position)).collect();
    pairs.extend(middle(left_middle, right_middle).into_iter().map(|(a, b)| (a + prefix, b + prefix)));
    let ends = (0..suffix).map(|from_end| (left.len() - suffix + from_end, right.len() - suffix + from_end));
    pairs.extend(ends);
    pairs
}

fn middle(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
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

#[cfg(test)]
mod tests {
    use super::align;

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
}
