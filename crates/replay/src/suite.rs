//! Tests in a folder: `000001.json`, `000001.c`, `000001.ktest`, the headers that the harnesses include, and on request a
//! `CMakeLists.txt`.

use crate::cmake::cmake;
use crate::harness::{Checks, HarnessProgram, harness};
use crate::ktest::KTest;
use crate::test::{Test, TestError};
use std::path::{Path, PathBuf};

/// Why tests could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A folder or file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A folder or file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Unwritable {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The folder has files, which are somebody's.
    #[error("cannot write {}: it has `{}`; tests need a folder that is new or empty", folder.display(), file.display())]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
        /// The first of its files.
        file: PathBuf,
    },
    /// One of its files is no test.
    #[error(transparent)]
    Test(#[from] TestError),
}

/// A folder of tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite {
    folder: PathBuf,
    /// Where the files are put.
    place: PathBuf,
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
        Suite {
            folder: folder.to_owned(),
            place: folder.to_owned(),
            checks: Checks::Report,
            program: Place::Folder(PathBuf::new()),
        }
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

    /// The same with its files put into another folder for now; they say that they are in the suite's own.
    pub fn staged(self, place: &Path) -> Suite {
        Suite { place: place.to_owned(), ..self }
    }

    /// Writes tests, numbered from 1 in their order, into a folder that is new or empty.
    pub fn write(&self, program: HarnessProgram<'_>, tests: &[Test]) -> Result<Vec<PathBuf>, SuiteError> {
        let failed = |path: &Path, error| SuiteError::Unwritable { path: path.to_owned(), error };
        // The program of a suite may be beside its tests already.
        if let Some(file) = Suite::first_file(&self.place)?.filter(|file| !file.ends_with(PROGRAM)) {
            return Err(SuiteError::NotEmpty { folder: self.place.clone(), file });
        }
        std::fs::create_dir_all(&self.place).map_err(|error| failed(&self.place, error))?;
        let mut names = Vec::new();
        for (index, test) in tests.iter().enumerate() {
            let stem = format!("{:06}", index + 1);
            let place = match &self.program {
                Place::Folder(_) => self.folder.join(format!("{stem}.c")),
                // Seen from the program's folder.
                Place::Beside => Path::new("..").join(format!("{stem}.c")),
            };
            let source = harness(program, test, &place, self.checks);
            let files = [
                ("json", test.to_json().into_bytes()),
                ("c", source.into_bytes()),
                ("ktest", KTest::from(test).to_bytes()),
            ];
            for (extension, bytes) in files {
                let name = format!("{stem}.{extension}");
                let file = self.place.join(&name);
                std::fs::write(&file, bytes).map_err(|error| failed(&file, error))?;
                names.push(name);
            }
        }
        if self.checks == Checks::Assert {
            let file = self.place.join("CMakeLists.txt");
            let here = match &self.program {
                Place::Folder(folder) => {
                    let here = std::env::current_dir().map_err(|error| failed(&self.folder, error))?;
                    here.join(folder).display().to_string()
                }
                Place::Beside => format!("${{CMAKE_CURRENT_SOURCE_DIR}}/{PROGRAM}"),
            };
            std::fs::write(&file, cmake(program.own, tests, &here)).map_err(|error| failed(&file, error))?;
            names.push(String::from("CMakeLists.txt"));
        }
        let headers = self.place.join("include");
        incise_runtime::write_headers(&headers).map_err(|error| failed(&error.file, error.error))?;
        Ok(names.iter().filter(|name| name.ends_with(".json")).map(|name| self.folder.join(name)).collect())
    }

    /// The first file of a folder by its name; nothing if the folder is empty or is not there.
    pub fn first_file(folder: &Path) -> Result<Option<PathBuf>, SuiteError> {
        let failed = |error| SuiteError::Unreadable { path: folder.to_owned(), error };
        let entries = match std::fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            entries => entries.map_err(failed)?,
        };
        let names: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(PathBuf::from(entry?.file_name()))).collect();
        Ok(names.map_err(failed)?.into_iter().min())
    }

    /// The tests in order, with their files.
    pub fn read(&self) -> Result<Vec<(PathBuf, Test)>, SuiteError> {
        let mut files = self.numbered()?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.into_iter().map(|file| Ok((file.clone(), Test::read(&file)?))).collect()
    }

    /// The files that are ours by their name, sorted.
    fn numbered(&self) -> Result<Vec<PathBuf>, SuiteError> {
        let failed = |error| SuiteError::Unreadable { path: self.folder.clone(), error };
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
