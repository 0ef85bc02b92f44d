//! Bad input gives exit code 2 and one clear message; nothing panics and nothing is left behind.

mod support;

use std::path::Path;
use std::process::Output;
use support::{incise_in, write};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Exit code 2, nothing on standard output, a message that says `expected`.
fn refused(output: &Output, expected: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(message.contains(expected), "`{message}` does not say `{expected}`");
    assert!(!message.contains("panicked"), "{message}");
}

fn explore(folder: &Path, args: &[&str]) -> Output {
    let mut all = vec!["explore"];
    all.extend(args);
    incise_in(folder, &all)
}

#[test]
fn a_missing_file_is_named() {
    let folder = folder();
    refused(&explore(folder.path(), &["nowhere.c"]), "nowhere.c");
}

#[test]
fn a_folder_is_no_program() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    refused(&explore(folder.path(), &["src"]), "src");
}

#[test]
fn an_empty_file_is_no_program() {
    let folder = folder();
    let file = write(folder.path(), "empty.c", "");
    refused(&explore(folder.path(), &[&file]), "empty.c");
    let file = write(folder.path(), "empty.bc", "");
    refused(&explore(folder.path(), &[&file]), "empty.bc");
}

#[test]
fn binary_files_are_no_program() {
    let folder = folder();
    let bytes: Vec<u8> = (0..4096u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for name in ["noise.c", "noise.bc", "noise.ll", "noise.o", "noise"] {
        let file = write(folder.path(), name, &bytes);
        refused(&explore(folder.path(), &[&file]), name);
    }
}

#[test]
fn a_syntax_error_shows_clangs_message() {
    let folder = folder();
    let file = write(folder.path(), "wrong.c", "int main(void) {\n  return 0\n}\n");
    let output = explore(folder.path(), &[&file]);
    refused(&output, "wrong.c:2");
    refused(&output, "expected ';'");
}

#[test]
fn cpp_is_said_to_be_cpp() {
    let folder = folder();
    let file = write(folder.path(), "main.cpp", "int main() { return 0; }\n");
    refused(&explore(folder.path(), &[&file]), "C++");
}

#[test]
fn a_file_cut_off_in_the_middle_is_named() {
    let folder = folder();
    let file = write(folder.path(), "ok.c", "int main(void) { return 0; }\n");
    let made = std::process::Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-o", "whole.bc", &file])
        .current_dir(folder.path())
        .status()
        .expect("clang-19 is installed");
    assert!(made.success());
    let whole = std::fs::read(folder.path().join("whole.bc")).unwrap();
    write(folder.path(), "half.bc", &whole[..whole.len() / 2]);
    refused(&explore(folder.path(), &["half.bc"]), "half.bc");
    assert_eq!(explore(folder.path(), &["whole.bc"]).status.code(), Some(0));
}

/// The Rust compiler's LLVM is newer than the reader's.
#[test]
fn bitcode_of_a_newer_llvm_is_said_to_be_newer() {
    let folder = folder();
    let file = write(folder.path(), "newer.rs", "#[unsafe(no_mangle)] pub extern \"C\" fn f() -> i32 { 3 }\n");
    let made = std::process::Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition=2024", "--crate-type=lib", "--emit=llvm-bc", "-o", "newer.bc", &file])
        .current_dir(folder.path())
        .status()
        .expect("rustc is installed");
    assert!(made.success());
    let output = explore(folder.path(), &["newer.bc", "--function", "f"]);
    refused(&output, "newer.bc");
    refused(&output, "clang 14 to 19");
    let text = "define i32 @main() {\n  ret i32 0\n}\ndeclare void @f(ptr captures(none))\n";
    write(folder.path(), "newer.ll", text);
    refused(&explore(folder.path(), &["newer.ll"]), "newer.ll");
}

#[test]
fn a_name_that_starts_with_a_dash_is_no_option() {
    let folder = folder();
    let texts = [("-x.c", "int f(int x) { return x; }\n"), ("new.c", "int f(int x) { return x + 1; }\n")];
    for (name, text) in texts {
        write(folder.path(), name, text);
    }
    let output = incise_in(folder.path(), &["diff", "--", "-x.c", "new.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let mut clang = std::process::Command::new("clang-19");
    clang.args(["-S", "-g", "-emit-llvm", "-o", "./-y.ll", "./-x.c"]).current_dir(folder.path());
    assert!(clang.status().expect("clang-19 is installed").success());
    let output = incise_in(folder.path(), &["diff", "--", "-y.ll", "new.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_program_without_main_says_what_to_do() {
    let folder = folder();
    let file = write(folder.path(), "library.c", "int twice(int x) { return 2 * x; }\n");
    let output = explore(folder.path(), &[&file]);
    refused(&output, "library.c: no function `main`");
    refused(&output, "--function");
    refused(&output, "twice");
}

#[test]
fn an_unknown_function_is_named_with_those_there_are() {
    let folder = folder();
    let file = write(folder.path(), "library.c", "int twice(int x) { return 2 * x; }\n");
    let output = explore(folder.path(), &[&file, "--function", "thrice"]);
    refused(&output, "thrice");
    refused(&output, "twice");
}

#[test]
fn wrong_options_are_refused() {
    let folder = folder();
    let file = write(folder.path(), "ok.c", "int main(void) { return 0; }\n");
    refused(&explore(folder.path(), &[&file, "--silence", "nonsense"]), "nonsense");
    refused(&explore(folder.path(), &[&file, "--timeout", "soon"]), "soon");
    refused(&explore(folder.path(), &[&file, "--solver", "oracle"]), "oracle");
    refused(&explore(folder.path(), &[&file, "--jobs", "0"]), "jobs");
}

#[test]
fn an_unsupported_construct_is_named_when_it_is_reached_and_only_then() {
    let folder = folder();
    let source = "extern int incise_int(const char *);\n\
                  int main(void) {\n\
                  if (incise_int(\"x\") == 7)\n\
                  __asm__ volatile (\"hlt\");\n\
                  return 0;\n}\n";
    let file = write(folder.path(), "asm.c", source);
    let output = explore(folder.path(), &[&file]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("asm.c:4") && text.contains("hlt"), "{text}");
    let unreached = write(folder.path(), "unreached.c", source.replace("== 7", "!= 0 && 0"));
    assert_eq!(explore(folder.path(), &[&unreached]).status.code(), Some(0));
}

/// A small random number generator: the same damage every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.below(256) as u8,
            3 => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, random.below(256) as u8),
        }
        if bytes.is_empty() {
            bytes.push(b'x');
        }
    }
    bytes
}

/// A third of the thousand damaged files; one test each so that they run side by side.
fn damaged_files_never_panic(extension: &str, count: usize) {
    let folder = folder();
    let source = std::fs::read_to_string(support::root().join("examples/explore-me/packet.c")).unwrap();
    write(folder.path(), "whole.c", &source);
    let emit = match extension {
        "c" => None,
        "ll" => Some(["-S", "-emit-llvm", "-O1", "-g", "-o", "whole.ll", "whole.c"]),
        _ => Some(["-c", "-emit-llvm", "-O1", "-g", "-o", "whole.bc", "whole.c"]),
    };
    if let Some(args) = emit {
        let include = format!("-I{}", support::root().join("runtime/include").display());
        let made = std::process::Command::new("clang-19").arg(include).args(args).current_dir(folder.path()).status();
        assert!(made.expect("clang-19 is installed").success());
    }
    let whole = std::fs::read(folder.path().join(format!("whole.{extension}"))).unwrap();
    let mut random = Random(2026);
    let (mut refused, mut ran) = (0, 0);
    for number in 0..count {
        let name = format!("damaged.{extension}");
        write(folder.path(), &name, damaged(&whole, &mut random));
        let before = std::fs::read_dir(folder.path()).unwrap().count();
        let output = explore(folder.path(), &[&name, "--timeout", "5s", "--no-replay", "--function", "answer"]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!message.contains("panicked"), "damage {number}: {message}");
        match output.status.code() {
            Some(2) => {
                refused += 1;
                assert!(!message.trim().is_empty(), "damage {number} is refused without a word");
                assert!(output.stdout.is_empty(), "damage {number} is refused after output");
            }
            // Some damage leaves a program.
            Some(0 | 1 | 3) => ran += 1,
            other => panic!("damage {number}: exit {other:?}: {message}"),
        }
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            before,
            "damage {number} leaves something behind"
        );
    }
    println!("{extension}: {refused} refused, {ran} still programs");
    assert!(refused > count / 10, "the damage is too mild to test anything");
}

#[test]
fn damaged_c_files_never_panic() {
    damaged_files_never_panic("c", 334);
}

#[test]
fn damaged_text_ir_never_panics() {
    damaged_files_never_panic("ll", 333);
}

#[test]
fn damaged_bitcode_never_panics() {
    damaged_files_never_panic("bc", 333);
}
