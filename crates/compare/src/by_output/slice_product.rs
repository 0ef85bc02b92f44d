//! The slices of two versions against each other.
//!
//! *In*: for some outputs the slices of the new and those of the old version, over the same terms. *Out*: whether the outputs are equal
//! on all inputs that satisfy a slice of each; otherwise a condition under which they are not, or why that is not known.

use crate::by_output::output_partition::Part;
use crate::by_paths::comparison_input::ComparisonInput;
use crate::by_paths::pair::with_implied;
use crate::observation::final_states::{FinalStates, Finished, Looked};
use crate::observation::pairing::Pairing;
use incise_engine::{
    Aspect, Context, Entry, Limits, Observation, ObservedSubset, OutputPiece, Passed, PathEnd, Program, State,
};
use incise_guide::dgse::Slice;
use incise_solver::{Extend, PathCondition};
use incise_term::{TermId, VarId};
use std::collections::BTreeSet;

/// Why two versions were not shown to be equal.
pub enum Apart {
    /// They differ under this condition.
    Different(PathCondition),
    /// It is not known.
    Unknown(String),
}

/// Two versions whose runs are all over; terms and solver are the old version's.
pub struct SliceProduct<'a, 'p> {
    /// What is compared.
    pub task: &'a ComparisonInput<'p>,
    /// When it has to stop.
    pub limits: Limits<'a>,
    /// The new version.
    pub new: Program<'a, 'p>,
    /// The old version.
    pub old: Program<'a, 'p>,
    /// Terms and solver.
    pub context: &'a mut Context,
    /// What corresponds to what.
    pub pairing: &'a Pairing,
    /// The inputs that are there from the start. Others, and what stands for memory that was never written, are named by their number on a
    /// path; two paths may mean different things by one name.
    pub inputs: &'a BTreeSet<VarId>,
    /// Pairs of slices that were compared.
    pub n_pairs: u64,
}

/// Slices by their conditions.
#[derive(Default)]
struct Tree {
    ended: Vec<usize>,
    next: Vec<(TermId, Tree)>,
}

/// Slices of a version, and those of them that are left to be compared.
#[derive(Clone, Copy)]
struct Sliced<'s> {
    slices: &'s [Slice],
    tree: &'s Tree,
}

impl Tree {
    fn of(slices: &[Slice]) -> Tree {
        let mut root = Tree::default();
        for (number, slice) in slices.iter().enumerate() {
            let mut at = &mut root;
            for condition in &slice.conditions {
                let known = at.next.iter().position(|(other, _)| other == condition);
                let position = known.unwrap_or_else(|| {
                    at.next.push((*condition, Tree::default()));
                    at.next.len() - 1
                });
                at = &mut at.next[position].1;
            }
            at.ended.push(number);
        }
        root
    }
}

impl SliceProduct<'_, '_> {
    /// Compares a part on all inputs that satisfy a condition.
    pub fn part(
        &mut self,
        part: &Part,
        (new, old): (&[Slice], &[Slice]),
        condition: &PathCondition,
    ) -> Result<(), Apart> {
        for condition in new.iter().chain(old).flat_map(|slice| &slice.conditions) {
            self.is_named(*condition)?;
        }
        let (new_tree, old_tree) = (Tree::of(new), Tree::of(old));
        let (new, old) = (Sliced { slices: new, tree: &new_tree }, Sliced { slices: old, tree: &old_tree });
        self.new_slices(part, new, old, condition)
    }

    fn new_slices(
        &mut self,
        part: &Part,
        new: Sliced<'_>,
        old: Sliced<'_>,
        condition: &PathCondition,
    ) -> Result<(), Apart> {
        for number in &new.tree.ended {
            self.old_slices(part, &new.slices[*number], old, condition)?;
        }
        for (taken, next) in &new.tree.next {
            if let Some(condition) = self.extended(condition, *taken)? {
                self.new_slices(part, Sliced { tree: next, ..new }, old, &condition)?;
            }
        }
        Ok(())
    }

    fn old_slices(
        &mut self,
        part: &Part,
        new: &Slice,
        old: Sliced<'_>,
        condition: &PathCondition,
    ) -> Result<(), Apart> {
        for number in &old.tree.ended {
            self.pair(part, &new.state, &old.slices[*number].state, condition)?;
        }
        for (taken, next) in &old.tree.next {
            if let Some(condition) = self.extended(condition, *taken)? {
                self.old_slices(part, new, Sliced { tree: next, ..old }, &condition)?;
            }
        }
        Ok(())
    }

    fn pair(&mut self, part: &Part, new: &State, old: &State, condition: &PathCondition) -> Result<(), Apart> {
        self.n_pairs += 1;
        let end = end(self.task);
        let observe = observe(self.task, &part.compared);
        let mut two = FinalStates {
            new: Finished { program: self.new, state: new, end: &end },
            old: Finished { program: self.old, state: old, end: &end },
            pool: &mut self.context.pool,
            pairing: self.pairing,
            observe: &observe,
            compared: &part.compared,
            wrong_plan: false,
            unclear: None,
            unset: None,
            looked: Looked::default(),
            shared: Default::default(),
        };
        let observed = two.observed();
        let (wrong_plan, unclear, unset) = (two.wrong_plan, two.unclear.take(), two.unset.take());
        let looked = std::mem::take(&mut two.looked);
        let unknown = |why: &str| Err(Apart::Unknown(why.to_owned()));
        if wrong_plan {
            return unknown("something compared depends on code that was skipped");
        }
        if let Some(why) = unclear {
            return unknown(&why);
        }
        if let Some(function) = unset {
            return unknown(&format!("`{function}` has no body and gets what only one of the versions has set"));
        }
        if looked.addresses && !part.has_addresses {
            return unknown("an address is kept where no pointer is declared");
        }
        looked.terms.iter().try_for_each(|term| self.is_named(*term))?;
        if part.compared.output {
            spoken(new).chain(spoken(old)).try_for_each(|term| self.is_named(term))?;
        }
        for one in observed {
            if self.limits.is_over(&mut self.context.solver) {
                return unknown("the time was up");
            }
            self.is_named(one.differs)?;
            let differs = with_implied(self.context, condition, one.differs);
            if let Some(condition) = self.extended(condition, differs)? {
                if let Some((_, why)) = one.unseen {
                    return unknown(&why);
                }
                return Err(Apart::Different(condition));
            }
        }
        Ok(())
    }

    /// A condition and one more; nothing if no input satisfies both.
    fn extended(&mut self, condition: &PathCondition, more: TermId) -> Result<Option<PathCondition>, Apart> {
        match self.context.solver.extend(&mut self.context.pool, condition, more) {
            Extend::Sat(condition) => Ok(Some(condition)),
            Extend::Unsat => Ok(None),
            Extend::Unknown(reason) => Err(Apart::Unknown(reason.undecided("a query"))),
        }
    }

    /// Whether a term means the same on every path.
    fn is_named(&self, term: TermId) -> Result<(), Apart> {
        match self.context.pool.vars(term).iter().all(|var| self.inputs.contains(var)) {
            true => Ok(()),
            false => Err(Apart::Unknown(String::from("something depends on what is read or answered on the way"))),
        }
    }
}

/// How all runs end.
pub fn end(task: &ComparisonInput<'_>) -> PathEnd {
    if task.modified.config.entry == Entry::Main { PathEnd::Exit } else { PathEnd::Return }
}

/// What is looked at for a part: of `main` the result is how it ends.
pub fn observe(task: &ComparisonInput<'_>, compared: &ObservedSubset) -> Observation {
    let is_main = task.modified.config.entry == Entry::Main;
    let is_seen = !is_main || compared.result;
    let aspects = if is_seen { task.observe.aspects } else { task.observe.aspects.without(Aspect::Ending) };
    Observation { aspects, ..*task.observe }
}

/// The terms of what was written and passed on.
fn spoken(state: &State) -> impl Iterator<Item = TermId> {
    let mut found = Vec::new();
    for item in state.output.in_order() {
        found.extend(item.piece.term());
        let OutputPiece::Event(event) = &item.piece else { continue };
        for passed in &event.args {
            match passed {
                Passed::Unspecified => {}
                Passed::Number(term, _) => found.push(*term),
                Passed::Pointer { bytes, .. } => found.extend(bytes.iter().flatten()),
            }
        }
    }
    found.into_iter()
}
