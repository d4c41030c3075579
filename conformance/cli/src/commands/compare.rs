//! `ascertain compare`.

use super::error::Problem;
use super::examples::examples;
use super::pending::{Named, Written, check_apart, named};
use super::print::{print_to, say};
use super::targets::{self, Target};
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::results::Report;
use ascertain_conformance::results::compare::{Difference, Matrix, Side, check};
use clap::{Args, ValueEnum};
use std::io;
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] = &[
    ("What broke, and what was fixed?", "ascertain compare old.json new.json"),
    (
        "Many backends side by side, for a pull request:",
        "ascertain compare numpy.json torch.json jax.json --format markdown",
    ),
];

/// Exit code 1 if a case that did not fail before fails now.
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

    /// Also write it to a file: html=PATH, markdown=PATH or json=PATH, with `-` for standard output.
    /// Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = target)]
    written: Vec<Target<CompareFormat>>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CompareFormat {
    /// For people, in a terminal.
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// A page for a browser, in one file.
    Html,
    /// For programs.
    Json,
}

fn target(text: &str) -> Result<Target<CompareFormat>, String> {
    use CompareFormat::{Html, Json, Markdown};
    Target::read(text, &[("html", Html), ("markdown", Markdown), ("json", Json)])
}

/// What was found.
enum Comparison<'a> {
    Two(Difference<'a>),
    Many(Matrix<'a>),
}

impl Comparison<'_> {
    fn write(&self, out: &mut dyn io::Write, format: CompareFormat, width: usize) -> io::Result<()> {
        match (self, format) {
            (Self::Two(difference), CompareFormat::Text) => difference.write_text(out, width),
            (Self::Two(difference), CompareFormat::Markdown) => difference.write_markdown(out),
            (Self::Two(difference), CompareFormat::Html) => difference.write_html(out),
            (Self::Two(difference), CompareFormat::Json) => difference.write_json(out),
            (Self::Many(matrix), CompareFormat::Text) => matrix.write_text(out, width),
            (Self::Many(matrix), CompareFormat::Markdown) => matrix.write_markdown(out),
            (Self::Many(matrix), CompareFormat::Html) => matrix.write_html(out),
            (Self::Many(matrix), CompareFormat::Json) => matrix.write_json(out),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let read = |path: &PathBuf| Ok(Side::new(&path.display().to_string(), Report::open(path)?));
    let sides: Vec<Side> = arguments.reports.iter().map(read).collect::<Result<_, Problem>>()?;
    check(&sides)?;
    let files =
        targets::open(arguments.written.iter().map(|target| (target.format, target.path.clone().into())))?;
    let read: Vec<_> = arguments.reports.iter().map(|path| named(path)).collect();
    let written: Vec<Named> = files.iter().map(|(_, file)| named(file.path())).collect();
    check_apart(&written, &read)?;
    let aside = files.iter().any(|(_, file)| file.is_standard_output());
    let (found, code) = match &sides[..] {
        [old, new] => {
            let difference = Difference::between(old, new)?;
            let code = difference.exit_code();
            (Comparison::Two(difference), code)
        }
        _ => (Comparison::Many(Matrix::of(&sides)), 0),
    };
    let width = terminal_width();
    let written = Written::default();
    for (format, file) in files {
        written.note(file.write(|out| found.write(out, format, width)));
    }
    let write = |out: &mut dyn io::Write| found.write(out, arguments.format, width);
    written.note(match arguments.format {
        CompareFormat::Text => say(aside, write),
        _ => print_to(aside, write),
    });
    Ok(written.exit_code(code))
}
