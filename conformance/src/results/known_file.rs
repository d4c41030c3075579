//! Reads and writes lists of known failures, TOML:
//!
//! ```toml
//! version = 1
//!
//! [[known]]
//! cases = "cumprod/grid/f16*"     # pattern of case ids, as for --filter, or a list of them
//! requirement = "cumprod.value"   # what a finding names; at least one of the two, or both
//! verdict = "fail"                # what else a finding must be like: if it is not, it is another fault
//! kind = "value"
//! in_common = "computed in f16"
//! reason = "rounds after every step"
//! issue = "https://example.org/17"
//! until = 2027-01-31              # the last day on which they may fail
//! ```

use crate::results::Report;
use crate::results::files;
use crate::results::ordered::gathered;
use ascertain_judge::known;
use ascertain_judge::text::{name, sanitize};
use ascertain_judge::verdict::{CaseResult, ExpectedFailure, FailKind, Verdict};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io;
use std::path::Path;
use time::{Date, Month, OffsetDateTime};
use toml::Spanned;
use toml::value::Datetime;

/// Version of the format.
const VERSION: u32 = 1;

/// Why a list cannot be used.
#[derive(Debug)]
pub enum ListError {
    /// The file cannot be read.
    Io(io::Error),
    /// What is wrong, from `line N: ` on.
    Invalid(String),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Invalid(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ListError {}

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawList {
    version: Spanned<u32>,
    #[serde(default)]
    known: Vec<Spanned<RawEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    #[serde(default)]
    cases: Cases,
    requirement: Option<String>,
    verdict: Option<Spanned<Verdict>>,
    kind: Option<FailKind>,
    in_common: Option<String>,
    reason: String,
    issue: Option<String>,
    until: Option<Spanned<Datetime>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "`cases` is a text, or a list of texts")]
enum Cases {
    One(String),
    Many(Vec<String>),
}

impl Default for Cases {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

/// Reads a list. What names many cases is an entry for each. Entries whose last day is before today are expired.
///
/// # Errors
/// If the file cannot be read, or is not such a list.
pub fn read(path: &Path) -> Result<Vec<ExpectedFailure>, ListError> {
    parse(&files::read_text(path).map_err(ListError::Io)?, OffsetDateTime::now_utc().date())
}

fn parse(text: &str, today: Date) -> Result<Vec<ExpectedFailure>, ListError> {
    let line = |at: usize| 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
    let invalid = |at: usize, what: &str| ListError::Invalid(format!("line {}: {what}", line(at)));
    let list: RawList = toml::from_str(text)
        .map_err(|error| invalid(error.span().map_or(0, |span| span.start), error.message()))?;
    if *list.version.get_ref() != VERSION {
        let what = format!("version {}, but this program reads version {VERSION}", list.version.get_ref());
        return Err(invalid(list.version.span().start, &what));
    }
    let entry = |raw: Spanned<RawEntry>| {
        let at = raw.span().start;
        let RawEntry { cases, requirement, verdict, kind, in_common, reason, issue, until } =
            raw.into_inner();
        let cases = match cases {
            Cases::One(pattern) => vec![pattern],
            Cases::Many(patterns) => patterns,
        };
        let said: Vec<&String> = cases.iter().chain(&requirement).collect();
        if said.is_empty() || said.iter().any(|said| said.is_empty()) {
            return Err(invalid(at, "an entry needs `cases`, `requirement` or both"));
        }
        if requirement.as_deref().is_some_and(|id| id.contains(['*', '?'])) {
            return Err(invalid(at, "`requirement` is an id; only `cases` takes * and ?"));
        }
        if let Some(verdict) = verdict.as_ref().filter(|verdict| !known::can_be_known(*verdict.get_ref())) {
            let what = "`verdict` is fail, warning, crash, timeout or protocol";
            return Err(invalid(verdict.span().start, what));
        }
        if reason.trim().is_empty() {
            return Err(invalid(at, "an entry needs a `reason`"));
        }
        let until = until.map(|until| {
            day(until.get_ref())
                .ok_or_else(|| invalid(until.span().start, "`until` is a day, such as 2027-01-31"))
        });
        let expired = until.transpose()?.is_some_and(|last| today > last);
        let [requirement, in_common, issue] =
            [requirement, in_common, issue].map(|text| text.as_deref().map(name));
        let verdict = verdict.map(Spanned::into_inner);
        let reason = sanitize(&reason);
        let entry =
            ExpectedFailure { cases: None, requirement, verdict, kind, in_common, reason, issue, expired };
        let of_case = |cases: &String| ExpectedFailure { cases: Some(name(cases)), ..entry.clone() };
        Ok(if cases.is_empty() { vec![entry] } else { cases.iter().map(of_case).collect() })
    };
    Ok(list.known.into_iter().map(entry).collect::<Result<Vec<_>, _>>()?.concat())
}

fn day(until: &Datetime) -> Option<Date> {
    let date = until.date.filter(|_| until.time.is_none())?;
    Date::from_calendar_date(i32::from(date.year), Month::try_from(date.month).ok()?, date.day).ok()
}

/// A list of the findings of a JSON report: an entry for each group of findings that are alike, with all of its cases. Random
/// cases too are named one by one: a pattern would also explain what fails for another reason. Failures of the adapter itself
/// are left out.
#[must_use]
pub fn of_report(report: &Report) -> String {
    let cases: BTreeMap<&str, &CaseResult> = gathered(report.cases.iter().map(|case| (&*case.id, case)));
    let mut text = format!(
        "# Known failures: the reasons are what the report saw; write why, and where it is tracked.\nversion = {VERSION}\n"
    );
    for group in report.groups.iter().filter(|group| group.verdict != Verdict::Error) {
        let in_common = group.in_common.as_ref().map(|common| &*common.words);
        let mut alike: BTreeMap<_, Vec<&CaseResult>> = BTreeMap::new();
        for case in group.cases.iter().filter_map(|id| cases.get(&**id).copied()) {
            let judgement = &case.judgement;
            let key = (judgement.verdict, judgement.kind, case.decisive_requirement());
            alike.entry(key).or_default().push(case);
        }
        let diagnosis = group.diagnosis.as_deref();
        alike.into_values().for_each(|cases| entry(&mut text, &cases, diagnosis, in_common));
    }
    text
}

/// An entry about cases that fail in the same way.
fn entry(text: &mut String, cases: &[&CaseResult], diagnosis: Option<&str>, in_common: Option<&str>) {
    const LONGEST: usize = 100;
    let Some(first) = cases.first() else { return };
    let judgement = &first.judgement;
    let said = judgement.got.as_ref().map(|got| format!("got {got}")).or_else(|| judgement.detail.clone());
    let said = said.unwrap_or_else(|| judgement.verdict.name().to_owned());
    let said: String = said.chars().take(LONGEST).collect();
    let reason = diagnosis.unwrap_or(&said);
    let string = |text: &str| toml::Value::from(text).to_string();
    let lines = [
        ("verdict", Some(judgement.verdict.name())),
        ("kind", judgement.kind.map(FailKind::name)),
        ("requirement", first.decisive_requirement()),
        ("in_common", in_common),
        ("reason", Some(reason)),
    ];
    text.push_str("\n[[known]]\n");
    for (key, value) in lines.into_iter().filter_map(|(key, value)| Some((key, value?))) {
        let _ = writeln!(text, "{key} = {}", string(value));
    }
    let ids: Vec<String> = cases.iter().map(|case| string(&case.id)).collect();
    let _ = match &ids[..] {
        [only] => writeln!(text, "cases = {only}"),
        many => writeln!(text, "cases = [ # {}\n    {},\n]", many.len(), many.join(",\n    ")),
    };
}

#[cfg(test)]
mod tests {
    use super::{Date, ListError, Month, parse};

    fn today() -> Date {
        Date::from_calendar_date(2026, Month::November, 22).expect("a day")
    }

    #[test]
    fn entries_expire_after_their_last_day() {
        let list = |until: &str| {
            let text = format!("version = 1\n[[known]]\ncases = \"a/*\"\nreason = \"r\"\nuntil = {until}\n");
            parse(&text, today()).expect("a list").remove(0).expired
        };
        assert!(!list("2026-11-22") && !list("2027-01-01") && list("2026-11-21"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, expected) in [
            ("version = 2\n", "line 1: version 2"),
            ("version = 1\n[[known]]\nreason = \"r\"\n", "line 2: an entry needs `cases`"),
            ("version = 1\n[[known]]\ncase = \"a\"\nreason = \"r\"\n", "line 3: unknown field `case`"),
            (
                "version = 1\n[[known]]\ncases = \"a\"\nreason = \"r\"\nuntil = 07:30:00\n",
                "line 5: `until` is a day",
            ),
            ("nothing", "line 1: "),
        ] {
            let Err(ListError::Invalid(said)) = parse(text, today()) else { panic!("{text}") };
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
