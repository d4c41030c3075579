//! Reads many vendors' pages and reports what was understood of each.
//!
//! [`SurveyReport`] is the report as it is written in JSON. Lists keep the page's order. A place is
//! `{"lines": [first, last]}`, `{"bytes": [first, end]}` or `{}` if it is not known. Dtypes have the short names of the
//! specification (`f32`); names that it does not know are as printed. What a page does not state is absent.

use crate::facts::Facts;
use crate::page::{Complaint, Page};
use crate::reader;
use ascertain_spec::model::Spec;
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// The report of a survey.
#[derive(Clone, Debug, Serialize)]
pub struct SurveyReport {
    /// Version of this format: 1.
    pub version: u32,
    /// The pages, in the order in which they were read.
    pub pages: Vec<PageReport>,
}

/// One page.
#[derive(Clone, Debug, Serialize)]
pub struct PageReport {
    /// Its path, as given or below the folder given.
    pub path: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Reasons for which it is not read.
    pub errors: Vec<Complaint>,
    /// What a person should check.
    pub notes: Vec<Complaint>,
    /// What it says, by document; empty unless it is read.
    pub facts: Vec<Facts>,
}

/// What became of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Its facts are known.
    Read,
    /// It is not read.
    Refused,
    /// It does not describe functions of aclnn, and cannot be read as a document of the specification.
    Other,
}

/// Reads the page at `path`: as that of an operator if it describes one, else as that of any document.
pub fn read(path: &str, page: &Page, spec: &Spec) -> PageReport {
    let (reading, refused) = match reader::is_operator_page(page) {
        true => (reader::operator_page(page, spec), Outcome::Refused),
        false => (reader::read(page, spec, None), Outcome::Other),
    };
    let (outcome, complaints, facts) = match reading {
        Ok(reading) => (Outcome::Read, reading.notes, reading.facts),
        Err(complaints) => (refused, complaints, Vec::new()),
    };
    let (errors, notes) = complaints.into_iter().partition(|complaint| complaint.fatal);
    PageReport { path: path.to_owned(), outcome, errors, notes, facts }
}

/// The class of a complaint: its words without names and numbers, `parameter … of … is described twice`.
pub fn reason(says: &str) -> String {
    static NAMES: LazyLock<Regex> = LazyLock::new(|| Regex::new("`[^`]*`?[0-9]*|…?[0-9]+").expect("valid"));
    NAMES.replace_all(says, "…").into_owned()
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn reasons_have_no_names() {
        assert_eq!(reason("`x` of `f` lists `F32` twice, at 12"), "… of … lists … twice, at …");
    }
}
