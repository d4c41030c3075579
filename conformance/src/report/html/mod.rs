//! The report as one HTML file, which needs nothing else.
//!
//! The templates are in `conformance/templates/`. They escape everything; here are the values that they show.

mod areas;
mod findings;
mod head;
mod numpy;
mod records;
mod tables;

use self::areas::Areas;
use self::findings::Group;
use self::head::Head;
use self::records::Records;
use self::tables::Table;
use super::summary::Summary;
use super::{Format, RunRequest};
use crate::machine;
use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::catalog::Catalog;
use ascertain_judge::operator::Registry;
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use time::OffsetDateTime;

/// HTML.
pub(super) const FORMAT: Format = Format { name: "html", write };

/// When and on which machine a report is written.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Day and time, in UTC: `2026-11-22 19:30 UTC`.
    pub at: String,
    /// The machine, in a few words.
    pub on: String,
}

impl Written {
    /// Now, on this machine.
    #[must_use]
    pub fn now() -> Self {
        let now = OffsetDateTime::now_utc();
        let (day, hour, minute) = (now.date(), now.hour(), now.minute());
        let month = u8::from(day.month());
        let at = format!("{}-{month:02}-{:02} {hour:02}:{minute:02} UTC", day.year(), day.day());
        Self { at, on: machine::words() }
    }
}

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
    let catalog = Catalog::new(&editions, Registry::default(), &cases);
    let page = Page::of(run, asked, written, &cases, &catalog);
    let environment = environment().map_err(io::Error::other)?;
    let template = environment.get_template("report.html").map_err(io::Error::other)?;
    out.write_all(template.render(Serde(&page)).map_err(io::Error::other)?.as_bytes())
}

/// Templates by name. Those that end in `.html` escape what they show.
const TEMPLATES: [(&str, &str); 7] = [
    ("macros.html", include_str!("../../../templates/macros.html")),
    ("report.html", include_str!("../../../templates/report.html")),
    ("head.html", include_str!("../../../templates/head.html")),
    ("areas.html", include_str!("../../../templates/areas.html")),
    ("findings.html", include_str!("../../../templates/findings.html")),
    ("tables.html", include_str!("../../../templates/tables.html")),
    ("records.html", include_str!("../../../templates/records.html")),
];

const STYLE: &str = include_str!("../../../templates/report.css");
const SCRIPT: &str = include_str!("../../../templates/report.js");

/// The digest that a browser compares with a script before it runs it.
fn digest(script: &str) -> String {
    format!("sha256-{}", BASE64.encode(Sha256::digest(script)))
}

fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

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
    style: &'static str,
    script: &'static str,
    /// No other script runs, even if there were a way to get one into the page.
    script_digest: String,
    head: Head<'a>,
    areas: Areas,
    groups: Vec<Group<'a>>,
    /// How many findings there are, in words.
    findings: String,
    /// How many more findings are counted only.
    unlisted: Option<String>,
    tables: Vec<Table>,
    records: Records<'a>,
}

impl<'a> Page<'a> {
    fn of(
        run: &'a Run,
        asked: &'a RunRequest,
        written: &'a Written,
        cases: &[Case],
        catalog: &Catalog<'_>,
    ) -> Self {
        let summary = Summary::of(run);
        let groups = findings::groups(&summary, asked, catalog);
        Self {
            style: STYLE,
            script: SCRIPT,
            script_digest: digest(SCRIPT),
            head: Head::of(run, asked, &summary, written, catalog.editions()),
            areas: Areas::of(run, &summary),
            findings: findings::in_words(&summary),
            unlisted: findings::unlisted(&summary),
            tables: tables::asked(run, asked, cases, catalog.editions()),
            records: Records::of(run, &summary, catalog.editions()),
            groups,
        }
    }
}

/// A place in a document, with the address of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Cite {
    words: String,
    address: Option<String>,
}

impl Cite {
    fn new(words: impl Into<String>, address: Option<&str>) -> Self {
        // Only addresses of pages are links: whatever else it is, a click must not start it.
        let is_page = |address: &&str| address.starts_with("https://") || address.starts_with("http://");
        Self { words: words.into(), address: address.filter(is_page).map(str::to_owned) }
    }
}

impl From<ascertain::document::Citation> for Cite {
    fn from(cite: ascertain::document::Citation) -> Self {
        Self::new(cite.to_string(), cite.address())
    }
}

impl From<&ascertain_judge::case::Cited> for Cite {
    fn from(cite: &ascertain_judge::case::Cited) -> Self {
        Self::new(&*cite.words, cite.address.as_deref())
    }
}
