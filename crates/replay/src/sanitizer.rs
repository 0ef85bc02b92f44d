//! What a sanitizer says: which of our kinds of error it means, and where.
//!
//! *Source*: the texts of compiler-rt's `ubsan_diag` and `asan_errors` (LLVM 14 to 19): `FILE:LINE:COLUMN: runtime error: …`
//! and `ERROR: AddressSanitizer: NAME on …` followed by frames `#0 ADDRESS in FUNCTION FILE:LINE:COLUMN`.

use incise_engine::ErrorKind;

/// A sanitizer's report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SanitizerReport {
    /// Its first line.
    pub text: String,
    /// The kinds of ours that it can mean; empty when it is none.
    pub kinds: Vec<ErrorKind>,
    /// Files and lines of the frames, innermost first. A library's frames are among them.
    pub places: Vec<(String, u32)>,
}

impl SanitizerReport {
    /// Whether the report is about this kind of error at this line of this file (line 0: anywhere).
    pub fn is_about(&self, kind: ErrorKind, file: &str, line: u32) -> bool {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        // A leak is reported where the memory came from; we report where it was lost.
        let anywhere = line == 0 || kind == ErrorKind::MemoryLeak;
        let there = anywhere || self.places.iter().any(|(at, number)| *number == line && name(at) == name(file));
        self.kinds.contains(&kind) && there
    }
}

/// Parts of UBSan's messages, with what they mean; the first that fits counts.
const UNDEFINED: &[(&str, &[ErrorKind])] = &[
    ("division by zero", &[ErrorKind::DivisionByZero]),
    ("shift exponent", &[ErrorKind::BadShift]),
    ("left shift of", &[ErrorKind::BadShift, ErrorKind::Overflow]),
    ("out of bounds", &[ErrorKind::OutOfBounds, ErrorKind::IndexOutOfBounds, ErrorKind::PointerArithmetic]),
    ("null pointer passed as argument", &[ErrorKind::NullArgument, ErrorKind::NullAccess, ErrorKind::BadArgument]),
    ("null pointer", &[ErrorKind::NullAccess, ErrorKind::BadArgument]),
    ("applying non-zero offset", &[ErrorKind::NullAccess, ErrorKind::WildPointer, ErrorKind::PointerArithmetic]),
    ("misaligned address", &[ErrorKind::Misaligned, ErrorKind::WildPointer]),
    ("insufficient space", &[ErrorKind::OutOfBounds]),
    ("signed integer overflow", &[ErrorKind::Overflow]),
    ("negation of", &[ErrorKind::Overflow]),
    ("division of", &[ErrorKind::Overflow]),
    ("outside the range of representable values", &[ErrorKind::FloatCast]),
    ("unreachable program point", &[ErrorKind::Unreachable]),
    ("without returning a value", &[ErrorKind::Unreachable]),
    ("not a valid value for type", &[ErrorKind::InvalidValue, ErrorKind::Uninitialised]),
    ("through pointer to incorrect function type", &[ErrorKind::BadCall]),
    ("pointer index expression", &[ErrorKind::OutOfBounds, ErrorKind::PointerArithmetic]),
    ("addition of unsigned offset", &[ErrorKind::OutOfBounds, ErrorKind::PointerArithmetic]),
    ("variable length array bound", &[ErrorKind::ArrayLength]),
    ("passing zero to", &[ErrorKind::ZeroArgument]),
];

/// ASan's names for errors.
const ADDRESS: &[(&str, &[ErrorKind])] = &[
    ("heap-use-after-free", &[ErrorKind::UseAfterFree]),
    ("heap-buffer-overflow", &[ErrorKind::OutOfBounds]),
    ("stack-buffer-overflow", &[ErrorKind::OutOfBounds]),
    ("stack-buffer-underflow", &[ErrorKind::OutOfBounds]),
    ("dynamic-stack-buffer-overflow", &[ErrorKind::OutOfBounds]),
    ("global-buffer-overflow", &[ErrorKind::OutOfBounds]),
    ("container-overflow", &[ErrorKind::OutOfBounds]),
    ("intra-object-overflow", &[ErrorKind::OutOfBounds]),
    ("unknown-crash", &[ErrorKind::OutOfBounds]),
    ("stack-use-after-return", &[ErrorKind::UseAfterScope]),
    ("stack-use-after-scope", &[ErrorKind::UseAfterScope]),
    ("attempting double-free", &[ErrorKind::DoubleFree]),
    ("attempting free on address which was not malloc", &[ErrorKind::InvalidFree]),
    ("memcpy-param-overlap", &[ErrorKind::OverlappingCopy]),
    ("strcpy-param-overlap", &[ErrorKind::OverlappingCopy]),
    ("strcat-param-overlap", &[ErrorKind::OverlappingCopy]),
    ("strncpy-param-overlap", &[ErrorKind::OverlappingCopy]),
    ("negative-size-param", &[ErrorKind::OutOfBounds, ErrorKind::BadArgument]),
    ("stack-overflow", &[ErrorKind::StackOverflow]),
    ("FPE", &[ErrorKind::DivisionByZero, ErrorKind::Overflow]),
    ("ABRT", &[ErrorKind::Abort, ErrorKind::Assert]),
    (
        "SEGV",
        &[
            ErrorKind::NullAccess,
            ErrorKind::WildPointer,
            ErrorKind::OutOfBounds,
            ErrorKind::ReadOnlyWrite,
            ErrorKind::BadCall,
            ErrorKind::UseAfterFree,
        ],
    ),
    ("detected memory leaks", &[ErrorKind::MemoryLeak]),
];

/// The report in what a run wrote to standard error, if there is one.
pub(crate) fn parse(stderr: &[u8]) -> Option<SanitizerReport> {
    let text = String::from_utf8_lossy(stderr);
    let mut lines = text.lines();
    let first = lines.find(|line| {
        line.contains(": runtime error: ")
            || line.contains("ERROR: AddressSanitizer: ")
            || line.contains("ERROR: LeakSanitizer: ")
    })?;
    let (table, message) = match first.split_once(": runtime error: ") {
        Some((_, message)) => (UNDEFINED, message),
        None => (ADDRESS, first.split_once("Sanitizer: ").map_or(first, |(_, message)| message)),
    };
    let kinds = table.iter().find(|(part, _)| message.contains(part)).map_or(&[][..], |(_, kinds)| kinds);
    let mut places: Vec<(String, u32)> =
        first.split_once(": runtime error: ").and_then(|(place, _)| file_and_line(place)).into_iter().collect();
    // Only the first stack: those of where the memory came from and went follow it.
    let frames = lines.skip_while(|line| !is_frame(line)).take_while(|line| is_frame(line));
    places.extend(frames.filter_map(|line| file_and_line(line.rsplit(' ').next()?)));
    Some(SanitizerReport { text: first.trim().to_owned(), kinds: kinds.to_vec(), places })
}

fn is_frame(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// `FILE:LINE` or `FILE:LINE:COLUMN`.
fn file_and_line(text: &str) -> Option<(String, u32)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => Some((file.to_owned(), line)),
        _ => Some((rest.to_owned(), last)),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use incise_engine::ErrorKind;

    #[test]
    fn a_report_on_undefined_behaviour_has_its_kind_and_line() {
        let text = b"hello\n/project/p.c:12:7: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n";
        let report = parse(text).unwrap();
        assert!(report.is_about(ErrorKind::Overflow, "p.c", 12));
        assert!(!report.is_about(ErrorKind::Overflow, "p.c", 13));
        assert!(!report.is_about(ErrorKind::BadShift, "p.c", 12));
    }

    #[test]
    fn the_stack_of_an_address_report_is_the_first_one() {
        let text = b"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x2\nREAD of size 4 at 0x1 thread T0\n    #0 0x1 in f /x/p.c:3:10\n    #1 0x2 in main /x/p.c:9:3\n\nfreed by thread T0 here:\n    #0 0x3 in free (/x/a+0x1)\n    #1 0x4 in g /x/p.c:7:3\n";
        let report = parse(text).unwrap();
        assert_eq!(report.kinds, [ErrorKind::UseAfterFree]);
        assert_eq!(report.places, [("/x/p.c".to_owned(), 3), ("/x/p.c".to_owned(), 9)]);
    }

    #[test]
    fn other_output_is_no_report() {
        assert_eq!(parse(b"p: p.c:3: f: Assertion `x' failed.\n"), None);
    }
}
