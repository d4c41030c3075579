//! How an implementation is reached: by a process, a library, the aclnn interface, Python, or files.
//!
//! [`open`] makes a backend from what a person writes after `--backend`. Each way is a module with its own [`BackendKind`], and one
//! line in [`KINDS`]. [`protocol`] has the messages of processes, [`doctor`] checks a backend step by step, and [`timing`]
//! measures calls.

pub mod aclnn;
pub mod closure;
pub mod doctor;
mod guard;
mod kind;
pub mod library;
mod load;
pub mod offline;
mod open;
mod options;
pub mod process;
pub mod protocol;
mod python;
mod reference;
pub mod serve;
pub mod temporary;
pub mod timing;

pub use aclnn::AclnnBackend;
pub use closure::FnBackend;
pub use kind::{BackendKind, Host, Open, OpenError, Spec, split};
pub use library::LibraryBackend;
pub use open::{KINDS, kind, open, open_hosted};
pub use options::{Counter, MemoryLimit, Options};
pub use process::ProcessBackend;
