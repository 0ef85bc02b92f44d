//! Definitions in C of the markers and library functions that a program leaves to its harness.
//!
//! Each has a C name of its own and takes the program's by an assembler label, so that whatever way the program declares
//! it, the two do not clash, not even in one file.

use incise_ir::library::{self, Input, Model};
use incise_ir::{FloatKind, Function, Module, SourceType, Type, TypeId};

/// Whether a request for memory gets some, in a harness. The linker sends requests of the program here.
pub(crate) const REQUESTS: &str = r#"
__attribute__((unused)) static int incise_test_no_memory(void) {
    unsigned char granted = 1;
    if (incise_test_taken < incise_test_n_inputs) incise_test_take(&granted, 1);
    return !granted;
}
"#;

/// The definition of what answers requests for memory in the place of `function`; nothing if it makes none.
pub(crate) fn request(function: &Function) -> Option<String> {
    let name = function.name.as_str();
    if library::facts(name).input != Some(Input::Allocation) {
        return None;
    }
    let (result, parameters, arguments, none) = match library::facts(name).model {
        Some(Model::Malloc) => ("void *", "__SIZE_TYPE__ a", "a", "0"),
        Some(Model::Calloc | Model::AlignedAlloc) => ("void *", "__SIZE_TYPE__ a, __SIZE_TYPE__ b", "a, b", "0"),
        Some(Model::PosixMemalign) => ("int", "void **a, __SIZE_TYPE__ b, __SIZE_TYPE__ c", "a, b, c", "12"),
        Some(Model::Realloc) => ("void *", "void *a, __SIZE_TYPE__ b", "a, b", "0"),
        Some(Model::Reallocarray) => ("void *", "void *a, __SIZE_TYPE__ b, __SIZE_TYPE__ c", "a, b, c", "0"),
        _ => match function.params.len() {
            _ if function.variadic => return None,
            1 => ("void *", "const void *a", "a", "0"),
            2 => ("void *", "const void *a, __SIZE_TYPE__ b", "a, b", "0"),
            _ => return None,
        },
    };
    // A block that is given back asks for nothing.
    let given_back = match library::facts(name).model {
        Some(Model::Realloc) => "!(a && !b) && ",
        Some(Model::Reallocarray) => "!(a && (!b || !c)) && ",
        _ => "",
    };
    let (real, own) = (format!("incise_test_real_{name}"), format!("incise_test_{name}"));
    Some(format!(
        "{result} {real}({parameters}) __asm__(\"__real_{name}\");\n{result} {own}({parameters}) __asm__(\"__wrap_{name}\");\n\
         {result} {own}({parameters}) {{\n    if ({given_back}incise_test_no_memory()) return {none};\n    return {real}({arguments});\n}}\n"
    ))
}

/// Seconds and parts of a second.
const TAKE_TIME: &str = "incise_test_take(to, 2 * sizeof *to);\n    return 0;";

/// The definition of what `function` declares; nothing when it is not the harness's to define.
pub(crate) fn definition(module: &Module, function: &Function) -> Option<String> {
    let name = function.name.as_str();
    let ret = || result_type(module, function);
    let first = || function.params.first().map(|param| c_type(module, function.locals[param.local].ty, true));
    let condition = || first().unwrap_or("int");
    let facts = library::facts(name);
    let (result, parameters, body) = match facts.model {
        Some(Model::MakeSymbolic) => {
            ("void", "void *to, __SIZE_TYPE__ size".to_owned(), "incise_test_take(to, size);".to_owned())
        }
        Some(Model::Assume) => {
            let body = "if (!holds) incise_test_stop(\"an assumption does not hold\", 96);";
            ("void", format!("{} holds", condition()), body.to_owned())
        }
        Some(Model::Assert) => ("void", format!("{} holds", condition()), "if (!holds) __builtin_abort();".to_owned()),
        Some(Model::Error | Model::ReportError) => ("void", "void".to_owned(), "__builtin_abort();".to_owned()),
        Some(Model::SilentExit) => ("void", "int status".to_owned(), "incise_test_end(status);".to_owned()),
        Some(Model::IsSymbolic) => ("unsigned", "void".to_owned(), "return 0;".to_owned()),
        Some(Model::Ignore) => ("void", "void".to_owned(), String::new()),
        Some(Model::Time) => (
            "long",
            "long *also".to_owned(),
            "long now;\n    incise_test_take(&now, sizeof now);\n    if (also) *also = now;\n    return now;"
                .to_owned(),
        ),
        Some(Model::TimeOfDay) => ("int", "long *to".to_owned(), TAKE_TIME.to_owned()),
        Some(Model::ClockTime) => ("int", "int clock, long *to".to_owned(), format!("(void)clock;\n    {TAKE_TIME}")),
        Some(Model::EnvironmentVariable) => {
            ("char *", "void".to_owned(), "return incise_test_environment();".to_owned())
        }
        // Each call gives a fresh value of the function's own type.
        _ if matches!(facts.input, Some(Input::Marker | Input::Environment)) && !name.starts_with("incise_test_") => {
            let body = format!("{} value;\n    incise_test_take(&value, sizeof value);\n    return value;", ret()?);
            (ret()?, "void".to_owned(), body)
        }
        _ => return None,
    };
    let own = format!("incise_test_{name}");
    Some(format!(
        "{result} {own}({parameters}) __asm__(\"{name}\");\n{result} {own}({parameters}) {{\n    {body}\n}}\n"
    ))
}

fn result_type(module: &Module, function: &Function) -> Option<&'static str> {
    if matches!(source_result(module, function), Some(SourceType::Int { boolean: true, .. })) {
        return Some("_Bool");
    }
    Some(c_type(module, function.ret, is_signed(module, function))).filter(|ty| *ty != "void")
}

/// Whether the result is a signed integer in the source.
pub(crate) fn is_signed(module: &Module, function: &Function) -> bool {
    match source_result(module, function) {
        Some(SourceType::Int { signed, .. } | SourceType::Enum { signed, .. }) => *signed,
        _ => true,
    }
}

fn source_result<'a>(module: &'a Module, function: &Function) -> Option<&'a SourceType> {
    match &module.source_types[function.source_type?] {
        SourceType::Function { ret, .. } => Some(&module.source_types[crate::value::strip(module, *ret)]),
        _ => None,
    }
}

/// The C type that travels as a machine type does.
fn c_type(module: &Module, ty: TypeId, signed: bool) -> &'static str {
    match (module.types.get(ty), signed) {
        (Type::Int(1), _) => "_Bool",
        (Type::Int(8), true) => "signed char",
        (Type::Int(8), false) => "unsigned char",
        (Type::Int(16), true) => "short",
        (Type::Int(16), false) => "unsigned short",
        (Type::Int(32), true) => "int",
        (Type::Int(32), false) => "unsigned",
        (Type::Int(64), true) => "long",
        (Type::Int(64), false) => "unsigned long",
        (Type::Int(128), true) => "__int128",
        (Type::Int(128), false) => "unsigned __int128",
        (Type::Float(FloatKind::Float), _) => "float",
        (Type::Float(FloatKind::Double), _) => "double",
        (Type::Float(FloatKind::X87), _) => "long double",
        (Type::Ptr, _) => "void *",
        _ => "void",
    }
}
