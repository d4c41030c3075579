//! `ascertain spec statements`, and docs/transcription.md, which it writes.

use crate::support::ascertain;
use ascertain::document::Editions;
use ascertain_conformance::suite;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

const SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec");

#[test]
fn the_committed_table_is_up_to_date() {
    let done = ascertain(&["spec", "statements", SPEC]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let Ok(committed) = fs::read_to_string(Path::new(SPEC).join("../docs/transcription.md")) else {
        println!("skipped: the docs are not beside this crate, which was packaged alone");
        return;
    };
    assert!(done.out == committed, "write it again: ascertain spec statements > docs/transcription.md");
}

#[test]
fn statements_name_cases_that_exist() {
    let cases = suite::build(&Editions::default()).expect("the suite builds");
    let ids: HashSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    let spec = ascertain_spec::load(Path::new(SPEC)).unwrap_or_else(|problems| panic!("{problems}"));
    let named: Vec<&String> = spec.statements.iter().flat_map(|statement| &statement.tested).collect();
    assert!(named.len() > 10);
    for id in named {
        assert!(ids.contains(id.as_str()), "{id}");
    }
}
