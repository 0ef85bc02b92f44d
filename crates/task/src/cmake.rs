//! A folder of tests as a CMake project: every harness is a program, every program a test of CTest.

use crate::harness_call::included_file;
use crate::test::{Ending, Test, TestEntry};
use incise_engine::ErrorKind;
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
        let Some(command) = command(test) else {
            let _ = writeln!(text, "# {name}: its error need not show in a plain run; use incise replay.\n");
            continue;
        };
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
        if !flags.is_empty() {
            let _ = writeln!(text, "target_compile_options({target} PRIVATE {})", flags.join(" "));
        }
        let _ = writeln!(text, "target_link_libraries({target} PRIVATE m)");
        let _ = writeln!(
            text,
            "add_test(NAME {name} COMMAND {})\n",
            command.replace("@", &format!("$<TARGET_FILE:{target}>"))
        );
    }
    text
}

/// How the test is run, `@` being its program; none where nothing can be told from a plain run.
fn command(test: &Test) -> Option<String> {
    match (&test.entry, test.expected.ends, &test.expected.error) {
        (TestEntry::Function(_), Ending::Return, _) => Some(String::from("@")),
        (_, Ending::Exit, _) => {
            let code = test.expected.exit_code.unwrap_or(0);
            Some(format!("sh -c \"@; test $? -eq {code}\""))
        }
        (_, Ending::Error, Some(error)) => {
            let must_show = matches!(
                error.kind,
                ErrorKind::Assert | ErrorKind::Abort | ErrorKind::DivisionByZero | ErrorKind::NullAccess
            );
            must_show.then(|| String::from("sh -c \"@; test $? -gt 128\""))
        }
        _ => None,
    }
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
