//! The first line of a journal: whose results these are.

use crate::report::json::{Case, ReadError, Selection};
use crate::report::{RunRequest, digest};
use ascertain::document::SPECIFICATION;
use ascertain_judge::case;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::Started;
use ascertain_judge::suite;
use ascertain_judge::suite::large::LargeCase;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Version of the format.
const VERSION: u32 = 2;

/// What was asked, and by which program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    journal: u32,
    suite: String,
    /// Digest of the specification that the program was built from.
    specification: String,
    profile: String,
    editions: BTreeMap<String, String>,
    seed: String,
    /// The number of random cases, of all parts.
    random: String,
    /// The backend as named on the command line.
    backend: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selection: Option<Value>,
    /// Digest of the fixed cases.
    cases: String,
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
    declared: Vec<Value>,
}

/// What every version of the format says.
#[derive(Deserialize)]
struct Stamp {
    journal: u32,
}

impl Header {
    /// Of a run that has not started.
    pub(super) fn of(cases: &[case::Case], options: &RunOptions, asked: &RunRequest) -> Self {
        let editions = options.editions.iter();
        Self {
            journal: VERSION,
            suite: suite::VERSION.to_owned(),
            specification: SPECIFICATION.to_owned(),
            profile: options.editions.profile_name().to_owned(),
            editions: editions
                .map(|(document, edition)| (document.id.to_owned(), edition.name.to_owned()))
                .collect(),
            seed: options.seed.to_string(),
            random: options.random_limit().to_string(),
            backend: asked.backend.clone(),
            // Strings and numbers are always JSON.
            selection: Selection::of(asked).and_then(|selection| serde_json::to_value(selection).ok()),
            cases: digest(cases),
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
        let declared =
            started.misdeclared.iter().filter_map(|warning| serde_json::to_value(Case::of(warning)).ok());
        let (name, version) = (started.name.clone(), started.version.clone());
        Self { started: Some(Introduction { name, version, declared: declared.collect() }), ..self.clone() }
    }

    /// In what this journal's run is another one than `run`, if it is.
    pub(super) fn difference(&self, run: &Self) -> Option<String> {
        let differ = |what: &str, own: &str, other: &str| {
            (own != other).then(|| format!("its {what} is {own}, and that of this run is {other}"))
        };
        let selected = |header: &Self| header.selection.as_ref().map_or("all".to_owned(), Value::to_string);
        let editions = || {
            self.editions.iter().find_map(|(document, own)| {
                let other = run.editions.get(document).map_or("none", String::as_str);
                differ(&format!("edition of {document}"), own, other)
            })
        };
        differ("version of the suite", &self.suite, &run.suite)
            .or_else(|| differ("specification", &self.specification, &run.specification))
            .or_else(|| differ("backend", &self.backend, &run.backend))
            .or_else(|| differ("profile", &self.profile, &run.profile))
            .or_else(editions)
            .or_else(|| differ("seed", &self.seed, &run.seed))
            .or_else(|| differ("number of random cases", &self.random, &run.random))
            .or_else(|| differ("selection", &selected(self), &selected(run)))
            .or_else(|| differ("list of large cases", &self.large.join(" "), &run.large.join(" ")))
            .or_else(|| differ("list of cases", &self.cases, &run.cases))
            .or_else(|| {
                (self.once != run.once).then(|| "it asks each case another number of times".to_owned())
            })
            .or_else(|| {
                let (own, other) = (self.started.as_ref()?, run.started.as_ref()?);
                differ("backend", &own.introduced(), &other.introduced()).or_else(|| {
                    let what = "the backend declares something else now";
                    (own.declared != other.declared).then(|| what.to_owned())
                })
            })
    }
}

impl Introduction {
    fn introduced(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}
