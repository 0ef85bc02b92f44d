//! Programs for tests: C text through the front end, and the same text compiled to run natively.
#![allow(dead_code)]

pub mod scalar;

use incise_frontend::{Cache, FrontendError, Optimise, Options, load};
use incise_ir::{Function, Local, LocalKind, Module, Rvalue, Stmt, StmtKind, TermKind};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Options with the reader under test and no cache.
pub fn options() -> Options {
    Options { reader: Some(PathBuf::from(env!("CARGO_BIN_EXE_incise-llvm"))), cache: Cache::Off, ..Options::default() }
}

pub fn optimised(optimise: Optimise) -> Options {
    Options { optimise, ..options() }
}

/// A folder with files.
pub fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).expect("a temporary file");
    }
    folder
}

/// The program of one C text.
pub fn program(source: &str) -> Module {
    program_with(source, &options())
}

pub fn program_with(source: &str, options: &Options) -> Module {
    try_file("test.c", source.as_bytes(), options).unwrap_or_else(|error| panic!("{error}"))
}

/// The program of one hand-written text of LLVM IR.
pub fn ir_program(source: &str) -> Module {
    try_file("test.ll", source.as_bytes(), &options()).unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_file(name: &str, bytes: &[u8], options: &Options) -> Result<Module, FrontendError> {
    let folder = folder(&[(name, bytes)]);
    load(&[folder.path().join(name)], options)
}

/// Runs clang and panics with its messages if it fails.
pub fn clang(arguments: &[&str], folder: &Path) {
    let output = Command::new("clang-19").args(arguments).current_dir(folder).output().expect("clang-19");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Compiles C texts natively, runs the result and gives what it prints.
pub fn run_native(sources: &[&str], flags: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names: Vec<String> = (0..sources.len()).map(|index| format!("{index}.c")).collect();
    for (name, source) in names.iter().zip(sources) {
        std::fs::write(folder.path().join(name), source).expect("a temporary file");
    }
    let mut arguments = vec!["-w", "-o", "program"];
    arguments.extend(flags);
    arguments.extend(names.iter().map(String::as_str));
    arguments.push("-lm");
    clang(&arguments, folder.path());
    run(&folder.path().join("program"))
}

pub fn run(program: &Path) -> String {
    let output = Command::new(program).output().expect("the program starts");
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

pub fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    &module.functions[module.function(name).unwrap_or_else(|| panic!("no function {name}"))]
}

pub fn statements(function: &Function) -> impl Iterator<Item = &Stmt> {
    function.blocks.iter().flat_map(|block| &block.stmts)
}

pub fn rvalues(function: &Function) -> impl Iterator<Item = &Rvalue> {
    statements(function).filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { value, .. } => Some(value),
        _ => None,
    })
}

pub fn n_branches(function: &Function) -> usize {
    function.blocks.iter().filter(|block| matches!(block.terminator.kind, TermKind::Branch { .. })).count()
}

pub fn local<'a>(function: &'a Function, name: &str, kind: LocalKind) -> Option<&'a Local> {
    function.locals.iter().find(|local| local.name == name && local.kind == kind)
}

/// Every statement or constant without a representation.
pub fn unsupported(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    for function in module.functions.iter() {
        for block in function.blocks.iter() {
            found.extend(block.stmts.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Unsupported(text) => Some(text.clone()),
                _ => None,
            }));
            if let TermKind::Unsupported(text) = &block.terminator.kind {
                found.push(text.clone());
            }
        }
    }
    found
}
