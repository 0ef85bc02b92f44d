//! Parameters as the source declares them: a struct in two registers is one parameter there and two to the machine, a struct result none and one.

use crate::source_types::size_of;
use incise_ir::{Function, Module, SourceType, SourceTypeId};

/// Which declared parameter a register belongs to, and which of its registers it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The number of the declared parameter.
    pub declared: usize,
    /// 0 or 1.
    pub register: usize,
    /// Whether no other register belongs to it.
    pub is_whole: bool,
}

/// The declared parameter of each of the machine's, where debug information tells. A hidden address of a result has none.
pub fn positions(module: &Module, function: &Function) -> Vec<Option<Position>> {
    let own = |declared| Some(Position { declared, register: 0, is_whole: true });
    let by_number = || (0..function.params.len()).map(own).collect();
    let Some(SourceType::Function { params, .. }) = function.source_type.map(|ty| &module.source_types[ty]) else {
        return by_number();
    };
    let mut found: Vec<Option<Position>> = Vec::new();
    let mut declared = params.iter().enumerate().filter(|(_, ty)| size_of(module, **ty) != Some(0));
    let mut second = None;
    for param in &function.params {
        if param.sret {
            found.push(None);
        } else if let Some(declared) = second.take() {
            found.push(Some(Position { declared, register: 1, is_whole: false }));
        } else if let Some((number, ty)) = declared.next() {
            let in_one = module.types.store_size(function.locals[param.local].ty);
            let is_split = param.byval.is_none() && in_one <= 8 && size_of(module, *ty).is_some_and(|size| size > 8);
            second = is_split.then_some(number);
            found.push(Some(Position { declared: number, register: 0, is_whole: !is_split }));
        } else {
            return by_number();
        }
    }
    found
}

/// The declared type of a parameter that is in one register. An old-style definition is passed something wider.
pub fn declared_type(module: &Module, function: &Function, index: usize) -> Option<SourceTypeId> {
    let position = positions(module, function).get(index).copied().flatten()?;
    let own = function.locals[function.params.get(index)?.local].source_type;
    own.or_else(|| match &module.source_types[function.source_type?] {
        SourceType::Function { params, .. } => params.get(position.declared).copied().filter(|_| position.is_whole),
        _ => None,
    })
}
