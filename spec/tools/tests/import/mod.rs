//! Facts of editions and of pages, and editions made from pages.

mod declared;
mod editions;
mod edits;
mod made_up;
mod published;
mod tables;
mod written;

use crate::committed_files;
use crate::listed::assert_listed;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::diff::{Change, FactKind, diff};
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::page::{self, Complaint};
use ascertain_spec_tools::reader;
use std::path::{Path, PathBuf};

/// The folder of the specification.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The committed specification.
fn spec() -> Spec {
    let files = committed_files::committed(&folder());
    ascertain_spec::load_files(files).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The facts of a page about one document.
fn read(name: &str, text: &str, spec: &Spec) -> Result<Facts, Vec<Complaint>> {
    let mut facts = reader::read(&page::read(name, text.as_bytes()), spec, None)?.facts;
    assert_eq!(facts.len(), 1, "{name}");
    Ok(facts.remove(0))
}

/// What a page says otherwise than an edition, places and sentences that are not read left out.
fn differences(facts: &Facts, spec: &Spec, edition: &str) -> Vec<Change> {
    let mut found = all_differences(facts, spec, edition);
    found.retain(|difference| difference.kind != FactKind::Prose);
    found
}

/// What a page says otherwise than an edition, places left out.
fn all_differences(facts: &Facts, spec: &Spec, edition: &str) -> Vec<Change> {
    let edition = Facts::of_edition(spec, &facts.document, edition).expect("an edition");
    diff(&edition, facts).in_full()
}

/// What the differences are about.
fn subjects(found: &[Change]) -> Vec<String> {
    found.iter().map(|change| format!("{} {}", change.kind.name(), change.subject)).collect()
}

/// The fatal complaints, as text.
fn fatal(refused: &[Complaint]) -> String {
    let fatal = refused.iter().filter(|complaint| complaint.fatal);
    fatal.map(|c| format!("{:?}: {}\n", c.place, c.says)).collect()
}
