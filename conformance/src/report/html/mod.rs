//! The report as one HTML file, which needs nothing else.
//!
//! The templates are in `conformance/templates/`, on top of those of [`html`](crate::report::template); here are the values that
//! they show.

mod areas;
mod findings;
mod head;
mod numpy;
mod records;
mod tables;

pub(crate) use self::findings::Rule;

use self::areas::Areas;
use self::findings::Group;
use self::head::Head;
use self::records::Records;
use self::tables::HeatTable;
use super::Format;
use crate::report::template::{HEAT_SCRIPT, HEAT_STYLE, Templates, Written};
use crate::results::RunRequest;
use crate::results::site::Site;
use crate::results::summary::Summary;
use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Registry;
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use serde::Serialize;
use std::io::{self, Write};

/// HTML.
pub(super) const FORMAT: Format = Format { name: "html", write };

/// Writes the report of one run, with day and machine of now.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    write_as(out, run, asked, &Written::now())
}

/// Writes the report of one run.
///
/// # Errors
/// When the stream refuses.
pub fn write_as(out: &mut dyn Write, run: &Run, asked: &RunRequest, written: &Written) -> io::Result<()> {
    let editions = editions(run);
    let cases: Vec<Case> = suite::build(&editions).map_err(io::Error::other)?;
    let case_index = CaseIndex::new(&editions, Registry::default(), &cases);
    let page = Page::of(run, asked, written, &cases, &case_index);
    let templates = Templates::new(&TEMPLATES, HEAT_STYLE, HEAT_SCRIPT)?;
    out.write_all(templates.render("report.html", &page)?.as_bytes())
}

/// Templates by name, beside the shared ones.
const TEMPLATES: [(&str, &str); 6] = [
    ("report.html", include_str!("../../../templates/report.html")),
    ("head.html", include_str!("../../../templates/head.html")),
    ("areas.html", include_str!("../../../templates/areas.html")),
    ("findings.html", include_str!("../../../templates/findings.html")),
    ("tables.html", include_str!("../../../templates/tables.html")),
    ("records.html", include_str!("../../../templates/records.html")),
];

/// The editions that decided.
fn editions(run: &Run) -> Editions {
    let profile = Editions::profile(&run.profile).unwrap_or_default();
    run.editions.iter().fold(profile, |editions, (document, edition)| {
        editions.clone().with(document, edition).unwrap_or(editions)
    })
}

/// Everything that the report shows.
#[derive(Debug, Serialize)]
struct Page<'a> {
    written: &'a Written,
    site: Option<&'a Site>,
    head: Head<'a>,
    areas: Areas,
    groups: Vec<Group<'a>>,
    /// How many findings there are, in words.
    findings: String,
    /// How many more findings are counted only.
    unlisted: Option<String>,
    tables: Vec<HeatTable>,
    records: Records<'a>,
}

impl<'a> Page<'a> {
    fn of(
        run: &'a Run,
        asked: &'a RunRequest,
        written: &'a Written,
        cases: &[Case],
        case_index: &CaseIndex<'_>,
    ) -> Self {
        let summary = Summary::of(run);
        let groups = findings::largest_groups(&summary, asked, case_index);
        Self {
            written,
            site: asked.site.as_ref(),
            head: Head::of(run, asked, &summary, case_index.editions()),
            areas: Areas::of(run, &summary),
            findings: findings::in_words(&summary),
            unlisted: findings::unlisted(&summary),
            tables: tables::asked(run, asked, cases, case_index.editions()),
            records: Records::of(run, &summary, case_index.editions()),
            groups,
        }
    }
}
