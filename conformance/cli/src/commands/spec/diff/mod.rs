//! `ascertain spec diff`: what changes from one edition, folder or page to another, and which cases with it.

mod cases;
mod json;
mod side;
mod text;

use crate::commands::error::Problem;
use crate::commands::print;
use ascertain_spec_tools::diff::{Bump, Differences};
use cases::Changed;
use clap::{Args, ValueEnum};
use side::Sides;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(super) struct Arguments {
    /// The earlier side: DOCUMENT@EDITION, the folder of a specification, or a page.
    #[arg(value_name = "A")]
    before: String,

    /// The later side.
    #[arg(value_name = "B")]
    after: String,

    /// The folder of the specification that has the editions, and the names that pages are read by.
    #[arg(long, default_value = "spec", value_name = "DIR")]
    spec: PathBuf,

    /// For people, for a change log, or for programs.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

const AFTER: &str = "\
A document without @EDITION means its first edition. A page is read as the document that the other side names.

Exit codes:
  0  both sides say the same
  1  they differ
  2  the command line, the specification or a page is wrong";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Sentences, cells in groups.
    Text,
    /// The same as Markdown.
    Markdown,
    /// Every difference, as `diff-1.schema.json` describes it.
    Json,
}

/// Two versions of one document, what differs between them, and the cases whose answer changes.
struct Comparison {
    /// What the earlier version is called, beside its document: an edition's name or a page's path.
    before: String,
    after: String,
    differences: Differences,
    cases: Changed,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let sides = Sides::load(&arguments.before, &arguments.after, &arguments.spec)?;
    let comparisons = sides.compare()?;
    print(|out| match arguments.format {
        Format::Text => text::write(out, &sides, &comparisons),
        Format::Markdown => text::write_markdown(out, &sides, &comparisons),
        Format::Json => json::write(out, &sides, &comparisons),
    })?;
    Ok(u8::from(differ(&comparisons)))
}

fn differ(comparisons: &[Comparison]) -> bool {
    comparisons.iter().any(|comparison| !comparison.differences.is_empty())
}

/// The version that comes next, for all of it.
fn bump(comparisons: &[Comparison]) -> Option<Bump> {
    comparisons.iter().filter_map(|comparison| comparison.differences.bump()).max()
}
