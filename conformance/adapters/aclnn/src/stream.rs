//! Streams: queues of work that has not run yet.

use crate::cumprod::Task;
use crate::memory::Region;
use std::collections::VecDeque;

/// A stream. Work waits in it if streams are strict; otherwise it is always empty.
#[derive(Debug)]
pub(crate) struct Stream {
    waiting: VecDeque<Task>,
}

impl Stream {
    /// A stream without work.
    pub(crate) const fn new() -> Self {
        Self { waiting: VecDeque::new() }
    }

    /// Adds work.
    pub(crate) fn push(&mut self, task: Task) {
        self.waiting.push_back(task);
    }

    /// Takes all its work, in order.
    pub(crate) fn take(&mut self) -> VecDeque<Task> {
        core::mem::take(&mut self.waiting)
    }

    /// Whether it has no work.
    pub(crate) fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether its work reads or writes a byte of `region`.
    pub(crate) fn concerns(&self, region: &Region) -> bool {
        self.waiting.iter().any(|task| task.regions().any(|own| own.meets(region)))
    }

    /// Whether its work reads or writes the tensor with this handle.
    pub(crate) fn uses(&self, tensor: usize) -> bool {
        self.waiting.iter().any(|task| task.uses(tensor))
    }
}
