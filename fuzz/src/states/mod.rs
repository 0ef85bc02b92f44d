//! Random modules with private state: `incise diff` on all functions against native sequences of calls.
//!
//! Each module is printed in two layouts that mean the same (state renamed, regrouped, moved, retyped, encoded otherwise; helpers
//! expanded; statements written otherwise), and once more with one seeded fault that native sequences of calls show.
//!
//! # Invariants
//! - The truth comes from clang's binary alone, also that the layouts mean the same.
//! - `different` for the first, `equivalent` for the second is wrong; every difference was replayed. What is undecided is counted.

mod faults;
mod layout;
mod module;
mod print;
mod random;
mod truth;

use crate::pairs::tool::{Tool, Trouble};
use crate::rng::Rng;
use crate::verdict::Verdict;
use layout::Layout;
use module::Module;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use truth::Truth;

/// Faults that are tried until native runs show one.
const FAULTS: usize = 12;

/// Answers by kind of pair and verdict.
#[derive(Default, Debug)]
pub struct Counts(Mutex<BTreeMap<String, usize>>);

impl Counts {
    fn add(&self, what: String) {
        *self.0.lock().expect("no thread panics with the lock").entry(what).or_default() += 1;
    }

    /// One line for each kind and verdict.
    pub fn summary(&self) -> String {
        let counts = self.0.lock().expect("no thread panics with the lock");
        counts.iter().map(|(what, count)| format!("  {count:6}  {what}\n")).collect()
    }
}

/// A module in its base layout, in another one, and what is needed to seed a fault.
struct Versions {
    module: Module,
    base: Layout,
    modified: Layout,
}

fn versions(rng: &mut Rng) -> Versions {
    let module = random::module(rng);
    let (base, modified) = (layout::base(&module), layout::random(&module, rng));
    Versions { module, base, modified }
}

/// The versions of a seed, for a reader.
pub fn show(seed: u64) -> String {
    let versions = versions(&mut Rng::new(seed));
    let base = print::print(&versions.module, &versions.base);
    format!("/* base.c */\n{base}/* mod.c */\n{}", print::print(&versions.module, &versions.modified))
}

/// Asks about the module of a seed.
pub fn check(seed: u64, tool: &Tool, counts: &Counts, folder: &Path) -> Verdict {
    let mut rng = Rng::new(seed);
    let versions = versions(&mut rng);
    let truth = match native(&versions, &versions.module, folder) {
        Ok(truth) => truth,
        Err(error) => return Verdict::Unusable(error),
    };
    if let Truth::Differ(n_calls) = truth {
        return Verdict::Disagree(format!("the layouts differ natively after {n_calls} calls: a bug of the generator"));
    }
    match ask(tool, folder) {
        Ok(verdict) if verdict == "different" => {
            return Verdict::Disagree(String::from("same meaning: called different"));
        }
        Ok(verdict) => counts.add(format!("same meaning: {verdict}")),
        Err(verdict) => return verdict,
    }
    for _ in 0..FAULTS {
        let (faulty, what) = faults::seed(&versions.module, &mut rng);
        match native(&versions, &faulty, folder) {
            Ok(Truth::Differ(n_calls)) => return check_fault(&what, n_calls, tool, counts, folder),
            Ok(Truth::Same) => {}
            Err(error) => return Verdict::Unusable(error),
        }
    }
    Verdict::Unusable(String::from("no fault that native runs show"))
}

fn check_fault(what: &str, n_calls: usize, tool: &Tool, counts: &Counts, folder: &Path) -> Verdict {
    match ask(tool, folder) {
        Ok(verdict) if verdict == "equivalent" => {
            Verdict::Disagree(format!("fault ({what}): called equivalent, but {n_calls} calls show it"))
        }
        Ok(verdict) => {
            let calls = if n_calls <= 4 { "up to 4 calls" } else { "more calls" };
            counts.add(format!("fault shown by {calls}: {verdict}"));
            Verdict::Agree
        }
        Err(verdict) => verdict,
    }
}

/// Writes the base version and another module in the modified layout, and runs both natively.
fn native(versions: &Versions, modified: &Module, folder: &Path) -> Result<Truth, String> {
    let texts = [("base.c", &versions.module, &versions.base), ("mod.c", modified, &versions.modified)];
    for (name, module, layout) in texts {
        std::fs::write(folder.join(name), print::print(module, layout)).map_err(|error| error.to_string())?;
    }
    truth::establish(folder, &versions.base, &versions.modified)
}

fn ask(tool: &Tool, folder: &Path) -> Result<String, Verdict> {
    tool.module(folder).map_err(|trouble| match trouble {
        Trouble::TooLong => Verdict::TooLong(String::from("incise diff")),
        Trouble::Failed(message) => Verdict::Disagree(message),
    })
}
