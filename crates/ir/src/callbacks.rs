//! Functions from outside: for each parameter that is a pointer to a function the program gets a declaration that stands for what a caller
//! passes, and for each type of such a pointer in memory one that stands for all functions of that type which are given there. Their calls are
//! calls of functions without a body.
//!
//! # Deviations
//! 1. Functions with variable arguments, and with structs by value, have no such declaration.

use crate::function::{Function, Local, LocalKind, Param};
use crate::ids::{SourceTypeId, TypeId};
use crate::module::Module;
use crate::source_type::SourceType;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::types::{FloatKind, Type};
use incise_base::IdVec;
use std::collections::BTreeSet;

/// The name of the function that stands for a parameter, by position.
pub fn callback_name(function: &str, index: usize) -> String {
    format!("callback_{}_of_{function}", index + 1)
}

/// Whether a function stands for one that a caller passes.
pub fn is_callback(name: &str) -> bool {
    let number = name.strip_prefix("callback_").and_then(|rest| rest.split_once("_of_"));
    number.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

/// Whether a function stands for those of its type to which pointers in memory lead.
pub fn is_pointed_to(name: &str) -> bool {
    name.starts_with(POINTED_TO)
}

/// How the names of functions begin that stand for those to which pointers in memory lead.
const POINTED_TO: &str = "function_at_pointer_";

/// Declares the functions that callers pass, and those to which pointers in memory can lead.
pub fn declare_callbacks(module: &mut Module) {
    declare_passed(module);
    declare_pointed_to(module);
}

/// A declaration for each type of function that a pointer can lead to. Its name has the machine's types and a number.
fn declare_pointed_to(module: &mut Module) {
    let pointers = module.source_types.ids();
    let called: BTreeSet<SourceTypeId> = pointers.filter_map(|ty| called_type(module, ty)).collect();
    for source_type in called {
        let Some((ret, params)) = machine_types(module, source_type) else { continue };
        let letter = |ty: TypeId| match module.types.get(ty) {
            Type::Void => String::from("v"),
            Type::Ptr => String::from("p"),
            Type::Float(FloatKind::Float) => String::from("f"),
            Type::Float(_) => String::from("d"),
            _ => format!("i{}", module.types.bits(ty)),
        };
        let letters: Vec<String> = params.iter().map(|(ty, ..)| letter(*ty)).collect();
        let machine = format!("{POINTED_TO}{}_{}", letter(ret), letters.concat());
        let name = (1..).map(|number| format!("{machine}_{number}")).find(|name| module.function(name).is_none());
        let name = name.expect("one is free");
        let declared = Declared { source_name: name.clone(), name, source_type, span: Span::unknown() };
        declare(module, declared, (ret, params));
    }
}

/// Declares the functions that callers pass as arguments.
fn declare_passed(module: &mut Module) {
    let mut wanted = Vec::new();
    for function in module.functions.iter().filter(|function| !function.is_declaration()) {
        for (index, param) in function.params.iter().enumerate() {
            let local = &function.locals[param.local];
            let name = callback_name(&function.name, index);
            if let Some(ty) = local.source_type.and_then(|ty| called_type(module, ty))
                && module.function(&name).is_none()
            {
                let source_name = if local.name.is_empty() { name.clone() } else { local.name.clone() };
                wanted.push((name, source_name, ty, function.span));
            }
        }
    }
    for (name, source_name, source_type, span) in wanted {
        let Some((ret, params)) = machine_types(module, source_type) else { continue };
        declare(module, Declared { name, source_name, source_type, span }, (ret, params));
    }
}

/// A declaration that is to be made.
struct Declared {
    /// The linker's name.
    name: String,
    source_name: String,
    source_type: SourceTypeId,
    span: Span,
}

/// Adds a declaration with the machine's types of the result and the parameters.
fn declare(module: &mut Module, declared: Declared, machine: (TypeId, Vec<Passed>)) {
    let Declared { name, source_name, source_type, span } = declared;
    let mut locals = IdVec::new();
    let params = machine.1.into_iter().map(|(ty, signed, source_type)| {
        let kind = LocalKind::Param;
        let local = locals.push(Local { name: String::new(), kind, ty, source_type: Some(source_type), span });
        Param { local, byval: None, sret: false, signed, not_null: false, at_least: 0 }
    });
    let params = params.collect();
    module.functions.push(Function {
        name,
        source_name,
        params,
        ret: machine.0,
        source_type: Some(source_type),
        variadic: false,
        internal: false,
        symbol: Symbol::default(),
        noreturn: false,
        promises: Default::default(),
        locals,
        blocks: IdVec::new(),
        span,
    });
}

/// The type of the function that a pointer leads to.
fn called_type(module: &Module, ty: SourceTypeId) -> Option<SourceTypeId> {
    let SourceType::Pointer { to } = &module.source_types[strip(module, ty)] else { return None };
    let to = strip(module, *to);
    matches!(&module.source_types[to], SourceType::Function { variadic: false, .. }).then_some(to)
}

type Passed = (TypeId, bool, SourceTypeId);

/// The machine's types of a result and of parameters; `None` where the calling convention is not a value in one register each.
fn machine_types(module: &mut Module, ty: SourceTypeId) -> Option<(TypeId, Vec<Passed>)> {
    let SourceType::Function { ret, params, .. } = module.source_types[ty].clone() else { return None };
    let ret = match module.source_types[strip(module, ret)] {
        SourceType::Void => Type::Void,
        _ => scalar(module, ret)?.0,
    };
    let ret = module.types.intern(ret);
    let mut passed = Vec::new();
    for param in params {
        let (ty, signed) = scalar(module, param)?;
        passed.push((module.types.intern(ty), signed, param));
    }
    Some((ret, passed))
}

fn scalar(module: &Module, ty: SourceTypeId) -> Option<(Type, bool)> {
    Some(match &module.source_types[strip(module, ty)] {
        SourceType::Int { boolean: true, .. } => (Type::Int(1), false),
        SourceType::Int { size, signed, .. } | SourceType::Enum { size, signed, .. } if *size <= 8 => {
            (Type::Int(8 * *size as u32), *signed)
        }
        SourceType::Float { size: 4, .. } => (Type::Float(FloatKind::Float), false),
        SourceType::Float { size: 8, .. } => (Type::Float(FloatKind::Double), false),
        SourceType::Pointer { .. } => (Type::Ptr, false),
        _ => return None,
    })
}

fn strip(module: &Module, mut ty: SourceTypeId) -> SourceTypeId {
    while let SourceType::Alias { ty: inner, .. } | SourceType::Qualified { ty: inner, .. } = &module.source_types[ty] {
        ty = *inner;
    }
    ty
}
