//! The native truth about a pair: on which inputs its versions differ.

use super::harness;
use super::inputs::{Slot, Values};
use super::pair::Pair;
use crate::native::{self, CLANG, End};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Time for all native runs of a pair.
const LIMIT: Duration = Duration::from_secs(20);

/// What the two versions do with an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The same.
    Same,
    /// The same: both stop before they return, in the same way.
    Stopped,
    /// Something else can be seen.
    Differs,
    /// They give another NaN.
    Unclear,
    /// One of them has undefined behaviour that is not planted: the generator is wrong.
    Undefined,
}

/// One input: what the versions do, and for each set of conditions the first that is true of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What they do.
    pub outcome: Outcome,
    /// The first true condition of each set.
    pub covered: Vec<Option<usize>>,
}

/// A checker that was built.
#[derive(Debug)]
pub struct Checker {
    binary: PathBuf,
    inputs: PathBuf,
}

/// Errors trap where incise reports them, and so does all undefined behaviour but signed overflow; without optimisation nothing is
/// dropped.
const FLAGS: [&str; 4] =
    ["-fwrapv", "-fsanitize=undefined", "-fno-sanitize=signed-integer-overflow", "-fsanitize-trap=all"];

/// Builds the checker of a pair in the folder of its versions; the compiler's messages when it will not.
pub fn build(
    pair: &Pair,
    slots: &[Slot],
    conditions: &[Vec<String>],
    inputs: &[Values],
    folder: &Path,
) -> Result<Checker, String> {
    let (source, binary, list) = (folder.join("checker.c"), folder.join("checker"), folder.join("inputs"));
    let bytes: Vec<u8> = inputs.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    fs::write(&source, harness::text(pair, slots, conditions)).map_err(|error| error.to_string())?;
    fs::write(&list, bytes).map_err(|error| error.to_string())?;
    native::compile(CLANG, &[&source], &FLAGS.map(String::from), &binary)?;
    Ok(Checker { binary, inputs: list })
}

impl Checker {
    fn run(&self, argument: Option<usize>) -> Result<String, String> {
        let inputs = File::open(&self.inputs).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.binary);
        command.args(argument.map(|index| index.to_string())).stdin(inputs).stderr(Stdio::null());
        let run = native::run_command(&mut command, &self.binary.with_extension("stdout"), LIMIT);
        match run.map_err(|error| error.to_string())? {
            Some(run) if run.end == End::Code(0) => Ok(String::from_utf8_lossy(&run.stdout).into_owned()),
            Some(run) => Err(format!("the checker ends with {:?}", run.end)),
            None => Err(String::from("the checker does not end in time")),
        }
    }

    /// Runs both versions on every input.
    pub fn rows(&self) -> Result<Vec<Row>, String> {
        self.run(None)?.lines().map(|line| row(line).ok_or_else(|| format!("the checker prints {line:?}"))).collect()
    }

    /// What both versions do with one input, for a person.
    pub fn describe(&self, index: usize) -> String {
        self.run(Some(index)).unwrap_or_else(|message| message)
    }
}

fn row(line: &str) -> Option<Row> {
    let mut words = line.split(' ');
    let outcome = match words.next()? {
        "0" => Outcome::Same,
        "1" => Outcome::Differs,
        "2" => Outcome::Unclear,
        "3" => Outcome::Undefined,
        "4" => Outcome::Stopped,
        _ => return None,
    };
    let covered = words.map(|word| word.parse::<i64>().map(|index| usize::try_from(index).ok()));
    Some(Row { outcome, covered: covered.collect::<Result<_, _>>().ok()? })
}
