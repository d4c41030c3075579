//! `ascertain-spec site`: the specification and the guides as a static site.

use crate::commands::coverage::Coverage;
use crate::implementations::Folder;
use crate::site::folder::write;
use crate::site::{Content, files, guides};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::print;
use ascertain_cli::commands::select::{EditionArguments, all_cases};
use ascertain_cli::explain::Sources;
use ascertain_conformance::report::page::{self, Block, Page};
use ascertain_conformance::report::text::{plural, thousands};
use ascertain_spec_tools::emit::WriteError;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &[(&str, &str)] = &[
    (
        "Then open site/index.html, which needs neither a server nor a network:",
        "ascertain-spec site --out site",
    ),
    ("As the newest editions say it:", "ascertain-spec site --out site --profile latest"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The folder to write to: a new or empty one, or one that this command wrote, which is replaced.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// The folder of the checkout, whose guides become part of the site.
    #[arg(long, default_value = ".", value_name = "DIR")]
    checkout: PathBuf,

    #[command(flatten)]
    editions: EditionArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let start = Instant::now();
    let editions = arguments.editions.resolve()?;
    let cases = all_cases(&editions)?;
    let unreadable =
        |error| Problem::usage(format!("cannot read the guides: {error}"), "choose another --checkout");
    let content = Content {
        sources: Sources { editions: &editions, cases: &cases, own: None },
        coverage: coverage(&Coverage::of(&cases, &editions)),
        guides: guides::read(&arguments.checkout).map_err(unreadable)?,
        implementations: Folder::read(&arguments.checkout.join("docs/implementations")).map_err(|error| {
            Problem::usage(error.to_string(), "mend the file, or choose another --checkout")
        })?,
    };
    let files = files(&content).map_err(|error| {
        Problem::usage(
            format!("the site cannot be made: {error}"),
            "this is a bug in ascertain; please report it",
        )
    })?;
    write(&arguments.out, &files).map_err(refused)?;
    let pages = files.iter().filter(|(name, _)| name.ends_with(".html")).count() as u64;
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    print(|out| {
        if content.guides.is_empty() {
            writeln!(out, "no guides: {} is not a checkout of ascertain", arguments.checkout.display())?;
        }
        writeln!(
            out,
            "wrote {}: {}, {} bytes, in {:.1} s",
            arguments.out.join("index.html").display(),
            plural(pages, "page", "pages"),
            thousands(bytes as u64),
            start.elapsed().as_secs_f64()
        )
    })?;
    Ok(0)
}

/// What `ascertain-spec coverage` prints, as a page.
fn coverage(coverage: &Coverage) -> Page {
    let mut page = Page::new("Coverage: requirements and their cases");
    let says = "How many cases satisfy and violate each requirement, and why there are none.";
    let count = |count: Option<usize>| count.map_or(String::new(), |count| count.to_string());
    let rows = coverage.requirements.iter().map(|row| {
        let (basis, why) = (row.basis.unwrap_or_default(), row.why.as_deref().unwrap_or_default());
        let [keep, broken] = [row.keep, row.r#break].map(count);
        page::row(&[&row.id, &row.level, &basis, &row.cases, &keep, &broken, &why])
    });
    let head = ["requirement", "level", "basis", "cases", "satisfy", "violate", ""];
    page.section("", [Block::Text(says.to_owned()), Block::table(&head, rows)]);
    page
}

fn refused(error: WriteError) -> Problem {
    match error {
        WriteError::Io(path, error) => Problem::Report(path, error),
        WriteError::Foreign(path) => Problem::usage(
            format!("{} was not written by this command, so its folder is not replaced", path.display()),
            "choose an empty folder; nothing was written",
        ),
    }
}
