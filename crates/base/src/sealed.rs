//! The serial form of what travels between processes or is kept: a header, a hash and the value in postcard's encoding.
//!
//! Eight bytes of kind and version, sixteen of a hash over these and the body, the body. *Invariant.* Bytes of another kind or version,
//! cut off, extended or changed give an error; what opens is the value that was sealed.

use serde::{Serialize, de::DeserializeOwned};

/// A value with a serial form.
pub trait Sealed: Serialize + DeserializeOwned {
    /// Tells it from values of other types.
    const KIND: [u8; 6];
    /// Changes whenever the encoding of the type does.
    const VERSION: u16;

    /// Its bytes; equal values have equal bytes.
    fn seal(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).expect("plain data in memory has an encoding");
        let mut bytes = header::<Self>().to_vec();
        bytes.extend_from_slice(&hash(&bytes, &body));
        bytes.extend_from_slice(&body);
        bytes
    }

    /// The value of some bytes.
    fn open(bytes: &[u8]) -> Result<Self, Damaged> {
        let (head, rest) = bytes.split_at_checked(HEADER).ok_or(Damaged::CutOff)?;
        let (seal, body) = rest.split_at_checked(HASH).ok_or(Damaged::CutOff)?;
        if head != header::<Self>() {
            return Err(if head[..6] == Self::KIND { Damaged::OtherVersion } else { Damaged::OtherKind });
        }
        if seal != hash(head, body) {
            return Err(Damaged::Changed);
        }
        postcard::from_bytes(body).map_err(|_| Damaged::Changed)
    }
}

/// Why bytes cannot be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damaged {
    /// The header is not whole.
    #[error("it is cut off")]
    CutOff,
    /// They are something else.
    #[error("it is something else")]
    OtherKind,
    /// They were written by another version.
    #[error("another version wrote it")]
    OtherVersion,
    /// They are not what was written.
    #[error("it is damaged")]
    Changed,
}

const HEADER: usize = 8;
const HASH: usize = 16;

fn header<T: Sealed>() -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..6].copy_from_slice(&T::KIND);
    header[6..].copy_from_slice(&T::VERSION.to_le_bytes());
    header
}

fn hash(header: &[u8], body: &[u8]) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    let hash = hasher.update(header).update(body).finalize();
    let mut short = [0; HASH];
    short.copy_from_slice(&hash.as_bytes()[..HASH]);
    short
}
