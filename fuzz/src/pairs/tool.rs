//! Running `incise` on a pair and reading its JSON documents.

use super::ast::ENTRY;
use crate::native::{self, End};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The `incise` that is checked.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its path.
    pub binary: PathBuf,
    /// Time for one run.
    pub limit: Duration,
}

/// A difference that was reported.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The inputs that it is about, as a C expression.
    pub condition: String,
    /// Whether the condition is true of these inputs only; otherwise it may take in others.
    pub exact: bool,
    /// A shorter condition that implies it, if there is one.
    pub case: Option<String>,
    /// The witness.
    pub inputs: Value,
}

/// What `incise diff` said.
#[derive(Clone, Debug)]
pub struct Report {
    /// `equivalent`, `equivalent within`, `different` or `undecided`.
    pub verdict: String,
    /// The differences of the function that is compared.
    pub differences: Vec<Difference>,
    /// What weakens the answer.
    pub approximations: Vec<String>,
    /// What the document says about the function that is compared.
    pub function: Value,
}

/// What `incise diff --callers all` said of one function.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// The verdict.
    pub verdict: String,
    /// Whether something was assumed that callers need not keep to.
    pub assumes: bool,
}

/// What `incise impact` said.
#[derive(Clone, Debug)]
pub struct Impact {
    /// Whether anything changed.
    pub changed: bool,
    /// Whether the change reaches the function that is compared, or a global, which is compared after it.
    pub entry: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// It did not end in time.
    TooLong,
    /// It failed, or said what cannot be understood.
    Failed(String),
}

impl Tool {
    /// The tool that was built beside this program.
    pub fn beside(limit: Duration) -> Tool {
        let own = std::env::current_exe().unwrap_or_default();
        let folder = own.ancestors().skip(1).find(|folder| folder.join("incise").is_file());
        Tool { binary: folder.map_or_else(|| PathBuf::from("incise"), |folder| folder.join("incise")), limit }
    }

    /// What it says about a command; nothing when it has none of that name.
    pub fn help(&self, command: &str) -> Option<String> {
        let mut process = Command::new(&self.binary);
        let output = process.args([command, "--help"]).stdin(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn run(&self, arguments: &[&str], folder: &Path, codes: &[i32]) -> Result<(Value, i32), Trouble> {
        let failed = |message: String| Trouble::Failed(format!("incise {}: {message}", arguments.join(" ")));
        let messages = folder.join("incise.stderr");
        let file = std::fs::File::create(&messages).map_err(|error| failed(error.to_string()))?;
        let mut command = Command::new(&self.binary);
        command.args(arguments).args(["--json", "base.c", "mod.c"]).current_dir(folder);
        command.stdin(Stdio::null()).stderr(file);
        let run = native::run_command(&mut command, &folder.join("incise.stdout"), self.limit)
            .map_err(|error| failed(error.to_string()))?
            .ok_or(Trouble::TooLong)?;
        let code = match run.end {
            End::Code(code) if codes.contains(&code) => code,
            end => {
                let messages = std::fs::read_to_string(&messages).unwrap_or_default();
                return Err(failed(format!("ends with {end:?}: {}", messages.trim())));
            }
        };
        let document = serde_json::from_slice(&run.stdout).map_err(|error| failed(error.to_string()))?;
        Ok((document, code))
    }

    /// `incise impact` on `base.c` and `mod.c` of a folder.
    pub fn impact(&self, folder: &Path) -> Result<Impact, Trouble> {
        let (document, code) = self.run(&["impact"], folder, &[0, 1])?;
        let changed = match document["verdict"].as_str() {
            Some("changed") => true,
            Some("no-change") => false,
            other => return Err(Trouble::Failed(format!("impact's verdict is {other:?}"))),
        };
        if i32::from(changed) != code {
            return Err(Trouble::Failed(format!("impact's verdict is {}, its exit code {code}", document["verdict"])));
        }
        let any = |value: &Value| value.as_array().is_some_and(|members| !members.is_empty());
        let lines = |value: &Value| any(&value["impacted_lines"]);
        let entry = own(&document).is_some_and(|function| lines(function) || lines(&function["base"]));
        Ok(Impact { changed, entry: entry || any(&document["globals"]) })
    }

    /// `incise diff --callers all` on `base.c` and `mod.c` of a folder: what changed, and callers.
    pub fn callers(&self, folder: &Path) -> Result<Vec<Compared>, Trouble> {
        let arguments = ["diff", "--callers", "all", "--max-elements", "4", "--timeout", "4s"];
        let (document, code) = self.run(&arguments, folder, &[0, 1, 3])?;
        let verdict = document["verdict"].as_str().unwrap_or_default();
        if exit_code(verdict) != Some(code) {
            return Err(Trouble::Failed(format!("callers: the verdict is {verdict}, the exit code {code}")));
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let functions = document["functions"].as_array().cloned().unwrap_or_default();
        let compared = |function: &Value| Compared {
            name: text(&function["name"]),
            verdict: text(&function["verdict"]),
            assumes: function["assumptions"].as_array().is_none_or(|lines| !lines.is_empty()),
        };
        let found: Vec<Compared> = functions.iter().map(compared).collect();
        for seen in document["seen_from"].as_array().into_iter().flatten() {
            for (name, verdict) in [("function", "verdict"), ("caller", "caller_verdict")] {
                let own = found.iter().find(|one| seen[name] == one.name.as_str());
                if own.is_none_or(|own| seen[verdict] != own.verdict.as_str()) {
                    return Err(Trouble::Failed(format!("callers: {seen} is not what the functions' verdicts say")));
                }
            }
        }
        Ok(found)
    }

    /// `incise diff` on all of `base.c` and `mod.c` of a folder: its verdict. Every difference was replayed.
    pub fn module(&self, folder: &Path) -> Result<String, Trouble> {
        let (document, code) = self.run(&["diff", "--timeout", "10s"], folder, &[0, 1, 3])?;
        let verdict = document["verdict"].as_str().unwrap_or_default().to_string();
        if exit_code(&verdict) != Some(code) {
            return Err(Trouble::Failed(format!("the verdict is {verdict:?}, the exit code {code}")));
        }
        for function in document["functions"].as_array().into_iter().flatten() {
            for difference in function["differences"].as_array().into_iter().flatten() {
                if difference["replayed"] != true {
                    return Err(Trouble::Failed(format!("a difference that was not replayed: {difference}")));
                }
            }
        }
        Ok(verdict)
    }

    /// `incise diff` on `base.c` and `mod.c` of a folder with a guide.
    pub fn diff(&self, guide: &str, global_inputs: bool, folder: &Path) -> Result<Report, Trouble> {
        let globals = if global_inputs { "any" } else { "initial" };
        let arguments =
            ["diff", "--function", ENTRY, "--guide", guide, "--globals", globals, "--paths", "--max-elements", "4"];
        let (document, code) = self.run(&arguments, folder, &[0, 1, 3])?;
        let verdict = document["verdict"].as_str().unwrap_or_default().to_string();
        let Some(expected) = exit_code(&verdict) else {
            return Err(Trouble::Failed(format!("{guide}: the verdict is {verdict:?}")));
        };
        if code != expected {
            return Err(Trouble::Failed(format!("{guide}: the verdict is {verdict}, the exit code {code}")));
        }
        let function = own(&document).cloned().unwrap_or(Value::Null);
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut differences = Vec::new();
        for difference in list(&function["differences"]) {
            let Some(condition) = difference["condition"].as_str() else {
                return Err(Trouble::Failed(format!("{guide}: a difference without a condition: {difference}")));
            };
            if difference["replayed"] != true {
                return Err(Trouble::Failed(format!("{guide}: a difference that was not replayed: {difference}")));
            }
            let exact = difference["exact"] != false;
            let case = difference["case"].as_str().map(str::to_owned);
            let (condition, inputs) = (condition.to_string(), difference["inputs"].clone());
            differences.push(Difference { condition, exact, case, inputs });
        }
        // The first condition that is true of an input tells what is promised about it.
        differences.sort_by_key(|difference| !difference.exact);
        let weak = [list(&function["approximations"]), list(&function["bounds_hit"])].concat();
        let approximations = weak.iter().map(Value::to_string).collect();
        Ok(Report { verdict, differences, approximations, function })
    }
}

/// The exit code of a verdict.
fn exit_code(verdict: &str) -> Option<i32> {
    match verdict {
        "equivalent" => Some(0),
        "different" => Some(1),
        "different interface" => Some(1),
        "equivalent within" | "undecided" => Some(3),
        _ => None,
    }
}

/// The part of a document about the function that is compared.
fn own(document: &Value) -> Option<&Value> {
    document["functions"].as_array()?.iter().find(|function| function["name"] == ENTRY)
}
