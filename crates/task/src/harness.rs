//! A test as C.
use crate::test::Test;
use incise_ir::Module;
use std::path::Path;
/// x
pub fn harness(_module: &Module, _test: &Test, _file: &Path) -> String {
    String::new()
}
