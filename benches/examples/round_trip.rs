//! Measures how long a tensor takes to a backend and back: `cargo run --release -p ascertain-benches --example round_trip -- BACKEND [MiB]`.
//!
//! The call reinterprets f32 as s32, which is almost no work for a backend. The first round, which allocates memory, is
//! not counted.

use ascertain::backend::{Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::{DType, Tensor};
use ascertain_conformance::backends::{Options, open};
use std::time::{Duration, Instant};

/// Number of rounds that count.
const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().ok_or("give a backend, written as for `ascertain run --backend`")?;
    let mib: usize = arguments.next().map_or(Ok(16), |text| text.parse())?;
    let elements = (mib << 20) / 4;
    let bytes = (0..elements as u32).flat_map(u32::to_le_bytes).collect();
    let input = Tensor::new(DType::F32, &[elements], bytes)?;
    let operator = OperatorSpec::named("reinterpret").ok_or("no such operator")?;
    let call = Call::Operate(
        Invocation::new(operator).with("input", Arg::Tensor(input)).with("dtype", Arg::DType(DType::S32)),
    );
    let mut backend = open(&spec, &Editions::default(), &Options::default())?;
    let mut times = (0..=ROUNDS).map(|_| round(backend.as_mut(), &call)).collect::<Result<Vec<_>, _>>()?;
    times.remove(0);
    times.sort_unstable();
    println!("{mib} MiB to {spec} and back: best {:.1?}, median {:.1?}", times[0], times[ROUNDS / 2]);
    Ok(())
}

/// One round.
fn round(backend: &mut dyn Backend, call: &Call) -> Result<Duration, String> {
    let start = Instant::now();
    match backend.ask(call) {
        Reply::Answer(_) => Ok(start.elapsed()),
        other => Err(format!("no answer: {other:?}").chars().take(300).collect()),
    }
}
