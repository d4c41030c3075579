//! `ascertain-spec lint`: mistakes in the documents, and which of them no erratum explains yet.

use super::load::load;
use crate::template::{Template, write_text};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::{OutputFormat, print};
use ascertain_conformance::report::text::terminal_width;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::lint::{Finding, lint};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] =
    &[("Mistakes in the documents, and the errata that explain them:", "ascertain-spec lint --all")];

const TEXT: Template = ("lint.txt", include_str!("../../templates/lint.txt"));

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The folder of the specification [default: `spec` in a checkout, or else what this program was built with]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Only findings about this document.
    #[arg(long, value_name = "DOCUMENT")]
    document: Option<String>,

    /// Only findings in this edition.
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,

    /// Also show findings that errata explain.
    #[arg(long)]
    all: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// Exit code 1 if a finding is new.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let spec = load(arguments.folder.as_deref())?;
    check_names(&spec, arguments)?;
    let mut findings = lint(&spec);
    findings.retain(|finding| {
        let document = arguments.document.as_ref().is_none_or(|name| *name == finding.document);
        // Keep what does not concern a single edition, such as a stale erratum.
        let of = |name: &String| finding.edition.is_empty() || *name == finding.edition;
        document && arguments.edition.as_ref().is_none_or(of)
    });
    let new = findings.iter().filter(|finding| finding.known.is_none()).count();
    print(|out| match arguments.format {
        OutputFormat::Text => text(out, &findings, arguments.all),
        OutputFormat::Json => json(out, &findings),
    })?;
    Ok(u8::from(new > 0))
}

fn check_names(spec: &Spec, arguments: &Arguments) -> Result<(), Problem> {
    let documents = || spec.documents.iter().map(|document| document.id.as_str());
    if let Some(name) = arguments.document.as_ref().filter(|name| !documents().any(|id| id == *name)) {
        return Err(Problem::unknown("document", name, documents()));
    }
    let of = |id: &String| arguments.document.as_ref().is_none_or(|document| document == id);
    let editions = || {
        let documents = spec.documents.iter().filter(|document| of(&document.id));
        documents.flat_map(|document| &document.editions).map(|edition| edition.name.as_str())
    };
    match arguments.edition.as_ref().filter(|name| !editions().any(|edition| edition == *name)) {
        Some(name) => Err(Problem::unknown("edition", name, editions())),
        None => Ok(()),
    }
}

fn text(out: &mut dyn Write, findings: &[Finding], all: bool) -> io::Result<()> {
    // Findings that say the same in several editions are one.
    let mut groups: Vec<(&Finding, Vec<&str>)> = Vec::new();
    for finding in findings {
        let Finding { id, says, known, edition, .. } = finding;
        let same =
            |(first, _): &&mut (&Finding, _)| (&first.id, &first.says, &first.known) == (id, says, known);
        match groups.iter_mut().find(same) {
            Some((_, editions)) => editions.push(edition),
            None => groups.push((finding, vec![edition])),
        }
    }
    let shown = groups.into_iter().filter(|(first, _)| all || first.known.is_none());
    let shown = shown.map(|(first, editions)| {
        json!({
            "document": first.document,
            "id": first.id,
            "says": first.says,
            "known": first.known,
            "editions": if editions.concat().is_empty() { Vec::new() } else { editions },
            "cites": first.cites.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    });
    let known = findings.iter().filter(|finding| finding.known.is_some()).count();
    let page = json!({
        "findings": shown.collect::<Vec<_>>(),
        "new": findings.len() - known,
        "known": known,
        "all": all,
    });
    write_text(out, TEXT, &page, terminal_width())
}

/// What `--format json` prints, version 1.
#[derive(Serialize)]
struct LintReport<'a> {
    version: u32,
    new: usize,
    known: usize,
    findings: &'a [Finding],
}

fn json(out: &mut dyn Write, findings: &[Finding]) -> io::Result<()> {
    let known = findings.iter().filter(|finding| finding.known.is_some()).count();
    let report = LintReport { version: 1, new: findings.len() - known, known, findings };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}
