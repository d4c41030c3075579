//! `ascertain merge`.

use super::error::Problem;
use super::examples::examples;
use super::output::{OutputArguments, Reports};
use super::pending::{check_apart, named};
use super::select::{cases_of, selected};
use super::vectors::{VectorArguments, files_of};
use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::results::merge::Parts;
use ascertain_conformance::results::{OwnCases, Report, Selection, quoted};
use ascertain_conformance::suite::large::{self, LargeCase};
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] = &[(
    "Join the reports of three machines:",
    "ascertain merge part-1.json part-2.json part-3.json --report html=all.html",
)];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The JSON reports of the parts, as written by `run --shard K/N --report json=PATH`.
    #[arg(required = true, value_name = "REPORT")]
    parts: Vec<PathBuf>,

    #[command(flatten)]
    vectors: VectorArguments,

    #[command(flatten)]
    output: OutputArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let read = |path: &PathBuf| Ok((path.display().to_string(), Report::open(path)?));
    let parts = Parts::new(arguments.parts.iter().map(read).collect::<Result<_, Problem>>()?)?;
    let asked = parts.asked();
    let editions = parts.editions().clone();
    let registry = Registry::default();
    let mut large = if asked.large { large::cases(registry) } else { Vec::new() };
    let cases = match &asked.selection.own {
        None => cases_of(&asked.selection, &editions)?,
        Some(own) => {
            let seed = asked.seed.parse().unwrap_or_default();
            let (cases, others) = with_own(own, &arguments.vectors, &editions, seed)?;
            large.extend(others);
            cases
        }
    };
    let (cases, large) = selected(&asked.selection, cases, large, &editions, true)?;
    let (mut run, asked) = parts.join(&cases, &large, registry)?;
    run.fail_under = arguments.output.fail_under;
    let output = &arguments.output;
    let mut reports = Reports::open(output, None, std::slice::from_ref(&asked.backend))?;
    check_apart(&reports.paths(|_| true), &files_of(&arguments.vectors.vectors)?)?;
    // The report may take the place of a part.
    let read: Vec<_> = arguments.parts.iter().map(|path| named(path)).collect();
    check_apart(&reports.paths(|format| format != "json"), &read)?;
    reports.write(0, &run, &asked);
    if output.verbose {
        reports.say_verdicts(run.results.iter());
    }
    reports.show(output, &run, &asked, 0);
    Ok(reports.written.exit_code(run.exit_code()))
}

/// The cases of a run with the user's own ones, which must be the same now.
fn with_own(
    own: &OwnCases,
    vectors: &VectorArguments,
    editions: &Editions,
    seed: u64,
) -> Result<(Vec<Case>, Vec<LargeCase>), Problem> {
    let paths: String = own.paths.iter().map(|path| format!(" --vectors {}", quoted(path))).collect();
    let (cases, large, now) = vectors.with_suite(&Selection::default(), editions, seed)?;
    match now {
        Some(now) if now.digest == own.digest => Ok((cases, large)),
        Some(_) => Err(Problem::usage(
            "the cases of --vectors are not those that the parts asked",
            format!("name the files as they were then; the parts were run with{paths}"),
        )),
        None => Err(Problem::usage(
            "the parts asked cases of their own, which are not in their reports",
            format!("name the same vector files:{paths}"),
        )),
    }
}
