//! Reads what objects hold.

use incise_engine::{Byte, Object, Read, Value};
use incise_term::{Pool, TermId};

/// What an object holds at a place; nothing where it was never written.
pub fn read(pool: &mut Pool, object: &Object, at: usize, size: usize) -> Option<Value> {
    match object.read(at, size) {
        Read::Concrete(value) => Some(Value::Int(value)),
        Read::Whole(value) => Some(value),
        Read::Uninit => None,
        Read::Mixed => {
            let mut whole: Option<TermId> = None;
            for index in 0..size {
                let byte = match object.byte(pool, at + index) {
                    Byte::Concrete(byte) => pool.constant(8, u128::from(byte)),
                    Byte::Symbolic(term) => term,
                    Byte::Uninit => return None,
                };
                whole = Some(match whole {
                    None => byte,
                    Some(low) => pool.concat(byte, low),
                });
            }
            whole.map(|term| Value::from_term(pool, term))
        }
    }
}
