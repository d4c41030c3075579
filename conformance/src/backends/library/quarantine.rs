//! Memory of calls that have returned. Nothing may write to it any more, and for some calls nothing else gets it, so that a
//! thread that goes on is found and does no harm to other calls.

use super::foreign::LentTensor;
use crate::backends::protocol::LATE;
use ascertain::call::Invocation;
use std::collections::VecDeque;

/// Most tensors in quarantine.
const MOST: usize = 1024;

/// Most bytes of them.
const MOST_BYTES: usize = 16 << 20;

/// The tensors of the last calls, oldest first.
#[derive(Debug, Default)]
pub(super) struct Quarantine {
    kept: VecDeque<Retired>,
    bytes: usize,
    /// Number of calls so far.
    calls: u64,
}

#[derive(Debug)]
struct Retired {
    call: u64,
    operator: &'static str,
    argument: &'static str,
    tensor: LentTensor,
}

impl Quarantine {
    /// Takes the tensors of the next call, one for each argument that is a tensor.
    pub(super) fn take(&mut self, call: &Invocation, tensors: Vec<Option<LentTensor>>) {
        let operator = call.operator.name;
        for (argument, tensor) in call.operator.arguments.iter().zip(tensors) {
            let Some(mut tensor) = tensor else { continue };
            tensor.memory.retire();
            self.bytes += tensor.memory.size();
            self.kept.push_back(Retired { call: self.calls, operator, argument: argument.name, tensor });
        }
        self.calls += 1;
        while self.kept.len() > MOST || self.bytes > MOST_BYTES {
            let Some(oldest) = self.kept.pop_front() else { return };
            self.bytes -= oldest.tensor.memory.size();
        }
    }

    /// The number that the next call has.
    pub(super) const fn next(&self) -> u64 {
        self.calls
    }

    /// A call whose memory was written since, and what was written. It is told once.
    pub(super) fn written(&mut self) -> Option<(u64, String)> {
        let at = self.kept.iter().position(|retired| retired.tensor.memory.damage().is_some())?;
        let Retired { call, operator, argument, tensor } = self.kept.remove(at)?;
        self.bytes -= tensor.memory.size();
        let dtype = tensor.dtype.dtype().map_or("", |dtype| dtype.name());
        let what = format!("wrote to `{argument}` of {operator}, {dtype}{:?}, {LATE}", tensor.shape);
        Some((call, what))
    }
}
