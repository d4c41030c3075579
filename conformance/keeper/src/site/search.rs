//! The index that the page of searches looks through, without a server.

use serde::Serialize;
use std::collections::BTreeSet;

/// Everything that can be found.
#[derive(Debug, Default, Serialize)]
pub(super) struct Index {
    entries: Vec<Entry>,
    /// Ids of cases. Their addresses follow from them.
    cases: Vec<String>,
}

/// A page or a part of one: its kind, its title, its address from the root of the site, and the words in it.
#[derive(Debug, Serialize)]
struct Entry(&'static str, String, String, String);

impl Index {
    pub(super) fn add(&mut self, kind: &'static str, title: &str, address: impl Into<String>, text: &str) {
        let words: BTreeSet<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let words = words.into_iter().collect::<Vec<_>>().join(" ");
        self.entries.push(Entry(kind, title.to_owned(), address.into(), words));
    }

    pub(super) fn add_case(&mut self, id: &str) {
        self.cases.push(id.to_owned());
    }

    /// A script that only holds the data, since a page that is opened as a file cannot read another one.
    pub(super) fn script(&self) -> serde_json::Result<String> {
        Ok(format!("\"use strict\";\nconst INDEX = {};\n", serde_json::to_string(self)?))
    }
}
