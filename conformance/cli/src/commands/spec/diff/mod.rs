//! `ascertain spec diff`: what changes from one edition, folder or page to another, and which cases with it.

mod cases;
mod comparison;
mod json;
mod side;
mod text;

use crate::commands::error::Problem;
use crate::commands::print::print;
use clap::{Args, ValueEnum};
use comparison::differ;
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
