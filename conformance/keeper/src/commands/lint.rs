//! `ascertain-spec lint`: mistakes in the documents, and which of them no erratum explains yet.

use super::load::load;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::{OutputFormat, print};
use ascertain_conformance::report::text::{BAD, DIM, GOOD, HEAD, NAME, labelled, plural, terminal_width};
use ascertain_spec::model::Spec;
use ascertain_spec_tools::lint::{Finding, lint};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] =
    &[("Mistakes in the documents, and the errata that explain them:", "ascertain-spec lint --all")];

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

/// Findings that say the same in several editions, as one.
struct Group<'a> {
    first: &'a Finding,
    editions: Vec<&'a str>,
}

fn groups(findings: &[Finding]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in findings {
        let same = |group: &&mut Group<'_>| {
            let Finding { id, says, known, .. } = group.first;
            (id, says, known) == (&finding.id, &finding.says, &finding.known)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.editions.push(&finding.edition),
            None => groups.push(Group { first: finding, editions: vec![&finding.edition] }),
        }
    }
    groups
}

fn text(out: &mut dyn Write, findings: &[Finding], all: bool) -> io::Result<()> {
    let new = findings.iter().filter(|finding| finding.known.is_none()).count();
    let groups = groups(findings);
    let shown = groups.iter().filter(|group| all || group.first.known.is_none());
    let mut document = "";
    for Group { first, editions } in shown {
        if first.document != document {
            document = &first.document;
            writeln!(out, "{HEAD}{document}{HEAD:#}")?;
        }
        let style = if first.known.is_some() { DIM } else { BAD };
        let word = if first.known.is_some() { "known" } else { "new" };
        writeln!(out, "  {style}{word:5}{style:#} {NAME}{}{NAME:#}", first.id)?;
        let width = terminal_width();
        labelled(out, (8, "", 0), &first.says, ascertain_conformance::report::text::PLAIN, width)?;
        if !editions.concat().is_empty() {
            labelled(out, (8, "in", 5), &editions.join(", "), DIM, width)?;
        }
        for cite in &first.cites {
            labelled(out, (8, "at", 5), &cite.to_string(), DIM, width)?;
        }
        if let Some(erratum) = &first.known {
            labelled(out, (8, "why", 5), &format!("erratum {erratum}"), DIM, width)?;
        }
    }
    let known = findings.len() - new;
    let style = if new == 0 { GOOD } else { BAD };
    let hint = if known > 0 && !all { "; --all shows them" } else { "" };
    let known = plural(known as u64, "known one explained by an erratum", "known ones explained by errata");
    let new = plural(new as u64, "new finding", "new findings");
    writeln!(out, "{style}{new}{style:#}, {known}{hint}")
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
