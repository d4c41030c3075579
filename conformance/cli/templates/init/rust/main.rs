//! Runs ascertain's suite on the function `promote`. Put your implementation in its place.

use ascertain::DType;
use ascertain::backend::{Answer, Description, Rejection, Reply};
use ascertain::call::Call;
use ascertain::promote::Key;
use ascertain_conformance::backends::FnBackend;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use ascertain_conformance::verdict::Judgement;

/// The dtype of `lhs + rhs`; `None` if they do not promote.
fn promote(lhs: DType, rhs: DType) -> Option<DType> {
    let (lhs, rhs) = if lhs.bits() < rhs.bits() { (rhs, lhs) } else { (lhs, rhs) };
    ascertain::promote::aclnn::tensor_tensor(lhs, rhs).map(|_| lhs)
}

fn shown(value: &Option<String>) -> &str {
    value.as_deref().unwrap_or("nothing")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let offers = Description { tables: vec!["aclnn.tensor-tensor".into()], ..Description::default() };
    let mut backend = FnBackend::new("mine", offers, |call: &Call| match call {
        Call::Promote(pair) => match (pair.row, pair.column) {
            (Key::DType(lhs), Key::DType(rhs)) => match promote(lhs, rhs) {
                Some(dtype) => Reply::Answer(Answer::DType(dtype)),
                None => Reply::Rejected(Rejection::default()),
            },
            _ => Reply::Unsupported("no Python numbers".into()),
        },
        Call::Operate(_) => Reply::Unsupported("only promotions".into()),
    });
    let options = RunOptions::default();
    let run = run(&suite::build(&options.editions)?, &mut backend, &options, &mut |_| {});
    let failures = || run.results.iter().filter(|result| result.judgement.verdict.is_failure());
    for result in failures().take(10) {
        let Judgement { expected, got, .. } = &result.judgement;
        println!("{}: expected {}, got {}", result.id, shown(expected), shown(got));
    }
    println!("{} failures; exit code {}", failures().count(), run.exit_code());
    std::process::exit(run.exit_code().into());
}
