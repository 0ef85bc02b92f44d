//! Files that a program only reads: nobody sees that they are opened and closed. What is read from them is an input.

use incise_ir::library::{Hidden, facts};
use incise_ir::{Callee, Const, FuncId, Function, Module, Operand, Rvalue, Stmt, StmtKind};
use std::collections::BTreeSet;

/// The bits of the flags of `open` that ask for more than reading, on Linux: `O_WRONLY`, `O_RDWR`, `O_CREAT`, `O_TRUNC`.
const MORE_THAN_READING: u64 = 0o1 | 0o2 | 0o100 | 0o1000;

/// Whether a call opens or closes what a program, all of which is in `reached`, only reads.
pub(super) fn is_only_read(module: &Module, reached: &BTreeSet<FuncId>, stmt: &Stmt, hidden: Hidden) -> bool {
    match hidden {
        Hidden::FileOpened | Hidden::FileReopened => opens_for_reading(module, stmt),
        Hidden::FileClosed => {
            let functions = || reached.iter().map(|id| &module.functions[*id]);
            let stmts = || functions().flat_map(|function| function.blocks.iter()).flat_map(|block| &block.stmts);
            let opens = |stmt: &&Stmt| {
                let hidden = called(module, stmt).and_then(|name| facts(name).hidden);
                matches!(hidden, Some(Hidden::FileOpened | Hidden::FileReopened))
            };
            stmts().filter(opens).all(|stmt| opens_for_reading(module, stmt))
                && functions().all(|function| only_prints(module, function))
        }
        _ => false,
    }
}

fn called<'m>(module: &'m Module, stmt: &Stmt) -> Option<&'m str> {
    match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => Some(&module.functions[*id].name),
        _ => None,
    }
}

/// Whether a call has a mode or flags that are known, and ask for reading only.
fn opens_for_reading(module: &Module, stmt: &Stmt) -> bool {
    let StmtKind::Call { args, .. } = &stmt.kind else { return false };
    match args.get(1) {
        Some((Operand::Int(flags), _)) => flags & MORE_THAN_READING == 0,
        // A stream that is given to be opened again is no new one.
        Some((Operand::Const(id), _)) if args.len() == 2 => match &module.consts[*id] {
            Const::Global { id, offset: 0 } => {
                let text = module.globals[*id].init.as_ref().and_then(Const::packed_bytes);
                text.is_some_and(|mode| mode.first() == Some(&b'r') && !mode.contains(&b'+'))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether standard output and standard error are only printed to: nothing else is done with their streams.
fn only_prints(module: &Module, function: &Function) -> bool {
    let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
    let is_output = |ptr: &Operand| match ptr {
        Operand::Const(id) => matches!(&module.consts[*id], Const::Global { id, .. }
            if matches!(module.globals[*id].name.as_str(), "stdout" | "stderr")),
        _ => false,
    };
    stmts().all(|stmt| match &stmt.kind {
        StmtKind::Assign { dst, value: Rvalue::Load { ptr, .. } } if is_output(ptr) => {
            let uses = |other: &&Stmt| other.kind.operands().contains(&Operand::Local(*dst));
            let ends =
                function.blocks.iter().any(|block| block.terminator.kind.operands().contains(&Operand::Local(*dst)));
            !ends
                && stmts()
                    .filter(uses)
                    .all(|user| called(module, user).is_some_and(|name| facts(name).output.is_some()))
        }
        StmtKind::Call { args, .. }
            if called(module, stmt).is_some_and(|name| facts(name).hidden == Some(Hidden::FileClosed)) =>
        {
            !matches!(args.first(), Some((Operand::Int(1 | 2), _)))
        }
        kind => !kind.operands().iter().any(is_output),
    })
}
