//! Small valid calls, and short descriptions of replies.

use ascertain::DType;
use ascertain::backend::{Answer, OperatorSupport, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract};
use ascertain_judge::operator::Operator;

/// A reply in a few words.
pub(super) fn summarize(reply: &Reply) -> String {
    match reply {
        Reply::Answer(Answer::DType(dtype)) => dtype.to_string(),
        Reply::Answer(Answer::OtherDType(name)) => format!("a dtype `{name}`"),
        Reply::Answer(answer @ (Answer::Tensor(_) | Answer::Tensors(_))) => {
            answer.tensors().iter().map(|tensor| format!("{tensor:?}")).collect::<Vec<_>>().join(", ")
        }
        Reply::Rejected(rejection) => format!("rejected ({})", rejection.message),
        Reply::Unsupported(reason) => format!("unsupported ({reason})"),
        Reply::Failed(message) => format!("failed ({message})"),
        Reply::Lost(_, what) | Reply::NotAsked(what) => format!("no answer ({what})"),
    }
}

/// For each supported dtype, a few small valid calls that use only supported dtypes.
pub(super) fn small_calls(
    operator: &dyn Operator,
    support: &OperatorSupport,
    contract: &'static Contract,
) -> Vec<(DType, Call)> {
    const EACH: usize = 3;
    let grid = operator.grid(contract);
    let calls_of = |dtype: DType| {
        let calls = grid.iter().map(|(_, call)| call).filter(move |call| first_dtype(call) == Some(dtype));
        // Of others nobody knows the result.
        let known = |call: &&Invocation| !operator.is_complete() || operator.knows(call, contract);
        let calls = calls.filter(|call| is_offered(call, support)).filter(known).take(EACH);
        calls.map(move |call| (dtype, Call::Operate(call.clone())))
    };
    support.dtypes.iter().flat_map(calls_of).collect()
}

fn first_dtype(call: &Invocation) -> Option<DType> {
    call.args.iter().find_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor.dtype()),
        _ => None,
    })
}

/// Whether the call uses only what is supported, and its tensors are plain and not empty.
fn is_offered(call: &Invocation, support: &OperatorSupport) -> bool {
    call.operator.arguments.iter().zip(&call.args).all(|(argument, arg)| match arg {
        Arg::Tensor(tensor) if argument.kind == ArgumentKind::Scalar => {
            support.dtypes.contains(tensor.dtype())
        }
        Arg::Tensor(tensor) => {
            let rank = tensor.shape().len();
            let fits = rank > 0 && support.max_rank.is_none_or(|max| rank <= max);
            fits && support.dtypes.contains(tensor.dtype())
                && tensor.is_packed()
                && !tensor.storage().is_empty()
        }
        Arg::DType(dtype) => support.dtypes.contains(*dtype),
        Arg::Flag(flag) => !flag,
        Arg::Absent | Arg::Int(_) | Arg::Ints(_) => true,
        Arg::Null => false,
    })
}
