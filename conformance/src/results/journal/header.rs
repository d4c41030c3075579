//! The first line of a journal: whose results these are.

use crate::results::{ReadError, RunIdentity};
use crate::results::{RunRequest, digest};
use ascertain::document::SPECIFICATION;
use ascertain_judge::case::Case;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::Started;
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::verdict::CaseResult;
use serde::{Deserialize, Serialize};

/// Version of the format.
const VERSION: u32 = 2;

/// What was asked, and by which program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    journal: u32,
    /// Digest of the specification that the program was built from.
    specification: String,
    asked: RunIdentity,
    /// Digest of the fixed cases.
    digest: String,
    /// Large cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    large: Vec<String>,
    /// Whether each case is asked only once.
    once: bool,
    /// What the backend says of itself, once it has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    started: Option<Introduction>,
}

/// What a backend says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Introduction {
    name: String,
    version: String,
    /// Warnings about what it declares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    declared: Vec<CaseResult>,
}

/// What every version of the format says.
#[derive(Deserialize)]
struct Stamp {
    journal: u32,
}

impl Header {
    /// Of a run that has not started.
    pub(super) fn of(cases: &[Case], options: &RunOptions, asked: &RunRequest) -> Self {
        Self {
            journal: VERSION,
            specification: SPECIFICATION.to_owned(),
            asked: RunIdentity::of(cases.len(), options, asked),
            digest: digest(cases),
            large: options.large.cases.iter().map(LargeCase::id).collect(),
            once: options.once,
            started: None,
        }
    }

    pub(super) fn read(object: &str) -> Result<Self, ReadError> {
        let malformed = |error| {
            ReadError::new(format!("line 1: not the first line of a journal: {error}"), "give another path")
        };
        let Stamp { journal } = serde_json::from_str(object).map_err(malformed)?;
        if journal != VERSION {
            let what = format!("a journal of version {journal}, but this program reads version {VERSION}");
            return Err(ReadError::new(what, "go on with the version of ascertain that wrote it"));
        }
        serde_json::from_str(object).map_err(malformed)
    }

    /// The same with what the backend says of itself.
    pub(super) fn with(&self, started: &Started) -> Self {
        let (name, version) = (started.name.clone(), started.version.clone());
        let declared = started.declaration_warnings.clone();
        Self { started: Some(Introduction { name, version, declared }), ..self.clone() }
    }

    /// In what this journal's run is another one than `run`, if it is.
    pub(super) fn difference(&self, run: &Self) -> Option<String> {
        if let Some(differs) = self.asked.differences(&run.asked).first() {
            let (what, own, other) = (&differs.what, &differs.own, &differs.other);
            return Some(format!("its {what} is {own}, and that of this run is {other}"));
        }
        let introduced = |run: &Self| run.started.as_ref().map(|own| (own.name.clone(), own.version.clone()));
        let has_started = self.started.is_some() && run.started.is_some();
        let same = [
            ("its specification is another one", self.specification == run.specification),
            ("its list of large cases is another one", self.large == run.large),
            ("its list of cases is another one", self.digest == run.digest),
            ("it asks each case another number of times", self.once == run.once),
            ("its backend says another name or version", !has_started || introduced(self) == introduced(run)),
            ("the backend declares something else now", !has_started || self.started == run.started),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what.to_owned())
    }
}
