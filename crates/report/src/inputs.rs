//! Inputs and outputs of a path by their names in the source, and the call that a source would make with them.

use crate::value::{escaped, input_value, scalar};
use incise_engine::{
    ALLOCATION, CALLS, Decision, FILES, HistoryCall, InputKind, InputValue, PathRecord, parameter_name,
};
use incise_ir::{GlobalId, Module, SourceType, SourceTypeId, TermKind};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The inputs by name; a stream is cut to the size that the path gives it.
pub fn inputs(module: &Module, record: &PathRecord) -> Map<String, Value> {
    let size_of = |name: &str| {
        let wanted = format!("{name}.size");
        record.inputs.iter().find(|input| input.name == wanted).map(|input| input.parts[0].value as usize)
    };
    // A pointer to a new object is followed by the object.
    let n_arguments = argument_count(record);
    let is_shown = |(number, input): &(usize, &InputValue)| match input.kind {
        InputKind::Argument(index) => n_arguments.is_none_or(|count| u128::from(index) < count),
        InputKind::StreamSize | InputKind::Call | InputKind::FileName | InputKind::Stream(_) => false,
        InputKind::Link(_, _, Some(to)) => {
            record.inputs[..*number].iter().any(|before| before.kind == InputKind::Pointee(to))
        }
        _ => true,
    };
    let shown = record.inputs.iter().enumerate().filter(is_shown);
    shown
        .map(|(_, input)| {
            let value = match (input.kind, size_of(&input.name)) {
                (InputKind::Null(_) | InputKind::Link(_, _, None), _) => Value::Null,
                (InputKind::Same(_, other) | InputKind::Link(_, _, Some(other)), _) => json!(pointer_to(record, other)),
                (InputKind::Beside(_, other, bytes), _) => {
                    json!(moved(&pointer_to(record, other), bytes, element_size(record, other)))
                }
                (_, Some(size)) => json!(escaped(&input.bytes[..size.min(input.bytes.len())])),
                (_, None) => input_value(module, input),
            };
            (input_name(record, input), value)
        })
        .collect()
}

/// A pointer and so many bytes, as C adds elements to it.
pub(crate) fn moved(pointer: &str, bytes: i32, unit: u32) -> String {
    let (sign, n_elements) = (if bytes < 0 { '-' } else { '+' }, bytes.unsigned_abs() / unit.max(1));
    format!("{pointer} {sign} {n_elements}")
}

/// Bytes of an element of the array that a parameter points to.
fn element_size(record: &PathRecord, object: u32) -> u32 {
    let input = record.inputs.iter().find(|input| input.kind == InputKind::Pointee(object));
    input.map_or(1, |input| input.bytes.len() as u32)
}

/// A stream that the caller gives, with what it holds if that is read.
fn stream_text(name: &str, contents: Option<String>) -> String {
    contents.map_or_else(|| format!("{name}=stream"), |text| format!("{name}=stream of {text}"))
}

/// Whether a name is that of a stream which the caller gives.
fn is_stream(record: &PathRecord, name: &str) -> bool {
    record
        .inputs
        .iter()
        .any(|input| matches!(input.kind, InputKind::Stream(_)) && input.name.strip_prefix('*') == Some(name))
}

/// Whether a file can be opened, in words.
fn opened_text(name: &str, answer: &[u8]) -> Option<String> {
    let file = name.split_once("file(").map_or(name, |(_, rest)| rest);
    let (file, asked) = file.rsplit_once(").").unwrap_or((file, ""));
    match (answer.iter().any(|byte| *byte != 0), asked.starts_with("created")) {
        (false, false) => Some(format!("no file {file}")),
        (false, true) => Some(format!("no way to make {file}")),
        (true, _) => Some(format!("a file {file}")),
    }
}

/// How many arguments the program is given, its name among them, if an input says so.
fn argument_count(record: &PathRecord) -> Option<u128> {
    let count = record.inputs.iter().find(|input| input.kind == InputKind::ArgumentCount)?;
    Some(count.parts[0].value)
}

/// The parameter that points to an object.
fn pointer_to(record: &PathRecord, object: u32) -> String {
    let input = record.inputs.iter().find(|input| input.kind == InputKind::Pointee(object));
    let name = input.map(|input| input.name.trim_start_matches('*')).unwrap_or_default();
    name.rsplit_once('[').map_or(name, |(name, _)| name).to_owned()
}

/// The name of an input as conditions have it: a parameter has its own, and a global that it hides is `::name`.
fn input_name(record: &PathRecord, input: &InputValue) -> String {
    let base = |input: &InputValue| input.name.split('#').next().unwrap_or_default().to_owned();
    let own = base(input);
    let is_parameter = |other: &InputValue| matches!(other.kind, InputKind::Parameter(_)) && base(other) == own;
    let is_pointer = |other: &InputValue| {
        let pointer = other.name.trim_start_matches('*').split(['[', '#', '.', '-']).next();
        matches!(other.kind, InputKind::Pointee(_) | InputKind::Null(_)) && pointer == Some(own.as_str())
    };
    match input.kind {
        // Two registers can hold parts of one struct.
        InputKind::Parameter(_) if record.inputs.iter().find(|other| is_parameter(other)) == Some(input) => own,
        InputKind::Global(_) if record.inputs.iter().any(|other| is_parameter(other) || is_pointer(other)) => {
            format!("::{own}")
        }
        _ => input.name.clone(),
    }
}

/// Globals after the call, and what was printed.
pub fn outputs(module: &Module, record: &PathRecord) -> BTreeMap<String, Value> {
    let mut outputs = BTreeMap::new();
    for (stream, bytes) in &record.output {
        let name = match *stream {
            1 => String::from("stdout"),
            2 => String::from("stderr"),
            CALLS => String::from("calls"),
            FILES => continue,
            other => format!("stream {other}"),
        };
        outputs.insert(name, json!(String::from_utf8_lossy(bytes)));
    }
    for (id, bytes) in &record.globals {
        let global = &module.globals[*id];
        if incise_ir::is_of_library(&global.source_name) {
            continue;
        }
        outputs.insert(global.source_name.clone(), bytes_value(module, global.source_type, bytes));
    }
    outputs
}

fn bytes_value(module: &Module, ty: Option<SourceTypeId>, bytes: &[u8]) -> Value {
    if matches!(bytes.len(), 1 | 2 | 4 | 8 | 16) {
        let value = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        return scalar(module, ty, value, bytes.len() as u32);
    }
    json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// A decision by its line: `12T`, `12F`, `20:case 3`, `20:default`.
pub fn decision_text(module: &Module, decision: &Decision) -> String {
    let function = &module.functions[decision.function];
    let terminator = &function.blocks[decision.block].terminator;
    let line = terminator.span.line;
    match &terminator.kind {
        TermKind::Switch { cases, .. } => match cases.get(decision.edge as usize) {
            Some((labels, _)) => format!("{line}:case {labels}"),
            None => format!("{line}:default"),
        },
        _ => format!("{line}{}", if decision.edge == 0 { 'T' } else { 'F' }),
    }
}

/// Whether an input is a plain `char`.
fn is_char(module: &Module, input: &InputValue) -> bool {
    let mut ty = input.source_type;
    while let Some(id) = ty {
        match &module.source_types[id] {
            SourceType::Qualified { ty: inner, .. } => ty = Some(*inner),
            SourceType::Int { name, .. } => return name == "char",
            _ => return false,
        }
    }
    false
}

/// Letters up to a zero and only zeros from there on, as C writes them; nothing if there is no letter or one that cannot be read.
fn c_string(letters: &[u8]) -> Option<String> {
    let end = letters.iter().position(|&letter| letter == 0)?;
    let (text, rest) = letters.split_at(end);
    let is_text = !text.is_empty() && text.iter().all(|letter| (b' '..=b'~').contains(letter));
    (is_text && rest.iter().all(|&letter| letter == 0)).then(|| {
        let text: String = text.iter().map(|&letter| char::from(letter)).collect();
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    })
}

/// The calls that show a difference, from program start: `before`, by name, then the function.
pub fn call_sequence(module: &Module, before: &[String], function: &str, record: &PathRecord) -> String {
    let call_of = |input: &InputValue| match input.kind {
        InputKind::Parameter(number) | InputKind::Pointee(number) => number / HistoryCall::STRIDE,
        _ => 0,
    };
    let part = |number: u32| {
        let mut part = record.clone();
        part.inputs.retain(|input| call_of(input) == number);
        if number > 0 {
            // The call says whose parameter it is.
            part.inputs.iter_mut().for_each(|input| input.name = own_name(&input.name).to_owned());
        }
        part
    };
    let calls = before.iter().zip(1u32..).map(|(name, number)| call(module, name, &part(number)));
    repeated(calls.chain([call(module, function, &part(0))]).collect()).join("; ")
}

/// The name of a parameter without that of its call.
fn own_name(name: &str) -> &str {
    name.split_once('.').map_or(name, |(_, own)| own)
}

/// Equal calls that follow each other are written once.
pub fn repeated(calls: Vec<String>) -> Vec<String> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for call in calls {
        match found.last_mut() {
            Some((last, times)) if *last == call => *times += 1,
            _ => found.push((call, 1)),
        }
    }
    let text = |(call, times): (String, usize)| if times > 1 { format!("{times} × {call}") } else { call };
    found.into_iter().map(text).collect()
}

/// Whether a global holds these bytes where nobody sets it.
fn starts_as(module: &Module, id: GlobalId, bytes: &[u8]) -> bool {
    if module.globals.get(id).is_some_and(|global| global.is_outside()) {
        return false;
    }
    match module.globals.get(id).and_then(|global| global.init.as_ref()) {
        Some(init) if !init.is_zero() => init.packed_bytes().is_some_and(|start| start == bytes),
        _ => bytes.iter().all(|byte| *byte == 0),
    }
}

/// An array that is being put together: the object, its name, its elements.
type Growing = Option<(u32, String, Vec<String>)>;

/// Adds an array that has all its elements, characters as a string.
fn close(array: &mut Growing, letters: &[u8], arguments: &mut Vec<String>) {
    if let Some((_, name, mut elements)) = array.take() {
        if let Some(text) = c_string(letters).filter(|_| letters.len() == elements.len()) {
            arguments.push(format!("{name}={text}"));
            return;
        }
        let n_elements = elements.len();
        while elements.last().is_some_and(|element| element == "0") {
            elements.pop();
        }
        let rest = if elements.len() < n_elements { ["0"] } else { [""] };
        elements.extend(rest.iter().filter(|rest| !rest.is_empty()).map(|rest| format!("{rest}…")));
        arguments.push(format!("{name}={{{}}}", elements.join(", ")));
    }
}

/// The call that shows a difference: parameters by name, then the globals that are not as they start and the other inputs that are not 0.
pub fn call(module: &Module, function: &str, record: &PathRecord) -> String {
    let values = inputs(module, record);
    let shown = |value: &Value| match value {
        Value::String(text) => format!("\"{text}\""),
        other => other.to_string(),
    };
    let n_arguments = argument_count(record);
    let (mut arguments, mut others) = (Vec::new(), Vec::new());
    let mut shown_before: BTreeMap<u32, String> = BTreeMap::new();
    // Elements of one array are shown together, without the zeros at its end.
    let mut array: Growing = None;
    let mut letters: Vec<u8> = Vec::new();
    for input in &record.inputs {
        let name = input_name(record, input);
        let value = values.get(&name).map(&shown).unwrap_or_default();
        if let InputKind::Pointee(number) = input.kind
            && let Some((name, _)) = input.name.rsplit_once('[')
        {
            match &mut array {
                Some((known, _, elements)) if *known == number => elements.push(value),
                _ => {
                    close(&mut array, &letters, &mut arguments);
                    letters.clear();
                    array = Some((number, name.to_owned(), vec![value]));
                }
            }
            letters.extend(input.bytes.first().filter(|_| is_char(module, input)));
            continue;
        }
        close(&mut array, &letters, &mut arguments);
        let entry = format!("{name}={value}");
        match input.kind {
            InputKind::Null(_) => arguments.push(format!("{}=NULL", input.name)),
            InputKind::Same(_, other) => {
                let other = module.function(function).map(|id| parameter_name(&module.functions[id], other as usize));
                arguments.push(format!("{}={}", input.name, other.unwrap_or_default()));
            }
            InputKind::Beside(_, other, bytes) => {
                let other = moved(&pointer_to(record, other), bytes, element_size(record, other));
                arguments.push(format!("{}={other}", input.name));
            }
            // What follows it shows where it leads.
            InputKind::Link(_, _, to) => {
                let to = to.and_then(|to| shown_before.get(&to));
                arguments.extend(to.map(|to| format!("{}={to}", input.name)));
            }
            InputKind::Pointee(number) => {
                let pointer = input.name.trim_start_matches('*');
                shown_before.insert(number, pointer.split('[').next().unwrap_or(pointer).to_owned());
                arguments.push(entry);
            }
            InputKind::Parameter(_) => {
                // Two registers can hold parts of one struct, which are shown together.
                let first = name.split_once('#').map(|(base, _)| format!("{base}={{"));
                let part = value.strip_prefix('{');
                match (first, part, arguments.last_mut()) {
                    (Some(first), Some(part), Some(last)) if last.starts_with(&first) && last.ends_with('}') => {
                        last.pop();
                        let _ = write!(last, ",{part}");
                    }
                    _ => arguments.push(entry),
                }
            }
            InputKind::StreamSize | InputKind::Call | InputKind::FileName => {}
            InputKind::Stream(number) => {
                let name = input.name.trim_start_matches('*');
                shown_before.insert(number, name.to_owned());
                arguments.push(stream_text(name, values.get(name).map(&shown)));
            }
            InputKind::File if is_stream(record, &input.name) => {}
            // A file that is there is shown with what is read from it.
            InputKind::FileOpened => others.extend(opened_text(&input.name, &input.bytes)),
            InputKind::ArgumentCount => arguments.push(entry),
            InputKind::Argument(index) if n_arguments.is_some() => {
                arguments.extend(n_arguments.is_some_and(|count| u128::from(index) < count).then_some(entry));
            }
            InputKind::Global(id) if starts_as(module, id, &input.bytes) => {}
            InputKind::Global(_) => others.push(entry),
            // Memory that was refused is what matters, not memory that was given.
            _ if input.name.starts_with(ALLOCATION) => {
                let is_refused = input.bytes.iter().all(|byte| *byte == 0);
                others.extend(is_refused.then_some(entry));
            }
            _ if input.bytes.iter().all(|byte| *byte == 0) => {}
            _ => others.push(entry),
        }
    }
    close(&mut array, &letters, &mut arguments);
    let with = if others.is_empty() { String::new() } else { format!(" with {}", others.join(", ")) };
    format!("{function}({}){with}", arguments.join(", "))
}
