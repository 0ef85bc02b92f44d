//! Calls of code outside while private state is half-way: that code may call back, and sees states that no finished call leaves.
//!
//! *In*: both versions, and the coupling that an equivalence rests on, which is proved of states between calls only. *Out*: a line for each
//! function that writes such state and whose calls of unknown functions or of callbacks are taken not to call the files' own functions.

use super::pair::{Analysis, is_model};
use super::unobserved::Seen;
use incise_base::closure;
use incise_compare::Coupling;
use incise_engine::{Weakness, is_modelled, written_globals};
use incise_ir::library::{facts, is_intrinsic, outside_access};
use incise_ir::{Callee, Effect, FuncId, Function, Module, SourceType, SourceTypeId, Stmt, StmtKind, is_callback};
use incise_report::LedgerLine;

/// What a coupling leaves out: functions that write the state it relates and call code outside.
pub fn between_calls(analysis: &Analysis, coupling: &Coupling) -> Vec<LedgerLine> {
    let ((base, modified), (old, new)) = (analysis.modules(), coupling.globals());
    let mut found = Vec::new();
    for (module, related) in [(base, old), (modified, new)] {
        for (id, function) in module.functions.iter_ids() {
            let is_called = !function.is_declaration() && !function.internal && !is_model(module, function.span);
            if is_called && written_globals(module, id).iter().any(|name| related.contains(name)) {
                found.extend(outside(module, id).map(|weakness| line(module, id, weakness)));
            }
        }
    }
    in_order(found)
}

fn in_order(mut found: Vec<LedgerLine>) -> Vec<LedgerLine> {
    found.sort_by(|a, b| (&a.place, &a.detail).cmp(&(&b.place, &b.detail)));
    found.dedup_by(|a, b| a.detail == b.detail);
    found
}

fn line(module: &Module, id: FuncId, weakness: Weakness) -> LedgerLine {
    let function = &module.functions[id];
    let who = if weakness == Weakness::Callbacks { "callbacks" } else { "functions without body" };
    let name = &function.source_name;
    let detail = format!("{who} that `{name}` calls are taken not to call these files' functions before it returns");
    LedgerLine::new(weakness, detail).at(function.span.is_known().then(|| module.place(function.span)))
}

/// Whether a run from a function can call code outside: callbacks that it is given, or functions without body.
fn outside(module: &Module, entry: FuncId) -> Option<Weakness> {
    let name = &module.functions[entry].name;
    let is_given = |function: &Function| is_callback(&function.name) && function.name.ends_with(&format!("_of_{name}"));
    if module.functions.iter().any(is_given) {
        return Some(Weakness::Callbacks);
    }
    let is_unknown = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => {
            let function = &module.functions[*id];
            let name = function.name.as_str();
            function.is_declaration()
                && function.promises.effect == Effect::Any
                && !function.noreturn
                && !is_modelled(name)
                && !is_intrinsic(name)
                && !facts(name).asks_system
                && outside_access(name).is_none()
        }
        _ => false,
    };
    let reached = Seen::reached_from(module, entry);
    let stmts = || reached.iter().flat_map(|id| module.functions[*id].blocks.iter()).flat_map(|block| &block.stmts);
    let is_through_pointer = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Call { callee: Callee::Indirect(_), .. });
    if stmts().any(is_through_pointer) && can_hold_functions(module, entry) {
        return Some(Weakness::Callbacks);
    }
    stmts().any(is_unknown).then_some(Weakness::UnknownFunctions)
}

/// Whether a caller can put pointers to functions into memory that a function uses: behind its parameters, or in external globals.
fn can_hold_functions(module: &Module, entry: FuncId) -> bool {
    let function = &module.functions[entry];
    let params = function.params.iter().filter_map(|param| function.locals[param.local].source_type);
    let globals = module.globals.iter().filter(|global| !global.internal && !global.constant);
    let first: Vec<SourceTypeId> = params.chain(globals.filter_map(|global| global.source_type)).collect();
    let inner = |ty: SourceTypeId| match &module.source_types[ty] {
        SourceType::Pointer { to } => vec![*to],
        SourceType::Alias { ty, .. } | SourceType::Qualified { ty, .. } | SourceType::Array { elem: ty, .. } => {
            vec![*ty]
        }
        SourceType::Record { fields, .. } => fields.iter().map(|field| field.ty).collect(),
        _ => Vec::new(),
    };
    closure(first, inner).iter().any(|ty| matches!(module.source_types[*ty], SourceType::Function { .. }))
}
