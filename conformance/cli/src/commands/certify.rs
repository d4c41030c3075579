//! `ascertain certify`.

use super::error::Problem;
use super::examples::examples;
use super::output::percent;
use super::print::print;
use super::select::all_cases;
use crate::implementations::Row;
use ascertain::document::Editions;
use ascertain_conformance::catalog::Catalog;
use ascertain_conformance::certificate::{COVERAGE, Certificate, Refusal};
use ascertain_conformance::files;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::report::RunRequest;
use ascertain_conformance::report::json::{ReadError, Report};
use ascertain_conformance::verdict::Run;
use clap::Args;
use std::path::{Path, PathBuf};

const EXAMPLES: &[(&str, &str)] = &[
    ("Make a certificate:", "ascertain certify report.json"),
    ("Does a report give this certificate?", "ascertain certify report.json --check certificate.json"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The JSON report of a run of all of the suite, as written by `run --report json=PATH`.
    #[arg(value_name = "REPORT")]
    report: PathBuf,

    /// The least share of the fixed cases that must be judged, in per cent.
    #[arg(long, value_name = "PERCENT", default_value_t = COVERAGE, value_parser = percent)]
    coverage: f64,

    /// Compare with this certificate, or with a row of `ascertain implementations`, instead. Exit code 1 if the report does not give the same.
    #[arg(long, value_name = "CERTIFICATE")]
    check: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let path = &arguments.report;
    let (run, asked, editions) = restored(&Report::open(path)?, path)?;
    let certificate = Certificate::of(&run, &asked, &editions, arguments.coverage)
        .map_err(|refusal| refused(path, &refusal))?;
    let Some(other) = &arguments.check else {
        print(|out| {
            serde_json::to_writer_pretty(&mut *out, &certificate)?;
            writeln!(out)
        })?;
        return Ok(0);
    };
    let unlike = |what: String| {
        let help = "`ascertain certify REPORT` writes a certificate to standard output";
        Problem::usage(format!("{}: {what}", other.display()), help)
    };
    let text = files::read_text(other).map_err(|error| unlike(error.to_string()))?;
    let differences = match serde_json::from_str::<Row>(&text) {
        // A row of the table of implementations holds more than its certificate.
        Ok(row) => Row::of(&run, &asked, &editions, row.answers.keys().map(String::as_str))
            .map_err(|unusable| unlike(unusable.to_string()))?
            .unlike(&row),
        Err(_) => {
            let other = serde_json::from_str::<Certificate>(&text)
                .map_err(|error| unlike(format!("not a certificate: {error}")))?;
            certificate.differences(&other)
        }
    };
    print(|out| match differences[..] {
        [] => writeln!(out, "the report gives the same"),
        _ => writeln!(out, "the report does not give the same; these differ: {}", differences.join(", ")),
    })?;
    Ok(u8::from(!differences.is_empty()))
}

fn refused(path: &Path, refusal: &Refusal) -> Problem {
    Problem::usage(format!("{}: no certificate", path.display()), refusal.to_string())
}

/// The run that a report is about, how it was asked for, and its editions.
pub(super) fn restored(
    report: &Report<'static>,
    path: &Path,
) -> Result<(Run, RunRequest, Editions), Problem> {
    let problem = |error: ReadError| Problem::from(error.in_file(&path.display().to_string()));
    let editions = report.editions().map_err(problem)?;
    // The suite alone does not have all of its cases.
    if report.asked(&editions).map_err(problem)?.own.is_some() {
        return Err(refused(path, &Refusal::OwnCases));
    }
    let cases = all_cases(&editions)?;
    let catalog = Catalog::new(&editions, Registry::default(), &cases);
    let (run, asked) = report.restore(&catalog).map_err(problem)?;
    Ok((run, asked, editions))
}
