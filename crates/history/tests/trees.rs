//! Revisions as folders, against what git itself says of them; and that the repository stays as it was.

use incise_history::{HistoryError, Repository, Revision, Tree, range};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn git(folder: &Path, args: &[&str]) -> String {
    let output = Command::new("git").args(args).current_dir(folder).output().expect("git starts");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("git prints text")
}

fn write(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

fn repository() -> (TempDir, Repository) {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q", "-b", "main", "."]);
    for (key, value) in [("user.name", "A"), ("user.email", "a@example.org"), ("commit.gpgsign", "false")] {
        git(folder.path(), &["config", key, value]);
    }
    let repository = Repository::of(folder.path()).unwrap();
    (folder, repository)
}

fn commit(folder: &Path, message: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", message]);
}

/// Everything that must not change: index, references, objects, files.
fn state(folder: &Path) -> Vec<String> {
    let index = std::fs::read(folder.join(".git/index")).unwrap();
    let questions: [&[&str]; 4] =
        [&["status", "--porcelain", "--ignored"], &["for-each-ref"], &["worktree", "list"], &["count-objects", "-v"]];
    let mut state: Vec<String> = questions.iter().map(|args| git(folder, args)).collect();
    state.push(format!("{index:?}"));
    state
}

fn commit_of(repository: &Repository, name: &str) -> Revision {
    Revision::commit(repository, name).unwrap()
}

/// Attributes for exports do not apply, executables and links are kept, names may be odd.
#[test]
fn a_tree_is_what_a_checkout_gives() {
    let (folder, repository) = repository();
    let path = folder.path();
    write(path, ".gitattributes", "secret.c export-ignore\nid.c export-subst\n");
    write(path, "secret.c", "int secret;\n");
    write(path, "id.c", "/* $Format:%H$ */\n");
    write(path, "a folder/with spaces & signs.c", "int odd;\n");
    write(path, "größe.c", "int size;\n");
    std::os::unix::fs::symlink("secret.c", path.join("link.c")).unwrap();
    commit(path, "one");
    write(path, "secret.c", "int changed;\n");
    git(path, &["rm", "-q", "id.c"]);
    commit(path, "two");
    write(path, "ignored.h", "x");
    write(path, ".git/info/exclude", "ignored.h\n");
    let before = state(path);
    let tree = Tree::of(&repository, &commit_of(&repository, "HEAD~1")).unwrap();
    let read = |name: &str| std::fs::read_to_string(tree.folder().join(name)).unwrap();
    assert_eq!(read("secret.c"), "int secret;\n");
    assert_eq!(read("link.c"), "int secret;\n");
    assert_eq!(read("id.c"), "/* $Format:%H$ */\n");
    assert_eq!(read("a folder/with spaces & signs.c"), "int odd;\n");
    assert_eq!(read("größe.c"), "int size;\n");
    assert!(!tree.folder().join("ignored.h").exists() && !tree.folder().join(".git").exists());
    assert_eq!(state(path), before);
    let place = tree.folder().to_owned();
    drop(tree);
    assert!(!place.exists());
}

#[test]
fn the_index_is_what_is_staged() {
    let (folder, repository) = repository();
    let path = folder.path();
    write(path, "a.c", "committed\n");
    write(path, "b.c", "committed\n");
    commit(path, "one");
    write(path, "a.c", "staged\n");
    write(path, "new.c", "staged\n");
    git(path, &["add", "a.c", "new.c"]);
    git(path, &["rm", "-q", "--cached", "b.c"]);
    write(path, "a.c", "in the work tree\n");
    // What is not checked out is part of the index all the same.
    git(path, &["update-index", "--skip-worktree", "new.c"]);
    let before = state(path);
    let tree = Tree::of(&repository, &Revision::Index).unwrap();
    let read = |name: &str| std::fs::read_to_string(tree.folder().join(name)).ok();
    assert_eq!(read("a.c").as_deref(), Some("staged\n"));
    assert_eq!(read("new.c").as_deref(), Some("staged\n"));
    assert_eq!(read("b.c"), None);
    assert_eq!(state(path), before);
    let tree = Tree::of(&repository, &Revision::WorkTree).unwrap();
    assert_eq!(tree.folder(), repository.root());
    assert_eq!(std::fs::read_to_string(tree.folder().join("a.c")).unwrap(), "in the work tree\n");
    // And nothing is copied into it.
    assert_eq!(tree.adopt(path, &["b.c".into()]).unwrap(), 0);
}

#[test]
fn conflicts_in_the_index_are_an_error() {
    let (folder, repository) = repository();
    let path = folder.path();
    write(path, "a.c", "one\n");
    commit(path, "one");
    git(path, &["checkout", "-q", "-b", "other"]);
    write(path, "a.c", "other\n");
    commit(path, "other");
    git(path, &["checkout", "-q", "main"]);
    write(path, "a.c", "main\n");
    commit(path, "main");
    let merged = Command::new("git").args(["merge", "-q", "other"]).current_dir(path).output().unwrap();
    assert!(!merged.status.success());
    let error = Tree::of(&repository, &Revision::Index).unwrap_err();
    assert!(matches!(&error, HistoryError::Conflicts(file) if file == "a.c"), "{error}");
}

#[test]
fn submodules_are_those_of_the_commit_where_the_work_tree_has_them() {
    let (deep, _) = repository();
    write(deep.path(), "deep.c", "int deep;\n");
    commit(deep.path(), "one");
    let (library, _) = repository();
    write(library.path(), "lib.c", "int lib;\n");
    let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"];
    git(library.path(), &[&add[..], &[deep.path().to_str().unwrap(), "inner"]].concat());
    commit(library.path(), "one");
    let (folder, repository) = repository();
    let path = folder.path();
    let from = library.path().to_str().unwrap();
    git(path, &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from, "third party"]);
    commit(path, "with a submodule");
    let own = path.join("third party");
    let update = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init"];
    git(&own, &update);
    write(&own, "lib.c", "int lib = 2;\n");
    commit(&own, "two");
    commit(path, "with another commit of it");
    let read = |tree: &Tree, name: &str| std::fs::read_to_string(tree.folder().join(name)).ok();
    for (revision, text) in [("HEAD~1", "int lib;\n"), ("HEAD", "int lib = 2;\n")] {
        let tree = Tree::of(&repository, &commit_of(&repository, revision)).unwrap();
        assert!(tree.submodules.is_empty(), "{:?}", tree.submodules);
        assert_eq!(read(&tree, "third party/lib.c").as_deref(), Some(text));
        assert_eq!(read(&tree, "third party/inner/deep.c").as_deref(), Some("int deep;\n"));
    }
    let staged = Tree::of(&repository, &Revision::Index).unwrap();
    assert_eq!(read(&staged, "third party/lib.c").as_deref(), Some("int lib = 2;\n"));
    assert_eq!(git(path, &["status", "--porcelain"]), "");
    // One that is not checked out, or does not have the commit, is named.
    git(path, &["submodule", "--quiet", "deinit", "--force", "third party"]);
    let tree = Tree::of(&repository, &commit_of(&repository, "HEAD")).unwrap();
    assert_eq!(tree.submodules, [Path::new("third party")]);
    assert_eq!(read(&tree, "third party/lib.c"), None);
}

#[test]
fn ranges_are_read_as_git_reads_them() {
    let (folder, repository) = repository();
    let path = folder.path();
    commit(path, "one");
    git(path, &["branch", "feature"]);
    commit(path, "two");
    git(path, &["checkout", "-q", "feature"]);
    commit(path, "three");
    let id = |name: &str| git(path, &["rev-parse", name]).trim().to_owned();
    let ends = |word: Option<&str>, staged: bool| -> (Option<String>, Option<String>) {
        let found = range(&repository, word, staged).unwrap();
        let commit = |revision: Revision| match revision {
            Revision::Commit { id, .. } => Some(id),
            Revision::Index | Revision::WorkTree => None,
        };
        (commit(found.base), commit(found.modified))
    };
    assert_eq!(ends(Some("main..feature"), false), (Some(id("main")), Some(id("feature"))));
    assert_eq!(ends(Some("main...feature"), false), (Some(id("main~1")), Some(id("feature"))));
    assert_eq!(ends(Some("main..."), false), (Some(id("main~1")), Some(id("HEAD"))));
    assert_eq!(ends(Some("main"), false), (Some(id("main")), None));
    assert_eq!(ends(None, true), (Some(id("HEAD")), None));
    assert_eq!(range(&repository, None, true).unwrap().modified, Revision::Index);
    assert_eq!(range(&repository, None, false).unwrap().modified, Revision::WorkTree);
    for wrong in ["", "-x", "--all", "nowhere", "HEAD..nowhere"] {
        assert!(matches!(range(&repository, Some(wrong), false), Err(HistoryError::NoRevision(_))), "{wrong}");
    }
    let subjects: Vec<String> =
        repository.between(&id("main~1"), &id("main")).unwrap().into_iter().map(|commit| commit.subject).collect();
    assert_eq!(subjects, ["two"]);
    assert!(repository.is_ancestor(&id("main~1"), &id("feature")).unwrap());
    assert!(!repository.is_ancestor(&id("main"), &id("feature")).unwrap());
}

#[test]
fn a_folder_outside_of_a_repository_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Repository::of(folder.path()), Err(HistoryError::NoRepository(_))));
}
