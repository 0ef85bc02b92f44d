//! All objects of a state, found by id or by address.
//!
//! Ids and addresses are handed out in ascending order and never again, so that the id order is the address order and a
//! dangling pointer never meets a newer object. A fork shares everything; a write copies one object and one chunk of pointers.

mod object;
mod object_id;

pub use object::{Byte, Lifetime, Object, ObjectKind, Read};
pub use object_id::ObjectId;

use crate::value::Value;
use std::rc::Rc;

const CHUNK: usize = 32;

/// Addresses below this belong to nothing: a null pointer plus a small offset is still null.
const FIRST_ADDRESS: u64 = 0x1_0000;

type Chunk = [Option<Rc<Object>>; CHUNK];

/// All objects of a state.
#[derive(Clone, Debug)]
pub struct Memory {
    chunks: Vec<Option<Rc<Chunk>>>,
    /// First address of each chunk's first object, for lookups by address.
    starts: Rc<Vec<u64>>,
    n_objects: u32,
    next_address: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { chunks: Vec::new(), starts: Rc::new(Vec::new()), n_objects: 0, next_address: FIRST_ADDRESS }
    }
}

impl Memory {
    /// Makes an object; its bytes are zero or uninitialised.
    pub fn allocate(&mut self, size: u64, align: u64, kind: ObjectKind, name: Rc<str>, zeroed: bool) -> ObjectId {
        let align = align.max(16);
        let address = self.next_address.next_multiple_of(align);
        self.insert(Object::new(address, size, kind, name, zeroed))
    }

    /// Number of objects that were ever made.
    pub fn n_made(&self) -> usize {
        self.n_objects as usize
    }

    /// The object that was made as number `index`.
    pub fn made(index: usize) -> ObjectId {
        ObjectId(index as u32)
    }

    /// The address that the next object of this alignment would get.
    pub fn next_address(&self, align: u64) -> u64 {
        self.next_address.next_multiple_of(align.max(16))
    }

    /// Enters an object that was made for [`Memory::next_address`].
    pub fn insert(&mut self, object: Object) -> ObjectId {
        let id = self.n_objects;
        self.n_objects += 1;
        // A gap after each object: one past the end is never the start of the next.
        self.next_address = object.address + object.size + 16;
        let (chunk, slot) = (id as usize / CHUNK, id as usize % CHUNK);
        if slot == 0 {
            Rc::make_mut(&mut self.starts).push(object.address);
            self.chunks.push(Some(Rc::new(std::array::from_fn(|_| None))));
        }
        let entry = self.chunks[chunk].get_or_insert_with(|| Rc::new(std::array::from_fn(|_| None)));
        Rc::make_mut(entry)[slot] = Some(Rc::new(object));
        ObjectId(id)
    }

    /// A pointer to an object's first byte.
    pub(crate) fn address_of(&self, object: ObjectId) -> Value {
        let address = self.get(object).expect("the object exists").address;
        Value::Ptr { object, address }
    }

    /// The object, unless it is gone.
    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        let index = id.0 as usize;
        self.chunks.get(index / CHUNK)?.as_ref()?[index % CHUNK].as_deref()
    }

    /// The object, to change.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let index = id.0 as usize;
        let chunk = Rc::make_mut(self.chunks.get_mut(index / CHUNK)?.as_mut()?);
        chunk[index % CHUNK].as_mut().map(Rc::make_mut)
    }

    /// A shared handle to the object, for copying out of it while another is written.
    pub fn share(&self, id: ObjectId) -> Option<Rc<Object>> {
        let index = id.0 as usize;
        self.chunks.get(index / CHUNK)?.as_ref()?[index % CHUNK].clone()
    }

    /// Drops an object: a later access through an old pointer finds nothing.
    pub fn remove(&mut self, id: ObjectId) {
        let index = id.0 as usize;
        if let Some(Some(chunk)) = self.chunks.get_mut(index / CHUNK) {
            let entries = Rc::make_mut(chunk);
            entries[index % CHUNK] = None;
            let complete = (index / CHUNK + 1) * CHUNK <= self.n_objects as usize;
            if complete && entries.iter().all(Option::is_none) {
                self.chunks[index / CHUNK] = None;
            }
        }
    }

    /// The object that an address lies in (or just past the end of), gone ones excepted.
    pub fn find(&self, address: u64) -> Option<ObjectId> {
        let mut chunk = self.starts.partition_point(|start| *start <= address).checked_sub(1)?;
        loop {
            if let Some(entries) = &self.chunks[chunk] {
                for (slot, entry) in entries.iter().enumerate().rev() {
                    if let Some(object) = entry
                        && object.address <= address
                    {
                        let inside = address - object.address <= object.size;
                        return inside.then_some(ObjectId((chunk * CHUNK + slot) as u32));
                    }
                }
            }
            chunk = chunk.checked_sub(1)?;
        }
    }

    /// All objects with their ids, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.chunks.iter().enumerate().flat_map(|(chunk, entries)| {
            entries.iter().flat_map(move |entries| {
                entries.iter().enumerate().filter_map(move |(slot, entry)| {
                    entry.as_deref().map(|object| (ObjectId((chunk * CHUNK + slot) as u32), object))
                })
            })
        })
    }
}
