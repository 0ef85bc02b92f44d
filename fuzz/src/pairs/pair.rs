//! A pair of versions: a random program and another made from it.
//!
//! There are two sorts of them: pairs of mostly one function, and pairs of several functions where most often the change is in what the
//! compared function calls.

use super::ast::{ENTRY, Function, Program};
use super::changes::CHANGES;
use super::cosmetic;
use super::identities::{self, IDENTITIES};
use super::paths::estimate;
use super::print::print;
use super::random_calls;
use super::random_program::program;
use super::refactorings::REFACTORINGS;
use super::scope::Scope;
use crate::rng::Rng;

/// What was done to the old version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Nothing.
    Same,
    /// What the compiler does not see: names of locals, comments, order of functions.
    Cosmetic,
    /// What changes the program but not what it does.
    Refactored,
    /// What may change what it does.
    Changed,
}

/// A pair of versions.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The old version.
    pub base: Program,
    /// The new version.
    pub modified: Program,
    /// What was done.
    pub kind: Kind,
    /// The changes by name.
    pub changes: Vec<&'static str>,
    /// Whether globals are inputs; otherwise they have their initial values.
    pub global_inputs: bool,
}

/// Which programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// What happens is in the function that is compared.
    Function,
    /// What happens is in the functions that it calls.
    Calls,
}

/// A new version may have so many paths.
const MOST_PATHS: f64 = 4000.0;

/// A change goes on being looked for so often where the compared function should stay as it is.
const ATTEMPTS: u32 = 200;

/// The pair of a seed.
pub fn generate(sort: Sort, seed: u64) -> Pair {
    let mut rng = Rng::new(seed ^ 0x70_61_69_72);
    let (base, mut attempts) = match sort {
        Sort::Function => (program(&mut rng), 0),
        Sort::Calls => {
            let base = random_calls::program(&mut rng);
            (base, if rng.chance(85) { ATTEMPTS } else { 0 })
        }
    };
    let global_inputs = rng.chance(75);
    let kind = match rng.below(20) {
        0 => Kind::Same,
        1 => Kind::Cosmetic,
        2..=6 => Kind::Refactored,
        _ => Kind::Changed,
    };
    loop {
        let (mut modified, mut changes) = (base.clone(), Vec::new());
        match kind {
            Kind::Same => {}
            Kind::Cosmetic => cosmetic::change(&mut modified, &mut rng, &mut changes),
            Kind::Refactored => (0..rng.range(1, 3)).for_each(|_| refactor(&mut modified, &mut rng, &mut changes)),
            Kind::Changed => {
                if rng.chance(15) {
                    refactor(&mut modified, &mut rng, &mut changes);
                }
                (0..if rng.chance(20) { 2 } else { 1 }).for_each(|_| change(&mut modified, &mut rng, &mut changes));
                if rng.chance(10) {
                    cosmetic::change(&mut modified, &mut rng, &mut changes);
                }
            }
        }
        let is_below = modified.entry() == base.entry() && is_called(&base, &modified);
        attempts = attempts.saturating_sub(1);
        if estimate(&modified) <= MOST_PATHS && (is_below || attempts == 0) {
            return Pair { base, modified, kind, changes, global_inputs };
        }
    }
}

/// Whether what changed is called by the compared function; a change that is in no function counts.
fn is_called(base: &Program, modified: &Program) -> bool {
    let called = random_calls::reachable(base, &[ENTRY.to_string()].into());
    let is_new = |function: &&Function| !base.functions.iter().any(|one| one.name == function.name);
    let changed = modified.functions.iter().filter(|function| !base.functions.contains(function));
    changed.filter(|function| !is_new(function)).all(|function| called.contains(&function.name))
}

fn scopes(program: &Program) -> Vec<Scope> {
    (0..program.functions.len()).map(|index| Scope::of(program, index)).collect()
}

fn refactor(program: &mut Program, rng: &mut Rng, changes: &mut Vec<&'static str>) {
    loop {
        let which = rng.below((REFACTORINGS.len() + IDENTITIES.len()) as u64) as usize;
        let scopes = scopes(program);
        let (name, found) = match REFACTORINGS.get(which) {
            Some((name, refactoring)) => (*name, refactoring(program, rng, &scopes)),
            None => {
                let (name, identity) = IDENTITIES[which - REFACTORINGS.len()];
                (name, identities::apply(identity, program, rng, &scopes))
            }
        };
        if found {
            changes.push(name);
            return;
        }
    }
}

fn change(program: &mut Program, rng: &mut Rng, changes: &mut Vec<&'static str>) {
    loop {
        // The last one is about the table of functions.
        let count = CHANGES.len() - usize::from(program.table.is_none());
        let (name, change) = CHANGES[rng.below(count as u64) as usize];
        let scopes = scopes(program);
        if change(program, rng, &scopes) {
            changes.push(name);
            return;
        }
    }
}

impl Pair {
    /// What was done, in words.
    pub fn description(&self) -> String {
        let globals = if self.global_inputs { "globals are inputs" } else { "globals are initial" };
        format!("{:?}: {}; {globals}", self.kind, self.changes.join(", "))
    }
    /// Both versions for a person.
    pub fn show(&self) -> String {
        let (base, modified) = (print(&self.base), print(&self.modified));
        format!("// {}\n//--- base.c\n{base}//--- mod.c\n{modified}", self.description())
    }
}
