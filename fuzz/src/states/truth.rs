//! Native truth about two versions of a module: sequences of random calls, each in a fresh process, both versions side by side.

use super::layout::Layout;
use super::print::prototype;
use crate::native::{self, CLANG, End};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// What native runs say of two versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// No sequence told them apart.
    Same,
    /// A sequence of so many calls does.
    Differ(usize),
}

/// Runs `base.c` and `mod.c` of a folder.
pub fn establish(folder: &Path, base: &Layout, modified: &Layout) -> Result<Truth, String> {
    let n_functions = base.params.len();
    for version in ["base", "mod"] {
        let mut unit = String::new();
        for at in 0..n_functions {
            writeln!(unit, "#define f{at} {version}_f{at}").expect("text can be written");
        }
        writeln!(unit, "#include \"{version}.c\"").expect("text can be written");
        std::fs::write(folder.join(format!("{version}_native.c")), unit).map_err(|error| error.to_string())?;
    }
    std::fs::write(folder.join("driver.c"), driver(base, modified)).map_err(|error| error.to_string())?;
    let files = ["base_native.c", "mod_native.c", "driver.c"].map(|name| folder.join(name));
    let binary = folder.join("driver");
    let sources: Vec<&Path> = files.iter().map(|file| file.as_path()).collect();
    native::compile(CLANG, &sources, &[], &binary)?;
    let run = native::run(&binary, LIMIT).map_err(|error| error.to_string())?.ok_or("the calls do not end")?;
    let text = String::from_utf8_lossy(&run.stdout);
    match (run.end, text.trim().parse::<usize>()) {
        (End::Code(0), Ok(0)) => Ok(Truth::Same),
        (End::Code(0), Ok(n_calls)) => Ok(Truth::Differ(n_calls)),
        (end, _) => Err(format!("the driver ends with {end:?}: {text}")),
    }
}

/// The program that makes the calls; prints 0, or the number of calls of the shortest sequence that tells the versions apart.
fn driver(base: &Layout, modified: &Layout) -> String {
    let mut text = String::from(include_str!("driver.c"));
    let mut calls = String::from("static int call(void)\n{\n");
    writeln!(calls, "    switch (next() % {}) {{", base.params.len()).expect("text can be written");
    for (at, (old, new)) in base.params.iter().zip(&modified.params).enumerate() {
        writeln!(text, "{};", prototype(&format!("base_f{at}"), old)).expect("text can be written");
        writeln!(text, "{};", prototype(&format!("mod_f{at}"), new)).expect("text can be written");
        let drawn: Vec<String> =
            old.iter().zip(["a", "b"]).map(|(ty, name)| format!("{ty} {name} = ({ty})value();")).collect();
        let arguments = ["a", "b"][..old.len()].join(", ");
        writeln!(
            calls,
            "    case {at}: {{ {} return base_f{at}({arguments}) != mod_f{at}({arguments}); }}",
            drawn.join(" ")
        )
        .expect("text can be written");
    }
    calls.push_str("    }\n    return 0;\n}\n");
    text + &calls
}
