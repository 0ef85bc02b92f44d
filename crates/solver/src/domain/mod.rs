//! Exact sets of the values of one variable.
//!
//! Up to 8 bits a set is a bit mask and the set of any constraint is found by evaluating it for every value; wider
//! variables have sorted ranges, found for constraints whose preimages stay few ranges (comparisons with constants
//! through additions, extensions, high extracts, …). Either way intersection decides and yields a witness.

mod byte_set;
mod preimage;
mod range_set;
mod value_set;

pub(crate) use byte_set::ByteSet;
pub(crate) use preimage::comparison_with_constant;
pub(crate) use range_set::RangeSet;
pub(crate) use value_set::{ValueSet, distance_from_zero};

use incise_term::{Pool, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// For constraints over one variable: the values of the variable that satisfy them, computed once per term.
#[derive(Default)]
pub(crate) struct Domains {
    known: FxHashMap<TermId, Option<Rc<ValueSet>>>,
}

impl Domains {
    /// The values of the only variable of `t` for which `t` is true; `None` if not representable. `t` must have
    /// exactly one variable and no function application.
    pub(crate) fn of(&mut self, pool: &Pool, t: TermId) -> Option<Rc<ValueSet>> {
        if let Some(known) = self.known.get(&t) {
            return known.clone();
        }
        let &[var] = pool.vars(t) else { return None };
        let set = if pool.var_info(var).width <= ByteSet::MAX_WIDTH {
            ByteSet::of(pool, t, var).map(ValueSet::Bytes)
        } else {
            preimage::truth(pool, t).map(ValueSet::Ranges)
        };
        let set = set.map(Rc::new);
        self.known.insert(t, set.clone());
        set
    }
}
