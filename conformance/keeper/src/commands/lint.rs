//! `ascertain-spec lint`: mistakes in the documents, and which of them no erratum explains yet.

use super::load::load;
use crate::template::{Template, write_text};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::print;
use ascertain_conformance::report::text::terminal_width;
use ascertain_spec_tools::lint::{Finding, lint};
use clap::Args;
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

    /// Also show findings that errata explain.
    #[arg(long)]
    all: bool,
}

/// Exit code 1 if a finding is new.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let spec = load(arguments.folder.as_deref())?;
    let findings = lint(&spec);
    let new = findings.iter().filter(|finding| finding.known.is_none()).count();
    print(|out| text(out, &findings, arguments.all))?;
    Ok(u8::from(new > 0))
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
