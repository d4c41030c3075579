//! Compares reports, case by case: two versions of one backend, or many backends.
//!
//! Cases are compared by their ids, which never change. So reports of other versions of the suite can be compared too, as
//! long as its major version is the same.

mod difference;
mod html;
mod json;
mod markdown;
mod matrix;
mod terminal;

pub use self::difference::{Change, Difference, Entry, Group};
pub use self::json::SCHEMA;
pub use self::matrix::{Cell, Matrix, Row};

use crate::report::json::{Case, ReadError, Report, Selection, case_verdict};
use crate::report::{RunRequest, quoted};
use ascertain::document::{DEFAULT_PROFILE, PROFILES};
use ascertain_judge::text;
use ascertain_judge::verdict::{Counts, Verdict};
use std::borrow::Cow;
use std::collections::HashMap;

/// One report.
#[derive(Debug)]
pub struct Side {
    /// The name of its file.
    pub file: String,
    report: Report<'static>,
    /// Of each case, in the order of the report.
    verdicts: Vec<Verdict>,
    /// Random cases that are only counted, by area.
    unlisted: Vec<(String, Counts)>,
}

impl Side {
    /// A report that was read from a file.
    ///
    /// # Errors
    /// If this program does not know one of its verdicts.
    pub fn new(file: &str, mut report: Report<'static>) -> Result<Self, ReadError> {
        let file = text::name(file);
        make_visible(&mut report);
        let verdict = |case: &Case<'_>| {
            case_verdict(&case.verdict).map_err(|why| ReadError::case(&case.id, why).in_file(&file))
        };
        let verdicts = report.cases.iter().map(verdict).collect::<Result<_, _>>()?;
        let counts = report.unlisted.iter().map(|(area, counts)| Ok((text::name(area), counts.counts()?)));
        let unlisted = counts.collect::<Result<_, ReadError>>()?;
        Ok(Self { file, report, verdicts, unlisted })
    }

    /// The backend's name and version.
    #[must_use]
    pub fn backend(&self) -> String {
        let backend = &self.report.backend;
        let named = format!("{} {}", backend.name, backend.version);
        if self.report.not_started.is_some() { backend.asked.to_string() } else { named.trim().to_owned() }
    }

    /// The version of the suite.
    #[must_use]
    pub fn suite(&self) -> &str {
        &self.report.suite
    }

    /// Why the backend did not start, or why the run ended early.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let started = self.report.not_started.as_deref().map(|reason| format!("did not start: {reason}"));
        started.or_else(|| self.report.incomplete.as_deref().map(|reason| format!("incomplete: {reason}")))
    }

    /// The profile, and the selection of cases if it is not all of them.
    fn how(&self) -> String {
        let part = if self.part() == Selection::default() { "" } else { ", part of the suite" };
        let own = self.own().map_or("", |_| ", own cases too");
        format!("profile {}, suite {}{part}{own}", self.report.profile, self.report.suite)
    }

    /// What chose the cases of the suite.
    fn part(&self) -> Selection<'static> {
        self.report.selection.as_ref().map(Selection::of_suite).unwrap_or_default()
    }

    /// What chose the cases of the suite, and what was demanded of them.
    fn demanded(&self) -> Selection<'static> {
        self.report.selection.as_ref().map(Selection::without_own).unwrap_or_default()
    }

    /// Digest of the user's own cases, if they were asked too.
    fn own(&self) -> Option<&str> {
        Some(&self.report.selection.as_ref()?.vectors.as_ref()?.cases)
    }

    fn cases(&self) -> impl Iterator<Item = (&Case<'static>, Verdict)> {
        self.report.cases.iter().zip(self.verdicts.iter().copied())
    }

    fn by_id(&self) -> HashMap<&str, (&Case<'static>, Verdict)> {
        self.cases().map(|(case, verdict)| (&*case.id, (case, verdict))).collect()
    }

    /// The command that asks a case again.
    fn again(&self, case: &str) -> String {
        let asked = self.report.editions().and_then(|editions| self.report.asked(&editions));
        // Another version of the suite may have other editions.
        let asked = asked.unwrap_or_else(|_| RunRequest {
            backend: self.report.backend.asked.to_string(),
            editions: if self.report.profile == PROFILES[DEFAULT_PROFILE].name {
                Vec::new()
            } else {
                vec![format!("--profile {}", quoted(&self.report.profile))]
            },
            ..RunRequest::default()
        });
        text::visible(&asked.again(case))
    }
}

/// A file may hold anything, and terminals obey some of it.
fn make_visible(report: &mut Report<'static>) {
    let clean = |text: &mut Cow<'static, str>| {
        let visible = text::visible(text);
        if visible != **text {
            *text = visible.into();
        }
    };
    let Report { suite, profile, backend, not_started, incomplete, .. } = report;
    [suite, profile, &mut backend.name, &mut backend.version, &mut backend.asked].into_iter().for_each(clean);
    [not_started, incomplete].into_iter().flatten().for_each(clean);
    for case in &mut report.cases {
        let found = &mut case.found;
        let texts =
            [&mut found.kind, &mut found.expected, &mut found.got, &mut found.detail, &mut found.requirement];
        texts.into_iter().flatten().chain(&mut case.question).chain(&mut case.requirements).for_each(clean);
        let known = case.known.iter_mut().flat_map(|known| [Some(&mut known.reason), known.issue.as_mut()]);
        [&mut case.id, &mut case.area].into_iter().chain(known.flatten()).for_each(clean);
    }
}

/// Checks that reports are of one major version of the suite. Ids are kept within one.
///
/// # Errors
/// If they are not.
pub fn check(sides: &[Side]) -> Result<(), ReadError> {
    let major = |side: &Side| side.suite().split('.').next().map(str::to_owned);
    let Some(first) = sides.first() else { return Ok(()) };
    match sides.iter().find(|side| major(side) != major(first)) {
        Some(other) => Err(ReadError::new(
            format!(
                "{} is of version {} of the suite, and {} of version {}",
                other.file,
                other.suite(),
                first.file,
                first.suite()
            ),
            "cases of another major version are not the same; run both with one version of ascertain",
        )),
        None => Ok(()),
    }
}
