//! The part of a C harness that stands for functions without a body: each gives the answers of the test, in the order of the calls, and
//! compares its arguments with those that a native run showed.
//!
//! # Deviations
//! 1. What a C declaration cannot express portably (vectors, small structs in memory) is not answered: such a function, and one of
//!    another version, ends the test when it is called.
//! 2. Arguments behind the declared ones of a variadic function are not compared.
//! 3. A function that the harness itself needs is the system's.
//! 4. Where a test has no answers for a function, since its result was any value, the harness ends with 77 when it is called.

use super::outside::{self, outside};
use super::program::{HarnessProgram, bytes};
use crate::stubs::answered;
use crate::test::{Test, TestInputKind};
use crate::value::string;
use incise_ir::library;
use incise_ir::{FloatKind, Function, Module, Type, TypeId, is_pointed_to};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Whether an input is what a function without a body gives or leaves in memory.
pub(crate) fn is_answer(test: &Test, index: usize) -> bool {
    let name = &test.inputs[index].name;
    let calls = test.inputs[..index].iter().filter(|input| input.kind == TestInputKind::Call);
    calls.filter_map(|input| input.name.strip_suffix(".call")).any(|call| is_of(name, call))
}

fn is_of(name: &str, call: &str) -> bool {
    name.strip_prefix(call).is_some_and(|rest| rest.is_empty() || rest.starts_with(".arg"))
}

/// The names of the functions that a program leaves to its harness.
pub fn unanswered_names(own: &Module, linked: &Module) -> Vec<String> {
    declared(own, linked).into_iter().map(|function| function.name.clone()).collect()
}

fn declared<'a>(own: &'a Module, linked: &Module) -> Vec<&'a Function> {
    let has_model = |name: &str| {
        incise_engine::is_modelled(name)
            || linked.function(name).is_some_and(|id| !linked.functions[id].is_declaration())
    };
    let mut functions = answered(own, &has_model);
    functions.retain(|function| {
        !library::facts(&function.name).used_by_harness
            && crate::markers::definition(own, function).is_none()
            && !is_builtin(&function.name)
    });
    functions
}

/// Whether the compiler or its runtime has it.
fn is_builtin(name: &str) -> bool {
    name.starts_with("__builtin_") || name.starts_with("__atomic_") || name.starts_with("__sync_")
}

/// Writes the calls that are expected and the functions that answer them; gives the number of calls.
pub(crate) fn calls(program: HarnessProgram<'_>, test: &Test, text: &mut String) -> usize {
    let functions = declared(program.own, program.linked);
    let is_own = |name: &String| program.own.function(name).is_some();
    let others: Vec<&String> = program.others.iter().filter(|name| !is_own(name)).collect();
    let outside = match outside(program.own, test) {
        Ok(outside) => outside,
        Err(reason) => {
            let _ = writeln!(text, "#error \"{reason}; use incise replay\"");
            Vec::new()
        }
    };
    if functions.is_empty() && others.is_empty() && outside.is_empty() {
        return 0;
    }
    let rows = expected_calls(test);
    text.push_str(
        "\n/* Calls of functions without a body: what is looked at, what is passed (-1: anything), the answers. */\n",
    );
    text.push_str(
        "static const struct incise_test_call {\n    const char *name;\n    const unsigned char *shape;\n    ",
    );
    text.push_str("unsigned long n_shape;\n    const short *passed;\n    unsigned long n_passed;\n    ");
    text.push_str("const unsigned char *answers;\n    unsigned long n_answers;\n} incise_test_calls[] = {\n");
    for row in &rows {
        text.push_str(&row.text);
    }
    text.push_str("    {0, 0, 0, 0, 0, 0, 0},\n};\n");
    let _ = writeln!(text, "static const unsigned incise_test_calls_size = {};", rows.len());
    text.push_str(EVENT);
    text.push_str(&copied_types(&functions));
    let n_named = functions.len() + others.len();
    for (number, function) in functions.iter().enumerate() {
        let is_open =
            test.expected.guesses.contains(&function.name) && !rows.iter().any(|row| row.function == function.name);
        text.push_str(&if is_open {
            open(&function.name, number)
        } else {
            stub(program.own, function, (&function.name, number))
        });
    }
    for (number, name) in others.into_iter().enumerate() {
        text.push_str(&unexpected(name, functions.len() + number));
    }
    let mut places = Vec::new();
    for (one, number) in outside.iter().zip(n_named..) {
        text.push_str(&stub(program.own, one.function, (one.name, number)));
        places.push((one.address, stub_name(number)));
    }
    outside::places(&places, text);
    rows.len()
}

/// A call that is expected.
struct Row {
    function: String,
    text: String,
}

/// The calls of a test as rows of the table.
fn expected_calls(test: &Test) -> Vec<Row> {
    let calls = test.inputs.iter().filter(|input| input.kind == TestInputKind::Call);
    let named: Vec<(&str, &[u8])> =
        calls.filter_map(|input| Some((input.name.strip_suffix(".call")?, input.bytes.0.as_slice()))).collect();
    // What was seen is of these calls only if there are as many.
    let seen = test.expected.calls.as_deref().filter(|calls| calls.len() == named.len()).unwrap_or_default();
    let mut rows = Vec::new();
    for (index, (call, shape)) in named.iter().enumerate() {
        let function = call.rsplit_once('#').map_or(*call, |(function, _)| function);
        let passed: Vec<Option<u8>> = match seen.get(index) {
            Some(line) if line.split(' ').next() == Some(function) => {
                line.split(' ').skip(1).flat_map(digits).collect()
            }
            _ => Vec::new(),
        };
        let answers: Vec<u8> = test
            .inputs
            .iter()
            .filter(|input| input.kind == TestInputKind::Environment && is_of(&input.name, call))
            .flat_map(|input| input.bytes.0.clone())
            .collect();
        let known: Vec<String> = passed.iter().map(|byte| byte.map_or(-1, i16::from).to_string()).collect();
        let known = if known.is_empty() { String::from("0") } else { known.join(", ") };
        let text = format!(
            "    {{{}, (const unsigned char[]){}, {}, (const short[]){{{known}}}, {}, (const unsigned char[]){}, {}}},\n",
            string(function.as_bytes()),
            bytes(shape),
            shape.len(),
            passed.len(),
            bytes(&answers),
            answers.len()
        );
        rows.push(Row { function: function.to_owned(), text });
    }
    rows
}

/// Two characters a byte, `??` for any.
fn digits(word: &str) -> Vec<Option<u8>> {
    let word = word.strip_prefix('*').unwrap_or(word).as_bytes();
    let byte = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
    word.chunks(2).map(byte).collect()
}

/// The definition of a function by what its calls are called.
fn stub(module: &Module, function: &Function, (called, number): (&str, usize)) -> String {
    let Some((result, params)) = signature(module, function) else { return unexpected(called, number) };
    let sret = function.params.first().is_some_and(|param| param.sret);
    let list: Vec<String> = params.iter().enumerate().map(|(index, ty)| format!("{ty} a{index}")).collect();
    let list = match (list.is_empty(), function.variadic) {
        (true, _) => String::from("void"),
        (false, true) => list.join(", ") + ", ...",
        (false, false) => list.join(", "),
    };
    let name = stub_name(number);
    let label = string(called.as_bytes());
    let size_of = |index: usize| module.types.store_size(function.locals[function.params[index].local].ty);
    let is_copied = |index: usize| function.params[index].byval.is_some();
    let mut body = String::new();
    for index in (0..params.len()).filter(|index| is_copied(*index)) {
        let _ = writeln!(body, "    void *p{index} = &a{index};");
    }
    let places: Vec<String> = (0..params.len())
        .map(|index| if is_copied(index) { format!("&p{index}, ") } else { format!("&a{index}, ") })
        .collect();
    let sizes: Vec<String> = (0..params.len()).map(|index| format!("{}, ", size_of(index))).collect();
    let _ = writeln!(body, "    void *const args[] = {{{}0}};", places.concat());
    let _ = writeln!(body, "    const unsigned long sizes[] = {{{}0}};", sizes.concat());
    let n = params.len();
    let event =
        |result: &str, size: &str| format!("    incise_test_event({label}, {n}, args, sizes, {result}, {size});\n");
    if function.noreturn {
        body.push_str(&event("0", "0"));
        body.push_str("    incise_test_leave(0);\n");
    } else if result == "void" || sret {
        body.push_str(&event("0", "0"));
        if sret {
            body.push_str("    return a0;\n");
        }
    } else {
        let _ = writeln!(body, "    {result} result;");
        body.push_str(&event("&result", "sizeof result"));
        body.push_str("    return result;\n");
    }
    let linked = if is_pointed_to(&function.name) { String::new() } else { format!(" __asm__({label})") };
    format!("\n{result} {name}({list}){linked};\n{result} {name}({list}) {{\n{body}}}\n")
}

fn stub_name(number: usize) -> String {
    format!("incise_test_function_{number}")
}

/// The types of structs that are passed in memory.
fn copied_types(functions: &[&Function]) -> String {
    let copied = functions.iter().flat_map(|function| function.params.iter().filter_map(|param| param.byval));
    let sizes: BTreeSet<(u64, u64)> = copied.map(|(size, align)| (size, u64::from(align.max(8)))).collect();
    let define = |(size, align): &(u64, u64)| {
        format!(
            "struct incise_test_copy_{size}_{align} {{ unsigned char bytes[{size}]; }} __attribute__((aligned({align})));\n"
        )
    };
    sizes.iter().map(define).collect()
}

/// A function that is not to be called.
fn unexpected(name: &str, number: usize) -> String {
    stopping(name, number, &format!("{name} is called, which is not expected"), 1)
}

/// A function that may be called, and that the test has no answers for: nothing can be told then.
fn open(name: &str, number: usize) -> String {
    let comment = format!("\n/* The test does not say what {name} gives: where it is called, nothing is compared. */");
    comment + &stopping(name, number, &format!("the test has no answer for a call of {name}"), 77)
}

fn stopping(name: &str, number: usize, why: &str, status: u8) -> String {
    let (label, why) = (string(name.as_bytes()), string(why.as_bytes()));
    let own = stub_name(number);
    format!("\nvoid {own}(void) __asm__({label});\nvoid {own}(void) {{\n    incise_test_stop({why}, {status});\n}}\n")
}

/// The C types that travel as the machine's do; nothing where there are none.
fn signature(module: &Module, function: &Function) -> Option<(String, Vec<String>)> {
    let mut params = Vec::new();
    for (index, param) in function.params.iter().enumerate() {
        params.push(match param.byval {
            Some((size, align)) if size > 16 => {
                format!("struct incise_test_copy_{size}_{}", align.max(8))
            }
            Some(_) => return None,
            None if param.sret && index > 0 => return None,
            None => c_type(module, function.locals[param.local].ty, param.signed)?,
        });
    }
    if function.variadic && params.is_empty() {
        return None;
    }
    let result = match function.params.first() {
        Some(param) if param.sret => String::from("void *"),
        _ if *module.types.get(function.ret) == Type::Void || function.noreturn => String::from("void"),
        _ => c_type(module, function.ret, crate::markers::is_signed(module, function))?,
    };
    Some((result, params))
}

fn c_type(module: &Module, ty: TypeId, signed: bool) -> Option<String> {
    let integer = |name: &str| format!("{}{name}", if signed { "signed " } else { "unsigned " });
    Some(match module.types.get(ty) {
        Type::Int(1) => String::from("_Bool"),
        Type::Int(..=8) => integer("char"),
        Type::Int(..=16) => integer("short"),
        Type::Int(..=32) => integer("int"),
        Type::Int(..=64) => integer("long"),
        Type::Int(128) => integer("__int128"),
        Type::Float(FloatKind::Float) => String::from("float"),
        Type::Float(FloatKind::Double) => String::from("double"),
        Type::Float(FloatKind::X87) => String::from("long double"),
        Type::Ptr => String::from("void *"),
        _ => return None,
    })
}

/// As `__incise_event` of runtime/replay/replay.c.
const EVENT: &str = r#"
static void incise_test_passed(const struct incise_test_call *call, unsigned long *at, const unsigned char *seen, unsigned long n) {
    for (unsigned long i = 0; i < n && *at < call->n_passed; i++, ++*at)
        if (call->passed[*at] >= 0 && call->passed[*at] != seen[i]) {
            __builtin_printf("incise test: a call of %s passes something else than is expected\n", call->name);
            incise_test_stop("a call differs", 1);
        }
}

static void incise_test_answer(const struct incise_test_call *call, unsigned long *at, void *to, unsigned long n) {
    if (call->n_answers - *at < n) incise_test_stop("an answer has another size", 97);
    __builtin_memcpy(to, call->answers + *at, n);
    *at += n;
}

__attribute__((unused)) static void incise_test_event(
    const char *name, int n_args, void *const *args, const unsigned long *sizes, void *result, unsigned long size) {
    unsigned number = incise_test_seen->n_calls;
    if (number >= incise_test_calls_size || __builtin_strcmp(incise_test_calls[number].name, name)) {
        __builtin_printf("incise test: a call of %s is not expected\n", name);
        incise_test_stop("a call differs", 1);
    }
    incise_test_seen->n_calls = number + 1;
    const struct incise_test_call *call = &incise_test_calls[number];
    struct { void *memory; unsigned long size; } answered[64];
    unsigned long at = 0, passed = 0, n_answered = 0, n_given = 0;
    for (int i = 0; i < n_args && at + 4 <= call->n_shape; i++) {
        unsigned behind;
        __builtin_memcpy(&behind, call->shape + at, 4);
        at += 4;
        if (behind == 0xffffffff) {
            incise_test_passed(call, &passed, args[i], sizes[i]);
            continue;
        }
        void *memory;
        __builtin_memcpy(&memory, args[i], sizeof memory);
        unsigned long n = behind & 0x7fffffff;
        if (!memory) incise_test_stop("a null pointer is passed where memory is expected", 1);
        incise_test_passed(call, &passed, memory, n);
        at += n;
        if (behind >> 31 && n_answered < 64) {
            answered[n_answered].memory = memory;
            answered[n_answered++].size = n;
        }
    }
    if (size) incise_test_answer(call, &n_given, result, size);
    for (unsigned long i = 0; i < n_answered; i++) incise_test_answer(call, &n_given, answered[i].memory, answered[i].size);
}
"#;
