//! Reads pages without declaring anything, and reports which are refused and why.

use crate::commands::page;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::{print, say, shown};
use ascertain_conformance::report::text::{BAD, DIM, GOOD, HEAD, labelled, terminal_width, thousands};
use ascertain_spec::model::Spec;
use ascertain_spec_tools::survey::{self, Outcome, PageReport, SurveyReport, reason};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Exit code 0, whatever the pages say: a refused page is a result.
pub(super) fn run(paths: &[PathBuf], report: Option<&Path>, spec: &Spec) -> Result<u8, Problem> {
    let mut outcomes: BTreeMap<Outcome, u64> = BTreeMap::new();
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let mut all = SurveyReport { version: 1, pages: Vec::new() };
    for path in page::pages(paths)? {
        let page = survey::read(&path.to_string_lossy(), &page::read(&path, spec)?, spec);
        *outcomes.entry(page.outcome).or_default() += 1;
        if let (Outcome::Refused, Some(first)) = (page.outcome, page.errors.first()) {
            *reasons.entry(reason(&first.says)).or_default() += 1;
        }
        say(false, |out| line(out, &path, &page))?;
        if report.is_some() {
            all.pages.push(page);
        }
    }
    print(|out| {
        let count = |outcome| outcomes.get(&outcome).copied().unwrap_or_default();
        let (read, refused) = (count(Outcome::Read), count(Outcome::Refused));
        let share = (read * 100).checked_div(read + refused).unwrap_or_default();
        let mut row = |count: u64, what: &str, style| {
            let label = format!("{:>7}", thousands(count));
            labelled(out, (0, &label, 9), what, style, terminal_width())
        };
        row(read + refused, "pages", HEAD)?;
        row(read, &format!("read ({share} %)"), GOOD)?;
        row(refused, "refused", BAD)?;
        let mut reasons: Vec<(&String, &u64)> = reasons.iter().collect();
        reasons.sort_by_key(|(reason, count)| (Reverse(**count), *reason));
        reasons.into_iter().try_for_each(|(reason, count)| row(*count, reason, DIM))?;
        row(count(Outcome::Other), "other pages", DIM)
    })?;
    if let Some(path) = report {
        write(path, &all).map_err(|error| Problem::Report(path.to_owned(), error))?;
    }
    Ok(0)
}

/// One line about a page that was not read.
fn line(out: &mut dyn Write, path: &Path, report: &PageReport) -> io::Result<()> {
    let path = shown(path);
    let (word, style, kind) = match report.outcome {
        Outcome::Read => return Ok(()),
        Outcome::Other => ("other  ", DIM, "not an operator page: "),
        Outcome::Refused => ("refused", BAD, ""),
    };
    let Some(first) = report.errors.first() else { return Ok(()) };
    let at = page::line(first.place);
    writeln!(out, "{style}{word}{style:#}  {path}{at}: {kind}{}", first.says)
}

fn write(path: &Path, report: &SurveyReport) -> io::Result<()> {
    let mut out = BufWriter::new(fs::File::create(path)?);
    serde_json::to_writer_pretty(&mut out, report)?;
    writeln!(out)?;
    out.flush()
}
