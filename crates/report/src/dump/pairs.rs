//! Dump of the pairing: which functions, locals and nodes of two versions correspond, and the mark of each node.

use super::VersionPair;
use super::body::Body;
use incise_deps::NodeId;
use incise_diff::{Base, FunctionDiff, Mark, Mod};
use incise_ir::{LocalId, LocalKind};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The pairs of functions, then functions and globals that are in one version only or differ.
pub fn pairs_dump(versions: &VersionPair) -> String {
    let (base, modified) = (versions.base.module, versions.modified.module);
    let mut out = String::new();
    for pair in &versions.difference.pairs {
        let bodies = (Body::of(versions.base, pair.base.0), Body::of(versions.modified, pair.modified.0));
        if let ((Some(old), Some(new)), true) = (bodies, (versions.is_shown)(modified, pair.modified.0)) {
            function(pair, old, new, &mut out);
        }
    }
    for id in versions.difference.removed.iter().filter(|id| (versions.is_shown)(base, id.0)) {
        let _ = writeln!(out, "only in base: {}", base.functions[id.0].source_name);
    }
    for id in versions.difference.added.iter().filter(|id| (versions.is_shown)(modified, id.0)) {
        let _ = writeln!(out, "only in mod: {}", modified.functions[id.0].source_name);
    }
    for name in &versions.difference.globals {
        let _ = writeln!(out, "global differs: {name}");
    }
    out
}

fn function(pair: &FunctionDiff, old: Body, new: Body, out: &mut String) {
    let changed = if pair.is_unchanged() { "unchanged" } else { "changed" };
    let signature = if pair.signature_changed { ", other signature" } else { "" };
    let _ = writeln!(out, "{} = {}  {changed}{signature}", old.heading(), new.heading());
    let is_named = |body: Body, local: LocalId| body.function().locals[local].kind == LocalKind::Variable;
    for (was, is) in pair.locals.iter().filter(|(was, is)| is_named(old, was.0) || is_named(new, is.0)) {
        let _ = writeln!(out, "  local {} = {}", old.local(was.0), new.local(is.0));
    }
    let taken: BTreeSet<LocalId> = pair.locals.values().map(|local| local.0).collect();
    let is_alone = |local: &LocalId| is_named(old, *local) && !pair.locals.contains_key(&Base(*local));
    for local in old.function().locals.ids().filter(is_alone) {
        let _ = writeln!(out, "  local {} = -", old.local(local));
    }
    for local in new.function().locals.ids().filter(|local| is_named(new, *local) && !taken.contains(local)) {
        let _ = writeln!(out, "  local - = {}", new.local(local));
    }
    // Nodes of the old version that are gone come before the next one that is paired.
    let mut gone = old.acting().filter(|node| !pair.to_mod.contains_key(&Base(*node))).peekable();
    for node in new.acting() {
        let partner = pair.to_base.get(&Mod(node));
        while let Some(removed) = gone.next_if(|removed| partner.is_some_and(|partner| *removed < partner.0)) {
            row(out, "removed", Some((old, removed)), None);
        }
        let mark = match (pair.mod_marks[node], partner) {
            (Mark::Unchanged, _) => "unchanged",
            (Mark::Changed, _) => "changed",
            (Mark::Alone, _) => "added",
        };
        row(out, mark, partner.map(|partner| (old, partner.0)), Some((new, node)));
    }
    for removed in gone {
        row(out, "removed", Some((old, removed)), None);
    }
}

fn row(out: &mut String, mark: &str, old: Option<(Body, NodeId)>, new: Option<(Body, NodeId)>) {
    let id = |node: Option<(Body, NodeId)>| node.map_or(String::from("-"), |(_, node)| node.to_string());
    let line = |(body, node): (Body, NodeId)| format!("{}: {}", body.line(node), body.text(node));
    let texts: Vec<String> = [old, new].into_iter().flatten().map(line).collect();
    let _ = writeln!(out, "  {:<4} = {:<4} {mark:<9}  {}", id(old), id(new), texts.join("  |  "));
}
