//! The checked-in schema is the one of the document. `INCISE_BLESS=1 cargo test -p incise-report` writes it anew.

use incise_report::Explored;
use std::path::Path;

#[test]
fn the_checked_in_schema_is_that_of_the_document() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/explore.json");
    let schema = schemars::schema_for!(Explored);
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
    if std::env::var_os("INCISE_BLESS").is_some() {
        std::fs::write(&file, &text).expect("the schema can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("the schema is checked in");
    assert_eq!(kept, text, "the document changed: look at the difference, then bless it");
}
