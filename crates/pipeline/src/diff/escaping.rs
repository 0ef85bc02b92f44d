//! Changed functions whose address goes where somebody else can call them: what they do shows there.

use super::pair::{Analysis, EntryPair};
use super::unobserved::{Seen, definition};
use incise_engine::Weakness;
use incise_ir::library::{Control, facts};
use incise_ir::{Callee, Const, FuncId, Module, Operand, Rvalue, StmtKind};
use incise_report::LedgerLine;

/// A line for each changed function whose address goes where somebody else can call it, unless it was proved to do the same.
pub fn escaping(analysis: &Analysis, pair: &EntryPair, is_proved: &dyn Fn(FuncId) -> bool) -> Vec<LedgerLine> {
    let mut found = Vec::new();
    let Some(version) = analysis.versions(pair).pop() else { return found };
    let module = version.module;
    for id in &version.reached {
        let function = &module.functions[*id];
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let operands = match &stmt.kind {
                StmtKind::Store { value, ptr, .. }
                    if !matches!(definition(function, ptr), Some(Rvalue::Alloca { .. })) =>
                {
                    vec![*value]
                }
                StmtKind::Call { callee: Callee::Direct(callee), args, .. } => {
                    let name = module.functions[*callee].name.as_str();
                    let is_outside = module.functions[*callee].is_declaration();
                    let passes = is_outside || facts(name).control == Control::RunsAtExit;
                    args.iter().filter(|_| passes).map(|(arg, _)| *arg).collect()
                }
                _ => Vec::new(),
            };
            for target in operands.iter().filter_map(|operand| function_constant(module, operand)) {
                let reached = Seen::reached_from(module, target);
                let changed = reached.iter().any(|id| (version.is_changed)(*id));
                if changed && !is_proved(target) {
                    let name = &module.functions[target].source_name;
                    let detail =
                        format!("`{name}` can be called from outside after this, and what it does has changed");
                    let place = stmt.span.is_known().then(|| module.place(stmt.span));
                    found.push(LedgerLine::new(Weakness::NotObserved, detail).at(place));
                }
            }
        }
    }
    found
}

fn function_constant(module: &Module, operand: &Operand) -> Option<FuncId> {
    match operand {
        Operand::Const(id) => match &module.consts[*id] {
            Const::Function(function) if !module.functions[*function].is_declaration() => Some(*function),
            _ => None,
        },
        _ => None,
    }
}
