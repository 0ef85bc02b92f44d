//! Running git.

use crate::error::HistoryError;
use incise_process::{Group, Limits};
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Settings of a repository that make git run programs, set to nothing: a repository that is only looked at runs none.
const OVERRIDES: [&str; 3] = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false"];

/// A command in a folder. Nothing that git does on the side (refreshing the index, fetching what is missing) happens.
pub(crate) fn command(folder: &Path, arguments: &[&OsStr]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    command.args(OVERRIDES.iter().flat_map(|setting| ["-c", setting]));
    command.args(arguments).env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
    // What fetches is set by the repository, too.
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "");
    command
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Result<Output, HistoryError> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Group::spawn(command, &Limits::GIT).map_err(HistoryError::NoGit)?;
    let stdin = child.stdin();
    std::thread::scope(|scope| {
        // One that has read enough is told by its exit code.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.output().map_err(HistoryError::NoGit)
    })
}

/// Runs a command that must succeed and gives what it printed.
pub(crate) fn done(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, HistoryError> {
    let output = run(command, input)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    // `git -C FOLDER -c SETTING` is ours.
    let n_ours = 2 + 2 * OVERRIDES.len();
    let arguments: Vec<String> =
        command.get_args().skip(n_ours).map(|word| word.to_string_lossy().into_owned()).collect();
    let message = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    Err(HistoryError::Failed { command: arguments.join(" "), message })
}

/// The same for arguments that are text, with what was printed as one line.
pub(crate) fn line(folder: &Path, arguments: &[&str]) -> Result<String, HistoryError> {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let bytes = done(&mut command(folder, &arguments), b"")?;
    Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned())
}
