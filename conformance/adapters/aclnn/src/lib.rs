//! `libascertain_aclnn.so`: the documented C interface of `aclnnCumprod` and `aclnnInplaceCumprod`, with the `acl` calls
//! that they need, on the CPU.
//!
//! Applications link or load it where CANN is not at hand. What is computed, and what is refused with which status,
//! is the contract's of one choice of editions, by [`ascertain::reference`]. Every handle and every address is
//! checked against what was handed out, so that a caller's mistake gives a status and a sentence, not undefined
//! behaviour.
//!
//! The exported functions are those of the headers beside this crate, and nothing else. Environment variables, all
//! optional, choose how it behaves: see [`options`].
//!
//! - `ffi`: the C boundary, the only module with `unsafe`.
//! - `world`: everything that was handed out, behind one lock.
//! - `memory`, `stream`, `handles`, `tensor`: device memory, streams, handles, tensors and scalars.
//! - `cumprod`: the two phases.
//! - [`rules`]: what is accepted and computed; tests replace it by faulty ones.

mod cumprod;
mod ffi;
mod handles;
mod memory;
pub mod options;
pub mod rules;
mod status;
mod stream;
mod tensor;
mod world;

pub use ffi::*;
pub use rules::{Decision, Rules, install};
