//! Tests that somebody has, and whether they fit a version: our JSON, KLEE's `.ktest`, or the rows of a CSV file whose header
//! names parameters and globals.

use crate::failure::Failure;
use crate::messages;
use incise_engine::{AliasCase, AnyArguments, Config, Entry, InputKind, Machine, Pointer, strip};
use incise_ir::{Function, Module, SourceType, SourceTypeId};
use incise_replay::{Bytes, KTest, Test, TestEntry, TestInputKind};
use incise_solver::{Solver, SolverConfig};
use std::path::{Path, PathBuf};

/// A test that somebody has.
#[derive(Clone)]
pub struct Given {
    /// Its file, with the row if it is one of several.
    pub name: String,
    /// What it calls; a table and KLEE's format do not say.
    pub entry: Option<TestEntry>,
    values: Values,
}

#[derive(Clone)]
enum Values {
    Test(Box<Test>),
    Objects(Vec<(String, Vec<u8>)>),
    Row(Vec<(String, String)>),
}

/// A test as a version takes it.
pub struct Fitted {
    /// What its pointer parameters are.
    pub alias_case: AliasCase,
    /// Its inputs, in the order in which the version asks for them.
    pub inputs: Vec<(String, Vec<u8>)>,
}

/// The tests of a folder, or of one file, in the order of their names.
pub fn read(path: &Path) -> Result<Vec<Given>, Failure> {
    let unreadable = |error: std::io::Error| messages::cannot_read(path, error);
    let mut files: Vec<PathBuf> = Vec::new();
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            files.push(entry.map_err(unreadable)?.path());
        }
        files.sort();
    } else {
        std::fs::metadata(path).map_err(unreadable)?;
        files.push(path.to_path_buf());
    }
    let mut found = Vec::new();
    for file in &files {
        let name = file.display().to_string();
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("json") => {
                let test = Test::read(file)?;
                if !test.entry.history().is_empty() {
                    let problem = "a test of several calls, which only `incise replay` and `incise bisect --test` take";
                    return Err(messages::wrong(&name, problem));
                }
                found.push(Given { name, entry: Some(test.entry.clone()), values: Values::Test(Box::new(test)) });
            }
            // Beside a test of ours it is the same test.
            Some("ktest") if !files.contains(&file.with_extension("json")) => {
                let bytes = std::fs::read(file).map_err(|error| messages::cannot_read(file, error))?;
                let test = KTest::parse(&bytes).map_err(|error| messages::wrong(&name, error))?;
                let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
                let objects = test.objects.into_iter().map(|object| (text(object.name), object.bytes)).collect();
                found.push(Given { name, entry: None, values: Values::Objects(objects) });
            }
            Some("csv") => found.extend(table(file)?),
            _ => {}
        }
    }
    if found.is_empty() {
        return Err(messages::wrong(path.display(), "no tests (.json, .ktest or .csv)"));
    }
    Ok(found)
}

fn table(file: &Path) -> Result<Vec<Given>, Failure> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| messages::cannot_read(file, error))?;
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((_, header)) = lines.next() else {
        return Err(messages::wrong(name, "no header with the names of the inputs"));
    };
    let header = cells(header);
    let mut rows = Vec::new();
    for (number, line) in lines {
        let values = cells(line);
        if values.len() != header.len() {
            let (given, wanted) = (values.len(), header.len());
            return Err(messages::wrong(
                format!("{name}:{number}"),
                format!("{given} values, but the header has {wanted}"),
            ));
        }
        rows.push(Given {
            name: format!("{name}:{number}"),
            entry: None,
            values: Values::Row(header.iter().cloned().zip(values).collect()),
        });
    }
    Ok(rows)
}

/// The values of a line; one with a comma stands between quotes.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(letter),
        }
    }
    cells.push(cell);
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// An input that a version asks for before it runs.
struct Slot {
    name: String,
    kind: InputKind,
    size: usize,
    ty: Option<SourceTypeId>,
    /// What a global holds at first.
    initial: Option<Vec<u8>>,
}

fn slots(module: &Module, config: &Config) -> Result<Vec<Slot>, String> {
    let solver = Solver::new(SolverConfig::default()).map_err(|error| error.to_string())?;
    let mut machine = Machine::new(module, config, None, solver);
    let state = machine.engine().first_state().map_err(|error| error.to_string())?;
    let initial = |kind: InputKind| match kind {
        InputKind::Global(id) => machine.prepared.initial_bytes(id),
        _ => None,
    };
    let slot = |input: &std::rc::Rc<incise_engine::Input>| Slot {
        name: input.name.clone(),
        kind: input.kind,
        size: input.size as usize,
        ty: input.source_type,
        initial: initial(input.kind),
    };
    Ok(state.inputs.in_order().into_iter().map(slot).collect())
}

impl Given {
    /// The test in our own format, if it is one.
    pub fn test(&self) -> Option<&Test> {
        match &self.values {
            Values::Test(test) => Some(test),
            _ => None,
        }
    }

    /// What the pointer parameters are, and the pointers in what they point to.
    fn alias_case(&self, module: &Module, function: &Function) -> AliasCase {
        let new = || (vec![Pointer::Fresh; function.params.len()], Vec::new());
        let (pointers, links) = self.test().map_or_else(new, |test| incise_replay::shape(module, function, test));
        AliasCase { pointers, links }
    }

    /// The test as a version takes it, or why it no longer can. `config` starts in the test's function.
    pub fn fit(&self, module: &Module, config: &Config) -> Result<Fitted, String> {
        let Entry::Function(name) = &config.entry else { return Ok(self.whole()) };
        let function = module
            .functions
            .iter()
            .find(|function| !function.is_declaration() && (function.source_name == *name || function.name == *name))
            .ok_or_else(|| format!("the function `{name}` is gone"))?;
        let alias_case = self.alias_case(module, function);
        let slots = slots(module, &alias_case.of(config))?;
        let mut taken = vec![None; slots.len()];
        for (given, kind, value) in self.listed() {
            let is_parameter = matches!(kind, Some(TestInputKind::Parameter(_) | TestInputKind::Pointee(_)));
            let by_name = slots.iter().position(|slot| slot.name == given);
            let same_number = self.n_parameters() == slots.iter().filter(|slot| is_own(slot.kind)).count();
            let by_place = || match kind {
                Some(TestInputKind::Parameter(index)) if same_number => {
                    slots.iter().position(|slot| slot.kind == InputKind::Parameter(*index))
                }
                _ => None,
            };
            let Some(place) = by_name.or_else(by_place) else {
                let is_there = module.globals.iter().any(|global| global.name == given || global.source_name == given);
                match kind {
                    Some(
                        TestInputKind::Null(_)
                        | TestInputKind::Same(..)
                        | TestInputKind::Beside(..)
                        | TestInputKind::Link { .. },
                    ) => continue,
                    Some(TestInputKind::Global(symbol)) if is_there || symbol.contains('.') => continue,
                    None if is_there => continue,
                    _ if is_parameter => return Err(format!("`{name}` has no parameter `{given}` any more")),
                    Some(TestInputKind::Global(_)) => return Err(format!("the global `{given}` is gone")),
                    _ => return Err(format!("`{given}` is neither a parameter of `{name}` nor a global")),
                }
            };
            let slot = &slots[place];
            let bytes = match value {
                Value::Bytes(bytes) if bytes.len() == slot.size => bytes.clone(),
                Value::Bytes(bytes) => {
                    let (now, then) = (slot.size, bytes.len());
                    return Err(format!("`{given}` has {now} bytes now, and the test gives {then}"));
                }
                Value::Text(text) => parsed(module, slot.ty, slot.size, text)
                    .ok_or_else(|| messages::not_a(text, &format!("value of `{given}`")))?,
            };
            taken[place] = Some(bytes);
        }
        let mut inputs = Vec::new();
        for (slot, value) in slots.into_iter().zip(taken) {
            let value = match (value, slot.kind) {
                (Some(value), _) => value,
                (None, InputKind::Global(_)) => slot.initial.unwrap_or_else(|| vec![0; slot.size]),
                (None, InputKind::Null(_) | InputKind::Same(..) | InputKind::Beside(..) | InputKind::Link(..)) => {
                    vec![0; slot.size]
                }
                // Elements past those that the test has.
                (None, InputKind::Pointee(_)) if slot.name.ends_with(']') => vec![0; slot.size],
                (None, _) => return Err(format!("it gives no value for `{}`", slot.name)),
            };
            inputs.push((slot.name, value));
        }
        Ok(Fitted { alias_case, inputs })
    }

    /// A test of a whole program: its inputs are asked for as it runs.
    fn whole(&self) -> Fitted {
        let inputs = match &self.values {
            Values::Test(test) => given_inputs(test),
            Values::Objects(objects) => objects.clone(),
            Values::Row(_) => Vec::new(),
        };
        Fitted { alias_case: AliasCase::default(), inputs }
    }

    fn n_parameters(&self) -> usize {
        let is_own = |kind: &TestInputKind| matches!(kind, TestInputKind::Parameter(_) | TestInputKind::Pointee(_));
        self.test().map_or(usize::MAX, |test| test.inputs.iter().filter(|input| is_own(&input.kind)).count())
    }

    fn listed(&self) -> Vec<(&str, Option<&TestInputKind>, Value<'_>)> {
        match &self.values {
            Values::Test(test) => test
                .inputs
                .iter()
                .map(|input| (input.name.as_str(), Some(&input.kind), Value::Bytes(&input.bytes.0)))
                .collect(),
            Values::Objects(objects) => {
                objects.iter().map(|(name, bytes)| (name.as_str(), None, Value::Bytes(bytes))).collect()
            }
            Values::Row(row) => row.iter().map(|(name, text)| (name.as_str(), None, Value::Text(text))).collect(),
        }
    }
}

/// The inputs of a whole program. A test that does not count its arguments has exactly those that it gives.
fn given_inputs(test: &Test) -> Vec<(String, Vec<u8>)> {
    let own = test.inputs.iter().map(|input| (input.name.clone(), input.bytes.0.clone()));
    if test.inputs.iter().any(|input| input.kind == TestInputKind::ArgumentCount) {
        return own.collect();
    }
    let length = AnyArguments::WHEN_READ.length as usize;
    let argument = |(index, text): (usize, &Bytes)| {
        let mut bytes = text.0.clone();
        bytes.resize(length.max(bytes.len()), 0);
        (format!("argv[{index}]"), bytes)
    };
    // One that is longer than arguments are made is none of those.
    let short = (1..).zip(&test.args).filter(|(_, text)| text.0.len() <= length);
    let count = (String::from("argc"), (test.args.len() as u32 + 1).to_le_bytes().to_vec());
    short.map(argument).chain([count]).chain(own).collect()
}

enum Value<'a> {
    Bytes(&'a Vec<u8>),
    Text(&'a str),
}

fn is_own(kind: InputKind) -> bool {
    matches!(kind, InputKind::Parameter(_) | InputKind::Pointee(_))
}

/// A number, or a character between quotes, as bytes of a type.
fn parsed(module: &Module, ty: Option<SourceTypeId>, size: usize, text: &str) -> Option<Vec<u8>> {
    let own = ty.map(|ty| &module.source_types[strip(module, ty)]);
    match own {
        Some(SourceType::Float { size: 8, .. }) => return text.parse::<f64>().ok().map(|x| x.to_le_bytes().to_vec()),
        Some(SourceType::Float { size: 4, .. }) => return text.parse::<f32>().ok().map(|x| x.to_le_bytes().to_vec()),
        Some(SourceType::Int { .. } | SourceType::Enum { .. }) | None => {}
        Some(_) => return None,
    }
    if !matches!(size, 1 | 2 | 4 | 8) {
        return None;
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let mut letters = text.chars();
    let number = match (letters.next(), letters.next(), letters.next(), letters.next()) {
        (Some('\''), Some(letter), Some('\''), None) if letter.is_ascii() => letter as i128,
        _ => {
            let number = match digits.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16).ok()?,
                None => digits.parse::<i128>().ok()?,
            };
            if negative { -number } else { number }
        }
    };
    let bits = 8 * size as u32;
    let (least, most) = (-(1i128 << (bits - 1)), (1i128 << bits) - 1);
    (least..=most).contains(&number).then(|| number.to_le_bytes()[..size].to_vec())
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn cells_of_a_line_are_between_commas_that_are_not_quoted() {
        assert_eq!(cells("a, b ,c"), ["a", "b", "c"]);
        assert_eq!(cells("\"1,5\",2"), ["1,5", "2"]);
        assert_eq!(cells(""), [""]);
    }
}
