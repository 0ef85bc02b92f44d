//! Standard input and symbolic files, byte by byte: the C models of `getchar`, `fgets`, `scanf` and the like come down to these.
//!
//! How many bytes there are is symbolic too, from none to the bound; the bound is in the ledger when a program reads up to it.

use super::files;
use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::input::{Input, InputKind};
use crate::ledger::Weakness;
use crate::output::{INPUT, OutputItem, OutputPiece};
use crate::state::State;
use crate::stream::{Access, Contents, Stream};
use crate::value::Value;
use incise_term::TermId;
use std::rc::Rc;

/// Bytes of standard input when the user does not say.
const DEFAULT_STDIN: u32 = 8;

fn minus_one(engine: &Engine<'_, '_>, site: &CallSite<'_>) -> Value {
    Value::Int(crate::value::mask(engine.prepared.width(site.ret)))
}

/// The contents of a stream, made on first use.
fn contents(engine: &mut Engine<'_, '_>, state: &mut State, fd: usize) -> Step<Rc<Contents>> {
    if let Some(contents) = &state.streams[fd].contents {
        return Ok(contents.clone());
    }
    if let Some(number) = state.streams[fd].file {
        return unnamed_contents(engine, state, number);
    }
    let (label, kind, bound, is_given) = match &state.streams[fd].name {
        None => (
            String::from("stdin"),
            InputKind::Stdin,
            engine.prepared.config.environment.stdin_bytes.unwrap_or(DEFAULT_STDIN),
            engine.prepared.config.environment.stdin_bytes.is_some(),
        ),
        Some(name) => {
            let bound = engine
                .prepared
                .config
                .environment
                .sym_files
                .iter()
                .find(|(known, _)| known == name)
                .map_or(0, |(_, size)| *size);
            (name.clone(), InputKind::File, bound, true)
        }
    };
    let contents = bytes_up_to(engine, state, Bounded { label: &label, kind, bound, is_given })?;
    Rc::make_mut(&mut state.streams)[fd].contents = Some(contents.clone());
    Ok(contents)
}

/// The contents of a file that nobody has named: the same whoever reads them.
fn unnamed_contents(engine: &mut Engine<'_, '_>, state: &mut State, number: usize) -> Step<Rc<Contents>> {
    let file = &state.files[number];
    if file.is_written {
        return engine.cut(state, Weakness::Unsupported, "not supported: reading from a file that the program writes");
    }
    if let Some(contents) = &file.contents {
        return Ok(contents.clone());
    }
    let (label, bound) = (file.label.clone(), engine.prepared.config.environment.any_files.unwrap_or(0));
    let contents =
        bytes_up_to(engine, state, Bounded { label: &label, kind: InputKind::File, bound, is_given: false })?;
    Rc::make_mut(&mut state.files)[number].contents = Some(contents.clone());
    Ok(contents)
}

/// Contents that are to be made.
struct Bounded<'a> {
    label: &'a str,
    kind: InputKind,
    bound: u32,
    is_given: bool,
}

/// Any bytes, up to a bound.
fn bytes_up_to(engine: &mut Engine<'_, '_>, state: &mut State, wanted: Bounded<'_>) -> Step<Rc<Contents>> {
    let Bounded { label, kind, bound, is_given } = wanted;
    let size = engine.new_input(state, &format!("{label}.size"), InputKind::StreamSize, 4, None);
    let size = engine.whole_input(&size);
    let limit = engine.context.pool.constant(32, u128::from(bound));
    let in_bounds = engine.context.pool.ule(size, limit);
    engine.assume(state, in_bounds)?;
    let bytes = engine.new_input(state, label, kind, u64::from(bound), None);
    Ok(Rc::new(Contents { bytes, size, bound, is_given }))
}

/// The byte at a position, or nothing at the end.
fn byte_at(engine: &mut Engine<'_, '_>, state: &mut State, contents: &Contents, position: u64) -> Step<Option<Value>> {
    if position >= u64::from(contents.bound) {
        // A bound that the user chose is an assumption about the environment, which the report names.
        let is_stdin = contents.bytes.kind == InputKind::Stdin;
        let what = if is_stdin {
            String::from("standard input")
        } else {
            format!("the file `{}`", crate::stream::shown(contents.bytes.base_name()))
        };
        let (weakness, option) = match (is_stdin, contents.is_given) {
            (true, false) => (Weakness::InputBound, "; raise --sym-stdin"),
            (true, true) => (Weakness::Assumption, " (--sym-stdin)"),
            (false, false) => (Weakness::InputBound, "; give a longer one by --sym-file"),
            (false, true) => (Weakness::Assumption, " (--sym-file)"),
        };
        engine.run.ledger.add(weakness, format!("{what} is at most {} bytes long{option}", contents.bound), None);
        return Ok(None);
    }
    let at = engine.context.pool.constant(32, u128::from(position));
    let there = engine.context.pool.ult(at, contents.size);
    let there = engine.value(there);
    if !engine.decide(state, &there)? {
        return Ok(None);
    }
    let whole = engine.whole_input_byte(&contents.bytes, position as u32);
    Ok(Some(engine.value(whole)))
}

impl Engine<'_, '_> {
    /// One byte of an input.
    fn whole_input_byte(&mut self, input: &Input, at: u32) -> TermId {
        let part = input
            .parts
            .iter()
            .find(|part| part.offset <= at && at < part.offset + part.size)
            .expect("every byte belongs to a part");
        self.context.pool.extract(part.term, 8 * (at - part.offset), 8)
    }
}

fn readable(state: &State, fd: u64) -> bool {
    fd != 1 && fd != 2 && state.streams.get(fd as usize).is_some_and(|stream| stream.open && stream.access.reads)
}

pub(super) fn read(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let fd = engine.concrete_arg(state, site, 0)?;
    let buffer = engine.arg(state, site, 1);
    let wanted = engine.concrete_arg(state, site, 2)?;
    if !readable(state, fd) {
        let failed = minus_one(engine, site);
        return engine.result(state, site, failed);
    }
    files::note_reading(engine);
    // The contents are made on first use: when a later decision splits the statement both sides have them.
    let contents = contents(engine, state, fd as usize)?;
    let start = state.streams[fd as usize].position;
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < wanted {
        match byte_at(engine, state, &contents, start + bytes.len() as u64)? {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    if !bytes.is_empty() {
        let (object, place) = engine.resolve(state, &buffer, bytes.len() as u64, true)?;
        let offset = engine.concrete_place(state, place)?;
        for (index, byte) in bytes.iter().enumerate() {
            engine.write_scalar(state, object, offset + index, 1, byte.clone());
        }
    }
    // Who gives standard input sees when it is read.
    if fd == 0 {
        state.turn(INPUT);
    }
    Rc::make_mut(&mut state.streams)[fd as usize].position += bytes.len() as u64;
    engine.result(state, site, Value::Int(bytes.len() as u64))
}

pub(super) fn stdin_byte(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    files::note_reading(engine);
    let contents = contents(engine, state, 0)?;
    let position = state.streams[0].position;
    let value = match byte_at(engine, state, &contents, position)? {
        None => minus_one(engine, site),
        Some(byte) => {
            let term = engine.term(&byte, 8);
            let width = engine.prepared.width(site.ret);
            let wide = engine.context.pool.zext(term, width);
            Rc::make_mut(&mut state.streams)[0].position += 1;
            engine.value(wide)
        }
    };
    state.turn(INPUT);
    engine.result(state, site, value)
}

pub(super) fn write(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let fd = engine.concrete_arg(state, site, 0)?;
    let buffer = engine.arg(state, site, 1);
    let size = engine.concrete_arg(state, site, 2)?;
    if !files::begin_writing(state, fd as i32) {
        let failed = minus_one(engine, site);
        return engine.result(state, site, failed);
    }
    if size > 0 {
        let (object, place) = engine.resolve(state, &buffer, size, false)?;
        let offset = engine.concrete_place(state, place)?;
        let bytes = (0..size as usize).map(|at| engine.read_scalar(state, object, offset + at, 1)).collect();
        engine.emit_bytes(state, fd as i32, bytes)?;
    }
    engine.result(state, site, Value::Int(size))
}

impl Engine<'_, '_> {
    /// Records bytes written to a stream.
    pub(crate) fn emit_bytes(&mut self, state: &mut State, stream: i32, bytes: Vec<Value>) -> Step<()> {
        // What goes to a stream that was closed is lost.
        if state.streams.get(stream as usize).is_some_and(|stream| !stream.open) {
            return Ok(());
        }
        let mut run: Vec<u8> = Vec::new();
        for byte in bytes {
            match byte {
                Value::Int(byte) => run.push(byte as u8),
                other => {
                    let term = match other {
                        Value::Undefined => self.fresh_undefined(state, 8),
                        other => self.term(&other, 8),
                    };
                    self.check_initialised(state, term, "output")?;
                    if !run.is_empty() {
                        self.emit(state, stream, OutputPiece::Bytes(Rc::from(std::mem::take(&mut run))));
                    }
                    self.emit(state, stream, OutputPiece::Byte(term));
                }
            }
        }
        if !run.is_empty() {
            self.emit(state, stream, OutputPiece::Bytes(Rc::from(run)));
        }
        Ok(())
    }

    /// Records a piece of output.
    pub(crate) fn emit(&mut self, state: &mut State, stream: i32, piece: OutputPiece) {
        state.turn(stream);
        state.output.push(OutputItem { stream, piece });
    }
}

pub(super) fn open(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let path = engine.arg(state, site, 0);
    let flags = engine.concrete_arg(state, site, 1)?;
    let name = files::name_at(engine, state, &path)?;
    for (given, _) in engine.prepared.config.environment.sym_files.clone() {
        let given_name: Vec<Value> = given.bytes().map(|byte| Value::Int(u64::from(byte))).collect();
        let is_given = files::are_equal(engine, &name, &given_name);
        if engine.decide(state, &is_given)? {
            note_untried(engine, state, &given);
            let streams = Rc::make_mut(&mut state.streams);
            let access = Access { reads: true, ..files::access(flags) };
            streams.push(Stream { open: true, contents: None, name: Some(given), position: 0, file: None, access });
            let fd = streams.len() as u64 - 1;
            return engine.result(state, site, Value::Int(fd));
        }
    }
    let opened = match engine.prepared.config.environment.any_files {
        Some(_) => files::open(engine, state, name, files::access(flags))?,
        None => {
            let known: Option<Vec<u8>> = name.iter().map(|byte| byte.concrete().map(|byte| byte as u8)).collect();
            let shown = known.map_or(String::from("a file"), |name| String::from_utf8_lossy(&name).into_owned());
            note_untried(engine, state, &shown);
            None
        }
    };
    let value = opened.map_or_else(|| minus_one(engine, site), |fd| Value::Int(fd as u64));
    engine.result(state, site, value)
}

fn note_untried(engine: &mut Engine<'_, '_>, state: &State, name: &str) {
    let span = engine.prepared.user_place(state);
    let detail = format!("whether `{name}` can be opened is not tried both ways");
    engine.run.ledger.add(Weakness::Files, detail, span);
}

pub(super) fn close(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let fd = engine.concrete_arg(state, site, 0)? as usize;
    let access = state.streams.get(fd).filter(|stream| stream.file.is_some()).map(|stream| stream.access.text());
    files::note(state, &format!("close {fd} {}\n", access.unwrap_or_default()));
    let value = match Rc::make_mut(&mut state.streams).get_mut(fd) {
        Some(stream) if stream.open => {
            stream.open = false;
            Value::Int(0)
        }
        _ => minus_one(engine, site),
    };
    engine.result(state, site, value)
}

pub(super) fn seek(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let fd = engine.concrete_arg(state, site, 0)?;
    let offset = engine.concrete_arg(state, site, 1)? as i64;
    let whence = engine.concrete_arg(state, site, 2)?;
    if !readable(state, fd) || fd == 0 {
        let failed = minus_one(engine, site);
        return engine.result(state, site, failed);
    }
    let stream = &state.streams[fd as usize];
    if stream.access.appends && whence == 2 && stream.file.is_some_and(|number| state.files[number].contents.is_none())
    {
        // Where it ends matters to nobody but who asks for the position.
        return engine.result(state, site, Value::Int(0));
    }
    let contents = contents(engine, state, fd as usize)?;
    let base = match whence {
        0 => 0,
        1 => state.streams[fd as usize].position,
        _ => {
            let size = contents.size;
            engine.concretise(state, size)?
        }
    };
    let value = match base.checked_add_signed(offset) {
        Some(position) => {
            Rc::make_mut(&mut state.streams)[fd as usize].position = position;
            Value::Int(position)
        }
        None => minus_one(engine, site),
    };
    engine.result(state, site, value)
}
