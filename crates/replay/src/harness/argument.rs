//! The part of a C harness that makes the arguments of a function.

use super::program::{Checks, bytes};
use crate::test::{Test, TestInputKind};
use crate::value::{c_type, strip};
use incise_engine::{HistoryCall, given_file};
use incise_ir::{Function, Module, SourceType, SourceTypeId, callback_name};
use std::collections::BTreeMap;
use std::fmt::Write;

/// An integer that C can write down.
pub(crate) fn asserted(module: &Module, ty: Option<SourceTypeId>, bytes: &[u8]) -> Option<String> {
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

/// An argument as the harness makes it.
pub(crate) struct Argument {
    /// Its number to the machine.
    pub(crate) machine: usize,
    /// A pointer to no object of its own: null or that of another argument.
    pub(crate) target: Option<String>,
    /// The type of the variable.
    ty: String,
    /// Whether the bytes are those of what it points to.
    pub(crate) pointer: bool,
    /// How many of them lie before where it points.
    pub(crate) lead: u32,
    bytes: Vec<u8>,
    /// The same as C writes it, if it is an integer.
    value: Option<String>,
}

impl Argument {
    pub(crate) fn declaration(&self, index: usize, checks: Checks) -> String {
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
pub(crate) fn linked(test: &Test, n_arguments: usize, checks: Checks) -> String {
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
pub(crate) fn arguments(module: &Module, test: &Test, function: &Function, first: usize) -> Option<Vec<Argument>> {
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
        TestInputKind::Stream(number) if number as usize == index => {
            let own = format!("incise_test_stream_{number}");
            let open = "extern void *incise_test_open(const char *, const char *) __asm__(\"fopen\");";
            Some(format!("({{ {open} void *{own} = incise_test_open(\"{}\", \"r+\"); {own}; }})", given_file(number)))
        }
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
