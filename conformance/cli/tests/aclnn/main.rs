//! The C interface of `aclnnCumprod`: this project's library, one with the vendor's defects, and one that is faulty, all
//! behind the driver.
#![cfg(target_os = "linux")]

mod defects;
mod out_of_bounds;
mod programs;
mod suite;
mod support;
