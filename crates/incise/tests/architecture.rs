//! Architecture: the members of the workspace are listed in the order of the pipeline, and a crate uses only crates
//! above it; LLVM is known to one crate, which is also the only one where `unsafe` may be written. Inside a crate
//! modules have no cycle, and files, functions and parameter lists are short.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, FnArg, Item, Pat, Signature, Stmt, Type, UseTree, Visibility};

/// The crate that talks to LLVM.
const FOREIGN: &str = "crates/llvm";

/// A manifest: the entries of each section, name and the rest of the line. `[a.b]` under dependencies is read as the
/// entry `b` of section `a`.
struct Manifest {
    sections: BTreeMap<String, Vec<(String, String)>>,
}

impl Manifest {
    fn read(path: &Path) -> Manifest {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut sections: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        let mut section = String::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = header.to_owned();
                if let Some((table, name)) = header.rsplit_once('.')
                    && table.ends_with("dependencies")
                {
                    sections.entry(table.to_owned()).or_default().push((name.to_owned(), String::new()));
                }
            } else if let Some((name, value)) = line.split_once('=') {
                let name = name.trim().trim_end_matches(".workspace").trim_matches('"');
                sections.entry(section.clone()).or_default().push((name.to_owned(), value.trim().to_owned()));
            }
        }
        Manifest { sections }
    }

    fn value(&self, section: &str, name: &str) -> Option<&str> {
        let (_, value) = self.sections.get(section)?.iter().find(|(entry, _)| entry == name)?;
        Some(value.trim_matches('"'))
    }

    /// What is used, of whatever kind: for the crate, its tests, its build script, one platform.
    fn dependencies(&self) -> impl Iterator<Item = &str> {
        let kinds = self.sections.iter().filter(|(section, _)| section.ends_with("dependencies"));
        kinds.flat_map(|(_, entries)| entries.iter().map(|(name, _)| name.as_str()))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The members in the order of the list, each with its manifest.
fn members() -> Vec<(String, Manifest)> {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let (_, list) = text.split_once("members = [").expect("the workspace lists its members");
    let (list, _) = list.split_once(']').expect("the list ends");
    let names = list.split(',').map(|name| name.trim().trim_matches('"')).filter(|name| !name.is_empty());
    names.map(|name| (name.to_owned(), Manifest::read(&root().join(name).join("Cargo.toml")))).collect()
}

#[test]
fn every_crate_is_listed() {
    let mut listed: Vec<String> =
        members().into_iter().map(|(folder, _)| folder).filter(|folder| folder.starts_with("crates/")).collect();
    let mut present: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("there are crates") {
        let path = entry.expect("the folder can be read").path();
        if path.join("Cargo.toml").is_file() {
            let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
            present.push(format!("crates/{name}"));
        }
    }
    listed.sort();
    present.sort();
    assert_eq!(listed, present);
}

#[test]
fn a_crate_uses_only_crates_above_it() {
    let members = members();
    let package = |manifest: &Manifest| manifest.value("package", "name").expect("a package has a name").to_owned();
    let all: Vec<String> = members.iter().map(|(_, manifest)| package(manifest)).collect();
    let mut uses = 0;
    for (position, (folder, manifest)) in members.iter().enumerate() {
        for dependency in manifest.dependencies().filter(|name| name.starts_with("incise")) {
            uses += 1;
            assert!(
                all[..position].iter().any(|above| above == dependency),
                "{folder} uses {dependency}, not above it"
            );
        }
    }
    assert!(uses > all.len() / 2, "hardly any dependency was found: is the manifest read rightly?");
}

#[test]
fn one_crate_knows_llvm() {
    for (folder, manifest) in members() {
        let knows =
            manifest.dependencies().any(|name| name.contains("llvm") && name != "incise-llvm" || name == "inkwell");
        assert_eq!(knows, folder == FOREIGN, "{folder}");
    }
}

#[test]
fn unsafe_code_is_forbidden_elsewhere() {
    let workspace = Manifest::read(&root().join("Cargo.toml"));
    assert_eq!(workspace.value("workspace.lints.rust", "unsafe_code"), Some("forbid"));
    for (folder, manifest) in members() {
        if folder != FOREIGN {
            assert_eq!(manifest.value("lints", "workspace"), Some("true"), "{folder} has lints of its own");
        }
    }
}

/// One source file of a crate.
struct Source {
    /// From the root of the repository.
    path: String,
    /// The path of its module within the crate: empty for `lib.rs` and `main.rs`.
    module: Vec<String>,
    text: String,
    syntax: syn::File,
}

impl Source {
    /// Reads a file; `inside` is its path from the crate's `src`.
    fn parse(path: &str, inside: &str, text: String) -> Source {
        let mut module: Vec<String> =
            inside.trim_end_matches(".rs").split('/').map(|part| part.trim_start_matches("r#").to_owned()).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        Source { path: path.to_owned(), module, text, syntax }
    }
}

/// The sources of every crate that is checked, by the name of its folder.
fn sources() -> Vec<(String, Vec<Source>)> {
    let folders = members().into_iter().filter_map(|(folder, _)| folder.strip_prefix("crates/").map(str::to_owned));
    let mut crates = Vec::new();
    for name in folders {
        let mut files = Vec::new();
        let mut folders = vec![root().join("crates").join(&name).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a crate has sources") {
                let path = entry.expect("the folder can be read").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    files.push(path);
                }
            }
        }
        files.sort();
        let source = root().join("crates").join(&name).join("src");
        let parsed = files.iter().map(|file| {
            let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let inside = file.strip_prefix(&source).expect("found below it").to_string_lossy().into_owned();
            Source::parse(&format!("crates/{name}/src/{inside}"), &inside, text)
        });
        crates.push((name.clone(), parsed.collect()));
    }
    assert!(crates.iter().map(|(_, files): &(String, Vec<Source>)| files.len()).sum::<usize>() > 100, "hardly a file");
    crates
}

/// Files that are too long to have one subject.
fn long_files(source: &Source) -> Vec<String> {
    let lines = source.text.lines().count();
    if lines > 500 { vec![format!("{}:1: {lines} lines", source.path)] } else { Vec::new() }
}

/// Functions that are too long or have too many parameters.
fn large_functions(source: &Source) -> Vec<String> {
    struct Functions<'s> {
        path: &'s str,
        found: Vec<String>,
    }
    impl Functions<'_> {
        fn check(&mut self, signature: &Signature, body: Option<&Block>) {
            let place = format!("{}:{}: `{}`", self.path, signature.ident.span().start().line, signature.ident);
            let n_parameters: usize = signature.inputs.iter().map(n_values).sum();
            if n_parameters > 5 {
                self.found.push(format!("{place} has {n_parameters} parameters"));
            }
            if let Some(body) = body {
                let lines = n_lines(body.span());
                if lines > 100 && !is_table(body) {
                    self.found.push(format!("{place} has {lines} lines"));
                }
            }
        }
    }
    impl<'ast> Visit<'ast> for Functions<'_> {
        fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
            self.check(&function.sig, Some(&function.block));
            visit::visit_item_fn(self, function);
        }
        fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
            self.check(&function.sig, Some(&function.block));
            visit::visit_impl_item_fn(self, function);
        }
        fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
            self.check(&function.sig, function.default.as_ref());
            visit::visit_trait_item_fn(self, function);
        }
    }
    let mut functions = Functions { path: &source.path, found: Vec::new() };
    functions.visit_file(&source.syntax);
    functions.found
}

fn n_lines(span: Span) -> usize {
    span.end().line - span.start().line + 1
}

/// How many values a parameter passes: a tuple passes its elements, `self` is not counted.
fn n_values(parameter: &FnArg) -> usize {
    let FnArg::Typed(parameter) = parameter else { return 0 };
    let mut passed = &*parameter.ty;
    while let Type::Reference(reference) = passed {
        passed = &reference.elem;
    }
    match (passed, &*parameter.pat) {
        (Type::Tuple(tuple), _) => tuple.elems.len().max(1),
        (_, Pat::Tuple(tuple)) => tuple.elems.len().max(1),
        _ => 1,
    }
}

/// Whether a body is one table: after a few short `let`s one `match` or one list, which is read entry by entry.
fn is_table(body: &Block) -> bool {
    let Some((Stmt::Expr(last, None), lets)) = body.stmts.split_last() else { return false };
    let mut last = last;
    while let Expr::Reference(reference) = last {
        last = &reference.expr;
    }
    let table = match last {
        Expr::Match(_) | Expr::Array(_) => true,
        Expr::Macro(list) => list.mac.path.is_ident("vec"),
        _ => false,
    };
    let let_lines: usize = lets.iter().map(|stmt| n_lines(stmt.span())).sum();
    table && lets.iter().all(|stmt| matches!(stmt, Stmt::Local(_))) && let_lines <= 10
}

/// A name that a module mentions: in a `use`, in a path, inside a macro.
struct Mention {
    module: Vec<String>,
    path: Vec<String>,
    line: usize,
    /// `pub use`, also restricted: what it names from below its own module is no use of it.
    reexport: bool,
}

/// What can be named in a module: its own items, what it imports, whole modules it imports.
#[derive(Default)]
struct Names {
    file: usize,
    items: BTreeSet<String>,
    imports: BTreeMap<String, BTreeSet<Vec<String>>>,
    /// Of the imports, those that others see.
    reexports: BTreeSet<String>,
    globs: Vec<Vec<String>>,
}

impl Names {
    /// Whether `use module::*` may bring a name.
    fn offers(&self, name: &str) -> bool {
        self.items.contains(name) || self.reexports.contains(name) || !self.globs.is_empty()
    }
}

/// What a path names.
enum Named {
    Module(Vec<String>),
    ItemOf(usize),
}

/// The modules of a crate, without what is compiled only for tests.
#[derive(Default)]
struct Modules {
    names: BTreeMap<Vec<String>, Names>,
    mentions: Vec<Mention>,
    /// Where the reader is.
    here: Vec<String>,
}

impl Modules {
    fn read(sources: &[Source]) -> Modules {
        let mut modules = Modules::default();
        let only_tests: Vec<Vec<String>> = sources
            .iter()
            .flat_map(|source| source.syntax.items.iter().map(move |item| (source, item)))
            .filter_map(|(source, item)| match item {
                Item::Mod(module) if for_tests(&module.attrs) => Some(child(&source.module, &module.ident.to_string())),
                _ => None,
            })
            .collect();
        for (file, source) in sources.iter().enumerate() {
            if !only_tests.iter().any(|module| source.module.starts_with(module)) {
                modules.here.clone_from(&source.module);
                modules.names.entry(source.module.clone()).or_default().file = file;
                modules.visit_file(&source.syntax);
            }
        }
        modules.drop_foreign_globs();
        modules
    }

    /// Forgets `use other_crate::*`: nothing of this crate comes from there.
    fn drop_foreign_globs(&mut self) {
        let known: BTreeSet<Vec<String>> = self.names.keys().cloned().collect();
        for (module, names) in &mut self.names {
            names.globs.retain(|path| {
                matches!(path[0].as_str(), "crate" | "self" | "super") || known.contains(&child(module, &path[0]))
            });
        }
    }

    /// The names of the module being read.
    fn scope(&mut self) -> &mut Names {
        self.names.entry(self.here.clone()).or_default()
    }

    fn mention(&mut self, path: Vec<String>, line: usize, reexport: bool) {
        self.mentions.push(Mention { module: self.here.clone(), path, line, reexport });
    }

    fn import(&mut self, prefix: &[String], tree: &UseTree, reexport: bool) {
        let line = tree.span().start().line;
        let (mut path, bound) = match tree {
            UseTree::Path(step) => return self.import(&child(prefix, &step.ident.to_string()), &step.tree, reexport),
            UseTree::Group(group) => return group.items.iter().for_each(|tree| self.import(prefix, tree, reexport)),
            UseTree::Glob(_) => {
                self.scope().globs.push(prefix.to_vec());
                return self.mention(child(prefix, "*"), line, reexport);
            }
            UseTree::Name(name) => (child(prefix, &name.ident.to_string()), name.ident.to_string()),
            UseTree::Rename(name) => (child(prefix, &name.ident.to_string()), name.rename.to_string()),
        };
        let bound = if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
            if bound == "self" { path[path.len() - 1].clone() } else { bound }
        } else {
            bound
        };
        if reexport {
            self.scope().reexports.insert(bound.clone());
        }
        self.scope().imports.entry(bound).or_default().insert(path.clone());
        self.mention(path, line, reexport);
    }

    /// Paths inside a macro, which is not parsed: names joined by `::`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut line, mut colons) = (0, 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 && !path.is_empty() {
                        let path = std::mem::take(&mut path);
                        self.mention(path, line, false);
                    }
                    line = name.span().start().line;
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
            colons = 0;
            if !path.is_empty() {
                let path = std::mem::take(&mut path);
                self.mention(path, line, false);
            }
        }
        if !path.is_empty() {
            self.mention(path, line, false);
        }
    }

    /// What a path written in a module names; nothing if it leads out of the crate.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Named> {
        let mut at = from.to_vec();
        let mut rest = path;
        while let Some((head, tail)) = rest.split_first() {
            match head.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()?),
                "self" => {}
                _ => break,
            }
            rest = tail;
        }
        self.resolve_in(&at, rest, depth, rest.len() < path.len())
    }

    /// What a path names, from a module on; `certain` if it can only be in this module.
    fn resolve_in(&self, at: &[String], rest: &[String], depth: usize, certain: bool) -> Option<Named> {
        let Some((name, tail)) = rest.split_first() else { return Some(Named::Module(at.to_vec())) };
        let names = self.names.get(at)?;
        let below = child(at, name);
        let is_module = self.names.contains_key(&below);
        if depth > 8 {
            return None;
        }
        if name == "*" {
            return Some(Named::ItemOf(names.file));
        }
        if is_module && !tail.is_empty() {
            return self.resolve_in(&below, tail, depth + 1, true);
        }
        if names.items.contains(name) {
            return Some(Named::ItemOf(names.file));
        }
        let mut imported = None;
        for import in names.imports.get(name).into_iter().flatten().filter(|path| path[0] != *name) {
            imported = match self.resolve(at, import, depth + 1)? {
                Named::Module(module) if !tail.is_empty() => return self.resolve_in(&module, tail, depth + 1, true),
                Named::Module(module) => Some(Named::Module(module)),
                Named::ItemOf(file) => return Some(Named::ItemOf(file)),
            };
        }
        for glob in &names.globs {
            if let Some(Named::Module(module)) = self.resolve(at, glob, depth + 1)
                && self.names.get(&module).is_some_and(|names| names.offers(name))
                && let Some(found) = self.resolve_in(&module, rest, depth + 1, false)
            {
                return Some(found);
            }
        }
        match imported {
            Some(module) => Some(module),
            None if is_module => Some(Named::Module(below)),
            None => certain.then_some(Named::ItemOf(names.file)),
        }
    }

    /// Which file uses which other, each with the first mention that shows it.
    fn uses(&self) -> BTreeMap<(usize, usize), (usize, String)> {
        let mut uses = BTreeMap::new();
        for mention in &self.mentions {
            let Some(Named::ItemOf(to)) = self.resolve(&mention.module, &mention.path, 0) else { continue };
            let from = self.names[&mention.module].file;
            let below = || self.names.iter().any(|(name, names)| names.file == to && name.starts_with(&mention.module));
            if from != to && !(mention.reexport && below()) {
                uses.entry((from, to)).or_insert_with(|| (mention.line, mention.path.join("::")));
            }
        }
        uses
    }
}

impl<'ast> Visit<'ast> for Modules {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Union(item) => (&item.attrs, Some(&item.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, None),
            Item::Use(item) => (&item.attrs, None),
            _ => return,
        };
        if for_tests(attributes) {
            return;
        }
        if let Some(name) = name {
            self.scope().items.insert(name.to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let Some((_, items)) = &module.content else { return };
        let file = self.scope().file;
        self.here.push(module.ident.to_string());
        self.scope().file = file;
        items.iter().for_each(|item| self.visit_item(item));
        self.here.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&[], &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !for_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.mention(segments, path.span().start().line, false);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, macro_call: &'ast syn::Macro) {
        self.tokens(macro_call.tokens.clone());
        visit::visit_macro(self, macro_call);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

fn child(module: &[String], name: &str) -> Vec<String> {
    module.iter().cloned().chain([name.trim_start_matches("r#").to_owned()]).collect()
}

/// Whether an item is compiled only for tests.
fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

/// The uses between files of a crate that lie on a cycle, one line each.
fn module_cycles(sources: &[Source]) -> Vec<String> {
    let uses = Modules::read(sources).uses();
    let reaches = |from: usize, to: usize| {
        let (mut seen, mut work) = (BTreeSet::from([from]), vec![from]);
        while let Some(file) = work.pop() {
            let next = uses.keys().filter(|(user, _)| *user == file).map(|(_, used)| *used);
            work.extend(next.filter(|used| seen.insert(*used)));
        }
        seen.contains(&to)
    };
    let on_cycle = uses.iter().filter(|((from, to), _)| reaches(*to, *from));
    let lines = on_cycle.map(|((from, to), (line, name))| {
        format!("{}:{line}: `{name}` is in {}, which needs this file", sources[*from].path, sources[*to].path)
    });
    lines.collect()
}

fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn modules_of_a_crate_have_no_cycle() {
    let cycles: Vec<String> = sources().iter().flat_map(|(_, files)| module_cycles(files)).collect();
    assert_none(&cycles);
}

#[test]
fn functions_are_short_and_have_few_parameters() {
    let found: Vec<String> = sources().iter().flat_map(|(_, files)| files.iter().flat_map(large_functions)).collect();
    assert_none(&found);
}

#[test]
fn files_are_short() {
    let found: Vec<String> = sources().iter().flat_map(|(_, files)| files.iter().flat_map(long_files)).collect();
    assert_none(&found);
}

/// The checks themselves, on small sources.
mod checks {
    use super::{Source, large_functions, long_files, module_cycles};

    fn source(inside: &str, text: &str) -> Source {
        Source::parse(inside, inside, text.to_owned())
    }

    fn cycles(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<Source> = files.iter().map(|(inside, text)| source(inside, text)).collect();
        module_cycles(&files)
    }

    fn functions(text: &str) -> Vec<String> {
        large_functions(&source("lib.rs", text))
    }

    #[test]
    fn a_cycle_is_found_through_reexports() {
        let root = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::*;");
        let found = cycles(&[root, ("a.rs", "pub struct A(Vec<crate::B>);"), ("b.rs", "pub struct B(super::A);")]);
        assert_eq!(
            found,
            [
                "a.rs:1: `crate::B` is in b.rs, which needs this file",
                "b.rs:1: `super::A` is in a.rs, which needs this file"
            ]
        );
        assert!(cycles(&[root, ("a.rs", "pub struct A;"), ("b.rs", "pub struct B(super::A);")]).is_empty());
    }

    #[test]
    fn a_cycle_is_found_inside_macros_and_through_imported_modules() {
        let root = ("lib.rs", "mod a; mod b;");
        let b = ("b.rs", "use crate::a;\n pub fn g() {\n a::f();\n }");
        assert_eq!(cycles(&[root, ("a.rs", "pub fn f() { assert!(1 == 1, \"{}\", crate::b::g()); }"), b]).len(), 2);
        assert!(cycles(&[root, ("a.rs", "pub fn f() {}"), b]).is_empty());
    }

    #[test]
    fn a_parent_may_declare_and_reexport_its_children_but_not_use_them_both_ways() {
        let below = ("a/b.rs", "pub struct B(super::A);");
        let root = ("lib.rs", "mod a;");
        assert!(cycles(&[root, ("a.rs", "mod b; pub(crate) use b::B; pub struct A;"), below]).is_empty());
        assert_eq!(
            cycles(&[root, ("a/mod.rs", "mod b; pub use b::B; pub struct A; pub struct C(B);"), below]).len(),
            2
        );
        assert_eq!(cycles(&[root, ("a.rs", "mod b; pub struct A; impl A { fn f() -> b::B {} }"), below]).len(), 2);
    }

    #[test]
    fn what_only_tests_use_is_no_cycle() {
        let root = ("lib.rs", "mod a; mod b; #[cfg(test)] mod c;");
        let b = ("b.rs", "pub struct B(super::a::A);");
        let a = ("a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }");
        assert!(cycles(&[root, a, b, ("c.rs", "use crate::b::B;")]).is_empty());
    }

    #[test]
    fn a_tuple_counts_as_many_parameters_as_it_has_elements() {
        assert!(functions("impl S { fn f(&self, a: u8, b: u8, c: u8, d: u8, e: u8) {} }").is_empty());
        assert_eq!(
            functions("\nfn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}"),
            ["lib.rs:2: `f` has 6 parameters"]
        );
        assert_eq!(functions("fn f(a: u8, (b, c): (u8, u8), d: &(u8, u8, u8)) {}"), ["lib.rs:1: `f` has 6 parameters"]);
        assert_eq!(functions("trait T { fn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8); }").len(), 1);
    }

    #[test]
    fn a_long_table_is_let_through_and_other_long_functions_are_not() {
        let arms: String = (0..100).map(|number| format!("{number} => {number},\n")).collect();
        assert!(
            functions(&format!("fn f(n: u8) -> u8 {{\nlet n = n + 1;\nmatch n {{\n{arms}_ => 0,\n}}\n}}")).is_empty()
        );
        let found = functions(&format!("fn f(n: u8) -> u8 {{\nn += match n {{\n{arms}_ => 0,\n}};\nn\n}}"));
        assert_eq!(found, ["lib.rs:1: `f` has 106 lines"]);
        let entries = "1,\n".repeat(100);
        assert!(functions(&format!("fn f() -> Vec<u8> {{\nvec![\n{entries}]\n}}")).is_empty());
        assert_eq!(functions(&format!("fn f() {{\n{}}}", "g();\n".repeat(100))).len(), 1);
    }

    #[test]
    fn a_long_file_is_found() {
        assert!(long_files(&source("lib.rs", &"\n".repeat(500))).is_empty());
        assert_eq!(long_files(&source("lib.rs", &"\n".repeat(501))), ["lib.rs:1: 501 lines"]);
    }
}

/// Files that `ARCHITECTURE.md` names are there. A name without a folder is in the folder of the one before it in its line.
#[test]
fn the_files_that_the_architecture_names_exist() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a description");
    let mut n_found = 0;
    for line in text.lines() {
        let mut folder: Option<PathBuf> = None;
        for name in line.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs")) {
            let path = match (name.contains("/src/"), &folder) {
                (true, _) => root().join("crates").join(name),
                (false, _) if name.starts_with("crates/") => root().join(name),
                (false, Some(folder)) => folder.join(name),
                (false, None) => continue,
            };
            assert!(path.is_file(), "ARCHITECTURE.md names {name}, which is not there: {line}");
            folder = path.parent().map(Path::to_path_buf);
            n_found += 1;
        }
    }
    assert!(n_found > 30, "only {n_found} names were found: is the description read rightly?");
}
