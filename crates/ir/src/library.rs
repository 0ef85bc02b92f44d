//! Library functions: what a function that the program does not define reads, writes, calls back and never does.
//!
//! *In*: the name of a function without a body. *Out*: its [`LibraryFacts`]. The rows stand in `table.rs`; nothing else in incise knows library functions by
//! name, except the engine's models, which are bound to rows by [`Model`].
//!
//! # Invariants
//! - A function without a row may do anything: [`LibraryFacts::UNKNOWN`]. A row claims only what C, POSIX or LLVM guarantee.
//! - A name stands in one row. Intrinsic functions are found without the types at the end of their names (`llvm.floor.f64` is `llvm.floor`),
//!   mathematical functions without the `f` or `l` of their type.

mod facts;
mod model;
mod outside_access;
mod table;

pub use facts::{
    Answers, Control, Errno, Format, Hidden, Input, LibraryFacts, LibraryFunction, MemoryEffect, Output, Reading,
};
pub use model::Model;
pub use outside_access::{OutsideAccess, outside_access};

use std::collections::HashMap;
use std::sync::LazyLock;

static FUNCTIONS: LazyLock<HashMap<&str, LibraryFunction>> = LazyLock::new(|| {
    let rows = table::ROWS.iter().flat_map(|(names, facts)| names.split_whitespace().map(|name| (name, *facts)));
    rows.map(|(name, facts)| (name, LibraryFunction { name, facts })).collect()
});

/// The row of a function.
pub fn find(name: &str) -> Option<&'static LibraryFunction> {
    if let Some(found) = FUNCTIONS.get(name) {
        return Some(found);
    }
    let mut stem = name;
    while is_intrinsic(name)
        && let Some((shorter, _)) = stem.rsplit_once('.')
    {
        if let Some(found) = FUNCTIONS.get(shorter) {
            return Some(found);
        }
        stem = shorter;
    }
    let is_mathematical =
        |found: &&LibraryFunction| matches!(found.facts.model, Some(Model::Exact | Model::Uninterpreted));
    let base = name.strip_suffix(['f', 'l']).and_then(|base| FUNCTIONS.get(base)).filter(is_mathematical);
    let family = || table::FAMILIES.iter().find(|family| name.starts_with(family.name));
    base.or_else(family)
}

/// What is known of a function.
pub fn facts(name: &str) -> &'static LibraryFacts {
    find(name).map_or(&LibraryFacts::UNKNOWN, |function| &function.facts)
}

/// Whether the compiler made the function up.
pub fn is_intrinsic(name: &str) -> bool {
    name.starts_with("llvm.")
}

/// Whether a name belongs to the compiler or to markers: a program calls such a function, and never some library's of that name.
pub fn is_reserved(name: &str) -> bool {
    is_intrinsic(name) || table::MARKERS.iter().any(|prefix| name.starts_with(prefix))
}

/// The names in the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    table::ROWS.iter().flat_map(|(names, _)| names.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::{Errno, MemoryEffect, Model, facts, find, names, table};
    use std::collections::BTreeSet;

    #[test]
    fn a_name_stands_in_one_row() {
        let mut seen = BTreeSet::new();
        assert!(names().count() > 300);
        for name in names() {
            assert!(seen.insert(name), "{name}");
        }
    }

    #[test]
    fn every_model_has_a_row() {
        let all = table::ROWS.iter().map(|(_, facts)| facts).chain(table::FAMILIES.iter().map(|family| &family.facts));
        let used: BTreeSet<Model> = all.filter_map(|facts| facts.model).collect();
        assert_eq!(used, Model::ALL.iter().copied().collect());
    }

    #[test]
    fn functions_are_found_without_their_types() {
        let name = |name: &str| find(name).map(|function| function.name);
        assert_eq!(name("llvm.memcpy.p0.p0.i64"), Some("llvm.memcpy"));
        assert_eq!(name("llvm.expect.with.probability.i64"), Some("llvm.expect.with.probability"));
        assert_eq!(name("llvm.unheard.of"), Some("llvm."));
        assert_eq!((name("floorf"), name("sqrtl"), name("erf")), (Some("floor"), Some("sqrt"), Some("erf")));
        assert_eq!(name("__VERIFIER_nondet_uint"), Some("__VERIFIER_nondet_"));
        assert_eq!((name("putsf"), name("my_function"), name("")), (None, None, None));
    }

    #[test]
    fn functions_do_what_c_says() {
        assert_eq!(facts("unheard_of").memory, MemoryEffect::Unknown);
        assert_eq!(facts("tanl").memory, MemoryEffect::None);
        assert_eq!(facts("modf").memory, MemoryEffect::Unknown);
        assert_eq!(facts("lgamma").memory, MemoryEffect::Unknown, "it sets signgam");
        assert_eq!((facts("sqrtf").errno, facts("llvm.sqrt.f64").errno), (Errno::Below(0), Errno::Never));
        assert_eq!(facts("fabs").errno, Errno::Never);
        assert!(facts("getenv").input.is_some() && facts("incise_int").input.is_some());
        assert!(facts("incise_assume").input.is_none());
        assert_eq!(facts("abort").model, Some(Model::Abort));
    }
}
