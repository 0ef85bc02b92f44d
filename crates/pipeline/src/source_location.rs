//! Where a version comes from: from what a person typed to files and flags.
//!
//! A word is a file, a folder with `incise.toml` or `compile_commands.json`, a folder of C files, or, in a git repository, a revision.

use crate::failure::Failure;
use crate::messages;
use crate::program;
use crate::request::{Level, ProgramRequest, VersionsRequest};
use crate::value_parsers;
use incise_deps::ProgramFacts;
use incise_diff::{Side, diff};
use incise_frontend::project::{self, MANIFEST, Manifest, Project, ProjectError, Scope, SourceTree, Unit, Wanted};
use incise_frontend::{FrontendError, Options};
use incise_history::{Repository, Revision, Tree, range};
use incise_ir::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A time of `incise.toml`.
pub fn duration(key: &str, text: &Option<String>) -> Result<Option<Duration>, Failure> {
    let wrong = |message| messages::wrong(MANIFEST, format!("`{key}`: {message}"));
    text.as_deref().map(value_parsers::duration).transpose().map_err(wrong)
}

/// What a version is compiled from.
pub struct Origin {
    /// As a person calls it.
    pub label: String,
    /// The files, relative to the folder when it is a project's.
    pub files: Vec<PathBuf>,
    /// How clang is called.
    pub frontend: Options,
    /// Where relative names belong.
    pub folder: PathBuf,
    /// What its `incise.toml` says.
    pub manifest: Manifest,
    /// What was left out or taken from elsewhere.
    pub notes: Vec<String>,
    /// Sources below a folder without a description that are not compiled, by their relative names, with their contents; nothing for what
    /// cannot be read.
    pub left_out: BTreeMap<PathBuf, Option<Vec<u8>>>,
    /// What a project is compiled from, all of it.
    units: Vec<Unit>,
    /// Keeps a revision's files.
    tree: Option<Tree>,
}

impl Origin {
    /// Compiles and links it.
    pub fn load(&self) -> Result<Module, Failure> {
        if self.files.is_empty() {
            return Ok(Module::default());
        }
        incise_frontend::load(&self.files, &self.frontend).map_err(|error| self.failed(error))
    }

    /// The time that its `incise.toml` gives to a command.
    pub fn timeout(&self) -> Result<Option<Duration>, Failure> {
        duration("timeout", &self.manifest.bounds.timeout)
    }

    /// Folders of submodules whose files are not there.
    pub fn missing_submodules(&self) -> impl Iterator<Item = &PathBuf> {
        self.tree.iter().flat_map(|tree| &tree.submodules)
    }

    /// Whether it is a revision of a repository.
    pub fn is_revision(&self) -> bool {
        self.tree.is_some()
    }

    /// Copies the files that it is compiled from, as far as they are its own, to another folder.
    pub fn keep(&self, target: &Path) -> Result<(), Failure> {
        let bitcode =
            incise_frontend::compile_to_bitcode(&self.files, &self.frontend).map_err(|error| self.failed(error))?;
        let folder = std::fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
        for file in self.files.iter().chain(bitcode.read()) {
            let from = std::fs::canonicalize(folder.join(file)).unwrap_or_else(|_| folder.join(file));
            let Ok(name) = from.strip_prefix(&folder) else { continue };
            let to = target.join(name);
            let failed = |error: std::io::Error| messages::cannot_write(&to, error);
            std::fs::create_dir_all(to.parent().unwrap_or(target)).map_err(failed)?;
            std::fs::copy(&from, &to).map_err(failed)?;
        }
        Ok(())
    }

    /// The flags of the files of a project; those of each file where they are not the same.
    pub fn flags(&self) -> Vec<String> {
        let mut lists: Vec<&Vec<String>> = Vec::new();
        for unit in self.units.iter().filter(|unit| self.files.contains(&unit.source)) {
            if !lists.contains(&&unit.flags) {
                lists.push(&unit.flags);
            }
        }
        lists.into_iter().flatten().cloned().collect()
    }

    /// A failure to compile, with the name of the revision.
    fn failed(&self, error: FrontendError) -> Failure {
        let Some(tree) = &self.tree else { return Failure::Frontend(error) };
        let submodules: Vec<String> = tree.submodules.iter().map(|folder| folder.display().to_string()).collect();
        let hint = match (&error, submodules.is_empty()) {
            (FrontendError::DoesNotCompile { .. }, false) => {
                let folders = submodules.join(" ");
                format!("\nsubmodules are empty, perhaps it needs them: git submodule update --init {folders}")
            }
            _ => String::new(),
        };
        Failure::Version { label: self.label.clone(), error, hint }
    }
}

/// Leaves of two projects the files that matter to the change, and loads them; of anything else all.
pub fn load(base: &mut Origin, modified: &mut Origin, wanted: &Wanted) -> Result<(Module, Module), Failure> {
    if base.units.is_empty() || modified.units.is_empty() {
        if wanted.program.is_some() {
            return Err(messages::refused(messages::no_effect(
                "--program",
                "on files; it chooses a program of a project",
            )));
        }
        return Ok((base.load()?, modified.load()?));
    }
    let differs = |unit: &Path| unit_differs(base, modified, unit);
    let base_tree = SourceTree { tree: &base.folder, units: &base.units };
    let mod_tree = SourceTree { tree: &modified.folder, units: &modified.units };
    let mut scope =
        Scope::of(base_tree, mod_tree, wanted, &differs).map_err(|error| messages::refused(error.to_string()))?;
    loop {
        for origin in [&mut *base, &mut *modified] {
            let all = origin.units.iter().map(|unit| unit.source.clone());
            origin.files = all.filter(|unit| scope.has(unit)).collect();
        }
        let modules = (base.load()?, modified.load()?);
        let undefined: BTreeSet<String> = undefined(&modules.0).chain(undefined(&modules.1)).collect();
        // A function may come out of a header or a macro.
        let is_there = |name: &String| defines(&modules.0, name) || defines(&modules.1, name);
        let is_missed = !wanted.entries.iter().all(is_there) && scope.choose_all();
        if !is_missed && !scope.complete(&undefined) {
            let (n_compiled, n_all) = (modified.files.len(), modified.units.len());
            if n_compiled < n_all {
                modified.notes.push(format!("{n_compiled} of {n_all} files matter to the change and are compiled"));
            }
            modified.notes.append(&mut scope.notes);
            return Ok(modules);
        }
    }
}

/// Whether a unit's functions or globals are others in the new version; what cannot be compiled may be.
fn unit_differs(base: &Origin, modified: &Origin, unit: &Path) -> bool {
    let load = |origin: &Origin| incise_frontend::load(&[unit.to_owned()], &origin.frontend).ok();
    let (Some(old), Some(new)) = (load(base), load(modified)) else { return true };
    let (old_facts, new_facts) = (ProgramFacts::of(&old, &[]), ProgramFacts::of(&new, &[]));
    let (old, new) = (Side { module: &old, facts: &old_facts }, Side { module: &new, facts: &new_facts });
    !diff(old, new).is_unchanged()
}

fn defines(module: &Module, name: &str) -> bool {
    module.functions.iter().any(|one| !one.is_declaration() && (one.name == name || one.source_name == name))
}

/// Functions and globals that a program names and does not define.
fn undefined(module: &Module) -> impl Iterator<Item = String> {
    let functions = module.functions.iter().filter(|function| function.is_declaration()).map(|one| one.name.clone());
    let globals = module.globals.iter().filter(|global| global.init.is_none()).map(|one| one.name.clone());
    functions.chain(globals).filter(|name| !incise_engine::is_modelled(name))
}

/// The old and the new version.
pub fn both(options: &VersionsRequest) -> Result<(Origin, Origin), Failure> {
    let revisions = |word: Option<&str>| -> Result<(Origin, Origin), Failure> {
        let repository = Repository::of(Path::new("."))?;
        let range = range(&repository, word, options.staged)?;
        Ok((revision(&repository, &range.base, options)?, revision(&repository, &range.modified, options)?))
    };
    match options.versions.as_slice() {
        [base, modified] if !options.staged => Ok((origin(base, options)?, origin(modified, options)?)),
        [word] if Path::new(word).exists() && !options.staged && !is_revision(word) => Err(messages::wrong(
            word,
            "nothing to compare it with; name two versions, or one revision of a git repository",
        )),
        [word] => revisions(Some(word)),
        [] => revisions(None),
        _ => Err(messages::wrong("--staged", "takes at most one revision")),
    }
}

/// One version.
pub fn origin(word: &str, options: &VersionsRequest) -> Result<Origin, Failure> {
    let path = Path::new(word);
    if !path.exists() {
        let Ok(repository) = Repository::of(Path::new(".")) else {
            return Err(FrontendError::Missing(path.to_owned()).into());
        };
        if !repository.knows(word) {
            return Err(messages::wrong(word, "neither a file nor a revision of this repository"));
        }
        return revision(&repository, &Revision::commit(&repository, word)?, options);
    }
    // `git diff` wants to be told as well.
    if path.is_dir() && path.extension().is_none() && is_revision(word) {
        let problem = "both a folder and a revision";
        return Err(messages::wrong(
            word,
            format!("{problem}; write ./{word} for the folder, refs/heads/{word} for the branch"),
        ));
    }
    if path.is_dir() { folder(path, options) } else { files(path, vec![path.to_owned()], options) }
}

/// Whether a word without a slash is a revision of the repository that we are in.
fn is_revision(word: &str) -> bool {
    !word.contains('/') && word != "." && Repository::of(Path::new(".")).is_ok_and(|repository| repository.knows(word))
}

fn frontend(files: Vec<PathBuf>, options: &VersionsRequest) -> Result<Options, Failure> {
    program::frontend_options(&ProgramRequest {
        files,
        include: options.include.clone(),
        define: options.define.clone(),
        cflag: options.cflag.clone(),
        optimise: Level::None,
    })
}

fn files(path: &Path, files: Vec<PathBuf>, options: &VersionsRequest) -> Result<Origin, Failure> {
    let manifest = match &options.config {
        Some(file) => Manifest::read(file)?.ok_or_else(|| FrontendError::Missing(file.clone()))?,
        None => Manifest::default(),
    };
    Ok(Origin {
        label: path.display().to_string(),
        frontend: frontend(files.clone(), options)?,
        files,
        folder: PathBuf::new(),
        manifest,
        notes: Vec::new(),
        units: Vec::new(),
        left_out: BTreeMap::new(),
        tree: None,
    })
}

/// A folder: a project, or its C files in the order of their names.
fn folder(path: &Path, options: &VersionsRequest) -> Result<Origin, Failure> {
    let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match project::find(&place, None, options.config.as_deref(), std::slice::from_ref(&place)) {
        Ok(project) => {
            let (place, project) = with_sources(place, project)?;
            of_project(path.display().to_string(), place, project, None, options)
        }
        Err(ProjectError::Undescribed(_)) => {
            let compiled = c_files(path)?;
            let mut left_out = BTreeMap::new();
            other_sources(path, path, &compiled, &mut left_out);
            Ok(Origin { left_out, ..files(path, compiled, options)? })
        }
        Err(error) => Err(error.into()),
    }
}

/// A folder of a build has its sources elsewhere: the tree is then the folder that has both.
fn with_sources(place: PathBuf, project: Project) -> Result<(PathBuf, Project), Failure> {
    let outside: Vec<&PathBuf> =
        project.units.iter().map(|unit| &unit.source).filter(|file| file.is_absolute()).collect();
    if outside.is_empty() {
        return Ok((place, project));
    }
    let has_all = |folder: &&Path| outside.iter().all(|file| file.starts_with(folder));
    let Some(tree) = place.ancestors().find(has_all).map(Path::to_owned) else { return Ok((place, project)) };
    let places = std::slice::from_ref(&tree);
    let project = project::of_database(&project.described_by, project.manifest, &tree, places)?;
    Ok((tree, project))
}

/// The C files of a folder.
fn c_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| messages::cannot_read(path, error);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        if file.extension().is_some_and(|extension| extension == "c") {
            found.push(file);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(messages::wrong(path.display(), "no C files in this folder"));
    }
    Ok(found)
}

/// Kinds of files that are compiled and linked.
const SOURCES: [&str; 9] = ["c", "C", "s", "S", "asm", "cc", "cpp", "cxx", "ld"];

/// The sources below a folder that are not compiled.
fn other_sources(root: &Path, folder: &Path, compiled: &[PathBuf], found: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
    let relative = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    let Ok(entries) = std::fs::read_dir(folder) else {
        found.insert(relative(folder), None);
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) && !is_hidden {
            other_sources(root, &path, compiled, found);
            continue;
        }
        let is_source = path.extension().is_some_and(|extension| SOURCES.iter().any(|known| extension == *known));
        if is_source && !compiled.contains(&path) {
            found.insert(relative(&path), std::fs::read(&path).ok());
        }
    }
}

/// Kinds of files that a build generates and others include. A source is only taken when the database names it: a glob would
/// take one that was not there.
const GENERATED: [&str; 4] = ["h", "inc", "def", "tab"];

/// A revision of a repository.
pub fn revision(repository: &Repository, revision: &Revision, options: &VersionsRequest) -> Result<Origin, Failure> {
    let tree = Tree::of(repository, revision)?;
    let root = repository.root().to_owned();
    let mut places = vec![root.clone()];
    places.extend(std::fs::canonicalize(&root).ok().filter(|real| *real != root));
    let find = || project::find(tree.folder(), Some(&root), options.config.as_deref(), &places);
    let mut project = find()?;
    if *revision != Revision::WorkTree {
        let folders = project.folders();
        let is_wanted = |file: &PathBuf| {
            let is_source = file.extension().is_some_and(|kind| GENERATED.iter().any(|known| kind == *known));
            let is_near = file.parent().is_some_and(|parent| parent.ancestors().any(|folder| folders.contains(folder)));
            is_source && is_near || project.missing.contains(file)
        };
        let generated: Vec<PathBuf> = repository.untracked()?.into_iter().filter(is_wanted).collect();
        let n_adopted = tree.adopt(&root, &generated)?;
        if n_adopted > 0 {
            project = find()?;
            project.notes.push(format!("{n_adopted} files that git does not keep are taken from the work tree"));
        }
    }
    for submodule in &tree.submodules {
        let folder = submodule.display();
        project.notes.push(format!(
            "the submodule {folder} is empty: the work tree does not have the commit of {} (git submodule update --init {folder})",
            revision.name()
        ));
    }
    let folder = tree.folder().to_owned();
    of_project(revision.name().to_owned(), folder, project, Some(tree), options)
}

fn of_project(
    label: String,
    folder: PathBuf,
    project: Project,
    tree: Option<Tree>,
    options: &VersionsRequest,
) -> Result<Origin, Failure> {
    let files: Vec<PathBuf> = project.units.iter().map(|unit| unit.source.clone()).collect();
    let mut frontend = frontend(files.clone(), options)?;
    frontend.tree = Some(folder.clone());
    frontend.flags_of = project.units.iter().map(|unit| (unit.source.clone(), unit.flags.clone())).collect();
    let Project { units, manifest, notes, .. } = project;
    Ok(Origin { label, files, frontend, folder, manifest, notes, left_out: BTreeMap::new(), units, tree })
}
