//! `ascertain merge`.

use super::error::Problem;
use super::output::{Reports, Target};
use super::run::Limit;
use super::select::{CaseArguments, all_cases};
use ascertain_conformance::html::site::Site;
use ascertain_conformance::merge::Parts;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::report::json::Report;
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::suite::large;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The JSON reports of the parts, as written by `run --shard K/N --report json=PATH`.
    #[arg(required = true, value_name = "REPORT")]
    parts: Vec<PathBuf>,

    /// Also write a report of the whole run: FORMAT is html, json, junit, markdown, ctrf, sarif or badge; PATH may be `-`
    /// for standard output. Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH")]
    reports: Vec<Target>,

    /// Where `ascertain spec site` wrote its site: an address or a folder. Requirements and cells in HTML and Markdown reports
    /// lead there.
    #[arg(long, value_name = "ADDRESS")]
    site: Option<Site>,

    /// Number of findings to show in full, or `all`.
    #[arg(long, value_name = "NUMBER", default_value = "10")]
    findings: Limit,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let read = |path: &PathBuf| Ok((path.display().to_string(), Report::open(path)?));
    let parts = Parts::new(arguments.parts.iter().map(read).collect::<Result<_, Problem>>()?)?;
    let asked = parts.asked();
    let selection = CaseArguments {
        filters: asked.filters.clone(),
        skips: asked.skips.clone(),
        requirements: asked.requirements.clone(),
    };
    let editions = parts.editions();
    let registry = Registry::default();
    let large = if asked.large { large::cases(registry) } else { Vec::new() };
    let (cases, large) = selection.select_all(all_cases(editions)?, large, editions, true)?;
    let (run, asked) = parts.join(&cases, &large, registry)?;
    let mut reports = Reports::open(&arguments.reports, None, std::slice::from_ref(&asked.backend))?;
    reports.link_to(arguments.site.as_ref());
    reports.write(0, &run, &asked);
    let view = View { width: terminal_width(), findings: arguments.findings.0 };
    reports.say(|out| terminal::write(out, &run, &asked, view));
    Ok(run.exit_code())
}
