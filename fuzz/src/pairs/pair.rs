//! A pair of versions: a random program and another made from it.

use super::ast::Program;
use super::changes::CHANGES;
use super::cosmetic;
use super::identities::{self, IDENTITIES};
use super::paths::estimate;
use super::print::print;
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

/// A new version may have so many paths.
const MOST_PATHS: f64 = 4000.0;

/// The pair of a seed.
pub fn generate(seed: u64) -> Pair {
    let mut rng = Rng::new(seed ^ 0x70_61_69_72);
    let base = program(&mut rng);
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
        if estimate(&modified) <= MOST_PATHS {
            return Pair { base, modified, kind, changes, global_inputs };
        }
    }
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
        let (name, change) = CHANGES[rng.below(CHANGES.len() as u64) as usize];
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
