//! The result of a case, and how it is stored.

use super::{Judgement, KnownAs, Verdict};
use crate::properties::Properties;
use crate::stored::{self, Name, is_zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// The id of a finding that belongs to no case: a fault at the end of the backend, or output that nothing asked for.
pub const END: &str = "adapter/end";

/// One judged case of a run. What follows from the case may be left out where results are stored:
/// [`CaseIndex::complete`](crate::case_index::CaseIndex::complete) adds it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct CaseResult {
    /// The case's id, shared with it.
    pub id: Arc<str>,
    /// Its area.
    #[serde(deserialize_with = "stored::name")]
    pub area: Name,
    /// Ids of the requirements it tests.
    #[serde(deserialize_with = "stored::list")]
    pub requirements: &'static [Name],
    /// The question in one line, empty where the case passed.
    #[serde(default)]
    pub question: String,
    /// What its arguments are like.
    #[serde(default = "none", deserialize_with = "shared")]
    pub properties: &'static Properties,
    /// Why the vector exists, if it is one.
    #[serde(default)]
    pub note: Option<String>,
    /// Elements of the tensors of a finding, if they are few: argument, and numbers with their bits.
    #[serde(default, with = "stored::inputs")]
    pub inputs: Vec<(Name, String)>,
    /// The verdict, with its reasons.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The same failure, minimized.
    #[serde(default)]
    pub shrunk: Option<Box<MinimizedCase>>,
    /// Why it is known, if it is.
    #[serde(default)]
    pub known: Option<Box<KnownAs>>,
    /// The mistake that explains it: what a [`Diagnosis`](super::Diagnosis) of the run says.
    #[serde(default)]
    pub cause: Option<String>,
}

impl CaseResult {
    /// Elements of the largest tensor of the failure, as small as it was made.
    #[must_use]
    pub fn size(&self) -> usize {
        let all = self.properties.elements.unwrap_or(0);
        let Some(small) = &self.shrunk else { return all };
        // Their numbers stand before their bits. Where there are many, none are shown.
        let count = |shown: &String| shown.split(" (").next().map_or(0, |numbers| numbers.split(' ').count());
        small.inputs.iter().map(|(_, shown)| count(shown)).max().unwrap_or(all)
    }

    /// The requirement that decided, or the only one that the case tests.
    #[must_use]
    pub fn decisive_requirement(&self) -> Option<Name> {
        self.judgement.requirement.or(match self.requirements[..] {
            [only] => Some(only),
            _ => None,
        })
    }
}

impl Serialize for CaseResult {
    /// Passes are most of a report, so their questions are left out, and empty fields. `ascertain explain ID` shows them.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Stored<'a> {
            id: &'a str,
            area: Name,
            requirements: &'a [Name],
            verdict: Verdict,
            #[serde(skip_serializing_if = "Option::is_none")]
            question: Option<&'a str>,
            #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "stored::inputs::serialize")]
            inputs: &'a Vec<(Name, String)>,
            #[serde(skip_serializing_if = "Option::is_none")]
            note: Option<&'a str>,
            #[serde(flatten)]
            judgement: &'a Judgement,
            #[serde(skip_serializing_if = "Option::is_none")]
            shrunk: Option<&'a MinimizedCase>,
            #[serde(skip_serializing_if = "Option::is_none")]
            known: Option<&'a KnownAs>,
            #[serde(skip_serializing_if = "Option::is_none")]
            cause: Option<&'a str>,
            /// Of a case that is not made to read a report.
            #[serde(skip_serializing_if = "Option::is_none")]
            properties: Option<&'a Properties>,
        }
        let verdict = self.judgement.verdict;
        let stored = Stored {
            id: &self.id,
            area: self.area,
            requirements: self.requirements,
            verdict,
            question: (verdict != Verdict::Pass).then_some(&self.question),
            inputs: &self.inputs,
            note: self.note.as_deref().filter(|_| verdict.is_finding()),
            judgement: &self.judgement,
            shrunk: self.shrunk.as_deref(),
            known: self.known.as_deref(),
            cause: self.cause.as_deref(),
            properties: Some(self.properties)
                .filter(|own| is_made_when_asked(&self.id) && **own != Properties::default()),
        };
        stored.serialize(to)
    }
}

fn none() -> &'static Properties {
    Properties::default().shared()
}

fn shared<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Properties, D::Error> {
    Properties::deserialize(from).map(Properties::shared)
}

/// Whether it is the id of a large case.
#[must_use]
pub fn is_large(id: &str) -> bool {
    id.split('/').nth(1) == Some("large")
}

/// Whether it is the id of a case that may be made only when it is asked: a large one, or one of somebody's case files.
#[must_use]
pub fn is_made_when_asked(id: &str) -> bool {
    let word = id.split('/').nth(1);
    is_large(id) || word.is_some_and(|word| CASE_FILES.contains(&word))
}

/// The words after the area in ids of cases from case files.
const CASE_FILES: [&str; 4] = ["atk", "ttk", "cann-bench", "onnx"];

/// Whether it is the id of a warning about what a backend declares.
#[must_use]
pub fn is_declaration(id: &str) -> bool {
    id.split('/').nth(1) == Some("declared")
}

/// A minimized failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinimizedCase {
    /// The question in one line.
    pub question: String,
    /// Elements of its tensors, if they are few: argument, and numbers with their bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored::inputs")]
    pub inputs: Vec<(Name, String)>,
    /// Its judgement.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// Calls made to minimize it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub evaluations: u64,
    /// A vector file that asks it again.
    pub vector: String,
}
