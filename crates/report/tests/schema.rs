//! The checked-in schemas are those of the documents. `INCISE_BLESS=1 cargo test -p incise-report` writes them anew.

use incise_report::{Bisected, Covering, Debugged, Dependences, Diffed, Explored, Impacted, Tested};
use schemars::{Schema, schema_for};
use std::path::Path;

#[test]
fn the_schema_of_deps_is_checked_in() {
    is_checked_in("deps", &schema_for!(Dependences));
}

#[test]
fn the_checked_in_schema_of_explore_is_that_of_the_document() {
    is_checked_in("explore", &schema_for!(Explored));
}

#[test]
fn the_checked_in_schema_of_diff_is_that_of_the_document() {
    is_checked_in("diff", &schema_for!(Diffed));
}

#[test]
fn the_checked_in_schema_of_bisect_is_that_of_the_document() {
    is_checked_in("bisect", &schema_for!(Bisected));
}

#[test]
fn the_checked_in_schema_of_impact_is_that_of_the_document() {
    is_checked_in("impact", &schema_for!(Impacted));
}

#[test]
fn the_checked_in_schema_of_coverage_is_that_of_the_document() {
    is_checked_in("cover", &schema_for!(Covering));
}

#[test]
fn the_checked_in_schema_of_test_is_that_of_the_document() {
    is_checked_in("test", &schema_for!(Tested));
}

#[test]
fn the_checked_in_schema_of_debug_is_that_of_the_document() {
    is_checked_in("debug", &schema_for!(Debugged));
}

fn is_checked_in(command: &str, schema: &Schema) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(format!("{command}.json"));
    let text = serde_json::to_string_pretty(schema).expect("a schema is JSON") + "\n";
    if std::env::var_os("INCISE_BLESS").is_some() {
        std::fs::write(&file, &text).expect("the schema can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("the schema is checked in");
    assert_eq!(kept, text, "the document changed: look at the difference, then bless it");
}
