//! A folder of tests as a CMake project: every harness is a program, every program a test of CTest.

use crate::harness::{SANITIZE, included_file, needs_sanitizers};
use crate::test::Test;
use incise_ir::Module;
use std::fmt::Write;
use std::path::Path;

/// The text of `CMakeLists.txt`. `here` is the folder in which the program's files were named.
pub(crate) fn cmake(module: &Module, tests: &[Test], here: &str) -> String {
    let mut text = String::from("cmake_minimum_required(VERSION 3.10)\nproject(incise_tests C)\nenable_testing()\n\n");
    let here = quoted(here);
    text.push_str("# The folder in which the program's files are named as below.\n");
    let _ = writeln!(text, "set(PROGRAM_DIR {here} CACHE PATH \"Where the program is\")\n");
    for (index, test) in tests.iter().enumerate() {
        let name = format!("{:06}", index + 1);
        let included = included_file(module, test);
        let others = test.program.iter().map(|file| file.display().to_string());
        let others: Vec<String> = others.filter(|file| included.as_ref() != Some(file)).collect();
        let target = format!("test_{name}");
        let _ = write!(text, "add_executable({target} {name}.c");
        for file in &others {
            let place = if Path::new(file).is_absolute() { file.clone() } else { format!("${{PROGRAM_DIR}}/{file}") };
            let _ = write!(text, " {}", quoted(&place));
        }
        text.push_str(")\n");
        let include = "\"${PROGRAM_DIR}\" \"${CMAKE_CURRENT_SOURCE_DIR}/include\"";
        let _ = writeln!(text, "target_include_directories({target} PRIVATE {include})");
        let mut flags: Vec<String> = test.flags.iter().map(|flag| quoted(&placed(flag))).collect();
        if included.is_some() && !others.is_empty() {
            flags.push(String::from("-Dmain=incise_program_main"));
        }
        let sanitizers = if needs_sanitizers(test) { SANITIZE.join(" ") + " " } else { String::new() };
        flags.extend(sanitizers.split_whitespace().map(str::to_owned));
        if !flags.is_empty() {
            let _ = writeln!(text, "target_compile_options({target} PRIVATE {})", flags.join(" "));
        }
        let _ = writeln!(text, "target_link_libraries({target} PRIVATE {sanitizers}m)");
        let _ = writeln!(text, "add_test(NAME {name} COMMAND {target})");
        let _ = writeln!(text, "set_tests_properties({name} PROPERTIES SKIP_RETURN_CODE 77)\n");
    }
    text
}

/// A folder of headers is named from the program's folder.
fn placed(flag: &str) -> String {
    match flag.strip_prefix("-I") {
        Some(folder) if !folder.is_empty() && !folder.starts_with('/') => format!("-I${{PROGRAM_DIR}}/{folder}"),
        _ => flag.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$");
    // What we put in ourselves is meant to be expanded.
    let ours = ["${PROGRAM_DIR}", "${CMAKE_CURRENT_SOURCE_DIR}"];
    let expanded = ours.iter().fold(escaped, |text, name| text.replace(&format!("\\{name}"), name));
    format!("\"{expanded}\"")
}
