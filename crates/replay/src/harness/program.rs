//! What every part of a harness needs: the program it is for, how it complains, bytes as C writes them.

use incise_ir::Module;

/// How a harness says that a result is not as expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checks {
    /// It prints what differs and ends with 1.
    #[default]
    Report,
    /// By `assert`.
    Assert,
}

/// The program that a harness is for.
#[derive(Clone, Copy)]
pub struct HarnessProgram<'a> {
    /// Without libc models.
    pub own: &'a Module,
    /// With them: what has no body here is answered by the harness.
    pub linked: &'a Module,
    /// Functions without a body of another version that the harness is compiled with too.
    pub others: &'a [String],
}

/// Bytes as an initialiser.
pub(crate) fn bytes(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "{0}".to_owned();
    }
    let numbers: Vec<String> = bytes.iter().map(|byte| byte.to_string()).collect();
    format!("{{{}}}", numbers.join(", "))
}
