//! What the linker sees of two versions: weak symbols, other names, sections.

use super::pair::Analysis;
use incise_ir::{Callee, Const, Function, GlobalId, Module, Operand, Span, Stmt, StmtKind, Symbol};

/// Weak symbols that a function names, with a line about each. Another definition may take the place of one that is there, and one that is only
/// declared may be missing. In a program with `main` the definitions are those that were linked.
pub fn weak_symbols(module: &Module, function: &Function) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    let mut look = |span: Span, called: Option<Const>, operands: Vec<Operand>| {
        let constant = |operand: Operand| match operand {
            Operand::Const(id) => Some(module.consts[id].clone()),
            _ => None,
        };
        let mut constants: Vec<Const> = operands.into_iter().filter_map(constant).chain(called).collect();
        while let Some(constant) = constants.pop() {
            let (symbol, name, is_there) = match constant {
                Const::Function(id) => {
                    let function = &module.functions[id];
                    (&function.symbol, &function.source_name, !function.is_declaration())
                }
                Const::Global { id, .. } => {
                    let global = &module.globals[id];
                    (&global.symbol, &global.source_name, global.init.is_some())
                }
                Const::Aggregate { members, .. } => {
                    constants.extend(members);
                    continue;
                }
                Const::Expr(expr) => {
                    constants.extend(expr.operands().into_iter().cloned());
                    continue;
                }
                _ => continue,
            };
            if symbol.weak && !is_there {
                found.push((span, format!("`{name}` is weak and may be missing, which is not tried")));
            } else if symbol.weak && !module.is_program() {
                found.push((
                    span,
                    format!("`{name}` is weak: another definition may take its place, which is not tried"),
                ));
            }
        }
    };
    let called = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => Some(Const::Function(*id)),
        _ => None,
    };
    for block in function.blocks.iter() {
        block.stmts.iter().for_each(|stmt| look(stmt.span, called(stmt), stmt.kind.operands()));
        look(block.terminator.span, None, block.terminator.kind.operands());
    }
    found
}

/// How the linker treats a symbol otherwise now.
pub fn linked_otherwise(was: &Symbol, is: &Symbol) -> Option<&'static str> {
    if was.weak != is.weak {
        Some(if is.weak { "is weak now" } else { "is weak no longer" })
    } else if was.convention != is.convention {
        Some("is called in another way now")
    } else {
        (is.hidden && !was.hidden).then_some("is hidden now")
    }
}

/// Other names of functions and variables that the new version does not have, or has for something else.
pub fn changed_aliases(base: &Module, modified: &Module) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for alias in base.aliases.iter().filter(|alias| !alias.internal) {
        let what = match modified.aliases.iter().find(|other| other.name == alias.name) {
            Some(now) if now.internal => Some("is `static` now"),
            Some(now) if now.target != alias.target => Some("stands for something else now"),
            Some(now) => linked_otherwise(&alias.symbol, &now.symbol),
            None if modified.function(&alias.name).is_some_and(|id| modified.has_body(id)) => {
                Some("was another name of a function and is a function now")
            }
            None => Some("is gone"),
        };
        found.extend(what.map(|what| (alias.name.clone(), what)));
    }
    let is_new = |name: &str| base.function(name).is_some_and(|id| base.has_body(id));
    let became = modified.aliases.iter().filter(|alias| !alias.internal && is_new(&alias.name));
    found.extend(became.map(|alias| (alias.name.clone(), "is another name of a function now")));
    found
}

/// What lies in a section that the source names, if its place, size or value is another: where it is, its name and the section.
pub fn changed_sections(analysis: &Analysis) -> Vec<(String, String, String)> {
    let (base, modified) = analysis.modules();
    let mut found = Vec::new();
    let mut note = |module: &Module, span: Span, name: &str, section: &str| {
        if !section.is_empty() {
            found.push((module.place(span), name.to_owned(), section.to_owned()));
        }
    };
    let pairs: Vec<(GlobalId, GlobalId)> = analysis.global_pairs().collect();
    for (was, is) in &pairs {
        let (old, new) = (&base.globals[*was], &modified.globals[*is]);
        let is_same = old.symbol.section == new.symbol.section
            && (old.size, old.align, old.constant) == (new.size, new.align, new.constant)
            && !analysis.begins_otherwise(*is);
        if !is_same {
            let section = [&new.symbol.section, &old.symbol.section].into_iter().find(|section| !section.is_empty());
            note(modified, new.span, &new.source_name, section.map_or("", String::as_str));
        }
    }
    for (_, global) in base.globals.iter_ids().filter(|(id, _)| pairs.iter().all(|(was, _)| was != id)) {
        note(base, global.span, &global.source_name, &global.symbol.section);
    }
    for (_, global) in modified.globals.iter_ids().filter(|(id, _)| pairs.iter().all(|(_, is)| is != id)) {
        note(modified, global.span, &global.source_name, &global.symbol.section);
    }
    for function in modified.functions.iter() {
        if let Some(was) = base.function(&function.name).map(|id| &base.functions[id])
            && was.symbol.section != function.symbol.section
        {
            note(modified, function.span, &function.source_name, &function.symbol.section);
            note(base, was.span, &was.source_name, &was.symbol.section);
        }
    }
    found
}
