//! Inside a crate modules have no cycle.

use crate::sources::{Source, assert_none, for_tests, source, sources};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

#[test]
fn modules_of_a_crate_have_no_cycle() {
    let cycles: Vec<String> = sources().iter().flat_map(|(_, files)| module_cycles(files)).collect();
    assert_none(&cycles);
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

fn cycles(files: &[(&str, &str)]) -> Vec<String> {
    let files: Vec<Source> = files.iter().map(|(inside, text)| source(inside, text)).collect();
    module_cycles(&files)
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
    assert_eq!(cycles(&[root, ("a/mod.rs", "mod b; pub use b::B; pub struct A; pub struct C(B);"), below]).len(), 2);
    assert_eq!(cycles(&[root, ("a.rs", "mod b; pub struct A; impl A { fn f() -> b::B {} }"), below]).len(), 2);
}

#[test]
fn what_only_tests_use_is_no_cycle() {
    let root = ("lib.rs", "mod a; mod b; #[cfg(test)] mod c;");
    let b = ("b.rs", "pub struct B(super::a::A);");
    let a = ("a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }");
    assert!(cycles(&[root, a, b, ("c.rs", "use crate::b::B;")]).is_empty());
}
