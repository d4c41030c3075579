//! The report as JSON, version 1, described by `schema/report-1.schema.json`: written, and read again.
//!
//! Of a case only the judgement is stored; the rest follows from the case's id.

use super::common_properties::CommonProperties;
use super::groups::Group;
use super::summary::Summary;
use super::{Limits, ReadError, RunRequest, Selection, files, is_default};
use crate::results::ordered::gathered;
use ascertain::document::{DOCUMENTS, Editions};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::error_statistics::ErrorStatistics;
use ascertain_judge::stored::{self, Name, is_zero};
use ascertain_judge::verdict::{
    Beside, CaseResult, Counts, Diagnosis, Evidence, FailKind, KnownEntry, RandomCases, Run, Tally, Telling,
    Unlisted, Verdict, is_large,
};
use ascertain_judge::{suite, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// The format's version. Within a version only optional keys are added.
pub const VERSION: u32 = 1;

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("../../schema/report-1.schema.json");

/// Writes the report of one run as one JSON object, one case per line.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    // A readable head, then one case per line, for `diff` and `grep`.
    let head = serde_json::to_string_pretty(&Report::head(run, asked))?;
    let head = head.strip_suffix("\n}").unwrap_or(&head);
    write!(out, "{head},\n  \"cases\": [")?;
    for (i, result) in run.results.iter().enumerate() {
        out.write_all(if i == 0 { b"\n    " } else { b",\n    " })?;
        out.write_all(serde_json::to_string(result)?.as_bytes())?;
    }
    writeln!(out, "{}]\n}}", if run.results.is_empty() { "" } else { "\n  " })
}

/// A report, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    version: u32,
    pub(crate) suite: String,
    pub(crate) profile: String,
    pub(crate) editions: BTreeMap<String, String>,
    /// The documents whose edition is a draft.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drafts: Vec<String>,
    /// A string: JSON numbers lose precision beyond 2^53 in many readers.
    pub(crate) seed: String,
    pub(crate) backend: Backend,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) selection: Selection,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) not_started: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) incomplete: Option<String>,
    /// The least share of the cases that must be judged, in per cent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fail_under: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) random: Option<RandomCases>,
    /// Random cases that could have shown a wrong value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "stored::by_name")]
    telling: BTreeMap<Name, Telling>,
    /// Errors of float sums and products in random cases whose results are right.
    #[serde(default, skip_serializing_if = "ErrorStatistics::is_empty")]
    errors: ErrorStatistics,
    /// What a standard says beside the pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    beside: Option<Beside>,
    seconds: f64,
    pub(crate) exit_code: u8,
    #[serde(skip_deserializing)]
    summary: Counts,
    /// How many of the failures rest on this project's own readings alone.
    #[serde(skip_deserializing, skip_serializing_if = "is_zero")]
    failures_on_readings: u64,
    #[serde(skip_deserializing)]
    areas: BTreeMap<Name, Tally>,
    /// The list of known failures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    known: Vec<KnownEntry>,
    /// Random cases that are only counted, not listed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "stored::by_name")]
    pub(crate) unlisted: BTreeMap<Name, Unlisted>,
    /// The mistakes that explain failures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    diagnoses: Vec<Diagnosis>,
    /// Findings that seem to have one cause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) groups: Vec<StoredGroup>,
    /// Written one by one.
    #[serde(skip_serializing)]
    pub(crate) cases: Vec<CaseResult>,
}

/// Who was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Backend {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) asked: String,
    #[serde(default, skip_serializing_if = "is_default")]
    limits: Limits,
}

/// A group of findings, with the ids of its cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredGroup {
    pub(crate) verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    area: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<FailKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requirement: Option<String>,
    /// The mistake that explains its findings, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) diagnosis: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) in_common: Option<CommonProperties>,
    pub(crate) cases: Vec<String>,
}

impl StoredGroup {
    fn of(group: &Group<'_>) -> Self {
        Self {
            verdict: group.verdict,
            area: group.area.map(str::to_owned),
            kind: group.kind,
            requirement: group.requirement.map(str::to_owned),
            diagnosis: group.diagnosis.map(ToString::to_string),
            in_common: group.shared.clone(),
            cases: group.findings.iter().map(|finding| finding.id.to_string()).collect(),
        }
    }
}

/// Where reports come from.
const WRITTEN_BY: &str = "`ascertain run --report json=PATH` writes such a report";

/// What every version of the format says.
#[derive(Deserialize)]
struct Stamp {
    version: u32,
}

impl Report {
    /// Everything but the cases.
    pub(crate) fn head(run: &Run, asked: &RunRequest) -> Self {
        let summary = Summary::of(run);
        Self {
            version: VERSION,
            suite: suite::VERSION.to_owned(),
            profile: run.profile.clone(),
            editions: gathered(run.editions.iter().map(|(id, name)| ((*id).to_owned(), (*name).to_owned()))),
            drafts: drafts(run).into_iter().map(str::to_owned).collect(),
            seed: run.seed.to_string(),
            backend: Backend {
                name: run.backend.clone(),
                version: run.version.clone(),
                asked: asked.backend.clone(),
                limits: asked.limits,
            },
            selection: asked.selection.clone(),
            not_started: run.not_started.clone(),
            incomplete: run.incomplete.clone(),
            fail_under: run.fail_under,
            random: run.random,
            telling: run.telling.clone(),
            errors: run.drift.clone(),
            beside: run.beside.clone(),
            seconds: run.seconds,
            exit_code: run.exit_code(),
            summary: summary.total.counts,
            failures_on_readings: run.failures_on_readings(),
            areas: gathered(summary.areas),
            known: run.known.clone(),
            unlisted: run.unlisted.clone(),
            diagnoses: run.diagnoses.clone(),
            groups: summary.groups.iter().map(StoredGroup::of).collect(),
            cases: Vec::new(),
        }
    }

    /// Reads the report in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a report of this version. The error names it.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let text = files::read_text(path);
        let unreadable = |error: io::Error| ReadError::new(error.to_string(), WRITTEN_BY);
        let report = text.map_err(unreadable).and_then(|text| Self::read(&text));
        report.map_err(|error| error.in_file(&path.display().to_string()))
    }

    /// Reads a report.
    ///
    /// # Errors
    /// If the text is not one of this version, or has text that people cannot see.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let malformed = |error| ReadError::new(format!("not a JSON report: {error}"), WRITTEN_BY);
        let Stamp { version } = serde_json::from_str(text).map_err(malformed)?;
        if version != VERSION {
            let what = format!("a report of version {version}, but this program reads version {VERSION}");
            return Err(ReadError::new(what, "read it with the version of ascertain that wrote it"));
        }
        if let Some(hidden) = hidden(&serde_json::from_str(text).map_err(malformed)?) {
            let what = format!("it has text that people cannot see: {}", text::word(hidden));
            return Err(ReadError::unlike(what));
        }
        serde_json::from_str(text).map_err(malformed)
    }

    /// The editions that decided.
    ///
    /// # Errors
    /// If this suite does not have them, or the report is of another version of the suite.
    pub fn editions(&self) -> Result<Editions, ReadError> {
        if self.suite != suite::VERSION {
            let what =
                format!("written by version {} of the suite, but this is {}", self.suite, suite::VERSION);
            return Err(ReadError::new(
                what,
                "read it with that version of ascertain, or run again with this one",
            ));
        }
        let unknown = |what: String| ReadError::unlike(format!("this suite has no {what}"));
        let mut editions =
            Editions::profile(&self.profile).map_err(|_| unknown(format!("profile `{}`", self.profile)))?;
        for (document, edition) in &self.editions {
            editions = editions
                .with(document, edition)
                .map_err(|_| unknown(format!("edition `{edition}` of a document `{document}`")))?;
        }
        let missing = editions.iter().find(|(document, _)| !self.editions.contains_key(document.id));
        match missing.map(|(document, _)| document.id) {
            None => Ok(editions),
            Some(document) => Err(ReadError::unlike(format!("it names no edition of {document}"))),
        }
    }

    /// What the run was asked. How many random cases is known only if all of them were asked.
    #[must_use]
    pub fn request(&self) -> RunRequest {
        let ended = self.not_started.is_some() || self.incomplete.is_some();
        let random = self.random.filter(|random| !random.out_of_time).map(|random| random.fuzz);
        RunRequest {
            suite: self.suite.clone(),
            profile: self.profile.clone(),
            editions: self.editions.clone(),
            seed: self.seed.clone(),
            backend: self.backend.asked.clone(),
            selection: self.selection.clone(),
            random: if self.random.is_none() { Some(0) } else { random }.filter(|_| !ended),
            limits: self.backend.limits,
            large: self.cases.iter().any(|case| is_large(&case.id)),
            ..RunRequest::default()
        }
    }

    /// The run. `case_index` has the report's [editions](Self::editions), and the cases that may have been asked. What a report
    /// counts is not read: it follows from the cases.
    ///
    /// # Errors
    /// If the report says of a case what the suite would not have said.
    pub fn restore(self, case_index: &CaseIndex<'_>) -> Result<Run, ReadError> {
        let mut results = self.cases;
        for result in &mut results {
            case_index.complete(result).map_err(|why| ReadError::case(&result.id, why))?;
        }
        if let Some(area) =
            self.unlisted.keys().chain(self.telling.keys()).find(|area| !case_index.has_area(area))
        {
            return Err(ReadError::unlike(format!("this suite has no area `{area}`")));
        }
        for (area, unlisted) in &self.unlisted {
            if unlisted.tally.counts.of(Verdict::Known) != unlisted.explained.total() {
                let what = format!("`unlisted`: it does not say what the known cases of {area} are");
                return Err(ReadError::unlike(what));
            }
        }
        let editions = case_index.editions();
        Ok(Run {
            backend: self.backend.name,
            version: self.backend.version,
            profile: self.profile,
            editions: gathered(editions.iter().map(|(document, edition)| (document.id, edition.name))),
            seed: self.seed.parse().map_err(|_| ReadError::unlike("`seed` is not a number"))?,
            results,
            unlisted: self.unlisted,
            random: self.random,
            telling: self.telling,
            drift: self.errors,
            beside: self.beside,
            evidence: Evidence::default(),
            diagnoses: self.diagnoses,
            known: self.known,
            not_started: self.not_started,
            incomplete: self.incomplete,
            fail_under: self.fail_under,
            seconds: self.seconds,
        })
    }
}

/// The first text that people cannot see. This program writes none: it might have power over a terminal.
fn hidden(value: &Value) -> Option<&str> {
    let check = |text: &str| !text::is_visible(text);
    match value {
        Value::String(text) => Some(text.as_str()).filter(|text| check(text)),
        Value::Array(items) => items.iter().find_map(hidden),
        Value::Object(members) => members
            .iter()
            .find_map(|(key, value)| Some(key.as_str()).filter(|key| check(key)).or_else(|| hidden(value))),
        _ => None,
    }
}

/// Documents of a run whose edition is a draft: not every sentence of its page has been read.
pub(crate) fn drafts(run: &Run) -> Vec<&'static str> {
    let drafts = DOCUMENTS.iter().filter(|document| {
        let asked = run.editions.get(document.id);
        document.editions.iter().any(|edition| edition.draft && Some(&edition.name) == asked)
    });
    drafts.map(|document| document.id).collect()
}
