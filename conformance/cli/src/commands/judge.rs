//! `ascertain judge`.

use super::error::Problem;
use super::examples::examples;
use super::journal::JournalArguments;
use super::run::{OutcomeArguments, RunPlan};
use super::select::{cases_of, part_of, selected};
use ascertain::document::Editions;
use ascertain_conformance::backends::offline::{
    self, ANSWERS_FOLDER, AnswersBackend, Index, OfflineError, Questions,
};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::results::{Limits, Selection};
use ascertain_conformance::run::Backends;
use ascertain_conformance::text;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] =
    &[("Judge the answers in questions/answers:", "ascertain judge questions --report html=report.html")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The folder with the questions, as written by `ascertain questions`.
    #[arg(value_name = "DIR")]
    questions: PathBuf,

    /// The folder with the answers [default: `answers` inside DIR]
    #[arg(long, value_name = "DIR")]
    answers: Option<PathBuf>,

    #[command(flatten)]
    outcome: OutcomeArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let folder = &arguments.questions;
    let index = Index::read(folder)?;
    let mut editions = Editions::profile(&index.profile)?;
    for (document, edition) in &index.editions {
        editions = editions.with(document, edition)?;
    }
    let selection = Selection {
        filters: index.filter.clone(),
        skips: index.skip.clone(),
        requirements: index.requirement.clone(),
        ..Selection::default()
    };
    let (mut cases, _) =
        selected(&selection, cases_of(&selection, &editions)?, Vec::new(), &editions, index.fuzz > 0)?;
    let shard = index.shard();
    if let Some(shard) = shard {
        cases = part_of(shard, cases)?;
    }
    let seed = index.seed.parse().map_err(|_| {
        Problem::usage(
            format!("the seed `{}` in {} is not a number", text::word(&index.seed), folder.display()),
            "write the questions again with `ascertain questions`",
        )
    })?;
    // Recorded answers do not change when they are asked for again.
    let options = RunOptions {
        editions,
        seed,
        fuzz: index.fuzz,
        operators: selection.operators(),
        shard,
        unoffered: true,
        once: true,
        ..RunOptions::default()
    };
    // First of all that it is as long as the index says, since random cases are made by the number there.
    let questions = Questions::read(folder)?;
    // Answers to other questions must not be judged as answers to these.
    if Questions::of(&cases, &options) != questions {
        return Err(OfflineError::Other { folder: folder.clone(), suite: index.suite }.into());
    }
    let answers = arguments.answers.clone().unwrap_or_else(|| folder.join(ANSWERS_FOLDER));
    let spec = offline::spec(folder, arguments.answers.as_deref());
    let mut backend = AnswersBackend::new(folder, answers);
    let (backends, no_journal) = (vec![(spec, Backends::One(&mut backend))], JournalArguments::default());
    let (outcome, limits) = (&arguments.outcome, Limits::default());
    RunPlan { cases: &cases, selection, limits, options, outcome, journal: &no_journal, again: None }
        .run(backends)
}
