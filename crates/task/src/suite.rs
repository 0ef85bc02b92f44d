//! Tests in a folder: `000001.json`, `000001.c`, `000001.ktest`, the headers that the harnesses include, and on request a
//! `CMakeLists.txt`.

use crate::cmake::cmake;
use crate::harness::{Checks, harness};
use crate::ktest::KTest;
use crate::test::{Test, TestError};
use incise_ir::Module;
use std::path::{Path, PathBuf};

/// Why tests could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The folder cannot be used.
    #[error("{}: {error}", path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// One of its files is no test.
    #[error(transparent)]
    Test(#[from] TestError),
}

/// A folder of tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite {
    folder: PathBuf,
    checks: Checks,
    program: Place,
}

/// The folder of a suite in which the program's files are, where they are beside the tests.
pub const PROGRAM: &str = "program";

/// Where the program's files are.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// In a folder, relative to where we are.
    Folder(PathBuf),
    /// In the suite's own folder [`PROGRAM`].
    Beside,
}

impl Suite {
    /// The suite in a folder, which need not exist yet.
    pub fn at(folder: &Path) -> Suite {
        Suite { folder: folder.to_owned(), checks: Checks::Report, program: Place::Folder(PathBuf::new()) }
    }

    /// The same with harnesses that assert, and a `CMakeLists.txt` that builds and runs them. `program` is the folder in which
    /// the program's files are named, relative to where we are.
    pub fn asserting(self, program: &Path) -> Suite {
        Suite { checks: Checks::Assert, program: Place::Folder(program.to_owned()), ..self }
    }

    /// The same where the program's files are in the suite's own folder [`PROGRAM`].
    pub fn asserting_beside(self) -> Suite {
        Suite { checks: Checks::Assert, program: Place::Beside, ..self }
    }

    /// Writes tests, numbered from 1 in their order; each file appears whole or not at all, and those that an earlier
    /// suite left under these names and higher numbers are removed. `module` is the program without libc models.
    pub fn write(&self, module: &Module, tests: &[Test]) -> Result<Vec<PathBuf>, SuiteError> {
        let failed = |path: &Path, error| SuiteError::Io { path: path.to_owned(), error };
        std::fs::create_dir_all(&self.folder).map_err(|error| failed(&self.folder, error))?;
        let fresh = tempfile::Builder::new()
            .prefix(".incise-")
            .tempdir_in(&self.folder)
            .map_err(|error| failed(&self.folder, error))?;
        let mut names = Vec::new();
        for (index, test) in tests.iter().enumerate() {
            let stem = format!("{:06}", index + 1);
            let place = match &self.program {
                Place::Folder(_) => self.folder.join(format!("{stem}.c")),
                // Seen from the program's folder.
                Place::Beside => Path::new("..").join(format!("{stem}.c")),
            };
            let source = harness(module, test, &place, self.checks);
            let files = [
                ("json", test.to_json().into_bytes()),
                ("c", source.into_bytes()),
                ("ktest", KTest::from(test).to_bytes()),
            ];
            for (extension, bytes) in files {
                let name = format!("{stem}.{extension}");
                let file = fresh.path().join(&name);
                std::fs::write(&file, bytes).map_err(|error| failed(&file, error))?;
                names.push(name);
            }
        }
        if self.checks == Checks::Assert {
            let file = fresh.path().join("CMakeLists.txt");
            let here = match &self.program {
                Place::Folder(folder) => {
                    let here = std::env::current_dir().map_err(|error| failed(&self.folder, error))?;
                    here.join(folder).display().to_string()
                }
                Place::Beside => format!("${{CMAKE_CURRENT_SOURCE_DIR}}/{PROGRAM}"),
            };
            std::fs::write(&file, cmake(module, tests, &here)).map_err(|error| failed(&file, error))?;
            names.push(String::from("CMakeLists.txt"));
        }
        for old in self.numbered()? {
            // Only what is a test of ours, or belongs to one.
            if Test::read(&old.with_extension("json")).is_ok() && old.extension().is_some_and(|e| e != "json") {
                std::fs::remove_file(&old).map_err(|error| failed(&old, error))?;
            }
        }
        for old in self.numbered()? {
            if Test::read(&old).is_ok() {
                std::fs::remove_file(&old).map_err(|error| failed(&old, error))?;
            }
        }
        for name in &names {
            let (from, to) = (fresh.path().join(name), self.folder.join(name));
            std::fs::rename(&from, &to).map_err(|error| failed(&to, error))?;
        }
        let headers = self.folder.join("include");
        incise_runtime::write_headers(&headers).map_err(|error| failed(&error.file, error.error))?;
        Ok(names.iter().filter(|name| name.ends_with(".json")).map(|name| self.folder.join(name)).collect())
    }

    /// The tests in order, with their files.
    pub fn read(&self) -> Result<Vec<(PathBuf, Test)>, SuiteError> {
        let mut files = self.numbered()?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.into_iter().map(|file| Ok((file.clone(), Test::read(&file)?))).collect()
    }

    /// The files that are ours by their name, sorted.
    fn numbered(&self) -> Result<Vec<PathBuf>, SuiteError> {
        let failed = |error| SuiteError::Io { path: self.folder.clone(), error };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            let number = stem.len() >= 6 && stem.bytes().all(|byte| byte.is_ascii_digit());
            if number && matches!(extension, "json" | "c" | "ktest") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}
