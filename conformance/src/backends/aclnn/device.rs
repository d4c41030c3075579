//! Tensors and workspaces in device memory, each between guard zones.

use super::super::guard::{self, fill};
use super::api::{Api, Memory, Pointer, Status, Tensor as TensorDescription};
use ascertain::Tensor;

/// Bytes of a guard zone; a multiple of every alignment that devices need.
const GUARD: usize = 512;

/// Device memory between two guard zones. Freed by [`GuardedMemory::release`], which can fail.
#[derive(Debug)]
pub(super) struct GuardedMemory {
    memory: Memory,
    len: usize,
}

impl GuardedMemory {
    /// A copy of `content` on the device.
    pub(super) fn new(api: &Api, content: &[u8]) -> Result<Self, Status> {
        let memory = api.allocate(content.len() + 2 * GUARD)?;
        let guarded = Self { memory, len: content.len() };
        guarded.set(api, content)?;
        Ok(guarded)
    }

    /// Writes content and guard zones again.
    pub(super) fn set(&self, api: &Api, content: &[u8]) -> Result<(), Status> {
        let mut zone = [0; GUARD];
        fill(&mut zone);
        api.upload(self.memory, &[&zone, content, &zone].concat())
    }

    /// The address of the content.
    pub(super) fn address(&self) -> Pointer {
        self.memory.offset(GUARD)
    }

    /// The content, or a description of what was written outside it.
    pub(super) fn content(&self, api: &Api) -> Result<Result<Vec<u8>, String>, Status> {
        let image = api.download(self.memory, self.len + 2 * GUARD)?;
        let (before, rest) = image.split_at(GUARD);
        let (content, after) = rest.split_at(self.len);
        Ok(guard::damage(before, after).map_or(Ok(content.to_vec()), |damage| Err(damage.to_string())))
    }

    /// A handle of a tensor with the dtype and layout of `tensor` in this memory.
    pub(super) fn describe(&self, api: &Api, tensor: &Tensor, format: i32) -> Result<Pointer, Status> {
        let layout = tensor.layout();
        let shape: Vec<i64> = layout.shape().iter().map(|&d| d as i64).collect();
        let strides: Vec<i64> = layout.strides().iter().map(|&s| s as i64).collect();
        api.create_tensor(&TensorDescription {
            shape: &shape,
            strides: &strides,
            offset: layout.offset() as i64,
            storage: (self.len / tensor.dtype().size()) as i64,
            dtype: tensor.dtype(),
            format,
            data: self.address(),
        })
    }

    pub(super) fn release(self, api: &Api) -> Result<(), Status> {
        api.free(self.memory)
    }
}
