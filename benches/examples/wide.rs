//! An adapter for `ascertain bench`: the kernels that keep running products in the wider accumulator.
//!
//! ```sh
//! cargo build --release && cargo build --release -p ascertain-benches --example wide
//! ascertain bench --backend reference --backend torch --backend process:target/release/examples/wide
//! ```

use ascertain::backend::{Answer, Backend, Description, OperatorSupport, Rejection, Reply};
use ascertain::call::{Arg, Call};
use ascertain::contract::CUMPROD;
use ascertain::kernel::{Accumulator, How, Misfit, cumprod};
use ascertain::{DType, Tensor};
use ascertain_conformance::adapter::serve::serve;
use ascertain_conformance::timing::{self, Bench, TimedBackend, Timing};
use std::io;

struct Wide;

/// Factors, dim and the memory for the products, of a call that is no more than that.
#[allow(clippy::result_large_err, reason = "as `TimedBackend::bench`")]
fn product(call: &Call) -> Result<(&Tensor, usize, Tensor), Reply> {
    let unsupported = || Reply::Unsupported("only products of a tensor of the result's dtype".into());
    let Call::Operate(call) = call else { return Err(unsupported()) };
    if call.operator.name != CUMPROD.name {
        return Err(unsupported());
    }
    let arg = |name| &call.args[CUMPROD.place(name)];
    match (arg("input"), arg("dim"), arg("out"), arg("inplace")) {
        (_, _, _, Arg::Flag(true)) => Err(unsupported()),
        (Arg::Tensor(input), Arg::Int(dim), Arg::Tensor(out), _) if input.dtype() == out.dtype() => {
            let rank = input.shape().len() as i64;
            let dim = usize::try_from(if *dim < 0 { dim + rank } else { *dim });
            Ok((input, dim.map_err(|_| Reply::Rejected(Rejection::default()))?, out.clone()))
        }
        _ => Err(unsupported()),
    }
}

fn how(threads: usize) -> How {
    How { accumulator: Accumulator::Wide, threads }
}

fn rejected(error: Misfit) -> Reply {
    Reply::Rejected(Rejection { status: None, message: error.to_string() })
}

impl Backend for Wide {
    fn describe(&mut self) -> Result<Description, String> {
        let wider = [("f16", "f32"), ("bf16", "f32"), ("f32", "f64")];
        let declared = wider.map(|(dtype, wide)| (format!("accumulator.{dtype}"), wide.to_owned()));
        let operator = OperatorSupport {
            name: CUMPROD.name.into(),
            dtypes: DType::ALL.into_iter().filter(|d| d.is_float() || d.is_integer()).collect(),
            max_rank: None,
            flags: Vec::new(),
            strided: false,
            declared: declared.into(),
        };
        Ok(Description {
            name: "wide".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            operators: vec![operator],
            ..Description::default()
        })
    }

    fn ask(&mut self, call: &Call) -> Reply {
        product(call).map_or_else(
            |reply| reply,
            |(input, dim, mut out)| match cumprod(input, dim, &mut out, how(1)) {
                Ok(()) => Reply::Answer(Answer::Tensor(out)),
                Err(misfit) => rejected(misfit),
            },
        )
    }
}

impl TimedBackend for Wide {
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        let (input, dim, mut out) = product(bench.call)?;
        let how = how(bench.threads);
        let timing = timing::sample(bench, &mut timing::clock(), || cumprod(input, dim, &mut out, how))
            .map_err(rejected)?;
        Ok(Timing {
            threads: Some(bench.threads),
            preallocated: true,
            timed: "ascertain::kernel::cumprod(&input, dim, &mut out, how), Accumulator::Wide".into(),
            result: bench.result.then_some(Answer::Tensor(out)),
            ..timing
        })
    }
}

fn main() -> io::Result<()> {
    serve(&mut Wide, io::stdin().lock(), io::stdout().lock())
}
