//! Input that is not a program gives one clear message and leaves nothing behind.

mod program;

use incise_frontend::{FrontendError, Options, compile_to_bitcode, load};
use program::{folder, options, try_file};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn error_of(name: &str, bytes: &[u8]) -> FrontendError {
    match try_file(name, bytes, &options()) {
        Err(error) => error,
        Ok(_) => panic!("{name} was accepted"),
    }
}

#[test]
fn files_that_are_no_programs_are_told_apart() {
    let folder = folder(&[("plain.txt", b"hello")]);
    let load = |name: &str| load(&[folder.path().join(name)], &options()).expect_err(name);
    let missing = load("nowhere.c");
    assert!(matches!(missing, FrontendError::Missing(_)));
    assert!(missing.to_string().ends_with("nowhere.c: no such file"), "{missing}");
    let directory = incise_frontend::load(&[folder.path().to_owned()], &options()).expect_err("a folder");
    assert!(matches!(directory, FrontendError::Directory(_)));
    let other = load("plain.txt");
    assert!(matches!(other, FrontendError::NotSource(_)));
    assert!(other.to_string().ends_with("plain.txt: not a C, .ll or .bc file"), "{other}");
    assert!(matches!(incise_frontend::load(&[], &options()), Err(FrontendError::NoInput)));
}

#[test]
fn an_empty_file_is_an_error_of_its_own() {
    for name in ["a.c", "a.ll", "a.bc", "a.i"] {
        assert!(matches!(error_of(name, b""), FrontendError::Empty(_)), "{name}");
    }
}

#[test]
fn garbage_is_no_c() {
    let error = error_of("a.c", &[0x7f, b'E', b'L', b'F', 2, 1, 0, 0, 0]);
    assert!(matches!(error, FrontendError::NotSource(_)), "{error}");
    assert!(matches!(error_of("a.o", b"\x7fELF"), FrontendError::NotSource(_)));
    assert!(matches!(error_of("noextension", b"int x;"), FrontendError::NotSource(_)));
}

#[test]
fn c_plus_plus_is_named_as_such() {
    for name in ["a.cc", "a.cpp", "a.cxx", "a.C", "a.hpp"] {
        let error = error_of(name, b"int x;");
        assert!(matches!(error, FrontendError::CPlusPlus(_)), "{name}");
        assert!(error.to_string().contains("C++ is not supported"));
    }
}

#[test]
fn c_that_does_not_compile_shows_what_clang_says() {
    let error = error_of("wrong.c", b"int f(void) { return x; }\n");
    let FrontendError::DoesNotCompile { file, messages } = &error else { panic!("{error}") };
    assert!(file.ends_with("wrong.c"));
    assert!(messages.contains("wrong.c:1:22: error: use of undeclared identifier 'x'"), "{messages}");
    assert!(error.to_string().contains(messages.trim_end()));
    let missing = error_of("wrong.c", b"#include \"nowhere.h\"\n");
    assert!(missing.to_string().contains("'nowhere.h' file not found"), "{missing}");
}

#[test]
fn an_unreadable_file_is_an_error() {
    let folder = folder(&[("a.c", b"int x;")]);
    let path = folder.path().join("a.c");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).expect("permissions");
    // A privileged user can read it all the same.
    if std::fs::read(&path).is_err() {
        assert!(matches!(load(&[path], &options()), Err(FrontendError::Unreadable { .. })));
    }
}

#[test]
fn damaged_ir_names_the_file() {
    for (name, bytes) in [
        ("a.ll", &b"define i32 @f( {"[..]),
        ("a.bc", b"hello"),
        ("a.bc", b"BC\xc0\xde"),
        ("a.bc", b"BC\xc0\xde\x35\x14\x00\x00\x05\x00\x00\x00"),
        ("a.bc", b"\xde\xc0\x17\x0b"),
    ] {
        let error = error_of(name, bytes);
        assert!(matches!(error, FrontendError::Rejected { .. }), "{error:?}");
        assert!(error.to_string().contains(&format!("/{name}")), "{error}");
    }
    let error = error_of("a.ll", b"define i32 @f() {\n  ret i32 %x\n}\n");
    assert!(error.to_string().contains("use of undefined value '%x'"), "{error}");
}

#[test]
fn ir_that_breaks_the_rules_is_an_error() {
    let text = b"define i32 @f(i1 %c) {\n br i1 %c, label %a, label %b\na:\n %x = add i32 1, 2\n br label %b\nb:\n ret i32 %x\n}\n";
    let error = error_of("a.ll", text);
    assert!(error.to_string().contains("does not dominate all uses"), "{error}");
    assert!(error.to_string().contains("a.ll: breaks the rules of LLVM IR"), "{error}");
}

#[test]
fn a_program_defined_twice_is_an_error_about_the_users_file() {
    let folder = folder(&[("a.c", b"int f(void) { return 1; }"), ("b.c", b"int f(void) { return 2; }")]);
    let error = load(&[folder.path().join("a.c"), folder.path().join("b.c")], &options()).expect_err("two definitions");
    let text = error.to_string();
    assert!(text.contains("b.c: cannot be linked with the other files") && text.contains("'f'"), "{text}");
}

#[test]
fn a_32_bit_target_is_refused() {
    let text = b"target datalayout = \"e-m:e-p:32:32\"\ntarget triple = \"i686-pc-linux-gnu\"\ndefine void @f() {\n ret void\n}\n";
    let error = error_of("a.ll", text);
    assert!(error.to_string().contains("compiled for i686-pc-linux-gnu; only 64-bit little-endian targets"), "{error}");
    let error = error_of(
        "a.ll",
        b"target datalayout = \"E-m:e-i64:64\"\ntarget triple = \"s390x\"\ndefine void @f() {\n ret void\n}\n",
    );
    assert!(error.to_string().contains("compiled for s390x"), "{error}");
}

#[test]
fn bitcode_of_a_newer_llvm_says_so() {
    // The compiler that builds this test is newer than the reader.
    let folder = folder(&[(
        "new.rs",
        b"#![crate_type = \"lib\"]\npub fn f(x: &[u8]) -> usize { x.iter().map(|b| *b as usize).sum() }",
    )]);
    let version = Command::new("rustc").arg("-vV").output().expect("rustc").stdout;
    let version = String::from_utf8(version).expect("text");
    let llvm: u32 = version
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: "))
        .and_then(|line| line.split('.').next())
        .and_then(|major| major.parse().ok())
        .expect("a version");
    assert!(llvm > 19, "this test needs a rustc with a newer LLVM");
    let status = Command::new("rustc")
        .args(["--emit=llvm-bc", "-O", "new.rs", "-o", "new.bc"])
        .current_dir(folder.path())
        .status()
        .expect("rustc");
    assert!(status.success());
    let error = load(&[folder.path().join("new.bc")], &options()).expect_err("newer bitcode");
    let FrontendError::NewerLlvm { producer, .. } = &error else { panic!("{error}") };
    assert_eq!(*producer, llvm);
    let text = error.to_string();
    assert!(text.contains("new.bc") && text.contains("clang 14 to 19"), "{text}");
}

#[test]
fn a_missing_compiler_is_an_error_with_a_hint() {
    let folder = folder(&[("a.c", b"int x;")]);
    let options = Options { clang: Some(PathBuf::from("/nowhere/clang")), ..options() };
    let error = load(&[folder.path().join("a.c")], &options).expect_err("no clang");
    let text = error.to_string();
    assert!(text.contains("no clang found (tried /nowhere/clang)") && text.contains("set-up script"), "{text}");
}

/// A program that stands in for the reader.
fn stand_in(folder: &Path, script: &str) -> PathBuf {
    let path = folder.join("reader");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("permissions");
    path
}

#[test]
fn a_reader_that_crashes_is_an_error_about_the_file() {
    let folder = folder(&[("a.ll", b"define void @f() {\n ret void\n}\n")]);
    for (script, how) in [("kill -SEGV $$", "SIGSEGV"), ("kill -ABRT $$", "SIGABRT"), ("exit 3", "exit status: 3")] {
        let reader = stand_in(folder.path(), script);
        let options = Options { reader: Some(reader), ..options() };
        let error = load(&[folder.path().join("a.ll")], &options).expect_err("a crash");
        assert!(matches!(error, FrontendError::ReaderCrashed { .. }));
        let text = error.to_string();
        assert!(text.contains("the LLVM reader crashed on") && text.contains("a.ll") && text.contains(how), "{text}");
    }
}

#[test]
fn a_reader_that_does_not_end_is_stopped() {
    let folder = folder(&[("a.ll", b"define void @f() {\n ret void\n}\n")]);
    assert_eq!(Options::default().reader_limit, Duration::from_secs(60));
    let id = folder.path().join("id");
    // Before it wrote anything, in the middle of its output, and after it closed its streams.
    for wait in ["exec sleep 100", "yes | head -c 300000; exec sleep 100", "exec sleep 100 >&- 2>&-"] {
        let script = format!("echo $$ > {}\n{wait}", id.display());
        let reader = stand_in(folder.path(), &script);
        let options = Options { reader: Some(reader), reader_limit: Duration::from_secs(1), ..options() };
        let start = Instant::now();
        let error = load(&[folder.path().join("a.ll")], &options).expect_err("a time-out");
        assert!(start.elapsed() < Duration::from_secs(20), "{wait}");
        assert!(matches!(error, FrontendError::ReaderTimeout { .. }), "{wait}: {error}");
        let text = error.to_string();
        assert!(text.contains("a.ll") && text.contains("within 1 s"), "{text}");
        let id = std::fs::read_to_string(&id).expect("it started");
        assert!(!Path::new("/proc").join(id.trim()).exists(), "{wait}: it still runs");
    }
}

#[test]
fn a_reader_of_another_build_is_not_believed() {
    let folder = folder(&[("a.ll", b"define void @f() {\n ret void\n}\n")]);
    for script in ["echo hello", "true"] {
        let reader = stand_in(folder.path(), script);
        let options = Options { reader: Some(reader), ..options() };
        let error = load(&[folder.path().join("a.ll")], &options).expect_err("another build");
        assert!(matches!(error, FrontendError::ReaderMismatch { .. }), "{error}");
    }
    let options = Options { reader: Some(PathBuf::from("/nowhere/reader")), ..options() };
    let error = load(&[folder.path().join("a.ll")], &options).expect_err("no reader");
    assert!(error.to_string().contains("tried /nowhere/reader"), "{error}");
}

#[test]
fn intermediate_files_go_with_the_result() {
    let folder = folder(&[("a.c", b"int f(void) { return 1; }"), ("b.ll", b"define void @g() {\n ret void\n}\n")]);
    let inputs = [folder.path().join("a.c"), folder.path().join("b.ll")];
    let bitcode = compile_to_bitcode(&inputs, &options()).unwrap_or_else(|error| panic!("{error}"));
    let compiled = bitcode.files()[0].clone();
    assert_eq!(bitcode.files()[1], inputs[1]);
    assert!(std::fs::read(&compiled).expect("bitcode").starts_with(b"BC\xc0\xde"));
    drop(bitcode);
    assert!(!compiled.parent().expect("a folder").exists());
    assert!(inputs[1].exists());
    // The user's folder holds what it held.
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.c", "b.ll"]);
}

#[test]
fn odd_file_names_are_no_problem() {
    for name in ["with space.c", "-dash.c", "quote'\"$x.c", "ünï.c", "#hash.c"] {
        let module = try_file(name, b"int f(void) { return 1; }", &options()).unwrap_or_else(|error| panic!("{error}"));
        assert!(module.function("f").is_some(), "{name}");
    }
}
