//! A remembered result is given back without starting a process, and only when nothing it depends on changed.

mod program;

use incise_frontend::{Cache, Options, load};
use incise_ir::{Module, Operand, TermKind};
use program::{folder, function, options};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

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

/// The files in the cache but the one whose time says when it was last looked after.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in all.filter(|entry| entry.file_name() != "evicted") {
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
    // The unit's bitcode, and the program that is made of it.
    assert_eq!(entries(&scene.path("cache")).len(), 2);
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
fn damaged_entries_are_replaced() {
    let scene = Scene::new();
    assert_eq!(scene.state(), (13, 1));
    let good: Vec<(PathBuf, Vec<u8>)> = entries(&scene.path("cache"))
        .into_iter()
        .map(|entry| (entry.clone(), std::fs::read(&entry).expect("the entry")))
        .collect();
    assert!(!good.is_empty());
    let flipped = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        bytes
    };
    type Damage<'a> = &'a dyn Fn(&[u8]) -> Vec<u8>;
    let damages: [Damage; 5] = [
        &|_| Vec::new(),
        &|_| b"short".to_vec(),
        &|bytes| bytes[..bytes.len() / 2].to_vec(),
        &|bytes| [bytes, b"x"].concat(),
        &flipped,
    ];
    for (before, damage) in damages.iter().enumerate() {
        for (entry, bytes) in &good {
            std::fs::write(entry, damage(bytes)).expect("written");
        }
        assert_eq!(scene.state(), (13, before + 2));
        assert_eq!(scene.state(), (13, before + 2));
        for (entry, bytes) in &good {
            assert_eq!(&std::fs::read(entry).expect("the entry"), bytes);
        }
    }
    // One of them alone does no harm either.
    for (entry, bytes) in &good {
        std::fs::write(entry, flipped(bytes)).expect("written");
        assert_eq!(scene.state().0, 13);
    }
}

#[test]
fn a_cache_that_cannot_be_written_does_no_harm() {
    let mut scene = Scene::new();
    scene.write("file", "not a folder");
    scene.options.cache = Cache::At(scene.path("file"));
    assert_eq!(scene.state(), (13, 1));
    assert_eq!(scene.state(), (13, 2));
}

/// Makes a file that looks like an entry, or another one, last written so many seconds ago.
fn aged(path: &Path, seconds: u64) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let file = std::fs::File::create(path).expect("a file");
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).expect("a time");
}

#[test]
fn old_entries_are_forgotten() {
    let scene = Scene::new();
    let cache = scene.path("cache");
    let entry = |number: u64| cache.join(format!("{:02x}", number % 7)).join(format!("{number:062x}"));
    // The larger the number, the older.
    for number in 1..=4100 {
        aged(&entry(number), number * 60);
    }
    let day = 24 * 60 * 60;
    let others = ["notes.txt", "00/notes.txt", "00/writing-new", "zz/writing-old", "0/x"].map(|name| cache.join(name));
    for (other, age) in others.iter().zip([9 * day, 9 * day, 60, 9 * day, 9 * day]) {
        aged(other, age);
    }
    let abandoned = cache.join("00/writing-old");
    aged(&abandoned, 2 * day);
    assert_eq!(scene.state(), (13, 1));
    assert_eq!(scene.state(), (13, 1), "the new entry is there");
    let left: Vec<u64> = (1..=4100).filter(|&number| entry(number).exists()).collect();
    assert_eq!(left, (1..=3998).collect::<Vec<u64>>());
    assert!(!abandoned.exists());
    // What is not ours stays.
    assert!(others.iter().all(|other| other.exists()));
    assert_eq!(entries(&cache).len(), 4000 + others.len());
}

#[test]
fn processes_may_write_and_forget_at_once() {
    let scene = Scene::new();
    let cache = scene.path("cache");
    for number in 0..4200 {
        aged(&cache.join(format!("{:02x}", number % 256)).join(format!("{number:062x}")), number + 60);
    }
    let values: Vec<u64> = std::thread::scope(|scope| {
        let start = |more: u64| {
            let options = Options { flags: vec![format!("-DMORE={more}")], ..scene.options.clone() };
            let file = scene.path("a.c");
            scope.spawn(move || {
                let module = load(&[file], &options).unwrap_or_else(|error| panic!("{error}"));
                let f = function(&module, "f");
                match f.blocks.iter().next().expect("a block").terminator.kind {
                    TermKind::Return(Some(Operand::Int(value))) => value,
                    ref other => panic!("{other:?}"),
                }
            })
        };
        let started: Vec<_> = (0..8).map(start).collect();
        started.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(values, (3..11).collect::<Vec<u64>>());
    // Who comes after the first leaves the folder alone for a while.
    let n_entries = entries(&cache).len();
    assert!((4000..4000 + 2 * 8).contains(&n_entries), "{n_entries}");
}
