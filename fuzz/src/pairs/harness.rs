//! The C text that runs both versions on many inputs and says where they differ.
//!
//! Both versions are included in one file, their names prefixed. A run starts from the input's globals and memory, and what ends it
//! (a trap of the sanitizer, `exit`, `abort`, a failed assertion) jumps back. Standard input of the checker is a list of 64-bit slots.
//! It prints a line for each input: `0` the versions do the same, `1` they differ, `2` it cannot be said (another NaN), `3` a version has undefined behaviour that was not meant,
//! `4` both stop early in the same way; then, for each set of conditions, the first that is true of the input, or -1.
//! Called with the number of an input, it prints what both versions did with it.

use super::ast::{ENTRY, Program, Shape, TABLE, Type, Variable};
use super::inputs::{Part, Slot, slots_of};
use super::pair::Pair;
use super::print::parameter;
use crate::generate::Source;

/// The part that is the same for all pairs.
const PRELUDE: &str = include_str!("checker.c");

/// The checker of a pair, with sets of conditions over its inputs.
pub fn text(pair: &Pair, slots: &[Slot], conditions: &[Vec<String>]) -> String {
    let mut out = Source::default();
    out.line(PRELUDE);
    version(&mut out, "base", &pair.base);
    version(&mut out, "mod", &pair.modified);
    for name in ["printf", "putchar", "exit", "abort"] {
        out.line(format!("#undef {name}"));
    }
    for (prefix, program) in [("base", &pair.base), ("mod", &pair.modified)] {
        run(&mut out, prefix, program, pair, slots);
    }
    for (set, conditions) in conditions.iter().enumerate() {
        for (index, condition) in conditions.iter().enumerate() {
            covered(&mut out, &format!("covered_{set}_{index}"), condition, pair, slots);
        }
        out.open(format!("static int covered_{set}(const uint64_t *slot)"));
        for index in 0..conditions.len() {
            // A condition that reads behind a null pointer is not about this input.
            out.line(format!("if (sigsetjmp(back, 0) == 0 && covered_{set}_{index}(slot)) return {index};"));
        }
        out.line("return -1;");
        out.close("");
    }
    out.open("int main(int argc, char **argv)");
    out.line("start();");
    out.line(format!("static uint64_t slot[{}];", slots.len().max(1)));
    out.line("static struct seen base, mod;");
    out.line("long wanted = argc > 1 ? atol(argv[1]) : -1;");
    out.open(format!("for (long at = 0; fread(slot, 8, {0}, stdin) == {0}; at++)", slots.len()));
    out.line("if (wanted >= 0 && at != wanted) continue;");
    out.line("run_base(slot, &base);");
    out.line("run_mod(slot, &mod);");
    out.line("if (wanted >= 0) { show(\"base\", &base); show(\"mod\", &mod); }");
    out.line("printf(\"%d\", compare(&base, &mod));");
    for set in 0..conditions.len() {
        out.line(format!("printf(\" %d\", covered_{set}(slot));"));
    }
    out.line("putchar('\\n');");
    out.close("");
    out.line("return 0;");
    out.close("");
    out.finish()
}

/// Names that both versions have.
fn names(program: &Program) -> Vec<&str> {
    let globals = program.globals.iter().map(|global| global.name.as_str());
    let functions = program.functions.iter().map(|function| function.name.as_str());
    globals.chain(functions).chain(["S", TABLE]).collect()
}

fn version(out: &mut Source, prefix: &str, program: &Program) {
    for name in names(program) {
        out.line(format!("#define {name} {prefix}_{name}"));
    }
    out.line(format!("#include \"{prefix}.c\""));
    for name in names(program) {
        out.line(format!("#undef {name}"));
    }
}

/// What a slot's number is as a C expression.
fn value(index: usize, ty: Type) -> String {
    match ty {
        Type::Float => format!("as_float(slot[{index}])"),
        Type::Double => format!("as_double(slot[{index}])"),
        _ => format!("({})slot[{index}]", ty.name()),
    }
}

fn access(variable: &str, part: &Part) -> String {
    match part {
        Part::Whole => variable.to_string(),
        Part::Element(index) => format!("{variable}[{index}]"),
        Part::Member(member) => format!("{variable}.{member}"),
        Part::Null => unreachable!("nothing is stored in whether a pointer is null"),
    }
}

/// The variable's own storage: parameters that are pointers have an object behind them.
fn storage(variable: &Variable, structure: &str) -> String {
    let name = &variable.name;
    match variable.shape {
        Shape::Array(ty, len) => format!("static {} {name}[{len}];", ty.name()),
        Shape::Struct => format!("static struct {structure} {name};"),
        _ => format!("static {};", parameter(variable)),
    }
}

fn run(out: &mut Source, prefix: &str, program: &Program, pair: &Pair, slots: &[Slot]) {
    let entry = program.entry();
    out.open(format!("static void run_{prefix}(const uint64_t *slot, struct seen *seen)"));
    for param in &entry.params {
        out.line(storage(param, &format!("{prefix}_S")));
    }
    for global in &program.globals {
        let name = format!("{prefix}_{}", global.name);
        out.line(format!("static __typeof__({name}) initial_{name};"));
        out.line("static int kept;".replace("kept", &format!("kept_{name}")));
        out.line(format!("if (!kept_{name}) {{ memcpy(&initial_{name}, &{name}, sizeof {name}); kept_{name} = 1; }}"));
        out.line(format!("memcpy(&{name}, &initial_{name}, sizeof {name});"));
    }
    for (index, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.part != Part::Null) {
        let global = pair.base.globals.iter().any(|global| global.name == slot.variable);
        let name = if global { format!("{prefix}_{}", slot.variable) } else { slot.variable.clone() };
        out.line(format!("{} = {};", access(&name, &slot.part), value(index, slot.ty)));
    }
    out.line(format!("static {} result;", entry.ty.name()));
    out.line("begin(seen);");
    let arguments: Vec<String> = entry.params.iter().map(|param| argument(param, slots)).collect();
    out.open("if (sigsetjmp(back, 0) == 0)");
    out.line(format!("result = {prefix}_{ENTRY}({});", arguments.join(", ")));
    out.line("seen->end = RETURN;");
    out.line("see(seen, (uint64_t)result, 0);");
    out.close("");
    for global in &program.globals {
        observe(out, program, global, &format!("{prefix}_{}", global.name));
    }
    for param in entry.params.iter().filter(|param| matches!(param.shape, Shape::Array(..) | Shape::Struct)) {
        observe(out, program, param, &param.name);
    }
    out.close("");
}

/// Which slot says that a parameter is null.
fn null_slot(param: &Variable, slots: &[Slot]) -> Option<usize> {
    slots.iter().position(|slot| slot.variable == param.name && slot.part == Part::Null)
}

/// What is passed for a parameter whose storage has its name.
fn argument(param: &Variable, slots: &[Slot]) -> String {
    let address = if param.shape == Shape::Struct { "&" } else { "" };
    match null_slot(param, slots) {
        Some(index) => format!("given(slot[{index}], {address}{})", param.name),
        None => param.name.clone(),
    }
}

fn observe(out: &mut Source, program: &Program, variable: &Variable, name: &str) {
    for slot in slots_of(program, variable) {
        let number = access(name, &slot.part);
        match slot.ty {
            Type::Float => out.line(format!("see(seen, from_float({number}), {number} != {number});")),
            Type::Double => out.line(format!("see(seen, from_double({number}), {number} != {number});")),
            _ => out.line(format!("see(seen, (uint64_t){number}, 0);")),
        }
    }
}

/// A condition over the inputs by their source names.
fn covered(out: &mut Source, function: &str, condition: &str, pair: &Pair, slots: &[Slot]) {
    let entry = pair.base.entry();
    out.open(format!("static int {function}(const uint64_t *slot)"));
    out.open("struct S");
    for (name, ty) in &pair.base.members {
        out.line(format!("{} {name};", ty.name()));
    }
    out.close(";");
    for variable in entry.params.iter().chain(&pair.base.globals) {
        // What a pointer points to is an object of another name.
        let null = null_slot(variable, slots).filter(|_| entry.params.contains(variable));
        let own = match null {
            Some(_) => Variable { name: format!("object_{}", variable.name), ..variable.clone() },
            None => variable.clone(),
        };
        out.line(storage(&own, "S"));
        let numbers = slots.iter().enumerate().filter(|(_, slot)| slot.variable == variable.name);
        for (index, slot) in numbers.filter(|(_, slot)| slot.part != Part::Null) {
            out.line(format!("{} = {};", access(&own.name, &slot.part), value(index, slot.ty)));
        }
        if let Some(index) = null {
            let address = if variable.shape == Shape::Struct { "&" } else { "" };
            out.line(format!("{} = slot[{index}] ? NULL : {address}{};", parameter(variable), own.name));
        }
        if !pair.global_inputs && pair.base.globals.contains(variable) {
            for (slot, initial) in slots_of(&pair.base, variable).iter().zip(&variable.init) {
                out.line(format!("{} = {initial};", access(&variable.name, &slot.part)));
            }
        }
    }
    out.line(format!("return ({condition}) != 0;"));
    out.close("");
}
