//! `ascertain-spec diff`: the differences between two editions, folders or pages, and the cases they change.

mod cases;
mod comparison;
mod side;
mod text;

use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::print;
use clap::{Args, ValueEnum};
use comparison::differ;
use side::Sides;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = format!("{AFTER}\n\n{}", examples(EXAMPLES)))]
pub(super) struct Arguments {
    /// The earlier version: DOCUMENT@EDITION, the folder of a specification, or a page.
    #[arg(value_name = "A")]
    before: String,

    /// The later version.
    #[arg(value_name = "B")]
    after: String,

    /// The folder of the specification with the editions, and the names needed to read pages [default: `spec` in a checkout, or else what this program was built with]
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,

    /// List every sentence and every case.
    #[arg(long)]
    all: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    format: DiffFormat,
}

const AFTER: &str = "\
Without @EDITION, the first edition of the document is used. A page is read as the document that the other side names.

Exit codes:
  0  no differences
  1  differences
  2  wrong command line, invalid specification, or a page that cannot be read";

const EXAMPLES: &[(&str, &str)] = &[
    (
        "What has changed since the first edition?",
        "ascertain-spec diff aclnn.tensor-tensor aclnn.tensor-tensor@2025-09",
    ),
    ("What does a new page change?", "ascertain-spec diff aclnn.cumprod page.md"),
];

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DiffFormat {
    /// For people: sentences, with cells in groups.
    Text,
    /// The same as Markdown, for a change log.
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let sides = Sides::load(&arguments.before, &arguments.after, arguments.spec.as_deref())?;
    let comparisons = sides.compare()?;
    print(|out| match arguments.format {
        DiffFormat::Text => text::write(out, &sides, &comparisons, arguments.all),
        DiffFormat::Markdown => text::write_markdown(out, &sides, &comparisons, arguments.all),
    })?;
    Ok(u8::from(differ(&comparisons)))
}
