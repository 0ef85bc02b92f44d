//! One object: a stretch of bytes with bounds and a lifetime.
//!
//! Most bytes of most programs are concrete, so they are plain bytes; what is not is a *cell*: a symbolic value or a pointer that
//! covers several bytes and is kept whole for as long as it is read and written whole.
//!
//! # Invariants
//! - `tags` is empty when every byte is concrete; else it has one tag a byte.
//! - Cells do not overlap, and exactly the bytes they cover have the tag [`CELL`].

use crate::value::Value;
use incise_ir::{FuncId, LocalId, SourceTypeId};
use incise_term::{Pool, TermId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A byte with a known value.
const CONCRETE: u8 = 0;
/// A byte that was never written.
const UNINIT: u8 = 1;
/// A byte of a cell.
const CELL: u8 = 2;

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A global variable or a string literal.
    Global,
    /// A local variable.
    Stack,
    /// From `malloc` and its kin.
    Heap,
}

/// Whether an object may be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// It may.
    Alive,
    /// It was freed.
    Freed,
    /// Its block or function was left.
    OutOfScope,
}

#[derive(Clone, Debug)]
struct Cell {
    value: Value,
    len: u32,
}

/// A stretch of bytes.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its first address.
    pub address: u64,
    /// Bytes that may be accessed.
    pub size: u64,
    /// Where it comes from.
    pub kind: ObjectKind,
    /// Whether it may be accessed.
    pub lifetime: Lifetime,
    /// Whether it may be written.
    pub writable: bool,
    /// What messages call it.
    pub name: Rc<str>,
    /// Its type in the source, if it is a variable.
    pub source_type: Option<SourceTypeId>,
    /// The local that the statement which made it writes.
    pub site: Option<(FuncId, LocalId)>,
    /// Whether uninitialised bytes of another object were copied into it.
    pub holds_copies: bool,
    /// Whether there is a path on which there was no memory for it.
    pub may_be_missing: bool,
    bytes: Vec<u8>,
    tags: Vec<u8>,
    cells: BTreeMap<u32, Cell>,
}

/// What is read from a byte range.
pub enum Read {
    /// All bytes are concrete; little-endian value of at most 8 bytes.
    Concrete(u64),
    /// Exactly one cell.
    Whole(Value),
    /// No byte was ever written.
    Uninit,
    /// A mixture: assemble it byte by byte.
    Mixed,
}

/// One byte of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Byte {
    /// Known.
    Concrete(u8),
    /// Never written.
    Uninit,
    /// Symbolic: a term of 8 bits.
    Symbolic(TermId),
}

impl Object {
    /// A new object, every byte zero (`zeroed`) or uninitialised.
    pub fn new(address: u64, size: u64, kind: ObjectKind, name: Rc<str>, zeroed: bool) -> Object {
        let len = size as usize;
        let tags = if zeroed { Vec::new() } else { vec![UNINIT; len] };
        Object {
            address,
            size,
            kind,
            lifetime: Lifetime::Alive,
            writable: true,
            name,
            source_type: None,
            site: None,
            holds_copies: false,
            may_be_missing: false,
            bytes: vec![0; len],
            tags,
            cells: BTreeMap::new(),
        }
    }

    /// Forgets the contents: every byte is uninitialised again.
    pub fn forget(&mut self) {
        self.tags = vec![UNINIT; self.bytes.len()];
        self.cells.clear();
        self.holds_copies = false;
    }

    /// The bytes when all of them are concrete.
    pub fn concrete_bytes(&self) -> Option<&[u8]> {
        self.tags.iter().all(|tag| *tag == CONCRETE).then_some(&self.bytes)
    }

    /// Whether every byte of a range is concrete.
    pub fn is_concrete(&self, offset: usize, len: usize) -> bool {
        self.tags.is_empty() || self.tags[offset..offset + len].iter().all(|tag| *tag == CONCRETE)
    }

    /// Reads `len` bytes (1 to 8 for a concrete answer) that lie within the object.
    #[inline]
    pub fn read(&self, offset: usize, len: usize) -> Read {
        if self.is_concrete(offset, len) {
            if len > 8 {
                return Read::Mixed;
            }
            let mut raw = [0u8; 8];
            raw[..len].copy_from_slice(&self.bytes[offset..offset + len]);
            return Read::Concrete(u64::from_le_bytes(raw));
        }
        if let Some(cell) = self.cells.get(&(offset as u32))
            && cell.len as usize == len
        {
            return Read::Whole(cell.value.clone());
        }
        if self.tags[offset..offset + len].iter().all(|tag| *tag == UNINIT) {
            return Read::Uninit;
        }
        Read::Mixed
    }

    /// Bytes of the cell that starts at a place, if one does.
    pub fn cell_at(&self, offset: usize) -> Option<usize> {
        self.cells.get(&(offset as u32)).map(|cell| cell.len as usize)
    }

    /// One byte, as a term when it is part of a cell.
    pub fn byte(&self, pool: &mut Pool, offset: usize) -> Byte {
        match self.tags.get(offset).copied().unwrap_or(CONCRETE) {
            CONCRETE => Byte::Concrete(self.bytes[offset]),
            UNINIT => Byte::Uninit,
            _ => {
                let (start, cell) =
                    self.cells.range(..=offset as u32).next_back().expect("a cell byte belongs to a cell");
                let whole = cell_term(pool, &cell.value, cell.len);
                let byte = pool.extract(whole, 8 * (offset as u32 - start), 8);
                match pool.as_const(byte) {
                    Some(value) => Byte::Concrete(value as u8),
                    None => Byte::Symbolic(byte),
                }
            }
        }
    }

    /// Writes concrete bytes.
    #[inline]
    pub fn write_bytes(&mut self, pool: &mut Pool, offset: usize, bytes: &[u8]) {
        if !self.tags.is_empty() {
            self.evict(pool, offset, bytes.len());
            self.tags[offset..offset + bytes.len()].fill(CONCRETE);
        }
        self.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
    }

    /// Writes one symbolic value or pointer of `len` bytes.
    pub fn write_cell(&mut self, pool: &mut Pool, offset: usize, len: usize, value: Value) {
        self.need_tags();
        self.evict(pool, offset, len);
        self.tags[offset..offset + len].fill(CELL);
        self.cells.insert(offset as u32, Cell { value, len: len as u32 });
    }

    /// Makes a range uninitialised.
    pub fn write_uninit(&mut self, pool: &mut Pool, offset: usize, len: usize) {
        self.need_tags();
        self.evict(pool, offset, len);
        self.tags[offset..offset + len].fill(UNINIT);
    }

    /// Copies a range of another object here; cells that lie wholly inside stay whole.
    pub fn copy_from(&mut self, pool: &mut Pool, at: usize, source: &Object, from: usize, len: usize) {
        if source.is_concrete(from, len) {
            return self.write_bytes(pool, at, &source.bytes[from..from + len]);
        }
        let mut done = 0;
        while done < len {
            let offset = from + done;
            match source.tags[offset] {
                CONCRETE => {
                    let run = source.tags[offset..from + len].iter().take_while(|tag| **tag == CONCRETE).count();
                    self.write_bytes(pool, at + done, &source.bytes[offset..offset + run]);
                    done += run;
                }
                UNINIT => {
                    let run = source.tags[offset..from + len].iter().take_while(|tag| **tag == UNINIT).count();
                    self.write_uninit(pool, at + done, run);
                    self.holds_copies = true;
                    done += run;
                }
                _ => match source.cells.get(&(offset as u32)) {
                    Some(cell) if done + cell.len as usize <= len => {
                        self.write_cell(pool, at + done, cell.len as usize, cell.value.clone());
                        done += cell.len as usize;
                    }
                    _ => {
                        match source.byte(pool, offset) {
                            Byte::Concrete(byte) => self.write_bytes(pool, at + done, &[byte]),
                            Byte::Symbolic(term) => self.write_cell(pool, at + done, 1, Value::Term(term)),
                            Byte::Uninit => self.write_uninit(pool, at + done, 1),
                        }
                        done += 1;
                    }
                },
            }
        }
    }

    /// Grows or shrinks to `size` bytes; new bytes are uninitialised.
    pub fn resized(&self, pool: &mut Pool, address: u64, size: u64) -> Object {
        let mut object = Object::new(address, size, self.kind, self.name.clone(), false);
        object.copy_from(pool, 0, self, 0, self.size.min(size) as usize);
        object
    }

    /// Every pointer value that is kept whole in this object, for leak detection.
    pub fn pointers(&self) -> impl Iterator<Item = &Value> {
        self.cells.values().map(|cell| &cell.value).filter(|value| value.provenance().is_some())
    }

    /// Whether a pointer lies in a range, whole or in part.
    pub fn holds_pointers(&self, offset: usize, len: usize) -> bool {
        let end = (offset + len) as u32;
        let overlaps = |start: u32, cell: &Cell| start + cell.len > offset as u32;
        self.cells.range(..end).any(|(start, cell)| overlaps(*start, cell) && cell.value.provenance().is_some())
    }

    fn need_tags(&mut self) {
        if self.tags.is_empty() {
            self.tags = vec![CONCRETE; self.bytes.len()];
        }
    }

    /// Breaks up the cells that overlap a range, so that the range can be overwritten.
    fn evict(&mut self, pool: &mut Pool, offset: usize, len: usize) {
        if self.cells.is_empty() {
            return;
        }
        let end = (offset + len) as u32;
        let overlapping: Vec<u32> = self
            .cells
            .range(..end)
            .rev()
            .take_while(|(start, cell)| **start + cell.len > offset as u32)
            .map(|(start, _)| *start)
            .collect();
        for start in overlapping {
            let cell = self.cells.remove(&start).expect("found above");
            let inside = start as usize >= offset && start + cell.len <= end;
            if inside {
                continue;
            }
            let whole = cell_term(pool, &cell.value, cell.len);
            for index in 0..cell.len {
                let at = start + index;
                if (at as usize) < offset || at >= end {
                    let byte = pool.extract(whole, 8 * index, 8);
                    match pool.as_const(byte) {
                        Some(value) => {
                            self.bytes[at as usize] = value as u8;
                            self.tags[at as usize] = CONCRETE;
                        }
                        None => {
                            self.cells.insert(at, Cell { value: Value::Term(byte), len: 1 });
                        }
                    }
                }
            }
        }
    }
}

fn cell_term(pool: &mut Pool, value: &Value, len: u32) -> TermId {
    match value {
        Value::Int(bits) | Value::Ptr { address: bits, .. } => pool.constant(8 * len, u128::from(*bits)),
        Value::Term(term) | Value::SymPtr { address: term, .. } => *term,
        Value::Undefined | Value::Aggregate(_) => unreachable!("a cell holds a scalar with a value"),
    }
}
