//! Sets of small numbers.

/// A set of numbers below a bound.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// None of so many.
    pub fn new(n_items: usize) -> Bits {
        Bits { words: vec![0; n_items.div_ceil(64)] }
    }
    /// Whether it is in.
    pub fn contains(&self, item: u32) -> bool {
        self.words[item as usize / 64] >> (item % 64) & 1 == 1
    }
    /// Adds one; whether it is new.
    pub fn insert(&mut self, item: u32) -> bool {
        let word = &mut self.words[item as usize / 64];
        let before = *word;
        *word |= 1 << (item % 64);
        *word != before
    }
    /// Takes one out.
    pub fn remove(&mut self, item: u32) {
        self.words[item as usize / 64] &= !(1 << (item % 64));
    }
    /// Adds all of another set with the same bound; whether any is new.
    pub fn union(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }
    /// Whether any of these is in.
    pub fn any(&self, items: &[u32]) -> bool {
        items.iter().any(|item| self.contains(*item))
    }
    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.words.iter().enumerate().flat_map(|(position, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(position as u32 * 64 + bit)
            })
        })
    }
}
