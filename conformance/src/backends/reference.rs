//! The kind `reference`, and timing it: only its kernels, with preallocated results.

use super::kind::{BackendKind, OpenError, Spec};
use crate::backends::timing::{self, Bench, TimedBackend, Timing};
use ascertain::backend::{Answer, Backend, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain::kernel::{Options, cumprod, cumprod_in_place};
use ascertain::reference::Reference;

/// The reference implementation.
pub(super) const KIND: BackendKind = BackendKind {
    name: "reference",
    form: "reference",
    says: "this project's own implementation of the documents",
    help: "this is a bug in ascertain; please report it",
    open: |spec, editions, options| open(spec, editions, options.product),
    shapes: None,
    host: Some(|spec, editions| open(spec, editions, None)),
};

fn open(
    spec: &Spec<'_>,
    editions: &Editions,
    product: Option<usize>,
) -> Result<Box<dyn TimedBackend>, OpenError> {
    match spec.argument {
        None => Ok(Box::new(Reference::new(editions.clone()).on(product))),
        Some(_) => Err(OpenError::Unusable(format!("`{}`: the reference takes no arguments", spec.text))),
    }
}

impl TimedBackend for Reference {
    /// Cumulative products are timed without argument checks, on as many threads as allowed. For other operators the
    /// whole call is timed.
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        match bench.call {
            Call::Operate(call) if core::ptr::eq(call.operator, &CUMPROD) => product(self, call, bench),
            _ => timing::time_whole_call(bench, |call| self.ask(call)),
        }
    }
}

fn product(reference: &mut Reference, call: &Invocation, bench: &Bench<'_>) -> Result<Timing, Reply> {
    // Checks the arguments and allocates the result.
    let mut result = match reference.ask(bench.call) {
        Reply::Answer(Answer::Tensor(result)) => result,
        other => return Err(other),
    };
    let (Arg::Tensor(input), dim) = (call.get("input"), call.get("dim")) else {
        return Err(Reply::Failed("the call has no input tensor".to_owned()));
    };
    let rank = input.layout().rank() as i64;
    let dim = match dim {
        Arg::Int(dim) if rank > 0 => dim.rem_euclid(rank) as usize,
        _ => 0,
    };
    // Clear the result, so that the timed calls must produce what is judged.
    match call.get("out") {
        Arg::Tensor(out) => result.storage_mut().copy_from_slice(out.storage()),
        _ => result.storage_mut().fill(0),
    }
    let inplace = matches!(call.get("inplace"), Arg::Flag(true));
    let options = Options { threads: bench.threads, ..Options::default() };
    let timing = timing::sample(bench, &mut timing::clock(), || {
        if inplace {
            // Otherwise the next call would multiply the products again.
            result.storage_mut().copy_from_slice(input.storage());
            cumprod_in_place(&mut result, dim, options)
        } else {
            cumprod(input, dim, &mut result, options)
        }
    });
    let timing =
        timing.map_err(|misfit| Reply::Rejected(Rejection { status: None, message: misfit.to_string() }))?;
    let timed = if inplace {
        "ascertain::kernel::cumprod_in_place(&mut input, dim, options), and a copy to restore input"
    } else {
        "ascertain::kernel::cumprod(&input, dim, &mut out, options)"
    };
    Ok(Timing {
        threads: Some(bench.threads),
        preallocated: true,
        timed: timed.to_owned(),
        result: bench.result.then_some(Answer::Tensor(result)),
        ..timing
    })
}
