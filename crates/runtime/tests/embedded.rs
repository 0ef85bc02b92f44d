//! What comes with the binary can be used: headers are found by clang, models link, and nothing depends on the source tree.
//! The LLVM reader must have been built (`cargo build -p incise-llvm`).

use incise_frontend::{Cache, Options};
use incise_runtime::{headers, libc_module};

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
