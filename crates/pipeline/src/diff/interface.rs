//! The interface of files without `main`: external functions and variables that are gone or have changed incompatibly, other names, and initial
//! values. Sections that the source names and assembly outside functions are read by whoever knows them, in programs as well.
//!
//! A program with `main` is linked: its symbols are no interface, and initial values are seen from `main`.

use super::pair::{Analysis, is_model};
use super::symbols::{changed_aliases, changed_sections, linked_otherwise};
use incise_engine::{is_any_moved, members};
use incise_ir::{Global, Module, SourceType, SourceTypeId};
use incise_report::{LedgerLine, StageWeakness};

/// What of the files as a whole has changed: their interface, and what functions compared by themselves do not show. Of some globals it is known
/// that their initial values make no difference.
pub fn changes(analysis: &Analysis, is_main_decided: bool, is_related: &dyn Fn(&Global) -> bool) -> Vec<LedgerLine> {
    let (base, modified) = analysis.modules();
    let mut found = Vec::new();
    let line = |place: String, detail: String| LedgerLine::new(StageWeakness::NotLookedAt, detail).at(place);
    let interface = |place: String, detail: String| LedgerLine::new(StageWeakness::Interface, detail).at(place);
    let own = |module: &Module| {
        module
            .functions
            .iter()
            .filter(|function| !function.is_declaration() && !is_model(module, function.span))
            .count()
    };
    if own(base) > 0 && own(modified) > 0 && analysis.n_paired() == 0 {
        found.push(line(file(modified), String::from("the two versions have no function in common")));
    }
    let is_program = base.is_program() && modified.is_program();
    if !is_program {
        for function in base.functions.iter().filter(|function| !function.is_declaration() && !function.internal) {
            if is_model(base, function.span) {
                continue;
            }
            let name = &function.name;
            let now = modified.function(name).map(|id| &modified.functions[id]).filter(|now| !now.is_declaration());
            let what = match now {
                None => String::from("is gone"),
                Some(now) if now.internal => String::from("is `static` now"),
                Some(now) if now.source_name != function.source_name => {
                    format!("is the name of `{}` for the linker now", now.source_name)
                }
                Some(now) => match (function.source_type, now.source_type) {
                    (Some(was), Some(is)) if !calls_fit((base, was), (modified, is)) => {
                        String::from("has an incompatible type now")
                    }
                    _ => match linked_otherwise(&function.symbol, &now.symbol) {
                        Some(how) => String::from(how),
                        None => continue,
                    },
                },
            };
            found.push(interface(base.place(function.span), format!("external function `{name}` {what}")));
        }
        for global in base.globals.iter().filter(|global| is_external(base, global)) {
            let now = modified.global(&global.name).map(|id| &modified.globals[id]).filter(|now| now.init.is_some());
            let what = match now {
                None => "is gone",
                Some(now) if now.internal => "is `static` now",
                Some(now) if now.source_name != global.source_name => "is the linker's name of another variable now",
                Some(now) if now.size != global.size || now.align < global.align => "has an incompatible type now",
                Some(now) => match (global.source_type, now.source_type) {
                    (Some(was), Some(is)) if !same((base, was), (modified, is), DEPTH) => {
                        "has an incompatible type now"
                    }
                    _ => match linked_otherwise(&global.symbol, &now.symbol) {
                        Some(how) => how,
                        None => continue,
                    },
                },
            };
            found.push(interface(base.place(global.span), format!("external variable `{}` {what}", global.name)));
        }
        for (name, what) in changed_aliases(base, modified) {
            found.push(interface(file(modified), format!("`{name}` {what}")));
        }
    }
    for (place, name, section) in changed_sections(analysis) {
        let detail = format!("`{name}` lies in the section `{section}`, which others can read, and has changed");
        found.push(line(place, detail));
    }
    for (place, name) in analysis.changed_behind_assembly() {
        found.push(line(place, format!("`{name}` has changed, and `asm goto` leads where nothing is looked at")));
    }
    if base.assembly != modified.assembly {
        found.push(line(file(modified), String::from("assembly outside functions has changed")));
    }
    for pair in analysis.global_pairs() {
        let (was, is) = (&base.globals[pair.0], &modified.globals[pair.1]);
        if was.thread_local != is.thread_local {
            let detail = format!("`{}` is `_Thread_local` in one version only", is.source_name);
            found.push(line(modified.place(is.span), detail));
        }
    }
    if let Some((place, name)) = analysis.changed_constructor() {
        found.push(line(place, format!("`{name}` runs before or after `main`, and it or the order has changed")));
    }
    if !is_program || !is_main_decided {
        for global in analysis.initial_values().into_iter().filter(|global| is_program || !is_related(global)) {
            let detail = format!(
                "the initial value of `{}` is another, which functions compared by themselves do not show",
                global.source_name
            );
            found.push(line(modified.place(global.span), detail));
        }
    }
    found
}

fn file(module: &Module) -> String {
    module.files.iter().next().map(|file| file.path.clone()).unwrap_or_default()
}

fn is_external(module: &Module, global: &Global) -> bool {
    !global.internal && global.init.is_some() && global.span.is_known() && !is_model(module, global.span)
}

/// How deep types are compared: recursive ones are taken to be the same from there on.
const DEPTH: u32 = 12;

type Typed<'a> = (&'a Module, SourceTypeId);

/// Whether every call of the one type compiles with the other and passes the same values.
fn calls_fit(was: Typed<'_>, is: Typed<'_>) -> bool {
    let (
        SourceType::Function { ret, params, variadic },
        SourceType::Function { ret: now_ret, params: now_params, variadic: now_variadic },
    ) = (&was.0.source_types[was.1], &is.0.source_types[is.1])
    else {
        return true;
    };
    let fits = |(old, new): (&SourceTypeId, &SourceTypeId)| {
        holds((was.0, *old), (is.0, *new)) || is_exact((was.0, *old), (is.0, *new))
    };
    variadic == now_variadic
        && params.len() == now_params.len()
        && params.iter().zip(now_params).all(fits)
        && holds((was.0, *ret), (is.0, *now_ret))
}

/// Whether a type holds all values of another, or is the same.
fn holds(was: Typed<'_>, is: Typed<'_>) -> bool {
    match (stripped(was), stripped(is)) {
        (
            SourceType::Int { size, signed, boolean, .. },
            SourceType::Int { size: now_size, signed: now_signed, boolean: now_boolean, .. },
        ) => {
            let (wider, same_size) = (now_size > size, now_size == size);
            *boolean && !now_boolean
                || !now_boolean && (same_size && signed == now_signed || wider && (*now_signed || !signed))
                || *boolean && *now_boolean
        }
        (SourceType::Float { size, .. }, SourceType::Float { size: now, .. }) => now >= size,
        (SourceType::Enum { size, .. }, SourceType::Int { size: now, .. }) => now >= size,
        (SourceType::Int { size, .. }, SourceType::Enum { size: now, .. }) => now == size,
        _ => same(was, is, DEPTH),
    }
}

/// Whether a float type holds every integer of another type: a call converts it.
fn is_exact(was: Typed<'_>, is: Typed<'_>) -> bool {
    let (SourceType::Int { size, .. }, SourceType::Float { size: now, .. }) = (stripped(was), stripped(is)) else {
        return false;
    };
    let held = match now {
        4 => 2,
        8 => 4,
        16 => 8,
        _ => 0,
    };
    *size <= held
}

/// Whether two types have the same representation; names do not matter.
fn same(was: Typed<'_>, is: Typed<'_>, depth: u32) -> bool {
    if depth == 0 {
        return true;
    }
    let inner = |old: SourceTypeId, new: SourceTypeId| same((was.0, old), (is.0, new), depth - 1);
    match (stripped(was), stripped(is)) {
        (SourceType::Void, SourceType::Void) => true,
        (
            SourceType::Int { size, signed, boolean, .. },
            SourceType::Int { size: now_size, signed: now_signed, boolean: now_boolean, .. },
        ) => (size, signed, boolean) == (now_size, now_signed, now_boolean),
        (SourceType::Float { size, .. }, SourceType::Float { size: now, .. }) => size == now,
        (SourceType::Enum { size, values, .. }, SourceType::Enum { size: now, values: now_values, .. }) => {
            let kept =
                |(name, value): &(String, i64)| now_values.iter().all(|(other, now)| name != other || value == now);
            size == now && values.iter().all(kept)
        }
        (SourceType::Enum { size, .. }, SourceType::Int { size: now, .. })
        | (SourceType::Int { size, .. }, SourceType::Enum { size: now, .. }) => size == now,
        (SourceType::Pointer { to }, SourceType::Pointer { to: now }) => inner(*to, *now),
        (SourceType::Array { len, elem, .. }, SourceType::Array { len: now_len, elem: now_elem, .. }) => {
            len == now_len && inner(*elem, *now_elem)
        }
        (
            SourceType::Record { size, union, fields, .. },
            SourceType::Record { size: now_size, union: now_union, fields: now_fields, .. },
        ) => {
            let same_fields = fields.len() == now_fields.len()
                && fields.iter().zip(now_fields).all(|(old, new)| {
                    (old.bit_offset, old.bit_size) == (new.bit_offset, new.bit_size) && inner(old.ty, new.ty)
                });
            let is_same = union == now_union && same_fields || same_scalars(was, is, *size);
            size == now_size && is_same && !is_any_moved(&members(was.0, was.1), &members(is.0, is.1))
        }
        (
            SourceType::Function { ret, params, variadic },
            SourceType::Function { ret: now_ret, params: now_params, variadic: now_variadic },
        ) => {
            variadic == now_variadic
                && params.len() == now_params.len()
                && inner(*ret, *now_ret)
                && params.iter().zip(now_params).all(|(old, new)| inner(*old, *new))
        }
        _ => false,
    }
}

/// Whether two records consist of the same scalars, however these are grouped and called. Unions and bit-fields are bytes.
fn same_scalars(was: Typed<'_>, is: Typed<'_>, size: u64) -> bool {
    let scalars = |(module, ty): Typed<'_>| -> Vec<(u64, u64, Option<SourceTypeId>)> {
        let all = incise_engine::scalars(module, Some(ty), size);
        all.into_iter().map(|scalar| (scalar.offset, scalar.size, scalar.ty)).collect()
    };
    let (old, new) = (scalars(was), scalars(is));
    let is_raw = |(module, ty): Typed<'_>| {
        let all = incise_engine::scalars(module, Some(ty), size);
        all.iter().any(|scalar| scalar.ty.is_none() && !scalar.path.starts_with("[pad "))
    };
    if is_raw(was) || is_raw(is) {
        return true;
    }
    old.len() == new.len()
        && old.iter().zip(&new).all(|(old, new)| {
            (old.0, old.1) == (new.0, new.1)
                && match (old.2, new.2) {
                    (Some(old), Some(new)) => same((was.0, old), (is.0, new), DEPTH),
                    (None, None) => true,
                    _ => false,
                }
        })
}

fn stripped<'a>((module, ty): Typed<'a>) -> &'a SourceType {
    &module.source_types[incise_engine::strip(module, ty)]
}
