//! What the linker knows of functions and globals: weakness, visibility, sections, other names.

use super::Lowering;
use crate::raw::{self, Value, ValueKind};
use incise_ir::{Alias, Symbol};

impl Lowering {
    /// Lowers the aliases and the assembly outside functions.
    pub fn aliases(&mut self, input: raw::Module) {
        self.module.assembly = input.assembly();
        for alias in input.aliases() {
            let target = target(alias);
            let symbol = of(alias);
            let (visible, weak) = self.aliased.entry(target).or_default();
            *visible |= !alias.is_internal();
            *weak |= symbol.weak;
            let name = alias.name();
            self.module.aliases.push(Alias { name, target: target.name(), internal: alias.is_internal(), symbol });
        }
    }

    /// Whether it is invisible outside its file under each of its names.
    pub fn is_internal(&self, value: Value) -> bool {
        value.is_internal() && !self.aliased.get(&value).is_some_and(|(visible, _)| *visible)
    }

    /// What the linker knows of a function or global.
    pub fn symbol(&self, value: Value) -> Symbol {
        let mut symbol = of(value);
        symbol.weak |= self.aliased.get(&value).is_some_and(|(_, weak)| *weak);
        symbol
    }
}

fn of(value: Value) -> Symbol {
    let convention = if value.kind() == ValueKind::LLVMFunctionValueKind { value.convention() } else { 0 };
    Symbol { weak: value.is_weak(), hidden: value.is_hidden(), section: value.section(), convention }
}

/// What an alias of aliases stands for in the end, or the function that chooses for an `ifunc`.
fn target(alias: Value) -> Value {
    let mut value = alias;
    loop {
        value = match value.kind() {
            ValueKind::LLVMGlobalAliasValueKind => value.aliasee(),
            ValueKind::LLVMGlobalIFuncValueKind => value.resolver(),
            ValueKind::LLVMConstantExprValueKind => value.operand(0),
            _ => return value,
        };
    }
}
