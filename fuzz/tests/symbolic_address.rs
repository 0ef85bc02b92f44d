//! An address that is an input can be anything: the exploration still ends, with one error for everything that is no object.

use incise_engine::{ErrorKind, PathEnd};
use incise_fuzz::analysed::{Setting, read, run};
use std::time::Duration;

const PROGRAM: &str = r#"
void klee_make_symbolic(void *, unsigned long, const char *);
static int first = 1, second = 2;
int main(void) {
    unsigned long address;
    klee_make_symbolic(&address, sizeof address, "address");
    if (address == (unsigned long)&first || address == (unsigned long)&second)
        return 0;
    return *(unsigned char *)address;
}
"#;

#[test]
fn wild_addresses_are_one_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("address.c");
    std::fs::write(&source, PROGRAM).expect("the program can be written");
    let setting = Setting { limit: Duration::from_secs(60), ..Setting::default() };
    let module = read(&source, &setting).expect("it compiles");
    let report = run(&module, &setting).expect("it runs");
    assert!(report.ledger.is_empty(), "{:?}", report.ledger);
    let count = |kind: ErrorKind| {
        let of_kind = |end: &PathEnd| matches!(end, PathEnd::Error(error) if error.kind == kind);
        report.found.paths.iter().filter(|path| of_kind(&path.end)).count()
    };
    assert_eq!(count(ErrorKind::NullAccess), 1);
    assert_eq!(count(ErrorKind::WildPointer), 1);
}
