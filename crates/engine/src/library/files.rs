//! Files that nobody has named: whether one can be opened is an input, and so are its bytes.
//!
//! Inputs are named for the name that is asked for, as terms: two versions that ask for one file get the same. A name that was asked for
//! before is answered alike; where only an input says whether two names are the same, both are tried. What the program itself writes to
//! files it cannot read back, and calls of functions without a body may have changed anything: then a name is asked for anew.

use crate::engine::{Engine, Step};
use crate::input::{Input, InputKind, InputPart};
use crate::ledger::Weakness;
use crate::memory::{Object, ObjectId, Read};
use crate::output::{FILES, OutputItem, OutputPiece};
use crate::state::State;
use crate::step::ObjectOffset;
use crate::stream::{Access, OpenedFile, STREAM_BYTES, STREAM_DESCRIPTOR, Stream};
use crate::value::Value;
use incise_ir::{Callee, Stmt, StmtKind};
use incise_term::{Op, display};
use std::rc::Rc;

/// Flags of `open` on Linux.
const ACCESS: u64 = 3;
const CREATE: u64 = 0o100;
const APPEND: u64 = 0o2000;

/// What the flags of `open` ask of a file.
pub(super) fn access(flags: u64) -> Access {
    Access {
        reads: flags & ACCESS != 1,
        writes: flags & ACCESS != 0,
        creates: flags & CREATE != 0,
        appends: flags & APPEND != 0,
    }
}

/// The bytes of a name up to the first that is its end for certain; what decides whether an earlier one is the end is left open.
pub(super) fn name_at(engine: &mut Engine<'_, '_>, state: &mut State, pointer: &Value) -> Step<Vec<Value>> {
    let (object, place) = engine.resolve(state, pointer, 1, false)?;
    if let ObjectOffset::At(start) = place
        && let Some(bytes) = open_string(engine, state, object, start)
    {
        return Ok(bytes);
    }
    engine.c_string(state, pointer)
}

fn open_string(engine: &mut Engine<'_, '_>, state: &mut State, object: ObjectId, start: usize) -> Option<Vec<Value>> {
    let size = state.memory.get(object)?.size as usize;
    let mut bytes = Vec::new();
    for at in start..size {
        match engine.read_scalar(state, object, at, 1) {
            Value::Int(0) => return Some(bytes),
            Value::Undefined => return None,
            byte => bytes.push(byte),
        }
    }
    None
}

/// Whether two strings are the same.
pub(super) fn are_equal(engine: &mut Engine<'_, '_>, one: &[Value], other: &[Value]) -> Value {
    let zero = engine.context.pool.constant(8, 0);
    let mut same = engine.context.pool.constant(1, 1);
    for at in (0..one.len().max(other.len())).rev() {
        let mut byte = |bytes: &[Value]| bytes.get(at).map_or(zero, |byte| engine.term(byte, 8));
        let (a, b) = (byte(one), byte(other));
        let pool = &mut engine.context.pool;
        let (here, end) = (pool.eq(a, b), pool.eq(a, zero));
        let rest = pool.or(end, same);
        same = pool.bool_and(here, rest);
    }
    engine.value(same)
}

/// A name as terms: letters as they are, `{argv[1]}` for an input.
fn label(engine: &Engine<'_, '_>, name: &[Value]) -> String {
    let mut text = String::new();
    let mut run: Option<(String, usize)> = None;
    for byte in name {
        match byte {
            Value::Int(byte) => {
                run = None;
                text.push_str(&char::from(*byte as u8).escape_default().to_string());
            }
            other => {
                let shown = match other {
                    Value::Term(term) => display(&engine.context.pool, *term).to_string(),
                    _ => String::from("?"),
                };
                let indexed = shown.split('@').next().and_then(|name| name.strip_suffix(']')?.rsplit_once('['));
                let indexed = indexed.and_then(|(base, index)| Some((base.to_owned(), index.parse::<usize>().ok()?)));
                let is_var = matches!(other, Value::Term(term) if matches!(engine.context.pool.op(*term), Op::Var(_)));
                match indexed.filter(|_| is_var) {
                    Some((base, index)) if run.as_ref() == Some(&(base.clone(), index)) => {
                        run = Some((base, index + 1))
                    }
                    Some((base, index)) => {
                        text.push_str(&if index == 0 { format!("{{{base}}}") } else { format!("{{{base}+{index}}}") });
                        run = Some((base, index + 1));
                    }
                    None => {
                        run = None;
                        text.push_str(&format!("{{{shown}}}"));
                    }
                }
            }
        }
    }
    text
}

/// Whether an object is the stream of a file: that there is one was not taken for granted.
pub(super) fn is_stream_of_file(state: &State, object: &Object) -> bool {
    let held = (object.size == STREAM_BYTES).then(|| object.read(STREAM_DESCRIPTOR, 4));
    let Some(Read::Concrete(fd)) = held else { return false };
    state.streams.get(fd as usize).is_some_and(|stream| stream.file.is_some() || stream.name.is_some())
}

/// What of the library tells a program whether something failed, or why.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Whether reading failed.
    Reading,
    /// Why a file was not opened.
    Reason,
}

impl Question {
    fn is_asked_by(self, name: &str) -> bool {
        match self {
            Question::Reading => matches!(name, "ferror" | "ferror_unlocked" | "read"),
            Question::Reason => matches!(name, "perror" | "__errno_location"),
        }
    }
}

/// Whether code of the program asks.
fn is_asked(engine: &Engine<'_, '_>, question: Question) -> bool {
    let module = engine.prepared.module();
    let asks = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => question.is_asked_by(&module.functions[*id].name),
        _ => false,
    };
    let own = module.functions.iter().filter(|function| !engine.prepared.is_model(function.span));
    own.flat_map(|function| function.blocks.iter()).flat_map(|block| &block.stmts).any(asks)
}

/// Notes that reading is not tried to fail, where the program asks whether it did.
pub(super) fn note_reading(engine: &mut Engine<'_, '_>) {
    if engine.run.has_read {
        return;
    }
    engine.run.has_read = true;
    if is_asked(engine, Question::Reading) {
        let detail = "reading is taken not to fail, and the program can ask whether it did";
        engine.run.ledger.add_once(Weakness::Files, detail, None);
    }
}

fn note_refusal(engine: &mut Engine<'_, '_>) {
    if engine.run.has_refused {
        return;
    }
    engine.run.has_refused = true;
    if is_asked(engine, Question::Reason) {
        let detail = "a file that cannot be opened is taken not to be there, and the program can ask why it cannot";
        engine.run.ledger.add_once(Weakness::Files, detail, None);
    }
}

/// The file that a name means, if the path has met it; where that depends on inputs, they decide.
fn known_file(engine: &mut Engine<'_, '_>, state: &mut State, name: &[Value]) -> Step<Option<usize>> {
    for number in (0..state.files.len()).rev() {
        let known = state.files[number].name.clone();
        let same = are_equal(engine, name, &known);
        if engine.decide(state, &same)? {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Opens a file, or not: an input decides. Gives the descriptor.
pub(super) fn open(
    engine: &mut Engine<'_, '_>,
    state: &mut State,
    name: Vec<Value>,
    access: Access,
) -> Step<Option<usize>> {
    // Nothing is called by the empty name.
    let is_empty = are_equal(engine, &name, &[]);
    if engine.decide(state, &is_empty)? {
        return Ok(None);
    }
    let known = known_file(engine, state, &name)?;
    // Functions without body may have made files and removed them.
    let known = known.filter(|number| state.files[*number].n_events == state.n_events);
    let label = match known {
        Some(number) => state.files[number].label.clone(),
        None => Rc::from(format!("file({})", label(engine, &name))),
    };
    let answered = known.and_then(|number| state.files[number].answer(access.creates));
    let is_opened = match answered {
        Some(answer) => answer,
        None => ask(engine, state, &label, (&name, access))?,
    };
    let number = match known {
        Some(number) => number,
        None => {
            let n_events = state.n_events;
            let files = Rc::make_mut(&mut state.files);
            files.push(OpenedFile { name, label: label.clone(), n_events, ..OpenedFile::default() });
            files.len() - 1
        }
    };
    let file = &mut Rc::make_mut(&mut state.files)[number];
    *(if access.creates { &mut file.is_created } else { &mut file.is_there }) = Some(is_opened);
    if !is_opened {
        note_refusal(engine);
        return Ok(None);
    }
    if file.is_written && !access.creates {
        return engine.cut(
            state,
            Weakness::Unsupported,
            "not supported: a file that the program has written is opened again",
        );
    }
    file.is_written |= access.creates;
    note(state, &format!("open {label} {}\n", access.text()));
    let streams = Rc::make_mut(&mut state.streams);
    streams.push(Stream { open: true, contents: None, name: None, position: 0, file: Some(number), access });
    Ok(Some(streams.len() - 1))
}

/// Notes what is done with a file.
pub(super) fn note(state: &mut State, what: &str) {
    state.output.push(OutputItem { stream: FILES, piece: OutputPiece::Bytes(Rc::from(what.as_bytes())) });
}

/// Prepares a stream to be written; whether it can be.
pub(super) fn begin_writing(state: &mut State, stream: i32) -> bool {
    let Some(known) = usize::try_from(stream).ok().and_then(|number| state.streams.get(number)) else { return true };
    let Some(number) = known.file else { return true };
    let (is_open, position) = (known.open && known.access.writes, known.position);
    if is_open {
        Rc::make_mut(&mut state.files)[number].is_written = true;
        if position > 0 {
            note(state, &format!("write {stream} at {position}\n"));
        }
    }
    is_open
}

/// Makes the input that says whether a file can be opened, and decides by it.
fn ask(engine: &mut Engine<'_, '_>, state: &mut State, label: &str, (name, access): (&[Value], Access)) -> Step<bool> {
    let asked = if access.creates { format!("{label}.created") } else { format!("{label}.opened") };
    // Decide on a copy: a state that executes the call again must make the input again.
    let mut probe = state.clone();
    let input = engine.new_input(&mut probe, &asked, InputKind::FileOpened, 1, None);
    let zero = engine.context.pool.constant(8, 0);
    let opened = engine.context.pool.ne(input.parts[0].term, zero);
    let opened = engine.value(opened);
    let is_opened = engine.decide(state, &opened)?;
    let input = engine.new_input(state, &asked, InputKind::FileOpened, 1, None);
    let letter = |(offset, byte): (usize, &Value)| InputPart {
        offset: offset as u32,
        size: 1,
        path: format!("[{offset}]"),
        term: engine.term(byte, 8),
        source_type: None,
    };
    let parts: Vec<InputPart> = name.iter().enumerate().map(letter).collect();
    let size = name.len() as u32;
    let name = format!("{}.name", input.name);
    state.inputs.push(Rc::new(Input { name, kind: InputKind::FileName, size, parts, source_type: None }));
    Ok(is_opened)
}
