//! KLEE's test format.
//!
//! *Source*: KLEE's `lib/Basic/KTest.cpp`, version 3. All numbers are 32 bits, big-endian: `KTEST`, the version, the
//! number of arguments and each as length and bytes, `symArgvs` and `symArgvLen` (from version 2), the number of objects and
//! each as length of name, name, length, bytes.

const MAGIC: &[u8; 5] = b"KTEST";
const VERSION: u32 = 3;

/// An object that a run made symbolic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTestObject {
    /// Its name.
    pub name: Vec<u8>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A test of KLEE's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The command line of the program, its name first.
    pub args: Vec<Vec<u8>>,
    /// Number of symbolic arguments.
    pub sym_argvs: u32,
    /// Their length.
    pub sym_argv_len: u32,
    /// The objects in the order in which they were made.
    pub objects: Vec<KTestObject>,
}

/// Why bytes are no test of KLEE's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KTestError {
    /// They do not start as one.
    #[error("not a .ktest file")]
    Magic,
    /// It is of a version that is not known.
    #[error("version {0} of the .ktest format is not known")]
    Version(u32),
    /// It ends too early.
    #[error("the .ktest file is cut short")]
    CutShort,
    /// It goes on after its end.
    #[error("the .ktest file has {0} bytes too many")]
    Trailing(usize),
}

impl KTest {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put_number(&mut out, VERSION);
        put_number(&mut out, self.args.len() as u32);
        for arg in &self.args {
            put_bytes(&mut out, arg);
        }
        put_number(&mut out, self.sym_argvs);
        put_number(&mut out, self.sym_argv_len);
        put_number(&mut out, self.objects.len() as u32);
        for object in &self.objects {
            put_bytes(&mut out, &object.name);
            put_bytes(&mut out, &object.bytes);
        }
        out
    }

    /// Reads a file's bytes, of versions 1 to 3.
    pub fn parse(bytes: &[u8]) -> Result<KTest, KTestError> {
        let mut rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or(KTestError::Magic)?;
        let version = take_number(&mut rest)?;
        if !(1..=VERSION).contains(&version) {
            return Err(KTestError::Version(version));
        }
        let mut test = KTest::default();
        for _ in 0..take_number(&mut rest)? {
            test.args.push(take_bytes(&mut rest)?);
        }
        if version >= 2 {
            test.sym_argvs = take_number(&mut rest)?;
            test.sym_argv_len = take_number(&mut rest)?;
        }
        for _ in 0..take_number(&mut rest)? {
            let name = take_bytes(&mut rest)?;
            let bytes = take_bytes(&mut rest)?;
            test.objects.push(KTestObject { name, bytes });
        }
        if rest.is_empty() { Ok(test) } else { Err(KTestError::Trailing(rest.len())) }
    }
}

impl From<&crate::Test> for KTest {
    /// Every input is an object. KLEE's own names for its POSIX environment are not imitated.
    fn from(test: &crate::Test) -> KTest {
        let name = test.program.first().map(|file| file.display().to_string()).unwrap_or_default();
        let args = std::iter::once(name.into_bytes()).chain(test.args.iter().map(|arg| arg.0.clone()));
        let objects = test
            .inputs
            .iter()
            .map(|input| KTestObject { name: input.name.clone().into_bytes(), bytes: input.bytes.0.clone() });
        KTest { args: args.collect(), sym_argvs: 0, sym_argv_len: 0, objects: objects.collect() }
    }
}

fn put_number(out: &mut Vec<u8>, number: u32) {
    out.extend(number.to_be_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u32);
    out.extend(bytes);
}

fn take_number(rest: &mut &[u8]) -> Result<u32, KTestError> {
    let (number, after) = rest.split_first_chunk::<4>().ok_or(KTestError::CutShort)?;
    *rest = after;
    Ok(u32::from_be_bytes(*number))
}

fn take_bytes(rest: &mut &[u8]) -> Result<Vec<u8>, KTestError> {
    let length = take_number(rest)? as usize;
    let (bytes, after) = rest.split_at_checked(length).ok_or(KTestError::CutShort)?;
    *rest = after;
    Ok(bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::{KTest, KTestError, KTestObject};

    /// Written by hand from the format's description.
    const EXAMPLE: &[u8] = b"KTEST\x00\x00\x00\x03\
        \x00\x00\x00\x01\x00\x00\x00\x03p.c\
        \x00\x00\x00\x00\x00\x00\x00\x00\
        \x00\x00\x00\x02\
        \x00\x00\x00\x01x\x00\x00\x00\x04\x2a\x00\x00\x00\
        \x00\x00\x00\x03buf\x00\x00\x00\x02hi";

    fn example() -> KTest {
        KTest {
            args: vec![b"p.c".to_vec()],
            sym_argvs: 0,
            sym_argv_len: 0,
            objects: vec![
                KTestObject { name: b"x".to_vec(), bytes: vec![42, 0, 0, 0] },
                KTestObject { name: b"buf".to_vec(), bytes: b"hi".to_vec() },
            ],
        }
    }

    #[test]
    fn bytes_are_klees() {
        assert_eq!(example().to_bytes(), EXAMPLE);
        assert_eq!(KTest::parse(EXAMPLE), Ok(example()));
    }

    #[test]
    fn every_cut_is_an_error() {
        for end in 0..EXAMPLE.len() {
            assert!(KTest::parse(&EXAMPLE[..end]).is_err(), "cut at {end}");
        }
        assert_eq!(KTest::parse(&[EXAMPLE, b"x"].concat()), Err(KTestError::Trailing(1)));
        assert_eq!(KTest::parse(b"BOUT\n"), Err(KTestError::Magic));
        assert_eq!(KTest::parse(b"KTEST\x00\x00\x00\x09"), Err(KTestError::Version(9)));
        // A length that is not there must not be allocated.
        assert_eq!(KTest::parse(b"KTEST\x00\x00\x00\x03\xff\xff\xff\xff"), Err(KTestError::CutShort));
    }
}
