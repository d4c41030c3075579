//! Reads and writes lists of known failures, TOML:
//!
//! ```toml
//! version = 1
//!
//! [[known]]
//! cases = "cumprod/grid/f16*"     # pattern of case ids, as for --filter
//! requirement = "cumprod.value"   # what a finding names; at least one of the two, or both
//! reason = "rounds after every step"
//! issue = "https://example.org/17"
//! until = 2027-01-31              # the last day on which they may fail
//! ```

use crate::results::Report;
use crate::results::files;
use ascertain_judge::text::{name, sanitize};
use ascertain_judge::verdict::{CaseResult, ExpectedFailure, Verdict};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
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
    cases: Option<String>,
    requirement: Option<String>,
    reason: String,
    issue: Option<String>,
    until: Option<Spanned<Datetime>>,
}

/// Reads a list. Entries whose last day is before today are expired.
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
        let RawEntry { cases, requirement, reason, issue, until } = raw.into_inner();
        if [&cases, &requirement].iter().all(|said| said.as_deref().unwrap_or_default().is_empty()) {
            return Err(invalid(at, "an entry needs `cases`, `requirement` or both"));
        }
        if requirement.as_deref().is_some_and(|id| id.contains(['*', '?'])) {
            return Err(invalid(at, "`requirement` is an id; only `cases` takes * and ?"));
        }
        if reason.trim().is_empty() {
            return Err(invalid(at, "an entry needs a `reason`"));
        }
        let until = until.map(|until| {
            day(until.get_ref())
                .ok_or_else(|| invalid(until.span().start, "`until` is a day, such as 2027-01-31"))
        });
        let expired = until.transpose()?.is_some_and(|last| today > last);
        let [cases, requirement, issue] = [cases, requirement, issue].map(|text| text.as_deref().map(name));
        Ok(ExpectedFailure { cases, requirement, reason: sanitize(&reason), issue, expired })
    };
    list.known.into_iter().map(entry).collect()
}

fn day(until: &Datetime) -> Option<Date> {
    let date = until.date.filter(|_| until.time.is_none())?;
    Date::from_calendar_date(i32::from(date.year), Month::try_from(date.month).ok()?, date.day).ok()
}

/// A list of the findings of a JSON report, one entry for each case, grouped by cause. Random cases of a requirement are one
/// entry, as other seeds ask other ones. Failures of the adapter itself are left out.
#[must_use]
pub fn of_report(report: &Report) -> String {
    let cases: BTreeMap<&str, &CaseResult> = report.cases.iter().map(|case| (&*case.id, case)).collect();
    let mut text = format!(
        "# Known failures: the reasons are what the report saw; write why, and where it is tracked.\nversion = {VERSION}\n"
    );
    for group in report.groups.iter().filter(|group| group.verdict != Verdict::Error) {
        let about = group.requirement.as_deref().unwrap_or("several requirements");
        let common = group.in_common.as_ref().map(|common| format!(": {}", common.words));
        let count = group.cases.len();
        let _ = write!(
            text,
            "\n# {}, {about}, {count} cases{}\n",
            group.verdict.name(),
            common.unwrap_or_default()
        );
        let mut random: BTreeSet<(&str, Option<&str>)> = BTreeSet::new();
        for case in group.cases.iter().filter_map(|id| cases.get(&**id).copied()) {
            if case.id.contains("/fuzz/") {
                random.insert((case.area, case.judgement.requirement));
                continue;
            }
            let judgement = &case.judgement;
            let said = judgement.got.as_deref().or(judgement.detail.as_deref());
            let reason = said.unwrap_or_else(|| group.verdict.name());
            entry(&mut text, &case.id, None, reason);
        }
        for (area, requirement) in random {
            entry(&mut text, &format!("{area}/fuzz/*"), requirement, "random cases of the same cause");
        }
    }
    text
}

fn entry(text: &mut String, cases: &str, requirement: Option<&str>, reason: &str) {
    const LONGEST: usize = 100;
    let reason: String = reason.chars().take(LONGEST).collect();
    let string = |text: &str| toml::Value::from(text).to_string();
    let _ = write!(text, "[[known]]\ncases = {}\n", string(cases));
    if let Some(requirement) = requirement {
        let _ = writeln!(text, "requirement = {}", string(requirement));
    }
    let _ = writeln!(text, "reason = {}", string(&reason));
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
            (
                "version = 1\n[[known]]\nrequirement = \"cumprod.*\"\nreason = \"r\"\n",
                "line 2: `requirement` is an id",
            ),
            (
                "version = 1\n\n[[known]]\ncases = \"a\"\nreason = \" \"\n",
                "line 3: an entry needs a `reason`",
            ),
            ("version = 1\n[[known]]\ncases = \"a\"\n", "line 2: missing field `reason`"),
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
