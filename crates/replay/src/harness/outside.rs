//! The part of a C harness that puts functions where pointers in a test's memory lead: code at these addresses goes to stubs.
//!
//! The memory of the test stays as it is, so that it can be compared byte by byte with what native runs showed.

use crate::test::{Test, TestInput};
use incise_ir::{Function, Module};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A function to which a pointer in the test leads.
pub(crate) struct Outside<'a> {
    /// Its address.
    pub(crate) address: u64,
    /// What its calls are called.
    pub(crate) name: &'a str,
    /// The declaration that has its type.
    pub(crate) function: &'a Function,
}

/// The functions of a test, by address; an error message where the program has no such type.
pub(crate) fn outside<'a>(module: &'a Module, test: &'a Test) -> Result<Vec<Outside<'a>>, String> {
    let mut found = BTreeMap::new();
    for (address, one) in test.inputs.iter().flat_map(TestInput::pointed_to) {
        let function = module.function(&one.function).map(|id| &module.functions[id]);
        let function = function.ok_or_else(|| format!("the program has no function of the type of {}", one.name))?;
        found.insert(address, Outside { address, name: &one.name, function });
    }
    Ok(found.into_values().collect())
}

/// Writes what puts functions in their places before anything runs, each with the name of its stub.
pub(crate) fn places(functions: &[(u64, String)], text: &mut String) {
    if functions.is_empty() {
        return;
    }
    text.push_str(PUT);
    text.push_str("\n__attribute__((constructor(101))) static void incise_test_outside(void) {\n");
    for (address, stub) in functions {
        let _ = writeln!(text, "    incise_test_place({address:#x}, (void *){stub});");
    }
    text.push_str("}\n");
}

/// As `put` of runtime/replay/outside.c.
const PUT: &str = r#"
/* Functions that pointers of the test lead to are at the addresses that its memory holds. */
#ifndef __x86_64__
#error "functions from outside are for x86-64; use incise replay"
#endif
void *incise_test_map(void *at, unsigned long size, int access, int flags, int file, long offset) __asm__("mmap");

static void incise_test_place(unsigned long address, void *function) {
    unsigned char code[] = {0xf3, 0x0f, 0x1e, 0xfa, 0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe3};
    __builtin_memcpy(code + 6, &function, sizeof function);
    void *page = (void *)(address & ~4095UL);
    /* readable, writable, executable; private, anonymous, at this address and nowhere else */
    if (incise_test_map(page, 4096, 7, 0x100022, -1, 0) != page) incise_test_stop("a function has no place", 98);
    __builtin_memcpy((void *)address, code, sizeof code);
}
"#;
