//! Runs, and their reports.

use crate::results::backends::Faulty;
use ascertain::call::Invocation;
use ascertain::contract::Contract;
use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::case_index::CaseIndex;
use ascertain_conformance::known;
use ascertain_conformance::operator::{LargeCall, Registry};
use ascertain_conformance::options::{Large, RunOptions};
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::results::{Report, RunRequest, Selection, report};
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use ascertain_conformance::suite::large::LargeCase;
use ascertain_conformance::verdict::{ExpectedFailure, Run};

/// How a run is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) options: RunOptions,
    pub(crate) filters: Vec<String>,
    pub(crate) known: Vec<ExpectedFailure>,
}

/// Cases that are asked like large ones, and are not large.
pub(crate) fn large() -> Vec<LargeCase> {
    static CALLS: [LargeCall; 3] = [
        LargeCall { name: "first", bytes: 1, make: |contract| Some(sample(contract, 0)) },
        LargeCall { name: "second/inplace", bytes: 1, make: |contract| Some(sample(contract, 1)) },
        LargeCall { name: "third", bytes: u64::MAX, make: |_| None },
    ];
    let operator = Registry::default().operators()[0];
    CALLS.iter().map(|call| LargeCase::of(operator, call)).collect()
}

/// The same with these.
pub(crate) fn with_large(options: RunOptions) -> RunOptions {
    RunOptions { large: Large { cases: large(), copies: 1, available: Some(1 << 40) }, ..options }
}

fn sample(contract: &'static Contract, at: usize) -> Invocation {
    Registry::default().operators()[0].samples(contract).remove(at)
}

/// Every `step`-th case of tables and of some operators.
pub(crate) fn cases(editions: &Editions, step: usize) -> Vec<Case> {
    let wanted = |area: &str| ["cumprod", "reinterpret", "mul", "cummax"].contains(&area);
    suite::of_areas(editions, &wanted)
        .expect("the vectors are well formed")
        .into_iter()
        .step_by(step)
        .collect()
}

pub(crate) fn ask(mut backend: Faulty, cases: &[Case], asked: &Asked) -> (Run, RunRequest) {
    let listed = known::random_cases(&asked.known, asked.options.seed);
    let options = RunOptions { listed, ..asked.options.clone() };
    let mut run = run(cases, &mut backend, &options, &mut |_| ());
    let request = request(&backend, cases.len(), asked);
    known::apply(&mut run, &asked.known, request.selection.is_whole());
    (run, request)
}

pub(crate) fn request(backend: &Faulty, cases: usize, asked: &Asked) -> RunRequest {
    let Asked { options, filters, .. } = asked;
    let selection = Selection {
        filters: filters.clone(),
        shard: options.shard,
        observe_readings: options.observe_readings,
        standard: options.standard.map(|(standard, _)| standard.name.clone()),
        by_standard: options.standard.is_some_and(|(_, decides)| decides),
        ..Selection::default()
    };
    RunRequest::of(&format!("process:{}", backend.name), selection, cases, options)
}

pub(crate) fn json((run, request): &(Run, RunRequest)) -> String {
    let mut out = Vec::new();
    report::write(&mut out, run, request).expect("a vector takes all");
    String::from_utf8(out).expect("JSON is UTF-8")
}

pub(crate) fn terminal((run, request): &(Run, RunRequest)) -> String {
    let mut out = Vec::new();
    let view = View { width: 110, findings: usize::MAX, verbose: true, refusals: true };
    terminal::write(&mut out, run, request, view).expect("a vector takes all");
    String::from_utf8(out).expect("text is UTF-8")
}

/// Reads a report whose cases are among these.
pub(crate) fn read(text: &str, cases: &[Case]) -> Result<(Run, RunRequest), String> {
    let report = Report::read(text).map_err(|error| error.to_string())?;
    let editions = report.editions().map_err(|error| error.to_string())?;
    let request = report.request();
    let run = report.restore(&CaseIndex::new(&editions, Registry::default(), cases));
    Ok((run.map_err(|error| error.to_string())?, request))
}
