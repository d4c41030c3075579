//! The report as JSON, version 1, described by `schema/report-1.schema.json`: written, and read again.
//!
//! Of a case only the judgement is information. What else a report says of it follows from the case, which the suite has
//! by its id.

mod case;
mod counts;
mod difference;
mod error;
mod errors;
mod head;
mod lines;
mod visible;

pub(crate) use self::case::{Case, Shrunk, is_declaration, verdict as case_verdict};
pub(crate) use self::counts::Area;
use self::counts::{Verdicts, verdicts};
pub use self::error::ReadError;
pub(crate) use self::errors::{Errors, drift};
pub(crate) use self::head::{Backend, Random, Selection};
use self::head::{GroupOf, Known};
pub use self::lines::{FORMAT as LINES, JsonLines, LINE_SCHEMA};
use super::summary::Summary;
use super::{Format, RunRequest, edition_arguments};
use crate::files;
use ascertain::document::Editions;
use ascertain_judge::catalog::Catalog;
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// The format's version. Within a version only optional keys are added.
pub const VERSION: u32 = 1;

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("../../../schema/report-1.schema.json");

/// JSON.
pub(super) const FORMAT: Format = Format { name: "json", write };

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
        serde_json::to_writer(&mut *out, &Case::of(result))?;
    }
    writeln!(out, "{}]\n}}", if run.results.is_empty() { "" } else { "\n  " })
}

/// A report, as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report<'a> {
    version: u32,
    pub(crate) suite: Cow<'a, str>,
    pub(crate) profile: Cow<'a, str>,
    pub(crate) editions: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    /// A string: JSON numbers lose precision beyond 2^53 in many readers.
    pub(crate) seed: String,
    pub(crate) backend: Backend<'a>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) selection: Option<Selection<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) not_started: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) incomplete: Option<Cow<'a, str>>,
    /// The least share of the cases that must be judged, in per cent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fail_under: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) random: Option<Random>,
    /// Errors of float products in random cases that passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Errors<'a>>,
    seconds: f64,
    pub(crate) exit_code: u8,
    summary: Verdicts<'a>,
    /// How many of the failures rest on this project's own readings alone.
    #[serde(default, skip_serializing_if = "is_zero")]
    failures_on_readings: u64,
    areas: BTreeMap<Cow<'a, str>, Area<'a>>,
    /// The list of known failures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    known: Vec<Known<'a>>,
    /// Random cases that are only counted, not listed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) unlisted: BTreeMap<Cow<'a, str>, Area<'a>>,
    /// Findings that seem to have one cause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) groups: Vec<GroupOf<'a>>,
    /// Written one by one.
    #[serde(skip_serializing)]
    pub(crate) cases: Vec<Case<'a>>,
}

impl<'a> Report<'a> {
    /// Everything but the cases.
    fn head(run: &'a Run, asked: &'a RunRequest) -> Self {
        let summary = Summary::of(run);
        let editions = run.editions.iter();
        Self {
            version: VERSION,
            suite: suite::VERSION.into(),
            profile: run.profile.as_str().into(),
            editions: editions.map(|(document, edition)| ((*document).into(), (*edition).into())).collect(),
            seed: run.seed.to_string(),
            backend: Backend::of(run, asked),
            selection: Selection::of(asked),
            not_started: run.not_started.as_deref().map(Cow::Borrowed),
            incomplete: run.incomplete.as_deref().map(Cow::Borrowed),
            fail_under: run.fail_under,
            random: run.random.as_ref().map(Random::of),
            errors: Errors::all(&run.drift),
            seconds: run.seconds,
            exit_code: run.exit_code(),
            summary: verdicts(&summary.total.counts),
            failures_on_readings: run.failures_on_readings(),
            unlisted: run.fuzzed.iter().map(|f| (f.area.into(), Area::unlisted(f))).collect(),
            areas: summary.areas.iter().map(|(name, tally)| ((*name).into(), Area::of(tally))).collect(),
            known: run.known.iter().map(Known::of).collect(),
            groups: summary.groups.iter().map(GroupOf::of).collect(),
            cases: Vec::new(),
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

impl Report<'static> {
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
    /// If the text is not one of this version.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let malformed = |error| ReadError::new(format!("not a JSON report: {error}"), WRITTEN_BY);
        let Stamp { version } = serde_json::from_str(text).map_err(malformed)?;
        if version != VERSION {
            let what = format!("a report of version {version}, but this program reads version {VERSION}");
            return Err(ReadError::new(what, "read it with the version of ascertain that wrote it"));
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
        head::editions(&self.profile, &self.editions)
    }

    /// How the run was asked for, with the report's [editions](Self::editions). What cannot be seen is made visible.
    ///
    /// # Errors
    /// If nobody can have asked for it.
    pub fn asked(&self, editions: &Editions) -> Result<RunRequest, ReadError> {
        visible::check(&self.backend)?;
        visible::check(&self.selection)?;
        Ok(RunRequest {
            backend: self.backend.asked.to_string(),
            limits: self.backend.limits(),
            editions: edition_arguments(editions),
            large: self.cases.iter().any(Case::is_large),
            ..self.selection.as_ref().map(Selection::restore).transpose()?.unwrap_or_default()
        })
    }

    /// The run, and how it was asked for. `catalog` has the report's [editions](Self::editions), and the cases that may
    /// have been asked.
    ///
    /// # Errors
    /// If the report says anything that the suite would not have said.
    pub fn restore(&self, catalog: &Catalog<'_>) -> Result<(Run, RunRequest), ReadError> {
        let editions = catalog.editions();
        let asked = self.asked(editions)?;
        let area = |name: &str| {
            catalog.area(name).ok_or_else(|| ReadError::unlike(format!("this suite has no area `{name}`")))
        };
        let unlisted = self.unlisted.iter().map(|(name, counts)| counts.restore(area(name)?));
        let run = Run {
            backend: self.backend.name.to_string(),
            version: self.backend.version.to_string(),
            profile: editions.profile_name().to_owned(),
            editions: editions.iter().map(|(document, edition)| (document.id, edition.name)).collect(),
            seed: self.seed.parse().map_err(|_| ReadError::unlike("`seed` is not a number"))?,
            results: self.cases.iter().map(|case| case.restore(catalog)).collect::<Result<_, _>>()?,
            fuzzed: unlisted.collect::<Result<_, _>>()?,
            random: self.random.map(Random::restore),
            drift: drift(&self.errors)?,
            known: self.known.iter().map(Known::restore).collect::<Result<_, _>>()?,
            not_started: self.not_started.as_deref().map(str::to_owned),
            incomplete: self.incomplete.as_deref().map(str::to_owned),
            fail_under: self.fail_under,
            seconds: self.seconds,
        };
        // The cases were compared one by one.
        let own = Report { cases: self.cases.clone(), ..Report::head(&run, &asked) };
        if own == *self {
            visible::check(self)?;
            Ok((run, asked))
        } else {
            Err(ReadError::unlike("what it says of the run does not follow from its cases"))
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}
