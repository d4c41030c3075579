//! `ascertain compare`.

use super::error::Problem;
use super::examples::examples;
use super::print::print;
use ascertain_conformance::compare::{Difference, Matrix, Side, check};
use ascertain_conformance::report::json::Report;
use ascertain_conformance::report::text::terminal_width;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Exit code 1 if a case that did not fail before fails now.
const EXAMPLES: &[(&str, &str)] = &[
    ("What broke, and what was fixed?", "ascertain compare old.json new.json"),
    (
        "Many backends side by side, for a pull request:",
        "ascertain compare numpy.json torch.json jax.json --format markdown",
    ),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The JSON reports, as written by `run --report json=PATH`. Of two, the first is the old one: what changed is shown.
    /// More are shown side by side.
    #[arg(required = true, num_args = 2.., value_name = "REPORT")]
    reports: Vec<PathBuf>,

    /// Who reads the output.
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    format: CompareFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CompareFormat {
    /// For people, in a terminal.
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// For programs.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let read = |path: &PathBuf| Ok(Side::new(&path.display().to_string(), Report::open(path)?)?);
    let sides: Vec<Side> = arguments.reports.iter().map(read).collect::<Result<_, Problem>>()?;
    check(&sides)?;
    let width = terminal_width();
    if let [old, new] = &sides[..] {
        let difference = Difference::between(old, new)?;
        print(|out| match arguments.format {
            CompareFormat::Text => difference.write_text(out, width),
            CompareFormat::Markdown => difference.write_markdown(out),
            CompareFormat::Json => difference.write_json(out),
        })?;
        return Ok(difference.exit_code());
    }
    let matrix = Matrix::of(&sides);
    print(|out| match arguments.format {
        CompareFormat::Text => matrix.write_text(out, width),
        CompareFormat::Markdown => matrix.write_markdown(out),
        CompareFormat::Json => matrix.write_json(out),
    })?;
    Ok(0)
}
