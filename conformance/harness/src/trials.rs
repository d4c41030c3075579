//! Groups of cases as trials.

use crate::{Asked, Config};
use ascertain::DType;
use ascertain::backend::{Backend, Description};
use ascertain::call::Call;
use ascertain_conformance::results::edition_arguments;
use ascertain_judge::case::Case;
use ascertain_judge::known;
use ascertain_judge::options::{RANDOM_CASES, RANDOM_TIME, RunOptions, Shard};
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_judge::text;
use ascertain_judge::verdict::{CaseResult, ExpectationStatus, ExpectedFailure, KnownEntry, Run};
use core::fmt::Write;
use libtest_mimic::{Completion, Failed, Trial};
use std::sync::{Arc, PoisonError};

/// Makes a backend for each trial, since trials run in parallel.
type Make = dyn Fn() -> Box<dyn Backend> + Send + Sync;

/// Number of findings that a failed trial shows in full.
const SHOWN: usize = 5;

/// Number of random cases in one trial.
const RANDOM: u64 = 1000;

/// The trials for a filter: groups, or single cases if it matches no group.
pub(super) fn trials(
    config: Config,
    filter: Option<&str>,
    asked: &Asked,
    make: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static,
) -> Result<Vec<Trial>, String> {
    let make: Arc<Make> = Arc::new(make);
    let offers = make().describe().map_err(|why| text::sanitize(&why))?;
    let cases =
        suite::build(&config.editions).map_err(|error| format!("the suite cannot be built: {error}"))?;
    let mut groups = grouped(cases, group);
    let named =
        |groups: &[(String, Vec<Case>)], part: &str| groups.iter().any(|(name, _)| name.contains(part));
    if let Some(part) = filter.filter(|part| !named(&groups, part) && !FUZZ.contains(part)) {
        let cases = groups.into_iter().flat_map(|(_, cases)| cases).filter(|case| case.id.contains(part));
        groups = grouped(cases.collect(), |case| &*case.id);
    }
    let known: Arc<[ExpectedFailure]> = config.known.into();
    let listed = known::random_cases(&known, config.seed);
    let suite_alone =
        RunOptions { editions: config.editions.clone(), seed: config.seed, listed, ..RunOptions::default() };
    let mut trials: Vec<Trial> = groups
        .into_iter()
        .map(|(name, cases)| {
            let offered = cases.iter().any(|case| is_offered(&offers, case));
            trial(name, cases, suite_alone.clone(), &known, asked, Arc::clone(&make))
                .with_ignored_flag(!offered)
        })
        .collect();
    let (fuzz, time) = config.fuzz.map_or((RANDOM_CASES, Some(RANDOM_TIME)), |fuzz| (fuzz, None));
    let parts = fuzz.div_ceil(RANDOM);
    trials.extend((1..=parts).map(|part| {
        // The number of parts is small.
        let shard = Some(Shard { part: part as u32, of: parts as u32 });
        let offered = !offers.operators.is_empty();
        let name = format!("{FUZZ}/{}/{part}-of-{parts}", config.seed);
        let options = RunOptions { fuzz, time, shard, ..suite_alone.clone() };
        trial(name, Vec::new(), options, &known, asked, Arc::clone(&make)).with_ignored_flag(!offered)
    }));
    Ok(trials)
}

/// First part of the names of trials with random cases.
const FUZZ: &str = "fuzz";

/// Cases by their groups' names, in the order of the suite.
fn grouped(cases: Vec<Case>, name: impl Fn(&Case) -> &str) -> Vec<(String, Vec<Case>)> {
    let mut groups: Vec<(String, Vec<Case>)> = Vec::new();
    for case in cases {
        match groups.iter_mut().rfind(|(group, _)| group == name(&case)) {
            Some((_, cases)) => cases.push(case),
            None => groups.push((name(&case).to_owned(), vec![case])),
        }
    }
    groups
}

/// The name of a case's group, which is the first part of its id: `aclnn.tensor-tensor/lhs=f16`, `cumprod/grid/f32`,
/// `cumprod/vector`.
fn group(case: &Case) -> &str {
    let id = &case.id;
    let end = match case.call {
        Call::Promote(_) => id.find(','),
        // The area and the kind of case; if more than one part follows, also the first of them.
        Call::Operate(_) => match id.match_indices('/').map(|(at, _)| at).collect::<Vec<_>>()[..] {
            // All conversions of a dtype are one group: `cumprod/grid/f32` contains f32-as-f64.
            [_, second, third, ..] => {
                let part = &id[second + 1..third];
                let dtype = part.split_once('-').filter(|(dtype, _)| DType::from_name(dtype).is_some());
                Some(dtype.map_or(third, |(dtype, _)| second + 1 + dtype.len()))
            }
            [_, second] => Some(second),
            _ => None,
        },
    };
    &id[..end.unwrap_or(id.len())]
}

fn is_offered(offers: &Description, case: &Case) -> bool {
    match &case.call {
        Call::Promote(ask) => offers.tables.iter().any(|id| id == ask.table.id),
        Call::Operate(call) => offers.operator(call.operator.name).is_some(),
    }
}

fn trial(
    name: String,
    cases: Vec<Case>,
    options: RunOptions,
    known: &Arc<[ExpectedFailure]>,
    asked: &Asked,
    make: Arc<Make>,
) -> Trial {
    let (known, asked) = (Arc::clone(known), Arc::clone(asked));
    Trial::ignorable_test(name, move || {
        let mut run = run(&cases, make().as_mut(), &options, &mut |_| {});
        known::apply(&mut run, &known, false);
        if let Some(random) = run.random {
            asked.lock().unwrap_or_else(PoisonError::into_inner).push(random);
        }
        verdict(&run, &options)
    })
}

/// The outcome of a trial: a failure with details, or ignored if nothing was judged.
fn verdict(run: &Run, options: &RunOptions) -> Result<Completion, Failed> {
    if let Some(why) = &run.not_started {
        return Err(why.into());
    }
    if let Some(KnownEntry { entry, standing, .. }) = run.known.iter().find(|known| known.standing.fails()) {
        let (subject, reason) = (entry.subject(), &entry.reason);
        let why = match standing {
            ExpectationStatus::Expired => "its last day is over: fix it or set a later one",
            ExpectationStatus::Changed => "it fails in another way: look at it, and correct the list",
            _ => "it does not fail any more: remove it from the list",
        };
        return Err(format!("`{subject}` is listed as a known failure ({reason}), but {why}").into());
    }
    let failures = run.results.iter().filter(|result| result.judgement.verdict.is_failure());
    let failures: Vec<&CaseResult> = failures.collect();
    if failures.is_empty() {
        let judged = run.counts().judged();
        let why = run.results.iter().find_map(|result| result.judgement.detail.as_deref());
        return Ok(match judged {
            0 => Completion::ignored_with(why.unwrap_or("nothing was judged")),
            _ => Completion::Completed,
        });
    }
    let mut text = format!("{} of {} cases failed", failures.len(), run.counts().total());
    for result in failures.iter().take(SHOWN) {
        let judgement = &result.judgement;
        let kind = judgement.kind.map_or(String::new(), |kind| format!(": {}", kind.name()));
        let _ = write!(
            text,
            "\n\n{}{kind}  {}\n  asked     {}",
            judgement.verdict.name(),
            result.id,
            result.question
        );
        let cite = judgement.cite.as_ref().map(ToString::to_string);
        let rows = [
            ("expected", judgement.expected.as_deref()),
            ("got", judgement.got.as_deref()),
            ("detail", judgement.detail.as_deref()),
            ("note", result.note.as_deref()),
            ("requires", judgement.requirement),
            ("cited", cite.as_deref()),
            ("smaller", result.shrunk.as_deref().map(|small| small.question.as_str())),
        ];
        for (label, value) in rows.into_iter().filter_map(|(label, value)| Some((label, value?))) {
            let _ = write!(text, "\n  {label:9} {value}");
        }
    }
    if failures.len() > SHOWN {
        let _ = write!(text, "\n\nand {} more", failures.len() - SHOWN);
    }
    let editions = edition_arguments(&options.editions).join(" ");
    let _ = write!(
        text,
        "\n\n`ascertain explain {}{}{editions}` says more",
        failures[0].id,
        if editions.is_empty() { "" } else { " " }
    );
    Err(text.into())
}
