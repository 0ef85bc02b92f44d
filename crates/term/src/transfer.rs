//! Rebuilding terms: substitution of variables, copying into another pool.
//!
//! Substitution walks the term once, children first, without recursion, and goes through the builders, so that the
//! result is simplified if the pool rewrites; copies are made by way of [`PortableTerms`].

use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;
use crate::portable::PortableTerms;
use crate::variables::VarId;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::hash::BuildHasher;

impl Pool {
    /// `t` with variables replaced; those not in the map stay. Replacements have the variables' widths.
    pub fn substitute<S: BuildHasher>(&mut self, t: TermId, map: &HashMap<VarId, TermId, S>) -> TermId {
        for (&var, &by) in map {
            assert_eq!(self.var_info(var).width, self.width(by), "replacement of another width");
        }
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let untouched = !self.vars(top).iter().any(|var| map.contains_key(var));
            let result = if untouched {
                top
            } else if let Op::Var(var) = self.op(top) {
                map[&var]
            } else {
                let missing = stack.len();
                stack.extend(self.children(top).iter().filter(|child| !done.contains_key(child)));
                if stack.len() > missing {
                    continue;
                }
                let children: Vec<TermId> = self.children(top).iter().map(|child| done[child]).collect();
                self.with_children(top, &children)
            };
            done.insert(top, result);
            stack.pop();
        }
        done[&t]
    }

    /// The operator of `t` on other children of the same widths.
    pub fn with_children(&mut self, t: TermId, children: &[TermId]) -> TermId {
        let (op, width) = (self.op(t), self.width(t));
        if let Op::Uninterpreted(fun) = op {
            let name = self.fun_info(fun).0.to_owned();
            return self.uninterpreted(&name, width, children);
        }
        self.make(op, width, children)
    }

    /// The same term in another pool; variables and functions are the same by name.
    pub fn rebuild_in(&self, other: &mut Pool, t: TermId) -> TermId {
        self.rebuild_all_in(other, &[t])[0]
    }

    /// The same terms in another pool, each shared part rebuilt once.
    pub fn rebuild_all_in(&self, other: &mut Pool, terms: &[TermId]) -> Vec<TermId> {
        PortableTerms::of(self, terms).read_into(other).expect("what has one name in two pools is the same")
    }
}
