//! Asks one's own promotion function, in this process.

use ascertain::DType;
use ascertain::backend::{Answer, Description, Rejection, Reply};
use ascertain::call::Call;
use ascertain::promote::Key;
use ascertain_conformance::backends::FnBackend;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;

/// The implementation under test: the wider dtype wins.
fn promote(lhs: DType, rhs: DType) -> Option<DType> {
    Some(if lhs.bits() >= rhs.bits() { lhs } else { rhs })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let offers = Description { tables: vec!["aclnn.tensor-tensor".into()], ..Description::default() };
    let mut backend = FnBackend::new("widest", offers, |call: &Call| match call {
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
    let run = run(&suite::build(&options.editions)?, &mut backend, &options, &mut |result| {
        if result.judgement.verdict.is_failure() {
            println!("{}: {:?}", result.id, result.judgement.got);
        }
    });
    std::process::exit(run.exit_code().into());
}
