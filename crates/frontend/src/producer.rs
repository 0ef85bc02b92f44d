//! Which LLVM wrote a bitcode file, read from the file's first block.
//!
//! An older reader often accepts a newer file, and may then take it for something else; so the version is looked at before the reader is.
//!
//! *Source*: LLVM's "Bitcode File Format": magic, then `IDENTIFICATION_BLOCK` (id 13) whose first record is the producer's
//! name, an array of characters.

const MAGIC: [u8; 4] = [b'B', b'C', 0xc0, 0xde];
const WRAPPER_MAGIC: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];
const IDENTIFICATION_BLOCK: u64 = 13;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const FIRST_ABBREV: u64 = 4;
const ARRAY: u64 = 3;
const FIXED: u64 = 1;
const CHAR6: u64 = 4;
const CHAR6_ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// The major version of the LLVM that wrote the file; `None` when the file does not say it in the usual way.
pub(crate) fn major_version(bytes: &[u8]) -> Option<u32> {
    let name = producer(bytes)?;
    let digits = name.strip_prefix("LLVM")?;
    digits[..digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len())].parse().ok()
}

/// The producer's name, such as `LLVM19.1.7`.
fn producer(bytes: &[u8]) -> Option<String> {
    let bytes = match bytes.strip_prefix(&WRAPPER_MAGIC) {
        Some(rest) => {
            // Version, offset, size: the bitcode stands at the offset.
            let offset = u32::from_le_bytes(rest.get(4..8)?.try_into().ok()?);
            bytes.get(offset as usize..)?
        }
        None => bytes,
    };
    let mut bits = Bits { bytes: bytes.strip_prefix(&MAGIC)?, at: 0 };
    if bits.fixed(2)? != ENTER_SUBBLOCK || bits.variable(8)? != IDENTIFICATION_BLOCK {
        return None;
    }
    let id_width = bits.variable(4)?;
    bits.at = bits.at.next_multiple_of(32);
    bits.fixed(32)?; // the block's length
    if bits.fixed(id_width)? != DEFINE_ABBREV {
        return None;
    }
    // [literal code, array of characters]
    let n_operands = bits.variable(5)?;
    if n_operands != 3 || bits.fixed(1)? != 1 {
        return None;
    }
    bits.variable(8)?; // the record's code
    if bits.fixed(1)? != 0 || bits.fixed(3)? != ARRAY || bits.fixed(1)? != 0 {
        return None;
    }
    let width = match bits.fixed(3)? {
        FIXED => Some(bits.variable(5)?),
        CHAR6 => None,
        _ => return None,
    };
    match bits.fixed(id_width)? {
        FIRST_ABBREV => {}
        // Characters that do not fit the array are written out one by one.
        UNABBREV_RECORD => {
            bits.variable(6)?; // the record's code
            let length = bits.variable(6)?;
            return (0..length.min(256)).map(|_| bits.variable(6).map(|character| character as u8 as char)).collect();
        }
        _ => return None,
    }
    let length = bits.variable(6)?;
    (0..length.min(256))
        .map(|_| match width {
            Some(width) => bits.fixed(width).map(|character| character as u8 as char),
            None => bits.fixed(6).map(|index| CHAR6_ALPHABET[index as usize] as char),
        })
        .collect()
}

/// A stream of bits, the lowest of each byte first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn fixed(&mut self, width: u64) -> Option<u64> {
        if width > 32 {
            return None;
        }
        let mut value = 0;
        for index in 0..width {
            let byte = *self.bytes.get(self.at / 8)?;
            value |= u64::from(byte >> (self.at % 8) & 1) << index;
            self.at += 1;
        }
        Some(value)
    }

    /// Pieces of `width` bits, the highest of which says that another follows.
    fn variable(&mut self, width: u64) -> Option<u64> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let piece = self.fixed(width)?;
            let more = piece >> (width - 1) & 1 == 1;
            value |= (piece & ((1 << (width - 1)) - 1)).checked_shl(shift)?;
            if !more {
                return Some(value);
            }
            shift += width as u32 - 1;
            if shift > 56 {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::major_version;

    /// The first words of a file of clang 19, whose name llvm-bcanalyzer prints as `LLVM19…`.
    #[test]
    fn the_producer_of_a_file_is_found() {
        let words: [u32; 9] = [
            0xdec04342, 0x00001435, 0x00000005, 0x24300c62, 0x66be594a, 0xbfb5fbdd, 0x4c80510b, 0x00000001, 0x00000c21,
        ];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(major_version(&bytes), Some(19));
    }

    #[test]
    fn what_is_no_bitcode_has_no_producer() {
        for bytes in
            [&b""[..], b"BC", b"BC\xc0\xde", b"; ModuleID", b"\xde\xc0\x17\x0b\xff\xff\xff\xff\xff\xff\xff\xff"]
        {
            assert_eq!(major_version(bytes), None);
        }
    }
}
