//! What comes with the binary can be used: headers are found by clang, models link, and nothing depends on the source tree.
//! The LLVM reader must have been built (`cargo build -p incise-llvm`).

use incise_frontend::{Cache, Options};
use incise_ir::library::{self, Input, Model, is_reserved};
use incise_runtime::{headers, libc_module};
use std::collections::BTreeSet;

fn options(cache: &std::path::Path) -> Options {
    Options {
        cache: Cache::At(cache.to_owned()),
        include_dirs: vec![headers(&Cache::At(cache.to_owned())).expect("the cache can be written")],
        ..Options::default()
    }
}

#[test]
fn a_program_may_include_the_headers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.c");
    let text = "#include <incise.h>\n#include <klee/klee.h>\nint main(void) { return incise_int(\"x\"); }\n";
    std::fs::write(&file, text).unwrap();
    let module = incise_frontend::load(&[file], &options(folder.path())).unwrap();
    assert!(module.function("main").is_some());
}

#[test]
fn the_models_are_not_in_the_users_files() {
    let folder = tempfile::tempdir().unwrap();
    let module = libc_module(&options(folder.path())).unwrap();
    for name in ["strlen", "strcmp", "strtol", "getchar", "fgets", "isalpha"] {
        let id = module.function(name).unwrap_or_else(|| panic!("there is no model of {name}"));
        assert!(!module.functions[id].is_declaration(), "{name} has a body");
    }
    assert!(!module.files.is_empty());
    assert!(module.files.iter().all(|file| file.path.starts_with("<libc>/")), "{:?}", module.files);
}

#[test]
fn a_damaged_cache_is_repaired_and_no_cache_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let first = headers(&Cache::At(folder.path().to_owned())).unwrap();
    let whole = std::fs::read_to_string(first.join("incise.h")).unwrap();
    std::fs::write(first.join("incise.h"), "damaged").unwrap();
    let second = headers(&Cache::At(folder.path().to_owned())).unwrap();
    assert_eq!(first, second);
    assert_eq!(std::fs::read_to_string(second.join("incise.h")).unwrap(), whole);
    let without = Options { cache: Cache::Off, include_dirs: Vec::new(), ..options(folder.path()) };
    assert!(libc_module(&without).is_ok());
}

/// The names in backquotes in a part of a page.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_page_on_the_library_lists_what_is_modelled() {
    let page = include_str!("../../../docs/library.md");
    let part = |title: &str| {
        let (_, rest) = page.split_once(&format!("\n## {title}\n")).unwrap_or_else(|| panic!("no part {title}"));
        rest.split("\n## ").next().unwrap_or_default().to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    let module = libc_module(&options(folder.path())).unwrap();
    let bodies = module.functions.iter().filter(|function| !function.internal && !function.is_declaration());
    let bodies: BTreeSet<String> = bodies.map(|function| function.name.clone()).collect();
    let table = part("Models in C").split("\n|---|---|\n").nth(1).expect("a table").to_owned();
    let listed: BTreeSet<String> = quoted(&table).into_iter().filter(|name| !name.ends_with(".c")).collect();
    assert_eq!(listed, bodies);
    let with = |is_one: &dyn Fn(&library::LibraryFacts) -> bool| -> BTreeSet<String> {
        let names = library::names().filter(|name| !is_reserved(name) && *name != "reach_error");
        names.filter(|name| is_one(library::facts(name))).map(str::to_owned).collect()
    };
    let is_answer = |facts: &library::LibraryFacts| matches!(facts.input, Some(Input::Environment | Input::Seed));
    let is_unsupported = |facts: &library::LibraryFacts| facts.model == Some(Model::Unsupported);
    assert_eq!(quoted(&part("Answered by the environment")), with(&is_answer));
    let system: BTreeSet<String> =
        quoted(&part("Asked of the system")).into_iter().filter(|name| name != "errno").collect();
    assert_eq!(system, with(&|facts| facts.asks_system));
    assert_eq!(quoted(&part("Not supported")), with(&is_unsupported));
    let engine = with(&|facts| facts.model.is_some() && !is_answer(facts) && !is_unsupported(facts));
    let text = part("Models in the engine");
    let listed = quoted(text.split("\n\n").next().unwrap_or_default());
    assert_eq!(listed, engine);
}

#[test]
fn a_function_is_modelled_in_one_place() {
    let folder = tempfile::tempdir().unwrap();
    let module = libc_module(&options(folder.path())).unwrap();
    for function in module.functions.iter().filter(|function| !function.internal && !function.is_declaration()) {
        assert_eq!(library::facts(&function.name).model, None, "{} has a body and a model", function.name);
    }
}
