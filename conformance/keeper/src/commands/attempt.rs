//! `ascertain-spec try`: a backend judged by an operator's TOML in a folder, without a build.

use super::load::Source;
use crate::loaded;
use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::journal::JournalArguments;
use ascertain_cli::commands::select::filtered;
use ascertain_cli::commands::{OutcomeArguments, RunPlan};
use ascertain_conformance::backends::{self, Options};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::results::{Limits, Selection, quoted};
use ascertain_conformance::run::Backends;
use ascertain_conformance::suite;
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

    /// Only cases whose id is GLOB or begins with it; `*` and `?` match any characters. Repeatable.
    #[arg(short, long = "filter", value_name = "GLOB")]
    filters: Vec<String>,

    /// How many random cases [default: 2000, or none with --filter]
    #[arg(long, value_name = "N")]
    fuzz: Option<u64>,

    #[command(flatten)]
    outcome: OutcomeArguments,
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
    let Arguments { outcome, filters, .. } = arguments;
    let mut opened;
    let backend: &mut dyn Backend = if arguments.backend == "reference" {
        &mut reference
    } else {
        let options = Options { registry, product: outcome.product(), ..Options::default() };
        opened = backends::open(&arguments.backend, &editions, &options)?;
        &mut *opened
    };
    let cases = suite::of_operators(&editions, registry, &[])
        .map_err(|error| Problem::usage(error.to_string(), "see spec/README.md"))?;
    let cases = filtered(filters, cases, &editions, registry)?;
    let fuzz = arguments.fuzz.unwrap_or(if filters.is_empty() { 2000 } else { 0 });
    let options = RunOptions { registry, fuzz, editions, ..RunOptions::default() };
    let folder = quoted(&arguments.folder.to_string_lossy());
    let mut again =
        format!("ascertain-spec try {folder} --operators {}", quoted(&arguments.operators.join(",")));
    if let Some(edition) = &arguments.edition {
        again = format!("{again} --edition {}", quoted(edition));
    }
    let selection = Selection { filters: filters.clone(), ..Selection::default() };
    let (limits, journal) = (Limits::default(), &JournalArguments::default());
    RunPlan { cases: &cases, selection, limits, options, outcome, journal, again: Some(again) }
        .run(vec![(arguments.backend.clone(), Backends::One(backend))])
}
