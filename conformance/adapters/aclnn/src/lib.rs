//! `libascertain_aclnn.so`: the documented C interface of every operator that the specification describes, and the `acl`
//! calls that they need, on the CPU.
//!
//! Applications link or load it where CANN is not installed. It accepts, refuses and computes what the documents say,
//! in the editions chosen, by [`ascertain::reference`]. Every handle and every address is checked, so that a caller's
//! mistake gives a status and a message instead of undefined behaviour.
//!
//! It exports the functions of the headers beside this crate, and no others. Environment variables, all optional,
//! choose how it behaves: see [`options`].
//!
//! - `ffi`: the exported C functions, the only module with `unsafe`.
//! - `runtime`: the state of the process, behind one lock, with its streams.
//! - `memory`, `handles`, `tensor`: device memory, handles, tensors and scalars.
//! - `operator`: the two phases of operators.
//! - [`rules`]: what is accepted and computed; tests install faulty rules.

mod ffi;
mod handles;
mod memory;
mod operator;
pub mod options;
pub mod rules;
mod runtime;
mod status;
mod tensor;

pub use ffi::*;
pub use rules::{Decision, Rules, install};
