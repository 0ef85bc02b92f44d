//! The part of a C harness that calls one function.
//!
//! # Deviations
//! 1. A static local, and a static of another file than the function's, has no name here: it keeps its initial value, and a
//!    comment says so. `incise replay` sets all of them.

use super::program::{Checks, bytes};
use crate::expected_memory::comparable;
use crate::from_path::entry_function;
use crate::native_difference::is_nan;
use crate::test::{Ending, ExpectedGlobal, LinkTarget, Test, TestInputKind};
use crate::value::{c_type, strip};
use incise_engine::HistoryCall;
use incise_ir::{FileId, Function, Global, Module, SourceType, SourceTypeId, callback_name};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The program's file that the harness includes: the one that defines the function, as the user named it.
pub(crate) fn included_file(module: &Module, test: &Test) -> Option<String> {
    let name = test.entry.function()?;
    let function = &module.functions[entry_function(module, name)?];
    let file = module.files.get(function.span.file)?;
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let programs: Vec<String> = test.program.iter().map(|program| program.display().to_string()).collect();
    let exact = programs.iter().find(|program| **program == file.path);
    let source = exact.or_else(|| programs.iter().find(|program| base(program) == base(&file.path)));
    source.filter(|program| program.ends_with(".c") || program.ends_with(".i")).cloned()
}

/// Writes `main`.
pub(crate) fn call(module: &Module, test: &Test, name: &str, checks: Checks, text: &mut String) {
    let Some(function) = entry_function(module, name).map(|id| &module.functions[id]) else {
        let _ = writeln!(text, "#error \"the program has no function {name}\"");
        return;
    };
    if included_file(module, test).is_none() {
        let _ = writeln!(text, "#error \"the C source of {name} is not known; use incise replay\"");
        return;
    }
    let Some(arguments) = arguments(module, test, function, 0) else {
        let _ = writeln!(text, "#error \"a parameter of {name} has no name for its type; use incise replay\"");
        return;
    };
    let file = function.span.file;
    let mut body = String::new();
    for input in &test.inputs {
        let TestInputKind::Global(symbol) = &input.kind else { continue };
        if is_outside(module, symbol) {
            continue; // it is defined with this value
        }
        let ty = module.globals.iter().find(|global| global.name == *symbol).and_then(|global| global.source_type);
        let value = asserted(module, ty, &input.bytes.0).filter(|_| checks == Checks::Assert);
        match global_place(module, symbol, file, text) {
            Some(place) if value.is_some() && place.starts_with('&') => {
                let _ = writeln!(body, "    {} = {};", &place[1..], value.unwrap_or_default());
            }
            Some(place) => {
                let n = input.bytes.0.len();
                let _ = writeln!(
                    body,
                    "    __builtin_memcpy((void *){place}, (const unsigned char[]){}, {n});",
                    bytes(&input.bytes.0)
                );
            }
            None => {
                let _ = writeln!(body, "    /* {symbol} has no name here: it keeps its initial value. */");
            }
        }
    }
    for (index, argument) in arguments.iter().enumerate() {
        body.push_str(&argument.declaration(index, checks));
    }
    body.push_str(&linked(test, arguments.len(), checks));
    let list: Vec<String> = (0..arguments.len()).map(|index| format!("a{index}")).collect();
    let called = format!("{}({})", function.source_name, list.join(", "));
    // What is passed stays unknown to the compiler, and what is given is needed: nothing is folded or left out.
    for argument in &list {
        let _ = writeln!(body, "    __asm__ volatile(\"\" : \"+m\"({argument}));");
    }
    body.push_str("    incise_test_apart();\n");
    if let Err(reason) = history(module, test, checks, &mut body) {
        let _ = writeln!(text, "#error \"{reason}; use incise replay\"");
        return;
    }
    let has_result = gives_value(module, function);
    match has_result {
        true => {
            let _ = writeln!(body, "    __auto_type result = {called};");
            body.push_str("    __asm__ volatile(\"\" : : \"m\"(result) : \"memory\");\n");
        }
        false => {
            let _ = writeln!(body, "    {called};");
        }
    }
    body.push_str("    incise_test_seen->returned = 1;\n");
    if test.expected.ends == Ending::Return {
        body.push_str("    if (incise_test_compare_output()) return 1;\n");
        if has_result {
            check_result(module, test, function, checks, &mut body);
        }
        memory(test, &arguments, has_result, &mut body);
        links(test, &arguments, has_result, &mut body);
        let globals = Globals { module, file, checks };
        for global in &test.expected.globals {
            globals.check(global, text, &mut body);
        }
    }
    text.push_str(match checks {
        Checks::Report => CHECK,
        Checks::Assert => ASSERT,
    });
    let _ = writeln!(text, "\nint main(void) {{\n{body}    return incise_test_failed;\n}}");
}

/// Writes the calls before that of the function, each with its arguments.
fn history(module: &Module, test: &Test, checks: Checks, body: &mut String) -> Result<(), String> {
    for (name, call) in test.entry.history().iter().zip(1u32..) {
        let function = entry_function(module, name).map(|id| &module.functions[id]);
        let function = function.ok_or_else(|| format!("the program has no function {name}"))?;
        let known = test.entry.function().and_then(|last| entry_function(module, last));
        if known.is_none_or(|last| module.functions[last].span.file != function.span.file) {
            return Err(format!("{name} is in another file"));
        }
        let first = (call * HistoryCall::STRIDE) as usize;
        let given = arguments(module, test, function, first);
        let given = given.ok_or_else(|| format!("a parameter of {name} has no name for its type"))?;
        for (index, argument) in given.iter().enumerate() {
            body.push_str(&argument.declaration(first + index, checks));
        }
        let list: Vec<String> = (0..given.len()).map(|index| format!("a{}", first + index)).collect();
        let _ = writeln!(body, "    {}({});", function.source_name, list.join(", "));
    }
    Ok(())
}

/// Compares what the function gives, a struct apart.
fn check_result(module: &Module, test: &Test, function: &Function, checks: Checks, body: &mut String) {
    let Some(expected) = &test.expected.result else { return };
    let ty = result_type(module, function);
    if let Some((format, value)) = ty.and_then(|ty| printed(module, ty)) {
        let _ = writeln!(body, "    __builtin_printf(\"result = {format}\\n\", {value});");
    }
    let own = ty.map(|ty| &module.source_types[strip(module, ty)]);
    let bytes = &expected.bytes.0;
    match own {
        // What a struct holds is compared member by member, and where a pointer points by its target.
        Some(SourceType::Record { .. } | SourceType::Pointer { .. }) => {}
        Some(SourceType::Float { .. }) if is_nan(bytes) => {
            body.push_str("    incise_test_check_nan(__builtin_isnan(result));\n")
        }
        _ => match asserted(module, ty, bytes).filter(|_| checks == Checks::Assert) {
            Some(value) => {
                let _ = writeln!(body, "    assert(result == {value});");
            }
            None => {
                let expected = known(&bytes.iter().map(|byte| Some(*byte)).collect::<Vec<_>>());
                let _ = writeln!(body, "    incise_test_check(\"result\", &result, {expected});");
            }
        },
    }
}

/// The globals of the program as the function's file sees them.
struct Globals<'a> {
    module: &'a Module,
    file: FileId,
    checks: Checks,
}

impl Globals<'_> {
    /// Compares one with what is expected; `text` gets its declaration.
    fn check(&self, global: &ExpectedGlobal, text: &mut String, body: &mut String) {
        let module = self.module;
        let Some(place) = global_place(module, &global.name, self.file, text) else { return };
        let ty = module.globals.iter().find(|other| other.name == global.name).and_then(|other| other.source_type);
        let all: Option<Vec<u8>> = global.bytes.0.iter().copied().collect();
        let asserts = self.checks == Checks::Assert;
        let value = all.as_ref().and_then(|bytes| asserted(module, ty, bytes)).filter(|_| asserts);
        if let (Some(value), Some(variable)) = (value, place.strip_prefix('&')) {
            let _ = writeln!(body, "    assert({variable} == {value});");
            return;
        }
        let expected = known(&without_open(module, ty, &global.bytes.0));
        let _ = writeln!(body, "    incise_test_check(\"{}\", (const void *){place}, {expected});", global.name);
    }
}

/// The bytes that can be compared: padding, and the bits of a NaN, cannot.
fn without_open(module: &Module, ty: Option<SourceTypeId>, bytes: &[Option<u8>]) -> Vec<Option<u8>> {
    let plain: Vec<u8> = bytes.iter().map(|byte| byte.unwrap_or_default()).collect();
    let comparable = comparable(module, ty, &plain);
    bytes.iter().zip(comparable).map(|(byte, comparable)| byte.and(comparable)).collect()
}

/// Compares where pointers point.
fn links(test: &Test, arguments: &[Argument], has_result: bool, body: &mut String) {
    let own = |number: u32| match arguments.iter().position(|argument| argument.machine == number as usize) {
        Some(index) => (arguments[index].pointer && arguments[index].lead == 0).then(|| format!("a{index}")),
        None => Some(format!("a{number}")),
    };
    let is_object = |number: &u32| {
        test.inputs.iter().any(|input| matches!(&input.kind, TestInputKind::Pointee(other) if other == number))
    };
    for link in &test.expected.links {
        let (what, pointer) = match link.from {
            None if has_result => (String::from("result"), String::from("(const void *)result")),
            None => continue,
            Some(number) => match own(number) {
                Some(object) => (
                    format!("pointer at {} of object {}", link.offset, number),
                    format!("*(void *const *)((const char *){object} + {})", link.offset),
                ),
                None => continue,
            },
        };
        let holds = match link.to {
            LinkTarget::Null => format!("!{pointer}"),
            LinkTarget::Object(number) => match own(number) {
                Some(object) => format!("{pointer} == {object}"),
                None => continue,
            },
            LinkTarget::Elsewhere => {
                let objects: Vec<u32> =
                    test.expected.memory.iter().filter_map(|memory| memory.argument).filter(is_object).collect();
                let others = objects.into_iter().filter_map(own);
                let others: String = others.map(|object| format!(" && {pointer} != {object}")).collect();
                format!("{pointer} != (void *)0{others}")
            }
        };
        let _ = writeln!(body, "    incise_test_check_pointer(\"{what}\", {holds});");
    }
}

/// Compares what pointers point to after the call, and a struct that is returned.
fn memory(test: &Test, arguments: &[Argument], has_result: bool, body: &mut String) {
    for expected in &test.expected.memory {
        let (what, place) = match expected.argument {
            None if !has_result => continue,
            None => (String::from("result"), String::from("&result")),
            Some(number) => {
                let own = arguments.iter().position(|argument| argument.machine == number as usize);
                let is_own = own.is_some_and(|index| arguments[index].pointer && arguments[index].target.is_none());
                match own {
                    Some(_) if !is_own => continue,
                    Some(index) if arguments[index].lead > 0 => {
                        let start = format!("(char *)a{index} - {}", arguments[index].lead);
                        (format!("memory behind argument {}", index + 1), start)
                    }
                    Some(index) => (format!("memory behind argument {}", index + 1), format!("a{index}")),
                    None => (format!("memory of object {number}"), format!("a{number}")),
                }
            }
        };
        let _ = writeln!(body, "    incise_test_check(\"{what}\", {place}, {});", known(&expected.bytes.0));
    }
}

/// Bytes to compare with, -1 for any, and their number.
fn known(bytes: &[Option<u8>]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| byte.map_or("-1".to_owned(), |byte| byte.to_string())).collect();
    format!("(const short[]){{{}}}, {}", numbers.join(", "), bytes.len())
}

const CHECK: &str = r#"
static int incise_test_failed;

__attribute__((unused))
static void incise_test_check(const char *name, const void *seen, const short *expected, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) {
        if (expected[i] < 0 || ((const unsigned char *)seen)[i] == expected[i]) continue;
        __builtin_printf("%s differs from what is expected at byte %lu\n", name, i);
        incise_test_failed = 1;
        return;
    }
}

__attribute__((unused)) static void incise_test_check_nan(int is_nan) {
    if (is_nan) return;
    __builtin_printf("result is a number, and none is expected\n");
    incise_test_failed = 1;
}

__attribute__((unused)) static void incise_test_check_pointer(const char *name, int holds) {
    if (holds) return;
    __builtin_printf("%s points elsewhere than is expected\n", name);
    incise_test_failed = 1;
}
"#;

const ASSERT: &str = r#"
static int incise_test_failed;

__attribute__((unused))
static void incise_test_check(const char *name, const void *seen, const short *expected, unsigned long size) {
    (void)name;
    for (unsigned long i = 0; i < size; i++)
        assert(expected[i] < 0 || ((const unsigned char *)seen)[i] == expected[i]);
}

__attribute__((unused)) static void incise_test_check_nan(int is_nan) { assert(is_nan); }

__attribute__((unused)) static void incise_test_check_pointer(const char *name, int holds) {
    (void)name;
    assert(holds);
}
"#;

fn result_type(module: &Module, function: &Function) -> Option<SourceTypeId> {
    match &module.source_types[function.source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    }
}

/// An integer that C can write down.
fn asserted(module: &Module, ty: Option<SourceTypeId>, bytes: &[u8]) -> Option<String> {
    let (size, is_signed) = match &module.source_types[strip(module, ty?)] {
        SourceType::Int { size, signed, .. } | SourceType::Enum { size, signed, .. } => (*size as usize, *signed),
        _ => return None,
    };
    if size != bytes.len() || size > 8 {
        return None;
    }
    let bits = bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
    let unused = 64 - 8 * size as u32;
    match (is_signed, ((bits << unused) as i64) >> unused) {
        (true, i64::MIN) => None,
        (true, value) if size < 8 && value == -(1i64 << (8 * size as u32 - 1)) => Some(format!("{} - 1", value + 1)),
        (true, value) => Some(format!("{value}{}", if size == 8 { "L" } else { "" })),
        (false, _) => Some(format!("{bits}{}", if size == 8 { "UL" } else { "U" })),
    }
}

/// Whether the harness itself defines a global.
fn is_outside(module: &Module, symbol: &str) -> bool {
    module.global(symbol).is_some_and(|id| module.globals[id].is_outside())
}

/// An expression for a global's address; what must be declared for it goes to `text`.
fn global_place(module: &Module, symbol: &str, file: FileId, text: &mut String) -> Option<String> {
    let global: &Global = module.globals.iter().find(|global| global.name == symbol)?;
    if global.span.file == file && !global.source_name.contains('.') && global.span.is_known() {
        return Some(format!("&{}", global.source_name));
    }
    if global.internal || global.thread_local {
        return None;
    }
    let own = format!("incise_test_global_{}", symbol.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    let declaration = format!("extern unsigned char {own}[] __asm__(\"{symbol}\");\n");
    if !text.contains(&declaration) {
        text.push_str(&declaration);
    }
    Some(own)
}

/// An argument as the harness makes it.
struct Argument {
    /// Its number to the machine.
    machine: usize,
    /// A pointer to no object of its own: null or that of another argument.
    target: Option<String>,
    /// The type of the variable.
    ty: String,
    /// Whether the bytes are those of what it points to.
    pointer: bool,
    /// How many of them lie before where it points.
    lead: u32,
    bytes: Vec<u8>,
    /// The same as C writes it, if it is an integer.
    value: Option<String>,
}

impl Argument {
    fn declaration(&self, index: usize, checks: Checks) -> String {
        if let (Some(value), Checks::Assert, false) = (&self.value, checks, self.pointer) {
            return format!("    {} a{index} = {value};\n", self.ty);
        }
        if let Some(target) = &self.target {
            return format!("    void *a{index} = {target};\n");
        }
        let (ty, n, data) = (&self.ty, self.bytes.len(), bytes(&self.bytes));
        if self.pointer {
            let lead = self.lead;
            let moved = if lead > 0 { format!("    a{index} = (char *)a{index} + {lead};\n") } else { String::new() };
            return format!(
                "    void *a{index} = __builtin_malloc({n});\n    __builtin_memcpy(a{index}, (const unsigned char[]){data}, {n});\n{moved}"
            );
        }
        format!(
            "    {ty} a{index};\n    __builtin_memcpy(&a{index}, (const unsigned char[]){data}, sizeof a{index} < {n} ? sizeof a{index} : {n});\n"
        )
    }
}

/// The objects that only pointers in others point to, and these pointers.
fn linked(test: &Test, n_arguments: usize, checks: Checks) -> String {
    let mut text = String::new();
    let mut objects: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for input in &test.inputs {
        if let TestInputKind::Pointee(index) = input.kind
            && (n_arguments..HistoryCall::STRIDE as usize).contains(&(index as usize))
        {
            objects.entry(index as usize).or_default().extend(&input.bytes.0);
        }
    }
    for (index, bytes) in objects {
        let ty = "void *".to_owned();
        let object = Argument { machine: index, target: None, ty, pointer: true, lead: 0, bytes, value: None };
        text.push_str(&object.declaration(index, checks));
    }
    for input in &test.inputs {
        if let TestInputKind::Link { from, offset, to } = input.kind {
            let target = to.map_or_else(|| "(void *)0".to_owned(), |to| format!("a{to}"));
            let _ = writeln!(text, "    *(void **)((char *)a{from} + {offset}) = {target};");
        }
    }
    text
}

/// The arguments, numbered from `first` on, by the source's parameters: a struct or a wide integer in registers is one here and two to the
/// machine.
fn arguments(module: &Module, test: &Test, function: &Function, first: usize) -> Option<Vec<Argument>> {
    let mut given: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for input in &test.inputs {
        if let TestInputKind::Parameter(index) | TestInputKind::Pointee(index) = input.kind {
            given.entry(index as usize).or_default().extend(&input.bytes.0);
        }
    }
    let SourceType::Function { params, .. } = &module.source_types[function.source_type?] else { return None };
    let mut machine = (0..function.params.len()).filter(|index| !function.params[*index].sret);
    let mut arguments = Vec::new();
    let is_linked = test.inputs.iter().any(|input| matches!(input.kind, TestInputKind::Link { .. }));
    // Objects are numbered as the machine's parameters are.
    if is_linked
        && first == 0
        && (params.len() != function.params.len() || function.params.iter().any(|param| param.sret))
    {
        return None;
    }
    for param in params {
        let index = machine.next()?;
        let mut data = given.remove(&(first + index)).unwrap_or_default();
        let stripped = &module.source_types[strip(module, *param)];
        let pointer = matches!(stripped, SourceType::Pointer { .. });
        let in_one = module.types.store_size(function.locals[function.params[index].local].ty);
        if let SourceType::Record { size, .. } | SourceType::Int { size, .. } = stripped
            && function.params[index].byval.is_none()
            && *size > 8
            && in_one <= 8
        {
            data.resize(8, 0);
            data.extend(given.remove(&(first + machine.next()?)).unwrap_or_default());
        }
        let ty = if pointer { "void *".to_owned() } else { c_type(module, unqualified(module, *param))? };
        let value = asserted(module, Some(*param), &data);
        let callback = callback_name(&function.name, index);
        let passed = module.function(&callback).map(|_| passed_function(index, &callback));
        let target = pointer.then(|| target(test, first + index, &arguments).or(passed)).flatten();
        let lead = lead(test, first + index);
        arguments.push(Argument { machine: index, target, ty, pointer, lead, bytes: data, value });
    }
    machine.next().is_none().then_some(arguments)
}

/// The address of a function that answers for a caller's, which has no declaration.
fn passed_function(index: usize, callback: &str) -> String {
    let own = format!("incise_test_passed_{index}");
    format!("({{ extern void {own}(void) __asm__(\"{callback}\"); (void *){own}; }})")
}

/// How many bytes of the object behind an argument lie before where it points, since another argument points there.
fn lead(test: &Test, index: usize) -> u32 {
    let before = test.inputs.iter().map(|input| match input.kind {
        TestInputKind::Beside(_, other, bytes) if other as usize == index && bytes < 0 => bytes.unsigned_abs(),
        _ => 0,
    });
    before.max().unwrap_or(0)
}

/// What a pointer argument is that has no object of its own.
fn target(test: &Test, index: usize, before: &[Argument]) -> Option<String> {
    test.inputs.iter().find_map(|input| match input.kind {
        TestInputKind::Null(number) if number as usize == index => Some(String::from("(void *)0")),
        TestInputKind::Same(number, other) if number as usize == index => {
            before.iter().position(|argument| argument.machine == other as usize).map(|at| format!("a{at}"))
        }
        TestInputKind::Beside(number, other, bytes) if number as usize == index => {
            let other = before.iter().position(|argument| argument.machine == other as usize)?;
            Some(format!("(char *)a{other} + ({bytes})"))
        }
        _ => None,
    })
}

/// A variable that is filled in later must not be `const`.
fn unqualified(module: &Module, mut ty: SourceTypeId) -> SourceTypeId {
    while let SourceType::Qualified { ty: inner, .. } = &module.source_types[ty] {
        ty = *inner;
    }
    ty
}

fn gives_value(module: &Module, function: &Function) -> bool {
    result_type(module, function).is_some_and(|ty| module.source_types[strip(module, ty)] != SourceType::Void)
}

/// How a result is printed: a format with its argument.
fn printed(module: &Module, ty: SourceTypeId) -> Option<(&'static str, &'static str)> {
    match &module.source_types[strip(module, ty)] {
        SourceType::Int { signed: true, size, .. } | SourceType::Enum { signed: true, size, .. } if *size <= 8 => {
            Some(("%lld", "(long long)result"))
        }
        SourceType::Int { size, .. } | SourceType::Enum { size, .. } if *size <= 8 => {
            Some(("%llu", "(unsigned long long)result"))
        }
        SourceType::Float { size, .. } if *size <= 8 => Some(("%.17g", "(double)result")),
        SourceType::Float { .. } => Some(("%.21Lg", "(long double)result")),
        _ => None,
    }
}
