//! What the variables of a condition are in the source: the C expression that reads each, and its C type.

use crate::error::Error;
use incise_term::{Format, Op, Pool, TermId, VarId};
use rustc_hash::FxHashMap;

/// The C type of an input, as far as it decides how a value is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CType {
    /// A signed integer, enumeration or bit-field of so many bits.
    Signed(u32),
    /// An unsigned integer, enumeration or bit-field of so many bits.
    Unsigned(u32),
    /// `_Bool`; its variable may be wider than a bit, its value is taken to be 0 or 1.
    Bool,
    /// A plain `char`, signed, whose values are shown as characters where they are printable.
    Char,
    /// `float`, `double` or `long double`.
    Float(Format),
    /// A pointer to data, of 64 bits.
    Pointer,
    /// A pointer to a function, of 64 bits: null, or this address.
    Function(u64),
}

impl CType {
    /// Is a larger value one whose bits are larger as a signed number?
    pub fn is_signed(self) -> bool {
        matches!(self, CType::Signed(_) | CType::Char)
    }

    /// The width of the type, if it fixes one.
    pub fn width(self) -> Option<u32> {
        match self {
            CType::Signed(width) | CType::Unsigned(width) => Some(width),
            CType::Char => Some(8),
            CType::Float(format) => Some(format.width()),
            CType::Pointer | CType::Function(_) => Some(64),
            CType::Bool => None,
        }
    }
}

/// One input: a variable and how the source names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The variable's term.
    pub term: TermId,
    /// A C expression that reads it, such as `a[3]` or `p->x`: an operand that needs no parentheses.
    pub text: String,
    /// Its type.
    pub ty: CType,
}

impl Input {
    /// What holds of every input of this type.
    pub(crate) fn holds(&self, pool: &mut Pool) -> Option<TermId> {
        let width = pool.width(self.term);
        match self.ty {
            CType::Bool if width > 1 => {
                let one = pool.constant(width, 1);
                Some(pool.ule(self.term, one))
            }
            CType::Function(address) => {
                let (zero, address) = (pool.constant(width, 0), pool.constant(width, u128::from(address)));
                let (is_null, is_there) = (pool.eq(self.term, zero), pool.eq(self.term, address));
                Some(pool.bool_or(is_null, is_there))
            }
            _ => None,
        }
    }
}

/// The inputs by variable, numbered in the order they were given.
pub(crate) struct Inputs<'a> {
    given: &'a [Input],
    by_var: FxHashMap<VarId, usize>,
}

impl<'a> Inputs<'a> {
    pub(crate) fn new(pool: &Pool, given: &'a [Input]) -> Result<Inputs<'a>, Error> {
        let mut by_var = FxHashMap::default();
        for (position, input) in given.iter().enumerate() {
            let Op::Var(var) = pool.op(input.term) else { return Err(Error::NotAVariable(input.text.clone())) };
            if input.ty.width().is_some_and(|width| width != pool.width(input.term)) {
                return Err(Error::Width(input.text.clone()));
            }
            by_var.entry(var).or_insert(position);
        }
        Ok(Inputs { given, by_var })
    }

    pub(crate) fn get(&self, var: VarId) -> Option<&'a Input> {
        self.by_var.get(&var).map(|&position| &self.given[position])
    }

    /// Where in the list a variable is; those that are not in it come last.
    pub(crate) fn position(&self, var: VarId) -> usize {
        self.by_var.get(&var).copied().unwrap_or(self.given.len())
    }

    /// The position of the first input in a term.
    pub(crate) fn first(&self, pool: &Pool, t: TermId) -> usize {
        pool.vars(t).iter().map(|&var| self.position(var)).min().unwrap_or(self.given.len())
    }

    pub(crate) fn all(&self) -> &'a [Input] {
        self.given
    }
}
