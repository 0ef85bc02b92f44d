//! Numbers that occur in a program: what its state is compared with, its inputs are likely to matter at.

use incise_ir::{Module, Operand, Type};
use std::collections::BTreeSet;

/// The most numbers that are kept.
const MAX_NUMBERS: usize = 64;

/// Numbers of a program.
#[derive(Default)]
pub(crate) struct Numbers {
    /// Those that occur in it.
    pub(crate) named: Vec<i128>,
    /// The same with their neighbours.
    pub(crate) near: Vec<i128>,
}

/// The numbers of two versions.
pub(crate) fn numbers(modules: [&Module; 2]) -> Numbers {
    Numbers { named: named(modules).into_iter().collect(), near: palette(modules) }
}

/// The numbers in the user's functions and the lengths of arrays, in order.
fn named(modules: [&Module; 2]) -> BTreeSet<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::from([0, 1]);
    for module in modules {
        let is_model = |file| module.files.get(file).is_some_and(|file| file.path.starts_with('<'));
        for function in module.functions.iter().filter(|function| !is_model(function.span.file)) {
            for block in function.blocks.iter() {
                let stmts = block.stmts.iter().flat_map(|stmt| stmt.kind.operands());
                for operand in stmts.chain(block.terminator.kind.operands()) {
                    if let Operand::Int(number) = operand {
                        found.extend([i128::from(number), signed(number)]);
                    }
                }
            }
        }
        for global in module.globals.iter().filter(|global| !is_model(global.span.file)) {
            if let Type::Array { len, .. } = module.types.get(global.ty) {
                found.insert(i128::from(*len));
            }
        }
    }
    found
}

/// The same with their neighbours.
pub(crate) fn palette(modules: [&Module; 2]) -> Vec<i128> {
    let found = named(modules);
    // Of too many the small ones matter more often.
    let mut numbers: Vec<i128> = found.into_iter().flat_map(|number| [number - 1, number, number + 1]).collect();
    numbers.sort_by_key(|number| (number.abs(), *number));
    numbers.dedup();
    numbers.truncate(MAX_NUMBERS);
    numbers.sort_unstable();
    numbers
}

/// A number of 32 bits, which most are, as a signed one.
fn signed(number: u64) -> i128 {
    if number <= u64::from(u32::MAX) { i128::from(number as u32 as i32) } else { i128::from(number as i64) }
}
