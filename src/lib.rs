//! Typed tables, contracts and a reference implementation of what the Ascend CANN `aclnn` library, TIK and
//! MindSpore document about dtypes: how they promote, how a tensor's bytes are read as another dtype, and how
//! the cumulative product behaves.
//!
//! The documents are transcribed once, as TOML below `spec/`; `build.rs` compiles that to the tables and
//! contracts of this crate. Nothing that the TOML says is typed again here.
//!
//! ```
//! use ascertain::{DType, promote::aclnn};
//!
//! // Usable in const context.
//! const SUM: Option<DType> = aclnn::tensor_tensor(DType::F16, DType::S32);
//! assert_eq!(SUM, Some(DType::F16));
//!
//! // Tensor and scalar cannot be swapped by mistake.
//! use ascertain::promote::{ScalarDType, TensorDType};
//! let mixed = aclnn::tensor_scalar(TensorDType(DType::S32), ScalarDType(DType::F16));
//! assert_eq!(mixed, Some(DType::F32));
//! ```
//!
//! - [`DType`], [`tensor`]: dtypes and tensors over bytes.
//! - [`promote`]: the promotion tables, each cell with its provenance.
//! - [`contract`], [`document`]: operators' parameters and requirements, documents, editions, profiles, errata.
//! - [`requirement`]: the ids of all requirements, as constants.
//! - [`backend`]: what an implementation under test is asked and answers.
//! - [`kernel`]: the cumulative product on plain memory, fast.
//! - [`reference`](mod@reference): an implementation of all of it that follows the documents to the letter.

mod args;
pub mod backend;
pub mod call;
pub mod contract;
pub mod document;
pub mod dtype;
pub mod element;
pub mod kernel;
pub mod promote;
pub mod reference;
pub mod requirement;
pub mod tensor;

pub use dtype::{DType, DTypeSet};
pub use tensor::{Layout, Tensor};
