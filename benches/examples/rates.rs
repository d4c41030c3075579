//! Measures how many small calls a backend answers per second: `cargo run --release -p ascertain-benches --example rates -- BACKEND`.
//!
//! The calls are promotions of all pairs of the Tensor-Tensor table without c32, and cumulative products of f32[2, 3],
//! many in one message as in a run. Prints the best of several rounds, without the time to start.

use ascertain::backend::{Backend, Reply};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::promote::{Key, Table};
use ascertain::{DType, Tensor};
use ascertain_conformance::backends::{Options, open};
use std::time::Instant;

/// Number of calls in a round.
const QUESTIONS: usize = 32_768;

/// Number of rounds, of which the best is printed.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = std::env::args().nth(1).ok_or("give a backend, written as for `ascertain run --backend`")?;
    let mut backend = open(&spec, &Editions::default(), &Options::default())?;
    backend.describe()?;
    for (what, calls) in [("promotions", promotions()?), ("cumulative products of f32[2, 3]", products()?)] {
        let rates = (0..ROUNDS).map(|_| rate(backend.as_mut(), &calls)).collect::<Result<Vec<_>, _>>()?;
        println!("{spec}: {:.0} {what} per second", rates.into_iter().fold(0.0, f64::max));
    }
    Ok(())
}

fn promotions() -> Result<Vec<Call>, &'static str> {
    let table = Table::named("aclnn.tensor-tensor").ok_or("no such table")?;
    let dtypes: Vec<DType> = DType::ALL.iter().copied().filter(|&dtype| dtype != DType::C32).collect();
    let pairs = dtypes.iter().flat_map(|&lhs| dtypes.iter().map(move |&rhs| (lhs, rhs)));
    let calls: Vec<Call> = pairs
        .map(|(lhs, rhs)| (Key::DType(lhs), Key::DType(rhs)))
        .map(|(row, column)| Call::Promote(Promote { table, row, column, ranks: None }))
        .collect();
    Ok(calls.iter().cycle().take(QUESTIONS).cloned().collect())
}

fn products() -> Result<Vec<Call>, Box<dyn std::error::Error>> {
    let operator = OperatorSpec::named("cumprod").ok_or("no such operator")?;
    let input = Tensor::new(DType::F32, &[2, 3], 1.5_f32.to_le_bytes().repeat(6))?;
    let out = Tensor::zeros(DType::F32, &[2, 3])?;
    let call = Invocation::new(operator)
        .with("input", Arg::Tensor(input))
        .with("dim", Arg::Int(1))
        .with("out", Arg::Tensor(out));
    Ok(vec![Call::Operate(call); QUESTIONS])
}

/// Answers per second.
fn rate(backend: &mut dyn Backend, calls: &[Call]) -> Result<f64, String> {
    let asked: Vec<&Call> = calls.iter().collect();
    let mut replies = Vec::with_capacity(asked.len());
    let start = Instant::now();
    backend.ask_all(&asked, &mut replies);
    let seconds = start.elapsed().as_secs_f64();
    match replies.iter().find(|reply| !matches!(reply, Reply::Answer(_) | Reply::Rejected(_))) {
        Some(reply) => Err(format!("a question was not answered: {reply:?}")),
        None => Ok(asked.len() as f64 / seconds),
    }
}
