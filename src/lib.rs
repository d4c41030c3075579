//! What the Ascend CANN `aclnn` library, TIK and MindSpore document about dtypes, as typed tables, contracts and a
//! reference implementation: how dtypes promote, how a tensor's bytes are read as another dtype, and what 64 operators compute.
//!
//! The documents are transcribed once, as TOML in `spec/`. `build.rs` compiles the TOML to the tables and contracts of
//! this crate; nothing that it says is written again in Rust.
//!
//! ```
//! use ascertain::{DType, promote::aclnn};
//!
//! // Usable in const context.
//! const SUM: Option<DType> = aclnn::tensor_tensor(DType::F16, DType::S32);
//! assert_eq!(SUM, Some(DType::F16));
//!
//! // Tensor and scalar have different types, so they cannot be swapped by mistake.
//! use ascertain::promote::{ScalarDType, TensorDType};
//! let mixed = aclnn::tensor_scalar(TensorDType(DType::S32), ScalarDType(DType::F16));
//! assert_eq!(mixed, Some(DType::F32));
//! ```
//!
//! - [`DType`], [`tensor`]: dtypes and tensors over bytes.
//! - [`promote`]: the promotion tables. Each cell says where it comes from.
//! - [`contract`]: operators, their arguments and requirements.
//! - [`document`]: documents, editions, profiles, errata.
//! - [`requirement`]: the id of every requirement, as a constant.
//! - [`language`]: the language of predicates and formulas, on the arguments of a call.
//! - [`load`]: operators at run time, for programs that were not built with them.
//! - [`product`]: hardware products, and evaluating predicates as one of them.
//! - [`shape`]: shapes that are broadcast and folded.
//! - [`call`], [`backend`]: calls, and the interface of an implementation under test.
//! - [`element`], [`kernel`]: conversions and products of elements, and a fast cumulative product.
//! - [`reference`](mod@reference): an implementation that does exactly what the documents say.

mod args;
pub mod backend;
pub mod call;
pub mod contract;
pub mod document;
pub mod dtype;
pub mod element;
pub mod formula;
pub mod kernel;
pub mod language;
pub mod load;
pub mod product;
pub mod promote;
pub mod reference;
pub mod requirement;
pub mod shape;
pub mod tensor;

pub use dtype::{DType, DTypeSet};
pub use tensor::{Layout, Tensor};
