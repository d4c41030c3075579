//! The report of a survey, as it is written in JSON.
//!
//! [`SurveyReport`] is the whole file. Lists keep the page's order. A place is `{"lines": [first, last]}`, `{"bytes": [first, end]}`
//! or `{}` if it is not known. Dtypes have the short names of the specification (`f32`); names that it does not know are as
//! printed. What a page does not state is absent.

use super::Outcome;
use crate::facts::Facts;
use crate::pages::Complaint;
use serde::Serialize;

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
    /// `read`, `refused`, or `other` for a page that does not describe functions of aclnn and is not read as a document of the
    /// specification.
    pub outcome: &'static str,
    /// Reasons for which it is not read.
    pub errors: Vec<Complaint>,
    /// What a person should check.
    pub notes: Vec<Complaint>,
    /// What it says, by document; empty unless it is read.
    pub facts: Vec<Facts>,
}

impl PageReport {
    /// The report on the page at `path`.
    pub fn new(path: &str, outcome: &Outcome) -> Self {
        let (word, complaints, facts) = match outcome {
            Outcome::Read(facts, notes) => ("read", notes.as_slice(), facts.as_slice()),
            Outcome::Refused(complaints) => ("refused", complaints.as_slice(), [].as_slice()),
            Outcome::Other(complaints) => ("other", complaints.as_slice(), [].as_slice()),
        };
        let notes = |fatal: bool| complaints.iter().filter(move |c| c.fatal == fatal).cloned().collect();
        Self {
            path: path.to_owned(),
            outcome: word,
            errors: notes(true),
            notes: notes(false),
            facts: facts.to_vec(),
        }
    }
}
