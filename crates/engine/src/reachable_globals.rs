//! Globals and functions that a function can reach, by name and by address.

use incise_base::{closure, until_stable};
use incise_ir::{Callee, Const, ConstExpr, FuncId, Function, GlobalId, Id, LocalId, Module, Operand, Rvalue, StmtKind};
use std::collections::BTreeSet;

/// The globals that a function, what it calls and what these point to name, by the linker's names.
pub fn named_globals(module: &Module, entry: FuncId) -> BTreeSet<String> {
    globals_reachable_from(module, entry).into_iter().map(|id| module.globals[id].name.clone()).collect()
}

/// The same by their numbers.
pub(crate) fn globals_reachable_from(module: &Module, entry: FuncId) -> BTreeSet<GlobalId> {
    reachable_from(module, entry).1
}

/// The functions that a function, what it calls and what these point to name, itself included: everything that a run from it can
/// execute, through function pointers as well.
pub fn reachable_functions(module: &Module, entry: FuncId) -> BTreeSet<FuncId> {
    reachable_from(module, entry).0
}

fn reachable_from(module: &Module, entry: FuncId) -> (BTreeSet<FuncId>, BTreeSet<GlobalId>) {
    let reached = closure([Ok(entry)], |item: Result<FuncId, GlobalId>| {
        let (mut globals, mut functions) = (BTreeSet::new(), Vec::new());
        match item {
            Ok(function) => named_by(module, function, &mut globals, &mut functions),
            // What the initial value of a reachable global names is reachable too: other globals, and functions in tables.
            Err(global) => {
                let init = module.globals[global].init.iter();
                init.for_each(|init| mentioned(init, &mut globals, &mut functions));
            }
        }
        functions.into_iter().map(Ok).chain(globals.into_iter().map(Err))
    });
    (reached.iter().filter_map(|item| item.ok()).collect(), reached.iter().filter_map(|item| item.err()).collect())
}

/// Adds the globals and the functions that a function names.
fn named_by(module: &Module, id: FuncId, globals: &mut BTreeSet<GlobalId>, functions: &mut Vec<FuncId>) {
    for block in module.functions[id].blocks.iter() {
        let mut operands: Vec<Operand> = block.stmts.iter().flat_map(|stmt| stmt.kind.operands()).collect();
        operands.extend(block.terminator.kind.operands());
        for stmt in &block.stmts {
            if let StmtKind::Call { callee: Callee::Direct(callee), .. } = &stmt.kind {
                functions.push(*callee);
            }
        }
        for operand in operands {
            if let Operand::Const(constant) = operand {
                mentioned(&module.consts[constant], globals, functions);
            }
        }
    }
}

/// The globals that a function, or what it calls, may write or hand to others, by the linker's names.
pub fn written_globals(module: &Module, entry: FuncId) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for id in reachable_functions(module, entry) {
        used_otherwise(module, &module.functions[id], &mut found);
    }
    found.into_iter().map(|id| module.globals[id].name.clone()).collect()
}

/// Static globals from which the program only reads: their addresses go nowhere else. By the linker's names.
pub fn only_read(module: &Module) -> BTreeSet<String> {
    let mut escaped = BTreeSet::new();
    for init in module.globals.iter().filter_map(|global| global.init.as_ref()) {
        mentioned(init, &mut escaped, &mut Vec::new());
    }
    for function in module.functions.iter() {
        used_otherwise(module, function, &mut escaped);
    }
    let is_read = |(id, global): (GlobalId, &incise_ir::Global)| {
        (global.internal && !escaped.contains(&id)).then(|| global.name.clone())
    };
    module.globals.iter_ids().filter_map(is_read).collect()
}

/// Globals whose addresses go anywhere but into the accesses of the functions that name them: others may have them.
pub(crate) fn handed_out(module: &Module) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    for init in module.globals.iter().filter_map(|global| global.init.as_ref()) {
        mentioned(init, &mut found, &mut Vec::new());
    }
    for function in module.functions.iter() {
        used_beside(module, function, true, &mut found);
    }
    found
}

/// Globals whose addresses a function uses other than for reading from them.
fn used_otherwise(module: &Module, function: &Function, found: &mut BTreeSet<GlobalId>) {
    used_beside(module, function, false, found);
}

/// Globals whose addresses a function uses other than for reading from them, or, with `writes`, for writing to them.
fn used_beside(module: &Module, function: &Function, writes: bool, found: &mut BTreeSet<GlobalId>) {
    let mut leads_to: Vec<BTreeSet<GlobalId>> = vec![BTreeSet::new(); function.locals.len()];
    let of = |operand: &Operand, leads_to: &[BTreeSet<GlobalId>]| match operand {
        Operand::Local(local) => leads_to[local.index()].clone(),
        Operand::Const(constant) => {
            let mut globals = BTreeSet::new();
            mentioned(&module.consts[*constant], &mut globals, &mut Vec::new());
            globals
        }
        Operand::Int(_) => BTreeSet::new(),
    };
    let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
    until_stable(|| {
        let mut changed = false;
        for (dst, base) in stmts().filter_map(|stmt| derived(&stmt.kind)) {
            for global in of(&base, &leads_to) {
                changed |= leads_to[dst.index()].insert(global);
            }
        }
        changed
    });
    for stmt in stmts() {
        let operands = match &stmt.kind {
            StmtKind::Assign { value: Rvalue::Load { .. } | Rvalue::Compare { .. }, .. } => continue,
            StmtKind::Store { value, .. } if writes => vec![*value],
            kind if derived(kind).is_some() => continue,
            kind => kind.operands(),
        };
        operands.iter().for_each(|operand| found.extend(of(operand, &leads_to)));
    }
    for operand in function.blocks.iter().flat_map(|block| block.terminator.kind.operands()) {
        found.extend(of(&operand, &leads_to));
    }
}

/// The local that gets an address within the same object as an operand.
fn derived(kind: &StmtKind) -> Option<(LocalId, Operand)> {
    match kind {
        StmtKind::Assign { dst, value: Rvalue::Use(base) } => Some((*dst, *base)),
        StmtKind::Assign { dst, value: Rvalue::Offset { base, indices, .. } } => {
            let is_plain = indices.iter().all(|(index, ..)| !matches!(index, Operand::Const(_)));
            is_plain.then_some((*dst, *base))
        }
        _ => None,
    }
}

/// The globals and functions whose addresses are in a constant.
pub(crate) fn mentioned(constant: &Const, globals: &mut BTreeSet<GlobalId>, functions: &mut Vec<FuncId>) {
    match constant {
        Const::Global { id, .. } => {
            globals.insert(*id);
        }
        Const::Function(id) => functions.push(*id),
        Const::Aggregate { members, .. } => {
            members.iter().for_each(|member| mentioned(member, globals, functions));
        }
        Const::Expr(expr) => match expr.as_ref() {
            ConstExpr::Cast { value, .. } => mentioned(value, globals, functions),
            ConstExpr::Offset { base, .. } => mentioned(base, globals, functions),
            ConstExpr::Binary { left, right, .. } | ConstExpr::Compare { left, right, .. } => {
                mentioned(left, globals, functions);
                mentioned(right, globals, functions);
            }
        },
        _ => {}
    }
}
