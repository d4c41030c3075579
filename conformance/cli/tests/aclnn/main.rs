//! The C interface of `aclnnCumprod` through the adapter: this project's library, libraries with the vendor's defects,
//! and a library with other faults.
#![cfg(target_os = "linux")]

mod defects;
mod out_of_bounds;
mod programs;
mod suite;
mod support;
