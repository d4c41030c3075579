//! Adapters: ways to ask an implementation.
//!
//! [`open`] makes a backend from what a person writes after `--backend`. Each adapter is a module with its own
//! [`Kind`], and one line in [`KINDS`].

pub mod aclnn;
mod answers;
pub mod closure;
mod hosted;
mod kind;
pub mod library;
mod load;
mod memory_limit;
mod open;
mod options;
pub mod process;
pub mod python;
mod reference;
pub mod serve;
pub mod temporary;

pub use aclnn::AclnnBackend;
pub use closure::FnBackend;
pub use kind::{Host, Kind, Open, OpenError, Spec, split};
pub use library::LibraryBackend;
pub use memory_limit::MemoryLimit;
pub use open::{KINDS, kind, open, open_hosted};
pub use options::{Counter, Options};
pub use process::ProcessBackend;
pub use python::PythonBackend;
