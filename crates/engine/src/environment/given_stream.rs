//! Streams that a caller gives: `FILE *` parameters, and such pointers in what parameters point to.
//!
//! Each is a file of its own, open for reading and writing, at its beginning, with any contents up to the bound on files. What is written
//! to it is compared like any output. Two of them may be one stream, as the cases of aliasing say.

use crate::engine::Engine;
use crate::input::{Input, InputKind};
use crate::memory::ObjectKind;
use crate::state::State;
use crate::stream::{Access, OpenedFile, STREAM_BYTES, STREAM_DESCRIPTOR, Stream, given_file};
use crate::value::Value;
use std::rc::Rc;

impl Engine<'_, '_> {
    /// The address of a new stream that the pointer called `name` leads to.
    pub(super) fn given_stream(&mut self, state: &mut State, name: &str, number: u32) -> Value {
        let object =
            state.memory.allocate(STREAM_BYTES, 16, ObjectKind::Heap, Rc::from(format!("*{name}").as_str()), true);
        self.run.pointees.push((number, object));
        let input = Input {
            name: format!("*{name}"),
            kind: InputKind::Stream(number),
            size: 0,
            parts: Vec::new(),
            source_type: None,
        };
        state.inputs.push(Rc::new(input));
        let files = Rc::make_mut(&mut state.files);
        files.push(OpenedFile {
            name: given_file(number).bytes().map(|byte| Value::Int(u64::from(byte))).collect(),
            label: Rc::from(name),
            is_there: Some(true),
            is_created: Some(true),
            is_given: true,
            ..OpenedFile::default()
        });
        let file = Some(files.len() - 1);
        let access = Access { reads: true, writes: true, creates: false, appends: false };
        let streams = Rc::make_mut(&mut state.streams);
        streams.push(Stream { open: true, contents: None, name: None, position: 0, file, access });
        let descriptor = streams.len() as u64 - 1;
        for at in 0..STREAM_BYTES as usize / 8 {
            self.write_scalar(state, object, 8 * at, 8, Value::Int(0));
        }
        self.write_scalar(state, object, STREAM_DESCRIPTOR, 4, Value::Int(descriptor));
        self.address_of(state, object)
    }
}
