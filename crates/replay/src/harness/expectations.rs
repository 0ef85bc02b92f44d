//! The part of a C harness that compares what a function leaves behind: its result, globals, memory.

use super::argument::{Argument, asserted};
use super::global::{global_place, result_type};
use super::program::{Checks, bytes};
use crate::expected_memory::comparable;
use crate::native_difference::is_nan;
use crate::replayer::is_plain;
use crate::test::{ExpectedGlobal, ExpectedReached, FileInput, LinkTarget, ReachedFrom, Test, TestInputKind};
use crate::value::{string, strip};
use incise_ir::{FileId, Function, Module, SourceType, SourceTypeId};
use std::fmt::Write;

/// Compares what the function gives, a struct apart.
pub(crate) fn check_result(module: &Module, test: &Test, function: &Function, checks: Checks, body: &mut String) {
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
pub(crate) struct Globals<'a> {
    pub(crate) module: &'a Module,
    pub(crate) file: FileId,
    pub(crate) checks: Checks,
}

impl Globals<'_> {
    /// Compares one with what is expected; `text` gets its declaration.
    pub(crate) fn check(&self, global: &ExpectedGlobal, text: &mut String, body: &mut String) {
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

impl Globals<'_> {
    /// Compares what is reached through pointers, unless it was not seen.
    pub(crate) fn reached(
        &self,
        one: &ExpectedReached,
        arguments: &[Argument],
        has_result: bool,
        (text, body): (&mut String, &mut String),
    ) {
        if one.bytes.0.iter().all(Option::is_none) {
            return;
        }
        let start = match &one.from {
            ReachedFrom::Result => has_result.then(|| String::from("&result")),
            ReachedFrom::Errno => Some(String::from("&incise_test_errno")),
            ReachedFrom::Global(symbol) => global_place(self.module, symbol, self.file, text),
            ReachedFrom::Object(number) => own_object(arguments, *number),
        };
        let Some(start) = start else { return };
        let place = one.offsets.split_last().map(|(last, pointers)| {
            let at =
                pointers.iter().fold(start, |at, offset| format!("*(char *const *)((const char *)({at}) + {offset})"));
            format!("(const char *)({at}) + {last}")
        });
        if let Some(place) = place {
            let _ = writeln!(body, "    incise_test_check(\"{}\", {place}, {});", one.name, known(&one.bytes.0));
        }
    }
}

/// The variable that holds the address of an object of the test.
fn own_object(arguments: &[Argument], number: u32) -> Option<String> {
    match arguments.iter().position(|argument| argument.machine == number as usize) {
        Some(index) => (arguments[index].pointer && arguments[index].lead == 0).then(|| format!("a{index}")),
        None => Some(format!("a{number}")),
    }
}

/// The bytes that can be compared: padding, and the bits of a NaN, cannot.
fn without_open(module: &Module, ty: Option<SourceTypeId>, bytes: &[Option<u8>]) -> Vec<Option<u8>> {
    let plain: Vec<u8> = bytes.iter().map(|byte| byte.unwrap_or_default()).collect();
    let comparable = comparable(module, ty, &plain);
    bytes.iter().zip(comparable).map(|(byte, comparable)| byte.and(comparable)).collect()
}

/// Compares where pointers point.
pub(crate) fn links(test: &Test, arguments: &[Argument], has_result: bool, body: &mut String) {
    let own = |number: u32| own_object(arguments, number);
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
pub(crate) fn memory(test: &Test, arguments: &[Argument], has_result: bool, body: &mut String) {
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

/// Compares what files hold after the call.
pub(crate) fn files(test: &Test, text: &mut String, body: &mut String) {
    let left: Vec<&FileInput> = test.expected.files.iter().filter(|file| is_plain(&file.name)).collect();
    if left.is_empty() {
        return;
    }
    text.push_str(CHECK_FILE);
    body.push_str("    incise_test_flush(0);\n");
    for file in left {
        let (name, content) = (string(&file.name.0), bytes(&file.content.0));
        let n = file.content.0.len();
        let _ = writeln!(
            body,
            "    if (!incise_test_holds({name}, (const unsigned char[]){content}, {n})) incise_test_check_pointer({name}, 0);"
        );
    }
}

const CHECK_FILE: &str = r#"
int incise_test_open_file(const char *name, int flags) __asm__("open");

/* Whether a file holds this and no more. */
static int incise_test_holds(const char *name, const unsigned char *expected, long size) {
    int fd = incise_test_open_file(name, 0), holds = fd >= 0;
    long n = 0;
    for (unsigned char byte; holds && incise_test_read(fd, &byte, 1) == 1; n++) holds = n < size && byte == expected[n];
    return holds && n == size;
}
"#;

/// Bytes to compare with, -1 for any, and their number.
fn known(bytes: &[Option<u8>]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| byte.map_or("-1".to_owned(), |byte| byte.to_string())).collect();
    format!("(const short[]){{{}}}, {}", numbers.join(", "), bytes.len())
}

pub(crate) const CHECK: &str = r#"
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
    __builtin_printf("%s is not as expected\n", name);
    incise_test_failed = 1;
}
"#;

pub(crate) const ASSERT: &str = r#"
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
