//! A test as C: compiled together with the program by any C compiler, it repeats the run.
//!
//! For `main` it defines the markers that the program declares, and hands over arguments, standard input and files before
//! `main` starts. For a function it includes the file that defines it, so that statics have names, sets globals, calls it and
//! compares what it gives. Functions without a body are answered as the test says. The program runs in a child process: the harness
//! ends with 0 if everything is as expected, also where an exit code or a signal is. It needs gcc or clang on Linux (assembler
//! labels, constructors) and no headers but `assert.h`.

mod argument;
mod call;
mod ending;
mod expectations;
mod global;
mod output;
mod outside;
mod program;
mod source;
mod unanswered;

pub(crate) use call::included_file;
pub(crate) use ending::{SANITIZE, needs_sanitizers};
pub use program::{Checks, HarnessProgram};
pub use source::harness;
pub use unanswered::unanswered_names;
