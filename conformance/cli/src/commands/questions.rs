//! `ascertain questions`.

use super::error::Problem;
use super::examples::examples;
use super::print::print;
use super::select::{CaseArguments, EditionArguments, cases_of, part_of};
use ascertain_conformance::backends::offline::{self, Index, Questions};
use ascertain_conformance::options::{RunOptions, Shard};
use ascertain_conformance::report::text::{NAME, plural};
use ascertain_conformance::suite;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] =
    &[("Write the questions, with 1,000 random ones:", "ascertain questions --out questions --fuzz 1000")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The folder to write to. OFFLINE.md describes its files.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    editions: EditionArguments,

    #[command(flatten)]
    cases: CaseArguments,

    /// Write only part K of N of the cases, random cases included, counted from 1.
    #[arg(long, value_name = "K/N", help_heading = "Cases")]
    shard: Option<Shard>,

    /// Also write this many random cases.
    #[arg(long, value_name = "NUMBER", default_value = "0", help_heading = "Random cases")]
    fuzz: u64,

    /// Seed of the random cases. The same seed makes the same cases.
    #[arg(long, value_name = "NUMBER", default_value = "0", help_heading = "Random cases")]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let selection = &arguments.cases;
    let mut cases =
        selection.select(cases_of(&selection.selection(), &editions)?, &editions, arguments.fuzz > 0)?;
    if let Some(shard) = arguments.shard {
        cases = part_of(shard, cases)?;
    }
    let index = Index {
        version: offline::VERSION,
        suite: suite::VERSION.to_owned(),
        profile: editions.profile_name().to_owned(),
        editions: editions.iter().map(|(d, e)| (d.id.to_owned(), e.name.to_owned())).collect(),
        filter: selection.selection().filters,
        skip: arguments.cases.skips.clone(),
        requirement: arguments.cases.requirements.clone(),
        seed: arguments.seed.to_string(),
        fuzz: arguments.fuzz,
        shard: arguments.shard.map(|s| [s.part, s.of]),
        ..Index::default()
    };
    let options = RunOptions {
        editions,
        seed: arguments.seed,
        fuzz: arguments.fuzz,
        operators: selection.selection().operators(),
        shard: arguments.shard,
        ..RunOptions::default()
    };
    let questions = Questions::of(&cases, &options);
    questions.write(&arguments.out, &index)?;
    let folder = arguments.out.display();
    print(|out| {
        writeln!(
            out,
            "{} with {} bytes of tensors written to {folder}",
            plural(questions.count as u64, "question", "questions"),
            questions.bytes.len()
        )?;
        writeln!(
            out,
            "Put the answers into {folder}/{}, then run {NAME}ascertain judge {folder}{NAME:#}",
            offline::ANSWERS_FOLDER
        )
    })?;
    Ok(0)
}
