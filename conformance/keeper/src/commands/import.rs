//! `ascertain-spec import`: turns pages into editions of the specification.
//!
//! Three steps hand on what they make: pages are read, what they say is declared in files, and the files are written. Without
//! `--write` the last step prints them. Notes about pages go to standard error.

mod editions;
mod files;
mod new_document;
mod survey;

use super::load::Source;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::{print, print_aside};
use clap::Args;
use new_document::TableOptions;
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] = &[
    ("What does a new page change?", "ascertain-spec import page.md"),
    ("Add it to the specification:", "ascertain-spec import page.md --edition cann-24.0 --write"),
    ("What can be read of the pages in a folder?", "ascertain-spec import --dry-run pages"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The pages, as published. With --dry-run also folders, whose .md, .txt, .rst, .html and .htm files are read.
    #[arg(required = true, value_name = "PAGE")]
    pages: Vec<PathBuf>,

    /// Only import what the pages say about this document.
    #[arg(long = "as", value_name = "DOCUMENT")]
    document: Option<String>,

    /// Name of the new edition: the vendor's version, or the date of the page.
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,

    /// The edition to inherit from, or `none` to write every fact. Default: the page that differs least, if inheriting can
    /// express the differences.
    #[arg(long, value_name = "NAME")]
    inherits: Option<String>,

    /// Declare this document, which the specification does not have yet, from its page: `aclnn.cumsum`.
    #[arg(long, value_name = "DOCUMENT", requires = "edition", conflicts_with_all = ["document", "inherits"])]
    new_document: Option<String>,

    #[command(flatten)]
    table: TableOptions,

    /// The folder of the specification [default: `spec` in a checkout, or else what this program was built with]
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,

    /// Add the edition to the specification. Leave out --edition for a page that is an edition already: then only the record
    /// of its sentences is renewed.
    #[arg(long)]
    write: bool,

    /// List every sentence that the program does not understand.
    #[arg(long)]
    all: bool,

    /// Only read the pages, of documents that are declared or not, and report which are refused and why.
    #[arg(long, conflicts_with_all = ["document", "edition", "inherits", "new_document", "write", "all"])]
    dry_run: bool,

    /// With --dry-run: write all facts to this file, as JSON.
    #[arg(long, value_name = "PATH", requires = "dry_run")]
    report: Option<PathBuf>,
}

impl Arguments {
    /// The specification that they name.
    pub(super) fn source(&self) -> Source {
        Source::of(self.spec.as_deref())
    }

    /// How to see all sentences that are not read, where not all are printed.
    fn hint(&self) -> Option<&'static str> {
        (!self.all).then_some("--all lists them")
    }
}

/// Exit code 1 if a page is refused, unless pages are only read: then that is a result.
pub(super) fn run(arguments: &Arguments, source: &Source) -> Result<u8, Problem> {
    if let (true, Source::BuiltIn) = (arguments.write, source) {
        let help = "run it in a checkout of ascertain, or name the folder of a specification: --spec DIR";
        return Err(Problem::usage(
            "--write needs the files of a specification, and there are none here",
            help,
        ));
    }
    let spec = source.load()?;
    if arguments.dry_run {
        return survey::run(&arguments.pages, arguments.report.as_deref(), &spec);
    }
    let files = match (&arguments.new_document, &arguments.edition) {
        (Some(id), Some(edition)) => {
            let [page] = arguments.pages.as_slice() else {
                return Err(Problem::usage("--new-document takes one page", "import other pages afterwards"));
            };
            new_document::declare(page, &spec, (id, edition), &arguments.table, source.folder())?
        }
        _ => editions::declare(arguments, spec, source)?,
    };
    match arguments.write {
        true if files.refused => print_aside(|out| writeln!(out, "nothing was written"))?,
        true => files.write(source.folder())?,
        false => print(|out| write!(out, "{}", files.printed))?,
    }
    Ok(u8::from(files.refused))
}
