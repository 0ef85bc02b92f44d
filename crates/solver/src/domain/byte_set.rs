//! A set of values of at most 8 bits: 256 bits, one per value.

use incise_term::{Op, Pool, TermId, VarId, concrete};
use rustc_hash::FxHashMap;

/// Terms with more nodes than this are not tabulated.
const MAX_TERMS: usize = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    pub(crate) const MAX_WIDTH: u32 = 8;

    pub(crate) fn full(width: u32) -> ByteSet {
        let mut words = [0; 4];
        for value in 0..1usize << width {
            words[value / 64] |= 1 << (value % 64);
        }
        ByteSet(words)
    }

    /// The values of `var` for which `t` is true, by evaluation of each.
    /// `None` if the term is so large that SAT is cheaper.
    pub(crate) fn of(pool: &Pool, t: TermId, var: VarId) -> Option<ByteSet> {
        let n_values = 1usize << pool.var_info(var).width;
        let mut words = [0; 4];
        for (value, &truth) in table(pool, t, n_values)?.iter().enumerate() {
            words[value / 64] |= (truth as u64 & 1) << (value % 64);
        }
        Some(ByteSet(words))
    }

    pub(crate) fn intersection(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub(crate) fn contains(&self, value: u128) -> bool {
        value < 256 && self.0[value as usize / 64] >> (value % 64) & 1 == 1
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = u128> + '_ {
        (0..256).filter(|&value| self.contains(value))
    }

    pub(crate) fn min(&self) -> Option<u128> {
        self.0.iter().position(|&word| word != 0).map(|i| 64 * i as u128 + u128::from(self.0[i].trailing_zeros()))
    }

    pub(crate) fn max(&self) -> Option<u128> {
        self.0.iter().rposition(|&word| word != 0).map(|i| 64 * i as u128 + 63 - u128::from(self.0[i].leading_zeros()))
    }
}

/// The values of `t` for each value of its only variable. Node by node, so that the walk over the term is paid once.
fn table(pool: &Pool, t: TermId, n_values: usize) -> Option<Vec<u128>> {
    let mut tables: FxHashMap<TermId, Vec<u128>> = FxHashMap::default();
    let mut stack = vec![t];
    while let Some(&term) = stack.last() {
        if tables.contains_key(&term) {
            stack.pop();
            continue;
        }
        if tables.len() >= MAX_TERMS {
            return None;
        }
        let depth = stack.len();
        stack.extend(pool.children(term).iter().filter(|child| !tables.contains_key(child)));
        if stack.len() > depth {
            continue;
        }
        let values = match pool.op(term) {
            Op::Const => vec![pool.as_const(term).expect("a constant has a value"); n_values],
            Op::Var(_) => (0..n_values as u128).collect(),
            op => {
                let children = pool.children(term);
                let mut widths = [0; 3];
                let mut columns: [&[u128]; 3] = [&[]; 3];
                for (i, child) in children.iter().enumerate() {
                    widths[i] = pool.width(*child);
                    columns[i] = &tables[child];
                }
                let width = pool.width(term);
                let mut args = [0; 3];
                let row = |value: usize| {
                    for (arg, column) in args.iter_mut().zip(&columns[..children.len()]) {
                        *arg = column[value];
                    }
                    concrete::apply(op, width, widths, args)
                };
                (0..n_values).map(row).collect()
            }
        };
        tables.insert(term, values);
        stack.pop();
    }
    tables.remove(&t)
}
