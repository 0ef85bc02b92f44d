//! A remembered result is given back without starting a process, and only when nothing it depends on changed.

mod program;

use incise_frontend::{Cache, Options, load};
use incise_ir::{Module, Operand, TermKind};
use program::{folder, function, options};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A folder with a program whose function `f` returns a number that a header defines, and a compiler that counts its runs.
struct Scene {
    folder: tempfile::TempDir,
    options: Options,
}

impl Scene {
    fn new() -> Scene {
        let folder =
            folder(&[("a.c", b"#include <stdio.h>\n#include \"value.h\"\nint f(void) { return VALUE + MORE; }\n")]);
        let scene = Scene { options: options(), folder };
        scene.write("value.h", "#define VALUE 3\n");
        let clang = scene.folder.path().join("counting-clang");
        let script = format!("#!/bin/sh\necho x >> {}\nexec clang-19 \"$@\"\n", scene.path("runs").display());
        std::fs::write(&clang, script).expect("a file");
        std::fs::set_permissions(&clang, PermissionsExt::from_mode(0o755)).expect("permissions");
        let options = Options {
            clang: Some(clang),
            cache: Cache::At(scene.path("cache")),
            flags: vec!["-DMORE=10".to_owned()],
            ..scene.options
        };
        Scene { folder: scene.folder, options }
    }
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }
    fn load(&self) -> Module {
        load(&[self.path("a.c")], &self.options).unwrap_or_else(|error| panic!("{error}"))
    }
    /// What `f` returns, and how often the compiler has run.
    fn state(&self) -> (u64, usize) {
        let module = self.load();
        let f = function(&module, "f");
        let TermKind::Return(Some(Operand::Int(value))) = f.blocks.iter().next().expect("a block").terminator.kind
        else {
            panic!()
        };
        (value, std::fs::read_to_string(self.path("runs")).map_or(0, |runs| runs.lines().count()))
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            files.extend(entries(&entry.path()));
        } else {
            files.push(entry.path());
        }
    }
    files
}

#[test]
fn the_second_load_starts_no_process() {
    let scene = Scene::new();
    assert_eq!(scene.state(), (13, 1));
    assert_eq!(scene.state(), (13, 1));
    let mut fastest = Duration::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        scene.load();
        fastest = fastest.min(start.elapsed());
    }
    assert!(fastest < Duration::from_millis(5), "{fastest:?}");
    assert_eq!(entries(&scene.path("cache")).len(), 1);
}

#[test]
fn a_remembered_module_is_the_same_module() {
    let scene = Scene::new();
    let fresh = scene.load();
    let remembered = scene.load();
    assert_eq!(format!("{fresh:?}"), format!("{remembered:?}"));
}

#[test]
fn changes_are_noticed() {
    let mut scene = Scene::new();
    assert_eq!(scene.state(), (13, 1));
    scene.write("value.h", "#define VALUE 4\n");
    assert_eq!(scene.state(), (14, 2), "a header");
    scene.options.flags = vec!["-DMORE=20".to_owned()];
    assert_eq!(scene.state(), (24, 3), "a flag");
    scene.write("a.c", "#include \"value.h\"\nint f(void) { return VALUE; }\n");
    assert_eq!(scene.state(), (4, 4), "the source");
    std::fs::remove_file(scene.path("value.h")).expect("removed");
    assert!(load(&[scene.path("a.c")], &scene.options).is_err(), "a header that is gone");
    scene.options.cache = Cache::Off;
    scene.write("value.h", "#define VALUE 4\n");
    assert_eq!(scene.state(), (4, 6));
    assert_eq!(scene.state(), (4, 7), "no cache");
}

#[test]
fn a_damaged_entry_is_replaced() {
    let scene = Scene::new();
    assert_eq!(scene.state(), (13, 1));
    let entry = entries(&scene.path("cache")).pop().expect("an entry");
    let good = std::fs::read(&entry).expect("the entry");
    let mut runs = 1;
    for bad in [&b""[..], b"short", &good[..good.len() / 2], &[&good[..], b"x"].concat()] {
        std::fs::write(&entry, bad).expect("written");
        runs += 1;
        assert_eq!(scene.state(), (13, runs));
        assert_eq!(std::fs::read(&entry).expect("the entry"), good);
    }
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    std::fs::write(&entry, flipped).expect("written");
    assert_eq!(scene.state(), (13, runs + 1));
    assert_eq!(scene.state(), (13, runs + 1));
}

#[test]
fn a_cache_that_cannot_be_written_does_no_harm() {
    let mut scene = Scene::new();
    scene.write("file", "not a folder");
    scene.options.cache = Cache::At(scene.path("file"));
    assert_eq!(scene.state(), (13, 1));
    assert_eq!(scene.state(), (13, 2));
}
