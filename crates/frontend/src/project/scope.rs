//! Which translation units matter to a change: those where it is, those that call what it changes, and all that these need.
//!
//! *In*: two trees, their units, and how far up callers are wanted. *Out*: the units to compile in each.
//!
//! Names are followed in the text ([`super::scan`]), through macros and variables, without regard to which of several definitions
//! of one name is meant. Too many units are chosen rather than too few; a unit whose names are made by `##` is always chosen.
//! A function whose address is stored or passed on ([`super::calls`]) may be called by any that calls through a pointer with as many
//! arguments.
//!
//! # Deviations
//! 1. An address that is taken only inside of a macro's text, or a call through a pointer there, is not seen.

use super::files::{Files, MAIN};
use super::scan::{Definition, Scanned};
use super::unit::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// What is wanted.
pub struct Wanted<'a> {
    /// Functions that are compared; those that changed when there is none.
    pub entries: &'a [String],
    /// How many levels of callers are compared as well.
    pub levels: u32,
    /// Whether `main` is, if the change can be seen from it.
    pub main: bool,
    /// The file of the `main` that is meant, where there are several.
    pub program: Option<&'a Path>,
}

/// Which units matter.
pub struct Scope {
    base: Files,
    modified: Files,
    chosen: BTreeSet<PathBuf>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// Why it is not known which program is meant.
#[derive(Debug, thiserror::Error)]
pub enum ScopeError {
    /// Several programs changed.
    #[error("several programs changed, each with a `main` of its own ({0}): name the file of one with --program")]
    Several(String),
    /// The file that was named is none of a program.
    #[error("--program {}: no file of the project with this name has a `main`; there are: {known}", named.display())]
    NoProgram {
        /// As it was named.
        named: PathBuf,
        /// The files that have one.
        known: String,
    },
}

/// A version of the project: the tree of its files and what is compiled of them.
#[derive(Clone, Copy)]
pub struct SourceTree<'a> {
    /// The folder.
    pub tree: &'a Path,
    /// The translation units.
    pub units: &'a [Unit],
}

impl Scope {
    /// Chooses. `differs` says whether the functions of a unit, by itself, are others in the new version; it is asked about the
    /// files of several programs.
    pub fn of(
        base: SourceTree,
        modified: SourceTree,
        wanted: &Wanted,
        differs: &dyn Fn(&Path) -> bool,
    ) -> Result<Scope, ScopeError> {
        let (base, modified) = (Files::of(base.tree, base.units), Files::of(modified.tree, modified.units));
        let units: BTreeSet<&PathBuf> = base.units().chain(modified.units()).collect();
        if let Some(named) = wanted.program {
            let is_main = |unit: &&&PathBuf| [&base, &modified].into_iter().any(|files| has_main(files, unit));
            let programs: Vec<&PathBuf> = units.iter().filter(is_main).copied().collect();
            if !programs.iter().any(|unit| is_named(unit, named)) {
                let known = if programs.is_empty() { String::from("none") } else { listed(&programs) };
                return Err(ScopeError::NoProgram { named: named.to_owned(), known });
            }
        }
        let affected: BTreeSet<PathBuf> =
            units.into_iter().filter(|unit| base.print(unit, false) != modified.print(unit, false)).cloned().collect();
        let mut changed: BTreeSet<String> = BTreeSet::new();
        for unit in &affected {
            changed.extend(changed_names(&base, &modified, unit));
        }
        let mut chosen = BTreeSet::new();
        if !affected.is_empty() || !wanted.entries.is_empty() {
            for files in [&base, &modified] {
                chosen.extend(Names::of(files).chosen(&changed, wanted));
                chosen.extend(files.units().filter(|unit| files.parts(unit).any(|part| part.pastes)).cloned());
            }
        }
        let mut scope = Scope { base, modified, chosen, notes: Vec::new() };
        scope.one_program(&affected, wanted, differs)?;
        Ok(scope)
    }

    /// Of several programs one stays, or none.
    fn one_program(
        &mut self,
        affected: &BTreeSet<PathBuf>,
        wanted: &Wanted,
        differs: &dyn Fn(&Path) -> bool,
    ) -> Result<(), ScopeError> {
        let programs: Vec<PathBuf> = self
            .chosen
            .iter()
            .filter(|unit| has_main(&self.base, unit) || has_main(&self.modified, unit))
            .cloned()
            .collect();
        let is_kept = |unit: &PathBuf| wanted.program.is_none_or(|named| is_named(unit, named));
        if programs.len() < 2 && programs.iter().all(is_kept) {
            return Ok(());
        }
        let kept = wanted.program.and_then(|named| programs.iter().find(|unit| is_named(unit, named)));
        let is_changed = |unit: &&PathBuf| affected.contains(*unit) && differs(unit);
        let changed: Vec<&PathBuf> =
            if wanted.program.is_some() { Vec::new() } else { programs.iter().filter(is_changed).collect() };
        let kept = match (kept, changed.as_slice()) {
            (Some(named), _) => Some(named),
            (None, []) => None,
            (None, [only]) => Some(*only),
            (None, several) => return Err(ScopeError::Several(listed(several))),
        };
        let left_out: Vec<&PathBuf> = programs.iter().filter(|unit| Some(*unit) != kept).collect();
        self.notes.push(format!(
            "there are several programs, and these are left out: {} (--program FILE names one)",
            listed(&left_out)
        ));
        let left_out: BTreeSet<PathBuf> = left_out.into_iter().cloned().collect();
        self.chosen.retain(|unit| !left_out.contains(unit));
        Ok(())
    }

    /// Whether a unit is to be compiled.
    pub fn has(&self, unit: &Path) -> bool {
        self.chosen.contains(unit)
    }

    /// Chooses every unit that has no `main` of its own; whether that makes a difference.
    pub fn choose_all(&mut self) -> bool {
        let is_part = |files: &Files, unit: &Path| files.scanned(unit).is_none_or(|scanned| !is_program(scanned));
        let mut more = BTreeSet::new();
        for files in [&self.base, &self.modified] {
            more.extend(files.units().filter(|unit| !self.chosen.contains(*unit) && is_part(files, unit)).cloned());
        }
        let found = !more.is_empty();
        self.chosen.extend(more);
        found
    }

    /// Chooses also the units that may define these names; whether there are any.
    pub fn complete(&mut self, undefined: &BTreeSet<String>) -> bool {
        let mut more = BTreeSet::new();
        for files in [&self.base, &self.modified] {
            for unit in files.units().filter(|unit| !self.chosen.contains(*unit)) {
                let Some(scanned) = files.scanned(unit) else { continue };
                // A macro may make a definition of a name that is given to it.
                let mut outside = scanned.outside.iter().chain(scanned.definitions.iter().flat_map(|one| &one.head));
                if !is_program(scanned) && outside.any(|name| undefined.contains(name)) {
                    more.insert(unit.clone());
                }
            }
        }
        let found = !more.is_empty();
        self.chosen.extend(more);
        found
    }
}

/// Whether a unit is the file that a person named.
fn is_named(unit: &Path, named: &Path) -> bool {
    let plain = |path: &Path| path.components().filter(|part| *part != Component::CurDir).collect::<PathBuf>();
    plain(unit) == plain(named)
}

fn listed(units: &[&PathBuf]) -> String {
    units.iter().map(|unit| unit.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn has_main(files: &Files, unit: &Path) -> bool {
    files.scanned(unit).is_some_and(is_program)
}

fn is_program(file: &Scanned) -> bool {
    file.definitions.iter().any(|one| one.name.starts_with(MAIN))
}

/// The names that a unit defines in another way than before; all of them when something else than its definitions differs.
fn changed_names(base: &Files, modified: &Files, unit: &Path) -> BTreeSet<String> {
    let own = |files: &Files| -> Vec<(String, blake3::Hash, usize)> {
        let sensitive = line_sensitive(files, unit);
        let definitions = files.scanned(unit).into_iter().flat_map(|scanned| &scanned.definitions);
        let line = |uses: &BTreeSet<String>, line: usize| if uses.is_disjoint(&sensitive) { 0 } else { line };
        definitions.map(|one| (one.name.clone(), one.text, line(&one.uses, one.line))).collect()
    };
    let (old, new) = (own(base), own(modified));
    let rest = |files: &Files| files.scanned(unit).and_then(|scanned| scanned.rest);
    let same_around = base.print(unit, true) == modified.print(unit, true) && rest(base) == rest(modified);
    let names = |of: &[(String, blake3::Hash, usize)], but: &[(String, blake3::Hash, usize)]| -> BTreeSet<String> {
        of.iter().filter(|one| !same_around || !but.contains(one)).map(|(name, ..)| name.clone()).collect()
    };
    names(&old, &new).union(&names(&new, &old)).cloned().collect()
}

/// Names whose meaning depends on the line that they are on.
fn line_sensitive(files: &Files, unit: &Path) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = ["assert", "__LINE__", "__COUNTER__"].map(str::to_owned).into();
    loop {
        let macros = files.parts(unit).flat_map(|part| &part.macros);
        let more: Vec<String> = macros
            .filter(|(name, uses)| !found.contains(*name) && !uses.is_disjoint(&found))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Which name mentions which.
struct Names<'a> {
    files: &'a Files,
    functions: BTreeSet<&'a str>,
    uses: BTreeMap<&'a str, BTreeSet<&'a str>>,
    users: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Functions whose address is taken, by how many parameters they have.
    stored: BTreeMap<&'a str, Option<usize>>,
    /// Functions that call through pointers, with how many arguments.
    through_pointers: BTreeMap<&'a str, BTreeSet<usize>>,
}

impl<'a> Names<'a> {
    fn of(files: &'a Files) -> Names<'a> {
        let mut names = Names {
            files,
            functions: BTreeSet::new(),
            uses: BTreeMap::new(),
            users: BTreeMap::new(),
            stored: BTreeMap::new(),
            through_pointers: BTreeMap::new(),
        };
        for (_, scanned) in files.all() {
            for (name, uses) in &scanned.macros {
                names.add(name, uses);
            }
            for one in &scanned.definitions {
                names.add(&one.name, &one.uses);
                if one.is_function {
                    names.functions.insert(&one.name);
                }
            }
        }
        names.pointers();
        names
    }

    /// Whose addresses are taken, and who calls through pointers.
    fn pointers(&mut self) {
        let definitions: Vec<&Definition> = self.files.all().flat_map(|(_, scanned)| &scanned.definitions).collect();
        let taken: BTreeSet<&str> =
            definitions.iter().flat_map(|one| &one.calls.mentioned).map(String::as_str).collect();
        let is_variable = |name: &str| definitions.iter().any(|one| !one.is_function && one.name == name);
        for one in definitions.iter().filter(|one| one.is_function) {
            if taken.contains(one.name.as_str()) {
                // Of several functions of one name any may be meant.
                let known = self.stored.entry(&one.name).or_insert(one.calls.n_params);
                *known = known.filter(|n_params| Some(*n_params) == one.calls.n_params);
            }
            let by_name = one.calls.by_name.iter().filter(|(name, _)| is_variable(name)).map(|(_, count)| *count);
            let counts: BTreeSet<usize> = one.calls.through_pointers.iter().copied().chain(by_name).collect();
            if !counts.is_empty() {
                self.through_pointers.entry(&one.name).or_default().extend(counts);
            }
        }
    }

    fn add(&mut self, name: &'a str, uses: &'a BTreeSet<String>) {
        for used in uses.iter().map(String::as_str).filter(|used| *used != name) {
            self.uses.entry(name).or_default().insert(used);
            self.users.entry(used).or_default().insert(name);
        }
    }

    /// The units that are needed to compare what changed, or the entries, and callers.
    fn chosen(&self, changed: &'a BTreeSet<String>, wanted: &'a Wanted) -> BTreeSet<PathBuf> {
        let seeds: BTreeSet<&str> = match wanted.entries {
            [] => changed.iter().map(String::as_str).collect(),
            entries => {
                let is_main = |name: &&str| name.starts_with(MAIN) && entries.iter().any(|entry| entry == "main");
                let mains = self.functions.iter().copied().filter(is_main);
                entries.iter().map(String::as_str).chain(mains).collect()
            }
        };
        let mut compared = self.functions_of(&seeds);
        // What has no function yet is needed all the same.
        compared.extend(&seeds);
        let mut level = compared.clone();
        for _ in 0..wanted.levels {
            let next: BTreeSet<&str> = self.callers(&level).difference(&compared).copied().collect();
            if next.is_empty() {
                break;
            }
            compared.extend(&next);
            level = next;
        }
        if wanted.main {
            let seen_from = self.all_callers(&seeds);
            compared.extend(seen_from.into_iter().filter(|name| name.starts_with(MAIN)));
        }
        let needed = self.closure(&compared, &self.uses);
        let defines = |unit: &&PathBuf| {
            let definitions = self.files.scanned(unit).into_iter().flat_map(|scanned| &scanned.definitions);
            definitions.into_iter().any(|one| needed.contains(one.name.as_str()))
        };
        self.files.units().filter(defines).cloned().collect()
    }

    /// Functions among some names, and those that mention the others, through macros and variables.
    fn functions_of(&self, names: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut pending: Vec<&'a str> = names.iter().copied().collect();
        while let Some(name) = pending.pop() {
            if !seen.insert(name) {
                continue;
            }
            if self.functions.contains(name) {
                found.insert(name);
            } else {
                pending.extend(self.users.get(name).into_iter().flatten());
            }
        }
        found
    }

    /// Functions that mention one of these, through macros and variables, or may call it through a pointer.
    fn callers(&self, names: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
        let users: BTreeSet<&str> = names.iter().filter_map(|name| self.users.get(name)).flatten().copied().collect();
        let mut found = self.functions_of(&users);
        let stored: Vec<Option<usize>> = names.iter().filter_map(|name| self.stored.get(name)).copied().collect();
        let fits = |counts: &BTreeSet<usize>| {
            stored.iter().any(|n_params| n_params.is_none_or(|n_params| counts.contains(&n_params)))
        };
        found.extend(self.through_pointers.iter().filter(|(_, counts)| fits(counts)).map(|(name, _)| *name));
        found
    }

    /// All that is above some names.
    fn all_callers(&self, names: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
        let mut seen = self.closure(names, &self.users);
        loop {
            let more: BTreeSet<&str> = self.callers(&seen).difference(&seen).copied().collect();
            if more.is_empty() {
                return seen;
            }
            seen.extend(self.closure(&more, &self.users));
        }
    }

    fn closure(&self, names: &BTreeSet<&'a str>, edges: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<&'a str> = names.iter().copied().collect();
        while let Some(name) = pending.pop() {
            if seen.insert(name) {
                pending.extend(edges.get(name).into_iter().flatten());
            }
        }
        seen
    }
}
