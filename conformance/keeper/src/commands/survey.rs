//! `ascertain-spec survey`: reads every page below a folder and reports what was understood.

use super::load::load;
use super::page;
use anstyle::Style;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::{print, say, shown};
use ascertain_conformance::report::text::{BAD, DIM, GOOD, HEAD, PLAIN, terminal_width, thousands, wrap};
use ascertain_spec_tools::survey::{self, Outcome, PageReport, SurveyReport, Totals};
use clap::Args;
use std::cmp::Reverse;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &[(&str, &str)] =
    &[("What can be read of the pages in a folder?", "ascertain-spec survey pages")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// Folders, whose .md, .txt, .rst, .html and .htm files are read, and single pages of any name.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The folder of the specification [default: `spec` in a checkout, or else what this program was built with]
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,

    /// Write all facts to this file, as JSON.
    #[arg(long, value_name = "PATH")]
    report: Option<PathBuf>,
}

/// Exit code 0, whatever the pages say: a refused page is a result.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let spec = load(arguments.spec.as_deref())?;
    let mut totals = Totals::default();
    let mut report = SurveyReport { version: 1, pages: Vec::new() };
    for path in pages(&arguments.paths)? {
        let page = survey::read(&path.to_string_lossy(), &page::read(&path, &spec)?, &spec);
        totals.add(&page);
        say(false, |out| line(out, &path, &page))?;
        if arguments.report.is_some() {
            report.pages.push(page);
        }
    }
    print(|out| table(out, &totals))?;
    if let Some(path) = &arguments.report {
        write(path, &report).map_err(|error| Problem::Report(path.clone(), error))?;
    }
    Ok(0)
}

/// The pages to read: files as given, and files below folders that are named like pages.
fn pages(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(page::below(path)?.into_iter().filter(|path| page::is_named_like_a_page(path)));
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
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

fn table(out: &mut dyn Write, totals: &Totals) -> io::Result<()> {
    let mut row = |count: usize, what: &str, style: Style| {
        let count = thousands(count as u64);
        // What is part of another number is further to the right.
        let inner = what.len() - what.trim_start().len();
        let lines = wrap(what, terminal_width().saturating_sub(9 + inner));
        let first = lines.first().map_or("", String::as_str);
        writeln!(out, "{count:>7}  {:inner$}{style}{first}{style:#}", "")?;
        lines.iter().skip(1).try_for_each(|line| writeln!(out, "{:9}{:inner$}{style}{line}{style:#}", "", ""))
    };
    let share = (totals.read * 100).checked_div(totals.pages).unwrap_or_default();
    row(totals.pages, "pages", HEAD)?;
    row(totals.read, &format!("read ({share} %)"), GOOD)?;
    row(totals.refused, "refused", BAD)?;
    let mut reasons: Vec<(&String, &usize)> = totals.reasons.iter().collect();
    reasons.sort_by_key(|(reason, count)| (Reverse(**count), *reason));
    for (reason, count) in reasons {
        row(*count, &format!("  {reason}"), DIM)?;
    }
    for (count, what) in [
        (totals.others, "other pages"),
        (totals.products, "products"),
        (totals.functions, "functions"),
        (totals.parameters, "parameters"),
        (totals.with_dtypes, "  with dtypes"),
        (totals.with_ranks, "  with ranks"),
        (totals.with_range, "  with a range"),
        (totals.dtypes, "dtypes listed"),
        (totals.statuses, "status codes"),
        (totals.unread, "sentences not read"),
    ] {
        row(count, what, PLAIN)?;
    }
    Ok(())
}

fn write(path: &Path, report: &SurveyReport) -> io::Result<()> {
    let mut out = BufWriter::new(fs::File::create(path)?);
    serde_json::to_writer_pretty(&mut out, report)?;
    writeln!(out)?;
    out.flush()
}
