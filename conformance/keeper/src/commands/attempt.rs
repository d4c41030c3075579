//! `ascertain-spec try`: a backend judged by an operator's TOML in a folder, without a build.

use super::load::Source;
use crate::loaded;
use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::{limit, print};
use ascertain_conformance::backends::{self, Options};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::results::{RunRequest, Selection, quoted};
use ascertain_conformance::{run, suite};
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] = &[
    (
        "Does the formula of a new overlay give an answer for every call?",
        "ascertain-spec try spec --operators abs",
    ),
    (
        "Judge an adapter by it:",
        "ascertain-spec try spec --operators abs --backend \"process:python3 mine.py\"",
    ),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The folder of the specification. Its promotion tables are not used: those of this program are.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The operators to judge by, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    operators: Vec<String>,

    /// The edition of their documents [default: the default edition of each]
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,

    /// The backend, as for `ascertain run`. The reference is this program's, with the operators' formulas.
    #[arg(short, long, value_name = "BACKEND", default_value = "reference")]
    backend: String,

    /// How many random cases.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    fuzz: u64,

    /// How many findings to show one by one.
    #[arg(long, value_name = "N|all", default_value = "3", value_parser = limit)]
    findings: usize,
}

/// The exit code is that of the run.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let spec = Source::Folder(arguments.folder.clone()).load()?;
    let load = |name: &String| {
        let help = format!("see {}", arguments.folder.display());
        loaded::operator(&spec, name, arguments.edition.as_deref())
            .map_err(|message| Problem::usage(message, help))
    };
    let operators = arguments.operators.iter().map(load).collect::<Result<Vec<_>, _>>()?;
    let (registry, mut reference) = loaded::registry(&operators);
    let editions = Editions::default();
    let mut opened;
    let backend: &mut dyn Backend = if arguments.backend == "reference" {
        &mut reference
    } else {
        opened = backends::open(&arguments.backend, &editions, &Options { registry, ..Options::default() })?;
        &mut *opened
    };
    let cases = suite::of_operators(&editions, registry, &[])
        .map_err(|error| Problem::usage(error.to_string(), "see spec/README.md"))?;
    let options = RunOptions { registry, fuzz: arguments.fuzz, editions, ..RunOptions::default() };
    let judged = run::run(&cases, backend, &options, &mut |_| ());
    let mut again = format!(
        "ascertain-spec try {} --operators {} --backend {} --fuzz {}",
        quoted(&arguments.folder.to_string_lossy()),
        quoted(&arguments.operators.join(",")),
        quoted(&arguments.backend),
        options.fuzz,
    );
    if let Some(edition) = &arguments.edition {
        again = format!("{again} --edition {}", quoted(edition));
    }
    let asked = RunRequest::of(&arguments.backend, Selection::default(), cases.len(), &options).sanitized();
    let asked = RunRequest { again: Some(again), ..asked };
    let view =
        View { width: terminal_width(), findings: arguments.findings, verbose: false, refusals: false };
    print(|out| terminal::write(out, &judged, &asked, view))?;
    Ok(judged.exit_code())
}
