//! Calls that a page does not refuse and does not say to accept, by the shapes of their tensors.

use crate::random::shapes::RANKS;
use ascertain::Tensor;
use ascertain::call::Invocation;
use ascertain::contract::{Contract, Parameter};

/// Why it is a reading that a valid call has to be accepted: of tensors without elements, or with more dimensions than usual, the
/// page says nothing.
pub(super) fn silence(call: &Invocation, contract: &Contract) -> Option<&'static str> {
    let is_silent = |is: fn(&Tensor) -> bool, stated: fn(&Parameter) -> bool| {
        let such = |at: usize| call.args().tensor(at).is_some_and(is);
        let arguments = call.operator.arguments.iter().enumerate();
        let mut names = arguments.filter(|(at, _)| such(*at)).map(|(_, argument)| argument.name).peekable();
        let parameters = || contract.functions.iter().flat_map(|function| function.parameters);
        names.peek().is_some()
            && names.all(|name| !parameters().any(|parameter| parameter.name == name && stated(parameter)))
    };
    if is_silent(|tensor| tensor.layout().count() == 0, |parameter| parameter.empty.is_some()) {
        return Some(
            "the page does not say whether a tensor may be without elements: it is read as one of any other shape",
        );
    }
    let of_rank = contract.max_rank.is_none()
        && is_silent(|tensor| tensor.layout().rank() > RANKS, |parameter| parameter.max_rank.is_some());
    of_rank.then_some("the page names no highest number of dimensions, and is read to have none")
}
